//! A position to learn from.

use crate::board::{Bitboard, Color};
use crate::files::Bytes;
use crate::position::Position;
use crate::rules::Rules;
use crate::tourney::Outcome;

/// A quiet position of a game, turned so that White is to move, with what became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sample {
    pieces: [u64; 2],
    kings: u64,
    /// What the search of the game thought of it, in hundredths of a man.
    pub score: i16,
    /// How the game ended for the side to move.
    pub outcome: Outcome,
}

impl Sample {
    /// The bytes of a sample in a file.
    pub(super) const SIZE: usize = 8 + 8 + 8 + 2 + 1;

    /// A position of a game, with the score and the outcome for its side to move.
    pub fn new<R: Rules>(position: &Position<R>, score: i16, outcome: Outcome) -> Self {
        let seen = if position.turn() == Color::White { *position } else { position.flipped() };
        Self {
            pieces: [seen.pieces(Color::White).0, seen.pieces(Color::Black).0],
            kings: (seen.kings(Color::White) | seen.kings(Color::Black)).0,
            score,
            outcome,
        }
    }

    /// The position, with White to move.
    pub fn position<R: Rules>(&self) -> Position<R> {
        Position::placed(self.pieces.map(Bitboard), Bitboard(self.kings))
    }

    /// What makes two samples ones of the same position.
    pub(super) const fn board(&self) -> ([u64; 2], u64) {
        (self.pieces, self.kings)
    }

    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        for number in [self.pieces[0], self.pieces[1], self.kings] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(&self.score.to_le_bytes());
        bytes.push(self.outcome as u8);
    }

    /// The next sample; `None` when there is none, or nothing that could stand on a board.
    pub(super) fn read<R: Rules>(bytes: &mut Bytes<'_>) -> Option<Self> {
        let (white, black, kings) = (bytes.u64()?, bytes.u64()?, bytes.u64()?);
        let score = bytes.u16()? as i16;
        let [outcome] = bytes.take()?;
        let outcome = [Outcome::Loss, Outcome::Draw, Outcome::Win].get(usize::from(outcome)).copied()?;
        let fits = white & black == 0
            && (white | black) & !R::TABLES.squares.0 == 0
            && kings & !(white | black) == 0;
        fits.then_some(Self { pieces: [white, black], kings, score, outcome })
    }
}
