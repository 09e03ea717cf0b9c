//! Perft: the number of move sequences of a given length, the standard test of a move generator.

use super::{Move, Position};
use crate::rules::Rules;

/// The number of sequences of `depth` legal moves. Routes of a capture that agree in start, end and captured
/// pieces count once.
pub fn perft<R: Rules>(position: &Position<R>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        _ => {
            let mut leaves = 0;
            position.each_move(|mv| {
                let next = position.after(mv);
                // Not a call of itself at depth 1: nearly all positions are there, and only need counting.
                leaves += if depth == 2 { next.count_moves() } else { perft(&next, depth - 1) };
            });
            leaves
        }
    }
}

/// [`perft`] that gives up when `go_on` says so; it is asked some times a second.
pub fn perft_while<R: Rules>(position: &Position<R>, depth: u32, go_on: &impl Fn() -> bool) -> Option<u64> {
    const DEPTH_WITHOUT_ASKING: u32 = 7;
    if depth <= DEPTH_WITHOUT_ASKING {
        return go_on().then(|| perft(position, depth));
    }
    position.legal_moves().iter().map(|&mv| perft_while(&position.after(mv), depth - 1, go_on)).sum()
}

/// [`perft`] split by the first move. `depth` counts that move, and is at least 1.
pub fn divide<R: Rules>(position: &Position<R>, depth: u32) -> Vec<(Move, u64)> {
    let below = depth.saturating_sub(1);
    position.legal_moves().into_iter().map(|mv| (mv, perft(&position.after(mv), below))).collect()
}
