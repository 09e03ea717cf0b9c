//! "Flying" openings: a man of each side is moved to a free square before the game begins. Tournaments draw them from
//! tables, where `h2-h6 h6-f4` moves White's man from h2 to h6 and Black's from h6 to f4, and `---` leaves a side as it
//! is.

use std::marker::PhantomData;

use crate::board::{Color, Numbering, Piece, Square};
use crate::notation::{Notation, quoted, read_square, write_square};
use crate::position::{Coordinate, PieceLimit, Placement, Position, Setup, SetupError};
use crate::rules::Rules;

/// Why men cannot be moved as a text says.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FlyingFault {
    /// There are more items than sides.
    #[error("expected a man of White and a man of Black, found {0} items")]
    Items(usize),
    /// An item does not name two squares.
    #[error("expected two squares such as h2-h6, or --- for no man, found {0}")]
    Item(String),
    /// No man of the side stands there at the start.
    #[error("{item}: no man of {color} stands on {square} at the start")]
    NoMan {
        /// The item.
        item: String,
        /// The side whose turn it is.
        color: Color,
        /// The square.
        square: String,
    },
    /// The men do not make a position.
    #[error("{0}")]
    Setup(#[from] SetupError),
}

/// All positions in which a game can begin after a man of one side or one of each was moved to a free square: not to its
/// crowning row, and so that no side can capture at once. The side is to move that begins the game.
pub fn every_flying<R: Rules>() -> Vec<Position<R>> {
    let [white, black] = Color::ALL.map(ways::<R>);
    let both = white.iter().flat_map(|&white| black.iter().map(move |&black| [white, black]));
    both.filter(|ways| ways.iter().any(Option::is_some)).filter_map(displaced).collect()
}

/// From where to where a man of a side may be moved, or none. The squares of the other side are among them, since it may
/// have left one.
fn ways<R: Rules>(color: Color) -> Vec<Option<(Square, Square)>> {
    let start = Position::<R>::start();
    let to = start.empty() | start.pieces(!color);
    let moved =
        start.pieces(color).into_iter().flat_map(|from| to.into_iter().map(move |to| Some((from, to))));
    [None].into_iter().chain(moved).collect()
}

/// The start position with a man of White and one of Black moved, if a game can begin so.
fn displaced<R: Rules>(ways: [Option<(Square, Square)>; 2]) -> Option<Position<R>> {
    let mut men = Men::<R>::start();
    let moved = Color::ALL.into_iter().zip(ways);
    let moved = moved.filter_map(|(color, way)| way.map(|(from, to)| (color, from, to)));
    for (color, from, _) in moved.clone() {
        men.take(color, from)?;
    }
    for (color, _, to) in moved {
        men.put(color, to);
    }
    // Two men on a square or a man on its crowning row are faults.
    let setup = Setup { turn: R::FIRST, placements: men.placements };
    let position = setup.validate(PieceLimit::Standard).ok()?;
    let is_quiet = !position.has_capture() && !position.passed().has_capture();
    is_quiet.then_some(position)
}

/// Whether a word says that no man of a side is moved.
pub(super) fn is_pass(word: &str) -> bool {
    matches!(word, "---" | "--" | "-" | "–" | "—")
}

/// Whether a word names two squares, as a man that is moved does.
pub(super) fn is_man_moved<R: Rules>(word: &str, numbering: Numbering) -> bool {
    squares::<R>(word, numbering).is_some()
}

/// The start position with men moved: the first item is of the side that begins the game, as a rule White, the second
/// of the other. After both it is the first side's turn, after one alone the other's, since each item is a turn; a word
/// `W` or `B` at the end says otherwise.
pub(super) fn read_flying<R: Rules>(
    words: &[&str],
    numbering: Numbering,
) -> Result<Position<R>, FlyingFault> {
    let (items, marked) = match words.split_last() {
        Some((&last, items)) => match side_mark(last) {
            Some(color) => (items, Some(color)),
            None => (words, None),
        },
        None => (words, None),
    };
    let sides = [R::FIRST, !R::FIRST];
    if items.len() > sides.len() || items.is_empty() {
        return Err(FlyingFault::Items(items.len()));
    }
    let mut men = Men::<R>::start();
    let mut arrivals = Vec::new();
    for (&item, color) in items.iter().zip(sides) {
        if is_pass(item) {
            continue;
        }
        let (from, to) = squares::<R>(item, numbering).ok_or_else(|| FlyingFault::Item(quoted(item)))?;
        men.take(color, from).ok_or_else(|| FlyingFault::NoMan {
            item: quoted(item),
            color,
            square: write_square::<R>(from, Notation::Algebraic),
        })?;
        arrivals.push((color, to));
    }
    // Both men are lifted before one is put down: White's may land where Black's has stood.
    for (color, to) in arrivals {
        men.put(color, to);
    }
    let by_turns = if items.len() == 1 { !R::FIRST } else { R::FIRST };
    let setup = Setup { turn: marked.unwrap_or(by_turns), placements: men.placements };
    Ok(setup.validate(PieceLimit::Standard)?)
}

/// The side that a word at the end of the items puts on move.
fn side_mark(word: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|color| {
        let mut letters = word.chars();
        letters.next().is_some_and(|letter| letter.eq_ignore_ascii_case(&color.letter()))
            && letters.as_str().is_empty()
    })
}

/// The two squares of an item.
fn squares<R: Rules>(item: &str, numbering: Numbering) -> Option<(Square, Square)> {
    let (from, to) = item.split_once(['-', '–', '—', ':'])?;
    Some((read_square::<R>(from, numbering)?, read_square::<R>(to, numbering)?))
}

/// The men while they are being moved.
struct Men<R: Rules> {
    placements: Vec<Placement>,
    rules: PhantomData<R>,
}

impl<R: Rules> Men<R> {
    fn start() -> Self {
        let start = Position::<R>::start();
        let mut men = Self { placements: Vec::new(), rules: PhantomData };
        for color in Color::ALL {
            for square in start.pieces(color) {
                men.put(color, square);
            }
        }
        men
    }

    fn placement(color: Color, square: Square) -> Placement {
        let at = Coordinate::of::<R>(square);
        Placement { color, piece: Piece::Man, at }
    }

    fn put(&mut self, color: Color, square: Square) {
        self.placements.push(Self::placement(color, square));
    }

    /// Lifts a man; `None` if there is none of this side.
    fn take(&mut self, color: Color, square: Square) -> Option<Placement> {
        let wanted = Self::placement(color, square);
        let index = self.placements.iter().position(|&placement| placement == wanted)?;
        Some(self.placements.remove(index))
    }
}
