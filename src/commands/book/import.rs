//! `bolshak book import`: count the results of games in a book.

use std::collections::HashSet;
use std::path::PathBuf;

use super::super::failure::Failure;
use super::super::input::{Event, InputArgs, Name, each_game};
use super::super::{note, parsers};
use super::{many, source};
use crate::board::Color;
use crate::book::{Code, Games, Graph, Growth};
use crate::pdn::{Outcome, Parsed, Reading, Record};
use crate::position::Position;
use crate::protocol::Output;
use crate::rules::{Rules, with_playable};

/// Count the results of games in a book
///
/// Each position of a game counts once, up to so many plies, and the position in which the game begins becomes one in
/// which the book begins: that of its FEN tag, if it has one, or the start position. "bolshak book build" then expands
/// the positions of games before all others. A game whose FEN cannot be read is left out; one with a move that cannot be
/// played counts up to there. Both are told. If a file cannot be read to its end, nothing is counted. What is imported
/// twice counts twice.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bolshak book import my.book games.pdn
  bolshak book import my.book --plies 40 *.pdn")]
pub(super) struct Args {
    /// The book; made if it is not there
    #[arg(value_name = "BOOK")]
    book: PathBuf,
    #[command(flatten)]
    input: InputArgs,
    /// The plies of a game that count
    #[arg(long, value_name = "N", value_parser = parsers::book_plies, default_value_t = 24, allow_negative_numbers = true)]
    plies: usize,
}

/// Counts.
pub(super) fn run(args: &Args, output: &Output) -> Result<(), Failure> {
    with_playable!(
        args.input.variant,
        R => import::<R>(args, output),
        _ => Err(source::no_book_of(args.input.variant))
    )
}

fn import<R: Rules>(args: &Args, output: &Output) -> Result<(), Failure> {
    let there = source::read_if_there::<R>(&args.book)?;
    let graph = there.unwrap_or_else(|| Graph::new(Growth::default()));
    let mut counter = Counter { graph, plies: args.plies, counted: 0, cut: 0, left_out: 0 };
    // Men put elsewhere before the game give it another position to begin with, as a FEN does.
    let reading = Reading { flying: true, ..args.input.reading() };
    let unread = each_game::<R>(&args.input, reading, true, |event| {
        if let Event::Game(name, game) = event {
            counter.add(name, &game);
        }
        true
    });
    if unread > 0 {
        let message = format!("nothing was counted: files that could not be read: {unread}");
        return Err(Failure::Failed(message));
    }
    source::save(&counter.graph, &args.book)?;
    let Counter { counted, cut, left_out, .. } = counter;
    let parts = [(cut, "of them only in part"), (left_out, "left out")];
    let parts = parts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!(", {count} {what}"));
    let (games, rest) = (many(counted, "game", "games"), parts.collect::<String>());
    output.line(format!("{games} counted in {}{rest}", args.book.display()));
    Ok(())
}

/// A book in which games are counted.
struct Counter<R: Rules> {
    graph: Graph<R>,
    plies: usize,
    counted: usize,
    cut: usize,
    left_out: usize,
}

impl<R: Rules> Counter<R> {
    fn add(&mut self, name: Name<'_>, game: &Parsed<R>) {
        let consequence = match (game.has_start, game.is_complete) {
            (true, true) => "",
            (true, false) => "; it counts up to there",
            (false, _) => "; it is left out",
        };
        // What does no harm to the moves is for "bolshak pdn check" to tell.
        if let Some(fault) = game.faults.last().filter(|_| !consequence.is_empty()) {
            let (line, column, number) = (fault.line, fault.column, game.number);
            note(format!("{name}:{line}:{column}: game {number}: {}{consequence}", fault.kind));
        }
        if !game.has_start {
            self.left_out += 1;
            return;
        }
        self.counted += 1;
        self.cut += usize::from(!game.is_complete);
        self.count(&game.record);
    }

    fn count(&mut self, record: &Record<R>) {
        self.graph.add_root(Code::of(&record.start));
        let mut seen = HashSet::new();
        let mut position = record.start;
        let mut moves = record.moves.iter().take(self.plies);
        loop {
            // Where there is no move, there is nothing to be known.
            let code = Code::of(&position);
            if position.has_legal_move() && seen.insert(code) {
                self.graph.add_games(code, result(record.outcome, &position));
            }
            match moves.next() {
                Some(recorded) => position = position.after(recorded.mv),
                None => return,
            }
        }
    }
}

/// A game, by its result for the side to move in a position.
fn result<R: Rules>(outcome: Outcome, position: &Position<R>) -> Games {
    let none = Games::default();
    match (outcome, position.turn()) {
        (Outcome::WhiteWins, Color::White) | (Outcome::BlackWins, Color::Black) => Games { won: 1, ..none },
        (Outcome::WhiteWins | Outcome::BlackWins | Outcome::BothLose, _) => Games { lost: 1, ..none },
        (Outcome::Draw, _) => Games { drawn: 1, ..none },
        (Outcome::Unknown, _) => Games { open: 1, ..none },
    }
}
