//! The line protocol: commands in, events out. `PROTOCOL.md` describes it for those who write clients.
//!
//! A thread reads lines; the session takes them from a channel, together with the news that a search has ended.
//! Whatever the input is, it cannot crash or block the session.
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice
)]

mod command;
mod dialect;
mod event;
mod game;
mod hub;
mod input;
mod jobs;
mod native;
mod output;
mod people;
mod session;
mod voice;

pub use command::{Command, GoCommand, Moves, ParseError, Place, PositionCommand};
pub use dialect::Dialect;
pub use event::Event;
pub use output::Output;

use std::io::{Read, Write};
use std::sync::mpsc;

use crate::board::Numbering;
use crate::engine::Engine;
use crate::eval::Evaluated;
use crate::options::Options;
use crate::rules::with_playable;
use session::{Exit, Link, Pending, Session};

/// Who is said to have written the engine.
const AUTHOR: &str = "the bolshak authors";

/// Serves one client until it says `quit` or its input ends.
pub fn serve(input: impl Read + Send + 'static, output: impl Write + Send + 'static, dialect: Dialect) {
    serve_from(Options::default(), input, output, dialect);
}

/// As [`serve`], with other options at the start, for instance with a smaller table.
pub fn serve_from(
    mut options: Options,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    mut dialect: Dialect,
) {
    let (sender, messages) = mpsc::channel();
    input::spawn_reader(input, sender.clone());
    let output = Output::new(output);
    let mut pending = Pending::default();
    loop {
        let link = Link {
            sender: sender.clone(),
            messages: &messages,
            output: output.clone(),
            dialect: &mut dialect,
        };
        let exit = with_playable!(options.variant, R => run::<R>(&options, pending, link), _ => Exit::Quit);
        match exit {
            Exit::Quit => return,
            Exit::Restart(changed, left) => (options, pending) = (*changed, left),
        }
    }
}

/// One session, with one game's rules.
fn run<R: Evaluated>(options: &Options, pending: Pending, link: Link<'_>) -> Exit {
    match Engine::<R>::new(options.clone()) {
        Ok(engine) => Session::new(engine, pending, link).run(),
        Err(error) => {
            let format = link.dialect.format(options, Numbering::default());
            link.output.tell(format, Event::Error(&error.to_string()));
            Exit::Quit
        }
    }
}
