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
mod format;
mod input;
mod output;
mod session;
mod voice;

pub use command::{Command, GoCommand, ParseError, PositionCommand, parse};
pub use format::{bestmove_line, info_line};
pub use output::Output;

use std::io::{Read, Write};
use std::sync::mpsc;

use crate::eval::Evaluated;
use crate::options::Options;
use crate::rules::with_playable;
use session::{Exit, Pending, Session};

/// Serves one client until it says `quit` or its input ends.
pub fn serve(input: impl Read + Send + 'static, output: impl Write + Send + 'static) {
    let (sender, messages) = mpsc::channel();
    input::spawn_reader(input, sender.clone());
    let output = Output::new(output);
    let (mut options, mut pending) = (Options::default(), Pending::default());
    loop {
        let link = session::Link { sender: sender.clone(), messages: &messages, output: output.clone() };
        let exit = with_playable!(options.variant, R => run::<R>(options, pending, link), _ => Exit::Quit);
        match exit {
            Exit::Quit => return,
            Exit::Restart(changed, left) => (options, pending) = (*changed, left),
        }
    }
}

/// One session, with one game's rules.
fn run<R: Evaluated>(options: Options, pending: Pending, link: session::Link<'_>) -> Exit {
    match Session::<R>::new(options, pending, link) {
        Ok(mut session) => session.run(),
        Err(_) => Exit::Quit,
    }
}
