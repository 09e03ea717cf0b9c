//! What the clock loses between the programs.
//!
//! A client counts more than the search: its own work and the way of the lines there and back are on the clock, too.
//! How much that is shows when two searches follow each other in a game: what the first has left, with the increment,
//! is more than what the second finds.

use std::time::Duration;

use crate::position::{Move, Position};
use crate::rules::Rules;
use crate::search::Budget;

/// A search under a clock that has begun.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn<R: Rules> {
    position: Position<R>,
    left: Duration,
    increment: Duration,
}

/// What the next search should find if nothing is lost.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Expectation<R: Rules> {
    /// The position after the answer.
    position: Position<R>,
    left: Duration,
}

impl<R: Rules> Expectation<R> {
    /// Whether the position comes after one reply.
    fn precedes(&self, position: &Position<R>) -> bool {
        self.position.legal_moves().into_iter().any(|mv| self.position.after(mv) == *position)
    }
}

/// The lag of one engine's client, from what is told of each search. It does not read any clock.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LagMeter<R: Rules> {
    /// The mean of the recent lags in seconds. Below zero when a client rounds its times: such errors are to cancel
    /// each other out.
    mean: f64,
    expected: Option<Expectation<R>>,
}

/// The weight of a new lag in the mean. What a single stall adds to the overheads of the moves after it is in all just
/// what it took; a maximum would make many moves hasty.
const WEIGHT: f64 = 0.25;
/// Larger differences, in seconds, are no lag: the clock was set to another time.
const MOST: f64 = 1.0;

impl<R: Rules> LagMeter<R> {
    /// Nothing is known yet.
    pub(super) const fn new() -> Self {
        Self { mean: 0.0, expected: None }
    }

    /// What the clock loses at a move, by the recent ones.
    pub(super) fn lag(&self) -> Duration {
        Duration::from_secs_f64(self.mean.max(0.0))
    }

    /// A search begins; `None` when nothing can be learnt from how it ends. A ponder search is not different: what is
    /// on the clock when it begins will be there at the ponder hit.
    pub(super) fn begin(&mut self, position: &Position<R>, budget: Budget) -> Option<Turn<R>> {
        let Budget::Clock { left, increment, moves_to_go } = budget else { return None };
        // Taken, so that the same two clocks are not compared again when the opponent plays another move than the
        // one pondered on.
        if let Some(expected) = self.expected.take().filter(|expected| expected.precedes(position)) {
            self.learn(expected.left, left);
        }
        let will_be_set_anew = moves_to_go.is_some_and(|moves| moves <= 1);
        (!will_be_set_anew).then_some(Turn { position: *position, left, increment })
    }

    /// A search has ended; `used` is the time that it took of its own clock.
    pub(super) fn end(&mut self, turn: Turn<R>, answer: Move, used: Duration) {
        let left = turn.left.saturating_add(turn.increment).saturating_sub(used);
        self.expected = Some(Expectation { position: turn.position.after(answer), left });
    }

    fn learn(&mut self, expected: Duration, found: Duration) {
        let lost = expected.as_secs_f64() - found.as_secs_f64();
        if lost.abs() <= MOST {
            self.mean += (lost - self.mean) * WEIGHT;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Russian;

    const MS: fn(u64) -> Duration = Duration::from_millis;
    const INCREMENT: u64 = 10;

    fn clock(left: u64) -> Budget {
        Budget::Clock { left: MS(left), increment: MS(INCREMENT), moves_to_go: None }
    }

    /// A game in which both sides play the first legal move.
    struct Play {
        meter: LagMeter<Russian>,
        position: Position<Russian>,
    }

    impl Play {
        fn new() -> Self {
            Self { meter: LagMeter::new(), position: Position::start() }
        }

        fn first_move(&self) -> Move {
            self.position.legal_moves()[0]
        }

        fn reply(&mut self) {
            self.position = self.position.after(self.first_move());
        }

        /// A move that finds so much on the clock and takes so much of it, and the reply.
        fn turn(&mut self, budget: Budget, used: u64) {
            let answer = self.first_move();
            if let Some(turn) = self.meter.begin(&self.position, budget) {
                self.meter.end(turn, answer, MS(used));
            }
            self.position = self.position.after(answer);
            self.reply();
        }

        fn lag(&self) -> f64 {
            self.meter.lag().as_secs_f64() * 1e3
        }
    }

    #[test]
    fn what_is_lost_at_each_move_is_found_out() {
        let mut play = Play::new();
        let mut left = 1_000;
        for number in 0..12 {
            play.turn(clock(left), 20);
            left = left + INCREMENT - 20 - 14;
            assert!(play.lag() <= 14.0);
            assert_eq!(play.lag() > 0.0, number > 0);
        }
        assert!(play.lag() > 13.0, "{}", play.lag());
    }

    #[test]
    fn a_stall_is_paid_back_and_forgotten() {
        let mut play = Play::new();
        play.turn(clock(5_000), 0);
        play.turn(clock(5_000 + INCREMENT - 80), 0);
        let mut left = 5_000 + INCREMENT - 80;
        let mut paid_back = play.lag();
        for _ in 0..12 {
            left += INCREMENT;
            play.turn(clock(left), 0);
            paid_back += play.lag();
        }
        assert!((70.0..=80.5).contains(&paid_back), "{paid_back}");
        assert!(play.lag() < 2.0);
    }

    #[test]
    fn rounded_times_are_no_lag() {
        let mut play = Play::new();
        let mut left = 60_000;
        // The client tells whole seconds; nothing is lost.
        for _ in 0..12 {
            play.turn(clock(left / 1_000 * 1_000), 700);
            left = left + INCREMENT - 700;
        }
        assert!(play.lag() < 150.0, "{}", play.lag());
    }

    #[test]
    fn a_clock_that_was_set_is_no_lag() {
        for (before, after) in [(60_000, 3_000), (3_000, 60_000), (5_000, 0), (u64::MAX, 0)] {
            let mut play = Play::new();
            play.turn(clock(before), 20);
            play.turn(clock(after), 20);
            assert!(play.lag() < 1e-9, "{before} {after} {}", play.lag());
        }
        // The last move of a control: how much will be added is not known.
        let mut play = Play::new();
        let last = Budget::Clock { left: MS(1_000), increment: Duration::ZERO, moves_to_go: Some(1) };
        play.turn(last, 20);
        play.turn(clock(500), 20);
        assert!(play.lag() < 1e-9);
    }

    #[test]
    fn only_the_next_turn_of_the_same_game_counts() {
        let mut play = Play::new();
        play.turn(clock(1_000), 20);
        // Two moves later.
        play.reply();
        play.reply();
        play.turn(clock(900), 20);
        assert!(play.lag() < 1e-9);
        // The same position once more, as after a move that was taken back.
        let position = play.position;
        play.turn(clock(800), 20);
        play.position = position;
        let known = play.lag();
        play.turn(clock(700), 20);
        assert!((play.lag() - known).abs() < 1e-9);
    }

    #[test]
    fn searches_without_a_clock_change_nothing() {
        let mut play = Play::new();
        play.turn(clock(1_000), 20);
        for budget in [Budget::Unlimited, Budget::Fixed(MS(100))] {
            assert!(play.meter.begin(&play.position, budget).is_none());
        }
        play.turn(clock(1_000 + INCREMENT - 20 - 40), 20);
        assert!((play.lag() - 40.0 * WEIGHT).abs() < 1e-6, "{}", play.lag());
    }

    #[test]
    fn a_lag_counts_once_when_the_opponent_does_not_play_the_move_pondered_on() {
        let mut play = Play::new();
        let answer = play.first_move();
        let turn = play.meter.begin(&play.position, clock(1_000)).unwrap();
        play.meter.end(turn, answer, MS(20));
        let after = play.position.after(answer);
        let replies = after.legal_moves();
        let left = 1_000 + INCREMENT - 20 - 40;
        let pondered = after.after(replies[0]);
        let turn = play.meter.begin(&pondered, clock(left)).unwrap();
        let learnt = play.lag();
        assert!(learnt > 0.0);
        // It is stopped before its clock has run.
        play.meter.end(turn, pondered.legal_moves()[0], Duration::ZERO);
        play.meter.begin(&after.after(replies[1]), clock(left));
        assert!((play.lag() - learnt).abs() < 1e-9);
    }
}
