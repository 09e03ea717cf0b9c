//! Opening books: how they grow, what they are worth, what is read of them and what the command line does with them.

mod cli;
mod cli_games;
mod faulty;
mod growth;
mod merge;
mod roots;
mod values;
mod verify;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use bolshak::bases::Bases;
use bolshak::book::{Book, Builder, Code, Ending, Entry, Goal, Graph, Growth, Parts, Progress, Searcher};
use bolshak::eval::Weights;
use bolshak::position::Position;
use bolshak::rules::Russian;

use crate::cli::Folder;

static WEIGHTS: LazyLock<Arc<Weights<Russian>>> = LazyLock::new(|| Weights::load(None).unwrap());
static BASES: LazyLock<Arc<Bases<Russian>>> = LazyLock::new(|| Arc::new(Bases::embedded()));

/// A book to be searched quickly.
const GROWTH: Growth = Growth { nodes: 150, loss_weight: 20, seed: 3 };

/// The book of [`GROWTH`] with some 40 expanded positions, as a file holds it.
static SMALL: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let folder = Folder::new("book-small");
    let path = folder.file("small.book");
    let ending = grow(path.as_ref(), &mut fresh(), &Run { expanded: 40, ..Run::default() });
    assert_eq!(ending, Ending::Size);
    std::fs::read(path).unwrap()
});

/// How a book is to grow.
struct Run<'a> {
    threads: usize,
    expanded: usize,
    /// The book is kept after so long.
    keep: Duration,
    /// Whether to stop, once so many positions were searched.
    stop: &'a (dyn Fn(usize) -> bool + Sync),
}

impl Default for Run<'_> {
    fn default() -> Self {
        Self { threads: 1, expanded: 100, keep: Duration::MAX, stop: &|_| false }
    }
}

/// An empty book that is to begin with the start position.
fn fresh() -> Graph<Russian> {
    let mut graph = Graph::new(GROWTH);
    graph.add_root(Code::of(&Position::<Russian>::start()));
    graph
}

fn searcher() -> Searcher<Russian> {
    Searcher::new(Arc::clone(&WEIGHTS), Arc::clone(&BASES))
}

/// Does something with what lets books grow.
fn with_builder<T>(path: &Path, run: &Run, work: impl FnOnce(&Builder<'_, Russian>) -> T) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(run.threads).build().unwrap();
    let stop = AtomicBool::new(false);
    let told = |progress: Progress| {
        if (run.stop)(progress.searched) {
            stop.store(true, Ordering::Relaxed);
        }
    };
    work(&Builder { searcher: searcher(), pool: &pool, path, keep: run.keep, stop: &stop, told: &told })
}

fn grow(path: &Path, graph: &mut Graph<Russian>, run: &Run) -> Ending {
    let goal = Goal { expanded: run.expanded, time: None };
    with_builder(path, run, |builder| builder.grow(graph, goal).unwrap())
}

/// The book of a file, in memory.
fn read(path: &Path) -> Graph<Russian> {
    Graph::of(Parts::of(&Book::<Russian>::open(path).unwrap())).unwrap()
}

/// The book of some parts.
fn book(parts: &Parts) -> Book<Russian> {
    Book::checked(parts.write::<Russian>()).unwrap()
}

/// The codes of the positions after each move.
fn after(position: &Position<Russian>) -> Vec<Code> {
    position.legal_moves().into_iter().map(|mv| Code::of(&position.after(mv))).collect()
}

/// An entry of a book that was searched in its first way.
fn entry(score: i32, is_expanded: bool) -> Entry {
    let score = bolshak::search::Score::evaluation(score);
    Entry { value: score, score, depth: 9, effort: 0, is_expanded }
}
