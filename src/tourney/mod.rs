//! Matches between engines: openings, games under a referee's eyes, and what their results say.

mod adjudication;
mod contest;
mod contestant;
mod dialogue;
mod journal;
mod log;
pub mod openings;
mod pace;
mod player;
mod process;
mod record;
mod referee;
mod schedule;
mod sprt;
mod standings;
mod statistics;

pub use adjudication::{Adjudication, DrawAdjudication, WinAdjudication};
pub use contest::{Match, MatchLog, News};
pub use contestant::{Contestant, ContestantError, Protocol, tell_apart};
pub use journal::{Journal, JournalError, Plan, VERSION as JOURNAL_VERSION};
pub use openings::Opening;
pub use pace::{BadTimeControl, Pace, TimeControl};
pub use player::Failure;
pub use record::{Fault, FaultKind, GameRecord, PlayedMove};
pub use schedule::{Fixture, Format, Order, Schedule};
pub use sprt::{Model, Sprt, Verdict};
pub use standings::Standings;
pub use statistics::{Estimate, Outcome, Tally, elo, expected_score};
