//! Games in great number, written in shards as they are finished.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rayon::prelude::*;

use super::selfplay::{Player, Terms};
use super::shard::{self, ShardError};
use crate::bases::Bases;
use crate::eval::{Evaluated, Weights};
use crate::random::Random;
use crate::search::{Table, TableError};

/// What to play.
#[derive(Debug)]
pub struct Generation<'a, R: Evaluated> {
    /// How games are played.
    pub terms: Terms,
    /// The number of games.
    pub games: usize,
    /// What they depend on.
    pub seed: u64,
    /// The weights of both sides.
    pub weights: Arc<Weights<R>>,
    /// The endgame bases of both sides, which also end games.
    pub bases: Arc<Bases<R>>,
    /// Where the shards go.
    pub folder: &'a Path,
}

/// How far the work has got.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The games there are.
    pub games: usize,
    /// Their samples.
    pub samples: usize,
}

/// Why games were not played.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// There is no memory for a transposition table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A file cannot be written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// There is a file already, and it is no shard.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// The folder holds games of another recipe.
    #[error("{}: expected games of recipe {expected:?}, found {found:?}; choose another folder", path.display())]
    Recipe {
        /// A file of the folder.
        path: PathBuf,
        /// What was asked for.
        expected: String,
        /// What is in it.
        found: String,
    },
    /// Somebody stopped it.
    #[error("interrupted")]
    Interrupted,
}

/// The games of a shard.
const SHARD: usize = 500;

/// The size of a game's table in MiB.
const HASH: usize = 2;

/// Plays the games that are not there yet, with as many threads as the pool has. `told` hears of each shard.
///
/// # Errors
/// When a file cannot be read or written, the folder holds something else, or `stop` is set.
pub fn generate<R: Evaluated>(
    generation: &Generation<'_, R>,
    pool: &rayon::ThreadPool,
    stop: &AtomicBool,
    told: &(dyn Fn(Progress) + Sync),
) -> Result<Progress, GenerateError> {
    let (games, samples) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let now = || Progress { games: games.load(Ordering::Relaxed), samples: samples.load(Ordering::Relaxed) };
    let recipe = generation.recipe();
    let shards = 0..generation.games.div_ceil(SHARD);
    let work = |number: usize| -> Result<(), GenerateError> {
        let done = generation.shard(number, &recipe, stop)?;
        games.fetch_add(done.games, Ordering::Relaxed);
        samples.fetch_add(done.samples, Ordering::Relaxed);
        told(now());
        Ok(())
    };
    // In their order, so that what an interruption leaves is the beginning of it all.
    pool.install(|| shards.par_bridge().try_for_each(work))?;
    Ok(now())
}

impl<R: Evaluated> Generation<'_, R> {
    /// All that the games depend on, besides their numbers and the program.
    fn recipe(&self) -> String {
        let Terms { nodes, plies, margin } = &self.terms;
        let weights = self.weights.checksum();
        format!(
            "{variant} seed {seed} nodes {nodes} plies {least}-{most} margin {margin} weights {weights:08x}",
            variant = R::VARIANT,
            seed = self.seed,
            least = plies.start(),
            most = plies.end(),
        )
    }

    /// Makes a shard, or reads it if it is there.
    fn shard(&self, number: usize, recipe: &str, stop: &AtomicBool) -> Result<Progress, GenerateError> {
        let path = self.folder.join(format!("{}-{number:05}.samples", R::VARIANT));
        let numbers = number * SHARD..self.games.min((number + 1) * SHARD);
        if let Some(there) = there::<R>(&path, recipe)?
            && there.games >= numbers.len()
        {
            return Ok(there);
        }
        let player = Player {
            terms: &self.terms,
            weights: &self.weights,
            bases: &self.bases,
            table: Table::new(HASH)?,
        };
        let mut games = Vec::with_capacity(numbers.len());
        for game in numbers {
            if stop.load(Ordering::Relaxed) {
                return Err(GenerateError::Interrupted);
            }
            // Neighbouring seeds give games that have nothing in common.
            let seed = Random::new(self.seed ^ Random::new(game as u64).next()).next();
            games.push(player.play(seed));
        }
        shard::write(&path, recipe, &games).map_err(|error| GenerateError::File { path, error })?;
        Ok(Progress { games: games.len(), samples: games.iter().map(Vec::len).sum() })
    }
}

/// What a shard holds, if it is there.
fn there<R: Evaluated>(path: &Path, recipe: &str) -> Result<Option<Progress>, GenerateError> {
    if !path.exists() {
        return Ok(None);
    }
    let (found, games) = shard::open::<R>(path)?;
    if found != recipe {
        return Err(GenerateError::Recipe { path: path.to_owned(), expected: recipe.to_owned(), found });
    }
    Ok(Some(Progress { games: games.len(), samples: games.iter().map(Vec::len).sum() }))
}
