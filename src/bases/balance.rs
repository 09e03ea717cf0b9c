//! Balances: what the two sides have. A base has one slice of positions for each.

use std::fmt;

use crate::board::{ByColor, Color};
use crate::position::Position;
use crate::rules::{Material, Rules};

/// What the side to move and the other one have. Bases know positions by it with White to move: where Black is to
/// move, the board is turned and the colours are exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Balance {
    /// The men of the side to move, and those of the other side.
    pub men: [u8; 2],
    /// The kings of the side to move, and those of the other side.
    pub kings: [u8; 2],
}

/// The most pieces that bases are made for, both sides together.
pub const MOST_PIECES: u8 = 7;

impl Balance {
    /// The balance of a position; `None` when a side has nothing or there are more pieces than in any base.
    pub fn of<R: Rules>(position: &Position<R>) -> Option<Self> {
        let sides = [position.turn(), !position.turn()];
        let pieces = sides.map(|side| position.pieces(side).count() as u8);
        let known = !pieces.contains(&0) && pieces[0] + pieces[1] <= MOST_PIECES;
        known.then(|| {
            let kings = sides.map(|side| position.kings(side).count() as u8);
            Self { men: [pieces[0] - kings[0], pieces[1] - kings[1]], kings }
        })
    }

    /// The same with the other side to move.
    #[must_use]
    pub const fn flipped(self) -> Self {
        Self { men: [self.men[1], self.men[0]], kings: [self.kings[1], self.kings[0]] }
    }

    /// A balance and, if it is another, its flipped one.
    pub(super) fn with_flipped(self) -> Vec<Self> {
        if self == self.flipped() { vec![self] } else { vec![self, self.flipped()] }
    }

    /// The pieces of both sides.
    pub const fn pieces(self) -> u8 {
        self.side(0) + self.side(1)
    }

    const fn side(self, side: usize) -> u8 {
        self.men[side] + self.kings[side]
    }

    /// The men of both sides.
    pub const fn all_men(self) -> u8 {
        self.men[0] + self.men[1]
    }

    /// All balances with so many pieces and both sides present, in an order in which they can be solved: each after
    /// those into which a man's crowning leads.
    pub fn all(pieces: u8) -> Vec<Self> {
        let mut all = Vec::new();
        for ours in 1..pieces {
            for our_men in 0..=ours {
                for their_men in 0..=pieces - ours {
                    let (men, theirs) = ([our_men, their_men], pieces - ours);
                    all.push(Self { men, kings: [ours - our_men, theirs - their_men] });
                }
            }
        }
        all.sort_by_key(|&balance| (balance.all_men(), balance.unordered(), balance));
        all
    }

    /// The same for a balance and its flipped one, which are solved together.
    #[must_use]
    pub fn unordered(self) -> Self {
        self.min(self.flipped())
    }

    /// Each two balances that are solved together once.
    pub fn pairs(pieces: u8) -> impl Iterator<Item = Self> {
        Self::all(pieces).into_iter().filter(|balance| *balance == balance.unordered())
    }

    /// The place in a table of all balances.
    pub const fn slot(self) -> usize {
        let [men, kings] = [self.men, self.kings];
        ((men[0] as usize * RADIX + kings[0] as usize) * RADIX + men[1] as usize) * RADIX + kings[1] as usize
    }

    /// What draw rules see of it, apart from squares.
    pub fn material(self) -> Material {
        Material {
            men: ByColor(self.men),
            kings: ByColor(self.kings),
            king_alone_on_main_road: ByColor([false; 2]),
        }
    }

    /// Whether D5 counts here how long the lone king has been holding the main road.
    pub(super) fn has_lone_king_against_three(self) -> bool {
        (0..2).any(|side| {
            let alone =
                Material { king_alone_on_main_road: ByColor([side == 0, side == 1]), ..self.material() };
            alone.is_held_main_road()
        })
    }

    /// The balance of numbers as they are written in files: men and kings of the side to move, then of the other.
    /// `None` when there is no such balance in any base.
    pub fn from_numbers([our_men, our_kings, their_men, their_kings]: [u8; 4]) -> Option<Self> {
        let balance = Self { men: [our_men, their_men], kings: [our_kings, their_kings] };
        let counts = [our_men, our_kings, their_men, their_kings];
        let fits = counts.iter().all(|&count| count <= MOST_PIECES)
            && balance.pieces() <= MOST_PIECES
            && balance.side(0) > 0
            && balance.side(1) > 0;
        fits.then_some(balance)
    }

    /// The inverse of [`from_numbers`](Self::from_numbers).
    pub const fn numbers(self) -> [u8; 4] {
        [self.men[0], self.kings[0], self.men[1], self.kings[1]]
    }
}

const RADIX: usize = MOST_PIECES as usize + 1;
/// The number of places in a table of all balances.
pub(super) const SLOTS: usize = RADIX * RADIX * RADIX * RADIX;

/// As `KKm-K`: the side to move first.
impl fmt::Display for Balance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for side in Color::ALL.map(|color| color as usize) {
            if side == 1 {
                f.write_str("-")?;
            }
            (0..self.kings[side]).try_for_each(|_| f.write_str("K"))?;
            (0..self.men[side]).try_for_each(|_| f.write_str("m"))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_balance_comes_after_those_into_which_it_leads() {
        for pieces in 2..=MOST_PIECES {
            let all = Balance::all(pieces);
            for (place, balance) in all.iter().enumerate() {
                for side in 0..2 {
                    if balance.men[side] > 0 {
                        let mut crowned = *balance;
                        crowned.men[side] -= 1;
                        crowned.kings[side] += 1;
                        let next = all.iter().position(|&other| other == crowned.flipped());
                        assert!(next.is_some_and(|next| next < place), "{balance}");
                    }
                }
            }
        }
        assert_eq!([2, 3, 4, 5, 6].map(|pieces| Balance::all(pieces).len()), [4, 12, 25, 44, 70]);
    }

    #[test]
    fn slots_are_one_to_one_and_numbers_come_back() {
        let all: Vec<_> = (2..=MOST_PIECES).flat_map(Balance::all).collect();
        let mut slots: Vec<_> = all.iter().map(|balance| balance.slot()).collect();
        slots.sort_unstable();
        slots.dedup();
        assert_eq!(slots.len(), all.len());
        assert!(slots.iter().all(|&slot| slot < SLOTS));
        assert!(all.iter().all(|&balance| Balance::from_numbers(balance.numbers()) == Some(balance)));
        assert_eq!(Balance::from_numbers([0, 0, 1, 0]), None);
        assert_eq!(Balance::from_numbers([255, 1, 1, 0]), None);
    }

    #[test]
    fn a_balance_is_written_with_the_side_to_move_first() {
        assert_eq!(Balance { men: [1, 0], kings: [2, 1] }.to_string(), "KKm-K");
    }
}
