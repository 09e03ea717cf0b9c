//! What features and patterns are worth: in the opening and in the ending.

use std::ops::{AddAssign, SubAssign};

use super::Evaluated;
use super::features::{self, FEATURES, Feature, Tally};
use super::patterns::Patterns;
use super::{LIMIT, scaling};
use crate::board::Color;
use crate::position::Position;
use crate::rules::Rules;

/// Weights are whole numbers of this part of a hundredth of a man.
pub(crate) const UNIT: i32 = 8;

/// The weight of something in the opening and in the ending, in one word so that one addition serves both: the opening
/// in the upper half, and the ending, with its sign, added to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Weight(i32);

impl Weight {
    /// From its parts.
    pub(crate) const fn new(opening: i16, ending: i16) -> Self {
        Self(((opening as i32) << 16) + ending as i32)
    }

    /// The part for the opening.
    pub(crate) const fn opening(self) -> i32 {
        // A negative ending has taken one from the upper half.
        (self.0 + 0x8000) >> 16
    }

    /// The part for the ending.
    pub(crate) const fn ending(self) -> i32 {
        self.0 as i16 as i32
    }
}

impl AddAssign for Weight {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl SubAssign for Weight {
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

/// The weights of all features and patterns of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights<R: Evaluated> {
    pub(super) features: Box<[Weight; FEATURES]>,
    pub(super) patterns: Box<[Weight]>,
    /// How they came to be, in one line.
    pub(super) origin: String,
    rules: std::marker::PhantomData<R>,
}

impl<R: Evaluated> Weights<R> {
    /// The weights with which learning begins: what pieces are worth, and no patterns.
    pub fn start() -> Self {
        let mut features = Box::new([Weight::default(); FEATURES]);
        for &(feature, value) in R::START {
            let value = value * UNIT as i16;
            features[feature as usize] = Weight::new(value, value);
        }
        let patterns = vec![Weight::default(); Patterns::<R>::COUNT].into();
        Self::new(features, patterns, "the values of the pieces, nothing learnt".to_owned())
    }

    pub(crate) fn new(features: Box<[Weight; FEATURES]>, patterns: Box<[Weight]>, origin: String) -> Self {
        Self { features, patterns, origin, rules: std::marker::PhantomData }
    }

    /// How the weights came to be, in one line.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// The value of a position for the side to move, in hundredths of a man.
    pub fn evaluate(&self, position: &Position<R>) -> i32 {
        let mut sum = Sum { value: Value::default(), weights: &self.features };
        features::count(position, &mut sum);
        let value = mix(position, sum.value.with(self.patterns_of(position)));
        for_side_to_move(position, scaling::scale(position, value).clamp(-LIMIT, LIMIT))
    }

    /// The terms of a position's value for White, those that count for nothing left out, and the value itself.
    pub fn explain(&self, position: &Position<R>) -> (Vec<Term>, i32) {
        let counts = Counts::of(position);
        let terms =
            counts.0.iter().zip(self.features.iter()).enumerate().filter(|&(_, (&count, _))| count != 0);
        let mut grouped: Vec<(&'static str, i32, Value)> = Vec::new();
        for (index, (&count, &weight)) in terms {
            let (name, value) = (Feature::name_of(index), Value::of(weight, count));
            match grouped.iter_mut().find(|term| term.0 == name) {
                Some(term) => *term = (name, term.1 + count, term.2.with(value)),
                None => grouped.push((name, count, value)),
            }
        }
        let patterns = ("patterns of men", None, self.patterns_of(position));
        let terms = grouped.into_iter().map(|(name, count, value)| (name, Some(count), value));
        let terms = terms.chain([patterns]);
        let terms = terms.map(|(name, count, value)| Term { name, count, value: mix(position, value) });
        let value = self.evaluate(position);
        (terms.collect(), for_side_to_move(position, value))
    }

    #[inline]
    fn patterns_of(&self, position: &Position<R>) -> Value {
        let [white, black] = Patterns::of(position);
        let mut sum = Weight::default();
        for window in 0..Patterns::<R>::WINDOWS {
            sum += self.patterns[white[window]];
            sum -= self.patterns[black[window]];
        }
        Value::of(sum, 1)
    }
}

/// The part of one feature in the value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// The name of the feature.
    pub name: &'static str,
    /// How often it counts for White less how often it counts for Black, if it is counted.
    pub count: Option<i32>,
    /// What it adds to the value for White, in hundredths of a man, before scaling.
    pub value: i32,
}

/// Turns a value for White into one for the side to move, and back.
fn for_side_to_move<R: Rules>(position: &Position<R>, value: i32) -> i32 {
    if position.turn() == Color::White { value } else { -value }
}

/// The part that the opening has in a position's value, as a fraction: the men that are left, of those at the start.
pub(crate) fn phase<R: Rules>(position: &Position<R>) -> (i32, i32) {
    let men = (position.men(Color::White) | position.men(Color::Black)).count() as i32;
    (men, 2 * R::MOST_PIECES as i32)
}

/// Mixes the two parts of a value, and makes hundredths of a man of it.
fn mix<R: Rules>(position: &Position<R>, value: Value) -> i32 {
    let (men, all) = phase(position);
    (value.opening * men + value.ending * (all - men)) / (all * UNIT)
}

/// A sum of weights for the opening and one for the ending.
#[derive(Clone, Copy, Debug, Default)]
struct Value {
    opening: i32,
    ending: i32,
}

impl Value {
    #[inline]
    fn of(weight: Weight, times: i32) -> Self {
        Self { opening: weight.opening() * times, ending: weight.ending() * times }
    }

    #[inline]
    fn with(self, other: Self) -> Self {
        Self { opening: self.opening + other.opening, ending: self.ending + other.ending }
    }
}

/// Adds up the weights.
struct Sum<'a> {
    value: Value,
    weights: &'a [Weight; FEATURES],
}

impl Tally for Sum<'_> {
    #[inline]
    fn add(&mut self, feature: usize, times: i32) {
        self.value = self.value.with(Value::of(self.weights[feature], times));
    }
}

/// How often each feature counts, White less Black.
pub(crate) struct Counts(pub(crate) [i32; FEATURES]);

impl Counts {
    /// Those of a position.
    pub(crate) fn of<R: Rules>(position: &Position<R>) -> Self {
        let mut counts = Self([0; FEATURES]);
        features::count(position, &mut counts);
        counts
    }
}

impl Tally for Counts {
    fn add(&mut self, feature: usize, times: i32) {
        self.0[feature] += times;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weight_keeps_both_parts_through_sums() {
        for parts in [(0, 0), (5, -7), (-5, 7), (-300, -1), (100, 300)] {
            let weight = Weight::new(parts.0, parts.1);
            let mut sum = Weight::default();
            (0..12).for_each(|_| sum += weight);
            (0..2).for_each(|_| sum -= weight);
            assert_eq!((sum.opening(), sum.ending()), (10 * i32::from(parts.0), 10 * i32::from(parts.1)));
        }
    }
}
