//! The samples of all games, ready to be learnt from.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::sample::Sample;
use super::shard::{self, ShardError};
use crate::rules::Rules;

/// Why samples cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum DatasetError {
    /// A folder cannot be read.
    #[error("{}: expected samples: {error}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A file is of no use.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// There is nothing.
    #[error("{}: expected files of samples, found none", .0.display())]
    Empty(PathBuf),
}

/// A position with what became of it in all the games in which it occurred.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Lesson {
    pub(super) sample: Sample,
    /// The mean points of the side to move.
    pub(super) points: f32,
    /// The mean score, in hundredths of a man.
    pub(super) score: f32,
}

/// Positions to learn from, and others to see how much was learnt.
#[derive(Clone, Debug, Default)]
pub struct Dataset {
    pub(super) lessons: Vec<Lesson>,
    pub(super) tests: Vec<Lesson>,
    /// The games.
    pub games: usize,
    /// The positions, before those that occur more than once are taken together.
    pub samples: usize,
}

/// One game of so many is kept for tests.
const TESTS: usize = 20;

impl Dataset {
    /// Reads the shards of some folders.
    ///
    /// # Errors
    /// When one cannot be read, or there is none.
    pub fn read<R: Rules>(folders: &[PathBuf]) -> Result<Self, DatasetError> {
        let mut dataset = Self::default();
        let (mut lessons, mut tests) = (Vec::new(), Vec::new());
        for folder in folders {
            let paths = shards(folder)?;
            if paths.is_empty() {
                return Err(DatasetError::Empty(folder.clone()));
            }
            for path in paths {
                for game in shard::open::<R>(&path)?.1 {
                    let kept = dataset.games.is_multiple_of(TESTS);
                    dataset.games += 1;
                    dataset.samples += game.len();
                    if kept { tests.extend(game) } else { lessons.extend(game) }
                }
            }
        }
        dataset.lessons = merged(lessons);
        dataset.tests = merged(tests);
        Ok(dataset)
    }

    /// The number of different positions to learn from, and of those for tests.
    pub const fn sizes(&self) -> (usize, usize) {
        (self.lessons.len(), self.tests.len())
    }
}

/// The files of a folder, in the order of their names.
fn shards(folder: &Path) -> Result<Vec<PathBuf>, DatasetError> {
    let fault = |error| DatasetError::Folder { path: folder.to_owned(), error };
    let entries = fs::read_dir(folder).map_err(fault)?;
    let paths = entries.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>();
    let mut paths = paths.map_err(fault)?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "samples"));
    paths.sort();
    Ok(paths)
}

/// Each position once.
fn merged(mut samples: Vec<Sample>) -> Vec<Lesson> {
    samples.sort_unstable();
    let same = samples.chunk_by(|one, other| one.board() == other.board());
    let lesson = |same: &[Sample]| {
        let mean = |sum: f32| sum / same.len() as f32;
        Lesson {
            sample: same[0],
            points: mean(same.iter().map(|sample| sample.outcome.half_points() as f32 / 2.0).sum()),
            score: mean(same.iter().map(|sample| f32::from(sample.score)).sum()),
        }
    };
    same.map(lesson).collect()
}
