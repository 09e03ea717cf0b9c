//! The header of a base's file: what the file holds and where.
//!
//! All numbers are little-endian. After the header come the packed slices, one after the other.
//!
//! | bytes | |
//! |---|---|
//! | 8 | `bolshakB` |
//! | 2 | the version of the format |
//! | 1 | the kind: 0 outcomes, 1 distances, 2 conversions |
//! | 1 | the number of pieces |
//! | 16 | the name of the game, filled up with zeros |
//! | 2 | the plies up to which conversions are not told apart |
//! | 2 | the number of slices |
//! | 8 | the length of the file |
//! | 60 a slice | balance (4), where it begins (8), its length (8), positions won, drawn and lost (8 each), the most plies of a win and of a loss (2 each), a position with the most plies of a win (8), the checksum of the slice (4) |
//! | 4 | the checksum of all this |

use super::balance::Balance;
use super::index::Index;
use super::value::Value;
use crate::files::{self, Bytes};
use crate::position::Position;
use crate::rules::{Rules, Variant};

/// What a file tells of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Won, drawn or lost, and whether the draw rules may come in between.
    Outcomes,
    /// Plies to the end of the game, without draw rules.
    Distances,
    /// Plies to the next capture or crowning, under the draw rules.
    Conversions,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Outcomes, Self::Distances, Self::Conversions];

    /// The ending of the names of such files.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Outcomes => "wdl",
            Self::Distances => "dtw",
            Self::Conversions => "dtc",
        }
    }
}

/// Counts of the positions of a slice or of a whole base, White to move, draw rules left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Positions that the side to move wins.
    pub won: u64,
    /// Positions that neither side wins.
    pub drawn: u64,
    /// Positions that the side to move loses.
    pub lost: u64,
    /// The most plies of a win.
    pub longest_win: u16,
    /// The most plies of a loss.
    pub longest_loss: u16,
}

impl Totals {
    /// Those of one position.
    pub(super) const fn of(value: Value) -> Self {
        Self {
            won: value.is_win() as u64,
            drawn: value.is_draw() as u64,
            lost: value.is_loss() as u64,
            longest_win: if value.is_win() { value.plies() } else { 0 },
            longest_loss: if value.is_loss() { value.plies() } else { 0 },
        }
    }

    /// All positions.
    pub const fn positions(&self) -> u64 {
        self.won.saturating_add(self.drawn).saturating_add(self.lost)
    }

    /// Both taken together.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self {
            won: self.won.saturating_add(other.won),
            drawn: self.drawn.saturating_add(other.drawn),
            lost: self.lost.saturating_add(other.lost),
            longest_win: self.longest_win.max(other.longest_win),
            longest_loss: self.longest_loss.max(other.longest_loss),
        }
    }
}

/// A slice of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section {
    /// The balance of its positions.
    pub balance: Balance,
    /// The bytes of the file that hold it: the first of them, and how many.
    pub(super) start: u64,
    pub(super) length: u64,
    /// Counts of its positions.
    pub totals: Totals,
    /// The number of a position with the longest win.
    pub(super) longest: u64,
    pub(super) checksum: u32,
}

/// What a file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// What is told of positions.
    pub kind: Kind,
    /// The pieces of all positions.
    pub pieces: u8,
    /// The game.
    pub variant: Variant,
    /// Conversions in up to so many plies are not told apart.
    pub coarse: u16,
    /// The slices.
    pub sections: Vec<Section>,
    /// The length of the whole file in bytes.
    pub file_length: u64,
}

const MAGIC: &[u8; 8] = b"bolshakB";
const VERSION: u16 = 1;
const NAME: usize = 16;
const FIXED: usize = 8 + 2 + 1 + 1 + NAME + 2 + 2 + 8;
const SECTION: usize = 4 + 8 + 8 + 3 * 8 + 2 * 2 + 8 + 4;

/// Why a file is no base that can be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It does not begin as a base does.
    #[error("expected an endgame base, found something else")]
    NoBase,
    /// It was written by another version of the program.
    #[error("expected format {VERSION} of endgame bases, found format {0}")]
    Version(u16),
    /// It is shorter or longer than its header says.
    #[error("expected {expected} bytes, found {found}")]
    Length {
        /// What the header says.
        expected: u64,
        /// The length of the file.
        found: u64,
    },
    /// Bytes were changed.
    #[error("its checksum is wrong: the file is damaged")]
    Checksum,
    /// It is of another game.
    #[error("expected a base of {expected}, found one of {found}")]
    Variant {
        /// The game wanted.
        expected: Variant,
        /// The game of the file.
        found: Variant,
    },
    /// The checksum is right, but what it says makes no sense.
    #[error("what it holds makes no sense: {0}")]
    Content(&'static str),
}

impl Header {
    /// The length of a header with so many slices.
    pub(super) const fn length(sections: usize) -> usize {
        FIXED + SECTION * sections + 4
    }

    /// The header as bytes.
    pub(super) fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(Self::length(self.sections.len()));
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&[self.kind as u8, self.pieces]);
        bytes.extend_from_slice(&self.variant.padded_name());
        bytes.extend_from_slice(&self.coarse.to_le_bytes());
        bytes.extend_from_slice(&(self.sections.len() as u16).to_le_bytes());
        bytes.extend_from_slice(&self.file_length.to_le_bytes());
        for section in &self.sections {
            bytes.extend_from_slice(&section.balance.numbers());
            let totals = &section.totals;
            for number in [section.start, section.length, totals.won, totals.drawn, totals.lost] {
                bytes.extend_from_slice(&number.to_le_bytes());
            }
            bytes.extend_from_slice(&totals.longest_win.to_le_bytes());
            bytes.extend_from_slice(&totals.longest_loss.to_le_bytes());
            bytes.extend_from_slice(&section.longest.to_le_bytes());
            bytes.extend_from_slice(&section.checksum.to_le_bytes());
        }
        files::seal(&mut bytes);
        bytes
    }

    /// Reads the header of a file. That the slices lie within the file is made sure of, what is in them is not looked
    /// at.
    ///
    /// # Errors
    /// When this is no base, one of another version, or damaged.
    pub(super) fn read(file: &[u8]) -> Result<Self, Fault> {
        let mut bytes = Bytes(file);
        if bytes.take() != Some(*MAGIC) {
            return Err(Fault::NoBase);
        }
        let version = bytes.u16().ok_or(Fault::NoBase)?;
        if version != VERSION {
            return Err(Fault::Version(version));
        }
        Self::read_rest(&mut bytes, file)
    }

    fn read_rest(bytes: &mut Bytes<'_>, file: &[u8]) -> Result<Self, Fault> {
        let found = file.len() as u64;
        let cut = Fault::Length { expected: FIXED as u64, found };
        let [kind, pieces] = bytes.take().ok_or_else(|| cut.clone())?;
        let name: [u8; NAME] = bytes.take().ok_or_else(|| cut.clone())?;
        let coarse = bytes.u16().ok_or_else(|| cut.clone())?;
        let count = usize::from(bytes.u16().ok_or_else(|| cut.clone())?);
        let expected = bytes.u64().ok_or(cut)?;
        if expected != found {
            return Err(Fault::Length { expected, found });
        }
        file.get(..Self::length(count)).and_then(files::unsealed).ok_or(Fault::Checksum)?;
        let kind = Kind::ALL.into_iter().find(|&known| known as u8 == kind).ok_or(Fault::Content("kind"))?;
        let variant = Variant::ALL.into_iter().find(|variant| variant.padded_name() == name);
        let variant = variant.ok_or(Fault::Content("game"))?;
        let sections: Option<Vec<_>> = (0..count).map(|_| Section::read(bytes)).collect();
        let sections = sections.ok_or(Fault::Content("balance"))?;
        let fits = sections.iter().all(|section| {
            section.balance.pieces() == pieces
                && section.start.checked_add(section.length).is_some_and(|end| end <= found)
        });
        if !fits {
            return Err(Fault::Content("slices"));
        }
        Ok(Self { kind, pieces, variant, coarse, sections, file_length: found })
    }

    /// The counts of all slices together.
    pub fn totals(&self) -> Totals {
        self.sections.iter().fold(Totals::default(), |sum, section| sum.with(section.totals))
    }
}

impl Section {
    /// The length of the packed values in bytes.
    pub const fn size(&self) -> u64 {
        self.length
    }

    /// A position with the longest win, White to move; `None` if nothing is won.
    pub fn longest_win<R: Rules>(&self) -> Option<Position<R>> {
        let is_there = self.totals.won > 0 && self.longest < Index::<R>::count_of(self.balance);
        is_there.then(|| Index::new(self.balance).position(self.longest))
    }

    fn read(bytes: &mut Bytes<'_>) -> Option<Self> {
        Some(Self {
            balance: Balance::from_numbers(bytes.take()?)?,
            start: bytes.u64()?,
            length: bytes.u64()?,
            totals: Totals {
                won: bytes.u64()?,
                drawn: bytes.u64()?,
                lost: bytes.u64()?,
                longest_win: bytes.u16()?,
                longest_loss: bytes.u16()?,
            },
            longest: bytes.u64()?,
            checksum: bytes.u32()?,
        })
    }

    /// The bytes of the slice, in the file it belongs to.
    pub(super) fn bytes<'a>(&self, file: &'a [u8]) -> &'a [u8] {
        let end = self.start.saturating_add(self.length) as usize;
        file.get(self.start as usize..end).unwrap_or_default()
    }
}
