//! Moves written in all notations.

use super::{Notation, write_square};
use crate::board::{Numbering, Square};
use crate::position::{Move, Position, Route};
use crate::rules::Rules;

/// Writes a move; but for the notation of Hub, with the squares of the turns where start and end alone would be
/// ambiguous.
pub fn write_move<R: Rules>(position: &Position<R>, mv: Move, notation: Notation) -> String {
    if let Notation::Hub(numbering) = notation {
        return write_hub_move::<R>(mv, numbering);
    }
    let same_ends = |other: &&Move| (other.from, other.to) == (mv.from, mv.to);
    if mv.is_capture() && position.legal_moves().iter().filter(same_ends).count() > 1 {
        return write_in_full(position, mv, notation);
    }
    join::<R>(&[mv.from, mv.to], mv.is_capture(), notation)
}

/// Writes a move in short notation, the column it begins on and the square it ends on: `ed4`, `b:d6`. Where that would
/// be ambiguous, the squares are written as [`write_move`] does.
pub fn write_short_move<R: Rules>(position: &Position<R>, mv: Move) -> String {
    let file = R::GEOMETRY.file(mv.from);
    let is_alike = |other: &&Move| R::GEOMETRY.file(other.from) == file && other.to == mv.to;
    if position.legal_moves().iter().filter(is_alike).count() > 1 {
        return write_move(position, mv, Notation::Algebraic);
    }
    let separator = if mv.is_capture() { ":" } else { "" };
    format!("{}{separator}{}", char::from(b'a' + file), write_square::<R>(mv.to, Notation::Algebraic))
}

/// Writes all legal moves of a position, sorted by name.
pub fn write_legal_moves<R: Rules>(position: &Position<R>, notation: Notation) -> Vec<String> {
    let moves = position.legal_moves();
    let mut texts: Vec<_> = moves.iter().map(|&mv| write_move(position, mv, notation)).collect();
    texts.sort();
    texts
}

/// Writes the moves of a line that starts in `position`.
pub fn write_line<R: Rules>(position: &Position<R>, line: &[Move], notation: Notation) -> Vec<String> {
    let mut position = *position;
    line.iter()
        .map(|&mv| {
            let text = write_move(&position, mv, notation);
            position = position.after(mv);
            text
        })
        .collect()
}

/// Writes a move with every square of its route. Of several routes it is the one that the PDN standard asks for: where
/// it goes straight on, it lands right behind the piece jumped.
pub(super) fn write_in_full<R: Rules>(position: &Position<R>, mv: Move, notation: Notation) -> String {
    let routes = position.capture_routes().into_iter();
    let mut routes: Vec<Route> = routes.filter(|(other, _)| *other == mv).map(|(_, route)| route).collect();
    let standard = routes.iter().position(|route| lands_close::<R>(route, mv)).unwrap_or_default();
    let route = if routes.is_empty() { vec![mv.from, mv.to] } else { routes.swap_remove(standard) };
    join::<R>(&route, mv.is_capture(), notation)
}

/// Whether each landing after which a route goes straight on is right behind a piece that the move takes.
fn lands_close<R: Rules>(route: &[Square], mv: Move) -> bool {
    let place = |square| (i16::from(R::GEOMETRY.file(square)), i16::from(R::GEOMETRY.row(square)));
    let step = |from: Square, to: Square| {
        let ((file, row), (next_file, next_row)) = (place(from), place(to));
        ((next_file - file).signum(), (next_row - row).signum())
    };
    let before = |at: Square, (file, row): (i16, i16)| {
        let (at_file, at_row) = place(at);
        R::GEOMETRY.square(u8::try_from(at_file - file).ok()?, u8::try_from(at_row - row).ok()?)
    };
    route.array_windows().all(|&[from, landing, next]| {
        let way = step(from, landing);
        way != step(landing, next) || before(landing, way).is_some_and(|square| mv.captured.contains(square))
    })
}

fn join<R: Rules>(squares: &[Square], capture: bool, notation: Notation) -> String {
    let separator = match (capture, notation) {
        (false, _) => "-",
        (true, Notation::Algebraic) => ":",
        (true, Notation::Numeric(_) | Notation::Hub(_)) => "x",
    };
    squares.iter().map(|&square| write_square::<R>(square, notation)).collect::<Vec<_>>().join(separator)
}

/// What could have been played, for an error line.
pub(super) fn expectation<R: Rules>(position: &Position<R>, notation: Notation) -> String {
    const MOST_LISTED: usize = 12;
    let moves = position.legal_moves();
    let listed = moves.iter().take(MOST_LISTED).map(|&mv| write_move(position, mv, notation));
    let listed = listed.collect::<Vec<_>>().join(" ");
    let more = if moves.len() > MOST_LISTED { " …" } else { "" };
    match moves.first() {
        None => format!("nothing, {} has no legal move", position.turn()),
        Some(first) if first.is_capture() => format!("a capture, which is compulsory: {listed}{more}"),
        Some(_) => format!("one of {listed}{more}"),
    }
}

/// Writes a move in the notation of Hub, with all squares captured, in the order of their numbers.
fn write_hub_move<R: Rules>(mv: Move, numbering: Numbering) -> String {
    let number = |square| R::GEOMETRY.number(square, numbering);
    let mut captured: Vec<_> = mv.captured.into_iter().collect();
    captured.sort_by_key(|&square| number(square));
    let squares = [mv.from, mv.to].into_iter().chain(captured);
    let texts = squares.map(|square| write_square::<R>(square, Notation::Hub(numbering)));
    texts.collect::<Vec<_>>().join(if mv.is_capture() { "x" } else { "-" })
}
