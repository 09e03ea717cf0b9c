//! The transposition table: what earlier searches found out about a position.
//!
//! All threads read and write it without locks. An entry is two words, the second combined with the key: an entry
//! of which two threads wrote one word each, or that belongs to another position, does not check out and is
//! not believed.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use super::Score;
use crate::machine::free_memory;
use crate::position::{Key, Move};

/// What a stored score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is at most this.
    Upper,
    /// It is at least this.
    Lower,
    /// It is this.
    Exact,
}

/// Enough of a move to find it again among the legal moves: start, end, and a fold of the captured set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MoveHint(u16);

impl MoveHint {
    /// The hint for a move; `None` gives one that fits no move.
    pub(super) fn of(mv: Option<Move>) -> Self {
        mv.map_or(Self(0), |mv| {
            let fold = (mv.captured.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60) as u16;
            Self(fold << 12 | (mv.to.index() as u16) << 6 | mv.from.index() as u16)
        })
    }

    /// Whether the hint was made of this move, or of one that only differs in what it takes.
    pub(super) fn fits(self, mv: Move) -> bool {
        self == Self::of(Some(mv))
    }

    /// Whether there is a move.
    pub(super) const fn is_some(self) -> bool {
        self.0 != 0
    }
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) hint: MoveHint,
    /// The score, its distance counted from the position.
    score: i16,
    /// The static evaluation, where it was computed.
    pub(super) evaluation: Option<i16>,
    pub(super) depth: u8,
    pub(super) bound: Bound,
}

impl Entry {
    /// An entry for a position `ply` plies from the root.
    pub(super) fn new(
        best: Option<Move>,
        score: Score,
        ply: usize,
        evaluation: Option<i32>,
        depth: i32,
        bound: Bound,
    ) -> Self {
        Self {
            hint: MoveHint::of(best),
            score: score.to_table(ply),
            evaluation: evaluation.map(|value| value as i16),
            depth: depth.clamp(0, 255) as u8,
            bound,
        }
    }

    /// The score, its distance counted from the root.
    pub(super) fn score(&self, ply: usize) -> Score {
        Score::from_table(self.score, ply)
    }

    fn pack(self, generation: u8) -> u64 {
        let evaluation = self.evaluation.unwrap_or(NO_EVALUATION);
        u64::from(self.hint.0)
            | u64::from(self.score as u16) << 16
            | u64::from(evaluation as u16) << 32
            | u64::from(self.depth) << 48
            | (self.bound as u64) << 56
            | u64::from(generation & GENERATIONS) << 58
    }

    fn unpack(word: u64) -> Self {
        let evaluation = (word >> 32) as i16;
        Self {
            hint: MoveHint(word as u16),
            score: (word >> 16) as i16,
            evaluation: (evaluation != NO_EVALUATION).then_some(evaluation),
            depth: (word >> 48) as u8,
            bound: match word >> 56 & 3 {
                0 => Bound::Upper,
                1 => Bound::Lower,
                _ => Bound::Exact,
            },
        }
    }
}

const NO_EVALUATION: i16 = i16::MIN;
/// Generations are counted modulo one more.
const GENERATIONS: u8 = 63;
/// An entry of an earlier search is replaced as if it were so much shallower for each search that has passed.
const DEPTHS_PER_GENERATION: i32 = 4;

fn generation_of(word: u64) -> u8 {
    (word >> 58) as u8
}

#[derive(Debug, Default)]
struct Slot {
    /// The key, combined with the data.
    check: AtomicU64,
    data: AtomicU64,
}

/// Four entries in one line of the processor's cache.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Cluster([Slot; 4]);

const _: () = assert!(size_of::<Cluster>() == 64);

/// The table is too large for the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a table of {mebibytes} MiB does not fit into the memory{}", available.map_or(String::new(), |free| format!(", of which {free} MiB are free")))]
pub struct TableError {
    /// The size asked for.
    pub mebibytes: usize,
    /// The free memory in MiB, where the system tells it.
    pub available: Option<usize>,
}

/// A transposition table.
#[derive(Debug)]
pub struct Table {
    clusters: Vec<Cluster>,
    generation: AtomicU8,
}

impl Table {
    /// An empty table of this size, at least 1 MiB.
    ///
    /// # Errors
    /// When the memory is not there.
    pub fn new(mebibytes: usize) -> Result<Self, TableError> {
        let available = free_memory().map(|mebibytes| mebibytes as usize);
        let error = TableError { mebibytes, available };
        if available.is_some_and(|free| mebibytes > free) {
            return Err(error);
        }
        let count = mebibytes.max(1).checked_mul((1 << 20) / size_of::<Cluster>()).ok_or(error)?;
        let mut clusters = Vec::new();
        clusters.try_reserve_exact(count).map_err(|_| error)?;
        clusters.resize_with(count, Cluster::default);
        Ok(Self { clusters, generation: AtomicU8::new(0) })
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in self.clusters.iter().flat_map(|cluster| &cluster.0) {
            slot.check.store(0, Ordering::Relaxed);
            slot.data.store(0, Ordering::Relaxed);
        }
        self.generation.store(0, Ordering::Relaxed);
    }

    /// A new search begins: what is there ages.
    pub(super) fn new_search(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    /// What is known about the position with this key.
    #[inline]
    pub(super) fn probe(&self, key: Key) -> Option<Entry> {
        self.cluster(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let checks_out = slot.check.load(Ordering::Relaxed) ^ data == key.0 && data != 0;
            checks_out.then(|| Entry::unpack(data))
        })
    }

    /// Remembers an entry, in the place of what is worth least.
    pub(super) fn store(&self, key: Key, mut entry: Entry) {
        let generation = self.generation.load(Ordering::Relaxed) & GENERATIONS;
        let cluster = self.cluster(key);
        let mut victim = &cluster.0[0];
        let mut least = i32::MAX;
        for slot in &cluster.0 {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key.0 && data != 0 {
                let known = Entry::unpack(data);
                if !entry.hint.is_some() {
                    entry.hint = known.hint;
                }
                // A bound from a much shallower search tells less than what is known from this one.
                let keeps = entry.bound != Bound::Exact
                    && i32::from(entry.depth) + 3 < i32::from(known.depth)
                    && generation_of(data) == generation;
                if keeps {
                    return;
                }
                victim = slot;
                break;
            }
            let age = generation.wrapping_sub(generation_of(data)) & GENERATIONS;
            let worth = if data == 0 {
                i32::MIN
            } else {
                i32::from(Entry::unpack(data).depth) - DEPTHS_PER_GENERATION * i32::from(age)
            };
            if worth < least {
                (victim, least) = (slot, worth);
            }
        }
        let data = entry.pack(generation);
        victim.data.store(data, Ordering::Relaxed);
        victim.check.store(key.0 ^ data, Ordering::Relaxed);
    }

    /// How full the table is with entries of this search, in thousandths, judged by its first thousand clusters.
    pub fn permille_used(&self) -> u32 {
        let generation = self.generation.load(Ordering::Relaxed) & GENERATIONS;
        let sample = &self.clusters[..self.clusters.len().min(1000)];
        let slots = sample.iter().flat_map(|cluster| &cluster.0);
        let used = slots.map(|slot| slot.data.load(Ordering::Relaxed));
        let used = used.filter(|&data| data != 0 && generation_of(data) == generation).count();
        (used * 1000 / (sample.len() * 4)) as u32
    }

    fn cluster(&self, key: Key) -> &Cluster {
        // The high half of the product is a number below the count: the whole key takes part, any size will do.
        &self.clusters[((u128::from(key.0) * self.clusters.len() as u128) >> 64) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Bitboard, Square};

    fn entry(depth: i32) -> Entry {
        let mv = Move {
            from: Square::from_index(9),
            to: Square::from_index(14),
            promotes: false,
            captured: Bitboard::EMPTY,
        };
        Entry::new(Some(mv), Score::win_in(9), 4, Some(-77), depth, Bound::Lower)
    }

    #[test]
    fn what_is_stored_is_found_again_under_its_key_only() {
        let table = Table::new(1).unwrap();
        table.store(Key(12_345), entry(7));
        assert_eq!(table.probe(Key(12_345)), Some(entry(7)));
        assert_eq!(table.probe(Key(12_346)), None);
        assert_eq!(entry(7).score(4), Score::win_in(9));
        table.clear();
        assert_eq!(table.probe(Key(12_345)), None);
    }

    #[test]
    fn a_torn_entry_is_not_believed() {
        let table = Table::new(1).unwrap();
        table.store(Key(12_345), entry(7));
        let slot =
            table.cluster(Key(12_345)).0.iter().find(|slot| slot.data.load(Ordering::Relaxed) != 0).unwrap();
        slot.data.store(entry(8).pack(0), Ordering::Relaxed);
        assert_eq!(table.probe(Key(12_345)), None);
    }

    #[test]
    fn shallow_and_old_entries_make_room_first() {
        let table = Table::new(1).unwrap();
        for key in 1..=4 {
            table.store(Key(key), entry(10 + key as i32));
        }
        table.store(Key(5), entry(3));
        assert_eq!(table.probe(Key(1)), None, "the shallowest of the four was replaced");
        assert!(table.probe(Key(5)).is_some());
    }

    #[test]
    fn a_table_beyond_all_memory_is_refused() {
        assert!(Table::new(usize::MAX >> 21).is_err());
    }
}
