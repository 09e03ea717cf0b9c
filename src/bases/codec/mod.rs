//! The packing of a slice, so that any one value can be unpacked without the others.
//!
//! The values are cut into blocks of the same length, and each block is a sequence of runs. A run is a symbol, made of
//! its value and the class of its length, and bits that tell the length apart within its class. Symbols have prefix
//! codes; with few different values there is a code of its own after each value. Where a block begins is looked up.
//!
//! | bytes | |
//! |---|---|
//! | 8 | the number of values |
//! | 1 | the binary logarithm of a block's length |
//! | 1 | the greatest length of a symbol's code |
//! | 2 | the number of different values |
//! | 2 each | these |
//! | half a byte a symbol | the lengths of their codes, code after code |
//! | 4 for each 8 blocks | where the first of them begins |
//! | 2 a block | how much later it begins |
//! | | the blocks |
//! | 8 | zeros |

mod bits;
mod huffman;
mod runs;

use rayon::prelude::*;

use self::bits::{PADDING, Reader, Writer};
use self::huffman::Code;
use self::runs::{Classes, Run};

/// A value that is never asked for.
pub(super) const ANY: u16 = u16::MAX;

/// With more different values than this, one code serves them all.
const MOST_CONTEXTS: usize = 5;
/// The binary logarithm of a block's length.
const BLOCK_BITS: u32 = 11;
/// The greatest length of a symbol's code, where each value has a code of its own after it.
const CONTEXT_LIMIT: u32 = 10;
/// The same for one code for all; with very many symbols it is more, but never more than half a byte can tell.
const LIMIT: u32 = 12;
const MOST_LIMIT: u32 = 15;
/// Blocks whose beginnings are told as a number and differences from it.
const GROUP: usize = 8;
const FIXED: usize = 12;

/// The bytes are not those of a packed slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a packed slice is damaged")]
pub(super) struct Corrupt;

/// The symbols of a slice: how values and classes of lengths make symbols, and after which value which code is used.
#[derive(Clone, Debug)]
struct Alphabet {
    values: Vec<u16>,
    classes: Classes,
    limit: u32,
}

impl Alphabet {
    fn of(values: &[u16]) -> Self {
        let seen = values.par_chunks(1 << 16).map(|chunk| {
            let mut seen = vec![false; usize::from(ANY) + 1];
            for &value in chunk {
                seen[usize::from(value)] = true;
            }
            seen
        });
        let seen = seen.reduce(Vec::new, |mut some, more| {
            if some.is_empty() {
                return more;
            }
            some.iter_mut().zip(more).for_each(|(some, more)| *some |= more);
            some
        });
        let values: Vec<u16> =
            (0..ANY).filter(|&value| seen.get(usize::from(value)) == Some(&true)).collect();
        let classes = Classes { block_bits: BLOCK_BITS };
        let limit = if values.len() <= MOST_CONTEXTS {
            CONTEXT_LIMIT
        } else {
            // Enough for each symbol to have a code.
            (values.len() * classes.count()).next_power_of_two().ilog2().clamp(LIMIT, MOST_LIMIT)
        };
        Self { values, classes, limit }
    }

    const fn has_contexts(&self) -> bool {
        self.values.len() <= MOST_CONTEXTS
    }

    /// The number of codes: one for the beginning of a block, and one after each value.
    const fn codes(&self) -> usize {
        if self.has_contexts() { self.values.len() + 1 } else { 1 }
    }

    /// The code after a value.
    const fn code_after(&self, value: usize) -> usize {
        if self.has_contexts() { value + 1 } else { 0 }
    }

    const fn symbols(&self) -> usize {
        self.values.len() * self.classes.count()
    }

    /// Hands out the symbols of a block: the number of the code, the symbol, the bits after it and how many they are.
    fn each_symbol(&self, block: &[u16], mut take: impl FnMut(usize, usize, u32, u32)) {
        let mut code = 0;
        runs::of_block(block, self.values[0], |run: Run| {
            let value = self.values.binary_search(&run.value).unwrap_or_default();
            let (class, rest, bits) = self.classes.of(run);
            take(code, value * self.classes.count() + class, rest, bits);
            code = self.code_after(value);
        });
    }

    /// The best codes for these values.
    fn best_codes(&self, values: &[u16]) -> Vec<Code> {
        let none = || vec![0_u64; self.codes() * self.symbols()];
        let counts = values.par_chunks(1 << BLOCK_BITS).fold(none, |mut counts, block| {
            self.each_symbol(block, |code, symbol, _, _| counts[code * self.symbols() + symbol] += 1);
            counts
        });
        let counts = counts.reduce(none, |mut some, more| {
            some.iter_mut().zip(more).for_each(|(some, more)| *some += more);
            some
        });
        counts.chunks(self.symbols()).map(|counts| Code::best(counts, self.limit)).collect()
    }
}

/// Packs values; the bytes are the same with any number of threads.
pub(super) fn pack(values: &[u16]) -> Vec<u8> {
    let alphabet = Alphabet::of(values);
    let mut bytes = (values.len() as u64).to_le_bytes().to_vec();
    bytes.extend([BLOCK_BITS as u8, alphabet.limit as u8]);
    bytes.extend((alphabet.values.len() as u16).to_le_bytes());
    bytes.extend(alphabet.values.iter().flat_map(|value| value.to_le_bytes()));
    if alphabet.values.is_empty() {
        return bytes;
    }
    let codes = alphabet.best_codes(values);
    let lengths: Vec<u8> = codes.iter().flat_map(|code| code.lengths().iter().copied()).collect();
    bytes.extend(lengths.chunks(2).map(|pair| pair[0] | pair.get(1).unwrap_or(&0) << 4));
    let codes: Vec<_> = codes.iter().map(Code::codes).collect();
    let blocks: Vec<Vec<u8>> = values
        .par_chunks(1 << BLOCK_BITS)
        .map(|block| {
            let mut writer = Writer::default();
            alphabet.each_symbol(block, |code, symbol, rest, rest_bits| {
                let (pattern, bits) = codes[code][symbol];
                writer.write(pattern, bits);
                writer.write(rest, rest_bits);
            });
            writer.finish()
        })
        .collect();
    let starts: Vec<usize> = blocks
        .iter()
        .scan(0, |sum, block| {
            *sum += block.len();
            Some(*sum - block.len())
        })
        .collect();
    bytes.extend(starts.iter().step_by(GROUP).flat_map(|&start| (start as u32).to_le_bytes()));
    let later = starts.chunks(GROUP).flat_map(|group| group.iter().map(|start| (start - group[0]) as u16));
    bytes.extend(later.flat_map(u16::to_le_bytes));
    bytes.extend(blocks.into_iter().flatten());
    bytes.extend([0; PADDING]);
    bytes
}

/// What is needed to unpack a slice, besides its bytes.
#[derive(Clone, Debug)]
pub(super) struct Packed {
    entries: u64,
    alphabet: Alphabet,
    /// For each code, and the next bits, the run that they begin with.
    table: Vec<Begin>,
    /// Where the beginnings of groups, those of blocks, and the blocks lie.
    groups: usize,
    blocks: usize,
    stream: usize,
}

/// The beginning of a run: the number of its value, the class of its length, and the bits of the symbol; none, if
/// nothing begins so.
#[derive(Clone, Copy, Debug, Default)]
struct Begin {
    value: u16,
    class: u8,
    bits: u8,
}

impl Packed {
    /// Reads what stands in front of the packed values.
    pub(super) fn open(bytes: &[u8]) -> Result<Self, Corrupt> {
        let number = |at: usize| bytes.get(at..at + 2).map(|two| u16::from_le_bytes([two[0], two[1]]));
        let entries = *bytes.first_chunk().ok_or(Corrupt)?;
        let entries = u64::from_le_bytes(entries);
        let &[block_bits, limit] = bytes.get(8..10).and_then(<[u8]>::first_chunk).ok_or(Corrupt)?;
        let count = usize::from(number(10).ok_or(Corrupt)?);
        if !(1..=16).contains(&block_bits) || !(1..=MOST_LIMIT as u8).contains(&limit) {
            return Err(Corrupt);
        }
        let values: Option<Vec<u16>> = (0..count).map(|place| number(FIXED + 2 * place)).collect();
        let classes = Classes { block_bits: block_bits.into() };
        let alphabet = Alphabet { values: values.ok_or(Corrupt)?, classes, limit: limit.into() };
        let at = FIXED + 2 * count;
        if count == 0 {
            let table = Vec::new();
            return Ok(Self { entries, alphabet, table, groups: at, blocks: at, stream: at });
        }
        let symbols = alphabet.codes() * alphabet.symbols();
        let groups = at + symbols.div_ceil(2);
        let lengths = bytes.get(at..groups).ok_or(Corrupt)?;
        let lengths: Vec<u8> = lengths.iter().flat_map(|pair| [pair & 15, pair >> 4]).take(symbols).collect();
        let table = decoding_table(&alphabet, &lengths).ok_or(Corrupt)?;
        let block_count = usize::try_from(entries >> block_bits).map_err(|_| Corrupt)? + 1;
        let blocks = block_count.div_ceil(GROUP).checked_mul(4).and_then(|size| size.checked_add(groups));
        let blocks = blocks.ok_or(Corrupt)?;
        let stream = block_count.checked_mul(2).and_then(|size| size.checked_add(blocks)).ok_or(Corrupt)?;
        // The last block, if it is empty, is not there.
        if stream > bytes.len() + 6 {
            return Err(Corrupt);
        }
        let last_is_there = entries % (1 << block_bits) != 0;
        let block_count = block_count - usize::from(!last_is_there);
        let blocks = groups + 4 * block_count.div_ceil(GROUP);
        Ok(Self { entries, alphabet, table, groups, blocks, stream: blocks + 2 * block_count })
    }

    /// The number of values.
    pub(super) const fn len(&self) -> u64 {
        self.entries
    }

    /// One of the values; `None` if there is none, or the bytes are damaged.
    #[inline]
    pub(super) fn get(&self, bytes: &[u8], entry: u64) -> Option<u16> {
        if entry >= self.entries {
            return None;
        }
        let block_bits = self.alphabet.classes.block_bits;
        let target = (entry & ((1 << block_bits) - 1)) as u32;
        let mut end = 0;
        let mut runs = self.runs(bytes, (entry >> block_bits) as usize)?;
        loop {
            let (value, length) = runs.next()?;
            end += length;
            if end > target {
                return Some(value);
            }
        }
    }

    /// All values.
    pub(super) fn unpack(&self, bytes: &[u8]) -> Result<Vec<u16>, Corrupt> {
        let mut values = Vec::new();
        values.try_reserve_exact(self.entries as usize).map_err(|_| Corrupt)?;
        values.resize(self.entries as usize, ANY);
        if self.alphabet.values.is_empty() {
            return Ok(values);
        }
        let blocks = values.par_chunks_mut(1 << self.alphabet.classes.block_bits).enumerate();
        blocks.try_for_each(|(block, mut values)| {
            let mut runs = self.runs(bytes, block).ok_or(Corrupt)?;
            while !values.is_empty() {
                let (value, length) = runs.next().ok_or(Corrupt)?;
                let (run, rest) = values.split_at_mut(values.len().min(length as usize));
                run.fill(value);
                values = rest;
            }
            Ok(())
        })?;
        Ok(values)
    }

    #[inline]
    fn runs<'a>(&'a self, bytes: &'a [u8], block: usize) -> Option<Runs<'a>> {
        let group = self.groups + block / GROUP * 4;
        let group = u32::from_le_bytes(*bytes.get(group..)?.first_chunk()?);
        let later = u16::from_le_bytes(*bytes.get(self.blocks + 2 * block..)?.first_chunk()?);
        let start = self.stream + group as usize + usize::from(later);
        Some(Runs { packed: self, reader: Reader::new(bytes, start), code: 0 })
    }
}

/// For each code and each value of the next bits, what they begin with; `None` if the lengths make no codes.
fn decoding_table(alphabet: &Alphabet, lengths: &[u8]) -> Option<Vec<Begin>> {
    let mut table = Vec::with_capacity(alphabet.codes() << alphabet.limit);
    let classes = alphabet.classes.count();
    for lengths in lengths.chunks(alphabet.symbols()) {
        let code = Code::from_lengths(lengths.to_vec(), alphabet.limit)?;
        table.extend(code.table(alphabet.limit).into_iter().map(|decoded| {
            let symbol = usize::from(decoded.symbol);
            Begin { value: (symbol / classes) as u16, class: (symbol % classes) as u8, bits: decoded.bits }
        }));
    }
    Some(table)
}

/// The runs of a block, one after the other.
struct Runs<'a> {
    packed: &'a Packed,
    reader: Reader<'a>,
    /// The code of the next symbol.
    code: usize,
}

impl Runs<'_> {
    /// The value and the length of the next run.
    #[inline]
    fn next(&mut self) -> Option<(u16, u32)> {
        let alphabet = &self.packed.alphabet;
        let word = self.reader.peek()?;
        let next = (word & ((1 << alphabet.limit) - 1)) as usize;
        let begin = *self.packed.table.get((self.code << alphabet.limit) + next)?;
        if begin.bits == 0 {
            return None;
        }
        let (length, rest) = alphabet.classes.length(begin.class.into(), word >> begin.bits);
        self.reader.skip(u32::from(begin.bits) + rest);
        self.code = alphabet.code_after(begin.value.into());
        Some((*alphabet.values.get(usize::from(begin.value))?, length))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What is unpacked, as a whole and one by one, is what was packed, but where that may be anything.
    fn check(values: &[u16]) -> usize {
        let bytes = pack(values);
        let packed = Packed::open(&bytes).unwrap();
        assert_eq!(packed.len(), values.len() as u64);
        let unpacked = packed.unpack(&bytes).unwrap();
        assert_eq!(unpacked.len(), values.len());
        let step = (values.len() / 3000).max(1);
        for (entry, (&value, &whole)) in values.iter().zip(&unpacked).enumerate() {
            assert!(value == ANY || value == whole, "entry {entry} of {}", values.len());
            if entry % step == 0 && packed.len() > 0 && value != ANY {
                assert_eq!(packed.get(&bytes, entry as u64), Some(value));
            }
        }
        assert_eq!(packed.get(&bytes, values.len() as u64), None);
        bytes.len()
    }

    /// Numbers without a pattern, the same in each run.
    fn noise(count: usize, different: u64) -> Vec<u16> {
        let mut state = 1_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 40) % different
        };
        (0..count).map(|_| next() as u16).collect()
    }

    #[test]
    fn slices_of_all_shapes_come_back() {
        const BLOCK: usize = 1 << BLOCK_BITS;
        for count in [0, 1, 2, BLOCK - 1, BLOCK, BLOCK + 1, GROUP * BLOCK, GROUP * BLOCK + 1, 100_000] {
            check(&vec![7; count]);
            check(&vec![ANY; count]);
            check(&(0..count).map(|place| (place % 2) as u16).collect::<Vec<_>>());
            for different in [1, 3, 6, 300, 2_500] {
                check(&noise(count, different));
            }
            let holes = noise(count, 4).into_iter().map(|value| if value == 3 { ANY } else { value });
            check(&holes.collect::<Vec<_>>());
        }
    }

    #[test]
    fn long_runs_cost_next_to_nothing() {
        assert!(check(&vec![1; 1 << 20]) < 2_000);
        let mut values = vec![ANY; 1 << 20];
        values[77_777] = 4;
        assert!(check(&values) < 2_000);
    }

    #[test]
    fn the_bytes_do_not_depend_on_the_threads() {
        let values = noise(50_000, 20);
        let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        assert_eq!(one.install(|| pack(&values)), pack(&values));
    }

    /// Asks for everything; whatever the answers are, there must be some.
    fn ask(bytes: &[u8]) {
        if let Ok(packed) = Packed::open(bytes) {
            for entry in (0..packed.len().min(1 << 16)).step_by(97).chain([packed.len(), u64::MAX]) {
                packed.get(bytes, entry);
            }
            if packed.len() < 1 << 20 {
                let _ = packed.unpack(bytes);
            }
        }
    }

    #[test]
    fn damaged_bytes_do_no_harm() {
        let bytes = pack(&noise(9_000, 5));
        for place in 0..bytes.len() {
            for change in [1, 0x80, 0xff] {
                let mut damaged = bytes.clone();
                damaged[place] ^= change;
                if place < 200 || place % 37 == 0 {
                    ask(&damaged);
                }
            }
        }
        for length in 0..bytes.len().min(400) {
            ask(&bytes[..length]);
        }
    }

    proptest! {
        #[test]
        fn any_bytes_do_no_harm(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            ask(&bytes);
        }

        #[test]
        fn any_values_come_back(values in proptest::collection::vec(0_u16..12, 0..5000)) {
            check(&values);
        }
    }
}
