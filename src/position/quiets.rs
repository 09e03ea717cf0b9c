//! Moves that capture nothing.

use super::{Move, Position};
use crate::board::{Bitboard, Direction, Square};
use crate::rules::Rules;

/// The squares that men can step to in one direction.
fn man_targets<R: Rules>(position: &Position<R>, direction: Direction) -> Bitboard {
    Position::<R>::step(position.men(position.turn()), direction) & position.empty()
}

/// The squares that the king on `from` can move to.
fn king_targets<R: Rules>(from: Square, empty: Bitboard) -> Bitboard {
    Direction::ALL
        .into_iter()
        .fold(Bitboard::EMPTY, |found, direction| found | Position::<R>::king_reach(from, direction, empty))
}

/// Hands out the quiet moves.
#[inline]
pub(super) fn each<R: Rules>(position: &Position<R>, mut take: impl FnMut(Move)) {
    let turn = position.turn();
    let crowning_row = R::TABLES.crowning[turn as usize];
    let quiet = |from, to, promotes| Move { from, to, promotes, captured: Bitboard::EMPTY };
    for direction in turn.forward() {
        for to in man_targets(position, direction) {
            let from = Position::<R>::step(Bitboard::of(to), direction.reverse()).lowest();
            take(quiet(from, to, crowning_row.contains(to)));
        }
    }
    let empty = position.empty();
    for from in position.kings(turn) {
        for to in king_targets::<R>(from, empty) {
            take(quiet(from, to, false));
        }
    }
}

/// The number of quiet moves.
pub(super) fn count<R: Rules>(position: &Position<R>) -> u32 {
    let turn = position.turn();
    let men: u32 = turn.forward().into_iter().map(|direction| man_targets(position, direction).count()).sum();
    let empty = position.empty();
    men + position.kings(turn).into_iter().map(|from| king_targets::<R>(from, empty).count()).sum::<u32>()
}

/// Whether there is a quiet move.
pub(super) fn any<R: Rules>(position: &Position<R>) -> bool {
    let turn = position.turn();
    let next_to_kings = Direction::ALL.into_iter().fold(Bitboard::EMPTY, |found, direction| {
        found | Position::<R>::step(position.kings(turn), direction)
    });
    turn.forward().into_iter().any(|direction| man_targets(position, direction).any())
        || next_to_kings.meets(position.empty())
}
