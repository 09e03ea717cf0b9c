//! `bolshak book merge`: several books made one.

use std::path::PathBuf;

use super::super::failure::Failure;
use super::super::{note, parsers};
use super::{many, source};
use crate::book::{Graph, Growth, Parts};
use crate::protocol::Output;
use crate::rules::{Rules, Variant, with_playable};

/// Make one book of several
///
/// It holds all positions of the books. Of a position that several have, the search with the most nodes counts, of equal
/// ones the first; values are backed up anew. The results of games are added up, so that a game counts twice if two books
/// have it. It is to grow as the first book.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bolshak book merge one.book other.book --out both.book")]
pub(super) struct Args {
    /// The books
    #[arg(value_name = "BOOK", required = true)]
    books: Vec<PathBuf>,
    /// The file to write, which is replaced when all is done
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The game: russian or giveaway
    #[arg(long, value_name = "GAME", value_parser = parsers::variant, default_value_t)]
    variant: Variant,
}

/// Merges.
pub(super) fn run(args: &Args, output: &Output) -> Result<(), Failure> {
    with_playable!(
        args.variant,
        R => merge::<R>(args, output),
        _ => Err(source::no_book_of(args.variant))
    )
}

fn merge<R: Rules>(args: &Args, output: &Output) -> Result<(), Failure> {
    let mut merged: Option<Parts> = None;
    for path in &args.books {
        let book = source::open::<R>(Some(path))?;
        let parts = source::graph(&book, Some(path))?.parts();
        match &mut merged {
            None => merged = Some(parts),
            Some(merged) => {
                if merged.growth != parts.growth {
                    let (here, there) = (in_words(merged.growth), in_words(parts.growth));
                    note(format!("{}: grown by {there}; the book goes on by {here}", path.display()));
                }
                merged.add(parts).map_err(|error| Failure::Failed(format!("{}: {error}", path.display())))?;
            }
        }
    }
    let graph = Graph::<R>::of(merged.unwrap_or_default());
    let graph = graph.map_err(|error| Failure::Failed(error.to_string()))?;
    source::save(&graph, &args.out)?;
    output.line(format!(
        "{}, {} expanded, of {} in {}",
        many(graph.len(), "position", "positions"),
        graph.expanded(),
        many(args.books.len(), "book", "books"),
        args.out.display()
    ));
    Ok(())
}

/// How a book grows, as arguments of "bolshak book build".
pub(super) fn in_words(Growth { nodes, loss_weight, seed }: Growth) -> String {
    format!("--nodes {nodes} --loss-weight {loss_weight} --seed {seed}")
}
