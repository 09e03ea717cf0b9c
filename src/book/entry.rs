//! What a book knows of a position.

use crate::search::Score;

/// What a book knows of a position. Scores are those of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What the position is worth by all that is known of those after it.
    pub value: Score,
    /// What the search of the position itself said.
    pub score: Score,
    /// The depth of that search, in plies.
    pub depth: u8,
    /// Which of the book's [`Effort`]s it was.
    pub effort: u8,
    /// Whether all positions after it are in the book.
    pub is_expanded: bool,
}

impl Entry {
    /// A position that was searched and nothing more.
    pub(super) const fn searched(score: Score, depth: u8, effort: u8) -> Self {
        Self { value: score, score, depth, effort, is_expanded: false }
    }
}

/// How positions were searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The nodes of each search.
    pub nodes: u64,
    /// What searched: the program and its weights.
    pub program: String,
}

/// How often a position occurred in games, by their results for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Games {
    /// Games that the side to move won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games that the side to move lost.
    pub lost: u32,
    /// Games without a result.
    pub open: u32,
}

impl Games {
    /// All of them.
    pub const fn count(self) -> u32 {
        self.won.saturating_add(self.drawn).saturating_add(self.lost).saturating_add(self.open)
    }

    /// The same games, for the other side.
    #[must_use]
    pub const fn of_the_other_side(self) -> Self {
        Self { won: self.lost, lost: self.won, ..self }
    }

    /// These and others.
    pub(super) const fn with(self, other: Self) -> Self {
        Self {
            won: self.won.saturating_add(other.won),
            drawn: self.drawn.saturating_add(other.drawn),
            lost: self.lost.saturating_add(other.lost),
            open: self.open.saturating_add(other.open),
        }
    }
}

/// What a book's growth depends on, besides the program and what is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Growth {
    /// The nodes of each search.
    pub nodes: u64,
    /// What a loss of one hundredth of a man counts, in hundredths of a ply: the less, the more of weak moves.
    pub loss_weight: u32,
    /// What the order of equals depends on.
    pub seed: u64,
}

impl Default for Growth {
    fn default() -> Self {
        Self { nodes: 300_000, loss_weight: 20, seed: 1 }
    }
}
