//! The strength of a search: full, or that of a level for people.

use super::level::Level;
use super::task::Task;
use super::{Info, Limits, Observer, Report, Score, Signals, Table, pool};
use crate::eval::Evaluated;
use crate::position::{Key, Position};
use crate::random::Random;
use crate::rules::Objective;

/// The most moves that a level chooses from.
const CHOICE: usize = 6;

/// The size of the table of such a search, in MiB.
const OWN_TABLE: usize = 1;

/// Searches until a limit is met or the signals say stop. With one thread and without limits of time, the same
/// task and table give the same report, times excepted.
///
/// A level holds for searches that play a move. One that is infinite or an analysis has its full strength.
pub fn search<R: Evaluated>(
    task: &Task<R>,
    limits: &Limits,
    table: &Table,
    signals: &Signals,
    observer: &mut dyn Observer,
) -> Report {
    match task.level.filter(|_| !limits.infinite && !limits.analysis) {
        Some(level) => play(task, level, limits, table, signals, observer),
        None => pool::run(task, limits, table, signals, observer),
    }
}

/// Searches as a level does.
///
/// The table is its own: what a stronger search has found out, or an earlier one of a position that comes later, would
/// let it see further than it should.
fn play<R: Evaluated>(
    task: &Task<R>,
    level: Level,
    limits: &Limits,
    table: &Table,
    signals: &Signals,
    observer: &mut dyn Observer,
) -> Report {
    let own = Table::new(OWN_TABLE).ok();
    let Key(key) = task.position().key().with(task.seed);
    let mut random = Random::new(key);
    let mut sight = task.clone();
    sight.threads = 1;
    sight.lines = task.lines.max(CHOICE);
    sight.bases_pieces = task.bases_pieces.min(level.bases_pieces);
    let depth = level.draw_depth(&mut random);
    let limits = Limits { depth: Some(limits.depth.map_or(depth, |most| most.min(depth))), ..limits.clone() };
    let mut passed_on = Asked { observer, lines: task.lines.max(1) };
    let mut report = pool::run(&sight, &limits, own.as_ref().unwrap_or(table), signals, &mut passed_on);
    // Before an iteration was finished, there is nothing to choose by.
    if report.depth > 0 {
        let considered = report.lines.iter().take(CHOICE);
        let candidate = |info: &Info| (info.score, lead_after(task.position(), info));
        let candidates: Vec<(Score, i32)> = considered.map(candidate).collect();
        let chosen = level.choose(&candidates, &mut random);
        put_first(&mut report, chosen);
    }
    report.lines.truncate(task.lines.max(1));
    observer.done(&report);
    report
}

/// By how many pieces the side to move is ahead, in terms of the game's objective, when a line has been played.
fn lead_after<R: Evaluated>(root: &Position<R>, info: &Info) -> i32 {
    let end = info.line.moves().iter().fold(*root, |position, &mv| position.after(mv));
    let count = |color| end.pieces(color).count() as i32;
    let more = count(root.turn()) - count(!root.turn());
    match R::OBJECTIVE {
        Objective::TakeAll => more,
        Objective::LoseAll => -more,
    }
}

/// Makes a line the first one.
fn put_first(report: &mut Report, chosen: usize) {
    report.lines[..=chosen].rotate_right(1);
    for (rank, info) in (1..).zip(&mut report.lines) {
        info.rank = rank;
    }
    report.score = report.lines[0].score;
}

/// Passes on the lines that were asked for. The last word is not spoken yet when the search is over.
struct Asked<'a> {
    observer: &'a mut dyn Observer,
    lines: usize,
}

impl Observer for Asked<'_> {
    fn info(&mut self, info: &Info) {
        if info.rank as usize <= self.lines {
            self.observer.info(info);
        }
    }

    fn done(&mut self, _: &Report) {}
}
