//! How long a player may think.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A game clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// The moves of a session, after which the time is added again; `None` when it is for the whole game.
    pub moves: Option<u32>,
    /// The time at the start, and of each further session.
    pub time: Duration,
    /// What each move adds.
    pub increment: Duration,
}

/// What a time control looks like.
pub(super) const TIME_CONTROL_FORM: &str =
    "[moves/]time[+increment] in seconds or minutes:seconds, such as 10+0.1, 40/60 or 1:30+1";

/// The text is no time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is no time control: expected [moves/]time[+increment] in seconds or minutes:seconds, such as 10+0.1, 40/60 or 1:30+1"
)]
pub struct BadTimeControl(pub String);

impl FromStr for TimeControl {
    type Err = BadTimeControl;

    fn from_str(text: &str) -> Result<Self, BadTimeControl> {
        let read = || {
            let (moves, rest) = match text.split_once('/') {
                Some((moves, rest)) => (Some(moves.parse().ok().filter(|&moves| moves > 0)?), rest),
                None => (None, text),
            };
            let (time, increment) = match rest.split_once('+') {
                Some((time, increment)) => (read_time(time)?, read_time(increment)?),
                None => (read_time(rest)?, Duration::ZERO),
            };
            (!time.is_zero()).then_some(Self { moves, time, increment })
        };
        read().ok_or_else(|| BadTimeControl(text.to_owned()))
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.time.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

/// Seconds, or minutes and seconds with a colon between them; at most a week.
pub(super) fn read_time(text: &str) -> Option<Duration> {
    const WEEK: f64 = 7.0 * 24.0 * 3600.0;
    let number = |text: &str| {
        let plain = !text.is_empty() && text.bytes().all(|letter| letter.is_ascii_digit() || letter == b'.');
        text.parse::<f64>().ok().filter(|_| plain)
    };
    let seconds = match text.split_once(':') {
        Some((minutes, seconds)) => number(minutes)? * 60.0 + number(seconds)?,
        None => number(text)?,
    };
    (seconds <= WEEK).then(|| Duration::from_secs_f64(seconds))
}

/// What ends a player's thinking about a move. Several limits may be set; the first that is met counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pace {
    /// A game clock.
    pub clock: Option<TimeControl>,
    /// A time for each move.
    pub move_time: Option<Duration>,
    /// A depth.
    pub depth: Option<u32>,
    /// A number of nodes.
    pub nodes: Option<u64>,
}

impl Pace {
    /// Whether anything ends it.
    pub const fn is_limited(&self) -> bool {
        self.clock.is_some() || self.move_time.is_some() || self.depth.is_some() || self.nodes.is_some()
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.clock.map(|clock| clock.to_string()),
            self.move_time.map(|time| format!("{}/move", time.as_secs_f64())),
            self.depth.map(|depth| format!("depth {depth}")),
            self.nodes.map(|nodes| format!("{nodes} nodes")),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}

/// What a player's clock shows in the course of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    control: TimeControl,
    /// What is left; nothing when the flag has fallen.
    pub(super) left: Duration,
    moves_made: u32,
}

impl Clock {
    pub(super) const fn new(control: TimeControl) -> Self {
        Self { control, left: control.time, moves_made: 0 }
    }

    pub(super) const fn increment(&self) -> Duration {
        self.control.increment
    }

    /// The moves until the next session begins.
    pub(super) fn moves_to_go(&self) -> Option<u32> {
        self.control.moves.map(|moves| moves - self.moves_made % moves)
    }

    /// Takes the time of a move off; false when there was not so much, even with the margin.
    pub(super) fn press(&mut self, used: Duration, margin: Duration) -> bool {
        if used > self.left + margin {
            self.left = Duration::ZERO;
            return false;
        }
        self.left = self.left.saturating_sub(used) + self.control.increment;
        self.moves_made += 1;
        if self.control.moves.is_some_and(|moves| self.moves_made.is_multiple_of(moves)) {
            self.left += self.control.time;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn time_controls_are_read_and_written() {
        for (text, moves, time, increment) in [
            ("40/60+0.5", Some(40), 60_000, 500),
            ("10+0.1", None, 10_000, 100),
            ("60", None, 60_000, 0),
            ("0.5", None, 500, 0),
        ] {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(control, TimeControl { moves, time: MS(time), increment: MS(increment) });
            assert_eq!(control.to_string(), text);
        }
        assert_eq!("1:30+1".parse::<TimeControl>().unwrap().time, MS(90_000));
        for text in
            ["", "0", "x", "-5", "10+", "+1", "40/", "0/60", "1e9", "10+-1", "inf", "nan", "9999999", "1:2:3"]
        {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_clock_runs_adds_and_falls() {
        let mut clock = Clock::new("2/1+0.1".parse().unwrap());
        assert_eq!(clock.moves_to_go(), Some(2));
        assert!(clock.press(MS(600), MS(0)));
        assert_eq!((clock.left, clock.moves_to_go()), (MS(500), Some(1)));
        assert!(clock.press(MS(500), MS(0)));
        assert_eq!((clock.left, clock.moves_to_go()), (MS(1_100), Some(2)));
        assert!(clock.press(MS(1_105), MS(10)));
        assert_eq!(clock.left, MS(100));
        assert!(!clock.press(MS(111), MS(10)));
    }
}
