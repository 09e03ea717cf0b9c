//! The books that are part of the program: `book/`, where it is written how they were made.

use std::path::Path;
use std::sync::Arc;

use super::file::{Book, BookError};
use crate::files::Contents;
use crate::rules::{Rules, Variant};

/// The book of a game.
const fn bytes(variant: Variant) -> Option<&'static [u8]> {
    match variant {
        Variant::Russian => Some(include_bytes!("../../book/russian.book")),
        _ => None,
    }
}

impl<R: Rules> Book<R> {
    /// The book that is part of the program; `None` for a game that has none.
    pub fn embedded() -> Option<Self> {
        let read = Self::new(Contents::Embedded(bytes(R::VARIANT)?));
        read.inspect_err(|fault| log::error!("book of {}: {fault}", R::VARIANT)).ok()
    }

    /// The book of a file, or, without one, that of the program.
    ///
    /// # Errors
    /// When the file cannot be read, is no book of this game, or damaged.
    pub fn load(path: Option<&Path>) -> Result<Option<Arc<Self>>, BookError> {
        let book = path.map_or_else(|| Ok(Self::embedded()), |path| Self::open(path).map(Some));
        Ok(book?.map(Arc::new))
    }
}
