//! `bolshak book export`: a book as text.

mod table;
mod tree;

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use super::super::failure::Failure;
use super::super::parsers;
use super::many;
use super::source::{self, Source};
use crate::book::Book;
use crate::files::NewFile;
use crate::pdn::LONGEST_GAME_MIB;
use crate::protocol::Output;
use crate::rules::{Rules, with_playable};

/// Write a book as text, one position a line, or as a tree of games in PDN
///
/// The columns of a line, parted by tabs, are named in the first one: the position, with White to move; its value by all
/// that comes after it; score, depth and nodes of its own search; whether it is expanded, searched, or neither; the games
/// in which it occurred, and how many of them the side to move won, drew and lost. Scores are those of the side to move.
///
/// With --pdn each beginning of the book is a game of the best moves. Others within the margin are variations, each with
/// its value for White. What was written before is not written again: a comment says where it is.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bolshak book export my.book > my.tsv
  bolshak book export my.book --pdn --plies 12 --margin 30 --out my.pdn")]
pub(super) struct Args {
    #[command(flatten)]
    source: Source,
    /// Write games
    #[arg(long)]
    pdn: bool,
    /// With --pdn, the plies of the games
    #[arg(long, value_name = "N", value_parser = parsers::book_plies, default_value_t = 10, requires = "pdn", allow_negative_numbers = true)]
    plies: usize,
    /// With --pdn, the most that a variation may be worse than the best move, in hundredths of a man
    #[arg(long, value_name = "N", value_parser = parsers::margin, default_value_t = 20, requires = "pdn", allow_negative_numbers = true)]
    margin: u32,
    /// The file to write, which is replaced when all is done; the standard output if left out
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Writes.
pub(super) fn run(args: &Args, output: &Output) -> Result<(), Failure> {
    with_playable!(
        args.source.variant,
        R => export::<R>(args, output),
        _ => Err(source::no_book_of(args.source.variant))
    )
}

/// Why a book was not written.
#[derive(Debug, thiserror::Error)]
enum Fault {
    #[error(transparent)]
    Stream(#[from] io::Error),
    #[error(
        "game {game} would have {length} MiB, and no reader takes more than {LONGEST_GAME_MIB}: give fewer --plies \
         or less --margin"
    )]
    TooLong { game: usize, length: usize },
}

fn export<R: Rules>(args: &Args, output: &Output) -> Result<(), Failure> {
    let book = source::open::<R>(args.source.file.as_deref())?;
    let Some(path) = &args.out else {
        let mut stdout = BufWriter::new(io::stdout().lock());
        let written = write(args, &book, &mut stdout).and_then(|_| Ok(stdout.flush()?));
        return match written {
            // Nobody reads any more.
            Err(Fault::Stream(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            Err(Fault::Stream(error)) => {
                Err(Failure::Failed(format!("the standard output could not be written: {error}")))
            }
            Err(fault @ Fault::TooLong { .. }) => Err(Failure::Failed(fault.to_string())),
            Ok(()) => Ok(()),
        };
    };
    let failed = |error| Failure::not_written(path, &error);
    let mut file = NewFile::create(path).map_err(failed)?;
    let count = write(args, &book, &mut file).map_err(|fault| match fault {
        Fault::Stream(error) => failed(error),
        Fault::TooLong { .. } => Failure::Failed(fault.to_string()),
    })?;
    file.finish().map_err(failed)?;
    let what = if args.pdn { many(count, "game", "games") } else { many(count, "position", "positions") };
    output.line(format!("{what} written to {}", path.display()));
    Ok(())
}

/// Writes a book; how many positions or games it was.
fn write<R: Rules>(args: &Args, book: &Book<R>, output: &mut impl Write) -> Result<usize, Fault> {
    if args.pdn {
        tree::write(book, args.plies, args.margin as usize, output)
    } else {
        Ok(table::write(book, output)?)
    }
}
