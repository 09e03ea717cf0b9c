//! The native protocol, after UCI.

mod format;
mod parse;

pub(super) use format::lines;
pub(super) use parse::parse;
