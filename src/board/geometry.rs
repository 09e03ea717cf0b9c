//! How the dark squares of a board lie in the 64 bits of a word.
//!
//! Two rows of the board take `files + 1` bits: half a row, one *ghost* bit that is no square, half a row. With
//! the ghost in between, a step in a direction is the same shift from every square, and a step over the edge
//! lands on a ghost or outside the board. The 8×8 board:
//!
//! ```text
//!  8   .  32  .  33  .  34  .  35        ghosts: 4, 13, 22, 31
//!  7  27  .  28  .  29  .  30  .         north-west +4, north-east +5
//!  6   .  23  .  24  .  25  .  26
//!  5  18  .  19  .  20  .  21  .
//!  4   .  14  .  15  .  16  .  17
//!  3   9  .  10  .  11  .  12  .
//!  2   .   5  .   6  .   7  .   8
//!  1   0  .   1  .   2  .   3  .
//!      a  b   c  d   e  f   g  h
//! ```

use super::{Bitboard, Direction, Square};

/// Which square has number 1. Both numberings are in use for Russian draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Numbering {
    /// From Black's back row down: b8 = 1, d8 = 2 … g1 = 32. The Hub protocol, lidraughts, `CheckerBoard` and
    /// older PDN files count so.
    #[default]
    FromTop,
    /// From White's back row up: a1 = 1, c1 = 2 … h8 = 32. PDN's "A0" reading and some clients count so.
    FromBottom,
}

impl Numbering {
    /// The numbering that this one is not.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::FromTop => Self::FromBottom,
            Self::FromBottom => Self::FromTop,
        }
    }
}

/// The size of a board, from which the place of every square follows. a1 is dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    /// Columns; even, at most 10.
    files: u8,
    /// Rows; even, at most 10.
    rows: u8,
}

impl Geometry {
    /// The board of Russian, Brazilian and English draughts.
    pub const BOARD_8X8: Self = Self::new(8, 8);
    /// The board of international draughts.
    pub const BOARD_10X10: Self = Self::new(10, 10);

    /// A board of this size.
    ///
    /// # Panics
    /// At compile time, when the board does not fit into 64 bits.
    pub const fn new(files: u8, rows: u8) -> Self {
        assert!(files.is_multiple_of(2) && rows.is_multiple_of(2), "the board has an odd side");
        assert!((files as u32 + 1) * (rows as u32 / 2) <= 64, "the board does not fit into 64 bits");
        Self { files, rows }
    }

    /// The number of columns.
    pub const fn files(self) -> u8 {
        self.files
    }

    /// The number of rows.
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// The number of playable squares.
    pub const fn squares(self) -> u8 {
        self.rows * self.files / 2
    }

    /// The left rotation of a word that moves each bit one step: a right shift is a rotation by 64 less, and
    /// what it carries around lands outside the board.
    pub const fn rotation(self, direction: Direction) -> u32 {
        let half = self.files as u32 / 2;
        match direction {
            Direction::NorthWest => half,
            Direction::NorthEast => half + 1,
            Direction::SouthWest => 64 - (half + 1),
            Direction::SouthEast => 64 - half,
        }
    }

    /// The square in this column and row, both counted from 0; `None` off the board and on a light square.
    pub const fn square(self, file: u8, row: u8) -> Option<Square> {
        if file >= self.files || row >= self.rows || !(file + row).is_multiple_of(2) {
            return None;
        }
        let half = self.files / 2;
        Some(Square::from_index(row / 2 * (self.files + 1) + row % 2 * (half + 1) + file / 2))
    }

    /// The row of a square, counted from 0 at White's side.
    pub const fn row(self, square: Square) -> u8 {
        let index = square.index() as u8;
        index / (self.files + 1) * 2 + (index % (self.files + 1) > self.files / 2) as u8
    }

    /// The column of a square, counted from 0 at White's left.
    pub const fn file(self, square: Square) -> u8 {
        let within = square.index() as u8 % (self.files + 1);
        let half = self.files / 2;
        if within > half { (within - half - 1) * 2 + 1 } else { within * 2 }
    }

    /// The standard number of a square, from 1.
    pub const fn number(self, square: Square, numbering: Numbering) -> u8 {
        let (file, row) = (self.file(square), self.row(square));
        let row = match numbering {
            Numbering::FromTop => self.rows - 1 - row,
            Numbering::FromBottom => row,
        };
        row * (self.files / 2) + file / 2 + 1
    }

    /// The square with this standard number; `None` when the board has no such number.
    pub const fn from_number(self, number: u32, numbering: Numbering) -> Option<Square> {
        if number == 0 || number > self.squares() as u32 {
            return None;
        }
        let (row, place) = ((number as u8 - 1) / (self.files / 2), (number as u8 - 1) % (self.files / 2));
        let row = match numbering {
            Numbering::FromTop => self.rows - 1 - row,
            Numbering::FromBottom => row,
        };
        self.square(place * 2 + row % 2, row)
    }

    /// The set turned by 180°: the indices of opposite squares add up to that of the last square.
    pub const fn turned(self, set: Bitboard) -> Bitboard {
        let bits = (self.files as u32 + 1) * (self.rows as u32 / 2);
        Bitboard(set.0.reverse_bits() >> (64 - bits))
    }

    /// All squares of one row.
    pub const fn row_squares(self, row: u8) -> Bitboard {
        let mut set = 0;
        let mut file = 0;
        while file < self.files {
            if let Some(square) = self.square(file, row) {
                set |= Bitboard::of(square).0;
            }
            file += 1;
        }
        Bitboard(set)
    }

    /// All squares of one column.
    pub const fn file_squares(self, file: u8) -> Bitboard {
        let mut set = 0;
        let mut row = 0;
        while row < self.rows {
            if let Some(square) = self.square(file, row) {
                set |= Bitboard::of(square).0;
            }
            row += 1;
        }
        Bitboard(set)
    }

    /// All playable squares.
    pub const fn all_squares(self) -> Bitboard {
        let mut set = 0;
        let mut row = 0;
        while row < self.rows {
            set |= self.row_squares(row).0;
            row += 1;
        }
        Bitboard(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_coordinates_and_numbers_are_one_to_one() {
        for geometry in [Geometry::BOARD_8X8, Geometry::BOARD_10X10] {
            assert_eq!(geometry.all_squares().count(), u32::from(geometry.squares()));
            for square in geometry.all_squares() {
                assert_eq!(geometry.square(geometry.file(square), geometry.row(square)), Some(square));
                for numbering in [Numbering::FromTop, Numbering::FromBottom] {
                    let number = geometry.number(square, numbering);
                    assert_eq!(geometry.from_number(number.into(), numbering), Some(square));
                }
            }
        }
    }

    #[test]
    fn the_two_numberings_are_converted_by_the_published_formula() {
        let geometry = Geometry::BOARD_8X8;
        for square in geometry.all_squares() {
            let n = geometry.number(square, Numbering::FromTop);
            assert_eq!(
                geometry.number(square, Numbering::FromBottom),
                (7 - (n - 1) / 4) * 4 + (n - 1) % 4 + 1
            );
        }
        let named = |file, row| geometry.number(geometry.square(file, row).unwrap(), Numbering::FromTop);
        assert_eq!([named(1, 7), named(3, 7), named(7, 7), named(0, 6), named(6, 0)], [1, 2, 4, 5, 32]);
    }

    #[test]
    fn turning_exchanges_opposite_squares() {
        for geometry in [Geometry::BOARD_8X8, Geometry::BOARD_10X10] {
            for square in geometry.all_squares() {
                let turned = geometry.turned(Bitboard::of(square)).lowest();
                assert_eq!(geometry.file(turned), geometry.files() - 1 - geometry.file(square));
                assert_eq!(geometry.row(turned), geometry.rows() - 1 - geometry.row(square));
            }
        }
    }

    #[test]
    fn steps_over_the_edge_leave_the_board() {
        for geometry in [Geometry::BOARD_8X8, Geometry::BOARD_10X10] {
            for square in geometry.all_squares() {
                for direction in Direction::ALL {
                    let (file, row) = direction.offset();
                    let target = geometry.square(
                        geometry.file(square).wrapping_add_signed(file),
                        geometry.row(square).wrapping_add_signed(row),
                    );
                    let stepped = Bitboard::of(square).0.rotate_left(geometry.rotation(direction));
                    let on_board = Bitboard(stepped) & geometry.all_squares();
                    assert_eq!(on_board.into_iter().next(), target);
                }
            }
        }
    }
}
