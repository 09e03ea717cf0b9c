//! Where the game is saved, so that no other file is overwritten by it.

use std::path::{Path, PathBuf};

use super::super::failure::Failure;
use crate::files;

/// The files of this game.
#[derive(Debug, Default)]
pub(super) struct Saved {
    /// Written after each move.
    automatic: Option<PathBuf>,
    /// Written by this game: they may be overwritten.
    own: Vec<PathBuf>,
}

impl Saved {
    /// With a file to be written after each move, which must not exist yet.
    pub(super) fn new(automatic: Option<PathBuf>) -> Result<Self, Failure> {
        match &automatic {
            Some(path) if path.exists() => Err(Failure::Failed(format!(
                "--save: expected the name of a new file, found {}, which exists",
                path.display()
            ))),
            _ => Ok(Self { automatic, own: Vec::new() }),
        }
    }

    /// Writes the file that is written after each move, if there is one.
    pub(super) fn write_automatic(&mut self, text: &str) -> Result<(), Failure> {
        match self.automatic.clone() {
            Some(path) => self.write(&path, text, false),
            None => Ok(()),
        }
    }

    /// Writes a file. One that another hand made is overwritten only if `forced`.
    pub(super) fn write(&mut self, path: &Path, text: &str, forced: bool) -> Result<(), Failure> {
        let own = self.own.iter().any(|own| own == path);
        if !own && !forced && path.exists() {
            return Err(Failure::Failed(format!(
                "{0} exists and is not this game's: expected another name, or \"save! {0}\" to overwrite it",
                path.display()
            )));
        }
        files::replace(path, text.as_bytes()).map_err(|error| Failure::not_written(path, &error))?;
        log::info!("saved {}", path.display());
        if !own {
            self.own.push(path.to_owned());
        }
        Ok(())
    }
}
