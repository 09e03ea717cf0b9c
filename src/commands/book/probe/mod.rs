//! `bolshak book probe`: what a book says of a position and of its moves.

mod json;

use std::path::PathBuf;

use super::super::failure::Failure;
use super::super::settings::{self, NotationArgs};
use super::super::{parsers, print_json, score};
use super::source;
use crate::book::{Book, BookMove, Code, Entry, Games};
use crate::game::Game;
use crate::notation::{diagram, write_fen, write_line, write_move};
use crate::options::Options;
use crate::protocol::Output;
use crate::rules::{Rules, Variant, with_playable};
use crate::search::Line;

/// Ask an opening book about a position and its moves
///
/// The position is a FEN or "startpos", followed by the moves given with --moves. Moves come best first; values are those
/// of the side to move. The program plays from a book only where it has all moves and goes on after the best one.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{}", json::HELP))]
pub(super) struct Args {
    /// The position to begin with; the start position if left out
    #[arg(value_name = "FEN")]
    position: Vec<String>,
    /// Moves to play first, as "c3-d4 d6-c5" or "1. cd4 dc5"
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// The book [default: the one that is part of the program]
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// The game: russian or giveaway
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
  bolshak book probe
  bolshak book probe --moves \"1. cd4 dc5\" --book my.book
  bolshak book probe W:Wa1,c1,e3,g3:Bb6,d6,h6,h8 --json";

/// Asks.
pub(super) fn run(args: &Args, output: &Output) -> Result<(), Failure> {
    let options = Options { variant: args.variant, ..args.notation.options()? };
    with_playable!(
        args.variant,
        R => probe::<R>(args, &options, output),
        _ => Err(source::no_book_of(args.variant))
    )
}

fn probe<R: Rules>(args: &Args, options: &Options, output: &Output) -> Result<(), Failure> {
    let mut game = settings::start::<R>(Some(&args.position.join(" ")), options)?;
    settings::play_moves(&mut game, args.moves.as_deref().unwrap_or_default(), options)?;
    let book = source::open::<R>(args.book.as_deref())?;
    let answer = Answer::new(&game, &book);
    if args.json {
        print_json(&json::Object::new(&game, &answer, options), output)?;
    } else {
        show(&game, &answer, options, output);
    }
    Ok(())
}

/// What a book knows of a position; nothing when the game is over.
#[derive(Default)]
struct Answer {
    entry: Option<Entry>,
    games: Games,
    /// The moves that the book has, best first.
    moves: Vec<BookMove>,
    /// How many legal moves there are.
    legal: usize,
    line: Line,
}

impl Answer {
    fn new<R: Rules>(game: &Game<R>, book: &Book<R>) -> Self {
        if game.result().is_some() {
            return Self::default();
        }
        let position = game.position();
        let code = Code::of(position);
        Self {
            entry: book.find(code),
            games: book.games(code),
            moves: book.moves(position),
            legal: position.legal_moves().len(),
            line: book.best_line(position),
        }
    }
}

fn show<R: Rules>(game: &Game<R>, answer: &Answer, options: &Options, output: &Output) {
    let (position, notation) = (game.position(), options.notation());
    output.text(diagram(position));
    output.line(format!("FEN: {}", write_fen(position, notation)));
    output.line("");
    if let Some(result) = game.result() {
        output.line(format!("The game is over. Result: {result}"));
        return;
    }
    match answer.entry {
        None => output.line("The position is not in the book."),
        Some(Entry { value, depth, is_expanded, .. }) => {
            output.line(format!("Value:  {}", score::in_words(value, position.turn())));
            let further = if is_expanded { "and all that comes after it" } else { "nothing comes after it" };
            output.line(format!("Search: depth {depth}, {further}"));
        }
    }
    if answer.games.count() > 0 {
        let Games { won, drawn, lost, open } = answer.games;
        output.line(format!("Games:  {won} won, {drawn} drawn, {lost} lost, {open} without result"));
    }
    if answer.moves.is_empty() {
        return;
    }
    if answer.moves.len() < answer.legal {
        output.line(format!("Moves:  {} of {} are in the book", answer.moves.len(), answer.legal));
    }
    output.line(format!("Line:   {}", write_line(position, answer.line.moves(), notation).join(" ")));
    output.line("");
    let columns = "   value  depth  goes on    games      won    drawn     lost";
    output.line(format!("{:<12} {columns}", "move"));
    for known in &answer.moves {
        let mv = write_move(position, known.mv, notation);
        let (value, goes_on) = (score::short(known.value), if known.is_expanded { "yes" } else { "no" });
        let Games { won, drawn, lost, .. } = known.games;
        output.line(format!(
            "{mv:<12} {value:>8} {:>6} {goes_on:>8} {:>8} {won:>8} {drawn:>8} {lost:>8}",
            known.depth,
            known.games.count()
        ));
    }
}
