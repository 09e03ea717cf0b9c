//! The file from which a match that was broken off goes on: what is played, then every finished game, a line each.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::record::GameRecord;

/// What is played: a match goes on only if it is the same. Texts, since they are compared and shown, not used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The version of the format.
    pub version: u32,
    /// The game.
    pub variant: String,
    /// Each engine with all that was said about it.
    pub engines: Vec<String>,
    /// Number and content of the openings, their order and the first one.
    pub openings: String,
    /// Who meets whom.
    pub format: String,
    /// What ends games early.
    pub adjudication: String,
}

/// The version of the format.
pub const VERSION: u32 = 1;

/// The journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// Reading or writing failed.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The file is there already.
    #[error("{} is there already: expected --resume to go on with its match, or the name of a new file", .0.display())]
    Exists(PathBuf),
    /// A line is not what it should be.
    #[error("{}:{line}: expected {expected}, found something else", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What should be there.
        expected: &'static str,
    },
    /// The journal is that of another match.
    #[error("{} is of another match: {difference}", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What is not the same.
        difference: String,
    },
}

/// A journal that is written to.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
}

impl Journal {
    /// A new journal.
    ///
    /// # Errors
    /// When the file exists or cannot be written.
    pub fn create(path: &Path, plan: &Plan) -> Result<Self, JournalError> {
        let file = OpenOptions::new().write(true).create_new(true).open(path).map_err(|error| {
            if error.kind() == io::ErrorKind::AlreadyExists {
                JournalError::Exists(path.to_owned())
            } else {
                JournalError::Io { path: path.to_owned(), error }
            }
        })?;
        let mut journal = Self { file, path: path.to_owned() };
        journal.write(plan)?;
        Ok(journal)
    }

    /// The journal of a match that was broken off, and its games. A last line that was not finished is cut off.
    ///
    /// # Errors
    /// When the file cannot be read or is not that of this match.
    pub fn resume(path: &Path, plan: &Plan) -> Result<(Self, Vec<GameRecord>), JournalError> {
        let io = |error| JournalError::Io { path: path.to_owned(), error };
        let mut file = OpenOptions::new().read(true).write(true).open(path).map_err(io)?;
        let (mut lines, mut end, mut reader) = (Vec::new(), 0_u64, BufReader::new(&file));
        loop {
            let mut line = Vec::new();
            let read = reader.read_until(b'\n', &mut line).map_err(io)?;
            if line.last() != Some(&b'\n') {
                break;
            }
            end += read as u64;
            lines.push(line);
        }
        let wrong = |line, expected| JournalError::Line { path: path.to_owned(), line, expected };
        let first = lines.first().ok_or_else(|| wrong(1, "the plan of a match"))?;
        let found: Plan = serde_json::from_slice(first).map_err(|_| wrong(1, "the plan of a match"))?;
        if let Some(difference) = difference(plan, &found) {
            return Err(JournalError::Other { path: path.to_owned(), difference });
        }
        let records = lines.iter().enumerate().skip(1).map(|(index, line)| {
            serde_json::from_slice(line).map_err(|_| wrong(index + 1, "a finished game"))
        });
        let records = records.collect::<Result<Vec<GameRecord>, _>>()?;
        file.set_len(end).map_err(io)?;
        file.seek(SeekFrom::End(0)).map_err(io)?;
        Ok((Self { file, path: path.to_owned() }, records))
    }

    /// Adds a finished game.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, record: &GameRecord) -> Result<(), JournalError> {
        self.write(record)
    }

    fn write(&mut self, value: &impl Serialize) -> Result<(), JournalError> {
        let line = serde_json::to_string(value).map_err(io::Error::other);
        // One write a line: a kill leaves at most the last one unfinished.
        line.and_then(|line| self.file.write_all(format!("{line}\n").as_bytes()))
            .map_err(|error| JournalError::Io { path: self.path.clone(), error })
    }
}

/// The first difference between what is asked for and what a journal says.
fn difference(asked: &Plan, found: &Plan) -> Option<String> {
    let differ = |what: &str, asked: &str, found: &str| {
        (asked != found).then(|| format!("{what}: expected {asked:?}, found {found:?}"))
    };
    differ("version", &asked.version.to_string(), &found.version.to_string())
        .or_else(|| differ("game", &asked.variant, &found.variant))
        .or_else(|| differ("engines", &asked.engines.join(" | "), &found.engines.join(" | ")))
        .or_else(|| differ("openings", &asked.openings, &found.openings))
        .or_else(|| differ("format", &asked.format, &found.format))
        .or_else(|| differ("adjudication", &asked.adjudication, &found.adjudication))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A path in a folder of its own, removed at the end.
    struct Place(PathBuf);

    impl Place {
        fn new(name: &str) -> Self {
            let folder = std::env::temp_dir().join(format!("bolshak-journal-{name}-{}", std::process::id()));
            std::fs::create_dir_all(&folder).unwrap();
            Self(folder)
        }

        fn file(&self) -> PathBuf {
            self.0.join("match.jsonl")
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn plan() -> Plan {
        Plan {
            version: VERSION,
            variant: "russian".to_owned(),
            engines: vec!["a".to_owned(), "b".to_owned()],
            openings: "7".to_owned(),
            format: "all".to_owned(),
            adjudication: "none".to_owned(),
        }
    }

    fn record(number: usize) -> GameRecord {
        GameRecord {
            number,
            white: 0,
            black: 1,
            opening: 0,
            start: "W:Wa1:Bh8".to_owned(),
            opening_moves: Vec::new(),
            moves: Vec::new(),
            white_half_points: 1,
            reason: "draw".to_owned(),
            fault: None,
        }
    }

    #[test]
    fn a_journal_goes_on_behind_the_last_whole_line() {
        let place = Place::new("resume");
        let mut journal = Journal::create(&place.file(), &plan()).unwrap();
        journal.add(&record(0)).unwrap();
        journal.add(&record(3)).unwrap();
        drop(journal);
        // Killed while it wrote.
        let mut text = std::fs::read_to_string(place.file()).unwrap();
        let whole = text.clone();
        text.push_str("{\"number\":1,\"whi");
        std::fs::write(place.file(), text).unwrap();
        let (mut journal, records) = Journal::resume(&place.file(), &plan()).unwrap();
        assert_eq!(records, [record(0), record(3)]);
        assert_eq!(std::fs::read_to_string(place.file()).unwrap(), whole);
        journal.add(&record(1)).unwrap();
        assert_eq!(Journal::resume(&place.file(), &plan()).unwrap().1.len(), 3);
    }

    #[test]
    fn a_journal_is_not_overwritten_and_not_mixed_up() {
        let place = Place::new("other");
        Journal::create(&place.file(), &plan()).unwrap();
        let error = Journal::create(&place.file(), &plan()).unwrap_err().to_string();
        assert!(error.contains("is there already"), "{error}");
        let mut other = plan();
        other.engines.pop();
        let error = Journal::resume(&place.file(), &other).unwrap_err().to_string();
        assert!(error.contains("is of another match: engines: expected \"a\", found \"a | b\""), "{error}");
        assert!(Journal::resume(&place.0.join("none"), &plan()).is_err());
    }

    #[test]
    fn a_file_that_is_no_journal_is_refused_with_the_line() {
        let place = Place::new("junk");
        for (text, part) in [
            ("", ":1: expected the plan of a match"),
            ("{}\n", ":1: expected the plan of a match"),
            ("hello\n", ":1: expected the plan of a match"),
        ] {
            std::fs::write(place.file(), text).unwrap();
            let error = Journal::resume(&place.file(), &plan()).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
        std::fs::remove_file(place.file()).unwrap();
        drop(Journal::create(&place.file(), &plan()).unwrap());
        let text = std::fs::read_to_string(place.file()).unwrap() + "{\"number\":true}\n";
        std::fs::write(place.file(), text).unwrap();
        let error = Journal::resume(&place.file(), &plan()).unwrap_err().to_string();
        assert!(error.contains(":2: expected a finished game"), "{error}");
    }
}
