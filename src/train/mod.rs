//! Learning the weights of the evaluation from games that the engine plays with itself.
//!
//! ```text
//! generate ─► shards of samples ─► dataset ─► fit ─► model ─► export ─► weights
//!    └ selfplay                                └ epochs of gradient descent
//! ```
//!
//! Each step writes files, can be interrupted and goes on where it was. The same seed gives the same bytes, on however
//! many threads.

mod dataset;
mod fit;
mod generate;
mod model;
mod sample;
mod selfplay;
mod shard;

pub use crate::files::OpenError;
pub use dataset::{Dataset, DatasetError};
pub use fit::{Epoch, FitSettings, fit};
pub use generate::{GenerateError, Generation, Progress, generate};
pub use model::{Model, ModelError};
pub use sample::Sample;
pub use selfplay::Terms;
pub use shard::{ShardError, ShardFault};
