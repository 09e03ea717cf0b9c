//! What can be wrong with a game in a file, and where.

use std::fmt;

use super::outcome::Outcome;
use crate::board::Color;
use crate::notation::{FenError, MoveError};
use crate::rules::Rules;

/// Something that is wrong with a game, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: u64,
    /// The column in characters, from 1.
    pub column: u64,
    /// What is wrong.
    pub kind: FaultKind,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.kind)
    }
}

/// A move by the number that it has in a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveNumber {
    /// Whose move.
    pub color: Color,
    /// The number, from 1.
    pub number: usize,
}

impl MoveNumber {
    /// The number of the move after `ply` others, in a game of `R` that this side begins.
    pub fn new<R: Rules>(ply: usize, begins: Color) -> Self {
        let ply = ply + usize::from(begins != R::FIRST);
        let color = if ply.is_multiple_of(2) { R::FIRST } else { !R::FIRST };
        Self { color, number: ply / 2 + 1 }
    }
}

impl fmt::Display for MoveNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}'s move {}", self.color, self.number)
    }
}

/// What is wrong. Where the text must say what was found, it is already in quotation marks, and short.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FaultKind {
    /// What begins like a tag is none.
    #[error("expected a tag such as [White \"Name\"], found {0}")]
    NoTag(String),
    /// A tag's value has no quotation marks; it is read all the same.
    #[error("expected quotation marks around the value of the tag {0}")]
    BareTag(String),
    /// A tag stands twice, with different values; the first counts.
    #[error("expected the tag {0} once, found it again with another value")]
    DoubleTag(String),
    /// The position to begin with cannot be read; no move is.
    #[error("{0}")]
    Fen(FenError),
    /// The position to begin with has the wrong side to move. The moves are read with the other.
    #[error("the FEN tag has {turn} to move, but the first move, {found}, is {other}'s", other = !*.turn)]
    WrongTurn {
        /// The side that the tag says is to move.
        turn: Color,
        /// The first move.
        found: String,
    },
    /// The FEN tag holds the position that the moves lead to, instead of that in which they begin. They are read from
    /// the start position.
    #[error("the FEN tag has the position after the moves, not the one before them{}", and_turn(*.wrong_turn))]
    FenAfterMoves {
        /// Whether it also has the wrong side to move.
        wrong_turn: bool,
    },
    /// A position is set up in the middle of a game; it is not read further.
    #[error("expected a move, found a new position, /FEN …/, which is only read before the first move")]
    Setup,
    /// A move cannot be played; the game is not read further.
    #[error("{number}: {error}")]
    Move {
        /// Which move.
        number: MoveNumber,
        /// Why not.
        error: MoveError,
    },
    /// A man is put where no move leads, as flying draughts do before the game; it is not read further.
    #[error("{number}: {error}; it only puts a man elsewhere, as openings of flying draughts do")]
    Flying {
        /// Which move.
        number: MoveNumber,
        /// Why it cannot be played.
        error: MoveError,
    },
    /// A move is only a dash; the game is not read further.
    #[error("{0}: expected a move, found only a dash, as for a move that nobody knows")]
    UnknownMove(MoveNumber),
    /// A word that is nothing at all; it is passed over.
    #[error("expected a move, a comment, a result or a tag, found {0}")]
    Word(String),
    /// A bracket or a quotation mark belongs to nothing; it is passed over.
    #[error("expected a move, found a {0} that belongs to nothing")]
    Stray(char),
    /// A comment or a variation has no end. The game ends with it.
    #[error("expected the end of what this {0} opens before the next game begins")]
    Unclosed(char),
    /// The Result tag and the result after the moves differ; the tag counts.
    #[error("the Result tag says {tag}, the end of the moves {end}")]
    Results {
        /// The result of the tag.
        tag: Outcome,
        /// The result after the moves.
        end: Outcome,
    },
    /// A game is too long to be one; it is cut here.
    #[error("expected the end of the game within {0} MiB of text")]
    TooLong(usize),
    /// `-` stands for a capture or `:` for a quiet move. A warning: the move is clear.
    #[error("{number}: {found} is read as {meant}")]
    Separator {
        /// Which move.
        number: MoveNumber,
        /// The text.
        found: String,
        /// The move.
        meant: String,
    },
}

const fn and_turn(wrong: bool) -> &'static str {
    if wrong { ", and the wrong side to move" } else { "" }
}
