//! What is known of the positions of a balance while it is solved. All threads write to it.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::super::balance::Balance;
use super::super::index::Index;
use super::super::value::Value;
use crate::rules::Rules;

/// So many positions are looked at by a thread at a time.
const CHUNK: u64 = 4096;
/// The value will not change.
pub(super) const SETTLED: u8 = u8::MAX;

/// The positions of a balance, each in its states.
pub(super) struct Table<R> {
    pub(super) index: Index<R>,
    /// The states of each position, which has so many entries in a row.
    pub(super) states: u64,
    /// Of each entry in one word, since reading it is what takes the time: the value and, from bit 16 on, the moves within
    /// the balance that are not known to lose, or [`SETTLED`].
    entries: Vec<AtomicU32>,
}

const ONE_MOVE: u32 = 1 << 16;

const fn word(value: Value, open: u8) -> u32 {
    value.code() as u32 | (open as u32) << 16
}

const fn value(word: u32) -> Value {
    Value::from_code(word as u16)
}

const fn open(word: u32) -> u8 {
    (word >> 16) as u8
}

impl<R: Rules> Table<R> {
    pub(super) fn new(balance: Balance, states: u64) -> Self {
        let index = Index::new(balance);
        let mut entries = Vec::new();
        entries.resize_with((index.count() * states) as usize, AtomicU32::default);
        Self { index, states, entries }
    }

    pub(super) fn into_values(self) -> Vec<u16> {
        self.entries.into_iter().map(|entry| value(entry.into_inner()).code()).collect()
    }

    pub(super) fn chunks(&self) -> u64 {
        self.index.count().div_ceil(CHUNK)
    }

    /// The numbers of the positions of a chunk.
    pub(super) fn numbers(&self, chunk: u64) -> Range<u64> {
        chunk * CHUNK..((chunk + 1) * CHUNK).min(self.index.count())
    }

    pub(super) fn set(&self, entry: u64, value: Value, open: u8) {
        self.entries[entry as usize].store(word(value, open), Relaxed);
    }

    /// Hands out the entries of a chunk that are won or lost in so many plies.
    pub(super) fn with_plies(&self, chunk: u64, plies: u16, mut take: impl FnMut(u64, Value)) {
        let numbers = self.numbers(chunk);
        let first = numbers.start * self.states;
        let entries = first as usize..(numbers.end * self.states) as usize;
        let (win, loss) = (Value::win_in(plies), Value::loss_in(plies));
        for (entry, word) in (first..).zip(&self.entries[entries]) {
            let value = value(word.load(Relaxed));
            if value == win || value == loss {
                take(entry, value);
            }
        }
    }

    /// Whether it may be news for a position that a move within the balance gives it this value.
    #[inline]
    pub(super) fn may_learn(&self, entry: u64, next: Value) -> bool {
        let word = self.entries[entry as usize].load(Relaxed);
        open(word) != SETTLED && !(value(word).is_win() && value(word).plies() <= next.plies())
    }

    /// A position that may learn can be won by a move within the balance.
    pub(super) fn win(&self, entry: u64, next: Value) {
        let entry = &self.entries[entry as usize];
        // Another thread may close a move in between, and this undo it. That is no matter: the move that wins will never
        // be closed, so that they do not run out.
        entry.store(word(next, open(entry.load(Relaxed))), Relaxed);
    }

    /// One of the moves of a position that may learn loses. Whether it was the last that was not known to.
    pub(super) fn close_one(&self, entry: u64) -> bool {
        open(self.entries[entry as usize].fetch_sub(ONE_MOVE, Relaxed)) == 1
    }

    pub(super) fn lose(&self, entry: u64, value: Value) {
        self.set(entry, value, 0);
    }
}
