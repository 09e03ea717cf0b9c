//! Parts of a book's file: records in the order of their keys.

use std::cmp::Ordering;
use std::ops::Range;

/// Records of one length, each beginning with its key, in the order of the keys.
#[derive(Clone, Copy, Debug)]
pub(super) struct Section {
    pub(super) start: usize,
    pub(super) count: usize,
    /// The length of a key.
    pub(super) key: usize,
    /// The length of what follows a key.
    pub(super) rest: usize,
}

impl Section {
    /// The length of a record.
    const fn record(self) -> usize {
        self.key + self.rest
    }

    /// Where the section ends; no file is so long that this could be wrong.
    pub(super) const fn end(self) -> usize {
        self.start.saturating_add(self.count.saturating_mul(self.record()))
    }

    /// A record: its key and the rest.
    fn at(self, bytes: &[u8], index: usize) -> (&[u8], &[u8]) {
        bytes[self.start + index * self.record()..][..self.record()].split_at(self.key)
    }

    /// Some of the records.
    fn part(self, range: Range<usize>) -> Self {
        Self { start: self.start + range.start * self.record(), count: range.len(), ..self }
    }

    /// All records: their keys and the rest.
    pub(super) fn records(self, bytes: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
        (0..self.count).map(move |index| self.at(bytes, index))
    }

    /// The place of a key.
    fn place(self, bytes: &[u8], key: &[u8]) -> Option<usize> {
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = low.midpoint(high);
            match self.at(bytes, middle).0.cmp(key) {
                Ordering::Equal => return Some(middle),
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// What follows a key; `None` when it is not there.
    pub(super) fn find<'a>(self, bytes: &'a [u8], key: &[u8]) -> Option<&'a [u8]> {
        self.place(bytes, key).map(|place| self.at(bytes, place).1)
    }
}

/// Records whose keys begin alike in groups: the beginnings stand once, with where their groups end, and before all
/// records.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grouped {
    groups: Section,
    records: Section,
}

/// The bytes of the end of a group: how many records there are up to it.
const END: usize = 4;

impl Grouped {
    /// So many groups, whose beginnings have `prefix` bytes, and records, whose keys have the others.
    pub(super) const fn new(
        start: usize,
        (groups, records): (usize, usize),
        (prefix, key): (usize, usize),
        rest: usize,
    ) -> Self {
        let groups = Section { start, count: groups, key: prefix, rest: END };
        let records = Section { start: groups.end(), count: records, key: key - prefix, rest };
        Self { groups, records }
    }

    /// Where all of it ends.
    pub(super) const fn end(self) -> usize {
        self.records.end()
    }

    /// The number of records.
    pub(super) const fn count(self) -> usize {
        self.records.count
    }

    /// The records of a group. A file that is wrong may name more than there are.
    fn group(self, bytes: &[u8], index: usize) -> Section {
        let end = |index: usize| {
            let end = self.groups.at(bytes, index).1.try_into().map(u32::from_le_bytes).unwrap_or_default();
            (end as usize).min(self.records.count)
        };
        let begin = index.checked_sub(1).map_or(0, end);
        self.records.part(begin..end(index).max(begin))
    }

    /// What follows a key; `None` when it is not there.
    pub(super) fn find<'a>(self, bytes: &'a [u8], key: &[u8]) -> Option<&'a [u8]> {
        let (prefix, key) = key.split_at(self.groups.key);
        let group = self.groups.place(bytes, prefix)?;
        self.group(bytes, group).find(bytes, key)
    }

    /// All records: their whole keys and the rest.
    pub(super) fn records(self, bytes: &[u8]) -> impl Iterator<Item = (Vec<u8>, &[u8])> {
        self.groups.records(bytes).enumerate().flat_map(move |(index, (prefix, _))| {
            let records = self.group(bytes, index).records(bytes);
            records.map(move |(key, rest)| ([prefix, key].concat(), rest))
        })
    }

    /// Writes keys, which are in order, and what follows each; how many groups they are.
    pub(super) fn write(output: &mut Vec<u8>, prefix: usize, records: &[(Vec<u8>, Vec<u8>)]) -> usize {
        let groups = records.chunk_by(|one, other| one.0[..prefix] == other.0[..prefix]);
        let (mut count, mut end) = (0, 0_u32);
        for group in groups {
            count += 1;
            end += group.len() as u32;
            output.extend_from_slice(&group[0].0[..prefix]);
            output.extend_from_slice(&end.to_le_bytes());
        }
        for (key, rest) in records {
            output.extend_from_slice(&key[prefix..]);
            output.extend_from_slice(rest);
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grouped_records_are_found_and_listed_in_order() {
        let keys = [[1, 1, 1], [1, 1, 9], [1, 2, 0], [3, 0, 5], [3, 0, 6], [3, 0, 7]];
        let records: Vec<_> = keys.iter().zip(10..).map(|(key, rest)| (key.to_vec(), vec![rest])).collect();
        let mut bytes = vec![0xaa; 5];
        let groups = Grouped::write(&mut bytes, 2, &records);
        assert_eq!((groups, bytes.len()), (3, 5 + 3 * (2 + END) + 6 * 2));
        let section = Grouped::new(5, (groups, records.len()), (2, 3), 1);
        assert_eq!((section.end(), section.count()), (bytes.len(), 6));
        for (key, rest) in &records {
            assert_eq!(section.find(&bytes, key), Some(&rest[..]));
        }
        for missing in [[0, 0, 0], [1, 1, 5], [1, 3, 1], [2, 0, 5], [3, 0, 8], [9, 9, 9]] {
            assert_eq!(section.find(&bytes, &missing), None);
        }
        let listed: Vec<_> = section.records(&bytes).map(|(key, rest)| (key, rest.to_vec())).collect();
        assert_eq!(listed, records);
    }
}
