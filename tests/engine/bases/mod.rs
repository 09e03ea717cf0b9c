//! The endgame bases, compared with solvers that share nothing with the one that made them but the moves.

mod brute;
mod draw_rules;
mod exhaustive;
mod naive;

use std::sync::LazyLock;

use bolshak::bases::Bases;
use bolshak::rules::Russian;

/// The bases that are part of the program.
static BASES: LazyLock<Bases<Russian>> = LazyLock::new(Bases::embedded);
