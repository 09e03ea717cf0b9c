//! Endgames solved in the plainest way, from nothing but the moves of positions.

use std::collections::HashMap;
use std::sync::LazyLock;

use bolshak::bases::Outcome;
use bolshak::board::{Color, Piece};
use bolshak::position::{Coordinate, PieceLimit, Placement, Position, Setup};
use bolshak::rules::{Rules, Russian};
use rayon::prelude::*;

/// What each position is worth, draw rules left out.
pub(crate) type Values<R> = HashMap<Position<R>, Outcome>;

/// All positions of Russian draughts with 1 to 3 pieces.
pub(crate) static RUSSIAN: LazyLock<Values<Russian>> = LazyLock::new(|| {
    let positions: Vec<_> = (1..=3).flat_map(positions).collect();
    solve(&positions)
});

/// All positions with so many pieces and either side to move, those in which a side has none included.
pub(crate) fn positions<R: Rules>(pieces: usize) -> Vec<Position<R>> {
    let mut all = Vec::new();
    for turn in Color::ALL {
        place::<R>(0, pieces, &mut Setup { turn, placements: Vec::new() }, &mut all);
    }
    all
}

/// Adds all ways to put so many pieces on squares from `first` on. Where a man cannot stand, the setup is refused.
fn place<R: Rules>(first: u8, pieces: usize, setup: &mut Setup, all: &mut Vec<Position<R>>) {
    if pieces == 0 {
        all.extend(setup.validate(PieceLimit::None));
        return;
    }
    let files = R::GEOMETRY.files();
    for cell in first..files * R::GEOMETRY.rows() {
        let at = Coordinate { file: cell % files, row: cell / files };
        if R::GEOMETRY.square(at.file, at.row).is_none() {
            continue;
        }
        for color in Color::ALL {
            for piece in [Piece::Man, Piece::King] {
                setup.placements.push(Placement { color, piece, at });
                place(cell + 1, pieces - 1, setup, all);
                setup.placements.pop();
            }
        }
    }
}

/// The values of positions whose moves lead to none but these. What is decided in so many plies is found in the round
/// of that number, from what the rounds before have found; what no round finds is drawn.
pub(crate) fn solve<R: Rules>(positions: &[Position<R>]) -> Values<R> {
    let mut known = Values::new();
    for plies in 0.. {
        let open = positions.par_iter().filter(|position| !known.contains_key(position));
        let found: Vec<_> =
            open.filter_map(|position| Some((*position, decide(position, plies, &known)?))).collect();
        if found.is_empty() {
            break;
        }
        known.extend(found);
    }
    for position in positions {
        known.entry(*position).or_insert(Outcome::Draw);
    }
    known
}

/// A position that is decided by moves into known ones; without a move it is lost.
fn decide<R: Rules>(position: &Position<R>, plies: u16, known: &Values<R>) -> Option<Outcome> {
    let moves = position.legal_moves();
    let after = || moves.iter().map(|&mv| known.get(&position.after(mv)));
    if after().any(|value| matches!(value, Some(Outcome::Loss(_)))) {
        Some(Outcome::Win(plies))
    } else if after().all(|value| matches!(value, Some(Outcome::Win(_)))) {
        Some(Outcome::Loss(plies))
    } else {
        None
    }
}

/// How many positions are won, drawn and lost, and the longest win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Count {
    pub(crate) won: u64,
    pub(crate) drawn: u64,
    pub(crate) lost: u64,
    pub(crate) longest_win: u16,
}

/// Counts those of the positions that are wanted.
pub(crate) fn count<R: Rules>(values: &Values<R>, wanted: impl Fn(&Position<R>) -> bool) -> Count {
    let mut count = Count::default();
    for (_, &value) in values.iter().filter(|(position, _)| wanted(position)) {
        match value {
            Outcome::Draw => count.drawn += 1,
            Outcome::Win(plies) => {
                count.won += 1;
                count.longest_win = count.longest_win.max(plies);
            }
            Outcome::Loss(_) => count.lost += 1,
        }
    }
    count
}
