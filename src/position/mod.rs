//! A position: what stands where and who is to move. Positions do not change; a move gives the next one.

mod captures;
mod generate;
mod key;
mod moves;
mod perft;
mod quiets;
mod setup;

pub use captures::{Route, Trace};
pub use key::Key;
pub use moves::{Move, MoveList};
pub use perft::{divide, perft, perft_while};
pub use setup::{Coordinate, PieceLimit, Placement, Setup, SetupError, SetupFault};

use std::marker::PhantomData;

use crate::board::{Bitboard, ByColor, Color, Direction, Piece, Square};
use crate::rules::{Kings, Material, MoveKind, Rules};

/// A valid position of the game `R`. Its parts are private, so that no two pieces share a square, all stand on
/// squares of the board, and no man stands on its crowning row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position<R: Rules> {
    pieces: ByColor<Bitboard>,
    kings: Bitboard,
    turn: Color,
    rules: PhantomData<R>,
}

impl<R: Rules> Position<R> {
    /// The position in which the game starts.
    pub fn start() -> Self {
        let rows = |from: u8, to: u8| {
            (from..to).fold(Bitboard::EMPTY, |set, row| set | R::GEOMETRY.row_squares(row))
        };
        let top = R::GEOMETRY.rows();
        Self {
            pieces: ByColor([rows(0, R::ROWS_OF_MEN), rows(top - R::ROWS_OF_MEN, top)]),
            kings: Bitboard::EMPTY,
            turn: R::FIRST,
            rules: PhantomData,
        }
    }

    /// White's and Black's pieces, of which some are kings, with White to move. The caller vouches for validity.
    pub(crate) const fn placed(pieces: [Bitboard; 2], kings: Bitboard) -> Self {
        Self { pieces: ByColor(pieces), kings, turn: Color::White, rules: PhantomData }
    }

    /// The side to move.
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// All pieces of a side.
    pub const fn pieces(&self, color: Color) -> Bitboard {
        self.pieces.0[color as usize]
    }

    /// The men of a side.
    pub fn men(&self, color: Color) -> Bitboard {
        self.pieces[color] & !self.kings
    }

    /// The kings of a side.
    pub fn kings(&self, color: Color) -> Bitboard {
        self.pieces[color] & self.kings
    }

    /// The squares on which something stands.
    pub fn occupied(&self) -> Bitboard {
        self.pieces[Color::White] | self.pieces[Color::Black]
    }

    /// The squares on which nothing stands.
    pub fn empty(&self) -> Bitboard {
        R::TABLES.squares & !self.occupied()
    }

    /// What stands on a square.
    pub fn at(&self, square: Square) -> Option<(Color, Piece)> {
        let color = Color::ALL.into_iter().find(|&color| self.pieces[color].contains(square))?;
        Some((color, if self.kings.contains(square) { Piece::King } else { Piece::Man }))
    }

    /// The key by which the position is looked up in tables.
    pub fn key(&self) -> Key {
        Key::of(self.pieces, self.kings, self.turn)
    }

    /// The same board with the other side to move: what the opponent would do if he could.
    #[must_use]
    pub fn passed(self) -> Self {
        Self { turn: !self.turn, ..self }
    }

    /// The board turned by 180° with the colours exchanged: the same position seen by the other side.
    #[must_use]
    pub fn flipped(self) -> Self {
        let turned = |set| R::GEOMETRY.turned(set);
        Self {
            pieces: ByColor([turned(self.pieces[Color::Black]), turned(self.pieces[Color::White])]),
            kings: turned(self.kings),
            turn: !self.turn,
            rules: PhantomData,
        }
    }

    /// The position after a legal move. Any other move gives a position that makes no sense, but no harm.
    #[must_use]
    pub fn after(self, mv: Move) -> Self {
        let (us, them) = (self.turn, !self.turn);
        let (from, to) = (Bitboard::of(mv.from), Bitboard::of(mv.to));
        let king = mv.promotes || self.kings.contains(mv.from);
        let mut next = self;
        // A capture may end where it began, so the start square is cleared before the end square is set.
        next.pieces[us] = (self.pieces[us] & !from) | to;
        next.pieces[them] = self.pieces[them] & !mv.captured;
        next.kings = (self.kings & !from & !mv.captured) | if king { to } else { Bitboard::EMPTY };
        next.turn = them;
        next
    }

    /// What a move of this position does, as far as draw rules look at it.
    pub fn move_kind(&self, mv: Move) -> MoveKind {
        if mv.is_capture() || mv.promotes {
            MoveKind::BalanceChange
        } else if self.kings.contains(mv.from) {
            MoveKind::KingMove
        } else {
            MoveKind::ManMove
        }
    }

    /// What is on the board, as far as draw rules look at it.
    pub fn material(&self) -> Material {
        let on_road = self.occupied() & R::TABLES.main_road;
        let alone = if on_road.count() == 1 { on_road & self.kings } else { Bitboard::EMPTY };
        Material {
            men: ByColor(Color::ALL.map(|color| self.men(color).count() as u8)),
            kings: ByColor(Color::ALL.map(|color| self.kings(color).count() as u8)),
            king_alone_on_main_road: ByColor(Color::ALL.map(|color| self.pieces[color].meets(alone))),
        }
    }

    /// The free squares that a king reaches from a square in one direction.
    pub(crate) fn king_reach(from: Square, direction: Direction, empty: Bitboard) -> Bitboard {
        match R::KINGS {
            Kings::Flying => R::TABLES.slide(from, direction, empty),
            Kings::Short => Self::step(Bitboard::of(from), direction) & empty,
        }
    }

    /// The squares one step from those of `set`; the result may hold bits outside the board.
    pub(crate) fn step(set: Bitboard, direction: Direction) -> Bitboard {
        Bitboard(set.0.rotate_left(R::GEOMETRY.rotation(direction)))
    }
}
