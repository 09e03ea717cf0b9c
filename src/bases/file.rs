//! The files of bases: mapping them into memory, and writing them.

use std::io::{self, Write};
use std::path::Path;

use rayon::prelude::*;

use super::header::{Fault, Header, Kind, Section};
use crate::files::{self, Contents, NewFile, OpenError};
use crate::rules::Variant;

/// A base whose checksums are right.
#[derive(Debug)]
pub struct BaseFile {
    name: String,
    header: Header,
    contents: Contents,
}

/// Why a file is not used.
pub type BaseError = OpenError<Fault>;

impl BaseFile {
    /// Maps a file into memory and checks all of it.
    ///
    /// # Errors
    /// When it cannot be read, is damaged, or is not of this game.
    pub fn open(path: &Path, variant: Variant) -> Result<Self, BaseError> {
        files::open_mapped(path, "an endgame base", |contents| {
            let header = Header::read(contents.bytes())?;
            if header.variant != variant {
                return Err(Fault::Variant { expected: variant, found: header.variant });
            }
            let file = Self { name: path.display().to_string(), header, contents };
            file.check()?;
            Ok(file)
        })
    }

    /// A file that is part of the program. Only its header is checked.
    pub(super) fn embedded(name: &str, bytes: &'static [u8]) -> Result<Self, Fault> {
        let header = Header::read(bytes)?;
        Ok(Self { name: format!("built in: {name}"), header, contents: Contents::Embedded(bytes) })
    }

    /// Compares all bytes with the checksums.
    ///
    /// # Errors
    /// When one is wrong.
    pub fn check(&self) -> Result<(), Fault> {
        let right = |section: &Section| crc32fast::hash(self.packed(section)) == section.checksum;
        if self.header.sections.par_iter().all(right) { Ok(()) } else { Err(Fault::Checksum) }
    }

    /// The path, or that it is built in.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it is part of the program.
    pub const fn is_embedded(&self) -> bool {
        matches!(self.contents, Contents::Embedded(_))
    }

    /// What it holds.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// The packed slice of a section.
    pub(super) fn packed(&self, section: &Section) -> &[u8] {
        section.bytes(self.contents.bytes())
    }
}

/// The name of a file of bases.
pub fn file_name(variant: Variant, pieces: u8, kind: Kind) -> String {
    format!("{variant}-{pieces}.{}", kind.extension())
}

/// Packed slices on their way into a file.
pub(super) type Packed = (Section, Vec<u8>);

/// Writes a file of packed slices; where they begin is filled in.
pub(super) fn write(path: &Path, mut header: Header, packed: &[(Section, &[u8])]) -> io::Result<()> {
    let mut start = Header::length(packed.len()) as u64;
    header.sections = packed
        .iter()
        .map(|(section, bytes)| {
            let length = bytes.len() as u64;
            start += length;
            let checksum = crc32fast::hash(bytes);
            Section { start: start - length, length, checksum, ..*section }
        })
        .collect();
    header.file_length = start;
    let mut file = NewFile::create(path)?;
    file.write_all(&header.write())?;
    for (_, bytes) in packed {
        file.write_all(bytes)?;
    }
    file.finish()
}
