//! Files of weights.
//!
//! All numbers are little-endian.
//!
//! | bytes | |
//! |---|---|
//! | 8 | `bolshakW` |
//! | 2 | the version of the format |
//! | 16 | the name of the game, filled up with zeros |
//! | 4 | the number of features |
//! | 4 | the number of patterns |
//! | 2 | the length of the next text |
//! | | how the weights came to be |
//! | 4 a feature, 4 a pattern | the weight in the opening and in the ending (2 each), in eighths of a hundredth of a man |
//! | 4 | the checksum of all this |

use std::io;
use std::path::Path;
use std::sync::Arc;

use super::Evaluated;
use super::features::FEATURES;
use super::patterns::Patterns;
use super::weights::{Weight, Weights};
use crate::files::{self, Bytes, OpenError};
use crate::rules::Variant;

const MAGIC: &[u8; 8] = b"bolshakW";
/// Another number of features, or another meaning of one, is another version.
const VERSION: u16 = 1;
const NAME: usize = 16;

/// Why bytes are no weights that can be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsFault {
    /// They do not begin as weights do.
    #[error("expected weights made by \"bolshak train export\", found something else")]
    NoWeights,
    /// They were written by another version of the program.
    #[error("expected format {VERSION} of weights, found format {0}")]
    Version(u16),
    /// They are of another game.
    #[error("expected weights of {expected}, found those of {found}")]
    Variant {
        /// The game wanted.
        expected: Variant,
        /// The game that is named.
        found: String,
    },
    /// They are of another evaluation.
    #[error("expected {expected} weights, found {found}")]
    Count {
        /// The weights of this program.
        expected: usize,
        /// Those announced.
        found: usize,
    },
    /// There are fewer or more bytes than announced.
    #[error("expected {expected} bytes, found {found}")]
    Length {
        /// What was announced.
        expected: usize,
        /// What there is.
        found: usize,
    },
    /// Bytes were changed.
    #[error("the checksum is wrong: the file is damaged")]
    Checksum,
}

/// Why a file of weights cannot be used.
pub type WeightsError = OpenError<WeightsFault>;

impl<R: Evaluated> Weights<R> {
    /// The weights of a file, or, without one, those of the program.
    ///
    /// # Errors
    /// When the file cannot be read, is of another game, or damaged.
    pub fn load(path: Option<&Path>) -> Result<Arc<Self>, WeightsError> {
        let Some(path) = path else { return Ok(R::weights()) };
        let weights = files::open(path, "a file of weights", Self::read)?;
        Ok(Arc::new(weights))
    }

    /// Writes a file of weights.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        files::replace(path, &self.write())
    }

    /// A number that tells weights from others.
    pub fn checksum(&self) -> u32 {
        // With its own checksum behind it, the sum of any file is the same.
        files::unsealed(&self.write()).map_or(0, crc32fast::hash)
    }

    /// The weights as bytes.
    pub fn write(&self) -> Vec<u8> {
        let weights = self.features.iter().chain(&self.patterns);
        let mut bytes = Vec::with_capacity(64 + self.origin.len() + 4 * (FEATURES + Patterns::<R>::COUNT));
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&R::VARIANT.padded_name());
        bytes.extend_from_slice(&(FEATURES as u32).to_le_bytes());
        bytes.extend_from_slice(&(Patterns::<R>::COUNT as u32).to_le_bytes());
        files::put_text(&mut bytes, &self.origin);
        for weight in weights {
            bytes.extend_from_slice(&(weight.opening() as i16).to_le_bytes());
            bytes.extend_from_slice(&(weight.ending() as i16).to_le_bytes());
        }
        files::seal(&mut bytes);
        bytes
    }

    /// The inverse of [`write`](Self::write).
    ///
    /// # Errors
    /// When these are no weights of this game and version, or damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, WeightsFault> {
        let mut rest = Bytes(bytes);
        if rest.take() != Some(*MAGIC) {
            return Err(WeightsFault::NoWeights);
        }
        let version = rest.u16().ok_or(WeightsFault::NoWeights)?;
        if version != VERSION {
            return Err(WeightsFault::Version(version));
        }
        let cut = || WeightsFault::Length { expected: 8 + 2 + NAME + 10, found: bytes.len() };
        let found: [u8; NAME] = rest.take().ok_or_else(cut)?;
        if found != R::VARIANT.padded_name() {
            return Err(WeightsFault::Variant { expected: R::VARIANT, found: Variant::shown(&found) });
        }
        let mut count = || rest.u32().map(|number| number as usize);
        let (features, patterns) = (count().ok_or_else(cut)?, count().ok_or_else(cut)?);
        if (features, patterns) != (FEATURES, Patterns::<R>::COUNT) {
            let expected = FEATURES + Patterns::<R>::COUNT;
            return Err(WeightsFault::Count { expected, found: features.saturating_add(patterns) });
        }
        let length = usize::from(rest.u16().ok_or_else(cut)?);
        let expected = bytes.len() - rest.0.len() + length + 4 * (features + patterns) + 4;
        if bytes.len() != expected {
            return Err(WeightsFault::Length { expected, found: bytes.len() });
        }
        files::unsealed(bytes).ok_or(WeightsFault::Checksum)?;
        let (origin, rest) = rest.0.split_at(length);
        let mut weights = rest.chunks_exact(4).map(|bytes| {
            let part = |at: usize| i16::from_le_bytes([bytes[at], bytes[at + 1]]);
            Weight::new(part(0), part(2))
        });
        let features = Box::new(std::array::from_fn(|_| weights.next().unwrap_or_default()));
        let patterns = weights.take(patterns).collect();
        Ok(Self::new(features, patterns, String::from_utf8_lossy(origin).into_owned()))
    }
}
