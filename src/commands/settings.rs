//! What `analyse` and `play` have in common: options, limits, and the position to begin with.

use std::time::Duration;

use clap::Args;

use super::failure::Failure;
use super::{note, parsers};
use crate::game::Game;
use crate::notation::{quoted, read_fen, without_move_number, write_move};
use crate::options::{Options, TABLE};
use crate::position::Position;
use crate::rules::Rules;
use crate::search::{Budget, Limits};

/// Options of the engine. Their values are text here: what they may be is for the table of options to say.
#[derive(Args, Debug)]
#[command(next_help_heading = "Settings")]
pub(super) struct Settings {
    #[arg(long, value_name = "GAME", help = values("the game", "Variant"))]
    variant: Option<String>,
    #[arg(long, value_name = "MIB", help = help("Hash"), allow_negative_numbers = true)]
    hash: Option<String>,
    #[arg(long, value_name = "N", help = help("Threads"), allow_negative_numbers = true)]
    threads: Option<String>,
    #[arg(long, value_name = "KIND", help = help("Notation"))]
    notation: Option<String>,
    #[arg(long, value_name = "SQUARE", help = help("Numbering"))]
    numbering: Option<String>,
    #[arg(long, value_name = "DIR", help = help("BasesPath"))]
    bases: Option<String>,
    #[arg(long, value_name = "N", help = help("BasesPieces"), allow_negative_numbers = true)]
    bases_pieces: Option<String>,
    #[arg(long, value_name = "FILE", help = help("EvalFile"))]
    weights: Option<String>,
    #[arg(long, value_name = "FILE", help = help("BookFile"))]
    book_file: Option<String>,
    /// Leave out the draw rules that count pieces and moves; repetition always counts
    #[arg(long)]
    no_draw_rules: bool,
    /// Accept positions with more pieces than at the start
    #[arg(long)]
    no_piece_limit: bool,
}

impl Settings {
    /// The options of the engine.
    pub(super) fn options(&self) -> Result<Options, Failure> {
        let mut options = Options::default();
        let given = [
            ("Variant", &self.variant),
            ("Hash", &self.hash),
            ("Threads", &self.threads),
            ("Notation", &self.notation),
            ("Numbering", &self.numbering),
            ("BasesPath", &self.bases),
            ("BasesPieces", &self.bases_pieces),
            ("EvalFile", &self.weights),
            ("BookFile", &self.book_file),
        ];
        for (name, value) in given {
            if let Some(value) = value {
                options.set(name, value)?;
            }
        }
        for (name, left_out) in [("DrawRules", self.no_draw_rules), ("PieceLimit", self.no_piece_limit)] {
            if left_out {
                options.set(name, "false")?;
            }
        }
        Ok(options)
    }
}

/// How moves and FENs are written, for commands that take no other options.
#[derive(Args, Debug)]
pub(super) struct NotationArgs {
    #[arg(long, value_name = "KIND", help = help("Notation"))]
    notation: Option<String>,
    #[arg(long, value_name = "SQUARE", help = help("Numbering"))]
    numbering: Option<String>,
}

impl NotationArgs {
    /// The options of the engine that say so.
    pub(super) fn options(&self) -> Result<Options, Failure> {
        let mut options = Options::default();
        for (name, value) in [("Notation", &self.notation), ("Numbering", &self.numbering)] {
            if let Some(value) = value {
                options.set(name, value)?;
            }
        }
        Ok(options)
    }
}

/// The help of an option of the table, with its values and its default.
pub(super) fn help(name: &str) -> String {
    let entry = TABLE.iter().find(|entry| entry.name == name);
    entry.map_or_else(String::new, |entry| values(entry.help, name))
}

/// A text, and the values and the default of an option of the table.
fn values(text: &str, name: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    let text: String = first.into_iter().chain(letters).collect();
    match TABLE.iter().find(|entry| entry.name == name) {
        Some(entry) => {
            format!("{text}: {} [default: {}]", entry.kind.expectation(), entry.kind.default_text())
        }
        None => text,
    }
}

/// How long the engine may think about a move. Of several limits, the first that is met counts.
#[derive(Args, Debug)]
#[command(next_help_heading = "Limits (the first that is met counts)")]
pub(super) struct LimitArgs {
    /// Look this many moves of either side ahead, and further where pieces are taken
    #[arg(long, value_name = "N", value_parser = parsers::depth, allow_negative_numbers = true)]
    pub(super) depth: Option<u32>,
    /// Think this long: 5s, 500ms, 1m
    #[arg(long, value_name = "TIME", value_parser = parsers::duration, allow_negative_numbers = true)]
    pub(super) time: Option<Duration>,
    /// Look at this many positions
    #[arg(long, value_name = "N", value_parser = parsers::nodes, allow_negative_numbers = true)]
    pub(super) nodes: Option<u64>,
}

impl LimitArgs {
    /// The limits of one search, or `otherwise` when none was given.
    pub(super) fn limits(&self, otherwise: Duration) -> Limits {
        let unlimited = self.depth.is_none() && self.nodes.is_none();
        let time = self.time.or(unlimited.then_some(otherwise));
        Limits {
            budget: time.map_or(Budget::Unlimited, Budget::Fixed),
            depth: self.depth,
            nodes: self.nodes,
            ..Limits::default()
        }
    }
}

/// The threads that `--threads` asks for.
pub(super) fn thread_pool(threads: usize) -> Result<rayon::ThreadPool, Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| Failure::Failed(format!("--threads {threads}: {error}")))
}

/// A game that begins with a FEN; `None` or `startpos` is the start position.
pub(super) fn start<R: Rules>(fen: Option<&str>, options: &Options) -> Result<Game<R>, Failure> {
    let position = match fen.map(str::trim) {
        None | Some("" | "startpos") => Position::start(),
        Some(fen) => read_fen(fen, options.numbering, options.piece_limit)?,
    };
    Ok(Game::new(position).with_piece_count_rules(options.draw_rules))
}

/// Plays the moves of a text. Move numbers, as in `1. c3-d4 d6-c5 2...`, are passed over.
pub(super) fn play_moves<R: Rules>(game: &mut Game<R>, text: &str, options: &Options) -> Result<(), Failure> {
    let moves: Vec<&str> =
        text.split_whitespace().map(without_move_number).filter(|word| !word.is_empty()).collect();
    for (index, word) in moves.iter().enumerate() {
        let place = || format!("move {} of {}", index + 1, moves.len());
        let before = *game.position();
        let read = game
            .play_text(word, options.numbering)
            .map_err(|error| Failure::Usage(format!("--moves: {}: {error}", place())))?;
        if read.separator_mixed_up {
            let meant = write_move(&before, read.mv, options.notation());
            note(format!("{}: {} is read as {meant}", place(), quoted(word)));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Russian;

    #[test]
    fn move_numbers_are_passed_over() {
        for (word, rest) in
            [("1.", ""), ("12...", ""), ("1.c3-d4", "c3-d4"), ("22-18", "22-18"), ("...", "..."), ("", "")]
        {
            assert_eq!(without_move_number(word), rest);
        }
        let mut game = Game::<Russian>::default();
        play_moves(&mut game, "1. c3-d4 d6-c5 2. bc3 2... f6-g5", &Options::default()).unwrap();
        assert_eq!(game.moves().len(), 4);
    }

    #[test]
    fn an_illegal_move_is_named_by_its_place() {
        let error =
            play_moves(&mut Game::<Russian>::default(), "1. c3-d4 d6-d5", &Options::default()).unwrap_err();
        assert!(error.to_string().starts_with("--moves: move 2 of 2: \"d6-d5\""), "{error}");
    }
}
