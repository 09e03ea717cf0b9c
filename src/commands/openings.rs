//! `bolshak openings`: make balanced openings for matches.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use super::failure::Failure;
use super::progress::Teller;
use super::{parsers, settings};
use crate::eval::Evaluated;
use crate::files;
use crate::protocol::Output;
use crate::rules::{Variant, with_playable};
use crate::tourney::openings::{Effort, Progress, Recipe, generate};

/// Find balanced openings for matches and write them as lists of moves, one a line
///
/// Looks at all different positions after so many plies (moves of either side) from the start position, and takes
/// those without a capture at hand that a search judges within the margin, and a second one, 6 plies deeper or with 16
/// times the nodes, judges so too. They are spread over the first two plies, and so is each beginning of the list.
/// The same command finds the same openings, with any number of threads.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bolshak openings --limit 20
  bolshak openings --plies 4-6 --margin 20 --threads 4 --out balanced.txt")]
pub(super) struct Args {
    /// The plies from the start position: 4, or from 2 to 6
    #[arg(long, value_name = "N-N", value_parser = parsers::plies, default_value = "2-6")]
    plies: RangeInclusive<usize>,
    /// The most that either side may be better, in hundredths of a man
    #[arg(long, value_name = "N", value_parser = parsers::margin, default_value_t = 40, allow_negative_numbers = true)]
    margin: u32,
    /// Depth of the first search [default: 14]
    #[arg(long, value_name = "N", value_parser = parsers::depth, conflicts_with = "nodes", allow_negative_numbers = true)]
    depth: Option<u32>,
    /// Nodes of the first search, instead of a depth
    #[arg(long, value_name = "N", value_parser = parsers::nodes, allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// The most openings to find
    #[arg(long, value_name = "N", value_parser = parsers::count, default_value_t = 400, allow_negative_numbers = true)]
    limit: usize,
    /// Another number finds other openings
    #[arg(long, value_name = "N", value_parser = parsers::seed, default_value_t = 1, allow_negative_numbers = true)]
    seed: u64,
    /// The game: russian or giveaway
    #[arg(long, value_name = "GAME", value_parser = parsers::variant, default_value_t)]
    variant: Variant,
    /// Number of threads that search
    #[arg(long, value_name = "N", value_parser = parsers::threads, default_value_t = 1, allow_negative_numbers = true)]
    threads: usize,
    /// Write to this file, when all are found, instead of the standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The depth of the first search, when no limit is given.
const DEFAULT_DEPTH: u32 = 14;

/// Makes openings.
pub(super) fn run(args: &Args, output: &Output) -> Result<(), Failure> {
    with_playable!(
        args.variant,
        R => make::<R>(args, output),
        _ => Err(Failure::Usage(format!("{} cannot be searched, so no openings found", args.variant)))
    )
}

fn make<R: Evaluated>(args: &Args, output: &Output) -> Result<(), Failure> {
    let effort = match args.nodes {
        Some(nodes) => Effort::Nodes(nodes),
        None => Effort::Depth(args.depth.unwrap_or(DEFAULT_DEPTH)),
    };
    let (plies, margin, limit, seed) = (args.plies.clone(), args.margin, args.limit, args.seed);
    let recipe = Recipe { plies, margin, effort, limit, seed };
    let pool = settings::thread_pool(args.threads)?;
    let teller = Teller::in_parts(10);
    teller.stage(limit, "openings");
    let told = |Progress { found, judged, positions }| {
        teller.tell(found, &format!("{judged} of {positions} positions judged"));
    };
    let generated = generate::<R>(&recipe, &pool, &|| false, &told)
        .map_err(|error| Failure::Failed(format!("a search was not begun: {error}")))?;
    teller.clear();
    if generated.openings.is_empty() {
        let judged = generated.progress.judged;
        return Err(Failure::Failed(format!("expected balanced positions, found none among {judged}")));
    }
    let text = generated.write(&recipe);
    let Some(path) = &args.out else {
        output.text(text);
        return Ok(());
    };
    // Until now there was nothing under the name: whoever ended the program before left no half of a file.
    files::replace(path, text.as_bytes()).map_err(|error| Failure::not_written(path, &error))
}
