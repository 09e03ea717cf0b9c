//! Values on the command line that are in no table: numbers with bounds, durations, clocks.

use std::ops::RangeInclusive;
use std::time::Duration;

use crate::bases::MOST_PIECES;
use crate::rules::Variant;
use crate::search::MAX_DEPTH;

/// A clock for a whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClockSetting {
    /// The time for all moves.
    pub(super) time: Duration,
    /// What each move adds.
    pub(super) increment: Duration,
}

/// A depth of search.
pub(super) fn depth(text: &str) -> Result<u32, String> {
    bounded(text, 1, u64::from(MAX_DEPTH)).map(|depth| depth as u32)
}

/// A limit of nodes.
pub(super) fn nodes(text: &str) -> Result<u64, String> {
    bounded(text, 1, u64::MAX)
}

/// How many of something to find or to show.
pub(super) fn count(text: &str) -> Result<usize, String> {
    bounded(text, 1, 1_000_000).map(|count| count as usize)
}

/// A game whose moves are known.
pub(super) fn variant(text: &str) -> Result<Variant, String> {
    let names = Variant::ALL.map(Variant::name).join(", ");
    text.parse().map_err(|_| format!("expected one of {names}"))
}

/// A number of threads.
pub(super) fn threads(text: &str) -> Result<usize, String> {
    bounded(text, 1, 256).map(|threads| threads as usize)
}

/// The pieces of an endgame base, both sides together.
pub(super) fn pieces(text: &str) -> Result<u8, String> {
    bounded(text, 2, MOST_PIECES.into()).map(|pieces| pieces as u8)
}

/// How many positions to look at.
pub(super) fn sample(text: &str) -> Result<u64, String> {
    bounded(text, 1, u64::MAX)
}

/// A difference in hundredths of a man.
pub(super) fn margin(text: &str) -> Result<u32, String> {
    bounded(text, 0, 1000).map(|margin| margin as u32)
}

/// The number from which random ones are drawn.
pub(super) fn seed(text: &str) -> Result<u64, String> {
    bounded(text, 0, u64::MAX)
}

/// How many games to learn from.
pub(super) fn games(text: &str) -> Result<usize, String> {
    bounded(text, 1, 100_000_000).map(|games| games as usize)
}

/// How many positions of a book to expand.
pub(super) fn positions(text: &str) -> Result<usize, String> {
    bounded(text, 1, 100_000_000).map(|positions| positions as usize)
}

/// The plies from the start of a game in which a book is looked at.
pub(super) fn book_plies(text: &str) -> Result<usize, String> {
    bounded(text, 0, 200).map(|plies| plies as usize)
}

/// How many positions of a book to search again; none will do.
pub(super) fn sample_or_none(text: &str) -> Result<usize, String> {
    bounded(text, 0, 100_000_000).map(|sample| sample as usize)
}

/// What a hundredth of a man counts, in hundredths of a ply.
pub(super) fn loss_weight(text: &str) -> Result<u32, String> {
    bounded(text, 0, 10_000).map(|weight| weight as u32)
}

/// How often to go through all positions.
pub(super) fn epochs(text: &str) -> Result<u32, String> {
    bounded(text, 1, 1000).map(|epochs| epochs as u32)
}

/// A part of a whole.
pub(super) fn part(text: &str) -> Result<f32, String> {
    let part = text.parse().ok().filter(|part| (0.0..=1.0).contains(part));
    part.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

/// A number of random plies, or the least and the greatest one.
pub(super) fn random_plies(text: &str) -> Result<RangeInclusive<usize>, String> {
    plies_up_to(text, 30)
}

/// A number of plies, or the least and the greatest one: `4` or `2-6`.
pub(super) fn plies(text: &str) -> Result<RangeInclusive<usize>, String> {
    // Beyond this there are hundreds of thousands of positions.
    plies_up_to(text, 8)
}

fn plies_up_to(text: &str, bound: u64) -> Result<RangeInclusive<usize>, String> {
    let ply = |text: &str| bounded(text, 1, bound).ok().map(|ply| ply as usize);
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    ply(least)
        .zip(ply(most))
        .filter(|(least, most)| least <= most)
        .map(|(least, most)| least..=most)
        .ok_or_else(|| format!("expected plies such as 4 or 2-6, at most {bound}"))
}

fn bounded(text: &str, least: u64, most: u64) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| match most {
        u64::MAX => format!("expected a whole number from {least}"),
        _ => format!("expected a whole number from {least} to {most}"),
    })
}

/// A time for thinking: `5`, `5s`, `0.5s`, `500ms`, `1m`, `1h`.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    read_duration(text)
        .filter(|duration| !duration.is_zero())
        .ok_or_else(|| "expected a time such as 5s, 500ms or 1m, at most 24h".to_owned())
}

/// A clock: `5m` for the whole game, or `5m+2s` with two seconds more for each move.
pub(super) fn clock(text: &str) -> Result<ClockSetting, String> {
    let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
    read_duration(time)
        .filter(|time| !time.is_zero())
        .zip(read_duration(increment))
        .map(|(time, increment)| ClockSetting { time, increment })
        .ok_or_else(|| "expected a clock such as 5m or 5m+2s".to_owned())
}

/// A duration; without a unit, in seconds.
fn read_duration(text: &str) -> Option<Duration> {
    const LONGEST: f64 = 24.0 * 3600.0;
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let unit = match text.strip_prefix(digits)? {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    if !digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return None;
    }
    let seconds = digits.parse::<f64>().ok()? * unit;
    (seconds <= LONGEST).then(|| Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_units_and_seconds_may_go_without() {
        let cases =
            [("5", 5_000), ("5s", 5_000), ("500ms", 500), ("1m", 60_000), ("1.5s", 1_500), ("2h", 7_200_000)];
        for (text, milliseconds) in cases {
            assert_eq!(duration(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
    }

    #[test]
    fn what_is_no_duration_is_told_what_one_looks_like() {
        for text in
            ["", "s", "0", "0ms", "-5", "5x", "1e3", "1e9h", "5 s", ".", "1.2.3", "25h", "inf", "nan", "5é"]
        {
            assert!(duration(text).unwrap_err().contains("5s"), "{text}");
        }
    }

    #[test]
    fn a_clock_may_have_an_increment() {
        let setting = |time, increment| {
            Ok(ClockSetting { time: Duration::from_secs(time), increment: Duration::from_secs(increment) })
        };
        assert_eq!(clock("5m"), setting(300, 0));
        assert_eq!(clock("5m+2s"), setting(300, 2));
        assert_eq!(clock("90+0"), setting(90, 0));
        for text in ["", "+2", "5m+", "0+1", "5m+2s+1", "5m-2s"] {
            assert!(clock(text).is_err(), "{text}");
        }
    }

    #[test]
    fn plies_are_one_number_or_a_range() {
        assert_eq!(plies("4"), Ok(4..=4));
        assert_eq!(plies("2-6"), Ok(2..=6));
        for text in ["", "0", "6-2", "2-", "-2", "1-9", "2-6-8", "a-b"] {
            assert!(plies(text).is_err(), "{text}");
        }
    }

    #[test]
    fn numbers_have_bounds() {
        assert_eq!(depth("100"), Ok(100));
        for text in ["0", "101", "-1", "x", ""] {
            assert_eq!(depth(text), Err("expected a whole number from 1 to 100".to_owned()));
        }
        assert!(nodes("0").is_err() && threads("257").is_err());
    }
}
