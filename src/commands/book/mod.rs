//! `bolshak book`: the opening book.

mod build;
mod export;
mod import;
mod merge;
mod probe;
mod roots;
mod source;
mod stats;
mod verify;

use super::failure::Failure;
use super::{many, progress};
use crate::protocol::Output;

/// Make, ask and check opening books
///
/// A book holds positions from the beginning of the game with what they are worth, by a search of each and by all that
/// comes after it. The one of Russian draughts is part of the program.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bolshak book probe --moves \"1. cd4 dc5\"
  bolshak book build my.book --positions 1000 --nodes 20000
  bolshak book import my.book games.pdn
  bolshak book stats my.book")]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    Probe(probe::Args),
    Build(build::Args),
    Import(import::Args),
    Export(export::Args),
    Stats(stats::Args),
    Verify(verify::Args),
    Merge(merge::Args),
}

/// Does what is asked for.
pub(super) fn run(args: &Args, output: &Output) -> Result<(), Failure> {
    match &args.command {
        Command::Probe(args) => probe::run(args, output),
        Command::Build(args) => build::run(args, output),
        Command::Import(args) => import::run(args, output),
        Command::Export(args) => export::run(args, output),
        Command::Stats(args) => stats::run(args, output),
        Command::Verify(args) => verify::run(args, output),
        Command::Merge(args) => merge::run(args, output),
    }
}
