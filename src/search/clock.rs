//! How a time budget is spent.

use std::time::Duration;

use super::limits::Budget;

/// The time for one move: when to begin no further iteration, and when to break one off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clock {
    /// After this, in a quiet search, no further iteration begins.
    pub(super) soft: Duration,
    /// After this the search is broken off.
    pub(super) hard: Duration,
}

/// The moves that a game is expected to last still, when the clock is for the rest of it.
const EXPECTED_MOVES: u32 = 24;
/// The hard limit in terms of the soft one.
const HARD_OVER_SOFT: u32 = 4;
/// Of all the time left, the part that one move may take at the most, in hundredths.
const MOST_OF_TIME_LEFT: u32 = 60;
/// The least time that a move is given, even when the clock has run out.
const LEAST: Duration = Duration::from_millis(1);

impl Clock {
    /// Divides a budget; `overhead` is lost on the way of each move between the programs. `None` is no limit.
    pub(super) fn new(budget: Budget, overhead: Duration) -> Option<Self> {
        match budget {
            Budget::Unlimited => None,
            Budget::Fixed(time) => {
                // A short time is not to be eaten up by the overhead.
                let time = time.saturating_sub(overhead.min(time / 4)).max(LEAST);
                Some(Self { soft: time, hard: time })
            }
            Budget::Clock { left, increment, moves_to_go } => {
                let moves = moves_to_go.unwrap_or(EXPECTED_MOVES).clamp(1, EXPECTED_MOVES);
                let usable = left.saturating_sub(overhead);
                // With one move to go the whole time is there to be used, but for what the clock may lose.
                let most = if moves == 1 { usable * 9 / 10 } else { usable * MOST_OF_TIME_LEFT / 100 };
                // The increment comes after the move: only what remains of the time left can be spent on it.
                let per_move = left / moves + increment * 3 / 4;
                let soft = per_move.saturating_sub(overhead).min(most).max(LEAST);
                Some(Self { soft, hard: (soft * HARD_OVER_SOFT).min(most).max(LEAST) })
            }
        }
    }

    /// Whether another iteration is worth beginning. `unrest` is about 1 and grows when the best move changes.
    pub(super) fn allows_another_iteration(&self, used: Duration, unrest: f64) -> bool {
        if self.soft == self.hard {
            return used < self.hard;
        }
        // A new iteration takes more time than all before it: begun late, it would only be broken off.
        used.as_secs_f64() < self.soft.as_secs_f64() * 0.6 * unrest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn no_clock_setting_allows_more_than_is_left() {
        for left in [0, 1, 5, 10, 50, 1_000, 60_000] {
            for increment in [0, 1, 100, 10_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let budget = Budget::Clock { left: MS(left), increment: MS(increment), moves_to_go };
                    let clock = Clock::new(budget, MS(5)).unwrap();
                    assert!(clock.soft <= clock.hard);
                    assert!(clock.hard <= MS(left).max(LEAST), "{budget:?} {clock:?}");
                }
            }
        }
    }

    #[test]
    fn a_game_of_many_moves_never_runs_out() {
        let mut left = MS(1_000);
        for _ in 0..500 {
            let budget = Budget::Clock { left, increment: Duration::ZERO, moves_to_go: None };
            let used = Clock::new(budget, Duration::ZERO).unwrap().hard;
            assert!(used <= left || used == LEAST);
            left = left.saturating_sub(used).max(MS(2));
        }
    }

    #[test]
    fn a_fixed_time_is_used_but_for_the_overhead() {
        let clock = Clock::new(Budget::Fixed(MS(100)), MS(10)).unwrap();
        assert_eq!(clock.hard, MS(90));
        assert_eq!(Clock::new(Budget::Fixed(MS(10)), MS(10)).unwrap().hard, Duration::from_micros(7_500));
        assert_eq!(Clock::new(Budget::Unlimited, MS(10)), None);
    }
}
