//! Openings in files: every form that is read, and every reason for which one is left out.

use bolshak::board::{Color, Numbering};
use bolshak::notation::{Notation, read_fen, write_fen, write_line};
use bolshak::position::{PieceLimit, Position};
use bolshak::rules::{Brazilian, English, International, Rules, Russian};
use bolshak::tourney::openings::{Fault, Openings, Place, ReadError, read};
use proptest::prelude::*;

fn try_read(text: &str) -> Result<Openings<Russian>, ReadError> {
    read(text.as_bytes(), Numbering::FromTop)
}

fn found(text: &str) -> Openings<Russian> {
    try_read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The only opening of a text without a warning: the FEN of its position, and its moves.
fn only(text: &str) -> (String, String) {
    let found = found(text);
    assert_eq!(warnings(&found), Vec::<String>::new(), "{text}");
    let [opening] = found.openings.as_slice() else { panic!("{text}: {found:?}") };
    let moves = write_line(&opening.start, &opening.moves, Notation::Algebraic);
    (write_fen(&opening.position(), Notation::Algebraic), moves.join(" "))
}

fn warnings<R: Rules>(found: &Openings<R>) -> Vec<String> {
    found.warnings.iter().map(ToString::to_string).collect()
}

fn names(found: &Openings<Russian>) -> Vec<&str> {
    found.openings.iter().map(|opening| opening.name.as_str()).collect()
}

/// Why the only opening of a text is left out.
fn refused(text: &str) -> String {
    match try_read(text) {
        Err(ReadError::NoOpening(warnings)) => {
            assert!(warnings.iter().all(|warning| warning.fault.leaves_out()));
            let lines: Vec<_> = warnings.iter().map(ToString::to_string).collect();
            lines.join("\n")
        }
        other => panic!("{text}: {other:?}"),
    }
}

fn same_position(fen: &str, other: &str) {
    let position = |fen| read_fen::<Russian>(fen, Numbering::FromTop, PieceLimit::Standard).unwrap();
    assert_eq!(position(fen), position(other));
}

const START: &str = "W:Wa3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6";

#[test]
fn moves_may_be_short_full_and_numbered() {
    let short = only("1.cd4 fg5 2.dc5 b:d4 3.e:c5");
    assert_eq!(short.1, "c3-d4 f6-g5 d4-c5 b6:d4 e3:c5");
    same_position(&short.0, "B:Wc5,a3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,d6,h6,g5");
    let semi_short = only("1.ab4 ba5 2.ba3 ab6 3.ab2 de5");
    assert_eq!(semi_short.1, "a3-b4 b6-a5 b2-a3 a7-b6 a1-b2 d6-e5");
    same_position(
        &semi_short.0,
        "W:Wb4,a3,c3,e3,g3,b2,d2,f2,h2,c1,e1,g1:Bb8,d8,f8,h8,c7,e7,g7,b6,f6,h6,a5,e5",
    );
    for text in ["cd4 ba5 dc5", "C3-D4 B6-A5 D4-C5", "1. c3d4 1... b6a5 2. d4c5 *", "22-18 9-13 18-14"] {
        assert_eq!(only(text).1, "c3-d4 b6-a5 d4-c5", "{text}");
    }
    assert_eq!(only("ab4 dc5 bd6 ce5").1, "a3-b4 d6-c5 b4:d6 c7:e5");
}

#[test]
fn fens_have_names_or_numbers() {
    let fens = [
        START,
        "W:W21-32:B1-12",
        "W:W29,25,30,22,26,31,23,27,32,24,28,21:B5,9,1,6,10,2,7,11,3,8,12,4.",
        "[FEN \"W:W21-32:B1-12\"]",
    ];
    for text in fens {
        assert_eq!(only(text), (START.to_owned(), String::new()), "{text}");
    }
    let from_bottom = read::<Russian>(b"W:W1-12:B21-32", Numbering::FromBottom).unwrap();
    assert_eq!(from_bottom.openings[0].start, Position::start());
}

#[test]
fn men_fly_to_free_squares_before_the_game() {
    // A man of either side may land where one of the other has stood.
    let cases = [
        ("h2-h6 h6-f4", Color::White, "h2", "h6", "h6", "f4"),
        ("a1-a5 a7-h4", Color::White, "a1", "a5", "a7", "h4"),
        ("h2-a7 a7-d4", Color::White, "h2", "a7", "a7", "d4"),
        ("--- h6-h4", Color::White, "", "", "h6", "h4"),
        ("d2-b4 ---", Color::White, "d2", "b4", "", ""),
        ("a1-a5", Color::Black, "a1", "a5", "", ""),
        ("a1-a5 W", Color::White, "a1", "a5", "", ""),
        ("a1-a5 a7-h4 b", Color::Black, "a1", "a5", "a7", "h4"),
        ("1. A1-A5 G7-G5 *", Color::White, "a1", "a5", "g7", "g5"),
        ("29-13 8-16", Color::White, "a1", "a5", "g7", "g5"),
    ];
    for (text, turn, white_from, white_to, black_from, black_to) in cases {
        let mut squares = START[3..].split(":B").map(|list| list.split(',').collect::<Vec<_>>());
        let (mut white, mut black) = (squares.next().unwrap(), squares.next().unwrap());
        let fly = |men: &mut Vec<&'static str>, from: &str, to: &'static str| {
            if !to.is_empty() {
                men.retain(|square| *square != from);
                men.push(to);
            }
        };
        fly(&mut white, white_from, white_to);
        fly(&mut black, black_from, black_to);
        let fen = format!("{}:W{}:B{}", turn.letter(), white.join(","), black.join(","));
        let (found, moves) = only(text);
        same_position(&found, &fen);
        assert_eq!(moves, "", "{text}");
    }
}

#[test]
fn moves_that_are_legal_are_moves_and_men_do_not_fly() {
    assert_eq!(only("A3-B4").1, "a3-b4");
    assert_eq!(only("c3-d4 b6-c5").1, "c3-d4 b6-c5");
    assert_eq!(only("c3-d4 ---").1, "");
}

#[test]
fn comments_blank_lines_and_names_are_understood() {
    let text = "\u{feff}# a set\r\n\r\ncity: cd4 dc5   # a comment\r\nI-3: ab4 ba5\r\n  gh4 hg5 ; other\r\n\
                1-IV gf4 de5\r\n--- h6-h4\r\nW:W21-32:B1-12 ; start\r\nmoved: a1-a5\r\n\t\r\ncb4 de5";
    let found = found(text);
    assert_eq!(warnings(&found), Vec::<String>::new());
    let expected = ["city", "I-3", "other", "1-IV gf4 de5", "--- h6-h4", "start", "moved", ""];
    assert_eq!(names(&found), expected);
    let plies: Vec<_> = found.openings.iter().map(|opening| opening.moves.len()).collect();
    assert_eq!(plies, [2, 2, 2, 2, 0, 0, 0, 2]);
}

#[test]
fn what_cannot_be_used_is_named_and_the_rest_is_read() {
    let text = "cd4 dc5\nnonsense\nW:Wb1,c9:Bh2,h2\ncd4 dd5\ncd4 dc5 bc3 fe7\nab4 ba5\nW:W:Bh8\n";
    let found = found(text);
    assert_eq!(found.openings.len(), 2);
    let places: Vec<_> = found.warnings.iter().map(|warning| warning.place.clone()).collect();
    assert_eq!(places, [2, 3, 4, 5, 7].map(Place::Line));
    let expected = [
        "line 2 is left out: expected a FEN, moves such as cd4 ba5 or men moved such as h2-h6 h6-f4, found \"nonsense\"",
        "line 3 is left out: bad FEN: b1 is not a dark square of the board; c9 is not a dark square of the board; ",
        "line 4 is left out: move 2: \"dd5\" is not a move",
        "line 5 is left out: move 4: \"fe7\" is not legal: expected one of ",
        "line 7 is left out: the game is over there: Black wins: no pieces left",
    ];
    for (line, expected) in warnings(&found).iter().zip(expected) {
        assert!(line.starts_with(expected) && line.lines().count() == 1, "{line}");
    }
}

#[test]
fn men_that_cannot_fly_are_named() {
    let cases = [
        ("h3-h6 ---", "expected two squares such as h2-h6, or --- for no man, found \"h3-h6\""),
        ("a5-b4 ---", "\"a5-b4\": no man of White stands on a5 at the start"),
        ("a1-a5 a1-h4", "move 1: \"a1-a5\" is not legal"),
        ("a1-a5 a1-h4", "nor can the men be moved before the game: \"a1-h4\": no man of Black stands on a1"),
        ("a1-a3 ---", "two pieces stand on a3"),
        ("a1-a5 a7-a5", "two pieces stand on a5"),
        ("a1-h8 h8-e5", "a man of White stands on its crowning row at h8"),
        ("--- --- ---", "expected a man of White and a man of Black, found 3 items"),
        ("--- W W", "expected two squares"),
        ("c3-d4 d6-c5 b2-c4", "move 3: \"b2-c4\" is not a move"),
    ];
    for (text, reason) in cases {
        assert!(refused(text).contains(reason), "{text}: {}", refused(text));
    }
}

#[test]
fn mixed_up_separators_are_read_and_noted() {
    let found = found("c3:d4 d6-c5");
    assert_eq!(found.openings[0].moves.len(), 2);
    assert_eq!(warnings(&found), ["line 1: \"c3:d4\" is read as c3-d4"]);
}

#[test]
fn openings_that_reach_one_position_are_noticed_and_kept() {
    let found = found("cd4 dc5 gh4\ngh4 dc5 cd4\nab4\n");
    assert_eq!(found.openings.len(), 3);
    assert_eq!(warnings(&found), ["line 2: the same position as line 1"]);
}

/// Entries of the tables that tournaments draw from, with their slips.
const TABLE: &str = r#"{"all": {
  "I-2: ab4 ba5": "W:Wa1,c3,e3,g3,b4,c1,e1,g1,b2,d2,f2,h2:Ba5,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8",
  "5-VII Free": "W:W21-32:B1-12",
  "2-IV ef4 fe5 ab4": "B:Wa1,c3,e3,g3,a5,c1,e1,g1,b2,d2,f2,h2:Be5,b6,d6,h6,a7,c7,e7,g7,b8,d8,f8,h8",
  "XXVII-9: gh4 ba5 hg3 ab6 ef4 dc5": "B:Wa1,c3,g3,f4,h4,c1,e1,g1,b2,d2,f2,a3:Ba5,c5,b6,f6,h6,c7,e7,g7,b8,d8,f8,h8",
  "II-2: a1-a5 a7-h4": "W:Wc3,e3,g3,a5,c1,e1,g1,b2,d2,f2,h2,a3:Bh4,b6,d6,f6,h6,c7,e7,g7,b8,d8,f8,h8",
  "XX-18: e3-a5 e7-g5": "B:Wa1,c3,g3,a5,c1,e1,g1,b2,d2,f2,h2,a3:Bg5,b6,d6,f6,h6,a7,c7,g7,b8,d8,f8,h8",
  "A-1: cd4 cd4": "W:W21-32:B1-12",
  "A-2: cd4 dc5": "W:Wz9:B1",
  "A-3: none": "W:Wz9:B1",
  "A-4": 7,
  "A-5": "gh4 hg5"
 },
 "standard": ["I-2: ab4 ba5"]}"#;

#[test]
fn a_table_is_compared_with_the_moves_in_its_names() {
    let found = found(TABLE);
    let expected = [
        "entry 3, \"2-IV ef4 fe5 ab4\": the FEN differs on e3, b4, f4, a5 from what the name gives; the name counts",
        "entry 4, \"XXVII-9: gh4 ba5 hg3 ab6 ef4 dc5\": the FEN has Black to move, the name White; the name counts",
        "entry 6, \"XX-18: e3-a5 e7-g5\": the FEN has Black to move, the name White; the name counts",
        "entry 7, \"A-1: cd4 cd4\": the FEN counts, since the name cannot be played: move 2: \"cd4\" is not legal",
        "entry 7, \"A-1: cd4 cd4\": the same position as entry 2, \"5-VII Free\"",
        "entry 8, \"A-2: cd4 dc5\": the name counts: bad FEN: ",
        "entry 9, \"A-3: none\" is left out: bad FEN: ",
        "entry 10, \"A-4\" is left out: expected a FEN",
    ];
    let lines = warnings(&found);
    assert_eq!(lines.len(), expected.len(), "{lines:#?}");
    for (line, expected) in lines.iter().zip(expected) {
        assert!(line.starts_with(expected), "{line}");
    }
    assert_eq!(names(&found)[1..4], ["5-VII Free", "2-IV ef4 fe5 ab4", "XXVII-9: gh4 ba5 hg3 ab6 ef4 dc5"]);
    let plies: Vec<_> = found.openings.iter().map(|opening| opening.moves.len()).collect();
    assert_eq!(plies, [2, 0, 3, 6, 0, 0, 0, 2, 2]);
    assert!(found.openings.iter().skip(3).take(3).all(|opening| opening.position().turn() == Color::White));
}

#[test]
fn a_single_move_is_compared_with_its_position() {
    let after_e3_d4 = "W29,21,25,30,22,26,18,31,27,32,24,28:B5,9,1,6,10,2,7,11,3,8,12,4";
    let table = |side: char| format!("{{\"462: E3-D4\": \"{side}:{after_e3_d4}\"}}");
    assert!(found(&table('B')).warnings.is_empty());
    let lines = warnings(&found(&table('W')));
    assert!(lines[0].ends_with("the FEN has White to move, the name Black; the name counts"), "{lines:?}");
}

#[test]
fn tables_have_other_shapes() {
    let table = found(r#"{"b: cd4 dc5": "cd4 dc5", "a": "W:W21-32:B1-12"}"#);
    assert_eq!(names(&table), ["b: cd4 dc5", "a"], "the order is that of the file");
    let list = found(r#" ["cd4 dc5", "start: W:W21-32:B1-12", 3]"#);
    assert_eq!(names(&list), ["", "start"]);
    assert!(warnings(&list)[0].starts_with("entry 3 is left out: "), "{list:?}");
    assert_eq!(found(r#"{"all": ["cd4 dc5"]}"#).openings.len(), 1);
}

#[test]
fn games_in_pdn_are_openings() {
    let text = "[Event \"Draw 1\"]\n[GameType \"25\"]\n\n1. A1-A5 G7-G5\n\n*\n\n\
                [Event \"Draw 2\"]\n\n1. c3-d4 d6-c5 2. b2-c3 *\n\n[Event \"Draw 3\"]\n\n1. c3-d4 d6-d4 *\n\n\
                [Event \"Draw 4\"]\n[FEN \"W:W:Bh8\"]\n\n*\n";
    let found = found(text);
    assert_eq!(names(&found), ["Draw 1", "Draw 2"]);
    let plies: Vec<_> = found.openings.iter().map(|opening| opening.moves.len()).collect();
    assert_eq!(plies, [0, 3]);
    assert_eq!(found.openings[0].position(), only_position("a1-a5 g7-g5"));
    let lines = warnings(&found);
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(
        lines[0].starts_with("game 3 is left out: 14:10: ") && lines[0].contains("\"d6-d4\""),
        "{lines:?}"
    );
    assert_eq!(lines[1], "game 4 is left out: the game is over there: Black wins: no pieces left");
}

fn only_position(text: &str) -> Position<Russian> {
    found(text).openings[0].position()
}

#[test]
fn a_file_without_an_opening_is_an_error_of_one_line() {
    let cases = [
        ("", "expected at least one opening, found none"),
        ("# nothing\n\n", "expected at least one opening, found none"),
        ("x\ny\n", "expected at least one opening, found none: line 1 is left out: expected a FEN, moves"),
        ("{}", "expected at least one opening, found none"),
        (
            "{\"all\": {\"a\": \"W:",
            "expected a table of openings in JSON: EOF while parsing a string at line 1",
        ),
    ];
    for (text, expected) in cases {
        let line = try_read(text).unwrap_err().to_string();
        assert!(line.starts_with(expected) && line.lines().count() == 1, "{line}");
    }
    assert!(try_read("x\ny\n").unwrap_err().to_string().ends_with("(and 1 more)"));
}

#[test]
fn other_games_have_openings_too() {
    let international = read::<International>(b"32-28 19-23\nd2-a5 ---", Numbering::FromTop).unwrap();
    assert_eq!(international.openings.len(), 2, "{international:?}");
    assert!(read::<Brazilian>(b"cd4 dc5", Numbering::FromTop).is_ok());
    // Black begins, so the first man is Black's.
    let english = read::<English>(b"11-15 23-19\n3-17 ---\n3-17", Numbering::FromTop).unwrap();
    let turns: Vec<_> = english.openings.iter().map(|opening| opening.position().turn()).collect();
    assert_eq!(turns, [Color::Black, Color::Black, Color::White], "{english:?}");
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = read::<Russian>(&bytes, Numbering::FromTop);
    }

    #[test]
    fn any_text_made_of_what_openings_are_made_of_is_read_or_refused(
        text in "([WB]:W|:B|[KH]|a1|c3-d4|cd4|ba5|h6-f4|---|[ \\n,;:#*.x{}\\[\\]\"-]|[0-9]{1,3}|[a-j]|é|XI-1){0,30}",
        numbering in prop_oneof![Just(Numbering::FromTop), Just(Numbering::FromBottom)],
    ) {
        if let Ok(found) = read::<Russian>(text.as_bytes(), numbering) {
            prop_assert!(!found.openings.is_empty());
            for opening in &found.openings {
                prop_assert!(opening.position().has_legal_move());
            }
        }
        let _ = read::<International>(text.as_bytes(), numbering);
    }
}

#[test]
fn a_fault_says_whether_the_opening_is_used() {
    assert!(Fault::Form(String::new()).leaves_out());
    assert!(!Fault::Repeated(Place::Line(1)).leaves_out());
}
