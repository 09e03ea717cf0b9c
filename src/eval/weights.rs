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
        (Feature::Man, (165, 35)),
        (Feature::FirstKing, (178, 134)),
        (Feature::FurtherKing, (163, 118)),
        (Feature::KingOnMainRoad, (35, -3)),
        (Feature::KingMobility, (67, -12)),
        (Feature::TrappedKing, (2, 1)),
        (Feature::Imbalance, (3, -14)),
        (Feature::SafeStep, (21, -0)),
        (Feature::UnsafeStep, (23, -11)),
        (Feature::BlockedMan, (4, 1)),
        (Feature::Support, (13, 0)),
        (Feature::Hole, (-5, 1)),
        (Feature::Pair, (4, 1)),
        (Feature::Runaway, (50, -27)),
        (Feature::Opposition, (-0, -1)),
        (Feature::Turn, (5, 5)),
    ],
    // Bit 0 is a1, bit 3 g1: which squares of the back row are guarded.
    [
        (-1, -2),
        (-12, -1),
        (-7, 3),
        (-8, 2),
        (2, 2),
        (2, -1),
        (-3, -1),
        (6, -12),
        (-4, -5),
        (2, 6),
        (-2, 5),
        (8, -0),
        (6, 3),
        (1, -1),
        (3, 8),
        (7, -7),
    ],
    [
        (1, -4),
        (-2, 7),
        (19, 1),
        (17, 18), // row 1
        (-7, -11),
        (-0, -2),
        (-2, -3),
        (14, -6), // row 2
        (-12, -10),
        (-18, 9),
        (2, -6),
        (-10, -10), // row 3
        (-27, -5),
        (-2, 6),
        (2, 7),
        (27, -14), // row 4
        (31, -21),
        (-20, 11),
        (-47, 8),
        (-23, 1), // row 5
        (-10, 24),
        (-23, 20),
        (-2, 18),
        (5, 21), // row 6
        (4, 41),
        (9, 43),
        (2, 32),
        (16, 42), // row 7
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
