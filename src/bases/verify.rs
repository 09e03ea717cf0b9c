//! Checking bases: whether what they say of positions is what the moves say.
//!
//! The value of each position follows from those of the positions after its moves, so that one wrong value shows in
//! itself or in a position before it. What cannot be seen so:
//!
//! - Outcomes that are wrong together. Positions that hold each other up in a circle, each won only because the next
//!   one is lost, agree with their moves. Distances rule this out, since they have to become less; where a base of
//!   distances is there, outcomes are compared with it, too.
//! - Doubts, where there are no conversions to compare with: a position may be in doubt though the one after its best
//!   move is not, when the draw rules leave just enough plies for the latter.
//! - Conversions that are not told apart: of "within 12 plies" it is only made sure that it is not contradicted.
//! - Positions that lead to what no base knows. They are counted.

mod derive;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::balance::Balance;
use super::codec;
use super::file::BaseFile;
use super::header::{Fault, Kind, Section, Totals};
use super::index::Index;
use super::probe::Bases;
use super::solve::{Interrupted, ROAD_STATES};
use super::value::{Standing, Value};
use crate::position::Position;
use crate::random::Random;
use crate::rules::Rules;
use derive::Judgement;

/// How many positions are looked at.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The positions of each slice, taken at random; all if `None`. Those with a capture, which have no value of their
    /// own, are among them.
    pub sample: Option<u64>,
    /// Another number takes other positions.
    pub seed: u64,
}

/// What came of checking a file.
#[derive(Clone, Debug, Default)]
pub struct Checked<R: Rules> {
    /// The positions whose values were derived.
    pub positions: u64,
    /// The positions whose values could not be derived, since a move leads to what no base knows.
    pub unknown: u64,
    /// The number of all faults.
    pub faults: u64,
    /// The first few of them, in the order of slices and positions.
    pub first: Vec<Discord<R>>,
}

/// Where a file is at odds with the moves, or with itself.
#[derive(Clone, Debug)]
pub struct Discord<R: Rules> {
    /// What it is about.
    pub subject: Subject<R>,
    /// What the moves say.
    pub expected: String,
    /// What the file says.
    pub found: String,
}

/// What a fault is about.
#[derive(Clone, Copy, Debug)]
pub enum Subject<R: Rules> {
    /// The file as a whole.
    File,
    /// One of its slices.
    Slice(Balance),
    /// A position with White to move.
    Position(Position<R>),
}

/// Why a file was not checked to the end.
#[derive(Clone, Debug, thiserror::Error)]
pub enum VerifyError {
    /// It was told to stop.
    #[error("interrupted")]
    Interrupted,
    /// It is damaged.
    #[error("{0}")]
    Damaged(#[from] Fault),
}

impl From<Interrupted> for VerifyError {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

/// The faults of a file that are kept.
const KEPT: usize = 5;
/// So many positions are looked at by a thread at a time.
const CHUNK: u64 = 1024;

/// Checks one of the files of these bases: its checksums, its counts, and the values of positions. `watch` is told of
/// positions that have been looked at, how many they are, as it goes on.
///
/// # Errors
/// When the file is damaged, or it is told to stop.
pub fn verify<R: Rules>(
    bases: &Bases<R>,
    file: &BaseFile,
    effort: Effort,
    stop: &AtomicBool,
    watch: &(dyn Fn(u64) + Sync),
) -> Result<Checked<R>, VerifyError> {
    file.check()?;
    let mut checked = Checked::default();
    let sections = &file.header().sections;
    let mut found: Vec<Balance> = sections.iter().map(|section| section.balance).collect();
    found.sort_unstable();
    let mut expected = Balance::all(file.header().pieces);
    expected.sort_unstable();
    if found != expected {
        let slices = |count: usize| format!("{count} slices, each of another balance");
        checked.add(Discord::new(Subject::File, &slices(expected.len()), &slices(found.len())));
    }
    for section in sections {
        let index = Index::new(section.balance);
        let slice = Slice { bases, file, section, index, effort, stop };
        checked = checked.with(slice.verify(watch)?);
    }
    Ok(checked)
}

impl Effort {
    /// The positions of a file that are looked at.
    pub fn positions(self, file: &BaseFile) -> u64 {
        let of_slice = |section: &Section| self.of(section.totals.positions());
        file.header().sections.iter().map(of_slice).fold(0, u64::saturating_add)
    }

    /// Of so many.
    fn of(self, count: u64) -> u64 {
        self.sample.map_or(count, |sample| sample.min(count))
    }
}

impl<R: Rules> Checked<R> {
    fn add(&mut self, discord: Discord<R>) {
        self.faults += 1;
        self.first.push(discord);
        self.first.truncate(KEPT);
    }

    fn with(mut self, other: Self) -> Self {
        self.first.extend(other.first);
        self.first.truncate(KEPT);
        Self {
            positions: self.positions + other.positions,
            unknown: self.unknown + other.unknown,
            faults: self.faults + other.faults,
            first: self.first,
        }
    }
}

impl<R: Rules> Discord<R> {
    fn new(subject: Subject<R>, expected: &impl ToString, found: &impl ToString) -> Self {
        Self { subject, expected: expected.to_string(), found: found.to_string() }
    }
}

/// A slice that is being checked.
struct Slice<'a, R> {
    bases: &'a Bases<R>,
    file: &'a BaseFile,
    section: &'a Section,
    index: Index<R>,
    effort: Effort,
    stop: &'a AtomicBool,
}

/// What came of some positions of a slice, and the counts of all of them, those with captures included.
#[derive(Default)]
struct Tally<R: Rules> {
    checked: Checked<R>,
    totals: Totals,
}

impl<R: Rules> Slice<'_, R> {
    fn verify(&self, watch: &(dyn Fn(u64) + Sync)) -> Result<Checked<R>, Interrupted> {
        let count = self.index.count();
        let looked_at = self.effort.of(count);
        let tally = (0..looked_at.div_ceil(CHUNK))
            .into_par_iter()
            .map(|chunk| {
                if self.stop.load(Ordering::Relaxed) {
                    return Err(Interrupted);
                }
                let chosen = chunk * CHUNK..((chunk + 1) * CHUNK).min(looked_at);
                let length = chosen.end - chosen.start;
                let mut tally = Tally::default();
                chosen.for_each(|place| self.look_at(self.choose(place, looked_at), &mut tally));
                watch(length);
                Ok(tally)
            })
            .try_reduce(Tally::default, |some, more| {
                let checked = some.checked.with(more.checked);
                Ok(Tally { checked, totals: some.totals.with(more.totals) })
            })?;
        let mut checked = self.of_whole(count);
        if looked_at == count && tally.checked.unknown == 0 {
            self.compare_totals(tally.totals, &mut checked);
        }
        Ok(checked.with(tally.checked))
    }

    /// The number of a position that is looked at: of equal parts of the slice, one in each.
    fn choose(&self, place: u64, of: u64) -> u64 {
        let share = |place: u64| u128::from(place) * u128::from(self.index.count()) / u128::from(of);
        let (first, end) = (share(place), share(place + 1));
        let chance =
            scatter(scatter(self.effort.seed ^ ((self.section.balance.slot() as u64) << 32)) ^ place);
        (first + ((u128::from(chance) * (end - first)) >> 64)) as u64
    }

    /// What can be said of a slice without looking at its positions.
    fn of_whole(&self, count: u64) -> Checked<R> {
        let (kind, balance) = (self.kind(), self.section.balance);
        let subject = Subject::Slice(balance);
        let mut checked = Checked::default();
        let totals = self.section.totals;
        if totals.positions() != count {
            let positions = |count: u64| format!("{count} positions");
            checked.add(Discord::new(subject, &positions(count), &positions(totals.positions())));
        }
        let states = if kind == Kind::Conversions { states(balance) } else { 1 };
        let values = codec::Packed::open(self.file.packed(self.section)).map_or(0, |packed| packed.len());
        if values != count * states {
            let words = |count: u64| format!("{count} values");
            checked.add(Discord::new(subject, &words(count * states), &words(values)));
        }
        for other in Kind::ALL.into_iter().filter(|&other| other != kind) {
            if let Some(other) =
                self.bases.slice(other, balance).filter(|other| other.section.totals != totals)
            {
                checked.add(Discord::new(subject, &in_words(other.section.totals), &in_words(totals)));
            }
        }
        if totals.longest_win > 0 && kind == Kind::Distances {
            let longest = (self.section.longest < count).then(|| self.index.position(self.section.longest));
            let distance = longest.and_then(|longest| self.bases.distance(&longest));
            if distance.is_some_and(|distance| distance != Value::win_in(totals.longest_win)) {
                let subject = longest.map_or(subject, Subject::Position);
                let found = format!("the longest win, in {} plies", totals.longest_win);
                checked.add(Discord::new(subject, &distance.unwrap_or_default(), &found));
            }
        }
        checked
    }

    /// Compares counts of all positions with those of the header. Only distances tell the plies.
    fn compare_totals(&self, counted: Totals, checked: &mut Checked<R>) {
        let header = self.section.totals;
        let same = match self.kind() {
            Kind::Outcomes => {
                (counted.won, counted.drawn, counted.lost) == (header.won, header.drawn, header.lost)
            }
            Kind::Distances => counted == header,
            // They are those of the outcomes, with which they were compared.
            Kind::Conversions => true,
        };
        if !same {
            let subject = Subject::Slice(self.section.balance);
            checked.add(Discord::new(subject, &in_words(counted), &in_words(header)));
        }
    }

    const fn kind(&self) -> Kind {
        self.file.header().kind
    }

    fn look_at(&self, number: u64, tally: &mut Tally<R>) {
        let position = self.index.position(number);
        let value = match self.kind() {
            Kind::Outcomes => self.bases.standing(&position).map(Standing::shortest),
            Kind::Distances => self.bases.distance(&position),
            // Its counts are not taken.
            Kind::Conversions => Some(Value::DRAW),
        };
        tally.totals = tally.totals.with(value.map_or_else(Totals::default, Totals::of));
        let checked = &mut tally.checked;
        if position.has_capture() {
            checked.unknown += u64::from(value.is_none());
            return;
        }
        match self.judge(&position) {
            Judgement::NotAsked => {}
            Judgement::Unknown => checked.unknown += 1,
            Judgement::Right => checked.positions += 1,
            Judgement::Wrong { expected, found } => {
                checked.positions += 1;
                checked.add(Discord { subject: Subject::Position(position), expected, found });
            }
        }
    }
}

/// The values that a position of a balance has in a file of conversions.
fn states(balance: Balance) -> u64 {
    if balance.has_lone_king_against_three() { ROAD_STATES } else { 1 }
}

fn in_words(totals: Totals) -> String {
    let Totals { won, drawn, lost, longest_win, longest_loss } = totals;
    format!("{won} won, {drawn} drawn, {lost} lost, at most {longest_win} and {longest_loss} plies")
}

/// A number that looks like chance, made of another one.
const fn scatter(number: u64) -> u64 {
    Random::new(number).next()
}
