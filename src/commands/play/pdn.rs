//! The score of a game as PDN (Portable Draughts Notation).

use std::io;

use crate::board::{ByColor, Color};
use crate::commands::dates::today;
use crate::game::Game;
use crate::notation::Notation;
use crate::pdn::{Form, Record, Style, Tags, write_game};
use crate::rules::Rules;

/// The text of a game.
pub(super) fn write<R: Rules>(
    game: &Game<R>,
    players: &ByColor<&str>,
    notation: Notation,
) -> io::Result<String> {
    let tags: Tags = [
        ("Event", "bolshak play"),
        ("Date", &today()),
        ("White", players[Color::White]),
        ("Black", players[Color::Black]),
    ]
    .into_iter()
    .collect();
    let mut text = Vec::new();
    write_game(&mut text, &Record::of_game(game, tags), Style { form: Form::Standard, notation })?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Numbering;
    use crate::notation::read_fen;
    use crate::position::PieceLimit;
    use crate::rules::Russian;

    const PLAYERS: ByColor<&str> = ByColor(["A", "B"]);

    fn played(mut game: Game<Russian>, moves: &str) -> Game<Russian> {
        for text in moves.split(' ') {
            game.play_text(text, Numbering::FromTop).unwrap();
        }
        game
    }

    #[test]
    fn a_game_has_tags_numbered_moves_and_its_result() {
        let mut game = played(Game::default(), "c3-d4 d6-c5 b2-c3");
        let text = write(&game, &PLAYERS, Notation::Algebraic).unwrap();
        let tags = "[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n[GameType \"25,W,8,8,A0,0\"]\n\n";
        assert!(text.contains(tags), "{text}");
        assert!(text.ends_with("\n\n1. c3-d4 d6-c5 2. b2-c3 *\n\n"), "{text}");
        game.resign(Color::White);
        let text = write(&game, &PLAYERS, Notation::Numeric(Numbering::FromTop)).unwrap();
        assert!(text.ends_with("1. 22-18 10-14 2. 25-22 0-1\n\n"), "{text}");
    }

    #[test]
    fn a_game_from_a_position_names_it_and_may_begin_with_black() {
        let start = read_fen("B:Wa1,c1:Bh8,f8", Numbering::FromTop, PieceLimit::Standard).unwrap();
        let text = write(&played(Game::new(start), "h8-g7 a1-b2"), &PLAYERS, Notation::Algebraic).unwrap();
        assert!(text.contains("[FEN \"B:Wa1,c1:Bf8,h8\"]"), "{text}");
        assert!(text.ends_with("1... h8-g7 2. a1-b2 *\n\n"), "{text}");
    }
}
