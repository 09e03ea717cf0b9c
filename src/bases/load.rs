//! Where bases come from: the program itself, and folders.

use std::fs;
use std::path::{Path, PathBuf};

use etcetera::{AppStrategy, AppStrategyArgs, choose_app_strategy};

use super::balance::MOST_PIECES;
use super::embedded;
use super::file::{BaseError, BaseFile, file_name};
use super::header::Kind;
use super::probe::Bases;
use crate::rules::Rules;

/// Why bases of a folder are not used.
#[derive(Debug, thiserror::Error)]
pub enum LoadFault {
    /// A file is damaged, or no base.
    #[error("{0}; the file is not used")]
    File(#[from] BaseError),
    /// There is no such folder.
    #[error("{}: expected a folder with endgame bases: {error}", folder.display())]
    Folder {
        /// What was asked for.
        folder: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// There is nothing in it.
    #[error("{}: expected endgame bases, such as {expected}, found none", folder.display())]
    Empty {
        /// The folder.
        folder: PathBuf,
        /// The name of a file that could be there.
        expected: String,
    },
}

impl<R: Rules> Bases<R> {
    /// The bases that are part of the program.
    pub fn embedded() -> Self {
        let mut bases = Self::none();
        for (name, bytes) in embedded::files(R::VARIANT) {
            match BaseFile::embedded(name, bytes) {
                Ok(file) => bases.add(file),
                Err(fault) => log::error!("{name}: {fault}"),
            }
        }
        bases
    }

    /// Adds the bases of a folder. What is wrong with a file is told, and it is not used.
    pub fn add_folder(&mut self, folder: &Path) -> Vec<LoadFault> {
        if let Err(error) = fs::read_dir(folder) {
            return vec![LoadFault::Folder { folder: folder.to_owned(), error }];
        }
        let (mut faults, mut found) = (Vec::new(), false);
        for path in paths::<R>(folder).filter(|path| path.exists()) {
            found = true;
            match BaseFile::open(&path, R::VARIANT) {
                Ok(file) => self.add(file),
                Err(fault) => faults.push(fault.into()),
            }
        }
        if !found {
            let expected = file_name(R::VARIANT, MOST_PIECES - 1, Kind::Outcomes);
            faults.push(LoadFault::Empty { folder: folder.to_owned(), expected });
        }
        faults
    }

    /// The bases of the program and those of a folder, or, without one, of the user's.
    pub fn load(folder: Option<&Path>) -> (Self, Vec<LoadFault>) {
        let mut bases = Self::embedded();
        let users = || user_folder().filter(|user| paths::<R>(user).any(|path| path.exists()));
        let folder = folder.map(Path::to_owned).or_else(users);
        let faults = folder.map_or_else(Vec::new, |folder| bases.add_folder(&folder));
        (bases, faults)
    }
}

/// The files of a folder that would be bases of the game.
fn paths<R: Rules>(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let names =
        (2..=MOST_PIECES).flat_map(|pieces| Kind::ALL.map(|kind| file_name(R::VARIANT, pieces, kind)));
    names.map(|name| folder.join(name))
}

/// The folder for the user's bases, whether it is there or not; `None` if the system does not say where such belong.
pub fn user_folder() -> Option<PathBuf> {
    let name = || env!("CARGO_PKG_NAME").to_owned();
    let args = AppStrategyArgs { top_level_domain: "org".to_owned(), author: name(), app_name: name() };
    choose_app_strategy(args).ok().map(|strategy| strategy.in_data_dir("bases"))
}
