//! The threads of a search.

use std::thread;
use std::time::Duration;

use super::alphabeta::score_without_moves;
use super::clock::Clock;
use super::node::Node;
use super::worker::{Shared, Worker};
use super::{Budget, Limits, Observer, Report, Signals, Silent, Table};
use crate::eval::Evaluated;
use crate::game::Game;
use crate::position::{Key, Position};
use crate::rules::DrawCounters;

/// What to search, and with what.
#[derive(Clone, Debug)]
pub struct Task<R: Evaluated> {
    position: Position<R>,
    counters: DrawCounters,
    piece_count_rules: bool,
    earlier: Vec<Key>,
    /// The number of best lines wanted.
    pub lines: usize,
    /// The number of threads.
    pub threads: usize,
    /// The time lost on the way of each move.
    pub overhead: Duration,
}

impl<R: Evaluated> Task<R> {
    /// The position of a game, with its draw rules and repetitions; one line, one thread.
    pub fn new(game: &Game<R>) -> Self {
        Self {
            position: *game.position(),
            counters: game.counters(),
            piece_count_rules: game.piece_count_rules(),
            earlier: game.repeatable_keys(),
            lines: 1,
            threads: 1,
            overhead: Duration::ZERO,
        }
    }
}

/// Searches until a limit is met or the signals say stop. With one thread and without limits of time, the same
/// task and table give the same report, times excepted.
///
/// All threads search the same tree and help each other through the table (known as lazy SMP); the first one's
/// findings count.
pub fn search<R: Evaluated>(
    task: &Task<R>,
    limits: &Limits,
    table: &Table,
    signals: &Signals,
    observer: &mut dyn Observer,
) -> Report {
    table.new_search();
    let budget = if limits.infinite { Budget::Unlimited } else { limits.budget };
    let shared = Shared { table, signals, limits, clock: Clock::new(budget, task.overhead) };
    let root = Node::root(task.position, task.counters, task.piece_count_rules);
    let mut first = Worker::new(&shared, root, task.earlier.clone(), true);
    let mut depth = 0;
    if !first.root_moves.is_empty() {
        depth = thread::scope(|scope| {
            for helper in 1..task.threads.max(1) {
                let mut worker = Worker::new(&shared, root, task.earlier.clone(), false);
                // Every other thread is one iteration ahead, so that they do not all do the same.
                scope.spawn(move || worker.deepen(1, 1 + (helper % 2) as i32, &mut Silent));
            }
            let depth = first.deepen(task.lines, 1, observer);
            signals.wait_while(|| !signals.is_stopped() && (limits.infinite || signals.is_pondering()));
            signals.stop();
            depth
        });
    }
    let lines = first.infos(task.lines.max(1), depth);
    let report = Report {
        score: lines.first().map_or_else(|| score_without_moves::<R>(0), |info| info.score),
        lines,
        depth,
        nodes: signals.nodes(),
        time: signals.elapsed(),
        clock_time: signals.clock_time(),
    };
    observer.done(&report);
    report
}
