//! Files of samples: the games from one number to another, of one recipe.
//!
//! All numbers are little-endian.
//!
//! | bytes | |
//! |---|---|
//! | 8 | `bolshakS` |
//! | 2 | the version of the format |
//! | 2 | the length of the next text |
//! | | the recipe: all that the games depend on |
//! | 4 | the number of games |
//! | 2 a game | the number of its samples |
//! | 27 a sample | White's pieces, Black's pieces, kings (8 each, as sets of squares), score (2), outcome (1) |
//! | 4 | the checksum of all this |

use std::io;
use std::path::Path;

use super::sample::Sample;
use crate::files::{self, Bytes, OpenError};
use crate::rules::{Rules, Variant};

const MAGIC: &[u8; 8] = b"bolshakS";
const VERSION: u16 = 1;

/// The samples of one game.
pub(super) type GameSamples = Vec<Sample>;

/// Why a file is no shard that can be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShardFault {
    /// It does not begin as samples do.
    #[error("expected samples made by \"bolshak train generate\", found something else")]
    NoSamples,
    /// It was written by another version of the program.
    #[error("expected format {VERSION} of samples, found format {0}")]
    Version(u16),
    /// It is cut off, or bytes were changed.
    #[error("the checksum is wrong: the file is damaged")]
    Checksum,
    /// It is of another game.
    #[error("expected samples of {expected}, found those of recipe {found:?}")]
    Variant {
        /// The game wanted.
        expected: Variant,
        /// The recipe in the file.
        found: String,
    },
    /// The checksum is right, but what it says makes no sense.
    #[error("what it holds makes no sense")]
    Content,
}

/// Why a file of samples cannot be read.
pub type ShardError = OpenError<ShardFault>;

/// Reads the file of a shard: its recipe, and its games.
pub(super) fn open<R: Rules>(path: &Path) -> Result<(String, Vec<GameSamples>), ShardError> {
    files::open(path, "samples", read::<R>)
}

/// Writes a shard.
pub(super) fn write(path: &Path, recipe: &str, games: &[GameSamples]) -> io::Result<()> {
    let samples: usize = games.iter().map(Vec::len).sum();
    let mut bytes = Vec::with_capacity(64 + recipe.len() + 2 * games.len() + Sample::SIZE * samples);
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    files::put_text(&mut bytes, recipe);
    bytes.extend_from_slice(&(games.len() as u32).to_le_bytes());
    for game in games {
        bytes.extend_from_slice(&(game.len() as u16).to_le_bytes());
        for sample in game {
            sample.write(&mut bytes);
        }
    }
    files::seal(&mut bytes);
    files::replace(path, &bytes)
}

fn read<R: Rules>(bytes: &[u8]) -> Result<(String, Vec<GameSamples>), ShardFault> {
    let mut rest = Bytes(bytes);
    if rest.take() != Some(*MAGIC) {
        return Err(ShardFault::NoSamples);
    }
    let version = rest.u16().ok_or(ShardFault::NoSamples)?;
    if version != VERSION {
        return Err(ShardFault::Version(version));
    }
    files::unsealed(bytes).ok_or(ShardFault::Checksum)?;
    let recipe = rest.text().ok_or(ShardFault::Content)?;
    if recipe.split_whitespace().next() != Some(R::VARIANT.name()) {
        return Err(ShardFault::Variant { expected: R::VARIANT, found: recipe });
    }
    let games = rest.u32().ok_or(ShardFault::Content)?;
    let game = |_| (0..rest.u16()?).map(|_| Sample::read::<R>(&mut rest)).collect::<Option<GameSamples>>();
    let games = (0..games).map(game).collect::<Option<Vec<_>>>().ok_or(ShardFault::Content)?;
    Ok((recipe, games))
}
