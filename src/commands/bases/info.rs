//! `bolshak bases info`: what endgame bases there are.

use std::path::PathBuf;

use serde::Serialize;

use super::super::failure::Failure;
use super::super::{note, parsers, print_json};
use super::{bits, longest_win, size};
use crate::bases::{BaseFile, Bases, Kind, Section, Totals};
use crate::notation::{Notation, write_fen};
use crate::protocol::Output;
use crate::rules::{Rules, Variant, with_rules};

/// List endgame bases with their sizes and counts
///
/// Counts are of positions with the side to move winning, drawing or losing, without draw rules.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{JSON}"))]
pub(super) struct Args {
    /// The folder of the files [default: those in the program and those of the user's data folder]
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// The game: russian, giveaway, brazilian, international or english
    #[arg(long, value_name = "GAME", value_parser = parsers::variant, default_value_t)]
    variant: Variant,
    /// Also list each balance, that is, what the two sides have: KKm-K is two kings and a man, to move, against a king
    #[arg(long)]
    balances: bool,
    /// Print one JSON object and nothing else; see --help for its fields
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  bolshak bases info
  bolshak bases info --balances --dir bases --variant english
  bolshak bases info --json";

const JSON: &str = "\
The object that --json prints:
  variant   the game
  files     each with
    file      its path, or \"built in: \" and its name
    built_in  whether it is part of the program
    kind      \"outcomes\", \"distances\" (plies to the end of the game) or
              \"conversions\" (plies to the next capture or crowning)
    pieces    the pieces of each position, both sides together
    coarse    conversions in up to so many plies are not told apart
    positions, bytes
    won, drawn, lost
              positions, of those with either side to move
    longest_win, longest_loss
              in plies
    example   a position with the longest win as a FEN, or null
    balances  with --balances: each with balance, the side to move first, and
              positions, bytes, won … example as above";

/// Lists.
pub(super) fn run(args: &Args, output: &Output) -> Result<(), Failure> {
    with_rules!(args.variant, R => list::<R>(args, output))
}

fn list<R: Rules>(args: &Args, output: &Output) -> Result<(), Failure> {
    let (bases, faults) = Bases::<R>::load(args.dir.as_deref());
    faults.iter().for_each(note);
    let files = bases.files().filter(|file| args.dir.is_none() || !file.is_embedded());
    let files: Vec<FileObject> = files.map(|file| FileObject::new::<R>(file, args.balances)).collect();
    if files.is_empty() {
        return Err(Failure::Failed(format!("expected endgame bases of {}, found none", R::VARIANT)));
    }
    if args.json {
        print_json(&Object { variant: R::VARIANT.name(), files }, output)?;
    } else {
        show(&files, output);
    }
    Ok(())
}

#[derive(Serialize)]
struct Object {
    variant: &'static str,
    files: Vec<FileObject>,
}

#[derive(Serialize)]
struct FileObject {
    file: String,
    built_in: bool,
    kind: &'static str,
    pieces: u8,
    coarse: u16,
    #[serde(flatten)]
    counts: Counts,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    balances: Vec<BalanceObject>,
}

#[derive(Serialize)]
struct BalanceObject {
    balance: String,
    #[serde(flatten)]
    counts: Counts,
}

#[derive(Serialize)]
struct Counts {
    positions: u64,
    bytes: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    longest_win: u16,
    longest_loss: u16,
    example: Option<String>,
}

impl FileObject {
    fn new<R: Rules>(file: &BaseFile, with_balances: bool) -> Self {
        let header = file.header();
        let example = longest_win::<R>(header).map(|(_, position)| write_fen(&position, Notation::Algebraic));
        let balances = header.sections.iter().filter(|_| with_balances).map(BalanceObject::new::<R>);
        Self {
            file: file.name().to_owned(),
            built_in: file.is_embedded(),
            kind: match header.kind {
                Kind::Outcomes => "outcomes",
                Kind::Distances => "distances",
                Kind::Conversions => "conversions",
            },
            pieces: header.pieces,
            coarse: header.coarse,
            counts: Counts::new(header.totals(), header.file_length, example),
            balances: balances.collect(),
        }
    }
}

impl BalanceObject {
    fn new<R: Rules>(section: &Section) -> Self {
        let example = section.longest_win::<R>().map(|position| write_fen(&position, Notation::Algebraic));
        Self {
            balance: section.balance.to_string(),
            counts: Counts::new(section.totals, section.size(), example),
        }
    }
}

impl Counts {
    fn new(totals: Totals, bytes: u64, example: Option<String>) -> Self {
        let Totals { won, drawn, lost, longest_win, longest_loss } = totals;
        let positions = totals.positions();
        Self { positions, bytes, won, drawn, lost, longest_win, longest_loss, example }
    }

    /// The columns that files and balances have in common.
    fn columns(&self) -> String {
        let Self { positions, bytes, won, drawn, lost, longest_win, .. } = self;
        let (size, bits) = (size(*bytes), bits(*bytes, *positions));
        format!("{positions:>11} {size:>10} {bits:>7.3} {won:>11} {drawn:>11} {lost:>11} {longest_win:>7}")
    }
}

fn show(files: &[FileObject], output: &Output) {
    let width = files.iter().map(|file| file.file.chars().count()).max().unwrap_or_default();
    output.line(format!(
        "{:<width$} {:<11} {:>6} {:>11} {:>10} {:>7} {:>11} {:>11} {:>11} {:>7}",
        "file", "kind", "pieces", "positions", "size", "bits", "won", "drawn", "lost", "longest"
    ));
    for file in files {
        let FileObject { file: name, kind, pieces, counts, .. } = file;
        output.line(format!("{name:<width$} {kind:<11} {pieces:>6} {}", counts.columns()));
        for BalanceObject { balance, counts } in &file.balances {
            let example = counts.example.as_deref().unwrap_or_default();
            let width = width + 17;
            output.line(format!("  {balance:<width$} {} {example}", counts.columns()));
        }
    }
    output.line("Bits are those of a position; longest is the longest win, in plies.");
}
