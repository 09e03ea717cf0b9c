//! From anything a person may type to a valid position, with all that is wrong in one error.

use std::fmt;
use std::marker::PhantomData;

use super::Position;
use crate::board::{Bitboard, ByColor, Color, Piece, Square};
use crate::rules::Rules;

/// A column and row, both counted from 0, that need not be a playable square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Coordinate {
    /// The column; 0 is `a`.
    pub file: u8,
    /// The row; 0 is row 1.
    pub row: u8,
}

impl Coordinate {
    /// The column and row of a square of the game's board.
    pub fn of<R: Rules>(square: Square) -> Self {
        Self { file: R::GEOMETRY.file(square), row: R::GEOMETRY.row(square) }
    }
}

impl fmt::Display for Coordinate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file.min(25)) as char, u32::from(self.row) + 1)
    }
}

/// A piece and where it is said to stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Whose piece.
    pub color: Color,
    /// Which piece.
    pub piece: Piece,
    /// Where.
    pub at: Coordinate,
}

/// A position as typed in, not yet checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The side to move.
    pub turn: Color,
    /// The pieces, in the order in which they were named.
    pub placements: Vec<Placement>,
}

/// How many pieces a side may have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PieceLimit {
    /// As many as at the start of the game.
    #[default]
    Standard,
    /// Any number, for compositions.
    None,
}

/// One thing that is wrong with a setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupFault {
    /// The square is light or off the board.
    #[error("{at} is not a dark square of the board")]
    NotPlayable {
        /// The square.
        at: Coordinate,
    },
    /// Two pieces share a square.
    #[error("two pieces stand on {at}")]
    Occupied {
        /// The square.
        at: Coordinate,
    },
    /// A man stands where it would have become a king.
    #[error("a man of {color} stands on its crowning row at {at}")]
    ManOnCrowningRow {
        /// The man's side.
        color: Color,
        /// The square.
        at: Coordinate,
    },
    /// A side has more pieces than at the start.
    #[error("{color} has {count} pieces, at most {most} are allowed")]
    TooManyPieces {
        /// The side.
        color: Color,
        /// Its number of pieces.
        count: u32,
        /// The most it may have.
        most: u32,
    },
}

/// All that is wrong with a setup, in the order of the pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupError(pub Vec<SetupFault>);

impl std::error::Error for SetupError {}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.0.iter().enumerate() {
            write!(f, "{}{fault}", if index == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl Setup {
    /// The position that is meant.
    ///
    /// # Errors
    /// Everything that keeps it from being a position of the game.
    pub fn validate<R: Rules>(&self, limit: PieceLimit) -> Result<Position<R>, SetupError> {
        let mut faults = Vec::new();
        let mut pieces = ByColor([Bitboard::EMPTY; 2]);
        let mut kings = Bitboard::EMPTY;
        for &Placement { color, piece, at } in &self.placements {
            let Some(square) = R::GEOMETRY.square(at.file, at.row) else {
                faults.push(SetupFault::NotPlayable { at });
                continue;
            };
            if (pieces[Color::White] | pieces[Color::Black]).contains(square) {
                faults.push(SetupFault::Occupied { at });
                continue;
            }
            if piece == Piece::Man && R::TABLES.crowning[color as usize].contains(square) {
                faults.push(SetupFault::ManOnCrowningRow { color, at });
            }
            pieces[color] |= Bitboard::of(square);
            if piece == Piece::King {
                kings |= Bitboard::of(square);
            }
        }
        let most = R::MOST_PIECES;
        for color in Color::ALL {
            let count = pieces[color].count();
            if limit == PieceLimit::Standard && count > most {
                faults.push(SetupFault::TooManyPieces { color, count, most });
            }
        }
        if faults.is_empty() {
            Ok(Position { pieces, kings, turn: self.turn, rules: PhantomData })
        } else {
            Err(SetupError(faults))
        }
    }
}
