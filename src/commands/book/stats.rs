//! `bolshak book stats`: a book in numbers.

use super::super::failure::Failure;
use super::super::score;
use super::source::{self, Source};
use crate::book::{Book, BookMove, Code, Games, Level, Stats};
use crate::notation::{Notation, write_move};
use crate::position::Position;
use crate::protocol::Output;
use crate::rules::{Rules, with_playable};

/// Show what a book holds, in numbers
///
/// Plies are moves of either side, counted from the nearest position in which the book begins. Games of the beginnings
/// are those that begin there or come there.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bolshak book stats
  bolshak book stats my.book")]
pub(super) struct Args {
    #[command(flatten)]
    source: Source,
}

/// Shows.
pub(super) fn run(args: &Args, output: &Output) -> Result<(), Failure> {
    with_playable!(
        args.source.variant,
        R => show::<R>(args, output),
        _ => Err(source::no_book_of(args.source.variant))
    )
}

fn show<R: Rules>(args: &Args, output: &Output) -> Result<(), Failure> {
    let path = args.source.file.as_deref();
    let book = source::open::<R>(path)?;
    let stats = Stats::of(&source::graph(&book, path)?);
    let Stats { positions, expanded, roots, levels, out_of_reach, played, games, .. } = &stats;
    let row = |name: &str, value: &dyn std::fmt::Display| output.line(format!("{name:<14} {value:>10}"));
    row("Positions", positions);
    row("Expanded", expanded);
    row("Beginnings", roots);
    row("Plies", &levels.len().saturating_sub(1));
    if *out_of_reach > 0 {
        row("Out of reach", out_of_reach);
    }
    row("Played", played);
    let Games { won, drawn, lost, open } = *games;
    if games.count() > 0 {
        output.line(format!(
            "{:<14} {:>10}  {won} won, {drawn} drawn, {lost} lost by the side to move, {open} without result",
            "Games",
            games.count()
        ));
    }
    for (effort, searched) in &stats.efforts {
        output.line(format!("{:<14} {searched:>10}  {} nodes, {}", "Searched", effort.nodes, effort.program));
    }
    show_levels(levels, output);
    show_first_moves(&book, output);
    Ok(())
}

fn show_levels(levels: &[Level], output: &Output) {
    if levels.is_empty() {
        return;
    }
    output.line("");
    output.line(format!("{:>5} {:>10} {:>10}", "plies", "expanded", "positions"));
    for (plies, Level { expanded, positions }) in levels.iter().enumerate() {
        output.line(format!("{plies:>5} {expanded:>10} {positions:>10}"));
    }
}

/// What the book thinks of the first moves of the game, if it has them.
fn show_first_moves<R: Rules>(book: &Book<R>, output: &Output) {
    let start = Position::<R>::start();
    let moves = book.find(Code::of(&start)).map(|_| book.moves(&start)).unwrap_or_default();
    if moves.is_empty() {
        return;
    }
    output.line("");
    output.line(format!(
        "{:<12} {:>8} {:>8} {:>8} {:>8} {:>8}",
        "first move", "value", "games", "won", "drawn", "lost"
    ));
    for BookMove { mv, value, games, .. } in moves {
        let (text, count) = (write_move(&start, mv, Notation::Algebraic), games.count());
        let Games { won, drawn, lost, .. } = games;
        let value = score::short(value);
        output.line(format!("{text:<12} {value:>8} {count:>8} {won:>8} {drawn:>8} {lost:>8}"));
    }
}
