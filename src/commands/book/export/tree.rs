//! A book as games in PDN, with variations.

use std::collections::HashMap;
use std::io::Write;

use super::Fault;
use crate::board::Color;
use crate::book::{Book, Code};
use crate::notation::{Notation, write_move};
use crate::pdn::{
    Annotation, Evaluation, LONGEST_GAME_MIB, MoveNumber, Record, RecordedMove, Style, Tags, write_game,
};
use crate::position::{Move, Position};
use crate::rules::Rules;
use crate::search::{Outlook, Score};

/// Writes each beginning of a book as a game of so many plies, with variations within the margin; how many there are.
pub(super) fn write<R: Rules>(
    book: &Book<R>,
    plies: usize,
    margin: usize,
    output: &mut impl Write,
) -> Result<usize, Fault> {
    let mut writer = Writer { book, plies, margin, written: HashMap::new(), game: 0, begins: Color::White };
    for position in book.roots().filter_map(Code::position::<R>) {
        writer.game += 1;
        let record = writer.record(&position);
        let mut text = Vec::new();
        write_game(&mut text, &record, Style::STANDARD)?;
        if text.len() >= LONGEST_GAME_MIB << 20 {
            return Err(Fault::TooLong { game: writer.game, length: text.len() >> 20 });
        }
        output.write_all(&text)?;
    }
    Ok(writer.game)
}

/// A move with all that is written about it.
struct Node {
    mv: Move,
    text: String,
    value: Score,
    mover: Color,
    /// Where the position after it stands, if it was written before.
    written: Option<String>,
    variations: Vec<Vec<Node>>,
}

/// A position in which a line begins.
#[derive(Clone)]
struct Place<R: Rules> {
    position: Position<R>,
    /// The moves from the beginning of the game, as text.
    path: Vec<String>,
}

struct Writer<'a, R: Rules> {
    book: &'a Book<R>,
    plies: usize,
    margin: usize,
    /// Where each position stands: the game, the way to it, and the side to move.
    written: HashMap<Code, (usize, String, Color)>,
    game: usize,
    /// The side that begins this game.
    begins: Color,
}

impl<R: Rules> Writer<'_, R> {
    fn record(&mut self, start: &Position<R>) -> Record<R> {
        let tags = Tags::from_iter([("Event", "Opening book".to_owned()), ("Round", self.game.to_string())]);
        let mut record = Record { tags, ..Record::new(*start) };
        self.begins = start.turn();
        let place = Place { position: *start, path: Vec::new() };
        if let Some(written) = self.arrive(&place) {
            record.preface.push(Annotation::Comment(written));
            return record;
        }
        let nodes = self.line(place, None);
        record.moves = nodes.iter().enumerate().map(|(ply, node)| self.recorded(ply, node)).collect();
        record
    }

    /// Marks a position as written here, if something will stand after it, or says where it was written before.
    fn arrive(&mut self, place: &Place<R>) -> Option<String> {
        let turn = place.position.turn();
        let Some((game, path, color)) = self.written.get(&Code::of(&place.position)) else {
            if place.path.len() >= self.plies {
                return None;
            }
            let way = self.way(&place.path);
            self.written.insert(Code::of(&place.position), (self.game, way, turn));
            return None;
        };
        let game = if *game == self.game { String::new() } else { format!(" in game {game}") };
        let way = if path.is_empty() { " at the beginning".to_owned() } else { format!(" after {path}") };
        let colors = if *color == turn { "" } else { ", with colours changed" };
        Some(format!("as{game}{way}{colors}"))
    }

    /// Moves with their numbers.
    fn way(&self, path: &[String]) -> String {
        let numbered = path.iter().enumerate().map(|(ply, mv)| self.numbered(ply, mv, ply == 0));
        numbered.collect::<Vec<_>>().join(" ")
    }

    /// A move with its number where it needs one.
    fn numbered(&self, ply: usize, mv: &str, is_first: bool) -> String {
        let MoveNumber { color, number } = MoveNumber::new::<R>(ply, self.begins);
        match (color == R::FIRST, is_first) {
            (true, _) => format!("{number}. {mv}"),
            (false, true) => format!("{number}... {mv}"),
            (false, false) => mv.to_owned(),
        }
    }

    /// The best moves from a place on, this one first if one is given; then the others as variations, for those after the
    /// first move of a variation belong to what it branches off.
    fn line(&mut self, from: Place<R>, first: Option<Move>) -> Vec<Node> {
        let (mut nodes, mut places) = (Vec::new(), Vec::new());
        let (mut place, mut given) = (from, first);
        while place.path.len() < self.plies {
            let moves = self.book.moves(&place.position);
            let chosen = match given {
                Some(mv) => moves.iter().find(|known| known.mv == mv),
                None => moves.first(),
            };
            let Some(&chosen) = chosen else { break };
            let mut node = Node::new(&place.position, chosen.mv, chosen.value);
            let mut next = place.clone();
            next.position = place.position.after(chosen.mv);
            next.path.push(node.text.clone());
            node.written = self.arrive(&next);
            let ends = node.written.is_some();
            nodes.push(node);
            places.push((place, given.take().is_none()));
            place = next;
            if ends {
                break;
            }
        }
        for (node, (place, has_variations)) in nodes.iter_mut().zip(places) {
            if has_variations {
                node.variations = self.variations(&place, node.mv);
            }
        }
        nodes
    }

    /// The moves of a place that are worth little less than the best, but for this one, each with what follows it.
    fn variations(&mut self, place: &Place<R>, without: Move) -> Vec<Vec<Node>> {
        let moves = self.book.moves(&place.position);
        let Some(best) = moves.first().map(|known| known.value) else { return Vec::new() };
        let others = moves.iter().filter(|known| known.mv != without);
        let others = others.filter(|known| best.distance_to(known.value) <= self.margin);
        let others: Vec<Move> = others.map(|known| known.mv).collect();
        others.into_iter().map(|mv| self.line(place.clone(), Some(mv))).collect()
    }

    /// The move of a game after so many plies.
    fn recorded(&self, ply: usize, node: &Node) -> RecordedMove {
        let mut recorded = RecordedMove::new(node.mv);
        recorded.annotations.extend(node.comments().map(Annotation::Comment));
        let variations = node.variations.iter().map(|line| Annotation::Variation(self.text(ply, line)));
        recorded.annotations.extend(variations);
        recorded
    }

    /// A variation that begins after so many plies, without its outer parentheses.
    fn text(&self, ply: usize, line: &[Node]) -> String {
        let mut words = Vec::new();
        for (ply, node) in (ply..).zip(line) {
            // A comment stands behind each move, so that each needs its number.
            words.push(self.numbered(ply, &node.text, true));
            words.extend(node.comments().map(|comment| format!("{{{comment}}}")));
            words.extend(node.variations.iter().map(|line| format!("({})", self.text(ply, line))));
        }
        words.join(" ")
    }
}

impl Node {
    fn new<R: Rules>(position: &Position<R>, mv: Move, value: Score) -> Self {
        let text = write_move(position, mv, Notation::Algebraic);
        Self { mv, text, value, mover: position.turn(), written: None, variations: Vec::new() }
    }

    fn comments(&self) -> impl Iterator<Item = String> {
        let value = if self.mover == Color::White { self.value } else { -self.value };
        let outlook = value.outlook();
        let win = |winner| Evaluation::Win { winner, moves: outlook.moves() };
        let evaluation = match outlook {
            Outlook::Centimen(value) => Evaluation::Centimen(value),
            Outlook::Win(_) | Outlook::WinByBases(_) => win(Color::White),
            Outlook::Loss(_) | Outlook::LossByBases(_) => win(Color::Black),
        };
        [evaluation.command()].into_iter().chain(self.written.clone())
    }
}
