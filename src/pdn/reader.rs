//! Games from a stream, one at a time.

use std::io::{self, Read};
use std::marker::PhantomData;

use super::decode::Decoder;
use super::fault::{Fault, FaultKind};
use super::game_text::{self, GameText, Step};
use super::record::Record;
use super::resolve::{Reading, Resolved, resolve};
use crate::rules::Rules;

/// A game that was read, as far as it could be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed<R: Rules> {
    /// Which game of the stream it is, from 1.
    pub number: usize,
    /// The line on which it begins, from 1.
    pub line: u64,
    /// The game: its moves up to the first that cannot be played.
    pub record: Record<R>,
    /// What is wrong with it, in the order of the file; of very many faults, the first.
    pub faults: Vec<Fault>,
    /// What is unusual, but clear.
    pub warnings: Vec<Fault>,
    /// Whether the position it begins with could be read; without, there are no moves.
    pub has_start: bool,
    /// Whether all its moves could be read.
    pub is_complete: bool,
}

/// Reads games from a stream. It is an iterator; after an error of the stream it ends.
///
/// The bytes may be UTF-8, with or without a byte order mark, Windows-1251 or IBM 866: each line by itself, so that
/// files that were joined from several are read too. At most the text of one game is held, and some 64 KiB of the
/// stream.
#[derive(Debug)]
pub struct Reader<R, I> {
    decoder: Decoder<I>,
    reading: Reading,
    text: String,
    /// How much of the text belongs to games that were given out.
    used: usize,
    /// Whether the stream may hold more than the text.
    more: bool,
    failed: bool,
    games: usize,
    /// Where the unused text begins.
    place: Place,
    rules: PhantomData<R>,
}

/// The longest text of a game, in MiB; what is longer is no game, and is cut.
pub const LONGEST_GAME_MIB: usize = 4;

impl<R: Rules, I: Read> Reader<R, I> {
    /// Games from this stream, read as usual.
    pub fn new(input: I) -> Self {
        Self::with(input, Reading::default())
    }

    /// Games from this stream.
    pub const fn with(input: I, reading: Reading) -> Self {
        Self {
            decoder: Decoder::new(input),
            reading,
            text: String::new(),
            used: 0,
            more: true,
            failed: false,
            games: 0,
            place: Place { line: 1, column: 1 },
            rules: PhantomData,
        }
    }

    fn unused(&self) -> &str {
        self.text.get(self.used..).unwrap_or_default()
    }

    /// Gets more of the stream: as much as there is unused, so that a long game is not looked at too often.
    fn fill(&mut self) -> io::Result<()> {
        self.text.drain(..self.used);
        self.used = 0;
        let amount = self.text.len();
        self.more = self.decoder.fill(&mut self.text, amount)?;
        Ok(())
    }

    fn next_game(&mut self) -> io::Result<Option<Parsed<R>>> {
        loop {
            let too_long = self.unused().len() >= LONGEST_GAME_MIB << 20;
            let (parsed, length) = match game_text::take(self.unused(), !self.more || too_long) {
                Step::Game(mut game, length) => {
                    if too_long && length == self.unused().len() {
                        game.faults.push((length, FaultKind::TooLong(LONGEST_GAME_MIB)));
                    }
                    (Some(self.parsed(&game)), length)
                }
                Step::End => (None, self.unused().len()),
                Step::More => {
                    self.fill()?;
                    continue;
                }
            };
            self.place = self.place.after(self.unused().get(..length).unwrap_or_default());
            self.used += length;
            if parsed.is_some() || !(self.more || too_long) {
                return Ok(parsed);
            }
        }
    }

    fn parsed(&self, game: &GameText<'_>) -> Parsed<R> {
        let Resolved { record, faults, warnings, has_start, is_complete } = resolve(game, self.reading);
        let text = self.unused();
        let placed = |kinds: Vec<(usize, FaultKind)>| {
            let (mut place, mut at) = (self.place, 0);
            let fault = |(next, kind): (usize, FaultKind)| {
                place = place.after(text.get(at..next).unwrap_or_default());
                at = at.max(next);
                Fault { line: place.line, column: place.column, kind }
            };
            kinds.into_iter().map(fault).collect()
        };
        Parsed {
            number: self.games + 1,
            line: self.place.after(text.get(..game.start).unwrap_or_default()).line,
            record,
            faults: placed(faults),
            warnings: placed(warnings),
            has_start,
            is_complete,
        }
    }
}

impl<R: Rules, I: Read> Iterator for Reader<R, I> {
    type Item = io::Result<Parsed<R>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let game = self.next_game();
        self.failed = game.is_err();
        self.games += usize::from(matches!(game, Ok(Some(_))));
        game.transpose()
    }
}

/// A place in the text.
#[derive(Clone, Copy, Debug)]
struct Place {
    line: u64,
    column: u64,
}

impl Place {
    /// The place after this text.
    fn after(self, text: &str) -> Self {
        let characters = |text: &str| text.chars().filter(|&letter| letter != '\u{feff}').count() as u64;
        match text.rfind('\n') {
            None => Self { column: self.column + characters(text), ..self },
            Some(end) => Self {
                line: self.line + text.bytes().filter(|&byte| byte == b'\n').count() as u64,
                column: 1 + characters(text.get(end + 1..).unwrap_or_default()),
            },
        }
    }
}
