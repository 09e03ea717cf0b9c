//! Retrograde analysis: the values of all positions of a balance, from those of the balances into which captures and
//! crownings lead.
//!
//! All positions are looked at once, to value those that have a capture and to count the moves of the others. From
//! then on values spread backward, ply by ply: before a lost position stands a won one; a position is lost when the
//! last of its moves is known to lead to a won one. What is never reached is drawn.

mod table;
mod unmoves;

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU16, Ordering};

use rayon::prelude::*;

use self::table::Table;
use super::balance::Balance;
use super::value::{Outcome, Value};
use crate::position::Position;
use crate::rules::{MAIN_ROAD_PLIES, Objective, Rules};

/// What is counted up to, and what is known of the positions beyond.
pub(super) trait Goal<R: Rules>: Sync {
    /// The value of a position that a capture or crowning has led to, for its side to move.
    fn after_conversion(&self, position: &Position<R>) -> Value;
    /// The most plies worth counting.
    fn most_plies(&self) -> u16;
    /// Whether positions in which the lone king holds the main road have a value for each ply that it has done so.
    fn counts_road(&self) -> bool;

    /// The value of a position with a capture on, by its moves.
    fn by_captures(&self, position: &Position<R>) -> Value {
        let moves = position.legal_moves();
        let values = moves.iter().map(|&mv| self.after_conversion(&position.after(mv)).before_move());
        values.reduce(Value::better).unwrap_or_default()
    }
}

/// The states of a position in which the lone king holds the main road: the plies that it has done so. In the last one
/// the game is drawn, unless it is over.
pub(super) const ROAD_STATES: u64 = MAIN_ROAD_PLIES as u64 + 1;

/// The solving was told to stop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Interrupted;

/// Solves a balance and its flipped one. The values are those of the positions by number, of each its states.
///
/// # Errors
/// When told to stop.
pub(super) fn solve<R: Rules, G: Goal<R>>(
    balance: Balance,
    goal: &G,
    stop: &AtomicBool,
) -> Result<Vec<Vec<u16>>, Interrupted> {
    let states = if goal.counts_road() { ROAD_STATES } else { 1 };
    let tables = balance.with_flipped().into_iter().map(|balance| Table::new(balance, states)).collect();
    let solver = Solver { tables, goal, highest: AtomicU16::new(0), stop };
    solver.run()?;
    Ok(solver.tables.into_iter().map(Table::into_values).collect())
}

struct Solver<'a, R: Rules, G> {
    /// The balance and, if it is another, the flipped one.
    tables: Vec<Table<R>>,
    goal: &'a G,
    /// The greatest number of plies that any value has so far.
    highest: AtomicU16,
    stop: &'a AtomicBool,
}

impl<R: Rules, G: Goal<R>> Solver<'_, R, G> {
    fn run(&self) -> Result<(), Interrupted> {
        for table in &self.tables {
            self.in_chunks(table, |chunk| self.begin(table, chunk))?;
        }
        let mut plies = 0;
        while plies <= self.highest.load(Ordering::Relaxed) && plies < self.goal.most_plies() {
            for (place, table) in self.tables.iter().enumerate() {
                let other = &self.tables[self.tables.len() - 1 - place];
                self.in_chunks(table, |chunk| self.spread(table, other, chunk, plies))?;
            }
            plies += 1;
        }
        Ok(())
    }

    fn note(&self, plies: u16) {
        // Read first: nearly always it is no news, and writing would take the line from the other threads.
        if plies > self.highest.load(Ordering::Relaxed) {
            self.highest.fetch_max(plies, Ordering::Relaxed);
        }
    }

    /// Runs over the positions of a table on all threads.
    fn in_chunks(&self, table: &Table<R>, work: impl Fn(u64) + Sync) -> Result<(), Interrupted> {
        (0..table.chunks()).into_par_iter().try_for_each(|chunk| {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Interrupted);
            }
            work(chunk);
            Ok(())
        })
    }

    /// Values positions that have a capture or no move, and counts the moves of others.
    fn begin(&self, table: &Table<R>, chunk: u64) {
        for number in table.numbers(chunk) {
            let position = table.index.position(number);
            let start = self.start_of(&position);
            for state in 0..table.states {
                let start = if exists(&position, state) { start } else { Start::settled(Value::DRAW) };
                table.set(number * table.states + state, start.value, start.open);
                self.note(start.value.plies());
            }
        }
    }

    fn start_of(&self, position: &Position<R>) -> Start {
        if position.has_capture() {
            return Start::settled(self.goal.by_captures(position));
        }
        let count = position.count_moves();
        if count == 0 {
            return Start::settled(without_moves::<R>());
        }
        let crowned = self.crownings(position);
        let within = count as u8 - crowned.count;
        match crowned.best.map(Value::outcome) {
            Some(_) if within == 0 => Start::settled(crowned.best.unwrap_or_default()),
            // What cannot be lost has one move more than can ever turn out to lose.
            Some(Outcome::Draw | Outcome::Win(_)) => {
                Start { value: crowned.best.unwrap_or_default(), open: within + 1 }
            }
            Some(Outcome::Loss(_)) | None => Start { value: Value::DRAW, open: within },
        }
    }

    /// The crownings of a position without captures.
    fn crownings(&self, position: &Position<R>) -> Crownings {
        let mut crowned = Crownings { count: 0, best: None };
        let turn = position.turn();
        let about_to = turn.forward().into_iter().any(|direction| {
            Position::<R>::step(position.men(turn), direction).meets(R::TABLES.crowning[turn as usize])
        });
        if about_to {
            for mv in position.legal_moves().into_iter().filter(|mv| mv.promotes) {
                let value = self.goal.after_conversion(&position.after(mv)).before_move();
                crowned.count += 1;
                crowned.best = Some(crowned.best.map_or(value, |best| best.better(value)));
            }
        }
        crowned
    }

    /// Tells the positions before those valued with so many plies.
    fn spread(&self, table: &Table<R>, other: &Table<R>, chunk: u64, plies: u16) {
        let mut learners: Vec<u64> = Vec::new();
        table.with_plies(chunk, plies, |entry, value| {
            let (number, state) = (entry / table.states, entry % table.states);
            let position = table.index.position(number);
            let next = value.before_move();
            // All are read before any is written: so the memory is waited for once, and not for each of them.
            learners.clear();
            unmoves::each(&position, |before| {
                let entries = self.entries_before(other, before, &position, state);
                learners.extend(entries.filter(|&entry| other.may_learn(entry, next)));
            });
            for &entry in &learners {
                self.learn(other, entry, next);
            }
        });
    }

    /// The entries of a position from which a move leads to `after` in this state.
    #[inline]
    fn entries_before(
        &self,
        table: &Table<R>,
        before: &Position<R>,
        after: &Position<R>,
        state: u64,
    ) -> Range<u64> {
        let first = table.index.rank(before) * table.states;
        if !self.goal.counts_road() {
            return first..first + 1;
        }
        let held = |position: &Position<R>| position.material().is_held_main_road();
        match (held(before), held(after)) {
            (true, true) if state > 0 => first + state - 1..first + state,
            (true, false) => first..first + ROAD_STATES,
            (false, true) if state > 0 => first..first,
            (true, true) => first..first,
            (false, _) => first..first + 1,
        }
    }

    /// A move of a position that may learn it is known to lead to this value.
    fn learn(&self, table: &Table<R>, entry: u64, next: Value) {
        if next.is_win() {
            table.win(entry, next);
            self.note(next.plies());
        } else if table.close_one(entry) {
            let crowned = self.crownings(&table.index.position(entry / table.states)).best;
            let loss = crowned.map_or(next, |crowned| crowned.better(next));
            table.lose(entry, loss);
            self.note(loss.plies());
        }
    }
}

/// Whether a position can have this state: no more plies on the road than lead to a draw, unless the game is over.
fn exists<R: Rules>(position: &Position<R>, state: u64) -> bool {
    let held = || position.material().is_held_main_road();
    state == 0 || (held() && (state + 1 < ROAD_STATES || !position.has_legal_move()))
}

/// What is known of a position at the start.
#[derive(Clone, Copy)]
struct Start {
    value: Value,
    /// The moves that are not known to lose, or that the value will not change.
    open: u8,
}

impl Start {
    const fn settled(value: Value) -> Self {
        Self { value, open: table::SETTLED }
    }
}

struct Crownings {
    count: u8,
    best: Option<Value>,
}

/// The value of a position whose side to move has no move.
pub(super) const fn without_moves<R: Rules>() -> Value {
    match R::OBJECTIVE {
        Objective::TakeAll => Value::loss_in(0),
        Objective::LoseAll => Value::win_in(0),
    }
}
