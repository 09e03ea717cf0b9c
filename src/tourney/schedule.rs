//! Who plays whom, with which opening and colour.

use crate::random::Random;

/// Which engines meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Each meets each.
    #[default]
    RoundRobin,
    /// The first meets all others.
    Gauntlet,
}

/// The order in which openings are taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// As in the file.
    #[default]
    Sequential,
    /// Shuffled, in the same way for the same seed.
    Random {
        /// The seed.
        seed: u64,
    },
}

/// All games of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
    rounds: usize,
    openings: Vec<usize>,
}

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its place in the match, from 0. Games 2n and 2n + 1 are a pair.
    pub number: usize,
    /// The contestant with White.
    pub white: usize,
    /// The contestant with Black.
    pub black: usize,
    /// The place of its opening among all openings.
    pub opening: usize,
}

impl Schedule {
    /// The games of so many rounds. In a round all pairings play the same opening, each twice with colours swapped.
    /// `start` is the place of the first opening, from 0; when all are used, the first follows the last.
    pub fn new(
        contestants: usize,
        format: Format,
        rounds: usize,
        opening_count: usize,
        order: Order,
        start: usize,
    ) -> Self {
        let first = match format {
            Format::RoundRobin => contestants,
            Format::Gauntlet => 1,
        };
        let pairings =
            (0..first).flat_map(|one| (one + 1..contestants).map(move |other| (one, other))).collect();
        let mut openings: Vec<usize> = (0..opening_count).collect();
        if let Order::Random { seed } = order {
            Random::new(seed).shuffle(&mut openings);
        }
        if !openings.is_empty() {
            openings.rotate_left(start % opening_count);
        }
        Self { pairings, rounds, openings }
    }

    /// Which contestants meet, the lower one first.
    pub fn pairings(&self) -> &[(usize, usize)] {
        &self.pairings
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        if self.openings.is_empty() { 0 } else { self.rounds * self.pairings.len() * 2 }
    }

    /// Whether there is nothing to be played.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A game by its number; `None` beyond the last one.
    pub fn fixture(&self, number: usize) -> Option<Fixture> {
        if number >= self.len() {
            return None;
        }
        let (round, pairing) = (number / 2 / self.pairings.len(), number / 2 % self.pairings.len());
        let (one, other) = *self.pairings.get(pairing)?;
        let opening = *self.openings.get(round % self.openings.len())?;
        let (white, black) = if number.is_multiple_of(2) { (one, other) } else { (other, one) };
        Some(Fixture { number, white, black, opening })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn fixtures(schedule: &Schedule) -> Vec<Fixture> {
        (0..schedule.len()).filter_map(|number| schedule.fixture(number)).collect()
    }

    #[test]
    fn each_opening_is_played_twice_with_colours_swapped() {
        let games = fixtures(&Schedule::new(2, Format::RoundRobin, 3, 2, Order::Sequential, 1));
        let seen: Vec<_> = games.iter().map(|game| (game.white, game.black, game.opening)).collect();
        assert_eq!(seen, [(0, 1, 1), (1, 0, 1), (0, 1, 0), (1, 0, 0), (0, 1, 1), (1, 0, 1)]);
    }

    #[test]
    fn all_meet_all_or_the_first_meets_all() {
        let games = fixtures(&Schedule::new(4, Format::RoundRobin, 2, 9, Order::Sequential, 0));
        assert_eq!(games.len(), 24);
        let met: BTreeSet<_> = games.iter().map(|game| (game.white, game.black)).collect();
        assert_eq!(met.len(), 12);
        assert!(games[..12].iter().all(|game| game.opening == 0));
        let games = fixtures(&Schedule::new(4, Format::Gauntlet, 1, 9, Order::Sequential, 0));
        assert!(games.len() == 6 && games.iter().all(|game| game.white == 0 || game.black == 0));
    }

    #[test]
    fn a_shuffle_is_a_permutation_that_its_seed_determines() {
        let order = |seed| {
            let games = fixtures(&Schedule::new(2, Format::RoundRobin, 50, 50, Order::Random { seed }, 0));
            games.iter().step_by(2).map(|game| game.opening).collect::<Vec<_>>()
        };
        assert_eq!(order(1), order(1));
        assert_ne!(order(1), order(2));
        assert_eq!(order(1).into_iter().collect::<BTreeSet<_>>().len(), 50);
    }

    #[test]
    fn without_openings_there_are_no_games() {
        assert!(Schedule::new(2, Format::RoundRobin, 3, 0, Order::Random { seed: 1 }, 5).is_empty());
        assert!(Schedule::new(1, Format::RoundRobin, 3, 5, Order::Sequential, 0).is_empty());
    }
}
