//! Files that are written whole or not at all, how they are read, and what their formats have in common.

use std::ffi::OsString;
use std::fmt::{Debug, Display};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use memmap2::Mmap;

/// A file that takes its name only when it is finished: at no time is there half a file under the name, and what was
/// there before stays until then.
#[derive(Debug)]
pub(crate) struct NewFile {
    path: PathBuf,
    temporary: PathBuf,
    /// `None` once it is finished.
    output: Option<BufWriter<File>>,
}

impl NewFile {
    /// Begins a file that is to replace what has this name.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        let temporary = temporary_name(path)?;
        let output = Some(BufWriter::new(File::create(&temporary)?));
        Ok(Self { path: path.to_owned(), temporary, output })
    }

    /// Gives the file its name.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        let Some(output) = self.output.take() else { return Ok(()) };
        let written =
            output.into_inner().map_err(io::IntoInnerError::into_error).and_then(|file| file.sync_all());
        let written = written.and_then(|()| fs::rename(&self.temporary, &self.path));
        if written.is_err() {
            self.discard();
        }
        written
    }

    fn discard(&self) {
        // What matters is why it could not be written.
        let _ = fs::remove_file(&self.temporary);
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.output.as_mut().map_or(Ok(0), |output| output.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if self.output.is_some() {
            self.discard();
        }
    }
}

/// Replaces a file by these bytes, or leaves it as it was.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = NewFile::create(path)?;
    file.write_all(bytes)?;
    file.finish()
}

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OpenError<F: Debug + Display> {
    /// It cannot be read.
    #[error("{}: expected {expected}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What it should have been.
        expected: &'static str,
        /// What the system says.
        error: io::Error,
    },
    /// What it holds is of no use.
    #[error("{}: {fault}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        fault: F,
    },
}

/// Reads a file as a whole and makes something of it.
pub(crate) fn open<T, F: Debug + Display>(
    path: &Path,
    expected: &'static str,
    read: impl FnOnce(&[u8]) -> Result<T, F>,
) -> Result<T, OpenError<F>> {
    opened(path, expected, fs::read(path), |bytes| read(&bytes))
}

/// Maps a file into memory and makes something of it.
pub(crate) fn open_mapped<T, F: Debug + Display>(
    path: &Path,
    expected: &'static str,
    read: impl FnOnce(Contents) -> Result<T, F>,
) -> Result<T, OpenError<F>> {
    opened(path, expected, Contents::map(path), read)
}

fn opened<B, T, F: Debug + Display>(
    path: &Path,
    expected: &'static str,
    bytes: io::Result<B>,
    read: impl FnOnce(B) -> Result<T, F>,
) -> Result<T, OpenError<F>> {
    let bytes = bytes.map_err(|error| OpenError::Read { path: path.to_owned(), expected, error })?;
    read(bytes).map_err(|fault| OpenError::Content { path: path.to_owned(), fault })
}

/// The bytes of a file, wherever they lie.
#[derive(Debug)]
pub enum Contents {
    /// In the program.
    Embedded(&'static [u8]),
    /// In a file, of which the system keeps in memory what is looked at.
    Mapped(Mmap),
    /// In memory.
    Owned(Vec<u8>),
}

impl Contents {
    /// Those of a file, mapped into memory.
    pub(crate) fn map(path: &Path) -> io::Result<Self> {
        // Mapping says nothing that helps of a folder, and opening something else might take for ever.
        let metadata = fs::metadata(path)?;
        if metadata.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        } else if !metadata.is_file() || metadata.len() == 0 {
            return Ok(Self::Owned(Vec::new()));
        }
        map(&File::open(path)?).map(Self::Mapped)
    }

    /// The bytes.
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Self::Embedded(bytes) => bytes,
            Self::Mapped(map) => map,
            Self::Owned(bytes) => bytes,
        }
    }
}

impl From<Vec<u8>> for Contents {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Owned(bytes)
    }
}

#[expect(unsafe_code, reason = "a file can only be mapped so; read as a whole, bases would fill the memory")]
fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the bytes must not change while they are mapped. The program replaces its files by renaming, which
    // leaves the mapped bytes as they are; somebody else who writes into a file in use may end the program, but as all
    // decoding is of checked bytes, nothing worse.
    unsafe { Mmap::map(file) }
}

/// Adds the checksum of all that was written.
pub(crate) fn seal(bytes: &mut Vec<u8>) {
    let sum = crc32fast::hash(bytes);
    bytes.extend_from_slice(&sum.to_le_bytes());
}

/// What [`seal`] was given; `None` if the checksum is not that of the bytes before it.
pub(crate) fn unsealed(bytes: &[u8]) -> Option<&[u8]> {
    let (checked, sum) = bytes.split_last_chunk()?;
    (crc32fast::hash(checked).to_le_bytes() == *sum).then_some(checked)
}

/// Writes a text with its length, of which at most 65,535 bytes are kept.
pub(crate) fn put_text(bytes: &mut Vec<u8>, text: &str) {
    let kept = &text.as_bytes()[..text.len().min(usize::from(u16::MAX))];
    bytes.extend_from_slice(&(kept.len() as u16).to_le_bytes());
    bytes.extend_from_slice(kept);
}

/// A name in the same folder, since a file is moved in one step only within a file system.
fn temporary_name(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    let mut hidden = OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.tmp", std::process::id()));
    Ok(path.with_file_name(hidden))
}

/// Bytes that are read from the front. What was read is gone, the rest is the value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl Bytes<'_> {
    /// The next bytes; `None` when there are not so many.
    pub(crate) fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }

    /// The next text that [`put_text`] wrote.
    pub(crate) fn text(&mut self) -> Option<String> {
        let length = usize::from(self.u16()?);
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(String::from_utf8_lossy(text).into_owned())
    }

    /// The next number, little-endian.
    pub(crate) fn u16(&mut self) -> Option<u16> {
        self.take().map(u16::from_le_bytes)
    }

    /// The next number, little-endian.
    pub(crate) fn u32(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    /// The next number, little-endian.
    pub(crate) fn u64(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }
}
