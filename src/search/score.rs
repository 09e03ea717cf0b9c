//! Scores: evaluations, wins and losses known by endgame bases, and proven ones with their distance.

use std::ops::{Add, Neg, Sub};

use super::MAX_PLY;
use crate::eval;
use crate::rules::{Objective, Rules};

/// What a position is worth to the side to move. From the outside in: infinite; won or lost in so many plies, by search;
/// won or lost by the endgame bases; an evaluation in hundredths of a man.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

/// The score of a won game that is over.
const WON: i32 = 30_000;
/// Any score beyond is a proven win.
const LEAST_WIN: i32 = WON - 2 * MAX_PLY as i32;

/// The score of a position that the bases know to be won, at the root.
const WON_BY_BASES: i32 = 20_000;
/// The most plies that go with a win by the bases.
const MOST_PLIES_BY_BASES: i32 = 2_000;

const _: () = assert!(WON < i16::MAX as i32 && WON_BY_BASES < LEAST_WIN);
const _: () = assert!(eval::LIMIT < WON_BY_BASES - MOST_PLIES_BY_BASES);

/// A score in the terms of whoever reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// An evaluation in hundredths of a man.
    Centimen(i32),
    /// The side to move wins in so many plies.
    Win(u32),
    /// The side to move loses in so many plies.
    Loss(u32),
    /// The side to move wins by the bases: see [`Score::won_by_bases`] for what the plies are.
    WinByBases(u32),
    /// The side to move loses by the bases.
    LossByBases(u32),
}

impl Outlook {
    /// How many moves of its own the side to move has in the plies of a win or loss; 0 for an evaluation.
    pub const fn moves(self) -> u32 {
        match self {
            Self::Centimen(_) => 0,
            // The last ply of a win is a move of the winner, that of a loss is not one of the loser.
            Self::Win(plies) | Self::WinByBases(plies) => plies.div_ceil(2),
            Self::Loss(plies) | Self::LossByBases(plies) => plies / 2,
        }
    }
}

impl Score {
    /// Better than anything.
    pub const INFINITE: Self = Self(WON + 1);
    /// The game is drawn.
    pub const DRAW: Self = Self(0);

    /// A value given by evaluation.
    pub fn evaluation(centimen: i32) -> Self {
        Self(centimen.clamp(-eval::LIMIT, eval::LIMIT))
    }

    /// The game is won in so many plies from the root.
    pub const fn win_in(plies: usize) -> Self {
        Self(WON - plies as i32)
    }

    /// The game is lost in so many plies from the root.
    pub const fn loss_in(plies: usize) -> Self {
        Self(plies as i32 - WON)
    }

    /// The side to move has no legal move, so many plies from the root: the game is over.
    pub const fn without_moves<R: Rules>(plies: usize) -> Self {
        match R::OBJECTIVE {
            Objective::TakeAll => Self::loss_in(plies),
            Objective::LoseAll => Self::win_in(plies),
        }
    }

    /// Won as the endgame bases know. The plies are those from the root to the end of the game where the root itself is
    /// in the bases and they know distances, otherwise those to a position that is in them.
    pub const fn won_by_bases(plies: usize) -> Self {
        let plies = if plies as i32 > MOST_PLIES_BY_BASES { MOST_PLIES_BY_BASES } else { plies as i32 };
        Self(WON_BY_BASES - plies)
    }

    /// Lost as the endgame bases know: see [`won_by_bases`](Self::won_by_bases).
    pub const fn lost_by_bases(plies: usize) -> Self {
        Self(-Self::won_by_bases(plies).0)
    }

    /// Whether this is a win by the bases.
    pub const fn is_win_by_bases(self) -> bool {
        self.0 >= WON_BY_BASES - MOST_PLIES_BY_BASES && self.0 <= WON_BY_BASES
    }

    /// Whether this is a loss by the bases.
    pub const fn is_loss_by_bases(self) -> bool {
        Self(-self.0).is_win_by_bases()
    }

    /// Whether this is a proven win.
    pub const fn is_win(self) -> bool {
        self.0 >= LEAST_WIN
    }

    /// Whether this is a proven loss.
    pub const fn is_loss(self) -> bool {
        self.0 <= -LEAST_WIN
    }

    /// Whether this is a win that is proven or known by the bases.
    pub const fn is_any_win(self) -> bool {
        self.is_win() || self.is_win_by_bases()
    }

    /// Whether this is a loss that is proven or known by the bases.
    pub const fn is_any_loss(self) -> bool {
        self.is_loss() || self.is_loss_by_bases()
    }

    /// Whether nothing is proven or known.
    pub const fn is_evaluation(self) -> bool {
        !self.is_any_win() && !self.is_any_loss()
    }

    /// The evaluation in hundredths of a man; `None` for a proven win or loss.
    pub const fn centimen(self) -> Option<i32> {
        if self.is_evaluation() { Some(self.0) } else { None }
    }

    /// The plies of a win or loss, from the root; `None` for an evaluation.
    pub(super) const fn plies(self) -> Option<usize> {
        match self.outlook() {
            Outlook::Centimen(_) => None,
            Outlook::Win(plies)
            | Outlook::Loss(plies)
            | Outlook::WinByBases(plies)
            | Outlook::LossByBases(plies) => Some(plies as usize),
        }
    }

    /// The score in the terms of whoever reads it.
    pub const fn outlook(self) -> Outlook {
        if self.is_win() {
            Outlook::Win((WON - self.0) as u32)
        } else if self.is_loss() {
            Outlook::Loss((WON + self.0) as u32)
        } else if self.is_win_by_bases() {
            Outlook::WinByBases((WON_BY_BASES - self.0) as u32)
        } else if self.is_loss_by_bases() {
            Outlook::LossByBases((WON_BY_BASES + self.0) as u32)
        } else {
            Outlook::Centimen(self.0)
        }
    }

    /// The score as it is kept in the transposition table: the distance of a win counts from the position, not
    /// from the root.
    pub(super) const fn to_table(self, ply: usize) -> i16 {
        let plies = ply as i32;
        (if self.is_any_win() {
            self.0 + plies
        } else if self.is_any_loss() {
            self.0 - plies
        } else {
            self.0
        }) as i16
    }

    /// The inverse of [`to_table`](Self::to_table).
    pub(super) const fn from_table(value: i16, ply: usize) -> Self {
        let (score, plies) = (Self(value as i32), ply as i32);
        if score.is_any_win() {
            Self(score.0 - plies)
        } else if score.is_any_loss() {
            Self(score.0 + plies)
        } else {
            score
        }
    }
}

impl Score {
    /// The score as a number for files: its distance, if it has one, counts from the position.
    pub(crate) const fn to_bits(self) -> i16 {
        self.to_table(0)
    }

    /// The inverse of [`to_bits`](Self::to_bits); a number beyond all scores gives the last one.
    pub(crate) fn from_bits(bits: i16) -> Self {
        Self(i32::from(bits).clamp(-WON, WON))
    }

    /// How far two scores are apart, in hundredths of a man where both are evaluations.
    pub(crate) const fn distance_to(self, other: Self) -> usize {
        self.0.abs_diff(other.0) as usize
    }

    /// What a move is worth to whoever makes it, when the position after it is worth this to the other side.
    #[must_use]
    pub(crate) const fn before(self) -> Self {
        Self::from_table(-self.to_table(0), 1)
    }
}

impl Neg for Score {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;
    fn add(self, margin: i32) -> Self {
        Self((self.0 + margin).clamp(-Self::INFINITE.0, Self::INFINITE.0))
    }
}

impl Sub<i32> for Score {
    type Output = Self;
    fn sub(self, margin: i32) -> Self {
        self + -margin
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_survive_the_table_and_read_in_plies() {
        let by_bases = [Score::won_by_bases(30), Score::lost_by_bases(5)];
        for score in [Score::win_in(7), Score::loss_in(12), Score::evaluation(-35), Score::DRAW]
            .into_iter()
            .chain(by_bases)
        {
            assert_eq!(Score::from_table(score.to_table(5), 5), score);
        }
        assert_eq!(Score::from_table(Score::win_in(7).to_table(5), 9), Score::win_in(11));
        assert_eq!(Score::loss_in(2).outlook(), Outlook::Loss(2));
        assert_eq!((-Score::loss_in(2)).outlook(), Outlook::Win(2));
        assert_eq!(Score::won_by_bases(41).outlook(), Outlook::WinByBases(41));
        assert_eq!((-Score::won_by_bases(0)).outlook(), Outlook::LossByBases(0));
        assert!(Score::evaluation(50_000) < Score::won_by_bases(400));
        assert!(Score::won_by_bases(0) < Score::win_in(MAX_PLY));
        assert_eq!(Score::evaluation(50_000).outlook(), Outlook::Centimen(eval::LIMIT));
    }
}
