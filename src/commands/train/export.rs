//! `bolshak train export`: the file of weights that the engine reads.

use std::path::PathBuf;

use super::super::failure::Failure;
use super::super::parsers;
use crate::eval::Evaluated;
use crate::protocol::Output;
use crate::rules::{Variant, with_playable};
use crate::train::Model;

/// Make a file of weights of a model
///
/// The weights of patterns and their parts are added up and rounded. The file is what --weights and the engine's
/// option for a file of weights take.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:
  bolshak train export 2.model --out 2.weights")]
pub(super) struct Args {
    /// The model
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    /// The file of weights to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The game
    #[arg(long, value_name = "GAME", value_parser = parsers::variant, default_value_t)]
    variant: Variant,
}

/// Exports.
pub(super) fn run(args: &Args, output: &Output) -> Result<(), Failure> {
    with_playable!(
        args.variant,
        R => export::<R>(args, output),
        _ => Err(Failure::Usage(format!("{} has no evaluation", args.variant)))
    )
}

fn export<R: Evaluated>(args: &Args, output: &Output) -> Result<(), Failure> {
    let model = Model::load::<R>(&args.model).map_err(|error| Failure::Failed(error.to_string()))?;
    let weights = model.export::<R>();
    weights.save(&args.out).map_err(|error| Failure::not_written(&args.out, &error))?;
    output.line(format!("{}: {}", args.out.display(), weights.origin()));
    Ok(())
}
