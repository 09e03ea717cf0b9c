//! The threads of a search.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::alphabeta::score_without_moves;
use super::clock::Clock;
use super::endgames::Endgames;
use super::level::{self, Level};
use super::node::Node;
use super::worker::{Shared, Worker};
use super::{Budget, Info, Limits, Line, Observer, Report, Score, Signals, Silent, Table};
use crate::bases::{Bases, MOST_PIECES};
use crate::eval::{Evaluated, Weights};
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
    /// The weights of the evaluation.
    pub weights: Arc<Weights<R>>,
    /// The endgame bases to ask.
    pub bases: Option<Arc<Bases<R>>>,
    /// The most pieces of which they are asked.
    pub bases_pieces: u32,
    /// The level to play at; `None` holds nothing back.
    pub level: Option<Level>,
    /// What the choices of a level are drawn from: with another seed it may play another move.
    pub seed: u64,
}

impl<R: Evaluated> Task<R> {
    /// The position of a game, with its draw rules and repetitions; one line, one thread, the weights of the program, no
    /// bases, full strength.
    pub fn new(game: &Game<R>) -> Self {
        Self {
            position: *game.position(),
            counters: game.counters(),
            piece_count_rules: game.piece_count_rules(),
            earlier: game.repeatable_keys(),
            lines: 1,
            threads: 1,
            overhead: Duration::ZERO,
            weights: R::weights(),
            bases: None,
            bases_pieces: u32::from(MOST_PIECES),
            level: None,
            seed: 0,
        }
    }

    /// The position.
    pub(super) const fn position(&self) -> &Position<R> {
        &self.position
    }
}

/// Searches until a limit is met or the signals say stop. With one thread and without limits of time, the same
/// task and table give the same report, times excepted.
///
/// All threads search the same tree and help each other through the table (known as lazy SMP); the first one's
/// findings count.
///
/// A level holds for searches that play a move. One that is infinite or an analysis has its full strength.
pub fn search<R: Evaluated>(
    task: &Task<R>,
    limits: &Limits,
    table: &Table,
    signals: &Signals,
    observer: &mut dyn Observer,
) -> Report {
    if let Some(level) = task.level.filter(|_| !limits.infinite && !limits.analysis) {
        return level::play(task, level, limits, table, signals, observer);
    }
    table.new_search();
    let budget = if limits.infinite { Budget::Unlimited } else { limits.budget };
    let root = Node::root(task.position, task.counters, task.piece_count_rules);
    let (bases, wanted) = (task.bases.as_deref(), &limits.search_moves[..]);
    let endgames = Endgames::new(bases, task.bases_pieces, (&root, &task.earlier), wanted, task.lines);
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
            wait_for_stop(limits, signals);
            depth
        });
    }
    let lines = first.infos(task.lines.max(1), depth);
    let score = lines.first().map_or_else(|| score_without_moves::<R>(0), |info| info.score);
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
