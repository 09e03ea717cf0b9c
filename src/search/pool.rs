//! The threads of a search.

use std::thread;

use super::clock::Clock;
use super::endgames::Endgames;
use super::task::Task;
use super::worker::{Shared, Worker};
use super::{Budget, Info, Limits, Line, Observer, Report, Score, Signals, Silent, Table};
use crate::eval::Evaluated;

/// Searches at full strength, whatever the task's level. All threads search the same tree and help each other through
/// the table (known as lazy SMP); the first one's findings count.
pub(super) fn run<R: Evaluated>(
    task: &Task<R>,
    limits: &Limits,
    table: &Table,
    signals: &Signals,
    observer: &mut dyn Observer,
) -> Report {
    table.new_search();
    let budget = if limits.infinite { Budget::Unlimited } else { limits.budget };
    let (root, earlier) = (task.root(), task.earlier());
    let (bases, wanted) = (task.bases.as_deref(), &limits.search_moves[..]);
    let endgames = Endgames::new(bases, task.bases_pieces, (&root, earlier), wanted, task.lines);
    let shared = Shared {
        table,
        signals,
        limits,
        clock: Clock::new(budget, task.overhead),
        weights: &task.weights,
        endgames,
    };
    if let Some(solution) = &shared.endgames.solution {
        return known(solution, task.lines, limits, signals, observer);
    }
    let mut first = Worker::new(&shared, root, earlier.to_vec(), true);
    let mut depth = 0;
    if !first.root_moves.is_empty() {
        depth = thread::scope(|scope| {
            for helper in 1..task.threads.max(1) {
                let mut worker = Worker::new(&shared, root, earlier.to_vec(), false);
                // Every other thread is one iteration ahead, so that they do not all do the same.
                scope.spawn(move || worker.deepen(1, 1 + (helper % 2) as i32, &mut Silent));
            }
            let depth = first.deepen(task.lines, 1, observer);
            wait_for_stop(limits, signals);
            depth
        });
    }
    let lines = first.infos(task.lines.max(1), depth);
    let score = lines.first().map_or_else(|| Score::without_moves::<R>(0), |info| info.score);
    finish(lines, score, depth, signals, observer)
}

/// Waits until the search may end, if it must not end by itself, and ends it.
fn wait_for_stop(limits: &Limits, signals: &Signals) {
    signals.wait_while(|| !signals.is_stopped() && (limits.infinite || signals.is_pondering()));
    signals.stop();
}

/// The report of a position of which the bases know all: there is nothing to search.
fn known(
    solution: &[(Score, Line)],
    lines: usize,
    limits: &Limits,
    signals: &Signals,
    observer: &mut dyn Observer,
) -> Report {
    let nodes = signals.add_nodes(solution.len() as u64);
    let base_hits = signals.add_base_hits(solution.len() as u64);
    let info = |(index, (score, line)): (usize, &(Score, Line))| Info {
        depth: 1,
        selective_depth: line.moves().len() as u32,
        mean_depth: 1.0,
        rank: index as u32 + 1,
        score: *score,
        nodes,
        base_hits,
        table_permille: 0,
        time: signals.elapsed(),
        line: line.clone(),
    };
    let infos: Vec<Info> = solution.iter().take(lines.max(1)).enumerate().map(info).collect();
    for info in &infos {
        observer.info(info);
    }
    wait_for_stop(limits, signals);
    let score = infos.first().map_or(Score::DRAW, |info| info.score);
    finish(infos, score, 1, signals, observer)
}

fn finish(
    lines: Vec<Info>,
    score: Score,
    depth: u32,
    signals: &Signals,
    observer: &mut dyn Observer,
) -> Report {
    let report = Report {
        score,
        lines,
        depth,
        nodes: signals.nodes(),
        time: signals.elapsed(),
        clock_time: signals.clock_time(),
    };
    observer.done(&report);
    report
}
