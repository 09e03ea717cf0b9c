//! Words of a game's moves taken apart: a number that is glued to a move, the move, and its marks.

use std::borrow::Cow;

use winnow::ascii::digit1;
use winnow::combinator::opt;
use winnow::error::EmptyError;
use winnow::prelude::*;
use winnow::token::{one_of, rest, take_while};

use super::outcome::{Outcome, plain_dash};

/// A word taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word<'a> {
    /// Whether it begins with the number of a move, as in `12.` or `12.c3-d4`.
    pub(super) numbered: bool,
    /// Marks that stand before the move, and belong to the one before.
    pub(super) marks_before: &'a str,
    /// The move, or whatever it is.
    pub(super) body: &'a str,
    /// Where the body begins in the word.
    pub(super) offset: usize,
    /// Marks such as `!?` after the move; `*` marks a forced one.
    pub(super) marks: &'a str,
}

/// What the body of a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Body {
    /// Nothing, or dots that stand for a move that is not given.
    Nothing,
    /// A result, which ends the game.
    Result(Outcome),
    /// A separator without its squares; of a capture or not.
    Separator {
        /// Whether it is that of a capture.
        capture: bool,
    },
    /// `---`: a move that nobody knows, or none.
    Blank,
    /// A symbol of an assessment, such as `±`.
    Symbol,
    /// A move, or a part of one.
    Move,
}

const fn is_mark(letter: char) -> bool {
    matches!(letter, '!' | '?' | '‼' | '⁇' | '⁈' | '⁉')
}

/// Takes a word apart.
pub(super) fn take_apart(word: &str) -> Word<'_> {
    let number = opt((digit1::<_, EmptyError>, take_while(1.., ['.', '…'])));
    let number = number.map(|number| number.is_some()).with_taken();
    let mut parts = (number, take_while(0.., is_mark), rest);
    let parsed = parts.parse(word);
    let Ok(((numbered, number), marks_before, rest)) = parsed else {
        return Word { numbered: false, marks_before: "", body: word, offset: 0, marks: "" };
    };
    let offset = number.len() + marks_before.len();
    let body = rest.trim_end_matches(|letter| is_mark(letter) || letter == '*');
    // A star of its own ends the game.
    let body = if body.is_empty() { rest } else { body };
    let marks = rest.get(body.len()..).unwrap_or_default();
    let has_letters = body.contains(char::is_alphanumeric);
    let body = if has_letters { body.trim_end_matches(['.', ',']) } else { body };
    Word { numbered, marks_before, body, offset, marks }
}

/// What the body of a word is.
pub(super) fn classify(body: &str) -> Body {
    if let Some(outcome) = Outcome::read(body) {
        return Body::Result(outcome);
    }
    let dashes = |text: &str| text.chars().all(|letter| plain_dash(letter) == '-');
    match body {
        ":" | "x" | "X" | "×" | "х" | "Х" => Body::Separator { capture: true },
        _ if body.chars().all(|letter| matches!(letter, '.' | '…' | ',')) => Body::Nothing,
        _ if dashes(body) && body.chars().nth(1).is_none() => Body::Separator { capture: false },
        _ if dashes(body) => Body::Blank,
        _ if !body.contains(char::is_alphanumeric) => Body::Symbol,
        _ => Body::Move,
    }
}

/// Whether a text can be the first part of a move or of a result that has blanks in it: a square, a column, a half.
pub(super) fn is_operand(text: &str) -> bool {
    let mut parser = (opt(one_of::<_, _, EmptyError>(('a'..='j', 'A'..='J'))), take_while(0..3, '0'..='9'));
    let is_square = parser.parse(text).is_ok();
    !text.is_empty() && (is_square || text == "1/2" || text == "½")
}

/// Whether a text has one of the signs that stand between squares at its end, and whether it is that of a capture.
pub(super) fn separator_at_end(text: &str) -> bool {
    text.chars().next_back().is_some_and(is_separator)
}

/// Whether a text begins with one of the signs that stand between squares.
pub(super) fn separator_at_start(text: &str) -> bool {
    text.chars().next().is_some_and(is_separator)
}

fn is_separator(letter: char) -> bool {
    matches!(plain_dash(letter), '-' | ':' | 'x' | 'X' | '×' | 'х' | 'Х')
}

/// The Cyrillic letters that look like those of squares, which many a typist has hit, and any dash, as the reader of
/// moves knows them.
pub(super) fn latin(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return text.into();
    }
    let letter = |letter| match plain_dash(letter) {
        'а' | 'А' => 'a',
        'В' => 'b',
        'с' | 'С' => 'c',
        'е' | 'Е' => 'e',
        'Н' => 'h',
        'х' | 'Х' => 'x',
        other => other,
    };
    text.chars().map(letter).collect::<String>().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_marks_are_taken_off() {
        let cases = [
            ("12.", (true, "", "", "")),
            ("1.c3-d4", (true, "", "c3-d4", "")),
            ("1...d6-c5!?", (true, "", "d6-c5", "!?")),
            ("!17x22", (false, "!", "17x22", "")),
            ("c3-d4*", (false, "", "c3-d4", "*")),
            ("*", (false, "", "*", "")),
            ("!?", (false, "!?", "", "")),
            ("c3-d4,", (false, "", "c3-d4", "")),
            ("22-18", (false, "", "22-18", "")),
            ("1-0.", (false, "", "1-0", "")),
            ("…", (false, "", "…", "")),
        ];
        for (text, (numbered, marks_before, body, marks)) in cases {
            let word = take_apart(text);
            assert_eq!(
                (word.numbered, word.marks_before, word.body, word.marks),
                (numbered, marks_before, body, marks)
            );
            assert!(text.get(word.offset..).unwrap().starts_with(body));
        }
    }

    #[test]
    fn results_are_told_from_moves() {
        assert_eq!(classify("1-1"), Body::Result(Outcome::Draw));
        assert_eq!(classify("½–½"), Body::Result(Outcome::Draw));
        assert_eq!(classify("1-18"), Body::Move);
        assert_eq!(classify("11-18"), Body::Move);
        assert_eq!(classify("-"), Body::Separator { capture: false });
        assert_eq!(classify("--"), Body::Blank);
        assert_eq!(classify("±"), Body::Symbol);
        assert_eq!(classify("…"), Body::Nothing);
    }

    #[test]
    fn only_the_beginnings_of_moves_and_results_can_be_gone_on_with() {
        assert!(["d6", "22", "b", "½", "1/2", "0"].into_iter().all(is_operand));
        assert!(!["", "d6-c5", "1947", "Ivanov", "d666"].into_iter().any(is_operand));
    }

    #[test]
    fn letters_that_look_latin_are() {
        assert_eq!(latin("с3–d4"), "c3-d4");
        assert_eq!(latin("а3хс5"), "a3xc5");
    }
}
