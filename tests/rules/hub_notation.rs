//! Positions and moves as the Hub protocol writes them.

use crate::common::position;
use bolshak::board::Numbering;
use bolshak::notation::{
    MoveError, Notation, read_hub_move, read_hub_position, read_move, write_hub_position, write_move,
};
use bolshak::position::{Move, PieceLimit, Position};
use bolshak::rules::{International, Rules, Russian};

const NUMBERINGS: [Numbering; 2] = [Numbering::FromTop, Numbering::FromBottom];

fn read_position<R: Rules>(text: &str) -> Result<Position<R>, String> {
    read_hub_position(text, PieceLimit::Standard).map_err(|error| error.to_string())
}

#[test]
fn a_position_has_a_letter_for_each_square_from_the_top() {
    let start = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
    assert_eq!(write_hub_position(&Position::<Russian>::start()), start);
    assert_eq!(read_position(start), Ok(Position::<Russian>::start()));
    let kings = "BBeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeW";
    assert_eq!(read_position(kings), Ok(position::<Russian>("B:WKg1:BKb8")));
    let start = format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20));
    assert_eq!(read_position(&start), Ok(Position::<International>::start()));
}

#[test]
fn a_wrong_position_is_refused_for_the_first_thing_that_is_wrong() {
    let wrong = |text: &str| read_position::<Russian>(text).unwrap_err();
    for (text, said) in [
        ("", "expected 33 characters"),
        ("Wbbbb", "found 5"),
        ("Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwwww", "found 34"),
        ("wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww", "expected W or B for the side to move, found \"w\""),
        ("Xbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww", "found \"X\""),
        ("Wbbbbbbbbbbbbeeeeexeewwwwwwwwwwww", "for square 18, found \"x\""),
        ("Wbbbbbbbbbbbbeeeee.eewwwwwwwwwwww", "found \".\""),
        ("Wжbbbbbbbbbbbeeeeeeeewwwwwwwwwwww", "for square 1, found \"ж\""),
        ("Wwbbbbbbbbbbbeeeeeeeewwwwwwwwwwww", "a man of White stands on its crowning row at b8"),
        ("Wbbbbbbbbbbbbbeeeeeeewwwwwwwwwwww", "Black has 13 pieces"),
    ] {
        let error = wrong(text);
        assert!(error.starts_with("bad position: ") && error.contains(said), "{text}: {error}");
    }
}

#[test]
fn quiet_moves_and_captures_are_start_end_and_what_is_taken() {
    let start = Position::<Russian>::start();
    let quiet = read_move(&start, "c3-d4", Numbering::FromTop).unwrap().mv;
    for (numbering, text) in [(Numbering::FromTop, "22-18"), (Numbering::FromBottom, "10-14")] {
        assert_eq!(read_hub_move(&start, text, numbering), Ok(quiet));
        assert_eq!(write_move(&start, quiet, Notation::Hub(numbering)), text);
    }
    assert_eq!(read_hub_move(&start, "022-018", Numbering::FromTop), Ok(quiet));
    let capture = position::<Russian>("W:Wd4:Bc5,h8");
    for text in ["18x9x14", "18x9", "18x09x014"] {
        let mv = read_hub_move(&capture, text, Numbering::FromTop).unwrap();
        assert_eq!(write_move(&capture, mv, Notation::Hub(Numbering::FromTop)), "18x9x14");
    }
}

#[test]
fn captures_with_the_same_ends_are_told_apart_by_what_they_take() {
    // g3:e5:g7 takes f4 and f6, g3:e1:c3:g7 takes f2, d2 and f6.
    let fork = position::<Russian>("W:WKg3:BKf6,f4,Kd2,Kf2");
    let read = |text| read_hub_move(&fork, text, Numbering::FromTop);
    let error = read("24x8").unwrap_err();
    let MoveError::Ambiguous { meanings, .. } = &error else { panic!("{error}") };
    assert_eq!(meanings, "24x8x11x19 or 24x8x11x26x27");
    assert_ne!(read("24x8x19x11").unwrap(), read("24x8x27x11x26").unwrap());
    // All that is taken, or nothing of it.
    for text in ["24x8x11", "24x8x11x19x27", "24x8x11x18"] {
        assert!(matches!(read(text), Err(MoveError::Illegal { .. })), "{text}");
    }
}

#[test]
fn a_capture_may_end_where_it_began() {
    let ring = position::<Russian>("W:WKd2:Bc5,e5,c3,e3");
    let mv = read_hub_move(&ring, "26x26x14x15x22x23", Numbering::FromTop).unwrap();
    assert_eq!((mv.from, mv.captured.count()), (mv.to, 4));
    assert_eq!(write_move(&ring, mv, Notation::Hub(Numbering::FromBottom)), "6x6x10x11x18x19");
}

#[test]
fn what_is_no_move_or_not_legal_is_refused() {
    let start = Position::<Russian>::start();
    for text in [
        "", "22", "22-", "22-18-14", "22-18x14", "x", "22x", "c3-d4", "+22-18", "22-33", "0-4", "22:18",
        "22--18",
    ] {
        let error = read_hub_move(&start, text, Numbering::FromTop).unwrap_err();
        assert!(matches!(error, MoveError::Form { .. }), "{text:?}: {error}");
    }
    for text in ["22x18", "22-14", "10-14", "18x9"] {
        let error = read_hub_move(&start, text, Numbering::FromTop).unwrap_err();
        assert!(matches!(error, MoveError::Illegal { .. }), "{text}: {error}");
        assert!(error.to_string().contains("22-18"), "{error}");
    }
    // A quiet sign is no capture.
    let capture = position::<Russian>("W:Wd4:Bc5,h8");
    assert!(matches!(read_hub_move(&capture, "18-9", Numbering::FromTop), Err(MoveError::Illegal { .. })));
}

#[test]
fn every_move_of_the_hard_positions_comes_back() {
    let lines = include_str!("data/captures.txt").lines().filter(|line| line.contains('|'));
    for fen in lines.filter(|line| !line.starts_with('#')).filter_map(|line| line.split(" | ").next()) {
        let position = position::<Russian>(fen);
        assert_eq!(read_position(&write_hub_position(&position)), Ok(position), "{fen}");
        for numbering in NUMBERINGS {
            for mv in position.legal_moves() {
                let text = write_move(&position, mv, Notation::Hub(numbering));
                assert_eq!(read_hub_move(&position, &text, numbering), Ok(mv), "{fen} {text}");
                let backwards = with_captured_backwards(&text);
                assert_eq!(read_hub_move(&position, &backwards, numbering), Ok(mv), "{fen} {backwards}");
            }
        }
    }
}

fn with_captured_backwards(text: &str) -> String {
    let mut squares: Vec<&str> = text.split('x').collect();
    if let Some(captured) = squares.get_mut(2..) {
        captured.reverse();
    }
    squares.join("x")
}

#[test]
fn the_notation_fits_the_larger_board() {
    let start = Position::<International>::start();
    let quiet: Move = read_hub_move(&start, "32-28", Numbering::FromTop).unwrap();
    assert_eq!(write_move(&start, quiet, Notation::Hub(Numbering::FromTop)), "32-28");
}
