//! Quiescence: beyond the horizon, until the position is quiet enough to be evaluated.

use super::alphabeta::score_without_moves;
use super::line::Line;
use super::node::{Node, NodeKind};
use super::picker::Picker;
use super::table::{Bound, Entry, MoveHint};
use super::worker::{Stopped, Worker};
use super::{MAX_PLY, Score, policy};
use crate::eval::Evaluated;
use crate::position::{Move, MoveList};

impl<R: Evaluated> Worker<'_, R> {
    /// The score of a node at the horizon of the main search. Many lines end there in the same positions, so the
    /// table is asked, and told what it did not know.
    pub(super) fn horizon<N: NodeKind>(
        &mut self,
        node: &Node<R>,
        alpha: Score,
        beta: Score,
        line: &mut Line,
    ) -> Result<Score, Stopped> {
        self.enter(node)?;
        line.clear();
        let ply = node.ply;
        if let Some(score) = self.decided(node, alpha, beta) {
            return Ok(self.leaf(ply, score));
        }
        let key = node.table_key();
        let entry = self.shared.table.probe(key);
        if !N::PV
            && let Some(entry) = &entry
            && policy::table_decides(entry, 0, (alpha, beta), ply, node.plies_to_draw())
        {
            return Ok(entry.score(ply));
        }
        let captures = node.position.has_capture();
        if !captures && let Some(score) = self.settled(node) {
            return Ok(self.leaf(ply, score));
        }

        // When the opponent threatens to capture, the position is not quiet: each move is looked at, once.
        let is_quiet = !captures && !node.position.passed().has_capture();
        let new = if is_quiet {
            let score = self.static_evaluation(node, entry.as_ref());
            self.leaf(ply, score);
            Entry::new(None, score, ply, score.centimen(), 0, Bound::Exact)
        } else {
            let hint = entry.map_or(MoveHint::of(None), |entry| entry.hint);
            let (score, mv) = self.resolve::<N>(node, hint, alpha, beta, line)?;
            let bound = Bound::of(score, alpha, beta);
            Entry::new(mv.filter(|_| bound != Bound::Upper), score, ply, None, 0, bound)
        };
        if entry.is_none() {
            self.shared.table.store(key, new);
        }
        Ok(new.score(ply))
    }

    /// Searches captures. A side that must capture has no other choice, so it is never credited with the
    /// evaluation of the position; one that need not is.
    fn quiescence<N: NodeKind>(
        &mut self,
        node: &Node<R>,
        alpha: Score,
        beta: Score,
        line: &mut Line,
    ) -> Result<Score, Stopped> {
        self.enter(node)?;
        line.clear();
        let captures = node.position.has_capture();
        if !captures && let Some(score) = self.settled(node) {
            return Ok(self.leaf(node.ply, score));
        }
        if !captures || node.ply >= MAX_PLY {
            return Ok(self.leaf(node.ply, self.evaluation(&node.position)));
        }
        Ok(self.resolve::<N>(node, MoveHint::of(None), alpha, beta, line)?.0)
    }

    /// What the rules or the endgame bases say of a node without captures.
    fn settled(&mut self, node: &Node<R>) -> Option<Score> {
        if !node.position.has_quiet_move() {
            return Some(score_without_moves::<R>(node.ply));
        }
        self.known_by_bases(node)
    }

    /// Tries all moves, and gives the best score with the move that has it.
    fn resolve<N: NodeKind>(
        &mut self,
        node: &Node<R>,
        hint: MoveHint,
        mut alpha: Score,
        beta: Score,
        line: &mut Line,
    ) -> Result<(Score, Option<Move>), Stopped> {
        let mut moves = MoveList::new();
        node.position.list_moves(&mut moves);
        let mut picker = Picker::new(moves, node.position.turn(), hint, [None; 2], &self.history);
        let mut best = (-Score::INFINITE, None);
        let mut child_line = Line::default();
        while let Some(mv) = picker.next() {
            let child = node.after(mv);
            let score = -self.quiescence::<N>(&child, -beta, -alpha, &mut child_line)?;
            if score > best.0 {
                best = (score, Some(mv));
                if score > alpha {
                    alpha = score;
                    if N::PV {
                        line.set(mv, &child_line);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        Ok(best)
    }
}
