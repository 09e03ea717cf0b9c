//! What can go wrong, as one line and an exit code.

use std::error::Error as _;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory, Error};

use super::Cli;
use crate::book::BookError;
use crate::engine::EngineError;
use crate::eval::WeightsError;
use crate::notation::{FenError, quoted};
use crate::options::OptionError;
use crate::search::TableError;

/// Why a command did not do its work.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    /// What was asked for makes no sense.
    #[error("{0}")]
    Usage(String),
    /// It makes sense, but could not be done.
    #[error("{0}")]
    Failed(String),
}

impl From<FenError> for Failure {
    fn from(error: FenError) -> Self {
        Self::Usage(error.to_string())
    }
}

impl From<OptionError> for Failure {
    fn from(error: OptionError) -> Self {
        Self::Usage(error.to_string())
    }
}

impl From<TableError> for Failure {
    fn from(error: TableError) -> Self {
        Self::Failed(format!("--hash: {error}"))
    }
}

impl From<WeightsError> for Failure {
    fn from(error: WeightsError) -> Self {
        Self::Failed(format!("--weights: {error}"))
    }
}

impl From<BookError> for Failure {
    fn from(error: BookError) -> Self {
        Self::Failed(format!("--book-file: {error}"))
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Table(error) => error.into(),
            EngineError::Weights(error) => error.into(),
            EngineError::Book(error) => error.into(),
        }
    }
}

impl Failure {
    /// Long work was ended before it was done, and nothing of it is lost.
    pub(super) fn interrupted() -> Self {
        Self::Failed("interrupted; the same command goes on where it was".to_owned())
    }

    /// A file could not be read or written.
    pub(super) fn of_file(path: &Path, error: &std::io::Error) -> Self {
        Self::Failed(format!("{}: {error}", path.display()))
    }

    /// A file could not be made.
    pub(super) fn not_written(path: &Path, error: &std::io::Error) -> Self {
        Self::Failed(format!("{} was not written: {error}", path.display()))
    }

    /// The parser's message of several paragraphs as one line that says where to read more.
    pub(super) fn from_clap(error: &Error, args: &[OsString]) -> Self {
        let subcommands = subcommands(args);
        let message = match (error.kind(), found(error)) {
            (ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand, _) => unknown_subcommand(&subcommands, ""),
            (ErrorKind::InvalidSubcommand, Some(found)) => unknown_subcommand(&subcommands, found),
            (ErrorKind::UnknownArgument, Some(found))
                if subcommands.is_empty() && !found.starts_with('-') =>
            {
                unknown_subcommand(&subcommands, found)
            }
            (ErrorKind::ValueValidation | ErrorKind::InvalidValue, Some(argument)) => {
                bad_value(error, argument)
            }
            _ => one_line(&error.render().to_string()),
        };
        let names = subcommands.iter().map(Command::get_name);
        let command = ["bolshak"].into_iter().chain(names).collect::<Vec<_>>().join(" ");
        Self::Usage(format!("{message} (see {command} --help)"))
    }

    /// Says what is wrong.
    pub(super) fn report(&self) -> ExitCode {
        log::info!("failed: {self:?}");
        // File names and arguments may hold anything, but an error is one line.
        eprintln!("error: {}", self.to_string().replace(['\n', '\r'], " "));
        ExitCode::from(match self {
            Self::Failed(_) => 1,
            Self::Usage(_) => 2,
        })
    }
}

/// The subcommand on the command line, and its own.
fn subcommands(args: &[OsString]) -> Vec<Command> {
    let mut found: Vec<Command> = Vec::new();
    for name in args.iter().skip(1).map_while(|arg| arg.to_str()) {
        let known = found.last().map_or_else(Cli::command, Clone::clone);
        match known.find_subcommand(name) {
            Some(command) => found.push(command.clone()),
            None => break,
        }
    }
    found
}

/// What the parser stumbled over.
fn found(error: &Error) -> Option<&str> {
    [ContextKind::InvalidSubcommand, ContextKind::InvalidArg].into_iter().find_map(|kind| {
        match error.get(kind) {
            Some(ContextValue::String(text)) => Some(text.as_str()),
            _ => None,
        }
    })
}

/// An argument has a value that it cannot have.
fn bad_value(error: &Error, argument: &str) -> String {
    // Without the placeholder of the value: "--depth <N>" is to read as "--depth".
    let name = argument.split(" <").next().unwrap_or(argument);
    let found = match error.get(ContextKind::InvalidValue) {
        Some(ContextValue::String(value)) if !value.is_empty() => quoted(value),
        _ => "nothing".to_owned(),
    };
    let expected = match (error.source(), error.get(ContextKind::ValidValue)) {
        (Some(parser), _) => parser.to_string(),
        (None, Some(ContextValue::Strings(values))) if !values.is_empty() => {
            format!("expected {}", values.join(" or "))
        }
        _ => "expected a value".to_owned(),
    };
    format!("{name}: {expected}, found {found}")
}

fn unknown_subcommand(within: &[Command], found: &str) -> String {
    let command = within.last().map_or_else(Cli::command, Clone::clone);
    let names: Vec<_> = command.get_subcommands().map(Command::get_name).collect();
    let found = if found.is_empty() { "nothing".to_owned() } else { quoted(found) };
    format!("expected one of {}, found {found}", names.join(" "))
}

/// The first paragraph and the tips of a parser's message, in one line.
fn one_line(message: &str) -> String {
    let mut paragraphs = message.trim().split("\n\n");
    let joined = |text: &str| text.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    let first = joined(paragraphs.next().unwrap_or_default());
    let tips = paragraphs.filter(|text| text.trim_start().starts_with("tip:")).map(joined);
    let all: Vec<_> = [first.trim_start_matches("error: ").to_owned()].into_iter().chain(tips).collect();
    all.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_of_several_paragraphs_becomes_one_line() {
        let message = "error: required:\n  <DEPTH>\n\n  tip: give one\n\nUsage: bolshak perft\n";
        assert_eq!(one_line(message), "required: <DEPTH>; tip: give one");
    }
}
