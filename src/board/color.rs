//! The two sides.

use std::fmt;
use std::ops::{Index, IndexMut, Not};

use super::Direction;

/// A side: White plays up the board, Black down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// The side that starts on the lowest rows.
    White,
    /// The side that starts on the highest rows.
    Black,
}

impl Color {
    /// Both sides, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// The two directions in which a man of this side moves.
    pub const fn forward(self) -> [Direction; 2] {
        match self {
            Self::White => [Direction::NorthWest, Direction::NorthEast],
            Self::Black => [Direction::SouthWest, Direction::SouthEast],
        }
    }

    /// `W` or `B`, as in a FEN.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'W',
            Self::Black => 'B',
        }
    }
}

impl Not for Color {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}

/// One value a side, indexed by [`Color`] so that the sides cannot be mixed up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByColor<T>(pub [T; 2]);

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    fn index(&self, color: Color) -> &T {
        &self.0[color as usize]
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self.0[color as usize]
    }
}
