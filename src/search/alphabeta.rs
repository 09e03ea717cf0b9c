//! The search of a node, as a list of numbered steps. What to extend, reduce and prune is decided in `policy`.

use super::line::Line;
use super::node::{Node, NodeKind, Pv, ZeroWindow};
use super::picker::Picker;
use super::table::{Bound, Entry, MoveHint};
use super::worker::{Stopped, Worker};
use super::{MAX_PLY, Score, policy};
use crate::eval::Evaluated;
use crate::position::{Move, MoveList};

impl<R: Evaluated> Worker<'_, R> {
    /// Searches a node to a depth. The score is exact inside the window (`alpha`, `beta`), and a bound outside;
    /// `line` gets the best line of a node with an open window.
    #[expect(clippy::too_many_lines, reason = "the node of the search is read as one list of steps")]
    pub(super) fn alphabeta<N: NodeKind>(
        &mut self,
        node: &Node<R>,
        depth: i32,
        mut alpha: Score,
        beta: Score,
        line: &mut Line,
    ) -> Result<Score, Stopped> {
        debug_assert!(alpha < beta && (N::PV || alpha + 1 == beta));

        // Step 1. At the horizon only captures are looked at.
        if depth <= 0 {
            return self.quiescence::<N>(node, true, alpha, beta, line);
        }
        self.enter(node)?;
        line.clear();

        // Step 2. A draw, or a score that no distance of win or loss can change.
        if !N::ROOT
            && let Some(score) = self.decided(node, alpha, beta)
        {
            return Ok(self.leaf(node.ply, score));
        }

        // Step 3. What the table knows.
        let ply = node.ply;
        let excluded = self.frames[ply].excluded;
        let key = node.table_key();
        let entry = if excluded.is_none() { self.shared.table.probe(key) } else { None };
        if !N::PV
            && let Some(entry) = &entry
            && policy::table_decides(entry, depth, (alpha, beta), ply, node.plies_to_draw())
        {
            return Ok(entry.score(ply));
        }

        // Step 4. The legal moves; without one the game is over.
        let mut moves = MoveList::new();
        node.position.list_moves(&mut moves);
        let Some(first) = moves.first() else { return Ok(self.leaf(ply, Score::without_moves::<R>(ply))) };
        let captures = first.is_capture();
        let move_count = moves.len();

        // Step 5. What endgame bases know of a quiet position.
        if !N::ROOT
            && !captures
            && let Some(score) = self.known_by_bases(node)
        {
            return Ok(self.leaf(ply, score));
        }

        // Step 6. The static evaluation, which says nothing when a capture is on.
        let evaluation = if captures { None } else { Some(self.static_evaluation(node, entry.as_ref())) };
        self.frames[ply].evaluation = evaluation;
        let improving = self.is_improving(ply);

        // Step 7. Nodes so good that they need no full search.
        let may_prune = !N::PV && excluded.is_none() && !self.frames[ply].in_probcut;
        if may_prune
            && move_count > 1
            && let Some(evaluation) = evaluation
        {
            if policy::is_futile_to_search(evaluation, depth, beta, improving)
                && !node.position.passed().has_capture()
            {
                return Ok(self.leaf(ply, evaluation));
            }
            if let Some((raised, shallow)) = policy::probcut(depth, beta, evaluation) {
                self.frames[ply].in_probcut = true;
                let score =
                    self.alphabeta::<ZeroWindow>(node, shallow, raised - 1, raised, &mut Line::default());
                self.frames[ply].in_probcut = false;
                if score? >= raised {
                    return Ok(beta);
                }
            }
        }

        // Step 8. Without a move from the table, one ply less.
        let hint = entry.map_or(MoveHint::of(None), |entry| entry.hint);
        let depth = if N::ROOT { depth } else { depth - policy::internal_reduction(depth, hint.is_some()) };

        // Step 9. Extensions that concern the node or the table's move.
        let forced = policy::extends_forced_reply(move_count, ply, self.iteration);
        let singular = if N::ROOT || forced {
            0
        } else {
            self.singular_extension(node, entry.as_ref(), depth, move_count)?
        };

        // Step 10. The moves, the most promising first.
        let turn = node.position.turn();
        let mut picker = if N::ROOT {
            Picker::in_order(self.root_moves[self.rank..].iter().map(|root_move| root_move.mv).collect())
        } else {
            Picker::new(moves, turn, hint, self.frames[ply].killers, &self.history)
        };
        self.frames[ply + 1].killers = [None; 2];
        self.path.push(node.key);
        let original_alpha = alpha;
        let mut best: Option<(Score, Move)> = None;
        let mut child_line = Line::default();
        let mut index = 0;
        while let Some(mv) = picker.next() {
            if excluded == Some(mv) {
                continue;
            }
            let child = node.after(mv);

            // Step 11. Depth: extended, or reduced for late quiet moves.
            let extension = if forced {
                1
            } else if hint.fits(mv) {
                singular
            } else {
                0
            };
            let new_depth = depth - 1 + extension;
            let reduction = if captures || mv.promotes || extension > 0 {
                0
            } else {
                self.reductions.of::<N>(depth, index, self.history.get(turn, mv), improving)
            };

            // Step 12. The first move with the full window; the others must first show that they are better.
            let mut score = Score::INFINITE;
            if index > 0 || !N::PV {
                let reduced = (new_depth - reduction).max(0);
                score =
                    -self.alphabeta::<ZeroWindow>(&child, reduced, -(alpha + 1), -alpha, &mut child_line)?;
                if score > alpha && reduction > 0 {
                    score = -self.alphabeta::<ZeroWindow>(
                        &child,
                        new_depth,
                        -(alpha + 1),
                        -alpha,
                        &mut child_line,
                    )?;
                }
            }
            if N::PV && (index == 0 || score > alpha) {
                score = -self.alphabeta::<Pv>(&child, new_depth, -beta, -alpha, &mut child_line)?;
            }
            index += 1;

            // Step 13. A better move, or a refutation.
            if best.is_none_or(|(best, _)| score > best) {
                best = Some((score, mv));
                if N::PV && (score > alpha || index == 1) {
                    line.set(mv, &child_line);
                    if N::ROOT {
                        self.record_root_move(mv, score, line);
                    }
                }
                if score > alpha {
                    alpha = score;
                    if score >= beta {
                        if move_count > 1 {
                            self.learn(ply, turn, mv, picker.tried(), depth);
                        }
                        break;
                    }
                }
            }
        }
        self.path.pop();

        // Step 14. What was found out is kept for others.
        let Some((score, mv)) = best else { return Ok(alpha) };
        if excluded.is_none() && !(N::ROOT && self.root_is_restricted()) {
            let bound = if score >= beta {
                Bound::Lower
            } else if score > original_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let known = (bound != Bound::Upper || move_count == 1).then_some(mv);
            let evaluation = evaluation.and_then(Score::centimen);
            self.shared.table.store(key, Entry::new(known, score, ply, evaluation, depth, bound));
        }
        Ok(score)
    }

    /// Draws by repetition and count, and windows that no win or loss from here on can reach.
    pub(super) fn decided(&self, node: &Node<R>, alpha: Score, beta: Score) -> Option<Score> {
        let drawn =
            node.is_repetition(&self.path) || (node.is_drawn_by_count() && node.position.has_legal_move());
        if drawn {
            return Some(Score::DRAW);
        }
        let (worst, best) = (Score::loss_in(node.ply), Score::win_in(node.ply));
        if worst >= beta {
            return Some(worst);
        }
        if best <= alpha {
            return Some(best);
        }
        (node.ply >= MAX_PLY).then(|| self.evaluation(&node.position))
    }

    /// The evaluation of a node, which the table may know.
    fn static_evaluation(&self, node: &Node<R>, entry: Option<&Entry>) -> Score {
        let known = entry.and_then(|entry| entry.evaluation).map(i32::from);
        known.map_or_else(|| self.evaluation(&node.position), Score::evaluation)
    }

    /// Whether the evaluation is better than at the same side's last turn at which there was one.
    fn is_improving(&self, ply: usize) -> bool {
        let earlier = [2, 4].into_iter().find_map(|back| self.frames[ply.checked_sub(back)?].evaluation);
        match (self.frames[ply].evaluation, earlier) {
            (Some(now), Some(then)) => now > then,
            _ => true,
        }
    }

    /// Whether the table's move is so much better than all others that it should be looked at more deeply.
    fn singular_extension(
        &mut self,
        node: &Node<R>,
        entry: Option<&Entry>,
        depth: i32,
        move_count: usize,
    ) -> Result<i32, Stopped> {
        let ply = node.ply;
        let may_extend =
            self.frames[ply].excluded.is_none() && move_count > 1 && (ply as i32) < 2 * self.iteration;
        let test = entry.filter(|_| may_extend).and_then(|entry| policy::singular_test(entry, depth, ply));
        let (Some((bound, shallow)), Some(entry)) = (test, entry) else { return Ok(0) };
        let moves = node.position.legal_moves();
        let Some(&mv) = moves.iter().find(|&&mv| entry.hint.fits(mv)) else { return Ok(0) };
        self.frames[ply].excluded = Some(mv);
        let score = self.alphabeta::<ZeroWindow>(node, shallow, bound - 1, bound, &mut Line::default());
        self.frames[ply].excluded = None;
        Ok(i32::from(score? < bound))
    }

    /// A move refuted its parent: it is worth trying early elsewhere, and those tried before it less so.
    fn learn(&mut self, ply: usize, turn: crate::board::Color, mv: Move, tried: &[Move], depth: i32) {
        let amount = (depth * depth * 4).min(1_600) + 16;
        self.history.add(turn, mv, amount);
        for &other in tried {
            self.history.add(turn, other, -amount);
        }
        let killers = &mut self.frames[ply].killers;
        if !mv.is_capture() && killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }
}
