//! `bolshak bases`: endgame bases.

mod build;
mod info;
mod probe;
mod verify;

use std::time::Duration;

use clap::Subcommand;
use indicatif::ProgressBar;

use super::failure::Failure;
use super::progress;
use crate::bases::{Header, Section};
use crate::position::Position;
use crate::protocol::Output;
use crate::rules::Rules;

/// Build, check, list and ask endgame bases
///
/// A base knows of each position with few pieces whether it is won, drawn or lost. Bases of Russian draughts with up to
/// five pieces are part of the program; more of them are looked for in the user's data folder, or in the folder that an
/// option names.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bolshak bases probe W:WKe7,Ka5,Kg5:BKh6
  bolshak bases info
  bolshak bases build --pieces 6
  bolshak bases verify")]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Build(build::Args),
    Verify(verify::Args),
    Info(info::Args),
    Probe(probe::Args),
}

/// Does what is asked for.
pub(super) fn run(args: &Args, output: &Output) -> Result<(), Failure> {
    match &args.command {
        Command::Build(args) => build::run(args, output),
        Command::Verify(args) => verify::run(args, output),
        Command::Info(args) => info::run(args, output),
        Command::Probe(args) => probe::run(args, output),
    }
}

/// A bar for so many positions.
fn bar(positions: u64) -> Option<ProgressBar> {
    progress::bar(positions, "{wide_bar} {percent} % {msg} {elapsed}, left {eta}")
}

/// The longest win of all slices, with a position, White to move.
fn longest_win<R: Rules>(header: &Header) -> Option<(u16, Position<R>)> {
    // Of several the first.
    let longer =
        |longest: &Section, section: &Section| longest.totals.longest_win < section.totals.longest_win;
    let longest = header.sections.iter().reduce(|one, other| if longer(one, other) { other } else { one })?;
    Some((longest.totals.longest_win, longest.longest_win()?))
}

/// Bytes for people.
fn size(bytes: u64) -> String {
    const STEP: f64 = 1024.0;
    let bytes = bytes as f64;
    match bytes {
        ..STEP => format!("{bytes} B"),
        _ if bytes < STEP * STEP => format!("{:.1} KiB", bytes / STEP),
        _ => format!("{:.1} MiB", bytes / STEP / STEP),
    }
}

/// The bits that each position takes.
fn bits(bytes: u64, positions: u64) -> f64 {
    bytes as f64 * 8.0 / positions.max(1) as f64
}

/// A time for people.
fn time(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        ..60 => format!("{:.1} s", time.as_secs_f64()),
        60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}
