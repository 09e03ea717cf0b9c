//! A dark square as the index of its bit.

/// A playable square: the index (0–63) of its bit in a [`Bitboard`](super::Bitboard).
///
/// Which index a square of the board has is decided by its [`Geometry`](super::Geometry), which alone makes
/// squares out of coordinates and numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square with this bit index, which is taken modulo 64.
    pub const fn from_index(index: u8) -> Self {
        Self(index & 63)
    }

    /// The bit index, 0–63: the mask lets the compiler drop bounds checks on tables of 64 entries.
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }
}
