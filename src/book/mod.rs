//! The opening book: positions, what they are worth by search and by all that comes after them, and how it grows.
//!
//! ```text
//! Book (a file, read where it lies) ◄──► Parts ◄──► Graph (in memory) ◄── build ◄─ frontier
//!   └► probe: which moves it has, and which to play
//! ```
//!
//! Values go from the last positions to the first by the rule that each side takes its best move. A move is chosen
//! among the legal ones by what the book knows of the positions after them: whatever a file holds, no other move
//! can come out of it.

mod build;
mod code;
mod embedded;
mod entry;
mod file;
mod frontier;
mod graph;
mod merge;
mod probe;
mod section;
mod stats;
mod verify;

pub use crate::files::OpenError;
pub use build::{BuildError, Builder, Ending, Goal, Progress, Searcher};
pub use code::Code;
pub use entry::{Effort, Entry, Games, Growth};
pub use file::{Book, BookError, BookFault, Parts};
pub use graph::{Graph, NoPosition, TooManyEfforts};
pub use probe::{BookMove, Choice, Taste};
pub use stats::{Level, Stats};
pub use verify::{Flaw, Searched, check, search_again};
