//! Making bases: all balances of so many pieces, one pair after the other, each kept on disk as soon as it is solved.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::balance::{Balance, MOST_PIECES};
use super::codec::{self, ANY};
use super::file::{self, BaseError, BaseFile, Packed, file_name};
use super::header::{Fault, Header, Kind, Section, Totals};
use super::index::Index;
use super::known::{Known, Plain, Slice, UnderRules};
use super::solve::{Goal, Interrupted, solve};
use super::value::{Standing, Value};
use crate::machine;
use crate::rules::{KING_MOVES_PLIES, Rules};

/// What a build tells while it goes on.
pub trait Watcher {
    /// Bases with so many pieces are begun.
    fn begin(&mut self, plan: &Plan);
    /// A balance and its flipped one are done.
    fn done(&mut self, step: &Step);
    /// All balances with so many pieces are done and their files written.
    fn finish(&mut self, pieces: u8, totals: &Totals, files: &[PathBuf]);
}

/// What it takes to build the bases with so many pieces.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The pieces.
    pub pieces: u8,
    /// The positions of all balances.
    pub positions: u64,
    /// The most memory that tables will take at a time, in MiB.
    pub mebibytes: u64,
    /// Whether the files are there, and only read for what is built on them.
    pub is_there: bool,
}

/// A balance and its flipped one, done.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The balance.
    pub balance: Balance,
    /// The positions of both.
    pub positions: u64,
    /// Whether they were solved now, or found on disk.
    pub solved: bool,
    /// The time it took.
    pub time: Duration,
}

/// Why a build ended early.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// It was told to stop; what was solved is on disk.
    #[error("interrupted")]
    Interrupted,
    /// A file of an earlier build cannot be used.
    #[error("{0}")]
    File(#[from] BaseError),
    /// A file could not be written.
    #[error("{}: {error}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// It takes more memory than there is; nothing was begun.
    #[error("{pieces} pieces take {needed} MiB of memory, of which {free} MiB are free")]
    Memory {
        /// The most pieces that were to be solved.
        pieces: u8,
        /// The memory needed, in MiB.
        needed: u64,
        /// The free memory, in MiB.
        free: u64,
    },
}

impl From<Interrupted> for BuildError {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

/// A search sees conversions in so many plies.
pub const NEAR: u16 = 12;

/// Conversions in up to so many plies are not told apart: with five pieces and more a search sees them, with fewer the
/// tables are small.
const fn coarse(pieces: u8) -> u16 {
    if pieces < 5 { 0 } else { NEAR }
}

/// Builds all bases of up to `pieces` pieces in a folder. What is there already is not built again, and a build that
/// was ended goes on where it was.
///
/// # Errors
/// When told to stop, a file cannot be read or written, or the memory does not suffice.
pub fn build<R: Rules>(
    pieces: u8,
    folder: &Path,
    stop: &AtomicBool,
    watcher: &mut dyn Watcher,
) -> Result<(), BuildError> {
    let builder = Builder::<R> { folder, known: Known::new(), most: pieces.min(MOST_PIECES), stop };
    builder.run(watcher)
}

/// The kinds of bases of a game: without rules that count plies there are no conversions to be counted.
pub const fn kinds<R: Rules>() -> &'static [Kind] {
    if R::PIECE_COUNT_RULES { &Kind::ALL } else { &[Kind::Outcomes, Kind::Distances] }
}

struct Builder<'a, R> {
    folder: &'a Path,
    known: Known<R>,
    most: u8,
    stop: &'a AtomicBool,
}

impl<R: Rules> Builder<'_, R> {
    fn run(mut self, watcher: &mut dyn Watcher) -> Result<(), BuildError> {
        let there = |pieces: u8| {
            kinds::<R>().iter().all(|&kind| {
                BaseFile::open(&self.path(pieces, kind), R::VARIANT)
                    .is_ok_and(|file| file.header().pieces == pieces)
            })
        };
        let there: Vec<bool> = (0..=self.most).map(|pieces| pieces >= 2 && there(pieces)).collect();
        self.make_sure_of_memory(&there)?;
        for pieces in 2..=self.most {
            let is_there = there[usize::from(pieces)];
            if there[usize::from(pieces)..].iter().all(|&there| there) {
                break;
            }
            watcher.begin(&self.plan(pieces, is_there));
            if is_there {
                self.restore_all(pieces, watcher)?;
            } else {
                self.build_all(pieces, watcher)?;
            }
        }
        Ok(())
    }

    /// Refuses what would end in the middle: of the bases that are to be solved, the last take the most memory.
    fn make_sure_of_memory(&self, there: &[bool]) -> Result<(), BuildError> {
        let last = (2..=self.most).rfind(|&pieces| !there[usize::from(pieces)]);
        let needed = last.map_or(0, |pieces| self.plan(pieces, false).mebibytes);
        match (last, machine::free_memory()) {
            (Some(pieces), Some(free)) if needed > free => Err(BuildError::Memory { pieces, needed, free }),
            _ => Ok(()),
        }
    }

    fn path(&self, pieces: u8, kind: Kind) -> PathBuf {
        self.folder.join(file_name(R::VARIANT, pieces, kind))
    }

    /// The folder of what is solved of an unfinished base.
    fn parts(&self, pieces: u8) -> PathBuf {
        self.folder.join(format!("{}-{pieces}.parts", R::VARIANT))
    }

    fn part(&self, balance: Balance, kind: Kind) -> PathBuf {
        self.parts(balance.pieces()).join(format!("{balance}.{}", kind.extension()))
    }

    /// The positions and the memory that it takes to solve all balances with so many pieces.
    fn plan(&self, pieces: u8, is_there: bool) -> Plan {
        let count = Index::<R>::count_of;
        let below: u64 = (2..pieces).flat_map(Balance::all).map(count).sum();
        let (mut positions, mut most) = (0, 0);
        for men in 0..=pieces {
            let layer =
                |men| Balance::all(pieces).into_iter().filter(move |balance| balance.all_men() == men);
            let here: u64 = layer(men).map(count).sum();
            let before: u64 = men.checked_sub(1).map_or(0, |men| layer(men).map(count).sum());
            let working = layer(men).map(|balance| 2 * count(balance)).max().unwrap_or(0);
            positions += here;
            // Two bytes a value, and twelve for each position being solved and packed.
            most = most.max(
                2 * (below + if self.keeps_all(pieces) { positions } else { here + before }) + 12 * working,
            );
        }
        Plan { pieces, positions, mebibytes: most >> 20, is_there }
    }

    /// Whether all balances with so many pieces are kept in memory, for the bases built on them.
    const fn keeps_all(&self, pieces: u8) -> bool {
        pieces < self.most
    }

    fn restore_all(&mut self, pieces: u8, watcher: &mut dyn Watcher) -> Result<(), BuildError> {
        let files: Result<Vec<_>, _> =
            kinds::<R>().iter().map(|&kind| BaseFile::open(&self.path(pieces, kind), R::VARIANT)).collect();
        let files = files?;
        for balance in Balance::pairs(pieces) {
            let begin = Instant::now();
            let positions = self.restore(balance, &files)?;
            watcher.done(&Step { balance, positions, solved: false, time: begin.elapsed() });
        }
        Ok(())
    }

    fn build_all(&mut self, pieces: u8, watcher: &mut dyn Watcher) -> Result<(), BuildError> {
        let parts = self.parts(pieces);
        fs::create_dir_all(&parts).map_err(|error| not_written(&parts, error))?;
        for balance in Balance::pairs(pieces) {
            self.forget_below(balance);
            let begin = Instant::now();
            let (positions, solved) = match self.open_part(balance) {
                Some(files) => (self.restore(balance, &files)?, false),
                None => (self.solve(balance)?, true),
            };
            watcher.done(&Step { balance, positions, solved, time: begin.elapsed() });
        }
        let (totals, files) = self.merge(pieces)?;
        let _ = fs::remove_dir_all(&parts);
        watcher.finish(pieces, &totals, &files);
        Ok(())
    }

    /// Drops the balances that no more is built on.
    fn forget_below(&mut self, balance: Balance) {
        if !self.keeps_all(balance.pieces()) {
            for other in Balance::all(balance.pieces()) {
                if other.all_men() + 1 < balance.all_men() {
                    self.known.remove(other);
                }
            }
        }
    }

    /// What is solved of a balance, if all of it is there and whole.
    fn open_part(&self, balance: Balance) -> Option<Vec<BaseFile>> {
        kinds::<R>().iter().map(|&kind| BaseFile::open(&self.part(balance, kind), R::VARIANT).ok()).collect()
    }

    fn solve(&mut self, balance: Balance) -> Result<u64, BuildError> {
        let plain = solve(balance, &Plain(&self.known), self.stop)?;
        let under_rules = if R::PIECE_COUNT_RULES {
            solve(balance, &UnderRules { known: &self.known, balance }, self.stop)?
        } else {
            plain.clone()
        };
        let mut packed: Vec<Vec<Packed>> = kinds::<R>().iter().map(|_| Vec::new()).collect();
        let mut positions = 0;
        for ((balance, values), under_rules) in balance.with_flipped().into_iter().zip(plain).zip(under_rules)
        {
            positions += values.len() as u64;
            let solved = Solved::new(balance, values, &under_rules);
            for (kind, packed) in kinds::<R>().iter().zip(&mut packed) {
                packed.push(solved.pack(*kind));
            }
            self.known.add(balance, solved.slice);
        }
        // The outcomes come last: where they are, the others are.
        for (&kind, packed) in kinds::<R>().iter().zip(&packed).rev() {
            let path = self.part(balance, kind);
            let packed: Vec<_> = packed.iter().map(|(section, bytes)| (*section, &bytes[..])).collect();
            file::write(&path, header::<R>(kind, balance.pieces()), &packed)
                .map_err(|error| not_written(&path, error))?;
        }
        Ok(positions)
    }

    /// Puts what is solved into one file a kind.
    fn merge(&self, pieces: u8) -> Result<(Totals, Vec<PathBuf>), BuildError> {
        let (mut totals, mut paths) = (Totals::default(), Vec::new());
        for &kind in kinds::<R>() {
            let parts: Result<Vec<_>, _> = Balance::pairs(pieces)
                .map(|balance| BaseFile::open(&self.part(balance, kind), R::VARIANT))
                .collect();
            let parts = parts?;
            let packed =
                |part| BaseFile::header(part).sections.iter().map(|section| (*section, part.packed(section)));
            let packed: Vec<_> = parts.iter().flat_map(packed).collect();
            let path = self.path(pieces, kind);
            file::write(&path, header::<R>(kind, pieces), &packed)
                .map_err(|error| not_written(&path, error))?;
            totals = packed.iter().fold(Totals::default(), |sum, (section, _)| sum.with(section.totals));
            paths.push(path);
        }
        Ok((totals, paths))
    }

    /// Takes a balance and its flipped one from files. Positions with captures, which files leave out, are valued by
    /// their moves.
    fn restore(&mut self, balance: Balance, files: &[BaseFile]) -> Result<u64, BuildError> {
        let mut positions = 0;
        for balance in balance.with_flipped() {
            let index = Index::<R>::new(balance);
            let distances = unpack(files, Kind::Distances, balance)?;
            let outcomes = unpack(files, Kind::Outcomes, balance)?;
            let (plain, under_rules) = (Plain(&self.known), UnderRules { known: &self.known, balance });
            let restored: Vec<(u16, bool)> = (0..index.count())
                .into_par_iter()
                .map(|number| {
                    let position = index.position(number);
                    if !position.has_capture() {
                        let outcome = Standing::from_code(outcomes[number as usize]);
                        let doubtful = outcome.is_some_and(|outcome| !outcome.is_certain());
                        return (distances[number as usize], doubtful);
                    }
                    let doubtful = R::PIECE_COUNT_RULES && under_rules.by_captures(&position).is_draw();
                    (plain.by_captures(&position).code(), doubtful)
                })
                .collect();
            positions += index.count();
            let values = restored.iter().map(|&(value, _)| value).collect();
            self.known.add(balance, Slice::new(index, values, |number| restored[number].1));
        }
        Ok(positions)
    }
}

fn header<R: Rules>(kind: Kind, pieces: u8) -> Header {
    let coarse = if kind == Kind::Conversions { coarse(pieces) } else { 0 };
    Header { kind, pieces, variant: R::VARIANT, coarse, sections: Vec::new(), file_length: 0 }
}

/// A file could not be written.
fn not_written(path: &Path, error: io::Error) -> BuildError {
    BuildError::Write { path: path.to_owned(), error }
}

/// All values of a slice in one of these files.
fn unpack(files: &[BaseFile], kind: Kind, balance: Balance) -> Result<Vec<u16>, BaseError> {
    let missing =
        || BaseError::Content { path: PathBuf::from(balance.to_string()), fault: Fault::Content("slices") };
    let file = files.iter().find(|file| file.header().kind == kind).ok_or_else(missing)?;
    let section = file.header().sections.iter().find(|section| section.balance == balance);
    let bytes = file.packed(section.ok_or_else(missing)?);
    codec::Packed::open(bytes).and_then(|packed| packed.unpack(bytes)).map_err(|_| missing())
}

/// A solved balance on its way into files.
struct Solved<'a, R> {
    balance: Balance,
    slice: Slice<R>,
    /// The plies to the next conversion, of each position in its states.
    under_rules: &'a [u16],
    states: usize,
    /// Whether a capture is on: such positions are left out of the files.
    captures: Vec<bool>,
}

impl<'a, R: Rules> Solved<'a, R> {
    fn new(balance: Balance, values: Vec<u16>, under_rules: &'a [u16]) -> Self {
        let index = Index::<R>::new(balance);
        let states = under_rules.len() / values.len();
        let captures =
            (0..index.count()).into_par_iter().map(|number| index.position(number).has_capture()).collect();
        let kings_count_apart = R::PIECE_COUNT_RULES && balance.material().king_moves_count_apart();
        let is_doubtful = |number: usize| {
            let value = Value::from_code(under_rules[number * states]);
            value.is_draw() || (kings_count_apart && value.plies() > KING_MOVES_PLIES)
        };
        let slice = Slice::new(index, values, is_doubtful);
        Self { balance, slice, under_rules, states, captures }
    }

    fn pack(&self, kind: Kind) -> Packed {
        let stored = |number: u64| -> u16 {
            if self.captures[number as usize] {
                return ANY;
            }
            match kind {
                Kind::Outcomes => self.slice.standing(number).code(),
                Kind::Distances => self.slice.plain(number).code(),
                Kind::Conversions => self.conversion(number, 0),
            }
        };
        let numbers = (0..self.slice.index.count()).into_par_iter();
        let stored: Vec<u16> = if kind == Kind::Conversions && self.states > 1 {
            let states = self.states as u64;
            let entries = (0..self.slice.index.count() * states).into_par_iter();
            entries.map(|entry| self.conversion(entry / states, entry % states)).collect()
        } else {
            numbers.map(stored).collect()
        };
        (self.section(), codec::pack(&stored))
    }

    /// One more than the plies to the next conversion; 0 if there will be none.
    fn conversion(&self, number: u64, state: u64) -> u16 {
        let value = Value::from_code(self.under_rules[number as usize * self.states + state as usize]);
        let held = || self.slice.index.position(number).material().is_held_main_road();
        let is_asked_for =
            !self.captures[number as usize] && !self.slice.plain(number).is_draw() && (state == 0 || held());
        match (is_asked_for, value.is_draw()) {
            (false, _) => ANY,
            (true, true) => 0,
            (true, false) => value.plies().max(coarse(self.balance.pieces())) + 1,
        }
    }

    fn section(&self) -> Section {
        let count = |number: u64| (Totals::of(self.slice.plain(number)), number);
        let longer = |(sum, longest): (Totals, u64), (other, number): (Totals, u64)| {
            // Of several the one with the lowest number, so that the result does not depend on the threads.
            let other_is_longer = other.longest_win > sum.longest_win
                || (other.longest_win == sum.longest_win && number < longest);
            (sum.with(other), if other_is_longer { number } else { longest })
        };
        let numbers = (0..self.slice.index.count()).into_par_iter();
        let (totals, longest) = numbers.map(count).reduce(|| (Totals::default(), u64::MAX), longer);
        Section { balance: self.balance, start: 0, length: 0, totals, longest, checksum: 0 }
    }
}
