//! The four diagonal directions.

/// A diagonal direction as White sees the board: north is towards Black's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Up and left.
    NorthWest,
    /// Up and right.
    NorthEast,
    /// Down and left.
    SouthWest,
    /// Down and right.
    SouthEast,
}

impl Direction {
    /// All four, so that the index of a direction is its discriminant.
    pub const ALL: [Self; 4] = [Self::NorthWest, Self::NorthEast, Self::SouthWest, Self::SouthEast];

    /// The opposite direction.
    #[must_use]
    pub const fn reverse(self) -> Self {
        match self {
            Self::NorthWest => Self::SouthEast,
            Self::NorthEast => Self::SouthWest,
            Self::SouthWest => Self::NorthEast,
            Self::SouthEast => Self::NorthWest,
        }
    }

    /// The two directions at right angles to this one.
    pub const fn across(self) -> [Self; 2] {
        match self {
            Self::NorthWest | Self::SouthEast => [Self::NorthEast, Self::SouthWest],
            Self::NorthEast | Self::SouthWest => [Self::NorthWest, Self::SouthEast],
        }
    }

    /// Whether a step in this direction goes to a higher bit index.
    pub const fn is_north(self) -> bool {
        matches!(self, Self::NorthWest | Self::NorthEast)
    }

    /// The change of file and row of one step.
    pub const fn offset(self) -> (i8, i8) {
        match self {
            Self::NorthWest => (-1, 1),
            Self::NorthEast => (1, 1),
            Self::SouthWest => (-1, -1),
            Self::SouthEast => (1, -1),
        }
    }
}
