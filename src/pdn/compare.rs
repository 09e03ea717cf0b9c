//! Moves and a position that should be their result: tables of openings have both, and now and then they disagree.

use super::fault::Fault;
use super::reader::Reader;
use super::record::Record;
use super::resolve::Reading;
use crate::board::{Color, Numbering};
use crate::notation::{FenError, Notation, read_fen, write_square};
use crate::position::{PieceLimit, Position};
use crate::rules::Rules;

/// How moves and a position disagree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Disagreement {
    /// The moves cannot be read.
    #[error("{0}")]
    Moves(Fault),
    /// There are no moves.
    #[error("expected moves, found none")]
    NoMoves,
    /// The position cannot be read.
    #[error("{0}")]
    Fen(FenError),
    /// Only the side to move differs.
    #[error("the position has {found} to move, after the moves it is {}", !*.found)]
    Turn {
        /// The side that the position has to move.
        found: Color,
    },
    /// Squares differ.
    #[error("the position and the moves disagree about what stands on {0}")]
    Squares(String),
}

/// Whether moves from the start of the game lead to the position of a FEN. Men that fly are followed; where they are all
/// there is, the side to move is that of the FEN, since tables do not agree which it should be. Numbers of squares
/// count from b8, or from a1 if only that makes sense.
///
/// # Errors
/// How they disagree, or what cannot be read.
pub fn agree<R: Rules>(moves: &str, fen: &str) -> Result<Record<R>, Disagreement> {
    let reading = Reading { flying: true, ..Reading::default() };
    // A stream in memory has no errors.
    let game = Reader::<R, _>::with(moves.as_bytes(), reading).find_map(Result::ok);
    let game = game.ok_or(Disagreement::NoMoves)?;
    if let Some(fault) = game.faults.into_iter().next() {
        return Err(Disagreement::Moves(fault));
    }
    let end = game.record.end();
    let read = |numbering| read_fen::<R>(fen, numbering, PieceLimit::Standard);
    let position = match read(Numbering::FromTop) {
        Ok(position) if position != end => {
            read(Numbering::FromBottom).ok().filter(|other| *other == end).unwrap_or(position)
        }
        Ok(position) => position,
        Err(error) => read(Numbering::FromBottom).map_err(|_| Disagreement::Fen(error))?,
    };
    if position == end {
        return Ok(game.record);
    }
    let squares = differing_squares(&position, &end);
    if squares.is_empty() && game.record.moves.is_empty() {
        return Ok(Record { start: position, ..game.record });
    }
    Err(if squares.is_empty() {
        Disagreement::Turn { found: position.turn() }
    } else {
        Disagreement::Squares(squares)
    })
}

fn differing_squares<R: Rules>(one: &Position<R>, other: &Position<R>) -> String {
    let squares = (1..=u32::from(R::GEOMETRY.squares()))
        .filter_map(|number| R::GEOMETRY.from_number(number, Numbering::FromTop));
    let differing = squares.filter(|&square| one.at(square) != other.at(square));
    differing.map(|square| write_square::<R>(square, Notation::Algebraic)).collect::<Vec<_>>().join(", ")
}
