//! The command line: one small file a subcommand. This is the only place that prints for people.
//!
//! Results go to stdout, notes and errors to stderr, one line each. The exit code is 0 when all went well, 1 when
//! something failed on the way, 2 when the command line asks for something that makes no sense.
#![allow(clippy::print_stderr, reason = "errors and notes for the person at the terminal go to stderr")]

mod analyse;
mod bases;
mod bench;
mod book;
mod dates;
mod failure;
mod hub;
mod input;
mod interrupt;
mod matches;
mod openings;
mod parsers;
mod pdn;
mod perft;
mod play;
mod progress;
mod score;
mod settings;
mod train;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::protocol::{self, Dialect, Output};
use failure::Failure;

/// An engine for Russian draughts (shashki) and its giveaway variant.
///
/// Without a subcommand it speaks a line protocol much like UCI on its standard input and output, for programs
/// that show a board; type "help" there for a list of its commands. Clients of draughts programs start "bolshak hub".
#[derive(Debug, Parser)]
#[command(name = "bolshak", version, max_term_width = 100, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

const EXAMPLES: &str = "\
Examples:
  bolshak play                              play White against the engine
  bolshak analyse --time 10s                think about the start position
  bolshak analyse W:WKc1:Bh6,d8 --depth 12  think about a position
  printf 'position startpos\\ngo movetime 1000\\n' | bolshak
                                            the same through the line protocol

BOLSHAK_LOG=debug in the environment logs to stderr what happens.";

#[derive(Debug, Subcommand)]
enum Command {
    Analyse(analyse::Args),
    Play(play::Args),
    Perft(perft::Args),
    Bench(bench::Args),
    Book(book::Args),
    Hub(hub::Args),
    Match(Box<matches::Args>),
    Openings(openings::Args),
    Pdn(pdn::Args),
    Bases(bases::Args),
    Train(train::Args),
}

/// Reads the command line.
///
/// # Errors
/// The exit code, when there is nothing more to do: help was asked for and shown, or the command line is wrong,
/// which was said.
pub fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Cli, ExitCode> {
    let args: Vec<OsString> = args.into_iter().collect();
    Cli::try_parse_from(&args).map_err(|error| {
        if error.use_stderr() {
            return Failure::from_clap(&error, &args).report();
        }
        // Help and version. That nobody reads them is no failure.
        let _ = error.print();
        ExitCode::SUCCESS
    })
}

/// Does what the command line says.
pub fn run(cli: Cli) -> ExitCode {
    log::debug!("{cli:?}");
    let output = Output::new(std::io::stdout());
    let outcome = match cli.command {
        None => {
            protocol::serve(std::io::stdin(), std::io::stdout(), Dialect::native());
            Ok(())
        }
        Some(Command::Analyse(args)) => analyse::run(&args, &output),
        Some(Command::Play(args)) => play::run(&args, &output),
        Some(Command::Perft(args)) => perft::run(&args, &output),
        Some(Command::Bench(args)) => bench::run(&args, &output),
        Some(Command::Book(args)) => book::run(&args, &output),
        Some(Command::Match(args)) => matches::run(&args, &output),
        Some(Command::Openings(args)) => openings::run(&args, &output),
        Some(Command::Pdn(args)) => pdn::run(&args, &output),
        Some(Command::Bases(args)) => bases::run(&args, &output),
        Some(Command::Train(args)) => train::run(&args, &output),
        Some(Command::Hub(args)) => {
            hub::run(&args);
            Ok(())
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// A number and what it counts.
fn many(count: usize, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

/// Prints an object for programs, as `--json` asks for.
fn print_json(object: &impl serde::Serialize, output: &Output) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(object);
    output.line(text.map_err(|error| Failure::Failed(format!("--json: {error}")))?);
    Ok(())
}

/// Something worth knowing that is no result.
fn note(text: impl std::fmt::Display) {
    eprintln!("note: {text}");
}
