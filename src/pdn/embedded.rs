//! Clocks and evaluations in comments: `[%clk 0:02:58]`, `[%clock w0:02:58 B0:03:00]`, `[%eval 0.17]`, `[%eval #5]`.
//!
//! The standard has no word on them. The first form is that of chess files, the second that of lidraughts, whose upper
//! case letter names the side whose clock runs.

use std::fmt::Write as _;
use std::time::Duration;

use winnow::Result;
use winnow::ascii::{dec_uint, digit1, float};
use winnow::combinator::{alt, delimited, opt, preceded, separated};
use winnow::error::EmptyError;
use winnow::prelude::*;
use winnow::token::{one_of, take_till};

use super::style::Form;
use crate::board::{ByColor, Color};

type Parsed<T> = Result<T, EmptyError>;

/// The time that each side has left, as far as it is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clocks(pub ByColor<Option<Duration>>);

impl Clocks {
    /// Reads the clocks of a comment after a move of `mover`, whose clock it is when only one is given.
    pub fn read(comment: &str, mover: Color) -> Option<Self> {
        if let Some(value) = command(comment, "clock") {
            let mut clocks = Self::default();
            for word in value.split_whitespace() {
                let (color, time) = clock_of_side.parse(word).ok()?;
                clocks.0[color] = Some(time);
            }
            return Some(clocks);
        }
        let mut clocks = Self::default();
        clocks.0[mover] = Some(time.parse(command(comment, "clk")?.trim()).ok()?);
        Some(clocks)
    }

    /// The command for a comment after a move of `mover`. The standard form tells only his clock; without it, and in
    /// the form of lidraughts without both, there is nothing to tell.
    pub fn command(&self, form: Form, mover: Color) -> Option<String> {
        match form {
            Form::Standard => Some(format!("[%clk {}]", clock_face(self.0[mover]?))),
            Form::Lidraughts => {
                let [white, black] = [self.0[Color::White]?, self.0[Color::Black]?].map(whole_seconds);
                let [w, b] = if mover == Color::White { ["w", "B"] } else { ["W", "b"] };
                Some(format!("[%clock {w}{white} {b}{black}]"))
            }
        }
    }
}

/// What a program thinks of a position, from White's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// Hundredths of a man.
    Centimen(i32),
    /// A side wins in so many moves.
    Win {
        /// The side that wins.
        winner: Color,
        /// The number of its moves.
        moves: u32,
    },
}

impl Evaluation {
    /// Reads the evaluation of a comment.
    pub fn read(comment: &str) -> Option<Self> {
        let win = preceded('#', (opt::<_, _, EmptyError, _>('-'), dec_uint)).map(
            |(minus, moves): (Option<char>, u32)| Self::Win {
                winner: if minus.is_some() { Color::Black } else { Color::White },
                moves,
            },
        );
        let men = float.map(|men: f64| Self::Centimen((men.clamp(-1e6, 1e6) * 100.0).round() as i32));
        let parsed: Parsed<Self> =
            alt((win, men)).parse(command(comment, "eval")?.trim()).map_err(|_| EmptyError);
        parsed.ok()
    }

    /// The command for a comment.
    pub fn command(self) -> String {
        match self {
            Self::Centimen(value) => format!("[%eval {:.2}]", f64::from(value) / 100.0),
            Self::Win { winner: Color::White, moves } => format!("[%eval #{moves}]"),
            Self::Win { winner: Color::Black, moves } => format!("[%eval #-{moves}]"),
        }
    }
}

/// The value of a command in a comment.
fn command<'a>(comment: &'a str, name: &str) -> Option<&'a str> {
    comment.match_indices("[%").find_map(|(at, _)| {
        let mut rest = comment.get(at..)?;
        let parsed: Parsed<&str> =
            delimited(("[%", name, one_of(char::is_whitespace)), take_till(0.., ']'), ']')
                .parse_next(&mut rest);
        parsed.ok()
    })
}

fn clock_of_side(input: &mut &str) -> Parsed<(Color, Duration)> {
    let color = alt((one_of(['w', 'W']).value(Color::White), one_of(['b', 'B']).value(Color::Black)));
    (color, time).parse_next(input)
}

/// Hours, minutes and seconds; the last with a fraction or not. Hours may be left out.
fn time(input: &mut &str) -> Parsed<Duration> {
    let number = digit1::<_, EmptyError>.try_map(str::parse::<u32>);
    let whole = separated(2..=3, number, ':')
        .map(|parts: Vec<u32>| parts.iter().fold(0, |sum, &part| sum * 60 + u64::from(part)));
    let fraction = opt(preceded('.', digit1)).map(|digits: Option<&str>| {
        digits.map_or(0.0, |digits| format!("0.{digits}").parse().unwrap_or(0.0))
    });
    (whole, fraction)
        .map(|(whole, fraction): (u64, f64)| Duration::from_secs(whole) + Duration::from_secs_f64(fraction))
        .parse_next(input)
}

fn whole_seconds(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Hours, minutes and seconds, and milliseconds where there are any.
fn clock_face(time: Duration) -> String {
    let mut text = whole_seconds(time);
    if time.subsec_millis() > 0 {
        let fraction = format!("{:03}", time.subsec_millis());
        // Writing to a string cannot fail.
        let _ = write!(text, ".{}", fraction.trim_end_matches('0'));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clocks(white: Option<u64>, black: Option<u64>) -> Clocks {
        Clocks(ByColor([white, black].map(|time| time.map(Duration::from_millis))))
    }

    #[test]
    fn clocks_are_read_in_both_forms() {
        let read = |text| Clocks::read(text, Color::Black);
        assert_eq!(read("x [%clk 0:02:58] y"), Some(clocks(None, Some(178_000))));
        assert_eq!(read("[%eval 1] [%clk 1:00.25]"), Some(clocks(None, Some(60_250))));
        assert_eq!(read("[%clock w0:02:58 B1:00:00]"), Some(clocks(Some(178_000), Some(3_600_000))));
        for text in ["", "[%clk]", "[%clk x]", "[%clk 5]", "[%clock w0:02:58 z1]", "[%clk 99999999999:0]"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn evaluations_are_read_from_whites_point_of_view() {
        assert_eq!(Evaluation::read("[%clk 0:01] [%eval -0.31]"), Some(Evaluation::Centimen(-31)));
        assert_eq!(Evaluation::read("[%eval #-5]"), Some(Evaluation::Win { winner: Color::Black, moves: 5 }));
        for text in ["[%eval ]", "[%eval #]", "[%eval 0.1", "[%evaluation 1]", "0.3"] {
            assert_eq!(Evaluation::read(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        for value in [
            Evaluation::Centimen(17),
            Evaluation::Centimen(-100_000),
            Evaluation::Win { winner: Color::White, moves: 1 },
            Evaluation::Win { winner: Color::Black, moves: 30 },
        ] {
            assert_eq!(Evaluation::read(&value.command()), Some(value));
        }
        let both = clocks(Some(9_875), Some(3_601_000));
        let standard = both.command(Form::Standard, Color::White).unwrap();
        assert_eq!(standard, "[%clk 0:00:09.875]");
        assert_eq!(Clocks::read(&standard, Color::White), Some(clocks(Some(9_875), None)));
        let lidraughts = both.command(Form::Lidraughts, Color::White).unwrap();
        assert_eq!(lidraughts, "[%clock w0:00:09 B1:00:01]");
        assert_eq!(clocks(Some(1), None).command(Form::Lidraughts, Color::White), None);
    }
}
