//! Positions as text, in the FEN of the PDN standard: `W:Wa1,Kc3:Bb8,d8`, the side to move first.

use std::fmt;
use std::marker::PhantomData;

use super::{Notation, quoted, write_square};
use crate::board::{Bitboard, Color, Numbering, Piece};
use crate::position::{Coordinate, PieceLimit, Placement, Position, Setup, SetupFault};
use crate::rules::Rules;

/// One thing that is wrong with a FEN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenFault {
    /// It does not begin with the side to move.
    #[error("expected W or B for the side to move, found {0}")]
    Turn(String),
    /// A part between two colons is no list of pieces.
    #[error("expected a list of pieces that begins with W or B, found {0}")]
    List(String),
    /// One of the two lists is missing.
    #[error("expected a list of the pieces of {0} (it may be empty, as in \"W:Wa1:B\")")]
    NoList(Color),
    /// Something in a list is no square.
    #[error("expected a square such as c3 or a number from 1 to {squares}, found {found}")]
    Square {
        /// The number of squares of the board.
        squares: u8,
        /// What stands there instead.
        found: String,
    },
    /// The pieces do not make a position.
    #[error(transparent)]
    Setup(#[from] SetupFault),
}

/// All that is wrong with a FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError(pub Vec<FenFault>);

impl std::error::Error for FenError {}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bad FEN: ")?;
        for (index, fault) in self.0.iter().enumerate() {
            write!(f, "{}{fault}", if index == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

/// Reads a FEN: squares by name or number, ranges of numbers, upper or lower case, blanks, either side first, an
/// empty side, a dot at the end, move counters (`:H0:F1`, not used), and the tag form `[FEN "…"]`.
///
/// # Errors
/// Everything that is wrong with it; of a text in which very much is wrong, no more than a line can hold.
pub fn read_fen<R: Rules>(
    text: &str,
    numbering: Numbering,
    limit: PieceLimit,
) -> Result<Position<R>, FenError> {
    let bare = unwrap_tag(text);
    let mut parts = bare.split(':').map(str::trim);
    let first = parts.next().unwrap_or_default();
    let mut reader =
        Reader::<R> { numbering, faults: Vec::new(), placements: Vec::new(), rules: PhantomData };
    let turn = read_color(first).unwrap_or_else(|| {
        reader.faults.push(FenFault::Turn(quoted(first)));
        Color::White
    });
    let mut seen = [false; 2];
    for part in parts.filter(|part| !is_move_counter(part)) {
        if reader.has_seen_enough() {
            break;
        }
        match part.chars().next().and_then(|letter| read_color(letter.encode_utf8(&mut [0; 4]))) {
            Some(color) => {
                seen = if color == Color::White { [true, seen[1]] } else { [seen[0], true] };
                reader.list(color, part);
            }
            None => reader.faults.push(FenFault::List(quoted(part))),
        }
    }
    if reader.faults.is_empty() && !reader.has_seen_enough() {
        let missing = Color::ALL.into_iter().zip(seen).filter(|(_, seen)| !seen);
        reader.faults.extend(missing.map(|(color, _)| FenFault::NoList(color)));
    }
    let setup = Setup { turn, placements: reader.placements };
    match setup.validate(limit) {
        Ok(position) if reader.faults.is_empty() => Ok(position),
        Ok(_) => Err(FenError(reader.faults)),
        Err(error) => {
            reader.faults.extend(error.0.into_iter().map(FenFault::Setup));
            Err(FenError(reader.faults))
        }
    }
}

/// Writes a FEN: White first; of each side the kings first, then the men, from the top of the board down.
pub fn write_fen<R: Rules>(position: &Position<R>, notation: Notation) -> String {
    let list = |color: Color| {
        let by_number = |set: Bitboard, mark: &'static str| {
            let mut squares: Vec<_> = set.into_iter().collect();
            squares.sort_by_key(|&square| R::GEOMETRY.number(square, Numbering::FromTop));
            squares.into_iter().map(move |square| format!("{mark}{}", write_square::<R>(square, notation)))
        };
        by_number(position.kings(color), "K")
            .chain(by_number(position.men(color), ""))
            .collect::<Vec<_>>()
            .join(",")
    };
    format!("{}:W{}:B{}", position.turn().letter(), list(Color::White), list(Color::Black))
}

/// The text between the quotes of `[FEN "…"]`, or what there is, without blanks, quotes and a dot around it.
fn unwrap_tag(text: &str) -> &str {
    let text = text.trim();
    let inner = match text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(tag) => tag.trim_start().trim_start_matches(|letter: char| letter.is_ascii_alphabetic()),
        None => text,
    };
    inner.trim().trim_matches('"').trim().trim_end_matches('.').trim_end()
}

fn read_color(text: &str) -> Option<Color> {
    match text {
        "W" | "w" => Some(Color::White),
        "B" | "b" => Some(Color::Black),
        _ => None,
    }
}

/// `H` or `F` and a number, as lidraughts writes after the pieces.
fn is_move_counter(part: &str) -> bool {
    part.strip_prefix(['H', 'F', 'h', 'f'])
        .is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

struct Reader<R: Rules> {
    numbering: Numbering,
    faults: Vec<FenFault>,
    placements: Vec<Placement>,
    rules: PhantomData<R>,
}

impl<R: Rules> Reader<R> {
    /// Whether the text is refused whatever follows, and there is enough to say why: a line of some MiB could
    /// otherwise be answered by a reason a hundred times as long. Of more pieces than squares, two share one.
    fn has_seen_enough(&self) -> bool {
        const MOST_FAULTS: usize = 8;
        self.faults.len() >= MOST_FAULTS || self.placements.len() > usize::from(R::GEOMETRY.squares())
    }

    /// Reads the pieces of one side, its letter included.
    fn list(&mut self, color: Color, part: &str) {
        let mut letters = part.chars();
        letters.next();
        let list = letters.as_str().trim().trim_end_matches('.');
        if list.is_empty() {
            return;
        }
        for item in list.split(',').map(str::trim) {
            if self.has_seen_enough() {
                return;
            }
            let (piece, squares) = match item.strip_prefix(['K', 'k']) {
                Some(squares) => (Piece::King, squares.trim_start()),
                None => (Piece::Man, item),
            };
            match self.squares(squares) {
                Some(squares) => {
                    self.placements.extend(squares.into_iter().map(|at| Placement { color, piece, at }));
                }
                None => {
                    self.faults
                        .push(FenFault::Square { squares: R::GEOMETRY.squares(), found: quoted(item) });
                }
            }
        }
    }

    /// A square by name, by number, or a range of numbers.
    fn squares(&self, text: &str) -> Option<Vec<Coordinate>> {
        if let Some((from, to)) = text.split_once('-') {
            let (from, to) = (Self::number(from.trim())?, Self::number(to.trim())?);
            return if from <= to { (from..=to).map(|number| self.numbered(number)).collect() } else { None };
        }
        match Self::number(text) {
            Some(number) => Some(vec![self.numbered(number)?]),
            None => Some(vec![named(text)?]),
        }
    }

    fn number(text: &str) -> Option<u32> {
        let number = text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())??;
        (number <= u32::from(R::GEOMETRY.squares())).then_some(number)
    }

    fn numbered(&self, number: u32) -> Option<Coordinate> {
        let square = R::GEOMETRY.from_number(number, self.numbering)?;
        Some(Coordinate::of::<R>(square))
    }
}

/// A square by letter and row; it need not be on the board.
fn named(text: &str) -> Option<Coordinate> {
    let mut letters = text.chars();
    let file = letters.next()?.to_ascii_lowercase();
    let digits = letters.as_str();
    let is_row = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let row = if is_row { digits.parse::<u8>().ok()?.checked_sub(1)? } else { return None };
    file.is_ascii_lowercase().then(|| Coordinate { file: file as u8 - b'a', row })
}
