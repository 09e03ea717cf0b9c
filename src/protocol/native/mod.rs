//! The native protocol, after UCI.

mod format;
mod parse;

pub(super) use format::{lines, score_text};
pub(super) use parse::parse;
