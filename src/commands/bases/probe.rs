//! `bolshak bases probe`: what endgame bases say of a position and of its moves.

mod json;
mod judged;

use std::path::PathBuf;

use super::super::failure::Failure;
use super::super::settings::{self, NotationArgs};
use super::super::{note, parsers, print_json};
use crate::bases::{Bases, Conversion, Kind};
use crate::game::Game;
use crate::notation::{diagram, write_fen, write_move};
use crate::options::Options;
use crate::protocol::Output;
use crate::rules::{Rules, Variant, with_rules};
use judged::{Judged, Worth, judge_moves};

/// Ask endgame bases about a position and its moves
///
/// The position is a FEN, which names the side to move, the pieces of White and those of Black; K marks a king.
/// Moves come best first: short wins, draws, long losses. Plies are moves of either side. What is won or lost "in
/// doubt" is so without draw rules, which may make it a draw.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{}", json::HELP))]
pub(super) struct Args {
    /// The position
    #[arg(value_name = "FEN", required = true)]
    position: Vec<String>,
    /// A folder with more bases than are built in [default: the user's data folder]
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// The game: russian, giveaway, brazilian, international or english
    #[arg(long, value_name = "GAME", value_parser = parsers::variant, default_value_t)]
    variant: Variant,
    #[command(flatten)]
    notation: NotationArgs,
    /// Print one JSON object and nothing else; see --help for its fields
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  bolshak bases probe W:WKe7,Ka5,Kg5:BKh6
  bolshak bases probe W:W23,29,31:BK3 --notation numeric
  bolshak bases probe W:WK1:BK32 --variant english --dir bases --json";

/// Asks.
pub(super) fn run(args: &Args, output: &Output) -> Result<(), Failure> {
    let options = args.notation.options()?;
    with_rules!(args.variant, R => probe::<R>(args, &options, output))
}

fn probe<R: Rules>(args: &Args, options: &Options, output: &Output) -> Result<(), Failure> {
    let game = settings::start::<R>(Some(&args.position.join(" ")), options)?;
    let (bases, faults) = Bases::<R>::load(args.dir.as_deref());
    faults.iter().for_each(note);
    let answer = Answer::new(&game, &bases)?;
    if args.json {
        print_json(&json::Object::new(&game, &answer, options), output)?;
    } else {
        show(&game, &answer, options, output);
    }
    Ok(())
}

/// What is known of a position; nothing when the game is over.
#[derive(Default)]
struct Answer {
    worth: Option<Worth>,
    /// The best first.
    moves: Vec<Judged>,
}

impl Answer {
    fn new<R: Rules>(game: &Game<R>, bases: &Bases<R>) -> Result<Self, Failure> {
        if game.result().is_some() {
            return Ok(Self::default());
        }
        let position = game.position();
        if position.pieces(!position.turn()).is_empty() {
            let message = format!("expected pieces of both sides, found none of {}", !position.turn());
            return Err(Failure::Failed(message));
        }
        let Some(worth) = Worth::of(position, bases) else {
            let (pieces, most) = (position.occupied().count(), bases.most_pieces(Kind::Outcomes));
            return Err(Failure::Failed(match most {
                0 => format!("no endgame bases of {} are there; see bolshak bases build --help", R::VARIANT),
                _ => format!(
                    "no base knows the position: it has {pieces} pieces, bases are there for up to {most}"
                ),
            }));
        };
        Ok(Self { worth: Some(worth), moves: judge_moves(game, bases) })
    }
}

fn show<R: Rules>(game: &Game<R>, answer: &Answer, options: &Options, output: &Output) {
    let (position, notation) = (game.position(), options.notation());
    output.text(diagram(position));
    output.line(format!("FEN: {}", write_fen(position, notation)));
    output.line("");
    let Some(worth) = answer.worth else {
        let result = game.result().map_or_else(String::new, |result| result.to_string());
        output.line(format!("The game is over. Result: {result}"));
        return;
    };
    output.line(format!("Value:       {}", worth.in_words()));
    if worth.is_decided() {
        if R::PIECE_COUNT_RULES {
            let doubt = if worth.is_certain() { "cannot come in between" } else { "may make it a draw" };
            output.line(format!("Draw rules:  {doubt}"));
        }
        if let Some(conversion) = worth.conversion {
            output.line(format!("Conversion:  {}", conversion_in_words(conversion)));
        }
    }
    output.line("");
    output.line(format!("{:<12} {:<14} {:>8} {:>10}", "move", "value", "plies", "conversion"));
    for Judged { mv, worth } in &answer.moves {
        let plies = worth.plies().map_or_else(|| "-".to_owned(), |plies| plies.to_string());
        let conversion = match worth.conversion {
            None => "-".to_owned(),
            Some(Conversion::Never) => "never".to_owned(),
            Some(Conversion::In(plies)) => plies.to_string(),
            Some(Conversion::Within(plies)) => format!("<={plies}"),
        };
        let mv = write_move(position, *mv, notation);
        output.line(format!("{mv:<12} {:<14} {plies:>8} {conversion:>10}", worth.standing.to_string()));
    }
}

fn conversion_in_words(conversion: Conversion) -> String {
    match conversion {
        Conversion::Never => "none that keeps the win before the draw rules make a draw".to_owned(),
        Conversion::In(_) | Conversion::Within(_) => format!("next capture or crowning {conversion}"),
    }
}
