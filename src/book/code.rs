//! Positions as numbers and bytes.

use crate::board::{Bitboard, Color};
use crate::position::Position;
use crate::rules::Rules;

/// A position and its like: White is to move in it, and one with Black to move is that with the board turned. It holds all
/// of the position, so that two that differ can never be taken for each other. In order, positions without kings come
/// first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code {
    kings: u64,
    white: u64,
    black: u64,
}

impl Code {
    /// The code of a position.
    pub fn of<R: Rules>(position: &Position<R>) -> Self {
        let seen = if position.turn() == Color::White { *position } else { position.flipped() };
        let [white, black] = Color::ALL.map(|color| seen.pieces(color));
        let kings = seen.kings(Color::White) | seen.kings(Color::Black);
        Self { kings: pack::<R>(kings), white: pack::<R>(white), black: pack::<R>(black) }
    }

    /// The position, with White to move; `None` when there is none of this code.
    pub fn position<R: Rules>(self) -> Option<Position<R>> {
        let most = u64::MAX >> (64 - R::GEOMETRY.squares());
        let beyond = (self.white | self.black) & !most != 0;
        if beyond || self.white & self.black != 0 || self.kings & !(self.white | self.black) != 0 {
            return None;
        }
        let [white, black, kings] = [self.white, self.black, self.kings].map(unpack::<R>);
        let stuck = (white & R::TABLES.crowning[0] | black & R::TABLES.crowning[1]) & !kings;
        stuck.is_empty().then(|| Position::placed([white, black], kings))
    }

    /// The sets of squares that make the position.
    pub(super) const fn sets(self) -> [u64; 3] {
        [self.kings, self.white, self.black]
    }

    /// Whether there is a king.
    pub(super) const fn has_kings(self) -> bool {
        self.kings != 0
    }

    /// The number of bytes of a set of squares.
    const fn width<R: Rules>() -> usize {
        (R::GEOMETRY.squares() as usize).div_ceil(8)
    }

    /// The number of bytes of a code.
    pub(super) const fn length<R: Rules>(kings: bool) -> usize {
        Self::width::<R>() * if kings { 3 } else { 2 }
    }

    /// The number of bytes of a code but for Black's squares, which come last.
    pub(super) const fn group_length<R: Rules>(kings: bool) -> usize {
        Self::length::<R>(kings) - Self::width::<R>()
    }

    /// The code as bytes, which are in the order of codes; the kings are left out unless asked for.
    pub(super) fn bytes<R: Rules>(self, kings: bool) -> Vec<u8> {
        let sets = self.sets().into_iter().skip(usize::from(!kings));
        sets.flat_map(|set| set.to_be_bytes().into_iter().skip(8 - Self::width::<R>())).collect()
    }

    /// Reads what [`bytes`](Self::bytes) gave, of just [`length`](Self::length) bytes.
    pub(super) fn read<R: Rules>(bytes: &[u8], kings: bool) -> Self {
        let number = |bytes: &[u8]| bytes.iter().fold(0, |number, &byte| number << 8 | u64::from(byte));
        let mut sets = bytes.chunks(Self::width::<R>()).map(number);
        let mut next = || sets.next().unwrap_or_default();
        Self { kings: if kings { next() } else { 0 }, white: next(), black: next() }
    }
}

/// For each row, where its squares begin in a bitboard, and in a set without ghosts.
fn rows<R: Rules>() -> impl Iterator<Item = (u8, u8)> {
    let half = R::GEOMETRY.files() / 2;
    (0..R::GEOMETRY.rows()).map(move |row| (row / 2 * (2 * half + 1) + row % 2 * (half + 1), row * half))
}

/// The squares of a row, at the lower end of a word.
fn row_mask<R: Rules>() -> u64 {
    (1 << (R::GEOMETRY.files() / 2)) - 1
}

/// A set of squares without the ghosts in between.
fn pack<R: Rules>(set: Bitboard) -> u64 {
    rows::<R>().fold(0, |packed, (from, to)| packed | (set.0 >> from & row_mask::<R>()) << to)
}

/// The inverse of [`pack`].
fn unpack<R: Rules>(packed: u64) -> Bitboard {
    Bitboard(rows::<R>().fold(0, |set, (to, from)| set | (packed >> from & row_mask::<R>()) << to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Numbering;
    use crate::notation::read_fen;
    use crate::position::PieceLimit;
    use crate::rules::{International, Russian};

    fn all_codes_come_back<R: Rules>(position: Position<R>, depth: u32) {
        let code = Code::of(&position);
        let seen = if position.turn() == Color::White { position } else { position.flipped() };
        assert_eq!(code.position::<R>(), Some(seen));
        assert_eq!(Code::of(&position.flipped()), code);
        for kings in [code.has_kings(), true] {
            let bytes = code.bytes::<R>(kings);
            assert_eq!(bytes.len(), Code::length::<R>(kings));
            assert_eq!(Code::read::<R>(&bytes, kings), code);
        }
        if depth > 0 {
            position
                .legal_moves()
                .into_iter()
                .for_each(|mv| all_codes_come_back(position.after(mv), depth - 1));
        }
    }

    #[test]
    fn codes_are_one_to_one() {
        all_codes_come_back(Position::<Russian>::start(), 4);
        all_codes_come_back(Position::<International>::start(), 2);
        let fen = "W:WKa1,c3,h4:BKh8,d6,e7";
        all_codes_come_back::<Russian>(read_fen(fen, Numbering::FromTop, PieceLimit::Standard).unwrap(), 3);
    }

    #[test]
    fn a_code_of_no_position_is_told() {
        let start = Code::of(&Position::<Russian>::start());
        let wrong = [
            Code { white: start.white | 1 << 31, ..start },
            Code { white: start.white | start.black, ..start },
            Code { kings: 1 << 16, ..start },
            Code { black: start.black | 1 << 40, ..start },
        ];
        assert!(wrong.iter().all(|code| code.position::<Russian>().is_none()));
    }
}
