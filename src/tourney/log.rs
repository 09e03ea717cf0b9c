//! What is said between a match and its engines, line by line, in a file.

use std::fs::File;
use std::io::{self, LineWriter, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A log of one engine, or none. Clones write to the same file.
#[derive(Clone, Debug, Default)]
pub(super) struct Log {
    file: Option<Arc<Shared>>,
    /// Whose lines they are.
    name: String,
}

#[derive(Debug)]
struct Shared {
    began: Instant,
    writer: Mutex<LineWriter<File>>,
}

impl Log {
    /// A log in a new file.
    pub(super) fn create(path: &Path) -> io::Result<Self> {
        let writer = Mutex::new(LineWriter::new(File::create(path)?));
        Ok(Self { file: Some(Arc::new(Shared { began: Instant::now(), writer })), name: String::new() })
    }

    /// The same log for the lines of an engine.
    pub(super) fn of(&self, name: &str) -> Self {
        Self { file: self.file.clone(), name: name.to_owned() }
    }

    /// Writes a line: the seconds since the start, the name, a mark for the direction.
    pub(super) fn line(&self, mark: &str, line: &str) {
        if let Some(shared) = &self.file {
            let seconds = shared.began.elapsed().as_secs_f64();
            let mut writer = shared.writer.lock().unwrap_or_else(PoisonError::into_inner);
            // A full disk must not end the match.
            let _ = writeln!(writer, "{seconds:.3} {} {mark} {line}", self.name);
        }
    }
}
