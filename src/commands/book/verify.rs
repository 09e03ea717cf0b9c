//! `bolshak book verify`: is a book what it should be?

use std::path::PathBuf;
use std::sync::Arc;

use super::super::failure::Failure;
use super::super::interrupt::stopped_by_interrupt;
use super::super::{parsers, score, settings};
use super::source::{self, Source};
use super::{many, progress};
use crate::bases::Bases;
use crate::book::{Book, Code, Flaw, Searched, Searcher, check, search_again};
use crate::eval::{Evaluated, Weights};
use crate::protocol::Output;
use crate::rules::{Rules, with_playable};

/// Check a book: its values against those that follow from the moves, and its searches against new ones
///
/// Each fault is a line, and the exit code is then 1. Some positions, taken at random, are searched again with as many
/// nodes as the book names. The same program with the same weights must find the same; of another it is told how far
/// the two are apart.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bolshak book verify
  bolshak book verify my.book --sample 1000 --seed 7
  bolshak book verify my.book --sample 0")]
pub(super) struct Args {
    #[command(flatten)]
    source: Source,
    /// Search so many positions again
    #[arg(long, value_name = "N", value_parser = parsers::sample_or_none, default_value_t = 100, allow_negative_numbers = true)]
    sample: usize,
    /// Another number takes other positions
    #[arg(long, value_name = "N", value_parser = parsers::seed, default_value_t = 1, allow_negative_numbers = true)]
    seed: u64,
    /// The weights to search with [default: those built in]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Number of threads [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = parsers::threads, allow_negative_numbers = true)]
    threads: Option<usize>,
}

/// Faults that are told one by one.
const MOST_TOLD: usize = 20;

/// Checks.
pub(super) fn run(args: &Args, output: &Output) -> Result<(), Failure> {
    with_playable!(
        args.source.variant,
        R => verify::<R>(args, output),
        _ => Err(source::no_book_of(args.source.variant))
    )
}

fn verify<R: Evaluated>(args: &Args, output: &Output) -> Result<(), Failure> {
    let path = args.source.file.as_deref();
    let (book, name) = (source::open::<R>(path)?, source::name(path));
    let flaws = check(&book);
    tell::<R>(&flaws, output);
    let counts = (many(book.len(), "position", "positions"), book.expanded());
    output.line(format!("{name}: {}, {} expanded, {}", counts.0, counts.1, faults(flaws.len())));
    let mut count = flaws.len();
    for searched in search_sample(args, &book)? {
        count += tell_searched::<R>(&searched, output);
    }
    if count > 0 { Err(Failure::Failed(format!("faults found: {count}"))) } else { Ok(()) }
}

fn faults(count: usize) -> String {
    if count == 0 { "no fault".to_owned() } else { many(count, "fault", "faults") }
}

/// Tells the first faults.
fn tell<R: Rules>(flaws: &[(Code, Flaw)], output: &Output) {
    for &(code, flaw) in flaws.iter().take(MOST_TOLD) {
        output.line(format!("{}: {}", source::fen::<R>(code), in_words(flaw)));
    }
    if flaws.len() > MOST_TOLD {
        output.line(format!("and {} more", flaws.len() - MOST_TOLD));
    }
}

fn in_words(flaw: Flaw) -> String {
    match flaw {
        Flaw::NoPosition => "is no position".to_owned(),
        Flaw::Misplaced => "does not stand where it is looked for".to_owned(),
        Flaw::Incomplete => "is said to be expanded, but not all positions after it are there".to_owned(),
        Flaw::Effort(number) => format!("is of search {number}, which the book does not describe"),
        Flaw::Value { expected, found } => {
            format!("expected the value {}, found {}", score::short(expected), score::short(found))
        }
        Flaw::Score { expected, found } => {
            format!("expected the score {}, found {}", score::short(expected), score::short(found))
        }
    }
}

fn search_sample<R: Evaluated>(args: &Args, book: &Book<R>) -> Result<Vec<Searched>, Failure> {
    let weights = Weights::<R>::load(args.weights.as_deref())?;
    let searcher = Searcher::new(weights, Arc::new(Bases::embedded()));
    let (pool, stop) = (settings::thread_pool(args.threads.unwrap_or_default())?, stopped_by_interrupt());
    let size = args.sample.min(book.len());
    let bar = progress::bar(size as u64, "{wide_bar} {pos}/{len} searched, {eta} to go");
    let told = || {
        if let Some(bar) = &bar {
            bar.inc(1);
        }
    };
    let sample = pool.install(|| search_again(book, (size, args.seed), &searcher, &stop, &told));
    if let Some(bar) = &bar {
        bar.finish_and_clear();
    }
    let sample = sample.map_err(|error| Failure::Failed(error.to_string()))?;
    sample.ok_or_else(|| Failure::Failed("interrupted".to_owned()))
}

/// Tells what came of the searches of one kind; how many were faults.
fn tell_searched<R: Rules>(searched: &Searched, output: &Output) -> usize {
    let count = many(searched.scores.len(), "position", "positions");
    let effort = format!("{} nodes, {}", searched.effort.nodes, searched.effort.program);
    let flaws: Vec<_> = searched.differing().collect();
    if searched.is_same {
        tell::<R>(&flaws, output);
        output.line(format!("{count} searched again with {effort}: {}", faults(flaws.len())));
        return flaws.len();
    }
    let differences = searched.differences().map_or_else(
        || "no evaluations to compare".to_owned(),
        |(mean, greatest)| {
            format!(
                "differences {:.3} of a man in the mean, at most {:.2}",
                mean / 100.0,
                greatest as f64 / 100.0
            )
        },
    );
    let decided = match searched.otherwise_decided() {
        0 => String::new(),
        decided => format!(", {decided} decided otherwise"),
    };
    output.line(format!(
        "{count} searched by another program or with other weights ({effort}): {differences}{decided}"
    ));
    0
}
