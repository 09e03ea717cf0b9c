//! `bolshak book build`: let a book grow.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use super::super::failure::Failure;
use super::super::interrupt::stopped_by_interrupt;
use super::super::{note, parsers, settings};
use super::progress;
use crate::bases::Bases;
use crate::book::{Book, Builder, Code, Ending, Goal, Graph, Growth, Parts, Progress, Searcher};
use crate::eval::{Evaluated, Weights};
use crate::position::Position;
use crate::protocol::Output;
use crate::rules::{Variant, with_playable};

/// Make an opening book, or let one grow
///
/// Expands one position after the other: all that its moves lead to are searched. Next come those that lie few plies deep,
/// by moves that lose little. The book is kept every minute, on Ctrl-C and at the end; the same command goes on where it
/// was, and the same book comes out. A round of expansions is finished before the size is looked at, so that there may be
/// some more.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bolshak book build my.book --positions 1000 --nodes 20000
  bolshak book build my.book --positions 100000 --time 1h")]
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
    /// Nodes of each search [default: those of the book, 300000 for a new one]
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
}

/// Builds.
pub(super) fn run(args: &Args, output: &Output) -> Result<(), Failure> {
    with_playable!(
        args.variant,
        R => build::<R>(args, output),
        _ => Err(Failure::Usage(format!("{} cannot be searched, so no book made", args.variant)))
    )
}

fn build<R: Evaluated>(args: &Args, output: &Output) -> Result<(), Failure> {
    let mut graph = there_or_new::<R>(args)?;
    if graph.roots().is_empty() {
        graph.add_root(Code::of(&Position::<R>::start()));
    }
    let weights = Weights::<R>::load(args.weights.as_deref())?;
    let pool = settings::thread_pool(args.threads.unwrap_or_default())?;
    let teller = Mutex::new(Teller::new(args.positions));
    let told = |progress| {
        if let Ok(mut teller) = teller.lock() {
            teller.tell(progress);
        }
    };
    let builder = Builder {
        searcher: Searcher::new(weights, Arc::new(Bases::embedded()), graph.growth().nodes),
        pool: &pool,
        path: &args.file,
        stop: &stopped_by_interrupt(),
        told: &told,
    };
    let goal = Goal { expanded: args.positions, time: args.time };
    let ending = builder.grow(&mut graph, goal);
    if let Ok(teller) = teller.into_inner() {
        teller.clear();
    }
    let ending = ending.map_err(|error| Failure::Failed(error.to_string()))?;
    let why = match ending {
        Ending::Size => "",
        Ending::Time => ", stopped after its time",
        Ending::Exhausted => ", nothing is left to expand",
        Ending::Interrupted => return Err(Failure::interrupted()),
    };
    let (expanded, positions) = (graph.expanded(), graph.len());
    output.line(format!("{expanded} expanded of {positions} positions in {}{why}", args.file.display()));
    Ok(())
}

/// The book as it is, if it is there and of the growth that is asked for.
fn there_or_new<R: Evaluated>(args: &Args) -> Result<Graph<R>, Failure> {
    let there = args.file.exists().then(|| read::<R>(&args.file)).transpose()?;
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
            let text = |Growth { nodes, loss_weight, seed }: Growth| {
                format!("--nodes {nodes} --loss-weight {loss_weight} --seed {seed}")
            };
            let (known, wanted) = (text(known), text(wanted));
            Err(Failure::Usage(format!(
                "{}: expected a book of {wanted}, found {known}",
                args.file.display()
            )))
        }
    }
}

/// Reads a book into memory.
fn read<R: Evaluated>(path: &Path) -> Result<Graph<R>, Failure> {
    let book = Book::<R>::open(path).map_err(|error| Failure::Failed(error.to_string()))?;
    Graph::of(Parts::of(&book)).map_err(|error| Failure::Failed(format!("{}: {error}", path.display())))
}

/// Says how far the work has got: on a terminal with a bar, elsewhere in a line now and then.
struct Teller {
    bar: Option<ProgressBar>,
    wanted: usize,
    begun: Instant,
    said: Instant,
}

impl Teller {
    /// Elsewhere than on a terminal something is said so often.
    const EVERY: Duration = Duration::from_mins(1);

    fn new(wanted: usize) -> Self {
        let template = "{wide_bar} {pos}/{len} positions, {elapsed} gone, {eta} to go  {msg}";
        let now = Instant::now();
        Self { bar: progress::bar(wanted as u64, template), wanted, begun: now, said: now }
    }

    fn tell(&mut self, Progress { expanded, positions, searched }: Progress) {
        if let Some(bar) = &self.bar {
            bar.set_position(expanded as u64);
            bar.set_message(format!("{searched} searches"));
        } else if self.said.elapsed() >= Self::EVERY {
            self.said = Instant::now();
            let seconds = self.begun.elapsed().as_secs();
            note(format!(
                "{expanded} of {} positions expanded, {positions} in all, {searched} searches, {seconds} s",
                self.wanted
            ));
        }
    }

    fn clear(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}
