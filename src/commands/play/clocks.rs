//! Two clocks, of which the one of the side to move runs.

use std::fmt;
use std::time::{Duration, Instant};

use super::super::parsers::ClockSetting;
use crate::board::{ByColor, Color};
use crate::search::Budget;

/// The clocks of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clocks {
    left: ByColor<Duration>,
    increment: Duration,
    /// When the side to move began to think.
    turned: Instant,
}

impl Clocks {
    /// The clocks before the game, the first running from now on.
    pub(super) fn new(setting: ClockSetting) -> Self {
        Self { left: ByColor([setting.time; 2]), increment: setting.increment, turned: Instant::now() }
    }

    /// Whether the time is for the whole game and nothing is added.
    pub(super) fn is_sudden_death(&self) -> bool {
        self.increment.is_zero()
    }

    /// The time that the side to move has left now.
    pub(super) fn remaining(&self, turn: Color) -> Duration {
        self.left[turn].saturating_sub(self.turned.elapsed())
    }

    /// The side to move has moved: stops its clock and starts the other. False when its time was over.
    pub(super) fn press(&mut self, turn: Color) -> bool {
        let remaining = self.remaining(turn);
        self.turned = Instant::now();
        if remaining.is_zero() {
            self.left[turn] = Duration::ZERO;
            return false;
        }
        self.left[turn] = remaining + self.increment;
        true
    }

    /// The time that a search for the side to move may take.
    pub(super) fn budget(&self, turn: Color) -> Budget {
        Budget::Clock { left: self.remaining(turn), increment: self.increment, moves_to_go: None }
    }
}

impl fmt::Display for Clocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white, black] = self.left.0.map(minutes);
        write!(f, "White {white}, Black {black}")
    }
}

/// `4:05`, and tenths of a second when it gets tight.
fn minutes(time: Duration) -> String {
    if time < Duration::from_secs(20) {
        // Rounded down: a clock never shows more than there is.
        return format!("0:{:02}.{}", time.as_secs(), time.subsec_millis() / 100);
    }
    format!("{}:{:02}", time.as_secs() / 60, time.as_secs() % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_read_as_on_a_clock() {
        assert_eq!(minutes(Duration::from_secs(305)), "5:05");
        assert_eq!(minutes(Duration::from_millis(9_990)), "0:09.9");
    }

    #[test]
    fn a_move_in_time_adds_the_increment_and_a_late_one_loses() {
        let setting = ClockSetting { time: Duration::from_mins(1), increment: Duration::from_secs(2) };
        let mut clocks = Clocks::new(setting);
        assert!(clocks.press(Color::White));
        assert!(clocks.left[Color::White] > Duration::from_mins(1));
        assert!(!clocks.is_sudden_death());
        let mut late = Clocks::new(ClockSetting { time: Duration::ZERO, increment: Duration::from_secs(2) });
        assert!(!late.press(Color::White) && late.is_sudden_death() == setting.increment.is_zero());
    }
}
