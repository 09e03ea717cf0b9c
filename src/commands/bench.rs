//! `bolshak bench`: node count and speed.

use std::sync::Arc;

use super::failure::Failure;
use super::parsers;
use crate::bench;
use crate::notation::{Notation, write_fen};
use crate::protocol::Output;
use crate::rules::Russian;
use crate::search::{Signals, nodes_per_second};

/// Search a fixed set of positions to a fixed depth and count the nodes
///
/// The total is the fingerprint of the search: with the same version it is the same on every machine, and it
/// changes when a change of the program changes what the search does.
#[derive(clap::Args, Debug)]
#[command(after_help = "The last two lines are \"N nodes\" and \"N nps\".

Examples:
  bolshak bench
  bolshak bench 10")]
pub(super) struct Args {
    /// The depth of each search
    #[arg(value_parser = parsers::depth, default_value_t = bench::DEPTH, allow_negative_numbers = true)]
    depth: u32,
}

/// Runs the benchmark.
#[allow(clippy::unnecessary_wraps, reason = "all commands have one form")]
pub(super) fn run(args: &Args, output: &Output) -> Result<(), Failure> {
    let signals = Arc::new(Signals::new(false));
    let nodes = bench::run::<Russian>(args.depth, &signals, |position, nodes| {
        output.line(format!("{nodes:>10}  {}", write_fen(position, Notation::Algebraic)));
        if output.is_closed() {
            signals.stop();
        }
    });
    let speed = nodes_per_second(nodes, signals.elapsed());
    output.line(format!("{nodes} nodes"));
    output.line(format!("{speed} nps"));
    Ok(())
}
