//! What a search tells while it runs and when it is over.

use std::time::Duration;

use super::{Line, Score};
use crate::position::Move;

/// One line of play, found by a finished iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
    /// The depth of the iteration.
    pub depth: u32,
    /// The deepest ply that was looked at.
    pub selective_depth: u32,
    /// The mean ply of the iteration's leaves, the nodes that were evaluated or where the game is over; from 0 to
    /// `selective_depth`, and 0 when no leaf was reached. Like `selective_depth` it is of the first thread alone.
    pub mean_depth: f32,
    /// The rank of the line among several, from 1.
    pub rank: u32,
    /// What the line is worth to the side to move.
    pub score: Score,
    /// Nodes so far, of all threads.
    pub nodes: u64,
    /// Positions that the endgame bases have answered for so far, over all threads.
    pub base_hits: u64,
    /// How full the table is, in thousandths.
    pub table_permille: u32,
    /// Time so far.
    pub time: Duration,
    /// The line.
    pub line: Line,
}

/// The outcome of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The best lines, best first: as many as were asked for and the position has. None without a legal move. Where a
    /// level has chosen, its choice comes first.
    pub lines: Vec<Info>,
    /// What the position is worth to the side to move.
    pub score: Score,
    /// The depth of the last iteration that counted.
    pub depth: u32,
    /// Nodes in all.
    pub nodes: u64,
    /// Time in all.
    pub time: Duration,
    /// Time that the own clock ran: none of it while pondering.
    pub clock_time: Duration,
}

impl Report {
    /// The best move, or the one that a level has chosen; `None` when there is no legal one.
    pub fn best(&self) -> Option<Move> {
        self.lines.first().and_then(|info| info.line.moves().first().copied())
    }

    /// The reply that the best line expects.
    pub fn ponder(&self) -> Option<Move> {
        self.lines.first().and_then(|info| info.line.moves().get(1).copied())
    }
}

/// The speed of a search.
pub fn nodes_per_second(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64
}

/// Who is told of the search's findings.
pub trait Observer {
    /// What follows is no finding of a search: the move comes from the opening book, which had so many to choose from.
    fn book(&mut self, _candidates: usize) {}
    /// An iteration has found a line.
    fn info(&mut self, info: &Info);
    /// The search is over.
    fn done(&mut self, report: &Report);
}

/// An observer that ignores everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn info(&mut self, _: &Info) {}
    fn done(&mut self, _: &Report) {}
}
