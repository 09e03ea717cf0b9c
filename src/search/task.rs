//! What a search is asked to do.

use std::sync::Arc;
use std::time::Duration;

use super::level::Level;
use super::node::Node;
use crate::bases::{Bases, MOST_PIECES};
use crate::eval::{Evaluated, Weights};
use crate::game::Game;
use crate::position::{Key, Position};
use crate::rules::DrawCounters;

/// What to search, and with what.
#[derive(Clone, Debug)]
pub struct Task<R: Evaluated> {
    position: Position<R>,
    counters: DrawCounters,
    piece_count_rules: bool,
    earlier: Vec<Key>,
    /// The number of best lines wanted.
    pub lines: usize,
    /// The number of threads.
    pub threads: usize,
    /// The time lost on the way of each move.
    pub overhead: Duration,
    /// The weights of the evaluation.
    pub weights: Arc<Weights<R>>,
    /// The endgame bases to ask.
    pub bases: Option<Arc<Bases<R>>>,
    /// The most pieces of which they are asked.
    pub bases_pieces: u32,
    /// The level to play at; `None` holds nothing back.
    pub level: Option<Level>,
    /// What the choices of a level are drawn from: with another seed it may play another move.
    pub seed: u64,
}

impl<R: Evaluated> Task<R> {
    /// The position of a game, with its draw rules and repetitions; one line, one thread, the weights of the program, no
    /// bases, full strength.
    pub fn new(game: &Game<R>) -> Self {
        Self {
            position: *game.position(),
            counters: game.counters(),
            piece_count_rules: game.piece_count_rules(),
            earlier: game.repeatable_keys(),
            lines: 1,
            threads: 1,
            overhead: Duration::ZERO,
            weights: R::weights(),
            bases: None,
            bases_pieces: u32::from(MOST_PIECES),
            level: None,
            seed: 0,
        }
    }

    /// The position.
    pub(super) const fn position(&self) -> &Position<R> {
        &self.position
    }

    /// The root of the tree.
    pub(super) fn root(&self) -> Node<R> {
        Node::root(self.position, self.counters, self.piece_count_rules)
    }

    /// The keys of the game's earlier positions that may come again.
    pub(super) fn earlier(&self) -> &[Key] {
        &self.earlier
    }
}
