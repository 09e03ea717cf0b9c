//! Evaluation: what a quiet position is worth, without looking ahead.
//!
//! The value is a weighted sum of what is found for White less what is found for Black on the turned board: patterns of
//! men in windows of the board, and some features besides, such as kings and the squares they reach, steps that can be
//! made safely, the main road, the opposition. The weights have a part for the opening and a part for the ending, mixed
//! by the number of men. They are learnt from games (`train`) and part of the program. Endings that are hard to win are
//! scaled down.

mod features;
mod file;
mod patterns;
mod scaling;
mod weights;

pub use crate::files::OpenError;
pub use features::{FEATURES, Feature};
pub use file::{WeightsError, WeightsFault};
pub use weights::{Term, Weights};

pub(crate) use patterns::{CONTENTS, FIRST, OTHER, Patterns};
pub(crate) use scaling::sixteenths_of;
pub(crate) use weights::{Counts, UNIT, Weight, phase};

use std::sync::{Arc, LazyLock};

use crate::rules::{Giveaway, Rules, Russian};

/// Evaluations lie between this and its negative: well apart from proven wins and losses.
pub const LIMIT: i32 = 10_000;

/// A game that can be evaluated, and so searched.
pub trait Evaluated: Rules {
    /// What is known before anything is learnt, in hundredths of a man.
    #[doc(hidden)]
    const START: &'static [(Feature, i16)];

    /// The weights that are part of the program.
    fn weights() -> Arc<Weights<Self>>;
}

impl Evaluated for Russian {
    const START: &'static [(Feature, i16)] =
        &[(Feature::Man, 100), (Feature::FirstKing, 250), (Feature::FurtherKing, 200)];

    fn weights() -> Arc<Weights<Self>> {
        static WEIGHTS: LazyLock<Arc<Weights<Russian>>> =
            LazyLock::new(|| embedded(include_bytes!("data/russian.weights")));
        Arc::clone(&WEIGHTS)
    }
}

/// Weights that are part of the program.
fn embedded<R: Evaluated>(bytes: &[u8]) -> Arc<Weights<R>> {
    Arc::new(Weights::read(bytes).unwrap_or_else(|fault| {
        log::error!("weights of {}: {fault}", R::VARIANT);
        Weights::start()
    }))
}

impl Evaluated for Giveaway {
    /// Pieces are a burden, and moves to choose from an asset.
    const START: &'static [(Feature, i16)] = &[
        (Feature::Man, -80),
        (Feature::FirstKing, -40),
        (Feature::FurtherKing, -80),
        (Feature::KingMobility, 1),
        (Feature::SafeStep, 6),
        (Feature::UnsafeStep, 8),
        (Feature::Turn, 3),
    ];

    fn weights() -> Arc<Weights<Self>> {
        static WEIGHTS: LazyLock<Arc<Weights<Giveaway>>> = LazyLock::new(|| Arc::new(Weights::start()));
        Arc::clone(&WEIGHTS)
    }
}
