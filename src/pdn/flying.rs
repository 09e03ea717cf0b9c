//! Flying draughts: before the game a man of one side or of both is put on another square, as drawn from a table.
//! Files of such openings give that like a move, `a1-a5 g7-g5`, or `---` for the side that keeps its place.

use super::word::{self, Body};
use crate::board::{Color, Numbering, Piece, Square};
use crate::notation::read_move;
use crate::position::{Coordinate, PieceLimit, Placement, Position, Setup};
use crate::rules::Rules;

/// A man that a text puts on an empty square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Flight {
    pub(super) color: Color,
    from: Square,
    to: Square,
}

impl Flight {
    /// Reads a text as a flight: two squares by name, on the first of which stands a man, on the other nothing.
    pub(super) fn read<R: Rules>(position: &Position<R>, text: &str) -> Option<Self> {
        let text = word::latin(text).to_ascii_lowercase();
        let mut letters = text.chars().filter(char::is_ascii_alphanumeric);
        let mut square = || {
            let (file, row) = (letters.next()?, letters.next()?);
            let file = u8::try_from(u32::from(file).checked_sub(u32::from('a'))?).ok()?;
            R::GEOMETRY.square(file, u8::try_from(row.to_digit(10)?.checked_sub(1)?).ok()?)
        };
        let (from, to) = (square()?, square()?);
        let Some((color, Piece::Man)) = position.at(from) else { return None };
        (letters.next().is_none() && position.at(to).is_none()).then_some(Self { color, from, to })
    }

    /// The position with the man on its new square and the same side to move; `None` where it cannot stand.
    pub(super) fn land<R: Rules>(self, position: &Position<R>) -> Option<Position<R>> {
        let moved = |square| if square == self.from { self.to } else { square };
        let placements = position.occupied().into_iter().filter_map(|square| {
            let (color, piece) = position.at(square)?;
            let square = moved(square);
            let at = Coordinate::of::<R>(square);
            Some(Placement { color, piece, at })
        });
        Setup { turn: position.turn(), placements: placements.collect() }.validate(PieceLimit::None).ok()
    }
}

/// The position that the first words of a game make of `start` when they are flights, one at most of each side, and
/// how many words these are. At least one of them must be no legal move in its place.
pub(super) fn start<R: Rules>(start: &Position<R>, words: &[&str]) -> Option<(Position<R>, usize)> {
    let (mut position, mut replayed, mut legal, mut last) = (*start, *start, true, None);
    let mut taken = 0;
    for word in words.iter().take(2) {
        if word::classify(word) == Body::Blank {
            (taken, legal) = (taken + 1, false);
            continue;
        }
        let Some(flight) = Flight::read(&position, word).filter(|flight| last != Some(flight.color)) else {
            break;
        };
        let Some(next) = flight.land(&position) else { break };
        match read_move(&replayed, &word::latin(word), Numbering::FromTop) {
            Ok(read) if legal => replayed = replayed.after(read.mv),
            _ => legal = false,
        }
        (position, last, taken) = (next, Some(flight.color), taken + 1);
    }
    (!legal && taken > 0).then_some((position, taken))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_fen;
    use crate::rules::Russian;

    fn flown(words: &[&str], fen: &str) {
        let (position, taken) = start(&Position::<Russian>::start(), words).unwrap();
        assert_eq!(taken, words.len());
        assert_eq!(position, read_fen(fen, Numbering::FromTop, PieceLimit::Standard).unwrap(), "{words:?}");
    }

    #[test]
    fn men_fly_and_white_is_still_to_move() {
        let black = "B5,9,1,6,10,2,7,11,3,8,12,4";
        flown(&["A1-A5", "G7-G5"], "W:W21,13,25,30,22,26,31,23,27,32,24,28:B5,9,1,6,10,2,7,11,3,16,12,4");
        flown(&["H2-H4"], &format!("W:W29,21,25,30,22,26,31,23,27,32,24,20:{black}"));
        flown(&["d2-b4", "---"], &format!("W:W29,21,25,30,22,17,31,23,27,32,24,28:{black}"));
    }

    #[test]
    fn moves_are_no_flights() {
        for words in [&["c3-d4", "d6-c5"][..], &["c3-d4", "c5-b4"], &["c3-e3"], &["c4-d5"], &["22-18"], &[]] {
            assert_eq!(start(&Position::<Russian>::start(), words), None, "{words:?}");
        }
    }
}
