//! Lines from the player.

use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// What came of waiting for a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// A line, without blanks around it.
    Line(String),
    /// Nothing, and there will be nothing more.
    End,
    /// Nothing in the time there was.
    TimeUp,
}

/// The player's lines, read in a thread of its own so that a clock can run out meanwhile.
#[derive(Debug)]
pub(super) struct Lines(Receiver<String>);

impl Lines {
    pub(super) fn new(input: impl Read + Send + 'static) -> Self {
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            let mut input = BufReader::new(input);
            let mut bytes = Vec::new();
            while input.read_until(b'\n', &mut bytes).is_ok_and(|read| read > 0) {
                if sender.send(String::from_utf8_lossy(&bytes).trim().to_owned()).is_err() {
                    return;
                }
                bytes.clear();
            }
        });
        Self(receiver)
    }

    /// Waits for a line; `limit` is the time there is, if there is a limit.
    pub(super) fn next(&self, limit: Option<Duration>) -> Heard {
        let received = match limit {
            Some(limit) => self.0.recv_timeout(limit),
            None => self.0.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match received {
            Ok(line) => Heard::Line(line),
            Err(RecvTimeoutError::Timeout) => Heard::TimeUp,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
        }
    }
}
