//! One thread of a search and all that is its own.

use super::endgames::{Endgames, Known};
use super::history::History;
use super::limits::Limits;
use super::line::Line;
use super::node::Node;
use super::picker::Killers;
use super::policy::{REDUCTIONS, Reductions};
use super::{MAX_PLY, Score, Signals, Table, clock::Clock};
use crate::eval::{Evaluated, Weights};
use crate::position::{Key, Move, Position};

/// The search was told to stop; what it was about to return counts for nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped;

/// What all threads of a search look at.
pub(super) struct Shared<'a, R: Evaluated> {
    pub(super) table: &'a Table,
    pub(super) signals: &'a Signals,
    pub(super) limits: &'a Limits,
    pub(super) clock: Option<Clock>,
    pub(super) weights: &'a Weights<R>,
    /// The endgame bases, and what they say of the root.
    pub(super) endgames: Endgames<'a, R>,
}

impl<R: Evaluated> Shared<'_, R> {
    /// The most nodes, where they count: an infinite search and one on the opponent's time do not end by themselves.
    fn node_limit(&self) -> Option<u64> {
        let counts = !self.limits.infinite && !self.signals.is_pondering();
        self.limits.nodes.filter(|_| counts)
    }
}

/// A move of the root and what is known about it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// The score that the iteration has given; minus infinity as long as there is none.
    pub(super) score: Score,
    pub(super) line: Line,
    /// What the endgame bases know of it.
    pub(super) known: Option<Known>,
}

impl RootMove {
    /// What is told of it: what the bases know counts more than an evaluation, and the plies to the end of the game
    /// count more than those to the next conversion.
    pub(super) fn told(&self) -> Score {
        let is_proven = self.score.is_win() || self.score.is_loss();
        let counts = |known: &Known| self.score.is_evaluation() || (known.is_to_the_end && !is_proven);
        self.known.filter(counts).map_or(self.score, |known| known.score)
    }
}

/// What one ply of the tree keeps while it is searched.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Frame {
    pub(super) killers: Killers,
    /// The static evaluation, where there is one.
    pub(super) evaluation: Option<Score>,
    /// The move left out to see whether it is singular.
    pub(super) excluded: Option<Move>,
    /// Whether the node is searched within its own `ProbCut` test.
    pub(super) in_probcut: bool,
}

/// The leaves of an iteration: the nodes that were evaluated or where the game is over. Nodes that the table
/// answers for are none of them: how deep their leaves were is not known.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Leaves {
    count: u64,
    plies: u64,
}

impl Leaves {
    /// The mean ply of the leaves; 0 without any.
    pub(super) fn mean_ply(self) -> f32 {
        (self.plies as f64 / self.count.max(1) as f64) as f32
    }
}

/// A thread's state.
pub(super) struct Worker<'a, R: Evaluated> {
    pub(super) shared: &'a Shared<'a, R>,
    pub(super) root: Node<R>,
    pub(super) root_moves: Vec<RootMove>,
    /// The root moves before this one are taken by better lines.
    pub(super) rank: usize,
    /// The depth of the iteration.
    pub(super) iteration: i32,
    pub(super) selective_depth: usize,
    pub(super) leaves: Leaves,
    /// The keys of the game's repeatable positions, then of the nodes from the root to the current one.
    pub(super) path: Vec<Key>,
    pub(super) frames: Vec<Frame>,
    pub(super) history: History,
    pub(super) reductions: &'static Reductions,
    /// Nodes of this thread.
    pub(super) nodes: u64,
    reported_nodes: u64,
    /// Answers of the endgame bases to this thread, not yet added to those of all.
    base_hits: u64,
    next_check: u64,
    watches_clock: bool,
}

/// Nodes between two looks at the clock and the stop flag.
const CHECK_INTERVAL: u64 = 1024;

impl<'a, R: Evaluated> Worker<'a, R> {
    /// A thread's state at the start. Exactly one of the threads watches the clock and the limits.
    pub(super) fn new(shared: &'a Shared<'a, R>, root: Node<R>, path: Vec<Key>, watches_clock: bool) -> Self {
        let root_moves = shared.endgames.root_moves.iter();
        let unsearched = |&(mv, known)| RootMove { mv, score: -Score::INFINITE, line: Line::of(mv), known };
        Self {
            shared,
            root,
            root_moves: root_moves.map(unsearched).collect(),
            rank: 0,
            iteration: 0,
            selective_depth: 0,
            leaves: Leaves::default(),
            path,
            frames: vec![Frame::default(); MAX_PLY + 2],
            history: History::new(),
            reductions: &REDUCTIONS,
            nodes: 0,
            reported_nodes: 0,
            base_hits: 0,
            next_check: 0,
            watches_clock,
        }
    }

    /// Counts a node, and now and then looks whether to stop.
    #[inline]
    pub(super) fn enter(&mut self, node: &Node<R>) -> Result<(), Stopped> {
        if self.nodes >= self.next_check {
            self.check()?;
        }
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(node.ply);
        Ok(())
    }

    /// What a quiet position is worth without looking ahead.
    #[inline]
    pub(super) fn evaluation(&self, position: &Position<R>) -> Score {
        Score::evaluation(self.shared.weights.evaluate(position))
    }

    /// The score of a node at which the line ends, which is counted as a leaf.
    #[inline]
    pub(super) fn leaf(&mut self, ply: usize, score: Score) -> Score {
        self.leaves.count += 1;
        self.leaves.plies += ply as u64;
        score
    }

    fn check(&mut self) -> Result<(), Stopped> {
        let signals = self.shared.signals;
        let total = self.report_nodes();
        let mut interval = CHECK_INTERVAL;
        if self.watches_clock {
            if let Some(most) = self.shared.node_limit() {
                if total >= most {
                    signals.stop();
                }
                interval = interval.min(most.saturating_sub(total)).max(1);
            }
            if self.shared.clock.is_some_and(|clock| signals.clock_time() >= clock.hard) {
                signals.stop();
            }
        }
        self.next_check = self.nodes + interval;
        if signals.is_stopped() { Err(Stopped) } else { Ok(()) }
    }

    /// Adds this thread's nodes to those of all threads, which are returned.
    pub(super) fn report_nodes(&mut self) -> u64 {
        let new = self.nodes - self.reported_nodes;
        self.reported_nodes = self.nodes;
        self.shared.signals.add_base_hits(std::mem::take(&mut self.base_hits));
        self.shared.signals.add_nodes(new)
    }

    /// What the endgame bases know of a quiet position that has a move.
    #[inline]
    pub(super) fn known_by_bases(&mut self, node: &Node<R>) -> Option<Score> {
        let score = self.shared.endgames.score(node)?;
        self.base_hits += 1;
        Some(score)
    }

    /// Whether some legal moves of the root are left out, so that its score is not that of the position.
    pub(super) fn root_is_restricted(&self) -> bool {
        self.rank > 0 || self.shared.endgames.leaves_moves_out
    }

    /// A root move got a score better than any before in this iteration.
    pub(super) fn record_root_move(&mut self, mv: Move, score: Score, line: &Line) {
        if let Some(root_move) = self.root_moves.iter_mut().find(|root_move| root_move.mv == mv) {
            root_move.score = score;
            root_move.line = line.clone();
        }
    }
}
