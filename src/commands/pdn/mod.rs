//! `bolshak pdn`: files of games.

mod check;
mod convert;
mod stats;

use clap::Subcommand;

use super::failure::Failure;
use super::input;
use crate::protocol::Output;

/// Check, convert and count games in PDN files
///
/// The files may be UTF-8, Windows-1251 or IBM 866, with games in any of the usual forms of PDN. What cannot be read is
/// told with its line and column, and the rest of the file is read.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bolshak pdn check games.pdn
  bolshak pdn convert --style lidraughts --out new.pdn games.pdn
  bolshak pdn stats --plies 4 games.pdn")]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Check(check::Args),
    Convert(convert::Args),
    Stats(stats::Args),
}

/// Does what is asked for.
pub(super) fn run(args: &Args, output: &Output) -> Result<(), Failure> {
    match &args.command {
        Command::Check(args) => check::run(args, output),
        Command::Convert(args) => convert::run(args, output),
        Command::Stats(args) => stats::run(args, output),
    }
}
