//! `bolshak perft`: counts move sequences, the standard test of a move generator.

use std::time::Instant;

use clap::Args as ClapArgs;
use rayon::ThreadPool;
use rayon::prelude::*;

use super::failure::Failure;
use super::{parsers, settings};
use crate::notation::write_move;
use crate::options::Options;
use crate::position::{Move, Position, divide, perft};
use crate::protocol::Output;
use crate::rules::{Rules, Variant, with_rules};

/// Count the move sequences of each length, to check the move generator and its speed
///
/// Captures that agree in start, end and pieces taken count once, whatever their route.
#[derive(ClapArgs, Debug)]
#[command(after_help = "Examples:
  bolshak perft 9
  bolshak perft 6 --divide --fen W:WKa1,c3:Bh6,g7
  bolshak perft 8 --variant international --threads 2")]
pub(super) struct Args {
    /// The greatest length, in moves of either side
    #[arg(value_parser = parsers::depth, allow_negative_numbers = true)]
    depth: u32,
    /// The position to begin with; the start position if left out
    #[arg(long)]
    fen: Option<String>,
    /// The game: russian, giveaway, brazilian, international or english
    #[arg(long, value_name = "GAME", value_parser = parsers::variant, default_value_t)]
    variant: Variant,
    /// Show the count of DEPTH for each first move instead
    #[arg(long)]
    divide: bool,
    /// Number of threads that count
    #[arg(long, value_name = "N", value_parser = parsers::threads, default_value_t = 1, allow_negative_numbers = true)]
    threads: usize,
    #[arg(long, value_name = "SQUARE", help = settings::help("Numbering"))]
    numbering: Option<String>,
}

/// Counts.
pub(super) fn run(args: &Args, output: &Output) -> Result<(), Failure> {
    let mut options = Options::default();
    if let Some(numbering) = &args.numbering {
        options.set("Numbering", numbering)?;
    }
    let counter = Counter::new(args.threads)?;
    with_rules!(args.variant, R => {
        let position = *settings::start::<R>(args.fen.as_deref(), &options)?.position();
        if args.divide {
            show_split(&position, args.depth, &counter, &options, output);
        } else {
            show_depths(&position, args.depth, &counter, output);
        }
        Ok(())
    })
}

fn show_depths<R: Rules>(position: &Position<R>, deepest: u32, counter: &Counter, output: &Output) {
    output.line(format!("{:>5} {:>20} {:>10} {:>12}", "depth", "leaves", "time", "leaves/s"));
    for depth in (1..=deepest).take_while(|_| !output.is_closed()) {
        let begun = Instant::now();
        let leaves = counter.count(position, depth);
        let seconds = begun.elapsed().as_secs_f64().max(1e-9);
        let speed = (leaves as f64 / seconds) as u64;
        output.line(format!("{depth:>5} {leaves:>20} {seconds:>9.3}s {speed:>12}"));
    }
}

fn show_split<R: Rules>(
    position: &Position<R>,
    depth: u32,
    counter: &Counter,
    options: &Options,
    output: &Output,
) {
    let split = counter.divide(position, depth);
    for &(mv, leaves) in &split {
        output.line(format!("{}: {leaves}", write_move(position, mv, options.notation())));
    }
    output.line(format!("total: {}", split.iter().map(|&(_, leaves)| leaves).sum::<u64>()));
}

/// Counts with one thread or with several.
struct Counter {
    /// `None` for the plain count.
    pool: Option<ThreadPool>,
}

impl Counter {
    fn new(threads: usize) -> Result<Self, Failure> {
        if threads == 1 {
            return Ok(Self { pool: None });
        }
        Ok(Self { pool: Some(settings::thread_pool(threads)?) })
    }

    fn count<R: Rules>(&self, position: &Position<R>, depth: u32) -> u64 {
        match &self.pool {
            Some(pool) => pool.install(|| count_by_two_plies(position, depth)),
            None => perft(position, depth),
        }
    }

    fn divide<R: Rules>(&self, position: &Position<R>, depth: u32) -> Vec<(Move, u64)> {
        let Some(pool) = &self.pool else { return divide(position, depth) };
        let moves = position.legal_moves();
        let below = |&mv: &Move| (mv, count_by_two_plies(&position.after(mv), depth.saturating_sub(1)));
        pool.install(|| moves.par_iter().map(below).collect())
    }
}

/// Perft, with the positions after two plies dealt out to the threads: some fifty pieces of work.
fn count_by_two_plies<R: Rules>(position: &Position<R>, depth: u32) -> u64 {
    if depth <= 2 {
        return perft(position, depth);
    }
    let after = |position: Position<R>| position.legal_moves().into_iter().map(move |mv| position.after(mv));
    let positions: Vec<Position<R>> = after(*position).flat_map(after).collect();
    positions.par_iter().map(|position| perft(position, depth - 2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Russian;

    #[test]
    fn threads_count_as_one_does() {
        let (alone, together) = (Counter::new(1).unwrap(), Counter::new(3).unwrap());
        let start = Position::<Russian>::start();
        for depth in 1..=6 {
            assert_eq!(alone.count(&start, depth), together.count(&start, depth));
            assert_eq!(alone.divide(&start, depth), together.divide(&start, depth));
        }
    }
}
