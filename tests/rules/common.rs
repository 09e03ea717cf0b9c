//! What all test crates need.

use bolshak::board::Numbering;
use bolshak::notation::read_fen;
use bolshak::position::{PieceLimit, Position};
use bolshak::rules::Rules;

/// The position of a FEN that is known to be good; numbers count from the top.
pub(crate) fn position<R: Rules>(fen: &str) -> Position<R> {
    read_fen(fen, Numbering::FromTop, PieceLimit::None).unwrap_or_else(|error| panic!("{fen}: {error}"))
}
