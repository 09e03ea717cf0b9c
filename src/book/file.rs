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
//! | 4 × (4, 4) | the numbers of groups and of positions in the first four sections |
//! | 3 × 4 | the numbers of roots, of positions with games, and of searches |
//! | | expanded positions without kings, each with value (2), score (2), depth (1), effort (1) |
//! | | expanded positions with kings, the same |
//! | | other positions without kings, each with score (2), depth (1), effort (1) |
//! | | other positions with kings, the same |
//! | | roots, each: code with kings |
//! | | positions with games, each: code with kings, games won, drawn, lost, without result (4 each) |
//! | | searches of a round of growth that is not finished, each: code with kings, score (2), depth (1), effort (1) |
//! | 4 | the checksum of all this |
//!
//! Each section is in the order of its codes. The positions of the first four are in groups that differ in Black's squares
//! only: first comes, for each group, the code but for these, and the number of positions up to its end (4); then, for
//! each position, Black's squares and what is known.

use std::collections::BTreeMap;
use std::io;
use std::marker::PhantomData;
use std::path::Path;

use super::code::Code;
use super::entry::{Effort, Entry, Games, Growth};
use super::section::{Grouped, Section};
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

/// A book of the game `R` that is read where it lies.
#[derive(Debug)]
pub struct Book<R: Rules> {
    contents: Contents,
    growth: Growth,
    efforts: Vec<Effort>,
    layout: Layout,
    rules: PhantomData<R>,
}

/// Where the sections lie.
#[derive(Clone, Copy, Debug)]
struct Layout {
    /// Expanded positions without and with kings, other ones without and with kings.
    positions: [Grouped; 4],
    roots: Section,
    played: Section,
    pending: Section,
}

/// The kinds of positions in their order: whether they are expanded, and whether they have kings.
const KINDS: [(bool, bool); 4] = [(true, false), (true, true), (false, false), (false, true)];

/// The bytes of what is known of a position.
const fn known(is_expanded: bool) -> usize {
    if is_expanded { 2 + SEARCH } else { SEARCH }
}

impl Layout {
    fn new<R: Rules>(start: usize, positions: [(usize, usize); 4], others: [usize; 3]) -> Self {
        let mut end = start;
        let grouped = std::array::from_fn(|place| {
            let (is_expanded, kings) = KINDS[place];
            let codes = (Code::group_length::<R>(kings), Code::length::<R>(kings));
            let section = Grouped::new(end, positions[place], codes, known(is_expanded));
            end = section.end();
            section
        });
        let mut flat = |count: usize, rest: usize| {
            let section = Section { start: end, count, key: Code::length::<R>(true), rest };
            end = section.end();
            section
        };
        let [roots, played, pending] = others;
        Self {
            positions: grouped,
            roots: flat(roots, 0),
            played: flat(played, GAMES),
            pending: flat(pending, SEARCH),
        }
    }
}

impl<R: Rules> Book<R> {
    /// Maps a file into memory and checks it.
    ///
    /// # Errors
    /// When it cannot be read, is no book of this game, or damaged.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        files::open_mapped(path, "a book", Self::checked)
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
            return Err(BookFault::Variant { expected: R::VARIANT, found: Variant::shown(&name) });
        }
        let (growth, efforts, positions, others) = header(&mut rest).ok_or(BookFault::Checksum)?;
        let layout = Layout::new::<R>(bytes.len() - rest.0.len(), positions, others);
        if layout.pending.end().saturating_add(4) != bytes.len() {
            return Err(BookFault::Contradiction("its length is not that of its positions"));
        }
        Ok(Self { contents, growth, efforts, layout, rules: PhantomData })
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
        self.layout.positions[0].count() + self.layout.positions[1].count()
    }

    /// The number of all positions.
    pub const fn len(&self) -> usize {
        self.expanded() + self.layout.positions[2].count() + self.layout.positions[3].count()
    }

    /// Whether there is no position.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What it knows of a position.
    pub fn find(&self, code: Code) -> Option<Entry> {
        let kings = code.has_kings();
        let key = code.bytes::<R>(kings);
        let sections = KINDS.into_iter().zip(self.layout.positions).filter(|((_, with), _)| *with == kings);
        let mut found = sections.filter_map(|((is_expanded, _), section)| {
            section.find(self.contents.bytes(), &key).map(|record| entry(record, is_expanded))
        });
        found.next()
    }

    /// In how many games a position occurred.
    pub fn games(&self, code: Code) -> Games {
        let key = code.bytes::<R>(true);
        self.layout.played.find(self.contents.bytes(), &key).map(games).unwrap_or_default()
    }

    /// All positions.
    pub fn entries(&self) -> impl Iterator<Item = (Code, Entry)> {
        let sections = KINDS.into_iter().zip(self.layout.positions);
        sections.flat_map(|((is_expanded, kings), section)| {
            let records = section.records(self.contents.bytes());
            records.map(move |(key, rest)| (Code::read::<R>(&key, kings), entry(rest, is_expanded)))
        })
    }

    /// The positions with which it begins.
    pub fn roots(&self) -> impl Iterator<Item = Code> {
        self.layout.roots.records(self.contents.bytes()).map(|(key, _)| Code::read::<R>(key, true))
    }

    /// All positions of games.
    pub fn played(&self) -> impl Iterator<Item = (Code, Games)> {
        let records = self.layout.played.records(self.contents.bytes());
        records.map(|(key, rest)| (Code::read::<R>(key, true), games(rest)))
    }

    /// Searches of a round of growth that is not finished.
    pub fn pending(&self) -> impl Iterator<Item = (Code, Entry)> {
        let records = self.layout.pending.records(self.contents.bytes());
        records.map(|(key, rest)| (Code::read::<R>(key, true), entry(rest, false)))
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
        let mut positions = Vec::new();
        for (is_expanded, kings) in KINDS {
            let wanted = |(code, entry): &(&Code, &Entry)| {
                entry.is_expanded == is_expanded && code.has_kings() == kings
            };
            let records = self.entries.iter().filter(wanted);
            let records: Vec<_> =
                records.map(|(code, entry)| (code.bytes::<R>(kings), entry_bytes(entry))).collect();
            let groups = Grouped::write(&mut positions, Code::group_length::<R>(kings), &records);
            put_count(&mut bytes, groups);
            put_count(&mut bytes, records.len());
        }
        for count in [self.roots.len(), self.games.len(), self.pending.len()] {
            put_count(&mut bytes, count);
        }
        bytes.extend(positions);
        for root in &self.roots {
            bytes.extend(root.bytes::<R>(true));
        }
        for (code, games) in &self.games {
            bytes.extend(code.bytes::<R>(true));
            for count in [games.won, games.drawn, games.lost, games.open] {
                bytes.extend_from_slice(&count.to_le_bytes());
            }
        }
        for (code, entry) in &self.pending {
            bytes.extend(code.bytes::<R>(true));
            bytes.extend(entry_bytes(&Entry { is_expanded: false, ..*entry }));
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

/// What stands between the name of the game and the sections: with the efforts, the numbers of groups and positions, and
/// those of the other sections.
type Header = (Growth, Vec<Effort>, [(usize, usize); 4], [usize; 3]);

/// Reads the header; `None` when the bytes end before it does.
fn header(rest: &mut Bytes<'_>) -> Option<Header> {
    let growth = Growth { nodes: rest.u64()?, loss_weight: rest.u32()?, seed: rest.u64()? };
    let [count] = rest.take()?;
    let mut efforts = Vec::new();
    for _ in 0..count {
        efforts.push(Effort { nodes: rest.u64()?, program: rest.text()? });
    }
    let mut positions = [(0, 0); 4];
    for (groups, count) in &mut positions {
        (*groups, *count) = (rest.u32()? as usize, rest.u32()? as usize);
    }
    let mut others = [0; 3];
    for count in &mut others {
        *count = rest.u32()? as usize;
    }
    Some((growth, efforts, positions, others))
}

fn put_count(bytes: &mut Vec<u8>, count: usize) {
    bytes.extend_from_slice(&(count as u32).to_le_bytes());
}

fn entry_bytes(entry: &Entry) -> Vec<u8> {
    let value = entry.is_expanded.then_some(entry.value);
    let scores = value.into_iter().chain([entry.score]).flat_map(|score| score.to_bits().to_le_bytes());
    scores.chain([entry.depth, entry.effort]).collect()
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
