//! A game between two engines under the eyes of a referee, who checks every move and alone decides how it ends.

use std::sync::atomic::Ordering;

use super::adjudication::{Adjudication, Ruling};
use super::contestant::Contestant;
use super::openings::Opening;
use super::pace::Clock;
use super::player::{Answer, Failure, Patience, Player};
use super::record::{Fault, FaultKind, PlayedMove};
use crate::bases::{Bases, Verdict};
use crate::board::Color;
use crate::game::{Game, GameResult};
use crate::notation::{Notation, write_fen, write_move};
use crate::position::Position;
use crate::rules::Rules;

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ending {
    /// The winner; `None` is a draw.
    pub(super) winner: Option<Color>,
    pub(super) reason: String,
    /// What the loser has done wrong, and whether its process is of no more use.
    pub(super) fault: Option<(Fault, bool)>,
}

/// A seat at the board.
pub(super) struct Seat<'a> {
    /// The contestant's place among all.
    pub(super) number: usize,
    pub(super) contestant: &'a Contestant,
    pub(super) player: &'a mut Player,
}

impl Seat<'_> {
    fn lost<R: Rules>(&self, game: &Game<R>, loser: Color, failure: &Failure) -> Ending {
        lost(game.position(), loser, self.number, failure, self.player.last_lines())
    }
}

/// What holds for all games of a match.
#[derive(Clone, Copy, Debug)]
pub(super) struct Conditions<'a, R: Rules> {
    pub(super) adjudication: Adjudication,
    pub(super) bases: &'a Bases<R>,
    pub(super) patience: Patience<'a>,
}

impl<R: Rules> Conditions<'_, R> {
    /// Whether the game is to be abandoned.
    fn interrupted(&self) -> bool {
        self.patience.interrupted.load(Ordering::Relaxed)
    }
}

/// Plays a game; `None` when it was abandoned.
pub(super) fn play<R: Rules>(
    opening: &Opening<R>,
    mut seats: [Seat<'_>; 2],
    conditions: &Conditions<R>,
    moves: &mut Vec<PlayedMove>,
) -> Option<Ending> {
    let mut game = opening.game();
    for color in Color::ALL {
        let seat = &mut seats[color as usize];
        if let Err(failure) = seat.player.new_game() {
            return Some(seat.lost(&game, color, &failure));
        }
    }
    let mut clocks = [0, 1].map(|side: usize| seats[side].contestant.pace.clock.map(Clock::new));
    let mut scores = Vec::new();
    loop {
        let end_by_scores = || end_by_ruling(conditions.adjudication.ruling(&scores));
        let end = end_by_rule(&game).or_else(|| end_by_bases(&game, conditions.bases)).or_else(end_by_scores);
        if let Some(ending) = end {
            return Some(ending);
        }
        if conditions.interrupted() {
            return None;
        }
        let turn = game.position().turn();
        let seat = &mut seats[turn as usize];
        match seat.player.think(&game, seat.contestant, clocks, conditions.patience) {
            Ok(answer) => {
                let clock = &mut clocks[turn as usize];
                if let Some(clock) = clock
                    && !clock.press(answer.used, conditions.patience.margin)
                {
                    let over = answer.used.saturating_sub(clock.left);
                    return Some(seat.lost(&game, turn, &Failure::Time(over)));
                }
                let score = answer.finding.score;
                scores.push(score.map(|score| if turn == Color::White { score } else { -score }));
                moves.push(played(&game, &answer, clock.as_ref()));
                // The move was found among the legal ones.
                let _ = game.play(answer.mv);
            }
            Err(_) if conditions.interrupted() => return None,
            Err(failure) => return Some(seat.lost(&game, turn, &failure)),
        }
    }
}

fn played<R: Rules>(game: &Game<R>, answer: &Answer, clock: Option<&Clock>) -> PlayedMove {
    let milliseconds = |time: std::time::Duration| (time.as_secs_f64() * 1e6).round() / 1e3;
    PlayedMove {
        text: write_move(game.position(), answer.mv, Notation::Algebraic),
        used: milliseconds(answer.used),
        left: clock.map(|clock| milliseconds(clock.left)),
        score: answer.finding.score,
        depth: answer.finding.depth,
    }
}

fn end_by_rule<R: Rules>(game: &Game<R>) -> Option<Ending> {
    let result = game.result()?;
    let winner = match result {
        GameResult::Win { winner, .. } => Some(winner),
        GameResult::Draw(_) => None,
    };
    Some(Ending { winner, reason: result.to_string(), fault: None })
}

fn end_by_bases<R: Rules>(game: &Game<R>, bases: &Bases<R>) -> Option<Ending> {
    let counters = game.counters();
    let counters = game.piece_count_rules().then_some(&counters);
    let turn = game.position().turn();
    let winner = match bases.verdict_after_captures(game.position(), counters) {
        Verdict::Unknown => return None,
        Verdict::Draw => None,
        Verdict::Win => Some(turn),
        Verdict::Loss => Some(!turn),
    };
    let result = winner.map_or_else(|| "draw".to_owned(), |winner| format!("{winner} wins"));
    Some(Ending { winner, reason: format!("{result}: adjudication by endgame bases"), fault: None })
}

fn end_by_ruling(ruling: Option<Ruling>) -> Option<Ending> {
    let (winner, reason) = match ruling? {
        Ruling::Draw(why) => (None, format!("draw: {why}")),
        Ruling::Win(winner) => (Some(winner), format!("{winner} wins: adjudication by score")),
    };
    Some(Ending { winner, reason, fault: None })
}

/// The game is lost in this position by a contestant's fault, after it has said these lines.
pub(super) fn lost<R: Rules>(
    position: &Position<R>,
    loser: Color,
    contestant: usize,
    failure: &Failure,
    last_lines: Vec<String>,
) -> Ending {
    let what = failure.reason();
    let reason = format!("{loser} {what}");
    let position = write_fen(position, Notation::Algebraic);
    let fault = Fault { contestant, what, kind: kind(failure), position, last_lines };
    Ending { winner: Some(!loser), reason, fault: Some((fault, failure.ends_process())) }
}

/// The kind of a failure.
const fn kind(failure: &Failure) -> FaultKind {
    match failure {
        Failure::Start(_) => FaultKind::Start,
        Failure::Crash(_) => FaultKind::Crash,
        Failure::Disconnect => FaultKind::Disconnect,
        Failure::Stall => FaultKind::Stall,
        Failure::Time(_) => FaultKind::Time,
        Failure::IllegalMove(_) | Failure::NoMove => FaultKind::IllegalMove,
    }
}
