//! One game as text: where it begins and ends, and what its pieces are. The moves are not looked at yet.

use std::borrow::Cow;

use super::fault::FaultKind;
use super::outcome::Outcome;
use super::tags::{Tag, Tags};
use super::token::{Token, gap, token};
use super::word::{self, Body};
use crate::notation::quoted;

/// A piece of a game after its tags.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item<'a> {
    /// What should be a move.
    Move(Cow<'a, str>),
    /// A dash where a move should be.
    Blank,
    /// A mark of the move before.
    Mark(&'a str),
    /// A numeric annotation glyph.
    Nag(u16),
    /// A comment.
    Comment(&'a str),
    /// A variation.
    Variation(&'a str),
    /// A new position.
    Setup(&'a str),
}

/// A game as text. Offsets count bytes of the text it was taken from.
#[derive(Clone, Debug, Default)]
pub(super) struct GameText<'a> {
    /// Where it begins.
    pub(super) start: usize,
    pub(super) tags: Tags,
    /// Where the tags FEN and Result stand.
    pub(super) fen_at: usize,
    pub(super) result_at: usize,
    pub(super) items: Vec<(usize, Item<'a>)>,
    /// The result after the moves.
    pub(super) end: Option<(usize, Outcome)>,
    pub(super) faults: Vec<(usize, FaultKind)>,
}

/// What came of taking a game off the front of a text.
#[derive(Clone, Debug)]
pub(super) enum Step<'a> {
    /// The game may go on in the text that is still to come.
    More,
    /// A game, and the length of the text it took.
    Game(Box<GameText<'a>>, usize),
    /// There is no game in what is left.
    End,
}

/// What has more faults is no game but some other file; the first will do.
pub(super) const MOST_FAULTS: usize = 50;
/// What has more tags is read as several games: names are looked up one by one.
const MOST_TAGS: usize = 1_000;
/// The longest move with blanks in it, in bytes; that of the longest capture is shorter.
const LONGEST_MOVE: usize = 200;

/// Takes a game off the front of a text. `whole` says that no more text will come.
pub(super) fn take(text: &str, whole: bool) -> Step<'_> {
    let mut start = 0;
    loop {
        let Some(rest) = text.get(start..) else { return Step::End };
        let mut taker = Taker::new(text, rest);
        match taker.run(whole) {
            None => return Step::More,
            Some(length) if taker.is_game() => return Step::Game(Box::new(taker.game), length),
            // A terminator of its own, or a comment between games.
            Some(length) if length > start => start = length,
            Some(_) => return Step::End,
        }
    }
}

/// Whether a token belongs to the game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    /// It does, and there may be more.
    On,
    /// It is the last.
    Last,
    /// It belongs to the next game.
    Next,
}

struct Taker<'a> {
    text: &'a str,
    rest: &'a str,
    game: GameText<'a>,
    /// Whether there was anything that only stands after the tags, the number of a move included.
    begun: bool,
    /// A move, or a part of one that goes on after a blank, and where it stands.
    pending: Option<(usize, Cow<'a, str>)>,
}

impl<'a> Taker<'a> {
    fn new(text: &'a str, rest: &'a str) -> Self {
        Self { text, rest, game: GameText::default(), begun: false, pending: None }
    }

    fn offset(&self) -> usize {
        self.text.len() - self.rest.len()
    }

    /// Takes the tokens of one game; returns where it ends, or `None` if that is still to come.
    fn run(&mut self, whole: bool) -> Option<usize> {
        let mut first = true;
        loop {
            let before = self.offset();
            gap(&mut self.rest);
            let at = self.offset();
            if first {
                self.game.start = at;
                first = false;
            }
            let token = token(&mut self.rest);
            let open = matches!(token, Some(Token::Unclosed { open: true, .. }));
            if !whole && (open || self.rest.is_empty()) {
                return None;
            }
            let Some(token) = token else {
                self.flush();
                return Some(at);
            };
            let blank_line = self.text.get(before..at).is_some_and(|gap| gap.matches('\n').count() > 1);
            match self.take(at, token, blank_line) {
                Flow::On => {}
                Flow::Last => return self.comments_after_the_end(whole),
                Flow::Next => return Some(at),
            }
        }
    }

    /// Whether what was taken is worth the name.
    fn is_game(&self) -> bool {
        let game = &self.game;
        let moves = game.items.iter().any(|(_, item)| !matches!(item, Item::Comment(_)));
        !game.tags.is_empty() || moves || !game.faults.is_empty() || (self.begun && game.end.is_some())
    }

    /// Takes the comments that stand on the line of the result.
    fn comments_after_the_end(&mut self, whole: bool) -> Option<usize> {
        loop {
            let end = self.offset();
            gap(&mut self.rest);
            let at = self.offset();
            if !whole && self.rest.is_empty() {
                return None;
            }
            let same_line = self.text.get(end..at).is_some_and(|gap| !gap.contains('\n'));
            match token(&mut self.rest) {
                Some(Token::Unclosed { open: true, .. }) if !whole => return None,
                Some(Token::Comment(text)) if same_line => self.item(at, Item::Comment(text)),
                _ => return Some(end),
            }
        }
    }

    fn take(&mut self, at: usize, token: Token<'a>, blank_line: bool) -> Flow {
        if !matches!(token, Token::Word(_)) {
            let number_in_parenthesis = matches!(token, Token::Stray(')'))
                && self.pending.as_ref().is_some_and(|(_, text)| is_number(text));
            self.flush();
            if self.game.end.is_some() {
                return Flow::Next;
            }
            if number_in_parenthesis {
                return Flow::On;
            }
        }
        match token {
            Token::Tag(tag) => return self.tag(at, tag, blank_line),
            Token::BareTag(tag) if !self.begun => {
                self.fault(at, FaultKind::BareTag(quoted(&tag.name)));
                return self.tag(at, tag, blank_line);
            }
            Token::BareTag(Tag { name, .. }) => self.fault(at, FaultKind::NoTag(quoted(&format!("[{name}")))),
            Token::NoTag(found) => self.fault(at, FaultKind::NoTag(quoted(found))),
            Token::Comment(text) => self.item(at, Item::Comment(text)),
            Token::Variation(text) => self.begin(at, Item::Variation(text)),
            Token::Nag(number) => self.begin(at, Item::Nag(number)),
            Token::Setup(fen) => self.begin(at, Item::Setup(fen)),
            Token::Mark(mark) => self.begin(at, Item::Mark(mark)),
            Token::Stray(letter) => self.fault(at, FaultKind::Stray(letter)),
            Token::Unclosed { bracket, .. } => {
                self.begun = true;
                self.fault(at, FaultKind::Unclosed(bracket));
            }
            Token::Word(text) => return self.word(at, text),
        }
        Flow::On
    }

    fn tag(&mut self, at: usize, tag: Tag, blank_line: bool) -> Flow {
        let known = self.game.tags.get(&tag.name);
        // Tags after moves, or once more after an empty line: those of another game.
        if self.begun || (blank_line && known.is_some()) || self.game.tags.len() >= MOST_TAGS {
            return Flow::Next;
        }
        match known {
            Some(value) if value == tag.value => {}
            Some(_) => self.fault(at, FaultKind::DoubleTag(quoted(&tag.name))),
            None => {
                if tag.name.eq_ignore_ascii_case("FEN") {
                    self.game.fen_at = at;
                } else if tag.name.eq_ignore_ascii_case("Result") {
                    self.game.result_at = at;
                }
                self.game.tags.set(tag.name, tag.value);
            }
        }
        Flow::On
    }

    fn word(&mut self, at: usize, text: &'a str) -> Flow {
        let parts = word::take_apart(text);
        if parts.numbered || !parts.marks_before.is_empty() {
            self.flush();
            if self.game.end.is_some() {
                return Flow::Next;
            }
            self.begun = true;
        }
        if !parts.marks_before.is_empty() {
            self.item(at, Item::Mark(parts.marks_before));
        }
        let flow = self.body(at + parts.offset, parts.body);
        if flow == Flow::On && !parts.marks.is_empty() {
            self.flush();
            let at = at + text.len() - parts.marks.len();
            let marks = parts.marks.trim_matches('*');
            if !marks.is_empty() {
                self.item(at, Item::Mark(marks));
            }
            if marks.len() < parts.marks.len() {
                // The star of a forced move, which has a glyph of its own.
                self.item(at, Item::Nag(7));
            }
        }
        flow
    }

    fn body(&mut self, at: usize, body: &'a str) -> Flow {
        let kind = word::classify(body);
        let joins = match (&self.pending, kind) {
            (Some((_, first)), _) if first.len() > LONGEST_MOVE => false,
            (Some((_, first)), Body::Separator { capture }) => capture || word::is_operand(first),
            (Some((_, first)), Body::Move | Body::Result(_)) => {
                word::separator_at_end(first) || (word::is_operand(first) && word::separator_at_start(body))
            }
            _ => false,
        };
        if joins && let Some((_, first)) = &mut self.pending {
            first.to_mut().push_str(body);
            return match word::classify(first) {
                Body::Result(outcome) => {
                    let at = self.pending.take().map_or(at, |(at, _)| at);
                    self.finish(at, outcome)
                }
                _ => Flow::On,
            };
        }
        self.flush();
        if self.game.end.is_some() {
            return Flow::Next;
        }
        match kind {
            Body::Nothing => {}
            Body::Symbol => self.item(at, Item::Comment(body)),
            Body::Separator { capture: false } | Body::Blank => self.begin(at, Item::Blank),
            // A half may be half of a result with blanks in it.
            Body::Result(_) if word::is_operand(body) => self.pending = Some((at, body.into())),
            Body::Result(outcome) => return self.finish(at, outcome),
            Body::Separator { capture: true } => self.begin(at, Item::Move(body.into())),
            Body::Move => self.pending = Some((at, body.into())),
        }
        Flow::On
    }

    /// No more of a move is to come.
    fn flush(&mut self) {
        let Some((at, text)) = self.pending.take() else { return };
        if is_number(&text) {
            self.begun = true;
        } else if let Body::Result(outcome) = word::classify(&text) {
            self.finish(at, outcome);
        } else {
            self.begin(at, Item::Move(text));
        }
    }

    fn finish(&mut self, at: usize, outcome: Outcome) -> Flow {
        self.game.end = Some((at, outcome));
        Flow::Last
    }

    fn begin(&mut self, at: usize, item: Item<'a>) {
        self.begun = true;
        self.item(at, item);
    }

    fn item(&mut self, at: usize, item: Item<'a>) {
        self.game.items.push((at, item));
    }

    fn fault(&mut self, at: usize, kind: FaultKind) {
        if self.game.faults.len() < MOST_FAULTS {
            self.game.faults.push((at, kind));
        }
    }
}

/// The number of a move without its dot.
fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}
