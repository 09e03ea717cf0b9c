//! Runs of equal values, as symbols: the value, and the size of the run.

use super::ANY;

/// A run of equal values within a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) value: u16,
    pub(super) length: u32,
    /// Whether it is the last one of its block: then its length need not be told.
    pub(super) is_last: bool,
}

/// The runs of a block. What may be anything lengthens the run before it, and in front the one after it; a block of
/// nothing else has the value `otherwise`.
pub(super) fn of_block(values: &[u16], otherwise: u16, mut take: impl FnMut(Run)) {
    let first = values.iter().copied().find(|&value| value != ANY).unwrap_or(otherwise);
    let (mut value, mut begin) = (first, 0);
    for (place, &next) in values.iter().enumerate() {
        if next != ANY && next != value {
            take(Run { value, length: (place - begin) as u32, is_last: false });
            (value, begin) = (next, place);
        }
    }
    take(Run { value, length: (values.len() - begin) as u32, is_last: true });
}

/// How the sizes of runs are told: in classes, of which number `k` has the lengths from 2^k on and `k` bits that tell
/// them apart, and one more class for the last run of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Classes {
    /// The binary logarithm of a block's length.
    pub(super) block_bits: u32,
}

impl Classes {
    /// The number of classes.
    pub(super) const fn count(self) -> usize {
        self.block_bits as usize + 1
    }

    /// The class of a run, what tells its length apart in it, and in how many bits.
    pub(super) const fn of(self, run: Run) -> (usize, u32, u32) {
        if run.is_last {
            return (self.block_bits as usize, 0, 0);
        }
        let bits = run.length.ilog2();
        (bits as usize, run.length - (1 << bits), bits)
    }

    /// The length of a run of a class, from the bits after its symbol; and how many of them it takes.
    #[inline]
    pub(super) const fn length(self, class: u32, bits: u64) -> (u32, u32) {
        if class >= self.block_bits {
            return (1 << self.block_bits, 0);
        }
        ((1 << class) + (bits as u32 & ((1 << class) - 1)), class)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(values: &[u16]) -> Vec<(u16, u32)> {
        let mut runs = Vec::new();
        of_block(values, 9, |run| runs.push((run.value, run.length)));
        runs
    }

    #[test]
    fn what_may_be_anything_makes_no_run_of_its_own() {
        assert_eq!(runs(&[ANY, ANY, 1, ANY, 1, 2, ANY]), [(1, 5), (2, 2)]);
        assert_eq!(runs(&[ANY, ANY]), [(9, 2)]);
        assert_eq!(runs(&[3, 4, 3]), [(3, 1), (4, 1), (3, 1)]);
    }

    #[test]
    fn lengths_come_back_from_their_classes() {
        let classes = Classes { block_bits: 11 };
        for length in 1..2048 {
            let (class, rest, bits) = classes.of(Run { value: 0, length, is_last: false });
            assert!(class + 1 < classes.count());
            assert_eq!(classes.length(class as u32, u64::from(rest) | !0 << bits), (length, bits));
        }
        let (class, _, bits) = classes.of(Run { value: 0, length: 77, is_last: true });
        assert_eq!((class + 1, bits), (classes.count(), 0));
    }
}
