//! A node of the tree, and the kinds of nodes.

use crate::position::{Key, Move, Position};
use crate::rules::{DrawCounters, Rules};

/// A position in the tree, with what the draw rules need to know of the way to it. Does not change.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<R: Rules> {
    pub(super) position: Position<R>,
    pub(super) key: Key,
    counters: DrawCounters,
    /// Plies until a piece-count rule makes a draw, if nothing else happens; `u16::MAX` if these rules are off.
    plies_to_draw: u16,
    pub(super) ply: usize,
}

/// With so few plies left to a draw, a score depends on their number: such nodes share no entries of the table
/// with others.
const DRAW_IN_SIGHT: u16 = 16;

impl<R: Rules> Node<R> {
    /// The root.
    pub(super) fn root(position: Position<R>, counters: DrawCounters, piece_count_rules: bool) -> Self {
        let mut node = Self { position, key: position.key(), counters, plies_to_draw: u16::MAX, ply: 0 };
        if piece_count_rules {
            node.plies_to_draw = counters.plies_left(position.material());
        }
        node
    }

    /// The node after a move.
    pub(super) fn after(&self, mv: Move) -> Self {
        let kind = self.position.move_kind(mv);
        let position = self.position.after(mv);
        let material = position.material();
        let counters = self.counters.after(kind, material);
        let rules_are_off = self.plies_to_draw == u16::MAX;
        Self {
            position,
            key: position.key(),
            counters,
            plies_to_draw: if rules_are_off { u16::MAX } else { counters.plies_left(material) },
            ply: self.ply + 1,
        }
    }

    /// The key for the transposition table.
    pub(super) fn table_key(&self) -> Key {
        if self.plies_to_draw <= DRAW_IN_SIGHT {
            self.key.with(u64::from(self.plies_to_draw))
        } else {
            self.key
        }
    }

    /// The counters of the draw rules; `None` if the rules that count pieces and moves are off.
    pub(super) fn counters(&self) -> Option<&DrawCounters> {
        (self.plies_to_draw != u16::MAX).then_some(&self.counters)
    }

    /// Plies until a piece-count rule makes a draw, if nothing else happens.
    pub(super) const fn plies_to_draw(&self) -> u16 {
        self.plies_to_draw
    }

    /// Whether something was captured or crowned on the way here from the root.
    pub(super) const fn is_converted(&self) -> bool {
        (self.counters.since_balance() as usize) < self.ply
    }

    /// Whether a piece-count rule makes this a draw.
    pub(super) const fn is_drawn_by_count(&self) -> bool {
        self.plies_to_draw == 0
    }

    /// Whether the position is one of those on the way to it, of which `path` holds the keys.
    pub(super) fn is_repetition(&self, path: &[Key]) -> bool {
        let reversible = self.counters.reversible_plies();
        // After one move back and forth of each side at the earliest, and with the same side to move only.
        reversible >= 4 && path.iter().rev().take(reversible).skip(3).step_by(2).any(|&key| key == self.key)
    }
}

/// What is expected of a node.
pub(super) trait NodeKind {
    /// The node where the search starts.
    const ROOT: bool;
    /// A node that may be on the principal variation: its window is open.
    const PV: bool;
}

/// The root.
pub(super) struct Root;
/// A node with an open window.
pub(super) struct Pv;
/// A node whose score is only to be proven above or below a bound.
pub(super) struct ZeroWindow;

impl NodeKind for Root {
    const ROOT: bool = true;
    const PV: bool = true;
}

impl NodeKind for Pv {
    const ROOT: bool = false;
    const PV: bool = true;
}

impl NodeKind for ZeroWindow {
    const ROOT: bool = false;
    const PV: bool = false;
}
