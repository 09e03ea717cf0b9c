//! Endgame bases: what each position with few pieces is worth.

mod balance;
mod build;
mod codec;
mod embedded;
mod file;
mod header;
mod index;
mod known;
mod load;
mod probe;
mod solve;
mod value;
mod verify;

pub use crate::files::OpenError;
pub use balance::{Balance, MOST_PIECES};
pub use build::{BuildError, NEAR, Plan, Step, Watcher, build, kinds};
pub use file::{BaseError, BaseFile, file_name};
pub use header::{Fault, Header, Kind, Section, Totals};
pub use index::Index;
pub use load::{LoadFault, user_folder};
pub use probe::{Bases, Conversion, Verdict};
pub use value::{Outcome, Standing, Value};
pub use verify::{Checked, Discord, Effort, Subject, VerifyError, verify};
