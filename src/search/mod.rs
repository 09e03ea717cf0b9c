//! The search: iterative deepening over a principal-variation search with a shared transposition table.
//!
//! ```text
//! strength ─► pool ─► worker ─► deepening ─► alphabeta ─► quiescence ─► eval
//!                                                │ policy: what to extend, reduce, prune
//!                                                │ picker, history: in which order
//!                                                └ table: what is known from before
//! ```
//!
//! Nothing here prints: an [`Observer`] is told of each finished line.

mod alphabeta;
mod clock;
mod deepening;
mod endgames;
mod history;
mod level;
mod limits;
mod line;
mod node;
mod params;
mod picker;
mod policy;
mod pool;
mod quiescence;
mod report;
mod score;
mod signals;
mod strength;
mod table;
mod task;
mod worker;

pub use level::{FULL_SKILL, Level};
pub use limits::{Budget, Limits};
pub use line::Line;
pub use report::{Info, Observer, Report, Silent, nodes_per_second};
pub use score::{Outlook, Score};
pub use signals::Signals;
pub use strength::search;
pub use table::{Table, TableError};
pub use task::Task;

/// The deepest search, in plies from the root.
pub const MAX_PLY: usize = 128;

/// The greatest depth that can be asked for.
pub const MAX_DEPTH: u32 = 100;
