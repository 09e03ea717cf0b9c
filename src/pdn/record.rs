//! A game as a file holds it: tags, moves with what is said about them, and a result.

use super::embedded::{Clocks, Evaluation};
use super::outcome::Outcome;
use super::tags::Tags;
use super::token::is_blank;
use crate::board::Color;
use crate::game::Game;
use crate::position::{Move, Position};
use crate::rules::Rules;

/// Something said about a move, or before the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Annotation {
    /// A comment, without braces.
    Comment(String),
    /// A numeric annotation glyph: `$7`.
    Nag(u16),
    /// A variation, as it is written in the file, without its outer parentheses.
    Variation(String),
}

/// A move and what is said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedMove {
    /// The move.
    pub mv: Move,
    /// Its marks, such as `!?` or `(?)`; empty without.
    pub mark: String,
    /// What is said about it, in the order of the file.
    pub annotations: Vec<Annotation>,
}

impl RecordedMove {
    /// A move about which nothing is said.
    pub const fn new(mv: Move) -> Self {
        Self { mv, mark: String::new(), annotations: Vec::new() }
    }

    /// Adds a comment.
    pub fn comment(&mut self, text: impl AsRef<str>) {
        self.annotations.push(Annotation::Comment(clean_comment(text.as_ref())));
    }

    /// Its comments.
    pub fn comments(&self) -> impl Iterator<Item = &str> {
        comments(&self.annotations)
    }
}

fn comments(annotations: &[Annotation]) -> impl Iterator<Item = &str> {
    annotations.iter().filter_map(|annotation| match annotation {
        Annotation::Comment(text) => Some(text.as_str()),
        _ => None,
    })
}

/// A game as a file holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<R: Rules> {
    /// The tags. `Result`, `GameType` and `FEN` are written as the fields below and the rules say, whatever is in here.
    pub tags: Tags,
    /// The position the game starts with.
    pub start: Position<R>,
    /// What is said before the first move.
    pub preface: Vec<Annotation>,
    /// The moves; each is legal after those before it.
    pub moves: Vec<RecordedMove>,
    /// The result.
    pub outcome: Outcome,
}

impl<R: Rules> Record<R> {
    /// A record of a game that starts with this position: no tags, no moves, no result.
    pub fn new(start: Position<R>) -> Self {
        Self {
            tags: Tags::default(),
            start,
            preface: Vec::new(),
            moves: Vec::new(),
            outcome: Outcome::default(),
        }
    }

    /// A record of a game: its moves and its result, with these tags.
    pub fn of_game(game: &Game<R>, tags: Tags) -> Self {
        Self {
            tags,
            moves: game.moves().iter().map(|&mv| RecordedMove::new(mv)).collect(),
            outcome: game.result().into(),
            ..Self::new(*game.start())
        }
    }

    /// The game, played again. The result of the file is not in it.
    pub fn game(&self) -> Game<R> {
        let mut game = Game::new(self.start);
        for recorded in &self.moves {
            if game.play(recorded.mv).is_err() {
                // Only a move that somebody put in and that is not legal.
                break;
            }
        }
        game
    }

    /// The position after all moves.
    pub fn end(&self) -> Position<R> {
        self.moves.iter().fold(self.start, |position, recorded| position.after(recorded.mv))
    }

    /// The side that made the move after `ply` others.
    pub fn mover(&self, ply: usize) -> Color {
        if ply.is_multiple_of(2) { self.start.turn() } else { !self.start.turn() }
    }

    /// The clocks after the move after `ply` others, as far as its comments tell them.
    pub fn clocks(&self, ply: usize) -> Option<Clocks> {
        self.moves.get(ply)?.comments().find_map(|text| Clocks::read(text, self.mover(ply)))
    }

    /// The evaluation after the move after `ply` others, if its comments tell one.
    pub fn evaluation(&self, ply: usize) -> Option<Evaluation> {
        self.moves.get(ply)?.comments().find_map(Evaluation::read)
    }
}

/// A text as it can stand in a comment: on one line, without braces, which PDN has no way to write there.
pub(super) fn clean_comment(text: &str) -> String {
    one_line(text).replace('{', "(").replace('}', ")")
}

/// A text with one blank between its words and none around it.
pub(super) fn one_line(text: &str) -> String {
    text.split(is_blank).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}
