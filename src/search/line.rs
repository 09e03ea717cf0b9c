//! A line of play.

use crate::position::Move;

/// The moves of a principal variation, first move first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line(Vec<Move>);

impl Line {
    /// The moves.
    pub fn moves(&self) -> &[Move] {
        &self.0
    }

    /// The line of one move.
    pub(super) fn of(mv: Move) -> Self {
        Self(vec![mv])
    }

    /// Goes on with a move.
    pub(crate) fn push(&mut self, mv: Move) {
        self.0.push(mv);
    }

    /// Forgets the moves.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Becomes a move and the line after it.
    pub(super) fn set(&mut self, mv: Move, rest: &Self) {
        self.0.clear();
        self.0.push(mv);
        self.0.extend_from_slice(&rest.0);
    }
}
