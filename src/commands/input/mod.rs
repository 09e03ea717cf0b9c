//! Files of games that a command reads, game by game.

mod progress;

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::{note, parsers};
use crate::pdn::{Parsed, Reader, Reading};
use crate::position::PieceLimit;
use crate::rules::{Rules, Variant};
use progress::Progress;

/// Which files, and how to read them.
#[derive(clap::Args, Debug)]
pub(in crate::commands) struct InputArgs {
    /// The files to read; - is the standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The game, whatever the tags say: russian, giveaway, brazilian, international or english
    #[arg(long, value_name = "GAME", value_parser = parsers::variant, default_value_t)]
    pub(in crate::commands) variant: Variant,
    /// Accept positions with more pieces than at the start
    #[arg(long)]
    no_piece_limit: bool,
}

impl InputArgs {
    /// How to read them.
    pub(in crate::commands) fn reading(&self) -> Reading {
        let limit = if self.no_piece_limit { PieceLimit::None } else { PieceLimit::Standard };
        Reading { limit, ..Reading::default() }
    }
}

/// A file by the name that the user gave it.
#[derive(Clone, Copy, Debug)]
pub(in crate::commands) struct Name<'a>(&'a Path);

impl Name<'_> {
    fn is_stdin(self) -> bool {
        self.0.as_os_str() == "-"
    }
}

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_stdin() { f.write_str("standard input") } else { self.0.display().fmt(f) }
    }
}

/// What happens while files are read.
#[derive(Debug)]
pub(in crate::commands) enum Event<'a, R: Rules> {
    /// A game was read.
    Game(Name<'a>, Box<Parsed<R>>),
    /// A file has ended.
    EndOfFile(Name<'a>),
}

/// Reads the games of all files, one at a time; how far, is shown on a terminal where wanted. `heard` says whether to
/// go on. Returns how many files could not be read to their end, which was said.
pub(in crate::commands) fn each_game<'a, R: Rules>(
    args: &'a InputArgs,
    reading: Reading,
    show_progress: bool,
    mut heard: impl FnMut(Event<'a, R>) -> bool,
) -> usize {
    let mut unread = 0;
    for name in args.files.iter().map(|path| Name(path)) {
        match each_game_of(name, reading, show_progress, &mut heard) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                unread += 1;
                note(format!("{name} could not be read: {error}"));
            }
        }
    }
    unread
}

fn each_game_of<'a, R: Rules>(
    name: Name<'a>,
    reading: Reading,
    show_progress: bool,
    heard: &mut impl FnMut(Event<'a, R>) -> bool,
) -> io::Result<bool> {
    let (input, size): (Box<dyn Read>, _) = if name.is_stdin() {
        (Box::new(io::stdin().lock()), None)
    } else {
        let file = File::open(name.0)?;
        let size = file.metadata().ok().map(|data| data.len());
        (Box::new(file), size)
    };
    let progress = Progress::new(name.to_string(), size, show_progress);
    for game in Reader::<R, _>::with(progress.watch(input), reading) {
        let game = game?;
        progress.show(game.number);
        if !(game.faults.is_empty() && game.warnings.is_empty()) {
            // What will be said of it goes to the same terminal.
            progress.clear();
        }
        if !heard(Event::Game(name, Box::new(game))) {
            return Ok(false);
        }
    }
    progress.clear();
    Ok(heard(Event::EndOfFile(name)))
}
