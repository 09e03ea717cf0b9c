//! What the features are worth, in hundredths of a man: in the opening and in the ending.

use std::ops::{AddAssign, Mul};

use super::features::{FEATURES, Feature};
use crate::board::{Geometry, Numbering};

/// The weight of a feature in the opening and in the ending, in one word so that one multiplication and one
/// addition serve both: the opening in the upper half, and the ending, with its sign, added to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weight(i32);

impl Weight {
    const fn new((opening, ending): (i16, i16)) -> Self {
        Self(((opening as i32) << 16) + ending as i32)
    }

    /// The part for the opening.
    pub(super) const fn opening(self) -> i32 {
        // A negative ending has taken one from the upper half.
        (self.0 + 0x8000) >> 16
    }

    /// The part for the ending.
    pub(super) const fn ending(self) -> i32 {
        self.0 as i16 as i32
    }
}

impl Mul<i32> for Weight {
    type Output = Self;
    fn mul(self, times: i32) -> Self {
        Self(self.0 * times)
    }
}

impl AddAssign for Weight {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

/// The weight of each feature.
pub type Weights = [Weight; FEATURES];

/// A kind of features with one weight each, and its weights.
type Entry = (Feature, (i16, i16));

/// The table of weights. The men's are listed by rows, a1 first.
const fn weights(entries: &[Entry], back_row: [(i16, i16); 16], men: [(i16, i16); 32]) -> Weights {
    let mut weights = [Weight(0); FEATURES];
    let mut index = 0;
    while index < entries.len() {
        weights[entries[index].0 as usize] = Weight::new(entries[index].1);
        index += 1;
    }
    index = 0;
    while index < 16 {
        weights[Feature::BackRow as usize + index] = Weight::new(back_row[index]);
        index += 1;
    }
    index = 0;
    while index < 32 {
        let square = Geometry::BOARD_8X8.from_number(index as u32 + 1, Numbering::FromBottom);
        if let Some(square) = square {
            weights[Feature::ManSquare as usize + square.index()] = Weight::new(men[index]);
        }
        index += 1;
    }
    weights
}

/// Russian draughts.
pub(super) const RUSSIAN: Weights = weights(
    &[
        (Feature::Man, (100, 100)),
        (Feature::FirstKing, (260, 300)),
        (Feature::FurtherKing, (260, 240)),
        (Feature::KingOnMainRoad, (20, 40)),
        (Feature::KingMobility, (4, 4)),
        (Feature::TrappedKing, (-60, -60)),
        (Feature::Imbalance, (-3, -2)),
        (Feature::SafeStep, (4, 3)),
        (Feature::UnsafeStep, (1, 1)),
        (Feature::BlockedMan, (-3, -4)),
        (Feature::Support, (2, 1)),
        (Feature::Hole, (-4, -2)),
        (Feature::Pair, (1, 1)),
        (Feature::Runaway, (60, 100)),
        (Feature::Opposition, (2, 6)),
        (Feature::Turn, (3, 3)),
    ],
    // Bit 0 is a1, bit 3 g1: c1 and e1 together guard the row best.
    [
        (0, 0),
        (2, 0),
        (6, 2),
        (6, 2),
        (6, 2),
        (7, 2),
        (16, 5),
        (14, 4),
        (4, 1),
        (5, 1),
        (10, 3),
        (9, 3),
        (10, 3),
        (10, 3),
        (16, 5),
        (12, 4),
    ],
    [
        (0, 0),
        (2, 0),
        (2, 0),
        (0, 0), // row 1
        (1, 2),
        (1, 2),
        (1, 2),
        (-1, 2), // row 2
        (-2, 4),
        (4, 5),
        (3, 5),
        (0, 5), // row 3
        (2, 8),
        (6, 10),
        (6, 10),
        (-2, 8), // row 4
        (-3, 13),
        (8, 15),
        (6, 15),
        (3, 14), // row 5
        (3, 22),
        (4, 24),
        (6, 24),
        (-2, 22), // row 6
        (12, 45),
        (14, 45),
        (14, 45),
        (12, 45), // row 7
        (0, 0),
        (0, 0),
        (0, 0),
        (0, 0), // row 8
    ],
);

/// Giveaway: pieces are a burden, and moves to choose from an asset.
pub(super) const GIVEAWAY: Weights = weights(
    &[
        (Feature::Man, (-60, -100)),
        (Feature::FirstKing, (-20, -60)),
        (Feature::FurtherKing, (-60, -100)),
        (Feature::KingMobility, (1, 1)),
        (Feature::SafeStep, (6, 6)),
        (Feature::UnsafeStep, (8, 8)),
        (Feature::BlockedMan, (4, 6)),
        (Feature::Turn, (3, 3)),
    ],
    [(0, 0); 16],
    [(0, 0); 32],
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weight_keeps_both_parts_through_sums() {
        for parts in [(0, 0), (5, -7), (-5, 7), (-300, -1), (100, 300)] {
            let mut sum = Weight::default();
            for times in [3, -1, 8] {
                sum += Weight::new(parts) * times;
            }
            assert_eq!((sum.opening(), sum.ending()), (10 * i32::from(parts.0), 10 * i32::from(parts.1)));
        }
    }
}
