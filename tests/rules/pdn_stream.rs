//! Games are read one at a time, from any stream.

use std::cell::Cell;
use std::io::{self, Read};

use crate::pdn_support::games;
use bolshak::pdn::Reader;
use bolshak::rules::Russian;

const GAME: &str = "[Event \"Stream\"]\n[White \"Белые\"]\n[Result \"1-0\"]\n\n1. c3-d4 d6-c5 {a comment} 2. b2-c3 f6-g5 \
                    3. c3-b4 g5-h4 4. b4:d6 e7:c5 1-0\n\n";

/// A stream of the same game many times over, which counts the bytes it has given out.
struct Source<'a> {
    left: usize,
    place: usize,
    given: &'a Cell<usize>,
}

impl Read for Source<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.place == GAME.len() {
            (self.place, self.left) = (0, self.left - 1);
        }
        if self.left == 0 {
            return Ok(0);
        }
        let read = (&GAME.as_bytes()[self.place..]).read(bytes)?;
        self.place += read;
        self.given.set(self.given.get() + read);
        Ok(read)
    }
}

#[test]
fn however_many_games_there_are_few_bytes_are_held() {
    const GAMES: usize = 30_000;
    let given = Cell::new(0);
    let source = Source { left: GAMES, place: 0, given: &given };
    let (mut read, mut most_held) = (0, 0);
    for game in Reader::<Russian, _>::new(source) {
        let game = game.unwrap();
        read += 1;
        assert_eq!((game.number, game.record.moves.len(), game.faults.len()), (read, 8, 0));
        most_held = most_held.max(given.get() - read * GAME.len());
    }
    assert_eq!((read, given.get()), (GAMES, GAMES * GAME.len()));
    assert!(most_held < 200_000, "{most_held} bytes of {}", given.get());
}

/// A stream that gives out a few bytes at a time, is interrupted, and may end with an error.
struct Trickle<'a> {
    bytes: &'a [u8],
    step: usize,
    fails: bool,
    interrupted: bool,
}

impl Read for Trickle<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        if self.bytes.is_empty() && self.fails {
            return Err(io::Error::other("the disk is gone"));
        }
        let length = self.step.min(bytes.len());
        let (mut first, rest) = self.bytes.split_at(length.min(self.bytes.len()));
        self.bytes = rest;
        first.read(bytes)
    }
}

#[test]
fn it_does_not_matter_in_which_portions_a_stream_comes() {
    let text = GAME.repeat(3);
    for step in [1, 2, 3, 7, 64, 1000] {
        let source = Trickle { bytes: text.as_bytes(), step, fails: false, interrupted: false };
        let read: Vec<_> = Reader::<Russian, _>::new(source).map(Result::unwrap).collect();
        assert_eq!(read, games(&text), "{step}");
    }
}

#[test]
fn an_error_of_the_stream_is_passed_on_and_is_the_end() {
    let source = Trickle { bytes: GAME.as_bytes(), step: 10, fails: true, interrupted: false };
    let mut reader = Reader::<Russian, _>::new(source);
    assert_eq!(reader.next().unwrap().unwrap_err().to_string(), "the disk is gone");
    assert!(reader.next().is_none());
}
