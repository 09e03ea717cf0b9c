//! Games written as PDN.

use std::io::{self, Write};

use super::fault::MoveNumber;
use super::outcome::Outcome;
use super::record::{Annotation, Record, RecordedMove, clean_comment, one_line};
use super::scan::{self, Scan};
use super::style::{Form, Style};
use super::token::{is_blank, is_quote};
use crate::notation::{write_fen, write_move};
use crate::position::Position;
use crate::rules::Rules;

/// The longest line, but for a word that is longer.
const WIDTH: usize = 79;

/// Writes a game and an empty line behind it.
///
/// The tags keep their order. `Result`, `GameType` and `FEN` say what the record and the style say; where they are
/// missing they come last, the last only if the game does not begin in the start position. A result that is in neither
/// system stays in its tag.
///
/// # Errors
/// Those of the stream.
pub fn write_game<R: Rules>(output: &mut impl Write, record: &Record<R>, style: Style) -> io::Result<()> {
    write_tags(output, record, style)?;
    let mut words = Words { output, width: 0 };
    words.annotations(&record.preface)?;
    let mut position = record.start;
    let mut interrupted = true;
    for (ply, recorded) in record.moves.iter().enumerate() {
        let MoveNumber { color, number } = MoveNumber::new::<R>(ply, record.start.turn());
        let number = if color == R::FIRST {
            format!("{number}. ")
        } else if interrupted {
            format!("{number}... ")
        } else {
            String::new()
        };
        words.word(&(number + &move_text(&position, recorded, style)))?;
        interrupted = words.annotations(&recorded.annotations)?;
        position = position.after(recorded.mv);
    }
    words.word(style.result(record.outcome))?;
    writeln!(words.output, "\n")
}

fn write_tags<R: Rules>(output: &mut impl Write, record: &Record<R>, style: Style) -> io::Result<()> {
    let mut tags = record.tags.clone();
    let told_otherwise = record.outcome == Outcome::Unknown
        && tags.get("Result").is_some_and(|value| !value.is_empty() && Outcome::read(value).is_none());
    if !told_otherwise {
        tags.set("Result", style.result(record.outcome));
    }
    if let Some(game_type) = style.game_type::<R>() {
        tags.set("GameType", game_type);
    } else {
        tags.remove("GameType");
        tags.set("Variant", R::VARIANT.name());
    }
    let needs_fen = record.start != Position::start() || style.form == Form::Lidraughts;
    if needs_fen || tags.get("FEN").is_some() {
        tags.set("FEN", write_fen(&record.start, style.notation));
    }
    for tag in tags.iter() {
        writeln!(output, "[{} \"{}\"]", tag.name, tag_value(&tag.value))?;
    }
    writeln!(output)
}

/// A value as it stands between quotation marks. A mark of another kind before a bracket would end it, too.
fn tag_value(value: &str) -> String {
    let clean: String = value.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    let mut text = String::new();
    for (at, letter) in clean.char_indices() {
        let rest = clean.get(at + letter.len_utf8()..).unwrap_or_default();
        if matches!(letter, '"' | '\\') {
            text.extend(['\\', letter]);
        } else if is_quote(letter) && rest.trim_start_matches(is_blank).starts_with(']') {
            text.push_str("\\\"");
        } else {
            text.push(letter);
        }
    }
    text
}

fn move_text<R: Rules>(position: &Position<R>, recorded: &RecordedMove, style: Style) -> String {
    let separator = style.capture_separator::<R>();
    let text = write_move(position, recorded.mv, style.notation);
    let text: String =
        text.chars().map(|letter| if matches!(letter, ':' | 'x') { separator } else { letter }).collect();
    text + &recorded.mark
}

/// Words on lines of at most [`WIDTH`] characters.
struct Words<'a, W> {
    output: &'a mut W,
    width: usize,
}

impl<W: Write> Words<'_, W> {
    fn word(&mut self, word: &str) -> io::Result<()> {
        let length = word.chars().count();
        if self.width > 0 && self.width + 1 + length > WIDTH {
            self.output.write_all(b"\n")?;
            self.width = 0;
        } else if self.width > 0 {
            self.output.write_all(b" ")?;
            self.width += 1;
        }
        self.width += length;
        self.output.write_all(word.as_bytes())
    }

    /// Writes what there is to say; whether there was anything.
    fn annotations(&mut self, annotations: &[Annotation]) -> io::Result<bool> {
        let mut any = false;
        for annotation in annotations {
            match annotation {
                Annotation::Nag(number) => any |= self.text(&format!("${number}"))?,
                Annotation::Variation(text) if is_one_variation(text) => {
                    any |= self.text(&format!("({})", one_line(text)))?;
                }
                Annotation::Comment(text) | Annotation::Variation(text) => {
                    let text = clean_comment(text);
                    if !text.is_empty() {
                        any |= self.text(&format!("{{{text}}}"))?;
                    }
                }
            }
        }
        Ok(any)
    }

    /// Writes the words of a text, of which there is one at least.
    fn text(&mut self, text: &str) -> io::Result<bool> {
        // No line may begin like a tag or a comment of a line, within a comment either: not all readers mind the brace.
        let is_risky = |word: &str| word.starts_with(['[', '%']);
        let (mut unbroken, mut rest) = (String::new(), text);
        for word in text.split(' ') {
            let hangs_together = is_risky(word) || command_goes_on(&unbroken, rest);
            if !unbroken.is_empty() && hangs_together {
                unbroken.push(' ');
            } else if !unbroken.is_empty() {
                self.word(&std::mem::take(&mut unbroken))?;
            }
            unbroken.push_str(word);
            rest = rest.get(word.len() + 1..).unwrap_or_default();
        }
        self.word(&unbroken).map(|()| true)
    }
}

/// Whether a command such as `[%eval 0.17]` begins in a text and ends in the rest: not all readers find one on two
/// lines. A long one is taken for something else.
fn command_goes_on(text: &str, rest: &str) -> bool {
    const LONGEST_COMMAND: usize = 40;
    let open = text.rfind("[%").and_then(|begin| text.get(begin..)).filter(|open| !open.contains(']'));
    let end = rest.find(']');
    open.zip(end).is_some_and(|(open, end)| open.len() + end < LONGEST_COMMAND)
}

/// Whether a text is read as one variation again when parentheses are put around it.
fn is_one_variation(text: &str) -> bool {
    let is_mark =
        !text.is_empty() && text.chars().all(|letter| is_blank(letter) || matches!(letter, '!' | '?'));
    !is_mark && scan::variation(&format!("{text})")) == Scan::Closed(text.len())
}
