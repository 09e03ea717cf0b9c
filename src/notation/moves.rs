//! Moves as text: `c3-d4`, `f4:d6`, `d2:g5:e7:c5:a7`, short `ed4` and `b:d6`, numeric `22-18`.

use super::writing::{expectation, write_in_full};
use super::{Notation, quoted};
use crate::board::{Numbering, Square};
use crate::position::{Move, Position, Route};
use crate::rules::Rules;

/// A move that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadMove {
    /// The move.
    pub mv: Move,
    /// Whether `-` stood for a capture or `:` for a quiet move, as happens in old game scores.
    pub separator_mixed_up: bool,
}

/// Why a text is not a move of the position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The text has not the form of a move.
    #[error("{found} is not a move: expected a form such as {expected}")]
    Form {
        /// The text.
        found: String,
        /// Forms that can be read.
        expected: &'static str,
    },
    /// No legal move fits.
    #[error("{found} is not legal: expected {expected}")]
    Illegal {
        /// The text.
        found: String,
        /// The legal moves.
        expected: String,
    },
    /// Several legal moves fit.
    #[error("{found} is ambiguous: it can mean {meanings}")]
    Ambiguous {
        /// The text.
        found: String,
        /// The moves that fit, written in full.
        meanings: String,
    },
}

/// The first thing that a text names: in short notation, only a column.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    Square(Square),
    File(u8),
}

impl Start {
    fn fits<R: Rules>(self, from: Square) -> bool {
        match self {
            Self::Square(square) => square == from,
            Self::File(file) => R::GEOMETRY.file(from) == file,
        }
    }
}

/// A text taken apart.
struct Parts {
    start: Start,
    /// All squares but the first; the last is where the move ends.
    squares: Vec<Square>,
    /// Whether `:` or `x` stands in it; `None` without any separator.
    capture: Option<bool>,
}

/// Reads a move of `position`. Squares may be named or numbered; `x`, `×` and `:` are the same, and between named
/// squares the separator may be missing; of a capture's squares in between those will do that tell it from others.
///
/// # Errors
/// When the text is no move, fits no legal move, or fits several.
pub fn read_move<R: Rules>(
    position: &Position<R>,
    text: &str,
    numbering: Numbering,
) -> Result<ReadMove, MoveError> {
    let parts = take_apart::<R>(text, numbering)
        .ok_or_else(|| MoveError::Form { found: quoted(text), expected: "c3-d4, c3:e5, cd4 or 22-18" })?;
    let fitting = fitting_moves(position, &parts);
    match fitting.as_slice() {
        [mv] => Ok(ReadMove {
            mv: *mv,
            separator_mixed_up: parts.capture.is_some_and(|capture| capture != mv.is_capture()),
        }),
        [] => Err(MoveError::Illegal {
            found: quoted(text),
            expected: expectation(position, Notation::Algebraic),
        }),
        several => {
            let in_full = several.iter().map(|&mv| write_in_full(position, mv, Notation::Algebraic));
            Err(MoveError::Ambiguous {
                found: quoted(text),
                meanings: in_full.collect::<Vec<_>>().join(" or "),
            })
        }
    }
}

/// Reads the name or the number of a square.
pub fn read_square<R: Rules>(text: &str, numbering: Numbering) -> Option<Square> {
    let mut rest = text.trim();
    let (square, _) = take_square::<R>(&mut rest, numbering)?;
    rest.is_empty().then_some(square)
}

/// A word without a move number such as `12.` or `12...` at its front.
pub fn without_move_number(word: &str) -> &str {
    let after = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let rest = after.trim_start_matches('.');
    if after.len() < word.len() && rest.len() < after.len() { rest } else { word }
}

/// The legal moves that a text can mean, each once.
fn fitting_moves<R: Rules>(position: &Position<R>, parts: &Parts) -> Vec<Move> {
    let Some((&end, turns)) = parts.squares.split_last() else { return Vec::new() };
    if turns.is_empty() {
        let fits = |mv: &Move| parts.start.fits::<R>(mv.from) && mv.to == end;
        let moves: Vec<Move> = position.legal_moves().into_iter().filter(fits).collect();
        let from_square = matches!(parts.start, Start::Square(_));
        // Of several captures with these ends, a single jump is written in full by them.
        if moves.len() < 2 || !from_square {
            return moves;
        }
    }
    let mut routes = position.capture_routes();
    routes.retain(|(mv, _)| parts.start.fits::<R>(mv.from) && mv.to == end);
    // A route given in full means that route, though its squares may also be some of a longer one.
    let in_full = |(_, route): &(Move, Route)| route.iter().skip(1).eq(&parts.squares);
    let in_part = |(_, route): &(Move, Route)| is_subsequence(&parts.squares, route.iter().skip(1));
    let mut moves: Vec<Move> = routes.iter().filter(|route| in_full(route)).map(|(mv, _)| *mv).collect();
    if moves.is_empty() {
        moves = routes.iter().filter(|route| in_part(route)).map(|(mv, _)| *mv).collect();
    }
    let mut distinct = Vec::new();
    for mv in moves {
        if !distinct.contains(&mv) {
            distinct.push(mv);
        }
    }
    distinct
}

fn is_subsequence<'a>(some: &[Square], mut all: impl Iterator<Item = &'a Square>) -> bool {
    some.iter().all(|square| all.any(|other| other == square))
}

/// Takes a text apart into a start, squares and the kind of separator; `None` if it has not the form of a move.
fn take_apart<R: Rules>(text: &str, numbering: Numbering) -> Option<Parts> {
    let mut rest = text.trim();
    let (start, mut numeric) = match take_square::<R>(&mut rest, numbering) {
        Some((square, numeric)) => (Start::Square(square), numeric),
        None => (Start::File(take_file::<R>(&mut rest)?), false),
    };
    let (mut squares, mut capture) = (Vec::new(), None);
    while !rest.is_empty() {
        let separator = take_separator(&mut rest);
        // Numbers run together could be read in several ways.
        if separator.is_none() && numeric {
            return None;
        }
        capture = match (capture, separator) {
            (None, found) => found,
            (Some(capture), found) => Some(capture | found.unwrap_or(false)),
        };
        let (square, is_number) = take_square::<R>(&mut rest, numbering)?;
        numeric = is_number;
        squares.push(square);
    }
    (!squares.is_empty()).then_some(Parts { start, squares, capture })
}

/// Takes a square off the front; whether it is a number comes with it.
fn take_square<R: Rules>(rest: &mut &str, numbering: Numbering) -> Option<(Square, bool)> {
    let mut letters = rest.chars();
    let first = letters.next()?;
    if first.is_ascii_digit() {
        let number = take_number(rest)?;
        return Some((R::GEOMETRY.from_number(number, numbering)?, true));
    }
    let mut after = letters.as_str();
    let file = (first.to_ascii_lowercase() as u32).checked_sub('a' as u32)?;
    let row = take_number(&mut after)?.checked_sub(1)?;
    let square = R::GEOMETRY.square(u8::try_from(file).ok()?, u8::try_from(row).ok()?)?;
    *rest = after;
    Some((square, false))
}

fn take_file<R: Rules>(rest: &mut &str) -> Option<u8> {
    let mut letters = rest.chars();
    let file = (letters.next()?.to_ascii_lowercase() as u32).checked_sub('a' as u32)?;
    *rest = letters.as_str();
    u8::try_from(file).ok().filter(|&file| file < R::GEOMETRY.files())
}

fn take_number(rest: &mut &str) -> Option<u32> {
    let after = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let digits = rest.strip_suffix(after)?;
    let number = digits.parse().ok()?;
    *rest = after;
    Some(number)
}

/// Takes a separator off the front: `Some(true)` for that of a capture.
fn take_separator(rest: &mut &str) -> Option<bool> {
    let mut letters = rest.chars();
    let capture = match letters.next()? {
        ':' | 'x' | 'X' | '×' | '*' => true,
        '-' | '–' | '—' => false,
        _ => return None,
    };
    *rest = letters.as_str();
    Some(capture)
}
