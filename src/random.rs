//! Random numbers that are the same on every machine, and seeds for them that are not.

use std::hash::{BuildHasher, RandomState};

/// A generator of random numbers: `SplitMix64`, by Steele, Lea and Flood.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A seed that nobody knows beforehand.
    pub(crate) fn fresh_seed() -> u64 {
        // The standard library begins each hasher with random keys of the system.
        RandomState::new().hash_one(0)
    }

    /// A number below `bound`.
    pub(crate) const fn below(&mut self, bound: usize) -> usize {
        ((self.next() as u128 * bound as u128) >> 64) as usize
    }

    /// Puts a list into random order.
    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}
