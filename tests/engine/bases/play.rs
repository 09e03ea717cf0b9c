//! The bases played against themselves: three kings catch one in time, whatever the draw rules count.

use std::sync::LazyLock;

use bolshak::bases::{Balance, Index, Outcome, Standing, Verdict};
use bolshak::board::Color;
use bolshak::game::{Game, GameResult};
use bolshak::notation::{Notation, write_fen};
use bolshak::position::{Move, Position};
use bolshak::rules::{DrawCounters, Russian};
use rayon::prelude::*;

use super::{BASES, named};

/// What is certain for the side to move after a move, by what has been counted before it.
pub(super) fn verdict_after(position: &Position<Russian>, counters: DrawCounters, mv: Move) -> Verdict {
    let after = position.after(mv);
    let counters = counters.after(position.move_kind(mv), after.material());
    if !after.has_legal_move() {
        return Verdict::Loss;
    }
    if counters.draw(after.material()).is_some() {
        return Verdict::Draw;
    }
    if !after.has_capture() {
        return BASES.verdict(&after, Some(&counters));
    }
    // The capture begins a balance with nothing counted.
    match BASES.standing(&after) {
        Some(Standing::Win) => Verdict::Win,
        Some(Standing::Loss) => Verdict::Loss,
        Some(Standing::Draw) => Verdict::Draw,
        Some(Standing::DoubtfulWin | Standing::DoubtfulLoss) | None => Verdict::Unknown,
    }
}

/// The move that is certain to win and leads to the end in the fewest plies, draw rules left out.
fn attack(game: &Game<Russian>) -> Move {
    let (position, counters) = (game.position(), game.counters());
    let mut moves: Vec<_> =
        position.legal_moves().into_iter().map(|mv| (plies_after(position, mv), mv)).collect();
    moves.sort_by_key(|&(plies, _)| plies);
    let certain = moves.iter().find(|&&(_, mv)| verdict_after(position, counters, mv) == Verdict::Loss);
    certain.unwrap_or_else(|| panic!("{}: no move is certain to win", describe(game))).1
}

/// The move after which the end is the farthest; all of them must lose.
fn defend(game: &Game<Russian>) -> Move {
    let (position, counters) = (game.position(), game.counters());
    let moves = position.legal_moves();
    let all_lose = moves.iter().all(|&mv| verdict_after(position, counters, mv) == Verdict::Win);
    assert!(all_lose, "{}: the defender has a way out", describe(game));
    moves.into_iter().max_by_key(|&mv| plies_after(position, mv)).unwrap()
}

fn plies_after(position: &Position<Russian>, mv: Move) -> u16 {
    let after = position.after(mv);
    TABLES.iter().find_map(|table| table.plies(&after)).unwrap_or_else(|| plies(&after))
}

/// The plies to the end; more than any of a drawn position.
fn plies(position: &Position<Russian>) -> u16 {
    match BASES.distance(position).unwrap().outcome() {
        Outcome::Draw => u16::MAX,
        Outcome::Win(plies) | Outcome::Loss(plies) => plies,
    }
}

/// The plies of all positions of a balance: asked for once, as the games meet them many times.
struct Distances {
    balance: Balance,
    index: Index<Russian>,
    plies: Vec<u16>,
}

static TABLES: LazyLock<[Distances; 2]> = LazyLock::new(|| ["K-KKK", "KKK-K"].map(Distances::of));

impl Distances {
    fn of(balance: &str) -> Self {
        let (balance, index) = (named(balance), Index::new(named(balance)));
        let plies = (0..index.count()).map(|number| plies(&index.position(number)));
        Self { balance, plies: plies.collect(), index }
    }

    fn plies(&self, position: &Position<Russian>) -> Option<u16> {
        if Balance::of(position) != Some(self.balance) {
            return None;
        }
        let by_white = if position.turn() == Color::White { *position } else { position.flipped() };
        Some(self.plies[self.index.rank(&by_white) as usize])
    }
}

fn describe(game: &Game<Russian>) -> String {
    let fens: Vec<_> =
        game.positions().iter().map(|position| write_fen(position, Notation::Algebraic)).collect();
    fens.join(" / ")
}

/// Plays a won position to the end; the plies that it took.
fn play(start: Position<Russian>) -> usize {
    let mut game = Game::new(start);
    while game.result().is_none() {
        let mv = if game.position().turn() == start.turn() { attack(&game) } else { defend(&game) };
        game.play(mv).unwrap();
    }
    let result = game.result();
    assert!(
        matches!(result, Some(GameResult::Win { winner: Color::White, .. })),
        "{result:?}: {}",
        describe(&game)
    );
    game.moves().len()
}

#[test]
fn every_win_of_three_kings_is_won_in_time() {
    let index = Index::<Russian>::new(named("KKK-K"));
    let positions = (0..index.count()).into_par_iter().map(|number| index.position(number));
    let won = positions.filter(|position| BASES.distance(position).unwrap().is_win());
    let lengths: Vec<usize> = won.map(play).collect();
    assert_eq!(lengths.len(), 132_240);
    let most = lengths.iter().max().map(|plies| plies.div_ceil(2));
    assert_eq!(most, Some(13), "own moves");
}
