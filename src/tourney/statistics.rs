//! What the results of a match say about two players.
//!
//! Games come in pairs: the same opening with colours swapped. The two results of a pair depend on each other, and so
//! the error bars are taken from the pairs, of which there are five kinds. Formulas: Michel Van den Bergh, "A practical
//! introduction to the GSPRT", and the notes on normalized Elo of the same author.

use std::ops::AddAssign;

/// A game's result as the first player sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The first player has lost.
    Loss,
    /// The game was drawn.
    Draw,
    /// The first player has won.
    Win,
}

impl Outcome {
    /// The result as the other player sees it.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// Half points: 0, 1 or 2.
    pub const fn half_points(self) -> usize {
        self as usize
    }
}

/// The results of a match as the first player sees them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games lost, drawn and won.
    pub games: [u64; 3],
    /// Finished pairs by their half points, from 0 to 4.
    pub pairs: [u64; 5],
    /// Of the pairs with one point each, those with a win and a loss.
    pub split_pairs: u64,
}

/// An estimate with the half width of its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// Half the width of the interval; infinite when nothing is known about it.
    pub error: f64,
}

/// The standard deviations on each side of the mean that hold 95 % of a normal distribution.
const DEVIATIONS_95: f64 = 1.959_963_984_540_054;
/// Elo points in one unit of the logarithm of the odds, 400/ln 10, times two: the unit of normalized Elo.
pub(super) const NORMALIZED_UNIT: f64 = 800.0 / std::f64::consts::LN_10;

impl Tally {
    /// Adds a game.
    pub const fn add_game(&mut self, outcome: Outcome) {
        self.games[outcome as usize] += 1;
    }

    /// Adds the pair that two games make; the games are added by themselves.
    pub fn add_pair(&mut self, first: Outcome, second: Outcome) {
        self.pairs[first.half_points() + second.half_points()] += 1;
        self.split_pairs += u64::from(first != second && first == second.reversed());
    }

    /// The same results as the second player sees them.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        self.games.reverse();
        self.pairs.reverse();
        self
    }

    /// The number of games.
    pub fn game_count(&self) -> u64 {
        self.games.iter().sum()
    }

    /// The number of finished pairs.
    pub fn pair_count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// The first player's points: 1 for a win, ½ for a draw.
    pub const fn points(&self) -> f64 {
        self.games[2] as f64 + self.games[1] as f64 / 2.0
    }

    /// The share of draws among the games; 0 without any.
    pub fn draw_ratio(&self) -> f64 {
        self.games[1] as f64 / self.game_count().max(1) as f64
    }

    /// The share of pairs with one point each among the pairs; 0 without any.
    pub fn drawn_pair_ratio(&self) -> f64 {
        self.pairs[2] as f64 / self.pair_count().max(1) as f64
    }

    /// Pairs won over pairs lost; infinite without a pair lost, `None` when no pair was won either.
    pub fn pairs_ratio(&self) -> Option<f64> {
        let [lost, won] = [self.pairs[0] + self.pairs[1], self.pairs[3] + self.pairs[4]];
        (lost + won > 0).then(|| won as f64 / lost as f64)
    }

    /// The difference of Elo; `None` without a game.
    pub fn elo(&self) -> Option<Estimate> {
        let sample = self.sample()?;
        let (low, high) = (sample.mean - sample.half_width(), sample.mean + sample.half_width());
        Some(Estimate { value: elo(sample.mean), error: (elo(high) - elo(low)) / 2.0 })
    }

    /// The difference of normalized Elo: the mean in units of a game's standard deviation, scaled so that it is about
    /// Elo where there are no draws. `None` without a game or when all games have the same result.
    pub fn normalized_elo(&self) -> Option<Estimate> {
        let sample = self.sample().filter(|sample| sample.variance > 0.0)?;
        // The variance of a single game that pairs of this variance have.
        let deviation = (sample.variance * sample.games_each).sqrt();
        Some(Estimate {
            value: (sample.mean - 0.5) / deviation * NORMALIZED_UNIT,
            error: DEVIATIONS_95 * NORMALIZED_UNIT / (sample.count * sample.games_each).sqrt(),
        })
    }

    /// The likelihood of superiority: how likely it is that the first player is the stronger one, from 0 to 1. `None`
    /// without a game.
    pub fn superiority(&self) -> Option<f64> {
        let sample = self.sample()?;
        let deviation = (sample.variance / sample.count).sqrt();
        let difference = sample.mean - 0.5;
        Some(if deviation > 0.0 {
            normal(difference / deviation)
        } else {
            0.5 + difference.signum() * 0.5 * f64::from(difference != 0.0)
        })
    }

    /// Mean and variance of the score, by pairs, or by games as long as no pair is finished.
    fn sample(&self) -> Option<Sample> {
        if self.pair_count() > 0 { Sample::of(&self.pairs, 2.0) } else { Sample::of(&self.games, 1.0) }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        for (mine, theirs) in self.games.iter_mut().zip(other.games) {
            *mine += theirs;
        }
        for (mine, theirs) in self.pairs.iter_mut().zip(other.pairs) {
            *mine += theirs;
        }
        self.split_pairs += other.split_pairs;
    }
}

/// A sample of scores from 0 to 1.
struct Sample {
    count: f64,
    mean: f64,
    variance: f64,
    /// The games that each score is made of.
    games_each: f64,
}

impl Sample {
    /// Of counts of equally spaced scores.
    fn of(counts: &[u64], games_each: f64) -> Option<Self> {
        let count = counts.iter().sum::<u64>() as f64;
        if count == 0.0 {
            return None;
        }
        let step = 1.0 / (counts.len() - 1) as f64;
        let scores =
            || counts.iter().enumerate().map(|(index, &of)| (index as f64 * step, of as f64 / count));
        let mean = scores().map(|(score, share)| score * share).sum::<f64>();
        let variance = scores().map(|(score, share)| share * (score - mean).powi(2)).sum();
        Some(Self { count, mean, variance, games_each })
    }

    fn half_width(&self) -> f64 {
        DEVIATIONS_95 * (self.variance / self.count).sqrt()
    }
}

/// The Elo difference that gives this expected score; infinite at 0 and 1.
pub fn elo(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// The expected score at this Elo difference.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The share of the normal distribution below this many standard deviations.
fn normal(deviations: f64) -> f64 {
    0.5 * erfc(-deviations / std::f64::consts::SQRT_2)
}

/// The complementary error function, by its series near 0 and its continued fraction farther out (Abramowitz and
/// Stegun, 7.1.6 and 7.1.14).
fn erfc(x: f64) -> f64 {
    let positive = x.abs();
    let value = if positive < 2.5 {
        let (mut term, mut sum) = (positive, positive);
        for index in 1..200 {
            term *= 2.0 * positive * positive / f64::from(2 * index + 1);
            sum += term;
        }
        1.0 - sum * 2.0 / std::f64::consts::PI.sqrt() * (-positive * positive).exp()
    } else {
        let mut fraction = 0.0;
        for index in (1..=60).rev() {
            fraction = f64::from(index) / 2.0 / (positive + fraction);
        }
        (-positive * positive).exp() / std::f64::consts::PI.sqrt() / (positive + fraction)
    };
    if x < 0.0 { 2.0 - value } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(value: f64, expected: f64, within: f64) {
        assert!((value - expected).abs() < within, "{value} is not {expected}");
    }

    fn of_pairs(pairs: [u64; 5]) -> Tally {
        Tally { pairs, ..Tally::default() }
    }

    /// The values of fishtest's statistics (`stat_util.get_elo`) for the same results.
    #[test]
    fn estimates_are_those_of_the_reference() {
        for (pairs, elo, error, superiority, normalized) in [
            ([10_789, 19_328, 33_806, 19_402, 10_543], -0.773_577, 1.277_580, 0.117_659, -0.951_629),
            ([39, 2_226, 31_451, 2_412, 40], 0.902_981, 0.662_531, 0.996_222, 3.450_800),
            ([1_187, 7_410, 13_475, 7_378, 1_164], -0.442_608, 1.729_859, 0.308_014, -0.704_141),
            ([50, 400, 1_000, 450, 60], 6.204_866, 6.235_842, 0.974_463, 10.825_692),
        ] {
            let tally = of_pairs(pairs);
            close(tally.elo().unwrap().value, elo, 1e-5);
            close(tally.elo().unwrap().error, error, 1e-5);
            close(tally.superiority().unwrap(), superiority, 1e-5);
            close(tally.normalized_elo().unwrap().value, normalized, 1e-5);
            close(tally.reversed().elo().unwrap().value, -elo, 1e-5);
        }
    }

    #[test]
    fn single_games_count_until_there_is_a_pair() {
        // 60 wins, 20 draws, 40 losses: a score of 7/12 with a variance of 17/80 + ...
        let tally = Tally { games: [40, 20, 60], ..Tally::default() };
        close(tally.elo().unwrap().value, 58.451, 1e-3);
        close(tally.points(), 70.0, 1e-12);
        close(tally.draw_ratio(), 1.0 / 6.0, 1e-12);
        assert_eq!(Tally::default().elo(), None);
    }

    #[test]
    fn a_match_with_one_kind_of_result_has_no_finite_error() {
        let tally = of_pairs([0, 0, 0, 0, 3]);
        assert!(tally.elo().unwrap().value.is_infinite());
        assert_eq!(tally.normalized_elo(), None);
        close(tally.superiority().unwrap(), 1.0, 1e-12);
        close(of_pairs([0, 0, 7, 0, 0]).superiority().unwrap(), 0.5, 1e-12);
        assert_eq!(tally.pairs_ratio(), Some(f64::INFINITY));
        assert_eq!(of_pairs([0, 0, 7, 0, 0]).pairs_ratio(), None);
    }

    #[test]
    fn pairs_are_told_apart() {
        let mut tally = Tally::default();
        tally.add_pair(Outcome::Win, Outcome::Loss);
        tally.add_pair(Outcome::Draw, Outcome::Draw);
        tally.add_pair(Outcome::Draw, Outcome::Win);
        assert_eq!((tally.pairs, tally.split_pairs), ([0, 0, 2, 1, 0], 1));
        close(tally.drawn_pair_ratio(), 2.0 / 3.0, 1e-12);
    }

    #[test]
    fn the_normal_distribution_has_its_known_values() {
        for (deviations, share) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746),
            (-1.959_964, 0.025),
            (3.0, 0.998_650_102),
            (5.0, 0.999_999_713),
        ] {
            close(normal(deviations), share, 1e-8);
        }
    }
}
