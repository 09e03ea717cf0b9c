//! Random text for the readers of positions and moves: nothing but bytes, and text that looks like what is expected.
//! The random numbers are the same each time.

use proptest::collection::vec;
use proptest::prelude::*;

use crate::properties::{any_position, check};
use crate::text_properties::{of_a_fen, of_a_game, of_a_hub_position, of_a_move};
use bolshak::board::Numbering;
use bolshak::notation::{Notation, write_fen, write_hub_position, write_move};
use bolshak::position::Position;
use bolshak::rules::{Brazilian, English, Giveaway, International, Rules, Russian};

/// Bytes of any kind, those that are no text replaced.
fn any_bytes() -> impl Strategy<Value = String> {
    vec(any::<u8>(), 0..60).prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// Text of a few familiar letters, with a stranger here and there.
fn familiar(letters: &'static str, most: usize) -> impl Strategy<Value = String> {
    let known = prop::sample::select(letters.chars().collect::<Vec<_>>());
    let letter = prop_oneof![30 => known, 1 => any::<char>()];
    vec(letter, 0..=most).prop_map(|letters| letters.into_iter().collect())
}

/// A text with one letter taken out, put in or replaced.
fn damaged(text: &str, place: usize, letter: char, kind: u8) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let place = place % (letters.len() + 1);
    let end = if kind == 0 { place } else { (place + 1).min(letters.len()) };
    letters.splice(place..end, (kind < 2).then_some(letter));
    letters.into_iter().collect()
}

/// What is done to a good text: see [`damaged`].
fn damage() -> impl Strategy<Value = (usize, char, u8)> {
    let letter = prop_oneof![
        8 => prop::sample::select("WBKwbkeacf0123489:-x,. ".chars().collect::<Vec<_>>()),
        1 => any::<char>(),
    ];
    (any::<usize>(), letter, 0..3_u8)
}

#[test]
fn a_fen_that_is_accepted_is_read_back_and_another_is_refused_in_a_line() {
    let near = "WBKwbkabcdefghij0123456789:::,,,-. [FEN\"]H";
    check(5_000, &prop_oneof![any_bytes(), familiar(near, 40)], |text| {
        of_a_fen::<Russian>(&text);
        of_a_fen::<International>(&text);
        of_a_fen::<Brazilian>(&format!("W:W{text}:B"));
        of_a_fen::<Russian>(&format!("{text},").repeat(500));
        Ok(())
    });
}

fn fens_with_a_fault<R: Rules>() {
    check(2_000, &(any_position::<R>(), damage()), |(position, (place, letter, kind))| {
        of_a_fen::<R>(&damaged(&write_fen(&position, Notation::Algebraic), place, letter, kind));
        let numeric = write_fen(&position, Notation::Numeric(Numbering::FromBottom));
        of_a_fen::<R>(&damaged(&numeric, place, letter, kind));
        Ok(())
    });
}

#[test]
fn a_fen_with_a_letter_changed_is_read_as_what_it_says_or_refused() {
    fens_with_a_fault::<Russian>();
    fens_with_a_fault::<International>();
}

fn hub_positions_with_a_fault<R: Rules>() {
    check(2_000, &(any_position::<R>(), damage()), |(position, (place, letter, kind))| {
        let text = write_hub_position(&position);
        of_a_hub_position::<R>(&text);
        of_a_hub_position::<R>(&damaged(&text, place, letter, kind));
        Ok(())
    });
}

#[test]
fn a_position_of_the_hub_protocol_is_read_as_what_it_says_or_refused() {
    hub_positions_with_a_fault::<Giveaway>();
    hub_positions_with_a_fault::<International>();
    check(5_000, &prop_oneof![any_bytes(), familiar("WBwbee", 51)], |text| {
        of_a_hub_position::<Russian>(&text);
        of_a_hub_position::<International>(&text);
        Ok(())
    });
}

/// Texts that may mean a move of the position: its moves, in all notations, with a letter changed.
fn moves_with_a_fault<R: Rules>() {
    check(1_000, &(any_position::<R>(), damage()), |(position, (place, letter, kind))| {
        for (index, mv) in position.legal_moves().into_iter().enumerate() {
            for notation in [Notation::Algebraic, Notation::Hub(Numbering::FromTop)] {
                let text = write_move(&position, mv, notation);
                of_a_move(&position, &damaged(&text, place.wrapping_add(index), letter, kind));
            }
        }
        Ok(())
    });
}

#[test]
fn a_move_that_is_accepted_is_legal_and_read_back() {
    moves_with_a_fault::<Russian>();
    moves_with_a_fault::<Brazilian>();
    moves_with_a_fault::<International>();
    moves_with_a_fault::<English>();
    let near = prop_oneof![any_bytes(), familiar("abcdefghij0123456789-:x×*", 8)];
    check(5_000, &(near, any_position::<Russian>()), |(text, position)| {
        of_a_move(&position, &text);
        of_a_move(&Position::<International>::start(), &text);
        Ok(())
    });
}

#[test]
fn a_text_of_several_lines_is_read_as_a_game() {
    let near = familiar("WBKabcdefgh12345678:-x,\n\n", 80);
    check(1_000, &prop_oneof![any_bytes(), near], |text| {
        of_a_game::<Russian>(&text);
        of_a_game::<International>(&text);
        Ok(())
    });
}
