//! How long to search.

use std::time::Duration;

use crate::position::Move;

/// What time a search may take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Budget {
    /// No limit of time.
    #[default]
    Unlimited,
    /// Exactly this long.
    Fixed(Duration),
    /// What a game clock leaves.
    Clock {
        /// The time left on the clock.
        left: Duration,
        /// What each move adds.
        increment: Duration,
        /// The moves to be made in the time left; `None` when it is for the rest of the game.
        moves_to_go: Option<u32>,
    },
}

/// When to stop.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The time.
    pub budget: Budget,
    /// The greatest depth.
    pub depth: Option<u32>,
    /// The most nodes, over all threads.
    pub nodes: Option<u64>,
    /// Stop when a win in so many own moves is found.
    pub win_in: Option<u32>,
    /// The moves of the root to look at; all, if empty.
    pub search_moves: Vec<Move>,
    /// Keep on until told to stop, even at the greatest depth; time and nodes do not count.
    pub infinite: bool,
    /// Think on the opponent's time: as infinite until the ponder hit, then by the budget.
    pub ponder: bool,
    /// Search even the only move, for somebody who wants to know what the position is worth.
    pub analysis: bool,
}
