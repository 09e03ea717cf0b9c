//! Bits in bytes, the lowest bit of a byte first.

/// Bytes after the last bit that a [`Reader`] may look at.
pub(super) const PADDING: usize = 8;

/// Writes numbers of a few bits.
#[derive(Debug, Default)]
pub(super) struct Writer {
    bytes: Vec<u8>,
    /// Bits that do not fill a byte yet, and how many.
    rest: u64,
    count: u32,
}

impl Writer {
    /// Writes the lowest bits of a number, at most 32.
    pub(super) fn write(&mut self, value: u32, bits: u32) {
        self.rest |= u64::from(value) << self.count;
        self.count += bits;
        while self.count >= 8 {
            self.bytes.push(self.rest as u8);
            self.rest >>= 8;
            self.count -= 8;
        }
    }

    /// The bytes, the last one filled up with zeros.
    pub(super) fn finish(mut self) -> Vec<u8> {
        if self.count > 0 {
            self.bytes.push(self.rest as u8);
        }
        self.bytes
    }
}

/// Reads what a [`Writer`] has written, from a byte on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    bit: usize,
}

impl<'a> Reader<'a> {
    pub(super) const fn new(bytes: &'a [u8], byte: usize) -> Self {
        Self { bytes, bit: byte.saturating_mul(8) }
    }

    /// The next bits, the first one lowest, at least 56 of them; `None` near the end of the bytes.
    #[inline]
    pub(super) fn peek(&self) -> Option<u64> {
        let word = self.bytes.get(self.bit / 8..)?.first_chunk()?;
        Some(u64::from_le_bytes(*word) >> (self.bit % 8))
    }

    /// Passes over bits.
    #[inline]
    pub(super) const fn skip(&mut self, bits: u32) {
        self.bit += bits as usize;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let numbers = [(5, 3), (0, 1), (1_000, 12), (1, 1), (0, 0), (u32::MAX, 32), (77, 7)];
        let mut writer = Writer::default();
        for (value, bits) in numbers {
            writer.write(value, bits);
        }
        let mut bytes = writer.finish();
        assert_eq!(bytes.len(), 7);
        bytes.extend([0; PADDING]);
        let mut reader = Reader::new(&bytes, 0);
        for (value, bits) in numbers {
            assert_eq!(reader.peek().unwrap() & ((1 << bits) - 1), u64::from(value));
            reader.skip(bits);
        }
        assert!(Reader::new(&bytes, bytes.len() - 7).peek().is_none());
        assert!(Reader::new(&bytes, usize::MAX).peek().is_none());
    }
}
