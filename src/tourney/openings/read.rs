//! Files of openings, of whatever kind.

use std::collections::HashMap;

use super::entry::{Entry, read_entry, read_line};
use super::{Fault, Openings, Place, ReadError, Warning, pdn, table};
use crate::board::Numbering;
use crate::position::Position;
use crate::rules::Rules;

/// Reads openings, in whatever form the text shows:
///
/// - lines, each a FEN, a list of moves from the start position such as `1. cd4 ba5 2. dc5`, or the start position with
///   a man of each side moved such as `h2-h6 h6-f4`, `--- h6-h4` or `d2-b4 ---`, after which it is the turn of the side
///   that begins the game (after a single item, the other's; a letter `W` or `B` at the end decides). A name may stand
///   before it with a colon or after it with a semicolon; blank lines, and what follows a `#`, mean nothing.
/// - a table in JSON, `{"all": {"I-2: ab4 ba5": "W:Wa1,…"}}`. Moves in a name are compared with its FEN, and count where
///   they disagree.
/// - a PDN file, of which each game is an opening; first moves that no rule allows are men moved before the game.
///
/// What cannot be used is left out with a warning, and the rest is read. Openings that reach the same position are all
/// kept, with a warning, so that those after them keep their numbers.
///
/// # Errors
/// When a table is no valid JSON, or when there is no opening at all.
pub fn read<R: Rules>(bytes: &[u8], numbering: Numbering) -> Result<Openings<R>, ReadError> {
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{feff}');
    let mut reader = Reader::<R>::new();
    if is_table(text) {
        for (index, (name, text)) in table::entries(text)?.into_iter().enumerate() {
            let entry = match text {
                Some(text) if name.is_empty() => read_line(&text, numbering),
                Some(text) => read_entry(&name, &text, numbering),
                None => Err(Fault::Form("something that is no text".to_owned())),
            };
            reader.take(&Place::Entry { number: index + 1, name }, entry);
        }
    } else if pdn::is_pdn(text) {
        for (place, entry) in pdn::games(bytes) {
            reader.take(&place, entry);
        }
    } else {
        for (index, line) in text.lines().enumerate() {
            let line = without_comment(line);
            if !line.is_empty() {
                reader.take(&Place::Line(index + 1), read_line(line, numbering));
            }
        }
    }
    reader.finish()
}

/// What has been read so far.
struct Reader<R: Rules> {
    found: Openings<R>,
    /// The positions reached, each with the first opening that reaches it.
    reached: HashMap<Position<R>, Place>,
}

impl<R: Rules> Reader<R> {
    fn new() -> Self {
        let found = Openings { openings: Vec::new(), warnings: Vec::new() };
        Self { found, reached: HashMap::new() }
    }

    fn take(&mut self, place: &Place, entry: Result<Entry<R>, Fault>) {
        let faults = match entry {
            Ok((opening, mut doubts)) => {
                let position = opening.position();
                match self.reached.get(&position) {
                    Some(first) => doubts.push(Fault::Repeated(first.clone())),
                    None => {
                        self.reached.insert(position, place.clone());
                    }
                }
                self.found.openings.push(opening);
                doubts
            }
            Err(fault) => vec![fault],
        };
        let warnings = faults.into_iter().map(|fault| Warning { place: place.clone(), fault });
        self.found.warnings.extend(warnings);
    }

    fn finish(self) -> Result<Openings<R>, ReadError> {
        if self.found.openings.is_empty() {
            Err(ReadError::NoOpening(self.found.warnings))
        } else {
            Ok(self.found)
        }
    }
}

/// Whether a text begins as JSON does: with a brace or bracket, and in it a quotation mark or nothing.
fn is_table(text: &str) -> bool {
    let mut letters = text.chars().filter(|letter| !letter.is_whitespace());
    match letters.next() {
        Some('{') => matches!(letters.next(), Some('"' | '}')),
        Some('[') => matches!(letters.next(), Some('"' | ']' | '{' | '[')),
        _ => false,
    }
}

/// A line without its comment: what follows a `#` at its beginning or after a blank.
fn without_comment(line: &str) -> &str {
    let is_comment = |&(at, _): &(usize, &str)| {
        line.split_at_checked(at)
            .is_some_and(|(before, _)| before.is_empty() || before.ends_with(char::is_whitespace))
    };
    let end = line.match_indices('#').find(is_comment).map(|(at, _)| at);
    end.and_then(|end| line.split_at_checked(end)).map_or(line, |(before, _)| before).trim()
}
