//! `bolshak train`: learning the weights of the evaluation.

mod export;
mod fit;
mod generate;

use super::failure::Failure;
use crate::protocol::Output;

/// Learn the weights of the evaluation from games of the engine with itself
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    Generate(generate::Args),
    Fit(fit::Args),
    Export(export::Args),
}

/// Does one step.
pub(super) fn run(args: &Args, output: &Output) -> Result<(), Failure> {
    match &args.command {
        Command::Generate(args) => generate::run(args, output),
        Command::Fit(args) => fit::run(args, output),
        Command::Export(args) => export::run(args, output),
    }
}
