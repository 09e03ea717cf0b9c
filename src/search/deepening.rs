//! Iterative deepening, and the aspiration window around the last score.

use super::line::Line;
use super::node::Root;
use super::params as p;
use super::worker::{Leaves, RootMove, Stopped, Worker};
use super::{Info, MAX_DEPTH, Observer, Outlook, Score};
use crate::eval::Evaluated;

impl<R: Evaluated> Worker<'_, R> {
    /// Searches deeper and deeper until a limit is met, and tells the observer of every line found. The root
    /// moves are left with the best first, and the last depth that was finished is returned.
    pub(super) fn deepen(&mut self, lines: usize, first_depth: i32, observer: &mut dyn Observer) -> u32 {
        let lines = lines.clamp(1, self.root_moves.len().max(1));
        let most = self.shared.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH) as i32;
        let (mut finished, mut unrest, mut last_best) = (0, 1.0, None);
        for depth in first_depth.min(most)..=most {
            self.iteration = depth;
            self.selective_depth = 0;
            self.leaves = Leaves::default();
            let before = self.root_moves.clone();
            let stopped = (0..lines).any(|rank| self.search_rank(rank, depth, before[rank].score).is_err());
            self.rank = 0;
            // A later rank can come out better than an earlier one: their searches saw different trees.
            self.root_moves[..lines]
                .sort_by_key(|root_move| std::cmp::Reverse((root_move.told(), root_move.score)));
            if stopped {
                self.complete_from(&before);
                break;
            }
            finished = depth as u32;
            self.tell(lines, finished, observer);
            let best = self.root_moves.first().map(|root_move| root_move.mv);
            unrest = if last_best == best { (unrest * 0.9_f64).max(0.7) } else { unrest.max(1.0) * 1.3 };
            last_best = best;
            if self.is_enough(depth, unrest) {
                break;
            }
        }
        finished
    }

    /// Finds the line of one rank among the moves not taken by better ones.
    fn search_rank(&mut self, rank: usize, depth: i32, last: Score) -> Result<(), Stopped> {
        self.rank = rank;
        if let Some(first) = self.root_moves.get_mut(rank) {
            first.score = last;
        }
        self.reorder();
        let result = self.aspirate(depth, last);
        self.root_moves[rank..].sort_by_key(|root_move| std::cmp::Reverse(root_move.score));
        result
    }

    /// Puts the best of the moves from the current rank on in front. The others lose their scores: they will not
    /// be searched with the same window again. Their order stays.
    fn reorder(&mut self) {
        let moves = &mut self.root_moves[self.rank..];
        moves.sort_by_key(|root_move| std::cmp::Reverse(root_move.score));
        for root_move in moves.iter_mut().skip(1) {
            root_move.score = -Score::INFINITE;
        }
    }

    /// A broken-off iteration counts as far as it found something; the rest is as the one before left it, but
    /// no better than what was found now.
    fn complete_from(&mut self, before: &[RootMove]) {
        let mut worst = Score::INFINITE;
        for root_move in &mut self.root_moves {
            let known = before.iter().find(|other| other.mv == root_move.mv);
            if let Some(known) = known.filter(|_| root_move.score == -Score::INFINITE) {
                *root_move = RootMove { score: known.score.min(worst), ..known.clone() };
            }
            worst = worst.min(root_move.score);
        }
    }

    /// Searches the root with a window around the last score, opened until the score lies inside.
    fn aspirate(&mut self, depth: i32, last: Score) -> Result<(), Stopped> {
        let base = self.path.len();
        let narrow = depth >= p::ASPIRATION_DEPTH && last.is_evaluation();
        let (mut below, mut above) = (p::ASPIRATION, p::ASPIRATION);
        let mut line = Line::default();
        loop {
            let open = |margin: i32| !narrow || margin > p::ASPIRATION_LIMIT;
            let alpha = if open(below) { -Score::INFINITE } else { last - below };
            let beta = if open(above) { Score::INFINITE } else { last + above };
            let root = self.root;
            let result = self.alphabeta::<Root>(&root, depth, alpha, beta, &mut line);
            self.path.truncate(base);
            let score = result?;
            if score <= alpha && alpha > -Score::INFINITE {
                below *= 3;
            } else if score >= beta && beta < Score::INFINITE {
                above *= 3;
            } else {
                return Ok(());
            }
            self.reorder();
        }
    }

    fn tell(&mut self, lines: usize, depth: u32, observer: &mut dyn Observer) {
        for info in self.infos(lines, depth) {
            observer.info(&info);
        }
    }

    /// The best lines as they are now.
    pub(super) fn infos(&mut self, lines: usize, depth: u32) -> Vec<Info> {
        let nodes = self.report_nodes();
        let base_hits = self.shared.signals.add_base_hits(0);
        let (table_permille, time) = (self.shared.table.permille_used(), self.shared.signals.elapsed());
        let looks = Score::evaluation(self.shared.weights.evaluate(&self.root.position));
        let found = self.root_moves.iter().map(|root_move| root_move.score);
        let worst = found.filter(|&score| score > -Score::INFINITE).min().unwrap_or(Score::INFINITE);
        let info = |(index, root_move): (usize, &RootMove)| Info {
            depth,
            selective_depth: self.selective_depth.max(1) as u32,
            mean_depth: self.leaves.mean_ply(),
            rank: index as u32 + 1,
            // Stopped before anything was found, a move is worth what the position looks worth, and no more than
            // those searched.
            score: match (root_move.score == -Score::INFINITE, root_move.known) {
                (true, None) => looks.min(worst),
                (true, Some(known)) => known.score,
                (false, _) => root_move.told(),
            },
            nodes,
            base_hits,
            table_permille,
            time,
            line: root_move.line.clone(),
        };
        self.root_moves.iter().take(lines).enumerate().map(info).collect()
    }

    /// Whether the search may end after this iteration.
    fn is_enough(&self, depth: i32, unrest: f64) -> bool {
        let limits = self.shared.limits;
        let Some(best) = self.root_moves.first() else { return true };
        let outlook = best.told().outlook();
        let found_win = best.score.is_win() && limits.win_in.is_some_and(|moves| outlook.moves() <= moves);
        if found_win {
            return true;
        }
        let Some(clock) = self.shared.clock.filter(|_| !self.shared.signals.is_pondering()) else {
            return false;
        };
        // Under a clock nothing is gained by thinking about the only move, nor beyond a proven end.
        let proven = match outlook {
            Outlook::Win(plies)
            | Outlook::Loss(plies)
            | Outlook::WinByBases(plies)
            | Outlook::LossByBases(plies) => plies as i32 <= depth,
            Outlook::Centimen(_) => false,
        };
        (self.root_moves.len() == 1 && !limits.analysis)
            || proven
            || !clock.allows_another_iteration(self.shared.signals.clock_time(), unrest)
    }
}
