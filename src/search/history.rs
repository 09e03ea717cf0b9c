//! What the search has learnt about moves, wherever they were played.

use crate::board::Color;
use crate::position::Move;

/// The greatest amount of history.
pub(super) const MOST: i32 = 16_384;

/// For each side and each pair of squares, how well the move has done so far.
pub(super) struct History(Vec<i16>);

impl History {
    pub(super) fn new() -> Self {
        Self(vec![0; 2 * 64 * 64])
    }

    const fn index(color: Color, mv: Move) -> usize {
        (color as usize) << 12 | mv.from.index() << 6 | mv.to.index()
    }

    /// How well the move has done, from `-MOST` to `MOST`.
    pub(super) fn get(&self, color: Color, mv: Move) -> i32 {
        i32::from(self.0[Self::index(color, mv)])
    }

    /// The move did well (a positive amount) or badly. What is known fades as it is added to, and stays bounded.
    pub(super) fn add(&mut self, color: Color, mv: Move, amount: i32) {
        let value = &mut self.0[Self::index(color, mv)];
        let old = i32::from(*value);
        *value = (old + amount - old * amount.abs() / MOST) as i16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Bitboard, Square};

    #[test]
    fn history_stays_within_its_bounds() {
        let mv = Move {
            from: Square::from_index(9),
            to: Square::from_index(14),
            promotes: false,
            captured: Bitboard::EMPTY,
        };
        let mut history = History::new();
        for _ in 0..1000 {
            history.add(Color::White, mv, 2_000);
        }
        assert!(history.get(Color::White, mv) > MOST / 2 && history.get(Color::White, mv) <= MOST);
        assert_eq!(history.get(Color::Black, mv), 0);
    }
}
