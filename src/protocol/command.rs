//! What a client can say, in whatever protocol.

use crate::board::Numbering;
use crate::notation::quoted;

/// A command. Moves and positions are still text: what they mean depends on the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Nothing: an empty line, or one that the protocol passes over.
    Nothing,
    /// Who are you, and what can be set?
    Identify,
    /// Are you there?
    Ping,
    /// All is set that was to be set; get ready.
    Initialize,
    /// Sets an option of the table of options.
    SetOption {
        /// The option.
        name: String,
        /// Its value.
        value: String,
    },
    /// Forget the last game.
    NewGame,
    /// Sets the position.
    Position(PositionCommand),
    /// Begins a search.
    Go(GoCommand),
    /// Counts move sequences of this length.
    Perft(u32),
    /// The expected move was played.
    PonderHit,
    /// Answer at once.
    Stop,
    /// The session is over.
    Quit,
    /// Show the position.
    Display,
    /// Show the evaluation, term by term.
    Eval,
    /// Show what the opening book knows of the moves.
    Book,
    /// The benchmark, to this depth.
    Bench(Option<u32>),
    /// What commands are there?
    Help,
}

/// A position, and the moves that have led from it to the one that is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionCommand {
    /// Where the moves begin.
    pub place: Place,
    /// The moves.
    pub moves: Moves,
}

/// Where a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// With the start position.
    Start,
    /// With this FEN.
    Fen(String),
    /// With this position string of the Hub protocol.
    Hub(String),
}

/// The moves of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Moves {
    /// In any of the usual notations, under the numbering of the options.
    Usual(Vec<String>),
    /// In the notation of the Hub protocol, under the numbering that makes all of them legal; this one, if both do.
    Hub(Vec<String>, Numbering),
}

/// What is to be searched for, and how long. Times are in milliseconds and may be negative, as some clients send
/// them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoCommand {
    /// The greatest depth.
    pub depth: Option<i64>,
    /// The most nodes.
    pub nodes: Option<i64>,
    /// Think exactly so long.
    pub movetime: Option<i64>,
    /// White's clock.
    pub wtime: Option<i64>,
    /// Black's clock.
    pub btime: Option<i64>,
    /// What each of White's moves adds to it.
    pub winc: Option<i64>,
    /// What each of Black's moves adds to it.
    pub binc: Option<i64>,
    /// Moves until the next time control.
    pub movestogo: Option<i64>,
    /// Look for a win in so many moves.
    pub mate: Option<i64>,
    /// Until `stop`.
    pub infinite: bool,
    /// On the opponent's time.
    pub ponder: bool,
    /// For somebody who wants to know what the position is worth, not for a move to play.
    pub analysis: bool,
    /// Only these moves.
    pub searchmoves: Vec<String>,
}

/// Why a line is no command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// The first word is unknown.
    #[error("unknown command {found}: expected one of {known}")]
    Unknown {
        /// The line.
        found: String,
        /// The commands.
        known: &'static str,
    },
    /// A word is not where it should be.
    #[error("{command}: expected {expected}, found {found}")]
    Expected {
        /// The command.
        command: &'static str,
        /// What should be there.
        expected: &'static str,
        /// What is there.
        found: String,
    },
}

/// The error for a word, or none, where something else should be.
pub(super) fn expected(command: &'static str, expected: &'static str, found: Option<&str>) -> ParseError {
    ParseError::Expected { command, expected, found: found.map_or_else(|| "nothing".to_owned(), quoted) }
}
