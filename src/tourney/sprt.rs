//! The sequential probability ratio test: how long to go on until one of two hypotheses is as good as sure.
//!
//! The likelihood ratio is the generalized one over the five kinds of pairs. Source: Michel Van den Bergh, "A practical
//! introduction to the GSPRT" and "Normalized Elo (practical)".

use super::statistics::{NORMALIZED_UNIT, Tally, expected_score};

/// The unit in which the hypotheses are stated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Model {
    /// Normalized Elo, which does not depend on how often games are drawn.
    #[default]
    Normalized,
    /// Elo.
    Logistic,
}

/// A test of `elo1` against `elo0`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference of strength under the hypothesis to be rejected or kept.
    pub elo0: f64,
    /// The difference under the other hypothesis; greater.
    pub elo1: f64,
    /// How often `elo1` may be accepted while `elo0` is true.
    pub alpha: f64,
    /// How often `elo0` may be accepted while `elo1` is true.
    pub beta: f64,
    /// The unit of both.
    pub model: Model,
}

/// What a test has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// `elo0` is accepted.
    H0,
    /// `elo1` is accepted.
    H1,
}

/// What stands for no pair of a kind, so that no kind is thought to be impossible.
const NEARLY_NONE: f64 = 1e-3;

impl Sprt {
    /// The bounds of the logarithm of the likelihood ratio.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of the likelihood ratio; 0 without a pair.
    pub fn llr(&self, tally: &Tally) -> f64 {
        if tally.pair_count() == 0 {
            return 0.0;
        }
        let counts = tally.pairs.map(|count| if count == 0 { NEARLY_NONE } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / total);
        let likely = |elo: f64| match self.model {
            Model::Logistic => with_mean(shares, expected_score(elo)),
            // The deviation of a pair's score is that of a game's over the root of 2.
            Model::Normalized => with_normalized_mean(shares, elo / NORMALIZED_UNIT * 2_f64.sqrt()),
        };
        let (under0, under1) = (likely(self.elo0), likely(self.elo1));
        total * (0..5).map(|kind| shares[kind] * (under1[kind] / under0[kind]).ln()).sum::<f64>()
    }

    /// Whether the test is over.
    pub fn verdict(&self, tally: &Tally) -> Option<Verdict> {
        let (llr, (lower, upper)) = (self.llr(tally), self.bounds());
        if llr >= upper {
            Some(Verdict::H1)
        } else if llr <= lower {
            Some(Verdict::H0)
        } else {
            None
        }
    }
}

/// The scores of the five kinds of pairs.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The distribution with this mean under which the observed shares are most likely.
fn with_mean(shares: [f64; 5], mean: f64) -> [f64; 5] {
    tilted(shares, SCORES.map(|score| score - mean))
}

/// The distribution whose mean lies so many of its standard deviations above ½ under which the observed shares are most
/// likely: the condition is not linear, and is approached by linear ones.
fn with_normalized_mean(shares: [f64; 5], deviations: f64) -> [f64; 5] {
    let mut likely = [0.2; 5];
    for _ in 0..100 {
        let mean: f64 = (0..5).map(|kind| likely[kind] * SCORES[kind]).sum();
        let variance: f64 = (0..5).map(|kind| likely[kind] * (SCORES[kind] - mean).powi(2)).sum();
        let deviation = variance.sqrt();
        let bend = |score: f64| 1.0 + ((mean - score) / deviation).powi(2);
        let next =
            tilted(shares, SCORES.map(|score| score - 0.5 - 0.5 * deviations * deviation * bend(score)));
        let moved = (0..5).map(|kind| (next[kind] - likely[kind]).abs()).fold(0.0, f64::max);
        likely = next;
        if moved < 1e-10 {
            break;
        }
    }
    likely
}

/// The distribution under which the observed shares are most likely while the `values` have the mean 0: each share is
/// divided by 1 + θ·value, with the θ that does it.
fn tilted(shares: [f64; 5], values: [f64; 5]) -> [f64; 5] {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || greatest <= 0.0 {
        // No distribution has this mean.
        return shares;
    }
    // All divisors are positive between the two ends, and the mean falls from one to the other.
    let (mut low, mut high) = (-1.0 / greatest, -1.0 / least);
    for _ in 0..200 {
        let theta = f64::midpoint(low, high);
        let mean: f64 = (0..5).map(|kind| shares[kind] * values[kind] / (1.0 + theta * values[kind])).sum();
        if mean > 0.0 {
            low = theta;
        } else {
            high = theta;
        }
    }
    let theta = f64::midpoint(low, high);
    std::array::from_fn(|kind| shares[kind] / (1.0 + theta * values[kind]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of fishtest's `LLRcalc` for the same results.
    #[test]
    fn the_ratio_is_that_of_the_reference() {
        let many = [10_789, 19_328, 33_806, 19_402, 10_543];
        let drawish = [39, 2_226, 31_451, 2_412, 40];
        for (pairs, elo0, elo1, model, llr) in [
            (many, -3.0, 1.0, Model::Logistic, 2.131_067_8),
            (many, -3.0, 1.0, Model::Normalized, 0.300_869_8),
            (many, 0.0, 5.0, Model::Normalized, -26.838_448_6),
            (drawish, 0.2, 0.9, Model::Logistic, 2.162_542_6),
            (drawish, 0.764, 3.439, Model::Normalized, 2.162_940_9),
            (drawish, -5.0, 0.0, Model::Normalized, 17.832_223_6),
            ([0, 10, 20, 50, 20], 0.0, 5.0, Model::Logistic, 1.428_686_1),
            ([0, 10, 20, 50, 20], 0.0, 5.0, Model::Normalized, 1.268_896_4),
            ([0, 3, 10, 5, 2], 0.0, 5.0, Model::Normalized, 0.146_460_5),
        ] {
            let sprt = Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model };
            let value = sprt.llr(&Tally { pairs, ..Tally::default() });
            assert!((value - llr).abs() < 2e-5, "{pairs:?} {model:?}: {value} is not {llr}");
        }
    }

    #[test]
    fn a_test_ends_at_its_bounds() {
        let sprt = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: Model::Normalized };
        let (lower, upper) = sprt.bounds();
        assert!((lower + 2.944_439).abs() < 1e-6 && (upper - 2.944_439).abs() < 1e-6);
        let verdict = |pairs| sprt.verdict(&Tally { pairs, ..Tally::default() });
        assert_eq!(verdict([0; 5]), None);
        assert_eq!(verdict([10, 20, 40, 20, 10]), None);
        assert_eq!(verdict([100, 2_000, 4_000, 3_000, 200]), Some(Verdict::H1));
        assert_eq!(verdict([200, 3_000, 4_000, 2_000, 100]), Some(Verdict::H0));
    }

    #[test]
    fn a_match_with_one_kind_of_pair_has_a_finite_ratio() {
        let sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model: Model::Normalized };
        for pairs in [[0, 0, 0, 0, 9], [9, 0, 0, 0, 0], [0, 0, 9, 0, 0]] {
            assert!(sprt.llr(&Tally { pairs, ..Tally::default() }).is_finite(), "{pairs:?}");
        }
    }
}
