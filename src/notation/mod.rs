//! Text and values: squares, moves, FEN, diagrams. Nothing here panics, whatever the text.
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice
)]

mod diagram;
mod fen;
mod hub;
mod moves;
mod writing;

pub use diagram::diagram;
pub use fen::{FenError, FenFault, read_fen, write_fen};
pub use hub::{HubPositionError, read_hub_move, read_hub_position, write_hub_position};
pub use moves::{MoveError, ReadMove, read_move, read_square, without_move_number};
pub use writing::{write_legal_moves, write_line, write_move, write_short_move};

use crate::board::{Numbering, Square};
use crate::rules::Rules;

/// How squares are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notation {
    /// Letter and digit: `c3`.
    #[default]
    Algebraic,
    /// A number, counted as the numbering says.
    Numeric(Numbering),
    /// A number, and of a capture, after start and end, the numbers of all squares captured: `22x13x18`.
    Hub(Numbering),
}

/// The name of a square.
pub fn write_square<R: Rules>(square: Square, notation: Notation) -> String {
    match notation {
        Notation::Algebraic => {
            let file = char::from(b'a' + R::GEOMETRY.file(square));
            format!("{file}{}", R::GEOMETRY.row(square) + 1)
        }
        Notation::Numeric(numbering) | Notation::Hub(numbering) => {
            R::GEOMETRY.number(square, numbering).to_string()
        }
    }
}

/// A piece of somebody's input as it may stand in an error line: short, and without control characters.
pub fn quoted(text: &str) -> String {
    const LONGEST: usize = 60;
    let short: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if text.chars().nth(LONGEST).is_some() { format!("\"{short}…\"") } else { format!("\"{short}\"") }
}
