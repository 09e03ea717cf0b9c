//! `bolshak train generate`: games to learn from.

use std::fs;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;

use super::super::failure::Failure;
use super::super::interrupt::stopped_by_interrupt;
use super::super::progress::Teller;
use super::super::{parsers, settings};
use crate::bases::Bases;
use crate::eval::{Evaluated, Weights};
use crate::protocol::Output;
use crate::rules::{Variant, with_playable};
use crate::train::{GenerateError, Generation, Progress, Terms, generate};

/// Play games and keep their quiet positions
///
/// Each game begins with random moves, as long as both sides are about equal after them, and ends where the rules or the
/// endgame bases say so. Positions in which a piece can be taken, whoever is to move, and those that are decided are
/// left out. Games that are in the folder already are not played again, and a run that was ended goes on where it was.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bolshak train generate --start --games 50000 --dir games/1
  bolshak train generate --weights 1.weights --games 300000 --dir games/2")]
pub(super) struct Args {
    /// The folder of the games; made if it is not there
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
    /// The number of games
    #[arg(long, value_name = "N", value_parser = parsers::games, default_value = "100000", allow_negative_numbers = true)]
    games: usize,
    /// Nodes of each search
    #[arg(long, value_name = "N", value_parser = parsers::nodes, default_value = "2000", allow_negative_numbers = true)]
    nodes: u64,
    /// Random plies at the beginning of a game
    #[arg(long, value_name = "FROM-TO", value_parser = parsers::random_plies, default_value = "3-14")]
    plies: RangeInclusive<usize>,
    /// How far from equality the score may be after them, in hundredths of a man
    #[arg(long, value_name = "N", value_parser = parsers::margin, default_value = "180", allow_negative_numbers = true)]
    margin: u32,
    /// The number from which random ones are drawn
    #[arg(long, value_name = "N", value_parser = parsers::seed, default_value = "1", allow_negative_numbers = true)]
    seed: u64,
    /// The weights to play with [default: those built in]
    #[arg(long, value_name = "FILE", conflicts_with = "start")]
    weights: Option<PathBuf>,
    /// Play with the values of the pieces only, as if nothing had been learnt yet
    #[arg(long)]
    start: bool,
    /// The game
    #[arg(long, value_name = "GAME", value_parser = parsers::variant, default_value_t)]
    variant: Variant,
    /// Number of threads [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = parsers::threads, allow_negative_numbers = true)]
    threads: Option<usize>,
}

/// Plays.
pub(super) fn run(args: &Args, output: &Output) -> Result<(), Failure> {
    with_playable!(
        args.variant,
        R => play::<R>(args, output),
        _ => Err(Failure::Usage(format!("{} cannot be searched, so no games played", args.variant)))
    )
}

fn play<R: Evaluated>(args: &Args, output: &Output) -> Result<(), Failure> {
    let weights =
        if args.start { Arc::new(Weights::start()) } else { Weights::<R>::load(args.weights.as_deref())? };
    fs::create_dir_all(&args.dir).map_err(|error| Failure::of_file(&args.dir, &error))?;
    let generation = Generation {
        terms: Terms { nodes: args.nodes, plies: args.plies.clone(), margin: args.margin },
        games: args.games,
        seed: args.seed,
        weights,
        bases: Arc::new(Bases::embedded()),
        folder: &args.dir,
    };
    let pool = settings::thread_pool(args.threads.unwrap_or_default())?;
    let teller = Teller::in_parts(20);
    teller.stage(args.games, "games");
    let told = |Progress { games, samples }| teller.tell(games, &format!("{samples} positions"));
    let made = generate(&generation, &pool, &stopped_by_interrupt(), &told);
    teller.clear();
    match made {
        Ok(Progress { games, samples }) => {
            output.line(format!("{games} games, {samples} positions in {}", args.dir.display()));
            Ok(())
        }
        Err(GenerateError::Interrupted) => Err(Failure::interrupted()),
        Err(error) => Err(Failure::Failed(error.to_string())),
    }
}
