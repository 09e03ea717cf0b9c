//! The order in which moves are tried.

use smallvec::SmallVec;

use super::history::{History, MOST};
use super::table::MoveHint;
use crate::board::Color;
use crate::position::{Move, MoveList};

/// Hands out moves, the most promising first; each is looked for only when it is wanted.
pub(super) struct Picker {
    moves: MoveList,
    ranks: SmallVec<[i32; 48]>,
    next: usize,
}

/// Two quiet moves that refuted other moves at the same ply.
pub(super) type Killers = [Option<Move>; 2];

impl Picker {
    /// The moves of a node: the table's move, then captures by what they take, crownings, killers, and the rest by
    /// history.
    pub(super) fn new(
        moves: MoveList,
        color: Color,
        hint: MoveHint,
        killers: Killers,
        history: &History,
    ) -> Self {
        let rank = |&mv: &Move| {
            if hint.fits(mv) {
                i32::MAX
            } else if mv.is_capture() {
                MOST * (mv.captured.count() as i32) + history.get(color, mv)
            } else if mv.promotes {
                4 * MOST
            } else if killers[0] == Some(mv) {
                3 * MOST
            } else if killers[1] == Some(mv) {
                2 * MOST
            } else {
                history.get(color, mv)
            }
        };
        let ranks = moves.iter().map(rank).collect();
        Self { moves, ranks, next: 0 }
    }

    /// The moves in the order in which they come.
    pub(super) fn in_order(moves: MoveList) -> Self {
        let ranks = (0..moves.len() as i32).rev().collect();
        Self { moves, ranks, next: 0 }
    }

    /// The moves handed out before the last one.
    pub(super) fn tried(&self) -> &[Move] {
        &self.moves[..self.next.saturating_sub(1)]
    }

    /// The next move.
    pub(super) fn next(&mut self) -> Option<Move> {
        let best = (self.next..self.moves.len())
            .max_by_key(|&index| (self.ranks[index], std::cmp::Reverse(index)))?;
        self.moves.swap(self.next, best);
        self.ranks.swap(self.next, best);
        self.next += 1;
        Some(self.moves[self.next - 1])
    }
}
