//! What to extend, reduce and prune: the judgements of the search, each under its name.

use std::sync::LazyLock;

use super::Score;
use super::node::NodeKind;
use super::params as p;
use super::table::{Bound, Entry};

/// The forced-reply extension: with a single legal move (most often a recapture) there is nothing to decide, and
/// the ply costs nothing. Bounded by the depth of the iteration.
pub(super) fn extends_forced_reply(moves: usize, ply: usize, iteration: i32) -> bool {
    moves == 1 && (ply as i32) < 2 * iteration
}

/// Whether a bound from the table decides a node searched to `depth` with this window, from which so many plies are left
/// until a draw by count.
pub(super) fn table_decides(
    entry: &Entry,
    depth: i32,
    (alpha, beta): (Score, Score),
    ply: usize,
    plies_to_draw: u16,
) -> bool {
    let score = entry.score(ply);
    // The win may have been found with more plies left than there are here.
    if score.plies().is_some_and(|plies| plies.saturating_sub(ply) > usize::from(plies_to_draw)) {
        return false;
    }
    // A proven win or loss stays proven, however shallow the search that found it.
    let deep_enough = i32::from(entry.depth) >= depth
        || (score.is_any_win() && entry.bound != Bound::Upper)
        || (score.is_any_loss() && entry.bound != Bound::Lower);
    let decides = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    };
    deep_enough && decides
}

/// Reverse futility: whether an evaluation is so far above beta that a shallow search will not bring it down.
pub(super) fn is_futile_to_search(evaluation: Score, depth: i32, beta: Score, improving: bool) -> bool {
    let margin = p::FUTILITY_MARGIN * (depth - i32::from(improving)).max(1);
    depth <= p::FUTILITY_DEPTH && beta.is_evaluation() && evaluation >= beta + margin
}

/// The `ProbCut`-like pruning (Buro 1995, in the form of Scan): the raised beta and the depth of a shallow search
/// that, if it reaches it, is believed to show that the deep one would reach beta. `None`: not worth trying.
pub(super) fn probcut(depth: i32, beta: Score, evaluation: Score) -> Option<(Score, i32)> {
    let raised = beta + p::PROBCUT_MARGIN * depth;
    let promising = evaluation >= beta;
    let worth_trying =
        depth >= p::PROBCUT_DEPTH && beta.is_evaluation() && raised.is_evaluation() && promising;
    worth_trying.then_some((raised, depth * p::PROBCUT_PART / 100))
}

/// Internal iterative reduction: without a move from the table a deep search begins badly; a shallower one costs
/// less and leaves a move for the next time.
pub(super) fn internal_reduction(depth: i32, has_table_move: bool) -> i32 {
    i32::from(depth >= p::INTERNAL_REDUCTION_DEPTH && !has_table_move)
}

/// The singular extension's test: the score that all other moves must fail to reach, and the depth at which
/// they are tried. `None`: the table's entry says too little about its move.
pub(super) fn singular_test(entry: &Entry, depth: i32, ply: usize) -> Option<(Score, i32)> {
    let score = entry.score(ply);
    let applies = depth >= p::SINGULAR_DEPTH
        && entry.hint.is_some()
        && entry.bound != Bound::Upper
        && i32::from(entry.depth) >= depth - p::SINGULAR_TABLE_DEPTH
        && score.is_evaluation();
    applies.then(|| (score - p::SINGULAR_MARGIN * depth, depth / 2))
}

/// Late-move reductions, by depth and the number of the move.
pub(super) struct Reductions([[u8; 64]; 64]);

/// Logarithms take longer than a short search, so they are worked out once.
pub(super) static REDUCTIONS: LazyLock<Reductions> = LazyLock::new(Reductions::new);

impl Reductions {
    fn new() -> Self {
        let logarithms: [f64; 64] = std::array::from_fn(|number| (number.max(1) as f64).ln());
        let mut plies = [[0; 64]; 64];
        for (depth, row) in plies.iter_mut().enumerate().skip(1) {
            for (index, entry) in row.iter_mut().enumerate().skip(1) {
                let product = logarithms[depth] * logarithms[index];
                *entry = ((p::REDUCTION_BASE + p::REDUCTION_SLOPE * product) / 100.0) as u8;
            }
        }
        Self(plies)
    }

    /// By how many plies a quiet move is searched less deep, if it comes as number `index` (from 0).
    pub(super) fn of<N: NodeKind>(&self, depth: i32, index: usize, history: i32, improving: bool) -> i32 {
        if depth < p::REDUCTION_DEPTH || index < p::REDUCTION_MOVES + usize::from(N::PV) {
            return 0;
        }
        let base = i32::from(self.0[depth.min(63) as usize][index.min(63)]);
        let reduction = base - i32::from(N::PV) + i32::from(!improving) - history / p::REDUCTION_HISTORY;
        reduction.clamp(0, depth - 1)
    }
}
