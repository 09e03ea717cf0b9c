//! The endgame bases, compared with solvers that share nothing with the one that made them but the moves.

mod brute;
mod draw_rules;
mod exhaustive;
mod files;
mod naive;
mod numbering;
mod play;
mod search;
mod successors;
mod threads;
mod totals;

use std::sync::{Arc, LazyLock};

use bolshak::bases::{Balance, Bases, Index, MOST_PIECES};
use bolshak::position::Position;
use bolshak::rules::{Rules, Russian};

/// The bases that are part of the program.
static BASES: LazyLock<Arc<Bases<Russian>>> = LazyLock::new(|| Arc::new(Bases::embedded()));

/// The balance that is written so.
fn named(text: &str) -> Balance {
    (2..=MOST_PIECES).flat_map(Balance::all).find(|balance| balance.to_string() == text).unwrap()
}

/// Numbers that look random and are the same in each run (the generator `SplitMix64`).
struct Random(u64);

impl Random {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % most
    }

    /// Positions with so many pieces and White to move, as many of each balance.
    fn positions<R: Rules>(&mut self, pieces: u8, of_each: usize) -> Vec<Position<R>> {
        let mut all = Vec::new();
        for balance in Balance::all(pieces) {
            let index = Index::<R>::new(balance);
            all.extend((0..of_each).map(|_| index.position(self.below(index.count()))));
        }
        all
    }
}
