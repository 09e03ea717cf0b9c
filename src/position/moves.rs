//! Moves and lists of them.

use smallvec::SmallVec;

use crate::board::{Bitboard, Square};

/// A move: where the piece starts, where it ends, and what it takes. Two routes of a capture that agree in all
/// three are one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The square the piece leaves.
    pub from: Square,
    /// The square the piece ends on; of a capture it may be the one it left.
    pub to: Square,
    /// Whether a man becomes a king.
    pub promotes: bool,
    /// The squares of the pieces taken.
    pub captured: Bitboard,
}

impl Move {
    /// Whether the move takes anything.
    pub const fn is_capture(self) -> bool {
        self.captured.any()
    }
}

/// The moves of a position, in no particular order. Nearly all lists fit on the stack; no number is too large.
pub type MoveList = SmallVec<[Move; 48]>;
