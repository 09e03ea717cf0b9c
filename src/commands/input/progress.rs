//! How far a long file has been read, for people who wait: on a terminal only.

use std::cell::Cell;
use std::io::{self, IsTerminal, Read, Write, stderr};
use std::time::{Duration, Instant};

/// Between two reports.
const PAUSE: Duration = Duration::from_millis(200);

/// A line on the terminal that tells how far a file has been read.
#[derive(Debug)]
pub(super) struct Progress {
    name: String,
    /// The size of the file in bytes, where it has one.
    size: Option<u64>,
    on: bool,
    read: Cell<u64>,
    shown: Cell<Option<Instant>>,
    begun: Instant,
}

impl Progress {
    pub(super) fn new(name: String, size: Option<u64>, wanted: bool) -> Self {
        let on = wanted && stderr().is_terminal();
        Self { name, size, on, read: Cell::new(0), shown: Cell::new(None), begun: Instant::now() }
    }

    /// The same stream, whose bytes are counted.
    pub(super) const fn watch<I>(&self, input: I) -> Watched<'_, I> {
        Watched { input, read: &self.read }
    }

    /// Shows the line from time to time.
    pub(super) fn show(&self, games: usize) {
        let last = self.shown.get().unwrap_or(self.begun);
        if !self.on || last.elapsed() < PAUSE {
            return;
        }
        self.shown.set(Some(Instant::now()));
        let read = self.read.get();
        let part = self.size.filter(|&size| size > 0).map(|size| format!("{} %", read * 100 / size));
        let part = part.unwrap_or_else(|| format!("{} MiB", read >> 20));
        // Nobody reads it if it fails.
        let _ = write!(stderr(), "\r\u{1b}[K{}: {part}, {games} games", self.name);
    }

    /// Takes the line away.
    pub(super) fn clear(&self) {
        if self.shown.take().is_some() {
            let _ = write!(stderr(), "\r\u{1b}[K");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

/// A stream whose bytes are counted.
#[derive(Debug)]
pub(super) struct Watched<'a, I> {
    input: I,
    read: &'a Cell<u64>,
}

impl<I: Read> Read for Watched<'_, I> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(bytes)?;
        self.read.set(self.read.get() + read as u64);
        Ok(read)
    }
}
