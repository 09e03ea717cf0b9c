//! `bolshak train fit`: weights from games.

use std::path::{Path, PathBuf};
use std::time::Instant;

use super::super::failure::Failure;
use super::super::interrupt::stopped_by_interrupt;
use super::super::progress::Teller;
use super::super::{parsers, settings};
use crate::eval::Evaluated;
use crate::protocol::Output;
use crate::rules::{Variant, with_playable};
use crate::train::{Dataset, Epoch, FitSettings, Model, fit};

/// Learn weights from the results of games
///
/// Of twenty games one is not learnt from, but shows how well the weights foretell its result: the test loss. The model
/// is written after each epoch, and a run that was ended goes on with the next one.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bolshak train fit games/1 --out 1.model
  bolshak train fit games/1 games/2 --out 2.model --epochs 10")]
pub(super) struct Args {
    /// The folders of the games
    #[arg(value_name = "DIR", required = true)]
    games: Vec<PathBuf>,
    /// The model to write, or to go on with
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How often all positions are gone through
    #[arg(long, value_name = "N", value_parser = parsers::epochs, default_value = "8", allow_negative_numbers = true)]
    epochs: u32,
    /// The length of the first steps
    #[arg(long, value_name = "X", value_parser = parsers::part, default_value = "0.05", allow_negative_numbers = true)]
    rate: f32,
    /// The part of the search's score in what is learnt; the rest is the result of the game
    #[arg(long, value_name = "X", value_parser = parsers::part, default_value = "0", allow_negative_numbers = true)]
    blend: f32,
    /// How far from zero the weight of a pattern is expected to be, before it is seen
    #[arg(long, value_name = "X", value_parser = parsers::part, default_value = "0.5", allow_negative_numbers = true)]
    spread: f32,
    /// The number from which random ones are drawn
    #[arg(long, value_name = "N", value_parser = parsers::seed, default_value = "1", allow_negative_numbers = true)]
    seed: u64,
    /// The game
    #[arg(long, value_name = "GAME", value_parser = parsers::variant, default_value_t)]
    variant: Variant,
    /// Number of threads that prepare positions [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = parsers::threads, allow_negative_numbers = true)]
    threads: Option<usize>,
}

/// Learns.
pub(super) fn run(args: &Args, output: &Output) -> Result<(), Failure> {
    let pool = settings::thread_pool(args.threads.unwrap_or_default())?;
    with_playable!(
        args.variant,
        R => pool.install(|| learn::<R>(args, output)),
        _ => Err(Failure::Usage(format!("{} has no evaluation to learn", args.variant)))
    )
}

fn learn<R: Evaluated>(args: &Args, output: &Output) -> Result<(), Failure> {
    let begun = Instant::now();
    let dataset = Dataset::read::<R>(&args.games).map_err(|error| Failure::Failed(error.to_string()))?;
    let (lessons, tests) = dataset.sizes();
    output.line(format!(
        "{} games, {} positions: {lessons} different ones to learn from, {tests} for tests",
        dataset.games, dataset.samples
    ));
    let Args { epochs, rate, blend, spread, seed, .. } = *args;
    let settings = FitSettings { epochs, rate, blend, spread, seed };
    let recipe = settings.recipe::<R>(&dataset);
    let mut model = model::<R>(&args.out, &recipe)?;
    let stop = stopped_by_interrupt();
    let teller = Teller::new();
    teller.stage(lessons, "positions");
    let mut told = |gone: usize| teller.tell(gone, "");
    let mut done = |model: &Model, epoch: &Epoch| {
        let Epoch { number, loss, test_loss } = epoch;
        let seconds = begun.elapsed().as_secs();
        output.line(format!("epoch {number}: loss {loss:.5}, test loss {test_loss:.5}, {seconds} s"));
        model.save(&args.out).map_err(|error| Failure::not_written(&args.out, &error))
    };
    fit::<R, Failure>(&dataset, &settings, &mut model, &stop, &mut told, &mut done)?;
    teller.clear();
    if model.epochs < epochs {
        return Err(Failure::interrupted());
    }
    Ok(())
}

/// The model to go on with, or a new one.
fn model<R: Evaluated>(path: &Path, recipe: &str) -> Result<Model, Failure> {
    if !path.exists() {
        return Ok(Model::start::<R>(recipe.to_owned()));
    }
    let model = Model::load::<R>(path).map_err(|error| Failure::Failed(error.to_string()))?;
    if model.recipe != recipe {
        return Err(Failure::Failed(format!(
            "{}: expected a model of recipe {recipe:?}, found {:?}; choose another name",
            path.display(),
            model.recipe
        )));
    }
    Ok(model)
}
