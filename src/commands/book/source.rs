//! Which book a command is about.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::super::failure::Failure;
use super::super::parsers;
use crate::book::{Book, Code, Graph, OpenError, Parts};
use crate::notation::{Notation, write_fen};
use crate::rules::{Rules, Variant};

/// A book, or that of the program.
#[derive(clap::Args, Debug)]
pub(super) struct Source {
    /// The book [default: the one that is part of the program]
    #[arg(value_name = "BOOK")]
    pub(super) file: Option<PathBuf>,
    /// The game: russian or giveaway
    #[arg(long, value_name = "GAME", value_parser = parsers::variant, default_value_t)]
    pub(super) variant: Variant,
}

/// There are books only of games that can be searched.
pub(super) fn no_book_of(variant: Variant) -> Failure {
    Failure::Usage(format!("{variant} cannot be searched, so no book made"))
}

/// What a book is called: that of a file, or of the program.
pub(super) fn name(path: Option<&Path>) -> String {
    path.map_or_else(|| "the book of the program".to_owned(), |path| path.display().to_string())
}

/// A book where it lies: that of a file, or of the program.
pub(super) fn open<R: Rules>(path: Option<&Path>) -> Result<Arc<Book<R>>, Failure> {
    let Some(path) = path else {
        let message = format!("expected a book, as there is none of {} in the program", R::VARIANT);
        return Book::embedded().map(Arc::new).ok_or(Failure::Usage(message));
    };
    Book::open(path).map(Arc::new).map_err(|error| Failure::Failed(error.to_string()))
}

/// A book in memory; `None` when there is no such file.
pub(super) fn read_if_there<R: Rules>(path: &Path) -> Result<Option<Graph<R>>, Failure> {
    match Book::<R>::open(path) {
        Ok(book) => graph(&book, Some(path)).map(Some),
        Err(OpenError::Read { error, .. }) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::Failed(error.to_string())),
    }
}

/// A book in memory.
pub(super) fn graph<R: Rules>(book: &Book<R>, path: Option<&Path>) -> Result<Graph<R>, Failure> {
    let graph = Graph::of(Parts::of(book));
    graph.map_err(|error| Failure::Failed(format!("{}: {error}", name(path))))
}

/// Writes a book.
pub(super) fn save<R: Rules>(graph: &Graph<R>, path: &Path) -> Result<(), Failure> {
    graph.parts().save::<R>(path).map_err(|error| Failure::not_written(path, &error))
}

/// A position of a book for people.
pub(super) fn fen<R: Rules>(code: Code) -> String {
    let position = code.position::<R>();
    position.map_or_else(|| format!("{code:?}"), |position| write_fen(&position, Notation::Algebraic))
}
