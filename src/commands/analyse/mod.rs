//! `bolshak analyse`: think about a position and say what was found.

mod json;
mod text;

use std::sync::Arc;
use std::time::Duration;

use super::failure::Failure;
use super::settings::{LimitArgs, Settings, help, play_moves, start};
use super::{note, print_json};
use crate::bases::Bases;
use crate::book::Book;
use crate::eval::{Evaluated, Weights};
use crate::options::Options;
use crate::protocol::Output;
use crate::rules::with_playable;
use crate::search::{Info, Limits, Observer, Report, Signals, Table, Task, search};

/// How long to think when no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// Think about a position and print the best move, its score and the expected line
///
/// The position is a FEN or "startpos", followed by the moves given with --moves. A FEN names the side to move,
/// the pieces of White and those of Black; K marks a king: W:Wa1,Kc3:Bb8,d8.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{}", json::HELP))]
pub(super) struct Args {
    /// The position to begin with; the start position if left out
    #[arg(value_name = "FEN")]
    position: Vec<String>,
    /// Moves to play first, as "c3-d4 d6-c5" or "1. cd4 dc5"
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    #[arg(long, value_name = "N", help = help("MultiPV"), allow_negative_numbers = true)]
    multipv: Option<String>,
    /// Show first what the opening book knows of the moves
    #[arg(long)]
    book: bool,
    /// Print one JSON object when done and nothing else; see --help for its fields
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    settings: Settings,
}

const EXAMPLES: &str = "\
Without a limit it thinks for 5 seconds.

Examples:
  bolshak analyse --moves \"1. cd4 dc5\" --time 10s
  bolshak analyse W:WKc1,e3:Bh6,d8 --depth 12
  bolshak analyse startpos --multipv 3 --nodes 1000000 --json";

/// Analyses.
pub(super) fn run(args: &Args, output: &Output) -> Result<(), Failure> {
    let mut options = args.settings.options()?;
    if let Some(lines) = &args.multipv {
        options.set("MultiPV", lines)?;
    }
    with_playable!(
        options.variant,
        R => analyse::<R>(args, &options, output),
        _ => Err(Failure::Usage(format!("{} cannot be analysed, only its moves counted", options.variant)))
    )
}

fn analyse<R: Evaluated>(args: &Args, options: &Options, output: &Output) -> Result<(), Failure> {
    let mut game = start::<R>(Some(&args.position.join(" ")), options)?;
    play_moves(&mut game, args.moves.as_deref().unwrap_or_default(), options)?;
    let limits = args.limits.limits(DEFAULT_TIME);
    let (table, weights) = (Table::new(options.hash)?, Weights::load(options.eval_path())?);
    log::info!("analysing {:?} within {limits:?}", game.position());
    let book = if args.book { Book::load(options.book_path())? } else { None };
    let moves = book.map(|book| book.moves(game.position()));
    if !args.json {
        text::show_position(&game, options, output);
        if args.book {
            text::show_book(moves.as_deref().unwrap_or_default(), &game, options, output);
        }
    }
    let (bases, faults) = Bases::load(options.bases_folder());
    faults.iter().for_each(note);
    let task = options.task(&game, &weights, &Arc::new(bases));
    let report = match game.result() {
        Some(_) => None,
        None if args.json => Some(think(&task, &limits, &table, |_| true)),
        None => {
            text::show_heading(options, output);
            Some(think(&task, &limits, &table, |info| {
                text::show_progress(info, &game, options, output);
                !output.is_closed()
            }))
        }
    };
    if args.json {
        let object = json::Analysis::new(&game, report.as_ref(), moves.as_deref(), options);
        print_json(&object, output)?;
    } else {
        text::show_outcome(&game, report.as_ref(), options, output);
    }
    Ok(())
}

/// Searches. `heard` is told of each line and says whether to go on.
fn think<R: Evaluated>(
    task: &Task<R>,
    limits: &Limits,
    table: &Table,
    heard: impl FnMut(&Info) -> bool,
) -> Report {
    let signals = Signals::new(false);
    search(task, limits, table, &signals, &mut Listener { heard, signals: &signals })
}

/// Passes on what the search finds, and stops it when nobody listens any more.
struct Listener<'a, F> {
    heard: F,
    signals: &'a Signals,
}

impl<F: FnMut(&Info) -> bool> Observer for Listener<'_, F> {
    fn info(&mut self, info: &Info) {
        if !(self.heard)(info) {
            self.signals.stop();
        }
    }

    fn done(&mut self, _: &Report) {}
}
