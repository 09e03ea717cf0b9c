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
/// Of the increment, the part that is spent at once, in hundredths.
const INCREMENT_SHARE: u32 = 75;
/// The hard limit in terms of the soft one.
const HARD_OVER_SOFT: u32 = 4;
/// Kept on the clock and never planned with: a busy machine or a slow client can take some tens of milliseconds at
/// any move, several times in a row.
const RESERVE: Duration = Duration::from_millis(450);
/// The moves for which the reserve also holds what each loses beyond its increment, should the game last longer than
/// expected: then not even moves made at once would keep the clock from running out.
const RESERVED_MOVES: u32 = 100;
/// The reserve is no more than this part of the time left, in hundredths.
const RESERVE_SHARE: u32 = 75;
/// The time that is divided over the moves, which is never more than all that is left, in terms of that beyond the
/// reserve, in hundredths. It may be more than a hundred: most moves take much less than their share.
const PLANNED_OF_USABLE: u32 = 150;
/// Of the time beyond the reserve, the part that one move may take at the most, in hundredths.
const MOST_OF_USABLE: u32 = 60;
/// The same for the last move before the clock is set anew, after which nothing of it would be left.
const MOST_OF_USABLE_IN_LAST_MOVE: u32 = 90;
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
                let usable = left.saturating_sub(reserve(left, increment, moves_to_go, overhead));
                // The increment comes after the move: what a move takes must be there before.
                let share = if moves == 1 { MOST_OF_USABLE_IN_LAST_MOVE } else { MOST_OF_USABLE };
                let most = percent(usable.saturating_sub(overhead), share);
                // With much time left the reserve is no matter; the nearer it comes, the less is planned with.
                let planned = left.min(percent(usable, PLANNED_OF_USABLE));
                let per_move = (planned / moves).saturating_add(percent(increment, INCREMENT_SHARE));
                let soft = per_move.saturating_sub(overhead).min(most).max(LEAST);
                Some(Self { soft, hard: soft.saturating_mul(HARD_OVER_SOFT).min(most).max(LEAST) })
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

/// What is to stay on the clock, come what may.
fn reserve(left: Duration, increment: Duration, moves_to_go: Option<u32>, overhead: Duration) -> Duration {
    let moves = moves_to_go.map_or(RESERVED_MOVES, |moves| moves.min(RESERVED_MOVES));
    let lost_per_move = overhead.saturating_add(LEAST).saturating_sub(increment);
    let wanted = lost_per_move.saturating_mul(moves).saturating_add(RESERVE);
    wanted.min(percent(left, RESERVE_SHARE))
}

fn percent(time: Duration, share: u32) -> Duration {
    // Dividing first, since a client may send any number.
    (time / 100).saturating_mul(share)
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

    /// A game of which the moves take what is planned for them, now and then more, and at each the clock loses
    /// something besides.
    struct Simulation {
        left: u64,
        increment: u64,
        overhead: u64,
        /// What the clock loses at a move, by its number.
        lost: fn(u64) -> u64,
    }

    impl Simulation {
        /// Milliseconds on the clock after each of so many moves, before the increment; below zero is a loss.
        fn play(&self, moves: u64) -> Vec<f64> {
            let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
            let mut left = self.left as f64;
            let mut after = Vec::new();
            for number in 1..=moves {
                let budget = Budget::Clock {
                    left: Duration::from_secs_f64(left.max(0.0) / 1e3),
                    increment: MS(self.increment),
                    moves_to_go: None,
                };
                let clock = Clock::new(budget, MS(self.overhead)).unwrap();
                let used = match number % 10 {
                    0 => clock.hard,
                    3 | 7 => (clock.soft * 2).min(clock.hard),
                    _ => clock.soft,
                };
                left -= milliseconds(used) + (self.lost)(number) as f64;
                after.push(left);
                left += self.increment as f64;
            }
            after
        }

        fn lowest(&self, moves: u64) -> f64 {
            self.play(moves).into_iter().fold(f64::INFINITY, f64::min)
        }
    }

    #[test]
    fn a_short_clock_outlasts_lags_and_stalls() {
        // On the average the clock loses less than it gains, but some stalls come in a row.
        let lost = |number| if number % 40 < 2 { 80 } else { 3 };
        let game = Simulation { left: 1_000, increment: 10, overhead: 8, lost };
        assert!(game.lowest(400) > 50.0, "{:?}", game.play(400));
        // It loses more than it gains: there are only so many moves in it.
        let lost = |number| if number % 30 == 5 { 60 } else { 12 };
        let game = Simulation { left: 1_000, increment: 10, overhead: 14, lost };
        assert!(game.lowest(120) > 0.0, "{:?}", game.play(120));
        let game = Simulation { left: 1_000, increment: 10, overhead: 30, lost: |_| 30 };
        assert!(game.lowest(40) > 0.0, "{:?}", game.play(40));
    }

    #[test]
    fn a_clock_that_has_almost_run_out_is_still_enough() {
        for left in [15, 50, 200] {
            let game = Simulation { left, increment: 10, overhead: 5, lost: |_| 3 };
            assert!(game.lowest(400) > 0.0, "{:?}", game.play(400));
            assert!(game.play(400)[399] > 50.0, "{:?}", game.play(400));
        }
    }

    #[test]
    fn without_an_increment_the_moves_become_ever_shorter() {
        let game = Simulation { left: 60_000, increment: 0, overhead: 0, lost: |_| 0 };
        let after = game.play(200);
        assert!(after[40] < 15_000.0 && after[199] > 0.0, "{after:?}");
    }

    #[test]
    fn little_time_is_not_spent_on_one_move() {
        for left in [20, 50, 100, 200, 300] {
            for increment in [0, 10, 1_000] {
                let budget = Budget::Clock { left: MS(left), increment: MS(increment), moves_to_go: None };
                let clock = Clock::new(budget, MS(5)).unwrap();
                assert!(clock.hard <= (MS(left) / 6).max(LEAST), "{left} {increment} {clock:?}");
            }
        }
    }

    #[test]
    fn a_second_is_for_the_most_part_used() {
        let game = Simulation { left: 1_000, increment: 10, overhead: 5, lost: |_| 3 };
        assert!(game.play(40)[39] < 450.0, "{:?}", game.play(40));
    }

    #[test]
    fn long_games_hardly_notice_the_reserve() {
        for (left, increment) in [(10_000, 100), (60_000, 0), (180_000, 2_000)] {
            let budget = Budget::Clock { left: MS(left), increment: MS(increment), moves_to_go: None };
            let share = left as f64 / 24.0 + increment as f64 * 0.75;
            let soft = Clock::new(budget, Duration::ZERO).unwrap().soft.as_secs_f64() * 1e3;
            assert!(soft <= share && soft > share * 0.97, "{soft} of {share}");
        }
    }

    #[test]
    fn no_number_is_too_large() {
        let budget = Budget::Clock { left: Duration::MAX, increment: Duration::MAX, moves_to_go: None };
        assert!(Clock::new(budget, MS(5)).is_some());
    }

    #[test]
    fn a_fixed_time_is_used_but_for_the_overhead() {
        let clock = Clock::new(Budget::Fixed(MS(100)), MS(10)).unwrap();
        assert_eq!(clock.hard, MS(90));
        assert_eq!(Clock::new(Budget::Fixed(MS(10)), MS(10)).unwrap().hard, Duration::from_micros(7_500));
        assert_eq!(Clock::new(Budget::Unlimited, MS(10)), None);
    }
}
