//! What the features are worth, in hundredths of a man: in the opening and in the ending.
//!
//! Russian: set by hand, then fitted by logistic regression to the results of 37 thousand games that the engine
//! played with itself at 2500 nodes a move from random openings (1.6 million positions without a capture for either
//! side and within six men; what is rare was held near its first value). The two parts of a weight are mixed by the
//! number of men, of which there are seldom very many or very few: far from the middle they are extrapolated, and only
//! their mixture means something. Giveaway: set by hand.

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
        (Feature::Man, (171, 29)),
        (Feature::FirstKing, (186, 102)),
        (Feature::FurtherKing, (165, 39)),
        (Feature::KingOnMainRoad, (32, -13)),
        (Feature::KingMobility, (54, -4)),
        (Feature::TrappedKing, (3, -11)),
        (Feature::Imbalance, (1, -13)),
        (Feature::SafeStep, (26, -1)),
        (Feature::UnsafeStep, (27, -12)),
        (Feature::BlockedMan, (7, -0)),
        (Feature::Support, (14, 2)),
        (Feature::Hole, (-3, 1)),
        (Feature::Pair, (0, 3)),
        (Feature::Runaway, (58, -31)),
        (Feature::Opposition, (4, -0)),
        (Feature::Turn, (6, 4)),
    ],
    // Bit 0 is a1, bit 3 g1: which squares of the back row are guarded.
    [
        (-12, 8),
        (-8, -2),
        (-1, 1),
        (-7, -2),
        (3, -0),
        (1, 1),
        (-1, -3),
        (3, -6),
        (-0, -9),
        (2, -3),
        (1, 10),
        (5, 3),
        (1, 3),
        (4, 2),
        (3, 5),
        (6, -8),
    ],
    [
        (1, -6),
        (4, 8),
        (16, 2),
        (16, 11), // row 1
        (-4, -12),
        (8, -5),
        (2, -3),
        (14, -5), // row 2
        (-4, -11),
        (-15, 8),
        (6, -7),
        (-13, -11), // row 3
        (-25, -6),
        (-8, 10),
        (-7, 11),
        (20, -17), // row 4
        (6, -17),
        (-23, 14),
        (-51, 7),
        (-22, 8), // row 5
        (-17, 14),
        (-20, 20),
        (0, 23),
        (13, 17), // row 6
        (16, 20),
        (9, 30),
        (2, 37),
        (18, 47), // row 7
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
