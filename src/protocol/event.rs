//! What the engine can say, in whatever protocol. Moves are texts already, in the notation in force.

use crate::options::Options;
use crate::search::{Info, Score};

/// Something to be said.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// Who the engine is, and what can be set, with the values in force.
    Identity(&'a Options),
    /// The answer to a ping.
    Alive,
    /// The engine is ready for its first search.
    Initialized,
    /// A search has found a line of play.
    Info {
        /// The finding.
        info: &'a Info,
        /// The moves of its line.
        line: &'a [String],
    },
    /// A position without a legal move was to be searched; this is what it is worth.
    GameOver(Score),
    /// The answer to a search.
    Done {
        /// The move; `None` without a legal one.
        best: Option<&'a str>,
        /// The reply that is expected.
        reply: Option<&'a str>,
    },
    /// A command was not obeyed.
    Error(&'a str),
    /// Something worth knowing.
    Note(&'a str),
}
