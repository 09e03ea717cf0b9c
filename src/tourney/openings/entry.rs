//! One opening: its name and its text, which is a FEN, a list of moves, or men moved before the game.

use super::flying::{self, read_flying};
use super::{Fault, Opening};
use crate::board::Numbering;
use crate::game::Game;
use crate::notation::{
    MoveError, Notation, quoted, read_fen, read_move, without_move_number, write_move, write_square,
};
use crate::position::{PieceLimit, Position};
use crate::rules::Rules;

/// An opening, and what is doubtful about it.
pub(super) type Entry<R> = (Opening<R>, Vec<Fault>);

/// Reads a line: `name: text`, `text ; name`, or the text alone.
pub(super) fn read_line<R: Rules>(line: &str, numbering: Numbering) -> Result<Entry<R>, Fault> {
    let (text, after) = line.split_once(';').map_or((line, ""), |(text, name)| (text.trim(), name.trim()));
    let (before, text) = if is_fen(text) { ("", text) } else { split_name(text).unwrap_or(("", text)) };
    read_entry(if before.is_empty() { after } else { before }, text, numbering)
}

/// Reads the text of an opening. If it is a FEN and moves stand in the name, they are compared: where they disagree,
/// the moves count, since a slip in them would rarely be legal.
pub(super) fn read_entry<R: Rules>(name: &str, text: &str, numbering: Numbering) -> Result<Entry<R>, Fault> {
    let mut doubts = Vec::new();
    let game = if is_fen(text) {
        let named = moves_in_name::<R>(name, numbering).map(|words| read_words(&words, numbering));
        let fen = read_fen(text, numbering, PieceLimit::Standard);
        match (fen, named) {
            (Ok(position), None) => Game::new(position),
            (Ok(position), Some(Ok((game, mixed_up)))) => {
                doubts.extend(mixed_up);
                doubts.extend(disagreement(&position, game.position()));
                game
            }
            (Ok(position), Some(Err(fault))) => {
                doubts.push(Fault::Name(Box::new(fault)));
                Game::new(position)
            }
            (Err(error), Some(Ok((game, mixed_up)))) => {
                doubts.push(Fault::NoFen(error));
                doubts.extend(mixed_up);
                game
            }
            (Err(error), None | Some(Err(_))) => return Err(error.into()),
        }
    } else {
        let (game, mixed_up) = read_words(&words(without_table_number(text)), numbering)?;
        doubts.extend(mixed_up);
        game
    };
    if let Some(result) = game.result() {
        return Err(Fault::Over(result));
    }
    let label = if name.is_empty() { label(text, &game) } else { name };
    let opening = Opening { name: label.to_owned(), start: *game.start(), moves: game.moves().to_vec() };
    Ok((opening, doubts))
}

/// What an opening without a name is called: by its table number, or, when no moves would tell, by the men moved.
fn label<'a, R: Rules>(text: &'a str, game: &Game<R>) -> &'a str {
    let moves = without_table_number(text);
    if moves.len() < text.len() {
        text
    } else if is_fen(text) || !game.moves().is_empty() {
        ""
    } else {
        text
    }
}

/// Whether a text has the beginning of a FEN: the side to move, and the list of a side's pieces.
fn is_fen(text: &str) -> bool {
    let text = text.trim_start();
    if text.starts_with('[') {
        return true;
    }
    let is_side = |letter: Option<char>| matches!(letter, Some('W' | 'w' | 'B' | 'b'));
    let mut parts = text.split(':').map(str::trim);
    let turn = parts.next().unwrap_or_default();
    let list = parts.next().and_then(|list| list.chars().next());
    let others = parts.next().is_some();
    turn.chars().count() <= 1 && others && (is_side(turn.chars().next()) || is_side(list))
}

/// A name that ends with a colon and a blank, and the rest.
fn split_name(text: &str) -> Option<(&str, &str)> {
    text.match_indices(':').find_map(|(at, _)| {
        let (name, rest) = text.split_at_checked(at)?;
        let rest = rest.strip_prefix(':')?;
        rest.starts_with(char::is_whitespace).then(|| (name.trim(), rest.trim()))
    })
}

/// Words without move numbers, and without the mark of an unfinished game at the end.
fn words(text: &str) -> Vec<&str> {
    let words = text.split_whitespace().map(without_move_number);
    words.filter(|word| !word.is_empty() && *word != "*").collect()
}

/// The moves in the name of an entry: all that stands after its label, if all of it has the form of moves.
fn moves_in_name<R: Rules>(name: &str, numbering: Numbering) -> Option<Vec<&str>> {
    let text = split_name(name).map_or_else(|| without_table_number(name), |(_, text)| text);
    let words = words(text);
    let has_form = |word: &&str| flying::is_pass(word) || has_form_of_move::<R>(word, numbering);
    (!words.is_empty() && words.iter().all(has_form)).then_some(words)
}

fn has_form_of_move<R: Rules>(word: &str, numbering: Numbering) -> bool {
    !matches!(read_move(&Position::<R>::start(), word, numbering), Err(MoveError::Form { .. }))
}

/// A text without the number of a table at its front, such as `1-IV`: numbers, Roman ones among them.
fn without_table_number(text: &str) -> &str {
    let text = text.trim();
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let is_roman = |part: &str| part.bytes().all(|letter| b"IVXLC".contains(&letter));
    let is_number = |part: &str| part.bytes().all(|letter| letter.is_ascii_digit());
    let mut parts = first.trim_end_matches(['.', ':', ')']).split(['-', '.']);
    let is_table_number = parts.clone().all(|part| !part.is_empty() && (is_roman(part) || is_number(part)))
        && parts.any(is_roman);
    if is_table_number { rest.trim_start() } else { text }
}

/// Plays moves from the start position or moves men before the game, whichever the words mean.
fn read_words<R: Rules>(words: &[&str], numbering: Numbering) -> Result<(Game<R>, Vec<Fault>), Fault> {
    if words.iter().any(|word| flying::is_pass(word)) {
        return Ok((Game::new(read_flying(words, numbering)?), Vec::new()));
    }
    let fault = match read_moves(words, numbering) {
        Ok(read) => return Ok(read),
        Err(fault) => fault,
    };
    let men_moved = words.iter().filter(|word| flying::is_man_moved::<R>(word, numbering)).count();
    if (1..=2).contains(&men_moved) && words.len() <= 3 {
        return match read_flying(words, numbering) {
            Ok(position) => Ok((Game::new(position), Vec::new())),
            Err(flying) => Err(Fault::Neither { moves: Box::new(fault), flying }),
        };
    }
    match fault {
        Fault::Move { number: 1, error: MoveError::Form { .. } } => {
            Err(Fault::Form(quoted(&words.join(" "))))
        }
        fault => Err(fault),
    }
}

/// Plays moves from the start position; the faults are those that do no harm.
fn read_moves<R: Rules>(words: &[&str], numbering: Numbering) -> Result<(Game<R>, Vec<Fault>), Fault> {
    if words.is_empty() {
        return Err(Fault::Form(quoted("")));
    }
    let (mut game, mut mixed_up) = (Game::<R>::default(), Vec::new());
    for (index, word) in words.iter().enumerate() {
        let before = *game.position();
        let read =
            game.play_text(word, numbering).map_err(|error| Fault::Move { number: index + 1, error })?;
        if read.separator_mixed_up {
            let meant = write_move(&before, read.mv, Notation::Algebraic);
            mixed_up.push(Fault::Separator { found: quoted(word), meant });
        }
    }
    Ok((game, mixed_up))
}

/// In what the position of a FEN differs from the one that the moves give.
fn disagreement<R: Rules>(fen: &Position<R>, moves: &Position<R>) -> Option<Fault> {
    let differs = |&square: &_| fen.at(square) != moves.at(square);
    let squares = R::GEOMETRY.all_squares().into_iter().filter(differs);
    let squares: Vec<_> = squares.map(|square| write_square::<R>(square, Notation::Algebraic)).collect();
    if !squares.is_empty() {
        Some(Fault::Squares(squares.join(", ")))
    } else if fen.turn() != moves.turn() {
        Some(Fault::Turn { fen: fen.turn() })
    } else {
        None
    }
}
