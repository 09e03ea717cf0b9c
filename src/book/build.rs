//! Growing a book.
//!
//! It grows in rounds. In each, some positions are chosen by what is known then, and expanded: the positions after them
//! get a first look each, with a tenth of the nodes, and those that may be as good as the others are searched in full.
//! What was but looked at is searched in full first when its turn comes. At the end of the round all is taken over and
//! backed up.
//!
//! How many positions are chosen depends on the book alone, a search on the position alone, and searches of a round that is
//! not finished are kept apart: so the same book comes out however often the work was interrupted, and with any number of
//! threads.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::code::Code;
use super::entry::{Effort, Entry};
use super::graph::{Graph, TooManyEfforts, after};
use crate::bases::Bases;
use crate::eval::{Evaluated, Weights};
use crate::game::Game;
use crate::rules::Rules;
use crate::search::{Limits, Signals, Silent, Table, TableError, Task, search};

/// Searches the positions of a book.
#[derive(Debug)]
pub struct Searcher<R: Evaluated> {
    weights: Arc<Weights<R>>,
    bases: Arc<Bases<R>>,
    /// What books call it.
    program: String,
}

/// The size of the table of one search in MiB.
const HASH: usize = 8;

impl<R: Evaluated> Searcher<R> {
    /// Searches with these.
    pub fn new(weights: Arc<Weights<R>>, bases: Arc<Bases<R>>) -> Self {
        let (name, version) = (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
        let program = format!("{name} {version}, weights {:08x}", weights.checksum());
        Self { weights, bases, program }
    }

    /// How it searches with so many nodes.
    pub fn effort(&self, nodes: u64) -> Effort {
        Effort { nodes, program: self.program.clone() }
    }

    /// What a position is worth, with nothing known from other searches. `None` when there is no such position.
    pub(super) fn search(&self, code: Code, how: How, table: &Table) -> Option<Entry> {
        table.clear();
        let mut task = Task::new(&Game::new(code.position::<R>()?));
        task.weights = Arc::clone(&self.weights);
        task.bases = Some(Arc::clone(&self.bases));
        let limits = Limits { nodes: Some(how.nodes), analysis: true, ..Limits::default() };
        let report = search(&task, &limits, table, &Signals::new(false), &mut Silent);
        Some(Entry::searched(report.score, report.depth.min(255) as u8, how.effort))
    }

    /// Searches many positions with as many threads as the pool has; `None` for those that were not begun when `stop` was
    /// set. `told` hears of each one.
    ///
    /// # Errors
    /// When there is no memory for a transposition table.
    pub(super) fn search_all(
        &self,
        codes: &[Code],
        how: How,
        stop: &(dyn Fn() -> bool + Sync),
        told: &(dyn Fn() + Sync),
    ) -> Result<Vec<Option<Entry>>, TableError> {
        let one = |table: &mut Result<Table, TableError>, &code: &Code| {
            let table = table.as_ref().map_err(|&error| error)?;
            let entry = if stop() { None } else { self.search(code, how, table) };
            told();
            Ok(entry)
        };
        codes.par_iter().map_init(|| Table::new(HASH), one).collect()
    }
}

/// How to search.
#[derive(Clone, Copy, Debug)]
pub(super) struct How {
    pub(super) nodes: u64,
    /// What the book calls it.
    pub(super) effort: u8,
}

/// When to stop growing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// With so many expanded positions, once a round is over.
    pub expanded: usize,
    /// After so long.
    pub time: Option<Duration>,
}

/// How far the work has got.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Expanded positions.
    pub expanded: usize,
    /// All positions.
    pub positions: usize,
    /// Positions searched by this run.
    pub searched: usize,
}

/// Why a book has stopped growing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It is as large as was asked for.
    Size,
    /// The time is over.
    Time,
    /// Everything that can be reached is decided.
    Exhausted,
    /// Somebody stopped it.
    Interrupted,
}

/// Why a book does not grow.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// There is no memory for a transposition table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// It was searched in too many ways.
    #[error(transparent)]
    Efforts(#[from] TooManyEfforts),
    /// The file cannot be written.
    #[error("{} was not written: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

/// Lets books grow.
pub struct Builder<'a, R: Evaluated> {
    /// What searches.
    pub searcher: Searcher<R>,
    /// The threads.
    pub pool: &'a rayon::ThreadPool,
    /// Where the book is kept.
    pub path: &'a Path,
    /// It is written so often, and at the end.
    pub keep: Duration,
    /// Set to end the work.
    pub stop: &'a AtomicBool,
    /// Hears of each position searched.
    pub told: &'a (dyn Fn(Progress) + Sync),
}

/// The positions that are searched before anything else is looked at.
const CHUNK: usize = 256;
/// A first look takes this part of the nodes.
const FIRST_LOOK: u64 = 10;
/// What after a first look seems to lose more than this, in hundredths of a man, is not searched in full at once.
const HOPEFUL: i32 = 15;

/// The positions that a round chooses: a part of the book, so that the rounds are few, and yet each knows what the one
/// before has found.
fn choice(expanded: usize) -> usize {
    (expanded / 16 + 1).min(1_024)
}

impl<R: Evaluated> Builder<'_, R> {
    /// Lets a book grow until the goal is reached, and keeps it: now and then, and at the end.
    ///
    /// # Errors
    /// When there is no memory, or the file cannot be written.
    pub fn grow(&self, graph: &mut Graph<R>, goal: Goal) -> Result<Ending, BuildError> {
        let mut run = Run::new(self, graph, goal.time)?;
        let ending = loop {
            run.graph.back_up();
            if run.graph.expanded() >= goal.expanded {
                break Ending::Size;
            }
            if let Some(ending) = run.round()? {
                break ending;
            }
        };
        run.keep()?;
        Ok(ending)
    }

    /// Lets a book begin also with those of some positions that a search finds balanced: worth at most `margin` to either
    /// side, in hundredths of a man. Says why not, if the work ended before all were looked at; then no position is added as
    /// a beginning, but what was searched need not be searched again.
    ///
    /// # Errors
    /// When there is no memory, or the file cannot be written.
    pub fn add_balanced_roots(
        &self,
        graph: &mut Graph<R>,
        candidates: &[Code],
        margin: u32,
        time: Option<Duration>,
    ) -> Result<Option<Ending>, BuildError> {
        let mut run = Run::new(self, graph, time)?;
        let ending = run.search(run.unknown(candidates), run.full)?;
        if ending.is_none() {
            let is_balanced =
                |entry: &Entry| entry.score.centimen().is_some_and(|score| score.unsigned_abs() <= margin);
            run.graph.take_over_if(candidates, is_balanced);
            for &code in candidates {
                if run.graph.find(code).is_some_and(|entry| is_balanced(&entry)) {
                    run.graph.add_root(code);
                }
            }
        }
        run.keep()?;
        Ok(ending)
    }
}

/// The positions after a position.
fn all_after<R: Rules>(code: Code) -> Vec<Code> {
    code.position::<R>().map(|position| after(&position).flatten().collect()).unwrap_or_default()
}

/// A book while it grows.
struct Run<'a, R: Evaluated> {
    builder: &'a Builder<'a, R>,
    graph: &'a mut Graph<R>,
    first_look: How,
    full: How,
    searched: AtomicUsize,
    kept: Instant,
    end: Option<Instant>,
}

impl<'a, R: Evaluated> Run<'a, R> {
    fn new(
        builder: &'a Builder<'a, R>,
        graph: &'a mut Graph<R>,
        time: Option<Duration>,
    ) -> Result<Self, TooManyEfforts> {
        let nodes = graph.growth().nodes;
        let mut how = |nodes: u64| -> Result<How, TooManyEfforts> {
            Ok(How { nodes, effort: graph.effort(&builder.searcher.effort(nodes))? })
        };
        let (full, first_look) = (how(nodes)?, how((nodes / FIRST_LOOK).max(1))?);
        let now = Instant::now();
        let end = time.and_then(|time| now.checked_add(time));
        Ok(Self { builder, graph, first_look, full, searched: AtomicUsize::new(0), kept: now, end })
    }

    /// Expands or searches some positions; says why not, if not.
    fn round(&mut self) -> Result<Option<Ending>, BuildError> {
        let roots = self.unknown(self.graph.roots());
        let chosen = if roots.is_empty() {
            self.graph.frontier(choice(self.graph.expanded()), &self.builder.searcher.bases)
        } else {
            roots
        };
        if chosen.is_empty() {
            return Ok(Some(Ending::Exhausted));
        }
        let is_ready = |code: &Code| {
            self.graph.number(*code).is_some_and(|number| self.graph.is_searched_in_full(number))
        };
        let (ready, others): (Vec<Code>, Vec<Code>) = chosen.into_iter().partition(is_ready);
        let next: Vec<Code> = ready.iter().flat_map(|&code| all_after::<R>(code)).collect();
        let ending = match self.search(self.unknown(&next), self.first_look)? {
            None => self.search([self.hopeful(&ready), others].concat(), self.full)?,
            ending => ending,
        };
        if ending.is_none() {
            self.graph.take_over();
            for code in ready {
                self.graph.expand(code);
            }
        }
        Ok(ending)
    }

    /// Those that the book does not have.
    fn unknown(&self, codes: &[Code]) -> Vec<Code> {
        codes.iter().copied().filter(|&code| self.graph.number(code).is_none()).collect()
    }

    /// The positions after these that were but looked at, and may be as good as the others.
    fn hopeful(&self, parents: &[Code]) -> Vec<Code> {
        let of_parent = |&parent: &Code| {
            let score = self.graph.find(parent).map(|entry| entry.score);
            let is_hopeful = move |&code: &Code| {
                let number = self.graph.number(code);
                let entry = number.map(|number| *self.graph.entry(number)).or_else(|| self.graph.kept(code));
                let is_full = number.is_some_and(|number| self.graph.is_searched_in_full(number));
                !is_full
                    && entry.zip(score).is_some_and(|(entry, score)| entry.score.before() + HOPEFUL >= score)
            };
            all_after::<R>(parent).into_iter().filter(is_hopeful).collect::<Vec<_>>()
        };
        parents.iter().flat_map(of_parent).collect()
    }

    /// Searches what was not in this round; says why not, if not.
    fn search(&mut self, mut codes: Vec<Code>, how: How) -> Result<Option<Ending>, BuildError> {
        codes.sort_unstable();
        codes.dedup();
        let is_done = |code: &Code| {
            let kept = self.graph.kept(*code);
            kept.is_some_and(|entry| entry.effort == how.effort || entry.effort == self.full.effort)
        };
        codes.retain(|code| !is_done(code));
        for codes in codes.chunks(CHUNK) {
            let entries = self.search_chunk(codes, how)?;
            for (&code, entry) in codes.iter().zip(&entries) {
                if let Some(entry) = entry {
                    self.graph.keep(code, *entry);
                }
            }
            if let Some(ending) = self.ending() {
                return Ok(Some(ending));
            }
            if self.kept.elapsed() >= self.builder.keep {
                self.keep()?;
            }
        }
        Ok(None)
    }

    fn search_chunk(&self, codes: &[Code], how: How) -> Result<Vec<Option<Entry>>, TableError> {
        let (positions, expanded) = (self.graph.len(), self.graph.expanded());
        let told = || {
            let searched = self.searched.fetch_add(1, Ordering::Relaxed) + 1;
            (self.builder.told)(Progress { expanded, positions, searched });
        };
        let stop = || self.ending().is_some();
        let Builder { searcher, pool, .. } = self.builder;
        pool.install(|| searcher.search_all(codes, how, &stop, &told))
    }

    /// Whether the work is to end now.
    fn ending(&self) -> Option<Ending> {
        if self.builder.stop.load(Ordering::Relaxed) {
            Some(Ending::Interrupted)
        } else {
            self.end.is_some_and(|end| Instant::now() >= end).then_some(Ending::Time)
        }
    }

    fn keep(&mut self) -> Result<(), BuildError> {
        self.kept = Instant::now();
        let path = self.builder.path;
        let saved = self.graph.parts().save::<R>(path);
        saved.map_err(|error| BuildError::File { path: path.to_owned(), error })
    }
}
