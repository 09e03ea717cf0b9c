//! Quiescence: beyond the horizon, until the position is quiet enough to be evaluated.

use super::line::Line;
use super::node::{Node, NodeKind};
use super::worker::{Stopped, Worker};
use super::{MAX_PLY, Score};
use crate::eval::Evaluated;
use crate::position::MoveList;

impl<R: Evaluated> Worker<'_, R> {
    /// Searches captures. A side that must capture has no other choice, so it is never credited with the
    /// evaluation of the position; one that need not is. `at_horizon`: the node was reached by the main search.
    pub(super) fn quiescence<N: NodeKind>(
        &mut self,
        node: &Node<R>,
        at_horizon: bool,
        mut alpha: Score,
        beta: Score,
        line: &mut Line,
    ) -> Result<Score, Stopped> {
        self.enter(node)?;
        line.clear();
        if at_horizon && let Some(score) = self.decided(node, alpha, beta) {
            return Ok(self.leaf(node.ply, score));
        }
        let position = &node.position;
        let captures = position.has_capture();
        if !captures && !position.has_quiet_move() {
            return Ok(self.leaf(node.ply, Score::without_moves::<R>(node.ply)));
        }
        if !captures && let Some(score) = self.known_by_bases(node) {
            return Ok(self.leaf(node.ply, score));
        }
        // When the opponent threatens to capture, the position is not quiet: each move is looked at, once.
        let is_quiet = !captures && (!at_horizon || !position.passed().has_capture());
        if is_quiet || node.ply >= MAX_PLY {
            return Ok(self.leaf(node.ply, self.evaluation(position)));
        }

        let mut best = -Score::INFINITE;
        let mut moves = MoveList::new();
        position.list_moves(&mut moves);
        let mut child_line = Line::default();
        for &mv in &moves {
            let child = node.after(mv);
            let score = -self.quiescence::<N>(&child, false, -beta, -alpha, &mut child_line)?;
            if score > best {
                best = score;
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
