//! The protocols: each reads lines as commands and writes events as lines.

use super::command::{Command, ParseError};
use super::event::Event;
use super::hub::{Hub, Settings};
use super::{hub, native};
use crate::board::Numbering;
use crate::notation::Notation;
use crate::options::Options;

/// The protocol that a client speaks, with what its lines so far say about those to come.
#[derive(Clone, Debug)]
pub enum Dialect {
    /// The native protocol.
    Native {
        /// Whether the client has said anything yet: `hub` as its first word changes to the Hub protocol.
        begun: bool,
    },
    /// The Hub protocol.
    Hub(Hub),
}

impl Dialect {
    /// The native protocol, at the start of a session.
    pub const fn native() -> Self {
        Self::Native { begun: false }
    }

    /// The Hub protocol, at the start of a session.
    pub fn hub() -> Self {
        Self::Hub(Hub::default())
    }

    /// Reads a line.
    ///
    /// # Errors
    /// When it is no command.
    pub fn parse(&mut self, line: &str) -> Result<Command, ParseError> {
        match self {
            Self::Hub(hub) => hub.parse(line),
            Self::Native { begun: false } if line.split_whitespace().next() == Some("hub") => {
                *self = Self::hub();
                self.parse(line)
            }
            Self::Native { begun } => {
                *begun |= !line.trim().is_empty();
                native::parse(line)
            }
        }
    }

    /// How events are written now. `numbering` is that of the client's last position in the Hub protocol.
    pub(super) const fn format(&self, options: &Options, numbering: Numbering) -> Format {
        match self {
            Self::Native { .. } => Format { language: Language::Native, notation: options.notation() },
            Self::Hub(hub) => {
                Format { language: Language::Hub(hub.settings()), notation: Notation::Hub(numbering) }
            }
        }
    }
}

/// How events are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Format {
    language: Language,
    /// How moves are written.
    pub(super) notation: Notation,
}

#[derive(Clone, Copy, Debug)]
enum Language {
    Native,
    Hub(Settings),
}

impl Format {
    /// An event as lines.
    pub(super) fn lines(self, event: Event) -> Vec<String> {
        match self.language {
            Language::Native => native::lines(event),
            Language::Hub(settings) => hub::lines(event, settings),
        }
    }
}
