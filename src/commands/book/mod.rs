//! `bolshak book`: the opening book.

mod build;

use super::failure::Failure;
use super::progress;
use crate::protocol::Output;

/// Make, ask and check opening books
///
/// A book holds positions from the beginning of the game with what they are worth, by a search of each and by all that
/// comes after it. The one of Russian draughts is part of the program.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    Build(build::Args),
}

/// Does what is asked for.
pub(super) fn run(args: &Args, output: &Output) -> Result<(), Failure> {
    match &args.command {
        Command::Build(args) => build::run(args, output),
    }
}
