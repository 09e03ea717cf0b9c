//! A game of the engine with itself.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::sample::Sample;
use crate::bases::{Bases, Verdict};
use crate::board::Color;
use crate::eval::{Evaluated, Weights};
use crate::game::{Game, GameResult};
use crate::position::{Move, Position};
use crate::random::Random;
use crate::search::{Limits, Score, Signals, Silent, Table, Task, search};
use crate::tourney::Outcome;

/// How games are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The nodes of each search.
    pub nodes: u64,
    /// The random moves at the beginning.
    pub plies: RangeInclusive<usize>,
    /// How far the score after them may be from equality, in hundredths of a man.
    pub margin: u32,
}

/// A score beyond this, in hundredths of a man, decides the game as good as certainly: such positions teach nothing.
const DECIDED: i32 = 600;

/// After so many plies a game is a draw.
const LONGEST: usize = 240;

/// Who won a game; `None` if it was drawn.
type Winner = Option<Color>;

/// Plays games, each with an empty table.
pub(super) struct Player<'a, R: Evaluated> {
    pub(super) terms: &'a Terms,
    pub(super) weights: &'a Arc<Weights<R>>,
    pub(super) bases: &'a Arc<Bases<R>>,
    pub(super) table: Table,
}

impl<R: Evaluated> Player<'_, R> {
    /// Plays a game that depends on the seed only.
    pub(super) fn play(&self, seed: u64) -> Vec<Sample> {
        let mut random = Random::new(seed);
        loop {
            self.table.clear();
            let opening = self.opening(&mut random);
            if let Some(samples) = opening.and_then(|game| self.play_on(game)) {
                return samples;
            }
        }
    }

    /// Random moves; `None` when the game is over by then.
    fn opening(&self, random: &mut Random) -> Option<Game<R>> {
        let mut game = Game::default();
        let (least, most) = (*self.terms.plies.start(), *self.terms.plies.end());
        let plies = least + random.below(most + 1 - least);
        for _ in 0..plies {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                return None;
            }
            let mv = moves[random.below(moves.len())];
            game.play(mv).ok()?;
        }
        game.result().is_none().then_some(game)
    }

    /// Plays a game to its end; `None` when its opening is not balanced.
    fn play_on(&self, mut game: Game<R>) -> Option<Vec<Sample>> {
        let mut seen = Vec::new();
        let mut is_judged = false;
        let winner = loop {
            if let Some(winner) = self.over(&game) {
                break winner;
            }
            let position = *game.position();
            let moves = position.legal_moves();
            if moves.len() == 1 {
                game.play(moves[0]).ok()?;
                continue;
            }
            let (score, mv) = self.think(&game)?;
            let to_move = position.turn();
            let Some(centimen) = score.centimen() else {
                break Some(if score.is_any_win() { to_move } else { !to_move });
            };
            if !is_judged && centimen.unsigned_abs() > self.terms.margin {
                return None;
            }
            is_judged = true;
            let is_quiet = !position.has_capture() && !position.passed().has_capture();
            if is_quiet && centimen.abs() <= DECIDED {
                seen.push((position, centimen as i16));
            }
            game.play(mv).ok()?;
        };
        is_judged.then(|| {
            let sample = |(position, score): &(Position<R>, i16)| {
                Sample::new(position, *score, outcome(winner, position.turn()))
            };
            seen.iter().map(sample).collect()
        })
    }

    /// The winner, when the game is over by the rules or the bases know how it will end.
    fn over(&self, game: &Game<R>) -> Option<Winner> {
        if let Some(result) = game.result() {
            return Some(match result {
                GameResult::Win { winner, .. } => Some(winner),
                GameResult::Draw(_) => None,
            });
        }
        if game.moves().len() >= LONGEST {
            return Some(None);
        }
        let position = game.position();
        if position.has_capture() {
            return None;
        }
        match self.bases.verdict(position, Some(&game.counters())) {
            Verdict::Unknown => None,
            Verdict::Draw => Some(None),
            Verdict::Win => Some(Some(position.turn())),
            Verdict::Loss => Some(Some(!position.turn())),
        }
    }

    fn think(&self, game: &Game<R>) -> Option<(Score, Move)> {
        let mut task = Task::new(game);
        task.weights = Arc::clone(self.weights);
        task.bases = Some(Arc::clone(self.bases));
        let limits = Limits { nodes: Some(self.terms.nodes), ..Limits::default() };
        let report = search(&task, &limits, &self.table, &Signals::new(false), &mut Silent);
        Some((report.score, report.best()?))
    }
}

fn outcome(winner: Winner, side: Color) -> Outcome {
    match winner {
        None => Outcome::Draw,
        Some(winner) if winner == side => Outcome::Win,
        Some(_) => Outcome::Loss,
    }
}
