//! Positions and moves as the Hub protocol writes them: a letter a square, and captures by what they take.
//!
//! Source: the description of the protocol, version 2, that comes with the program Scan.

use super::moves::MoveError;
use super::writing::{expectation, write_move};
use super::{Notation, quoted};
use crate::board::{Bitboard, Color, Numbering, Piece, Square};
use crate::position::{Coordinate, Move, PieceLimit, Placement, Position, Setup, SetupError};
use crate::rules::Rules;

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HubPositionError {
    /// It has not one character for the side to move and one for each square.
    #[error(
        "bad position: expected {expected} characters (the side to move and {squares} squares), found {found}",
        squares = expected - 1
    )]
    Length {
        /// The number of characters of a position.
        expected: usize,
        /// The number of characters found.
        found: usize,
    },
    /// The first character is not a side.
    #[error("bad position: expected W or B for the side to move, found {0}")]
    Turn(String),
    /// Another character is not a piece.
    #[error("bad position: expected w, b, W, B or e for square {number}, found {found}")]
    Piece {
        /// The number of the square, counted from b8.
        number: usize,
        /// The character.
        found: String,
    },
    /// The pieces do not make a position.
    #[error("bad position: {0}")]
    Setup(#[from] SetupError),
}

/// Reads a position: `W` or `B` for the side to move, then for each square in the order b8, d8 … g1 one of `w` and
/// `b` for a man, `W` and `B` for a king, `e` for nothing.
///
/// # Errors
/// The first thing that is wrong with the text, or all that is wrong with the position it describes.
pub fn read_hub_position<R: Rules>(text: &str, limit: PieceLimit) -> Result<Position<R>, HubPositionError> {
    let (expected, found) = (usize::from(R::GEOMETRY.squares()) + 1, text.chars().count());
    if found != expected {
        return Err(HubPositionError::Length { expected, found });
    }
    let mut letters = text.chars();
    let turn = match letters.next() {
        Some('W') => Color::White,
        Some('B') => Color::Black,
        other => return Err(HubPositionError::Turn(quoted_letter(other))),
    };
    let mut placements = Vec::new();
    for (number, letter) in (1..).zip(letters) {
        let (color, piece) = match letter {
            'e' => continue,
            'w' => (Color::White, Piece::Man),
            'b' => (Color::Black, Piece::Man),
            'W' => (Color::White, Piece::King),
            'B' => (Color::Black, Piece::King),
            _ => return Err(HubPositionError::Piece { number, found: quoted_letter(Some(letter)) }),
        };
        if let Some(square) = R::GEOMETRY.from_number(number as u32, Numbering::FromTop) {
            let at = Coordinate::of::<R>(square);
            placements.push(Placement { color, piece, at });
        }
    }
    Ok(Setup { turn, placements }.validate(limit)?)
}

fn quoted_letter(letter: Option<char>) -> String {
    quoted(&letter.map(String::from).unwrap_or_default())
}

/// Writes a position as [`read_hub_position`] reads it.
pub fn write_hub_position<R: Rules>(position: &Position<R>) -> String {
    let turn = if position.turn() == Color::White { 'W' } else { 'B' };
    let squares = (1..=u32::from(R::GEOMETRY.squares()))
        .filter_map(|number| R::GEOMETRY.from_number(number, Numbering::FromTop));
    let letter = |square| match position.at(square) {
        None => 'e',
        Some((Color::White, Piece::Man)) => 'w',
        Some((Color::White, Piece::King)) => 'W',
        Some((Color::Black, Piece::Man)) => 'b',
        Some((Color::Black, Piece::King)) => 'B',
    };
    std::iter::once(turn).chain(squares.map(letter)).collect()
}

/// Reads a move of `position`: `22-18`, or for a capture start, end and the squares of all pieces taken, in any
/// order: `22x13x18`. What is taken may be left out when only one capture has this start and end.
///
/// # Errors
/// When the text is no move, fits no legal move, or fits several.
pub fn read_hub_move<R: Rules>(
    position: &Position<R>,
    text: &str,
    numbering: Numbering,
) -> Result<Move, MoveError> {
    let parts = take_apart::<R>(text, numbering)
        .ok_or_else(|| MoveError::Form { found: quoted(text), expected: "22-18, 18x9 or 18x9x14" })?;
    let fits = |mv: &Move| {
        (mv.from, mv.to, mv.is_capture()) == (parts.from, parts.to, parts.is_capture)
            && (parts.captured.is_empty() || mv.captured == parts.captured)
    };
    let notation = Notation::Hub(numbering);
    match position.legal_moves().into_iter().filter(fits).collect::<Vec<_>>().as_slice() {
        [mv] => Ok(*mv),
        [] => Err(MoveError::Illegal { found: quoted(text), expected: expectation(position, notation) }),
        several => {
            let meanings = several.iter().map(|&mv| write_move(position, mv, notation));
            Err(MoveError::Ambiguous {
                found: quoted(text),
                meanings: meanings.collect::<Vec<_>>().join(" or "),
            })
        }
    }
}

/// A text taken apart.
struct Parts {
    from: Square,
    to: Square,
    is_capture: bool,
    /// Empty also when it is left out.
    captured: Bitboard,
}

/// Takes a text apart; `None` if it has not the form of a move.
fn take_apart<R: Rules>(text: &str, numbering: Numbering) -> Option<Parts> {
    let is_capture = !text.contains('-');
    let squares = text.split(if is_capture { 'x' } else { '-' });
    let mut squares =
        squares.map(|part| read_number(part).and_then(|n| R::GEOMETRY.from_number(n, numbering)));
    let (from, to) = (squares.next()??, squares.next()??);
    let captured: Vec<Square> = squares.collect::<Option<_>>()?;
    (is_capture || captured.is_empty()).then_some(Parts {
        from,
        to,
        is_capture,
        captured: captured.into_iter().collect(),
    })
}

/// A number of digits only; zeros may stand before it.
fn read_number(text: &str) -> Option<u32> {
    text.parse().ok().filter(|_| text.bytes().all(|letter| letter.is_ascii_digit()))
}
