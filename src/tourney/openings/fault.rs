//! What can be wrong with openings, each in one line.

use std::fmt;

use super::flying::FlyingFault;
use crate::board::Color;
use crate::game::GameResult;
use crate::notation::{FenError, MoveError, quoted};
use crate::pdn;

/// Where something stands in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A line, counted from 1.
    Line(usize),
    /// A game of a PDN file, counted from 1.
    Game(usize),
    /// An entry of a table.
    Entry {
        /// Its number in the order of the file, from 1.
        number: usize,
        /// Its name.
        name: String,
    },
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(number) => write!(f, "line {number}"),
            Self::Game(number) => write!(f, "game {number}"),
            Self::Entry { number, name } if name.is_empty() => write!(f, "entry {number}"),
            Self::Entry { number, name } => write!(f, "entry {number}, {}", quoted(name)),
        }
    }
}

/// What is wrong with one opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It has none of the forms.
    #[error("expected a FEN, moves such as cd4 ba5 or men moved such as h2-h6 h6-f4, found {0}")]
    Form(String),
    /// It is a FEN with faults.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// It is a list of moves of which one cannot be played.
    #[error("move {number}: {error}")]
    Move {
        /// The number of the move, in plies from 1.
        number: usize,
        /// What is wrong with it.
        error: MoveError,
    },
    /// It has men moved before the game, but not as they can be.
    #[error(transparent)]
    Flying(#[from] FlyingFault),
    /// It could be moves or men moved before the game, but is neither.
    #[error("{moves}; nor can the men be moved before the game: {flying}")]
    Neither {
        /// Why it is no list of moves.
        moves: Box<Fault>,
        /// Why the men cannot be moved.
        flying: FlyingFault,
    },
    /// It is a game in PDN, which cannot be read to its end.
    #[error("{0}")]
    Pdn(pdn::Fault),
    /// It is a game in PDN with a fault that does no harm.
    #[error("{0}")]
    Doubt(pdn::Fault),
    /// The game is over before it begins.
    #[error("the game is over there: {0}")]
    Over(GameResult),
    /// The moves in the name of an entry give another side to move than its FEN; they count.
    #[error("the FEN has {fen} to move, the name {}; the name counts", !*fen)]
    Turn {
        /// The side to move by the FEN.
        fen: Color,
    },
    /// The moves in the name of an entry give another position than its FEN; they count.
    #[error("the FEN differs on {0} from what the name gives; the name counts")]
    Squares(String),
    /// The moves in the name of an entry cannot be played; its FEN counts.
    #[error("the FEN counts, since the name cannot be played: {0}")]
    Name(Box<Fault>),
    /// The FEN of an entry has faults; the moves in its name count.
    #[error("the name counts: {0}")]
    NoFen(FenError),
    /// `-` stands for a capture or `:` for a quiet move; it is read as the one move that fits.
    #[error("{found} is read as {meant}")]
    Separator {
        /// What was found.
        found: String,
        /// The move it is taken for.
        meant: String,
    },
    /// An earlier opening reaches the same position.
    #[error("the same position as {0}")]
    Repeated(Place),
}

impl Fault {
    /// Whether the opening cannot be used; otherwise it is only doubtful.
    pub const fn leaves_out(&self) -> bool {
        match self {
            Self::Form(_)
            | Self::Fen(_)
            | Self::Move { .. }
            | Self::Flying(_)
            | Self::Neither { .. }
            | Self::Pdn(_)
            | Self::Over(_) => true,
            Self::Turn { .. }
            | Self::Squares(_)
            | Self::Name(_)
            | Self::NoFen(_)
            | Self::Separator { .. }
            | Self::Doubt(_)
            | Self::Repeated(_) => false,
        }
    }
}

/// A fault and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Where.
    pub place: Place,
    /// What.
    pub fault: Fault,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let left_out = if self.fault.leaves_out() { " is left out" } else { "" };
        write!(f, "{}{left_out}: {}", self.place, self.fault)
    }
}

/// Why a file gives no openings at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// It is a table in JSON, but not a valid one.
    #[error("expected a table of openings in JSON: {0}")]
    Json(String),
    /// It holds no opening that can be used; these are the reasons.
    #[error("expected at least one opening, found none{}", first_of(.0))]
    NoOpening(Vec<Warning>),
}

/// The first of several warnings, as the end of a line.
fn first_of(warnings: &[Warning]) -> String {
    match warnings {
        [] => String::new(),
        [only] => format!(": {only}"),
        [first, rest @ ..] => format!(": {first} (and {} more)", rest.len()),
    }
}
