//! What the games so far have come to.

use std::collections::BTreeMap;

use super::record::{FaultKind, GameRecord};
use super::{Outcome, Tally};

/// The results of all pairings.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    /// The results of each pairing as its first contestant sees them.
    pairings: BTreeMap<(usize, usize), Tally>,
    /// Games of pairs of which only one is finished, as the first contestant of the pairing sees them.
    halves: BTreeMap<usize, Outcome>,
    /// The faults of each contestant by their kind.
    faults: BTreeMap<(usize, FaultKind), u64>,
}

impl Standings {
    /// Adds a finished game.
    pub fn add(&mut self, record: &GameRecord) {
        let (one, other) = (record.white.min(record.black), record.white.max(record.black));
        let outcome = record.outcome(one);
        let tally = self.pairings.entry((one, other)).or_default();
        tally.add_game(outcome);
        let pair = record.number / 2;
        match self.halves.remove(&pair) {
            Some(before) => tally.add_pair(before, outcome),
            None => {
                self.halves.insert(pair, outcome);
            }
        }
        if let Some(fault) = &record.fault {
            *self.faults.entry((fault.contestant, fault.kind)).or_default() += 1;
        }
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        self.pairings.values().map(Tally::game_count).sum::<u64>() as usize
    }

    /// The results of a pairing as its first contestant sees them, whichever of the two is named first.
    pub fn between(&self, one: usize, other: usize) -> Tally {
        if one <= other {
            self.pairings.get(&(one, other)).copied().unwrap_or_default()
        } else {
            self.between(other, one).reversed()
        }
    }

    /// The results of a contestant against all others.
    pub fn of(&self, contestant: usize) -> Tally {
        let mut sum = Tally::default();
        for (&(one, other), &tally) in &self.pairings {
            if one == contestant {
                sum += tally;
            } else if other == contestant {
                sum += tally.reversed();
            }
        }
        sum
    }

    /// The faults of a contestant, those that occurred, with their number.
    pub fn faults(&self, contestant: usize) -> Vec<(FaultKind, u64)> {
        let count = |kind| self.faults.get(&(contestant, kind)).map(|&count| (kind, count));
        FaultKind::ALL.into_iter().filter_map(count).collect()
    }
}

impl<'a> FromIterator<&'a GameRecord> for Standings {
    fn from_iter<I: IntoIterator<Item = &'a GameRecord>>(records: I) -> Self {
        let mut standings = Self::default();
        for record in records {
            standings.add(record);
        }
        standings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(number: usize, white: usize, black: usize, white_half_points: u8) -> GameRecord {
        GameRecord {
            number,
            white,
            black,
            opening: 0,
            start: String::new(),
            opening_moves: Vec::new(),
            moves: Vec::new(),
            white_half_points,
            reason: String::new(),
            fault: None,
        }
    }

    #[test]
    fn colours_and_pairs_are_told_apart() {
        let mut standings = Standings::default();
        // The second contestant wins with White, then with Black.
        standings.add(&record(1, 1, 0, 2));
        assert_eq!(standings.between(0, 1).pair_count(), 0);
        standings.add(&record(0, 0, 1, 0));
        let tally = standings.between(0, 1);
        assert_eq!((tally.games, tally.pairs), ([2, 0, 0], [1, 0, 0, 0, 0]));
        assert_eq!(standings.between(1, 0).games, [0, 0, 2]);
        standings.add(&record(2, 0, 2, 1));
        assert_eq!(standings.of(0).games, [2, 1, 0]);
        assert_eq!(standings.of(1).games, [0, 0, 2]);
        assert_eq!(standings.games(), 3);
    }
}
