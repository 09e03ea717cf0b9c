//! Evaluation: what a quiet position is worth, without looking ahead.
//!
//! The value is a weighted sum of features, each a number that is counted for White and, on the turned board,
//! for Black: material, a value for each square of a man, the shape of the back row, safe and blocked moves,
//! balance of the wings, kings and the main road, the opposition. The weights have a part for the opening and a
//! part for the ending, mixed by the number of men, and endings that are hard to win are scaled down.

mod features;
mod scaling;
mod weights;

pub use features::{FEATURES, Feature};

use crate::board::Color;
use crate::position::Position;
use crate::rules::{Giveaway, Rules, Russian};
use features::Tally;
pub use weights::{Weight, Weights};

/// Evaluations lie between this and its negative: well apart from proven wins and losses.
pub const LIMIT: i32 = 10_000;

/// A game that can be evaluated, and so searched.
pub trait Evaluated: Rules {
    /// What each feature is worth in this game.
    #[doc(hidden)]
    const WEIGHTS: &'static Weights;
}

impl Evaluated for Russian {
    const WEIGHTS: &'static Weights = &weights::RUSSIAN;
}

impl Evaluated for Giveaway {
    const WEIGHTS: &'static Weights = &weights::GIVEAWAY;
}

/// The value of a position for the side to move, in hundredths of a man.
pub fn evaluate<R: Evaluated>(position: &Position<R>) -> i32 {
    let mut sum = Sum { total: Weight::default(), weights: R::WEIGHTS };
    features::count(position, &mut sum);
    for_side_to_move(position, finish(position, sum.total))
}

/// The part of one feature in the value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// The name of the feature.
    pub name: &'static str,
    /// How often it counts for White less how often it counts for Black.
    pub count: i32,
    /// What it adds to the value for White, in hundredths of a man, before scaling.
    pub value: i32,
}

/// The terms of a position's value for White, those that count for nothing left out, and the value itself.
pub fn explain<R: Evaluated>(position: &Position<R>) -> (Vec<Term>, i32) {
    let mut counts = Counts([0; FEATURES]);
    features::count(position, &mut counts);
    let terms = counts.0.iter().enumerate().filter(|&(_, &count)| count != 0).map(|(index, &count)| {
        let value = mix(position, R::WEIGHTS[index] * count);
        (Feature::name_of(index), count, value)
    });
    let mut grouped: Vec<Term> = Vec::new();
    for (name, count, value) in terms {
        match grouped.iter_mut().find(|term| term.name == name) {
            Some(term) => *term = Term { name, count: term.count + count, value: term.value + value },
            None => grouped.push(Term { name, count, value }),
        }
    }
    let value = evaluate(position);
    (grouped, for_side_to_move(position, value))
}

/// How often each feature counts, White less Black: for whoever fits weights to games.
pub fn feature_counts<R: Rules>(position: &Position<R>) -> [i32; FEATURES] {
    let mut counts = Counts([0; FEATURES]);
    features::count(position, &mut counts);
    counts.0
}

/// Turns a value for White into one for the side to move, and back.
fn for_side_to_move<R: Rules>(position: &Position<R>, value: i32) -> i32 {
    if position.turn() == Color::White { value } else { -value }
}

fn finish<R: Evaluated>(position: &Position<R>, total: Weight) -> i32 {
    scaling::scale(position, mix(position, total)).clamp(-LIMIT, LIMIT)
}

/// Mixes the two parts of a value by the men that are left.
fn mix<R: Rules>(position: &Position<R>, total: Weight) -> i32 {
    let men = (position.men(Color::White) | position.men(Color::Black)).count() as i32;
    let all = 2 * R::MOST_PIECES as i32;
    (total.opening() * men + total.ending() * (all - men)) / all
}

/// Adds up the weights.
struct Sum {
    total: Weight,
    weights: &'static Weights,
}

impl Tally for Sum {
    #[inline]
    fn add(&mut self, feature: usize, times: i32) {
        self.total += self.weights[feature] * times;
    }
}

/// Keeps the counts apart.
struct Counts([i32; FEATURES]);

impl Tally for Counts {
    fn add(&mut self, feature: usize, times: i32) {
        self.0[feature] += times;
    }
}
