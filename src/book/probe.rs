//! What a book says of the moves of a position, and which one to play.

use super::code::Code;
use super::entry::Games;
use super::file::Book;
use crate::position::{Move, Position};
use crate::random::Random;
use crate::rules::Rules;
use crate::search::{Line, Score};

/// What a book knows of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move, a legal one.
    pub mv: Move,
    /// What it is worth to whoever makes it.
    pub value: Score,
    /// The depth of the search of the position after it.
    pub depth: u8,
    /// Whether the book goes on after it.
    pub is_expanded: bool,
    /// The games in which it was played, by their results for whoever makes it.
    pub games: Games,
}

/// How to choose among the moves of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taste {
    /// In so many plies from the start of the game moves that are not the best may be played.
    pub plies: usize,
    /// The most that such a move may lose, in hundredths of a man.
    pub margin: u32,
}

/// A move that a book has chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move, and what the book knows of it.
    pub chosen: BookMove,
    /// The moves that could have been chosen.
    pub candidates: usize,
    /// How the book goes on, the move first.
    pub line: Line,
}

impl<R: Rules> Book<R> {
    /// The legal moves that lead to a position of the book or end the game, best first; none if no move leads to one.
    pub fn moves(&self, position: &Position<R>) -> Vec<BookMove> {
        let known = |mv: Move| {
            let next = position.after(mv);
            if !next.has_legal_move() {
                let (value, games) = (Score::without_moves::<R>(0).before(), Games::default());
                return Some(BookMove { mv, value, depth: 0, is_expanded: false, games });
            }
            let code = Code::of(&next);
            let entry = self.find(code)?;
            Some(BookMove {
                mv,
                value: entry.value.before(),
                depth: entry.depth,
                is_expanded: entry.is_expanded,
                games: self.games(code).of_the_other_side(),
            })
        };
        let mut moves: Vec<BookMove> = position.legal_moves().into_iter().filter_map(known).collect();
        if moves.iter().all(|known| !position.after(known.mv).has_legal_move()) {
            return Vec::new();
        }
        // Of equal moves, those that lead on come first.
        moves.sort_by_key(|known| std::cmp::Reverse((known.value, known.is_expanded)));
        moves
    }

    /// A move to play so many plies after the start of the game, drawn by lot from the best: the more a move loses, the
    /// more seldom it is taken. The same seed draws the same move. `None` unless all moves of the position are in the book
    /// and it goes on after the best one: a value that rests on a single search is no better than a search now.
    pub fn choose(&self, position: &Position<R>, ply: usize, taste: Taste, seed: u64) -> Option<Choice> {
        let mut moves = self.moves(position);
        let best = moves.first().filter(|known| known.is_expanded)?.value;
        if moves.len() < position.legal_moves().len() {
            return None;
        }
        let margin = if ply < taste.plies { taste.margin as usize } else { 0 };
        let loss = |known: &BookMove| best.distance_to(known.value);
        let is_lost = best.is_any_loss();
        moves.retain(|known| {
            known.is_expanded && loss(known) <= margin && known.value.is_any_loss() == is_lost
        });
        let weight = |known: &BookMove| (margin + 1 - loss(known)).pow(2);
        let mut drawn = Random::new(seed ^ position.key().0).below(moves.iter().map(weight).sum());
        let chosen = *moves.iter().find(|known| {
            let (is_it, rest) = (drawn < weight(known), drawn.saturating_sub(weight(known)));
            drawn = rest;
            is_it
        })?;
        Some(Choice { chosen, candidates: moves.len(), line: self.line(position, chosen.mv) })
    }

    /// The best moves of a position and of those after it, as far as the book has them.
    pub fn best_line(&self, position: &Position<R>) -> Line {
        let best = self.moves(position).first().map(|known| known.mv);
        best.map_or_else(Line::default, |best| self.line(position, best))
    }

    /// A move and the best ones after it, as far as the book has them.
    fn line(&self, position: &Position<R>, first: Move) -> Line {
        let (mut line, mut position, mut next) = (Line::default(), *position, Some(first));
        while let Some(mv) = next.filter(|_| line.moves().len() < LONGEST) {
            line.push(mv);
            position = position.after(mv);
            next = self.moves(&position).first().map(|known| known.mv);
        }
        line
    }
}

/// The most moves of a line that are told; where kings move it could go on for ever.
const LONGEST: usize = 32;
