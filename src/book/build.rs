//! Growing a book.
//!
//! It grows in rounds. In each, some positions are chosen by what is known then, the positions after them are searched
//! on all threads, and the new values are backed up. How many are chosen depends on the book alone, a search on the
//! position alone, and a round is never left half done for good: so the same book comes out however often the work was
//! interrupted, and with any number of threads.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::code::Code;
use super::entry::{Effort, Entry};
use super::graph::{Graph, after};
use crate::bases::Bases;
use crate::eval::{Evaluated, Weights};
use crate::game::Game;
use crate::search::{Limits, Signals, Silent, Table, TableError, Task, search};

/// Searches the positions of a book.
#[derive(Debug)]
pub struct Searcher<R: Evaluated> {
    weights: Arc<Weights<R>>,
    bases: Arc<Bases<R>>,
    nodes: u64,
}

/// The size of the table of one search in MiB.
const HASH: usize = 8;

impl<R: Evaluated> Searcher<R> {
    /// Searches with so many nodes each.
    pub fn new(weights: Arc<Weights<R>>, bases: Arc<Bases<R>>, nodes: u64) -> Self {
        Self { weights, bases, nodes }
    }

    /// How it searches.
    pub fn effort(&self) -> Effort {
        let weights = crc32fast::hash(&self.weights.write());
        let (name, version) = (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
        Effort { nodes: self.nodes, program: format!("{name} {version}, weights {weights:08x}") }
    }

    /// What a position is worth, with nothing known from other searches. `None` when there is no such position.
    pub(super) fn search(&self, code: Code, effort: u8, table: &Table) -> Option<Entry> {
        table.clear();
        let mut task = Task::new(&Game::new(code.position::<R>()?));
        task.weights = Arc::clone(&self.weights);
        task.bases = Some(Arc::clone(&self.bases));
        let limits = Limits { nodes: Some(self.nodes), analysis: true, ..Limits::default() };
        let report = search(&task, &limits, table, &Signals::new(false), &mut Silent);
        Some(Entry::searched(report.score, report.depth.min(255) as u8, effort))
    }

    /// Searches many positions with as many threads as the pool has; `None` for those that were not begun when `stop` was
    /// set. `told` hears of each one.
    ///
    /// # Errors
    /// When there is no memory for a transposition table.
    pub(super) fn search_all(
        &self,
        codes: &[Code],
        effort: u8,
        stop: &(dyn Fn() -> bool + Sync),
        told: &(dyn Fn() + Sync),
    ) -> Result<Vec<Option<Entry>>, TableError> {
        let one = |table: &mut Result<Table, TableError>, &code: &Code| {
            let table = table.as_ref().map_err(|&error| error)?;
            let entry = if stop() { None } else { self.search(code, effort, table) };
            told();
            Ok(entry)
        };
        codes.par_iter().map_init(|| Table::new(HASH), one).collect()
    }
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
    /// Set to end the work.
    pub stop: &'a AtomicBool,
    /// Hears of each position searched.
    pub told: &'a (dyn Fn(Progress) + Sync),
}

/// The positions that are searched before anything else is looked at.
const CHUNK: usize = 256;
/// The book is kept so often.
const KEEP: Duration = Duration::from_mins(1);

/// The positions that a round expands: a part of the book, so that the rounds are few, and yet each knows what the
/// one before has found.
fn round(expanded: usize) -> usize {
    (expanded / 16 + 1).min(1_024)
}

impl<R: Evaluated> Builder<'_, R> {
    /// Lets a book grow until the goal is reached, and keeps it: now and then, and at the end.
    ///
    /// # Errors
    /// When there is no memory, or the file cannot be written.
    pub fn grow(&self, graph: &mut Graph<R>, goal: Goal) -> Result<Ending, BuildError> {
        let mut run = Run::new(self, graph, goal);
        let roots: Vec<Code> = run.graph.roots().to_vec();
        let mut ending = run.search(&roots)?;
        while ending.is_none() {
            run.graph.back_up();
            let expanded = run.graph.expanded();
            ending = if expanded >= goal.expanded { Some(Ending::Size) } else { run.round(round(expanded))? };
        }
        run.graph.back_up();
        run.keep()?;
        Ok(ending.unwrap_or(Ending::Size))
    }
}

/// A book while it grows.
struct Run<'a, R: Evaluated> {
    builder: &'a Builder<'a, R>,
    graph: &'a mut Graph<R>,
    effort: u8,
    searched: AtomicUsize,
    kept: Instant,
    end: Option<Instant>,
}

impl<'a, R: Evaluated> Run<'a, R> {
    fn new(builder: &'a Builder<'a, R>, graph: &'a mut Graph<R>, goal: Goal) -> Self {
        let effort = graph.effort(&builder.searcher.effort());
        let now = Instant::now();
        let end = goal.time.and_then(|time| now.checked_add(time));
        Self { builder, graph, effort, searched: AtomicUsize::new(0), kept: now, end }
    }

    /// Expands so many positions; says why not, if not.
    fn round(&mut self, count: usize) -> Result<Option<Ending>, BuildError> {
        let leaves = self.graph.frontier(count, &self.builder.searcher.bases);
        if leaves.is_empty() {
            return Ok(Some(Ending::Exhausted));
        }
        let positions = leaves.iter().filter_map(|leaf| leaf.position::<R>());
        let next: Vec<Code> =
            positions.flat_map(|position| after(&position).flatten().collect::<Vec<_>>()).collect();
        let ending = self.search(&next)?;
        if ending.is_none() {
            for leaf in leaves {
                self.graph.expand(leaf);
            }
        }
        Ok(ending)
    }

    /// Adds what is missing of these positions; says why not, if not.
    fn search(&mut self, wanted: &[Code]) -> Result<Option<Ending>, BuildError> {
        let mut missing: Vec<Code> =
            wanted.iter().copied().filter(|&code| !self.graph.contains(code)).collect();
        missing.sort_unstable();
        missing.dedup();
        for codes in missing.chunks(CHUNK) {
            let entries = self.search_chunk(codes)?;
            for (&code, entry) in codes.iter().zip(&entries) {
                if let Some(entry) = entry {
                    self.graph.add(code, *entry);
                }
            }
            if let Some(ending) = self.ending() {
                return Ok(Some(ending));
            }
            if self.kept.elapsed() >= KEEP {
                self.keep()?;
            }
        }
        Ok(None)
    }

    fn search_chunk(&self, codes: &[Code]) -> Result<Vec<Option<Entry>>, TableError> {
        let (positions, expanded) = (self.graph.len(), self.graph.expanded());
        let done = AtomicUsize::new(0);
        let told = || {
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            let searched = self.searched.fetch_add(1, Ordering::Relaxed) + 1;
            (self.builder.told)(Progress { expanded, positions: positions + done, searched });
        };
        let stop = || self.ending().is_some();
        let Builder { searcher, pool, .. } = self.builder;
        pool.install(|| searcher.search_all(codes, self.effort, &stop, &told))
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
