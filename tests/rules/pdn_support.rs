//! What the tests of PDN need.

use bolshak::notation::{Notation, write_fen, write_line};
use bolshak::pdn::{Parsed, Reader, Reading, Record, Style, write_game};
use bolshak::rules::Russian;

/// All games of a text.
pub(crate) fn games(text: impl AsRef<[u8]>) -> Vec<Parsed<Russian>> {
    Reader::new(text.as_ref()).map(Result::unwrap).collect()
}

/// The only game of a text.
pub(crate) fn game(text: impl AsRef<[u8]>) -> Parsed<Russian> {
    only(games(text))
}

/// The only game of a text, in which there is nothing wrong.
pub(crate) fn good_game(text: impl AsRef<[u8]>) -> Record<Russian> {
    let game = game(text);
    assert!(game.faults.is_empty() && game.is_complete, "{:#?}", game.faults);
    game.record
}

/// The only game of a text, before which men may fly.
pub(crate) fn flying_game(text: &str) -> Parsed<Russian> {
    let reading = Reading { flying: true, ..Reading::default() };
    only(Reader::with(text.as_bytes(), reading).map(Result::unwrap).collect())
}

fn only(mut games: Vec<Parsed<Russian>>) -> Parsed<Russian> {
    assert_eq!(games.len(), 1, "{games:#?}");
    games.pop().unwrap()
}

/// The moves, written.
pub(crate) fn moves(record: &Record<Russian>) -> Vec<String> {
    let moves: Vec<_> = record.moves.iter().map(|recorded| recorded.mv).collect();
    write_line(&record.start, &moves, Notation::Algebraic)
}

/// The position after the moves.
pub(crate) fn end(record: &Record<Russian>) -> String {
    write_fen(&record.end(), Notation::Algebraic)
}

/// The faults of all games, each on a line.
pub(crate) fn faults(text: impl AsRef<[u8]>) -> Vec<String> {
    games(text).iter().flat_map(|game| &game.faults).map(ToString::to_string).collect()
}

/// A game in a form of PDN.
pub(crate) fn written(record: &Record<Russian>, style: Style) -> String {
    let mut bytes = Vec::new();
    write_game(&mut bytes, record, style).unwrap();
    String::from_utf8(bytes).unwrap()
}
