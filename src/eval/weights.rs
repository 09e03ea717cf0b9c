//! What the features are worth, in hundredths of a man: in the opening and in the ending.

use super::features::{FEATURES, Feature};

/// The two weights of each feature.
pub type Weights = [(i16, i16); FEATURES];

/// A kind of features with one weight each, and its weights.
type Entry = (Feature, (i16, i16));

const fn weights(entries: &[Entry], back_row: [i16; 16], men: [(i16, i16); 32]) -> Weights {
    let mut weights = [(0, 0); FEATURES];
    let mut index = 0;
    while index < entries.len() {
        weights[entries[index].0 as usize] = entries[index].1;
        index += 1;
    }
    index = 0;
    while index < 16 {
        weights[Feature::BackRow as usize + index] = (back_row[index], back_row[index] / 3);
        index += 1;
    }
    index = 0;
    while index < 32 {
        weights[Feature::ManSquare as usize + index] = men[index];
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
    [0, 2, 6, 6, 6, 7, 16, 14, 4, 5, 10, 9, 10, 10, 16, 12],
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
    [0; 16],
    [(0, 0); 32],
);
