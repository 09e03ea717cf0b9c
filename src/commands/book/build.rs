//! `bolshak book build`: let a book grow.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::super::failure::Failure;
use super::super::interrupt::stopped_by_interrupt;
use super::super::progress::Teller;
use super::super::{parsers, settings};
use super::roots::RootsArgs;
use super::{merge, source};
use crate::bases::Bases;
use crate::book::{Builder, Ending, Goal, Graph, Growth, Progress, Searcher};
use crate::eval::{Evaluated, Weights};
use crate::protocol::Output;
use crate::rules::{Variant, with_playable};

/// Make an opening book, or let one grow
///
/// Expands one position after the other: all that its moves lead to get a first look, and what may be good is searched.
/// Next come positions that lie few plies deep, by moves that lose little. The book is kept every minute, on Ctrl-C and at
/// the end; the same command goes on where it was, and the same book comes out. A new book begins with the start position
/// unless --roots says otherwise, to one that is there --roots adds; when it goes on, --roots may be left out. A round of
/// expansions is finished before the size is looked at, so that there may be some more.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bolshak book build my.book --positions 1000 --nodes 20000
  bolshak book build my.book --positions 100000 --time 1h
  bolshak book build my.book --roots flying --root-margin 30 --positions 50000
  bolshak book build my.book --roots drawn.txt")]
pub(super) struct Args {
    /// The book; made if it is not there
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Expand so many positions in all
    #[arg(long, value_name = "N", value_parser = parsers::positions, default_value = "1000", allow_negative_numbers = true)]
    positions: usize,
    /// Stop after so long
    #[arg(long, value_name = "TIME", value_parser = parsers::duration, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// Nodes of the search of each position that is expanded or may be good; a first look takes a tenth [default: those of the book, 300000 for a new one]
    #[arg(long, value_name = "N", value_parser = parsers::nodes, allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// What the loss of a hundredth of a man counts, in hundredths of a ply: less of it makes the book broader, more of it
    /// deeper [default: that of the book, 20 for a new one]
    #[arg(long, value_name = "N", value_parser = parsers::loss_weight, allow_negative_numbers = true)]
    loss_weight: Option<u32>,
    /// What decides between equals [default: that of the book, 1 for a new one]
    #[arg(long, value_name = "N", value_parser = parsers::seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// The weights to search with [default: those built in]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// The game
    #[arg(long, value_name = "GAME", value_parser = parsers::variant, default_value_t)]
    variant: Variant,
    /// Number of threads [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = parsers::threads, allow_negative_numbers = true)]
    threads: Option<usize>,
    #[command(flatten)]
    roots: RootsArgs,
}

/// Builds.
pub(super) fn run(args: &Args, output: &Output) -> Result<(), Failure> {
    with_playable!(
        args.variant,
        R => build::<R>(args, output),
        _ => Err(source::no_book_of(args.variant))
    )
}

/// The book is kept so often.
const KEEP: Duration = Duration::from_mins(1);

fn build<R: Evaluated>(args: &Args, output: &Output) -> Result<(), Failure> {
    let mut graph = there_or_new::<R>(args)?;
    let new_roots = args.roots.read::<R>(!graph.roots().is_empty())?;
    let weights = Weights::<R>::load(args.weights.as_deref())?;
    let pool = settings::thread_pool(args.threads.unwrap_or_default())?;
    let stop = stopped_by_interrupt();
    // That the file cannot be written is better known before the work than after it.
    source::save(&graph, &args.file)?;
    let (begun, teller) = (Instant::now(), Teller::new());
    let builder = Builder {
        searcher: Searcher::new(weights, Arc::new(Bases::embedded())),
        pool: &pool,
        path: &args.file,
        keep: KEEP,
        stop: &stop,
        told: &|progress| teller.tell(progress.searched, ""),
    };
    let mut ending = args.roots.add(new_roots, (&builder, &mut graph), args.time, &teller)?;
    if ending.is_none() {
        teller.stage(args.positions, "positions expanded");
        let told = |Progress { expanded, positions, searched }| {
            teller.tell(expanded, &format!("{positions} in all, {searched} searches"));
        };
        let builder = Builder { told: &told, ..builder };
        let time = args.time.map(|time| time.saturating_sub(begun.elapsed()));
        let grown = builder.grow(&mut graph, Goal { expanded: args.positions, time });
        ending = Some(grown.map_err(|error| Failure::Failed(error.to_string()))?);
    }
    teller.clear();
    let why = match ending {
        Some(Ending::Size) | None => "",
        Some(Ending::Time) => ", stopped after its time",
        Some(Ending::Exhausted) => ", nothing is left to expand",
        Some(Ending::Interrupted) => return Err(Failure::interrupted()),
    };
    let (expanded, positions) = (graph.expanded(), graph.len());
    output.line(format!("{expanded} expanded of {positions} positions in {}{why}", args.file.display()));
    Ok(())
}

/// The book as it is, if it is there and of the growth that is asked for.
fn there_or_new<R: Evaluated>(args: &Args) -> Result<Graph<R>, Failure> {
    let there = source::read_if_there::<R>(&args.file)?;
    let known = there.as_ref().map_or_else(Growth::default, Graph::growth);
    let wanted = Growth {
        nodes: args.nodes.unwrap_or(known.nodes),
        loss_weight: args.loss_weight.unwrap_or(known.loss_weight),
        seed: args.seed.unwrap_or(known.seed),
    };
    match there {
        Some(graph) if wanted == known => Ok(graph),
        Some(graph) if graph.is_empty() => Ok(graph.with_growth(wanted)),
        None => Ok(Graph::new(wanted)),
        Some(_) => {
            let (known, wanted) = (merge::in_words(known), merge::in_words(wanted));
            Err(Failure::Usage(format!(
                "{}: expected a book of {wanted}, found {known}",
                args.file.display()
            )))
        }
    }
}
