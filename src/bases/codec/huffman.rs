//! Prefix codes of limited length (Huffman 1952; the limit by the package-merge algorithm of Larmore and Hirschberg
//! 1990), in canonical form: the lengths of its codes say all of a code.

/// A code for symbols `0..n`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Code {
    /// The bits of each symbol's code; 0 for symbols that do not occur.
    lengths: Vec<u8>,
}

/// A symbol of a decoding table, and the length of its code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Decoded {
    pub(super) symbol: u16,
    /// 0: no symbol has such a code.
    pub(super) bits: u8,
}

impl Code {
    /// The best code for symbols that occur so often, with codes of at most `limit` bits. There must be no more than
    /// 2^`limit` symbols that occur.
    pub(super) fn best(counts: &[u64], limit: u32) -> Self {
        let mut lengths = vec![0; counts.len()];
        let mut occurring: Vec<usize> = (0..counts.len()).filter(|&symbol| counts[symbol] > 0).collect();
        debug_assert!(occurring.len() <= 1 << limit);
        if let [only] = occurring[..] {
            lengths[only] = 1;
            return Self { lengths };
        }
        occurring.sort_by_key(|&symbol| counts[symbol]);
        // Of each bit a list of packages, each with its weight and the symbols in it.
        let single = |&symbol: &usize| (counts[symbol], vec![symbol]);
        let mut packages: Vec<(u64, Vec<usize>)> = Vec::new();
        for _ in 0..limit {
            let pairs = packages
                .chunks_exact(2)
                .map(|pair| (pair[0].0 + pair[1].0, [pair[0].1.as_slice(), pair[1].1.as_slice()].concat()));
            let mut next: Vec<_> = occurring.iter().map(single).chain(pairs).collect();
            // A stable sort, so that the code is the same in each run.
            next.sort_by_key(|package| package.0);
            packages = next;
        }
        let needed = (2 * occurring.len()).saturating_sub(2);
        for symbol in packages.into_iter().take(needed).flat_map(|package| package.1) {
            lengths[symbol] += 1;
        }
        Self { lengths }
    }

    /// The code with these lengths; `None` if there is no such code.
    pub(super) fn from_lengths(lengths: Vec<u8>, limit: u32) -> Option<Self> {
        let shares = lengths
            .iter()
            .filter(|&&bits| bits > 0)
            .map(|&bits| (u32::from(bits) <= limit).then(|| 1_u64 << (limit - u32::from(bits))));
        let used: u64 = shares.sum::<Option<u64>>()?;
        (used <= 1 << limit).then_some(Self { lengths })
    }

    /// The lengths of the symbols' codes.
    pub(super) fn lengths(&self) -> &[u8] {
        &self.lengths
    }

    /// Each symbol's code, its first bit lowest, and the length.
    pub(super) fn codes(&self) -> Vec<(u32, u32)> {
        let mut order: Vec<usize> =
            (0..self.lengths.len()).filter(|&symbol| self.lengths[symbol] > 0).collect();
        order.sort_by_key(|&symbol| self.lengths[symbol]);
        let mut codes = vec![(0, 0); self.lengths.len()];
        let (mut next, mut last_bits) = (0_u32, 0);
        for symbol in order {
            let bits = u32::from(self.lengths[symbol]);
            next <<= bits - last_bits;
            last_bits = bits;
            codes[symbol] = (next.reverse_bits() >> (32 - bits), bits);
            next += 1;
        }
        codes
    }

    /// For each value of the next `limit` bits, the symbol that they begin with.
    pub(super) fn table(&self, limit: u32) -> Vec<Decoded> {
        let mut table = vec![Decoded::default(); 1 << limit];
        for (symbol, (code, bits)) in self.codes().into_iter().enumerate() {
            if bits > 0 {
                let decoded = Decoded { symbol: symbol as u16, bits: bits as u8 };
                table.iter_mut().skip(code as usize).step_by(1 << bits).for_each(|entry| *entry = decoded);
            }
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(code: &Code, counts: &[u64]) -> u64 {
        counts.iter().zip(code.lengths()).map(|(count, &bits)| count * u64::from(bits)).sum()
    }

    #[test]
    fn a_code_without_a_limit_in_sight_is_huffmans() {
        let counts = [45, 13, 12, 16, 9, 5];
        let code = Code::best(&counts, 10);
        assert_eq!(code.lengths(), [1, 3, 3, 3, 4, 4]);
        assert_eq!(bits(&code, &counts), 224);
    }

    #[test]
    fn codes_keep_their_limit_and_lose_little() {
        let fibonacci = [1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144];
        let (free, limited) = (Code::best(&fibonacci, 15), Code::best(&fibonacci, 5));
        assert_eq!(free.lengths().iter().max(), Some(&11));
        assert_eq!(limited.lengths().iter().max(), Some(&5));
        assert!(bits(&free, &fibonacci) < bits(&limited, &fibonacci));
        assert!(bits(&limited, &fibonacci) < bits(&free, &fibonacci) * 12 / 10);
    }

    #[test]
    fn every_code_is_decoded_from_what_follows_it() {
        let counts = [0, 7, 1, 0, 400, 3, 3, 90, 1];
        let code = Code::best(&counts, 9);
        let table = code.table(9);
        for (symbol, (pattern, bits)) in code.codes().into_iter().enumerate() {
            assert_eq!(bits == 0, counts[symbol] == 0);
            for rest in [0_u32, 0x1ff, 0x155] {
                if bits > 0 {
                    let decoded = table[((pattern | rest << bits) & 0x1ff) as usize];
                    assert_eq!(decoded, Decoded { symbol: symbol as u16, bits: bits as u8 });
                }
            }
        }
        assert_eq!(Code::from_lengths(code.lengths().to_vec(), 9), Some(code));
    }

    #[test]
    fn one_symbol_or_none_makes_a_code() {
        assert_eq!(Code::best(&[0, 9], 4).codes()[1], (0, 1));
        assert!(Code::best(&[0, 0], 4).table(4).iter().all(|decoded| decoded.bits == 0));
    }

    #[test]
    fn lengths_of_no_code_are_refused() {
        assert_eq!(Code::from_lengths(vec![1, 1, 1], 4), None);
        assert_eq!(Code::from_lengths(vec![5], 4), None);
        assert!(Code::from_lengths(vec![1, 2], 4).is_some());
    }
}
