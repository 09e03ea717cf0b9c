//! PDN (Portable Draughts Notation): files of games, read with tolerance and written to the letter.
//!
//! Real files are written by many hands and programs, and few of them keep to the standard. The reader takes what can
//! be understood, says with line and column what cannot, and goes on with the next game. It holds one game in memory
//! at a time. Nothing here panics, whatever the bytes.
//!
//! ```text
//! bytes ─► decode ─► text ─► token ─► game_text ─► resolve ─► Record ─► writer ─► text
//!                             scan      word
//! ```
//!
//! Source: the PDN 3.0 standard, <https://wiegerw.github.io/pdn/>, its reading grammar and its notes on real files.
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice
)]

mod decode;
mod embedded;
mod fault;
mod flying;
mod game_text;
mod outcome;
mod reader;
mod record;
mod resolve;
mod scan;
mod style;
mod tags;
mod token;
mod word;
mod writer;

pub use embedded::{Clocks, Evaluation};
pub use fault::{Fault, FaultKind, MoveNumber};
pub use outcome::Outcome;
pub use reader::{LONGEST_GAME_MIB, Parsed, Reader};
pub use record::{Annotation, Record, RecordedMove};
pub use resolve::Reading;
pub use style::{Form, Style};
pub use tags::{Tag, Tags};
pub use writer::write_game;
