//! Files of books, looked up where they lie.
//!
//! Numbers are little-endian. A *code* is a set of White's squares and one of Black's, before them one of the kings in
//! sections that have it, each in as many bytes as the board needs, the highest first. White is to move.
//!
//! | bytes | |
//! |---|---|
//! | 8 | `bolshakB` |
//! | 2 | the version of the format |
//! | 16 | the name of the game, filled up with zeros |
//! | 8, 4, 8 | what its growth depends on: nodes, weight of losses, seed |
//! | 1 | the number of efforts |
//! | | for each effort: its nodes (8), the length of a text (2), the text |
//! | 7 × 4 | the numbers of positions in the sections, of roots, of positions with games, and of searches |
//! | | expanded positions without kings, each: code, value (2), score (2), depth (1), effort (1) |
//! | | expanded positions with kings, the same |
//! | | other positions without kings, each: code, score (2), depth (1), effort (1) |
//! | | other positions with kings, the same |
//! | | roots, each: code with kings |
//! | | positions with games, each: code with kings, games won, drawn, lost, without result (4 each) |
//! | | searches of a round of growth that is not finished, each: code with kings, score (2), depth (1), effort (1) |
//! | 4 | the checksum of all this |
//!
//! Each section is in the order of its codes.

use std::collections::BTreeMap;
use std::io;
use std::marker::PhantomData;
use std::path::Path;

use super::code::Code;
use super::entry::{Effort, Entry, Games, Growth};
use crate::files::{self, Bytes, Contents, OpenError};
use crate::rules::{Rules, Variant};
use crate::search::Score;

const MAGIC: &[u8; 8] = b"bolshakB";
const VERSION: u16 = 1;
const NAME: usize = 16;
/// The bytes of a score, a depth and an effort.
const SEARCH: usize = 4;
/// The bytes of the results of games.
const GAMES: usize = 16;
/// The most efforts of a book: their number is one byte.
pub(super) const MOST_EFFORTS: usize = u8::MAX as usize;

/// Why bytes are no book that can be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookFault {
    /// They do not begin as a book does.
    #[error("expected a book made by \"bolshak book build\", found something else")]
    NoBook,
    /// They were written by another version of the program.
    #[error("expected format {VERSION} of books, found format {0}")]
    Version(u16),
    /// They are of another game.
    #[error("expected a book of {expected}, found one of {found}")]
    Variant {
        /// The game wanted.
        expected: Variant,
        /// The game that is named.
        found: String,
    },
    /// Bytes were changed, or are missing.
    #[error("the checksum is wrong: the file is damaged")]
    Checksum,
    /// What they say of themselves does not fit together.
    #[error("the file contradicts itself: {0}")]
    Contradiction(&'static str),
}

/// Why a file is no book that can be used.
pub type BookError = OpenError<BookFault>;

/// Records of one length, in the order of their codes.
#[derive(Clone, Copy, Debug)]
struct Section {
    start: usize,
    count: usize,
    /// The length of a code.
    code: usize,
    /// The length of a record.
    record: usize,
}

impl Section {
    fn records(self, bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
        bytes[self.start..][..self.count * self.record].chunks_exact(self.record)
    }

    /// What stands after a code; `None` when it is not there.
    fn find<'a>(self, bytes: &'a [u8], code: &[u8]) -> Option<&'a [u8]> {
        let record = |index: usize| &bytes[self.start + index * self.record..][..self.record];
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = low.midpoint(high);
            let (found, rest) = record(middle).split_at(self.code);
            match found.cmp(code) {
                std::cmp::Ordering::Equal => return Some(rest),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }
}

/// A book of the game `R` that is read where it lies.
#[derive(Debug)]
pub struct Book<R: Rules> {
    contents: Contents,
    growth: Growth,
    efforts: Vec<Effort>,
    /// Expanded positions without and with kings, other ones without and with kings, roots, games, searches.
    sections: [Section; SECTIONS],
    rules: PhantomData<R>,
}

/// Places in [`Book::sections`].
const ROOTS: usize = 4;
const PLAYED: usize = 5;
const PENDING: usize = 6;
const SECTIONS: usize = 7;

impl<R: Rules> Book<R> {
    /// Maps a file into memory and checks it.
    ///
    /// # Errors
    /// When it cannot be read, is no book of this game, or damaged.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        let contents = Contents::map(path).map_err(|error| OpenError::Read {
            path: path.to_owned(),
            expected: "a book",
            error,
        })?;
        let read = Self::checked(contents);
        read.map_err(|fault| OpenError::Content { path: path.to_owned(), fault })
    }

    /// A book of these bytes, whose checksum is looked at.
    ///
    /// # Errors
    /// When they are no book of this game, or damaged.
    pub fn checked(contents: impl Into<Contents>) -> Result<Self, BookFault> {
        let contents = contents.into();
        let bytes = contents.bytes();
        if bytes.starts_with(MAGIC) && files::unsealed(bytes).is_none() {
            return Err(BookFault::Checksum);
        }
        Self::new(contents)
    }

    /// A book that is part of the program, whose checksum is not looked at.
    pub(super) fn new(contents: Contents) -> Result<Self, BookFault> {
        let bytes = contents.bytes();
        let mut rest = Bytes(bytes);
        if rest.take() != Some(*MAGIC) {
            return Err(BookFault::NoBook);
        }
        let version = rest.u16().ok_or(BookFault::Checksum)?;
        if version != VERSION {
            return Err(BookFault::Version(version));
        }
        let name: [u8; NAME] = rest.take().ok_or(BookFault::Checksum)?;
        if name != R::VARIANT.padded_name() {
            let found = String::from_utf8_lossy(&name).trim_end_matches('\0').escape_default().to_string();
            return Err(BookFault::Variant { expected: R::VARIANT, found });
        }
        let (growth, efforts, counts) = header(&mut rest).ok_or(BookFault::Checksum)?;
        let sections = sections::<R>(bytes.len() - rest.0.len(), counts);
        let Section { start, count, record, .. } = sections[PENDING];
        let end = start as u64 + count as u64 * record as u64;
        if end + 4 != bytes.len() as u64 {
            return Err(BookFault::Contradiction("its length is not that of its positions"));
        }
        Ok(Self { contents, growth, efforts, sections, rules: PhantomData })
    }

    /// What it is to grow by.
    pub const fn growth(&self) -> Growth {
        self.growth
    }

    /// How its positions were searched.
    pub fn efforts(&self) -> &[Effort] {
        &self.efforts
    }

    /// The number of expanded positions.
    pub const fn expanded(&self) -> usize {
        self.sections[0].count + self.sections[1].count
    }

    /// The number of all positions.
    pub const fn len(&self) -> usize {
        self.expanded() + self.sections[2].count + self.sections[3].count
    }

    /// Whether there is no position.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What it knows of a position.
    pub fn find(&self, code: Code) -> Option<Entry> {
        let kings = code.has_kings();
        let mut bytes = Vec::with_capacity(Code::length::<R>(true));
        code.put::<R>(&mut bytes, kings);
        let [expanded, other] = [0, 2].map(|first| self.sections[first + usize::from(kings)]);
        let find = |section: Section| section.find(self.contents.bytes(), &bytes);
        let expanded = find(expanded).map(|record| entry(record, true));
        expanded.or_else(|| find(other).map(|record| entry(record, false)))
    }

    /// In how many games a position occurred.
    pub fn games(&self, code: Code) -> Games {
        let mut bytes = Vec::with_capacity(Code::length::<R>(true));
        code.put::<R>(&mut bytes, true);
        self.sections[PLAYED].find(self.contents.bytes(), &bytes).map(games).unwrap_or_default()
    }

    /// All positions.
    pub fn entries(&self) -> impl Iterator<Item = (Code, Entry)> {
        let sections = self.sections[..ROOTS].iter().enumerate();
        sections.flat_map(|(place, section)| {
            section.records(self.contents.bytes()).map(move |record| {
                let (code, rest) = record.split_at(section.code);
                (Code::read::<R>(code, place % 2 == 1), entry(rest, place < 2))
            })
        })
    }

    /// The positions with which it begins.
    pub fn roots(&self) -> impl Iterator<Item = Code> {
        self.sections[ROOTS].records(self.contents.bytes()).map(|record| Code::read::<R>(record, true))
    }

    /// All positions of games.
    pub fn played(&self) -> impl Iterator<Item = (Code, Games)> {
        let section = self.sections[PLAYED];
        section.records(self.contents.bytes()).map(move |record| {
            let (code, rest) = record.split_at(section.code);
            (Code::read::<R>(code, true), games(rest))
        })
    }

    /// Searches of a round of growth that is not finished.
    pub fn pending(&self) -> impl Iterator<Item = (Code, Entry)> {
        let section = self.sections[PENDING];
        section.records(self.contents.bytes()).map(move |record| {
            let (code, rest) = record.split_at(section.code);
            (Code::read::<R>(code, true), entry(rest, false))
        })
    }
}

/// What a book is made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// What it is to grow by.
    pub growth: Growth,
    /// How its positions were searched; at most 255.
    pub efforts: Vec<Effort>,
    /// Its positions.
    pub entries: BTreeMap<Code, Entry>,
    /// The positions with which it begins.
    pub roots: Vec<Code>,
    /// The positions of games.
    pub games: BTreeMap<Code, Games>,
    /// Searches of a round of growth that is not finished.
    pub pending: BTreeMap<Code, Entry>,
}

impl Parts {
    /// Writes a book.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save<R: Rules>(&self, path: &Path) -> io::Result<()> {
        files::replace(path, &self.write::<R>())
    }

    /// A book as bytes.
    pub fn write<R: Rules>(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&R::VARIANT.padded_name());
        bytes.extend_from_slice(&self.growth.nodes.to_le_bytes());
        bytes.extend_from_slice(&self.growth.loss_weight.to_le_bytes());
        bytes.extend_from_slice(&self.growth.seed.to_le_bytes());
        let efforts = &self.efforts[..self.efforts.len().min(MOST_EFFORTS)];
        bytes.push(efforts.len() as u8);
        for effort in efforts {
            bytes.extend_from_slice(&effort.nodes.to_le_bytes());
            files::put_text(&mut bytes, &effort.program);
        }
        let kinds = [(true, false), (true, true), (false, false), (false, true)];
        let of_kind = |(expanded, kings)| {
            let wanted = move |(code, entry): &(&Code, &Entry)| {
                entry.is_expanded == expanded && code.has_kings() == kings
            };
            self.entries.iter().filter(wanted)
        };
        let counts = kinds.map(|kind| of_kind(kind).count());
        for count in counts.into_iter().chain([self.roots.len(), self.games.len(), self.pending.len()]) {
            bytes.extend_from_slice(&(count as u32).to_le_bytes());
        }
        for kind in kinds {
            for (code, entry) in of_kind(kind) {
                code.put::<R>(&mut bytes, kind.1);
                put_entry(&mut bytes, entry);
            }
        }
        for root in &self.roots {
            root.put::<R>(&mut bytes, true);
        }
        for (code, games) in &self.games {
            code.put::<R>(&mut bytes, true);
            for count in [games.won, games.drawn, games.lost, games.open] {
                bytes.extend_from_slice(&count.to_le_bytes());
            }
        }
        for (code, entry) in &self.pending {
            code.put::<R>(&mut bytes, true);
            put_entry(&mut bytes, &Entry { is_expanded: false, ..*entry });
        }
        files::seal(&mut bytes);
        bytes
    }

    /// What a book is made of.
    pub fn of<R: Rules>(book: &Book<R>) -> Self {
        Self {
            growth: book.growth,
            efforts: book.efforts.clone(),
            entries: book.entries().collect(),
            roots: book.roots().collect(),
            games: book.played().collect(),
            pending: book.pending().collect(),
        }
    }
}

/// What stands between the name of the game and the sections; `None` when the bytes end before.
fn header(rest: &mut Bytes<'_>) -> Option<(Growth, Vec<Effort>, [usize; SECTIONS])> {
    let growth = Growth { nodes: rest.u64()?, loss_weight: rest.u32()?, seed: rest.u64()? };
    let [count] = rest.take()?;
    let mut efforts = Vec::new();
    for _ in 0..count {
        efforts.push(Effort { nodes: rest.u64()?, program: rest.text()? });
    }
    let mut counts = [0; SECTIONS];
    for count in &mut counts {
        *count = rest.u32()? as usize;
    }
    Some((growth, efforts, counts))
}

/// Where the sections lie.
fn sections<R: Rules>(mut start: usize, counts: [usize; SECTIONS]) -> [Section; SECTIONS] {
    const KINDS: [(bool, usize); SECTIONS] = [
        (false, 2 + SEARCH),
        (true, 2 + SEARCH),
        (false, SEARCH),
        (true, SEARCH),
        (true, 0),
        (true, GAMES),
        (true, SEARCH),
    ];
    std::array::from_fn(|place| {
        let (kings, rest) = KINDS[place];
        let code = Code::length::<R>(kings);
        let section = Section { start, count: counts[place], code, record: code + rest };
        start += section.count * section.record;
        section
    })
}

fn put_entry(bytes: &mut Vec<u8>, entry: &Entry) {
    if entry.is_expanded {
        bytes.extend_from_slice(&entry.value.to_bits().to_le_bytes());
    }
    bytes.extend_from_slice(&entry.score.to_bits().to_le_bytes());
    bytes.extend([entry.depth, entry.effort]);
}

fn entry(record: &[u8], is_expanded: bool) -> Entry {
    let mut rest = Bytes(record);
    let mut score = || Score::from_bits(rest.u16().unwrap_or_default() as i16);
    let value = score();
    let score = if is_expanded { score() } else { value };
    let [depth, effort] = rest.take().unwrap_or_default();
    Entry { value, score, depth, effort, is_expanded }
}

fn games(record: &[u8]) -> Games {
    let mut rest = Bytes(record);
    let mut next = || rest.u32().unwrap_or_default();
    Games { won: next(), drawn: next(), lost: next(), open: next() }
}
