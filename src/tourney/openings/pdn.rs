//! Openings in PDN files: each game is one, from its start position to its last move.

use super::entry::Entry;
use super::{Fault, Opening, Place};
use crate::pdn::{Parsed, Reader, Reading, Record};
use crate::rules::Rules;

/// Whether a text has tags as PDN does. A list of FENs in the form of tags has no others.
pub(super) fn is_pdn(text: &str) -> bool {
    text.lines().filter_map(tag_name).any(|name| !name.eq_ignore_ascii_case("FEN"))
}

/// The name of the tag with which a line begins.
fn tag_name(line: &str) -> Option<&str> {
    let (name, value) = line.trim_start().strip_prefix('[')?.split_once(char::is_whitespace)?;
    let is_name =
        !name.is_empty() && name.bytes().all(|letter| letter.is_ascii_alphanumeric() || letter == b'_');
    (is_name && value.trim_start().starts_with('"')).then_some(name)
}

/// The games of a file, each with its number.
pub(super) fn games<R: Rules>(bytes: &[u8]) -> impl Iterator<Item = (Place, Result<Entry<R>, Fault>)> {
    let reading = Reading { flying: true, ..Reading::default() };
    // A stream in memory has no errors.
    let games = Reader::<R, _>::with(bytes, reading).filter_map(Result::ok);
    games.map(|game| (Place::Game(game.number), entry(game)))
}

fn entry<R: Rules>(parsed: Parsed<R>) -> Result<Entry<R>, Fault> {
    let is_usable = parsed.has_start && parsed.is_complete;
    let mut faults = parsed.faults.into_iter();
    if !is_usable {
        let fault = faults.next_back().map(Fault::Pdn);
        return Err(fault.unwrap_or_else(|| Fault::Form("a game that breaks off".to_owned())));
    }
    let doubts = faults.chain(parsed.warnings).map(Fault::Doubt);
    let (opening, doubts) = (opening(&parsed.record), doubts.collect());
    match opening.game().result() {
        Some(result) => Err(Fault::Over(result)),
        None => Ok((opening, doubts)),
    }
}

fn opening<R: Rules>(record: &Record<R>) -> Opening<R> {
    let name = record.tags.get("Opening").or_else(|| record.tags.get("Event")).unwrap_or_default();
    let moves = record.moves.iter().map(|recorded| recorded.mv).collect();
    Opening { name: name.to_owned(), start: record.start, moves }
}
