//! Positions and moves as text: every form that is read, and every reason for which one is refused.

use crate::common::position;
use bolshak::board::{Color, Numbering};
use bolshak::game::Game;
use bolshak::notation::{
    FenFault, MoveError, Notation, diagram, read_fen, read_move, read_square, write_fen, write_legal_moves,
    write_line, write_move, write_short_move, write_square,
};
use bolshak::position::{Coordinate, PieceLimit, Position, SetupFault};
use bolshak::rules::{International, Rules, Russian};

const START: &str = "W:Wa3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6";

fn read(fen: &str) -> Result<Position<Russian>, Vec<FenFault>> {
    read_fen(fen, Numbering::FromTop, PieceLimit::Standard).map_err(|error| error.0)
}

/// What is wrong with the pieces of a FEN that is right in form.
fn setup_faults(fen: &str) -> Vec<SetupFault> {
    let fault = |fault| match fault {
        FenFault::Setup(fault) => fault,
        other => panic!("{fen}: {other}"),
    };
    read(fen).unwrap_err().into_iter().map(fault).collect()
}

fn faults(fen: &str) -> Vec<String> {
    read(fen).unwrap_err().iter().map(ToString::to_string).collect()
}

/// Asserts that a FEN means the same position as another one.
fn assert_same(fen: &str, meant: &str) {
    assert_eq!(read(fen), Ok(position(meant)), "{fen}");
}

/// A square of the 8×8 board by name.
fn coordinate(name: &str) -> Coordinate {
    let [file, row] = name.as_bytes() else { panic!("{name}") };
    Coordinate { file: file - b'a', row: row - b'1' }
}

/// The move that a text means, written with all compulsory squares.
fn meaning<R: Rules>(position: &Position<R>, text: &str, numbering: Numbering) -> Result<String, MoveError> {
    read_move(position, text, numbering).map(|read| write_move(position, read.mv, Notation::Algebraic))
}

/// Asserts that each of the texts means the same move.
fn assert_means(fen: &str, texts: &[&str], meant: &str) {
    let position = position::<Russian>(fen);
    for text in texts {
        assert_eq!(meaning(&position, text, Numbering::FromTop), Ok(meant.to_owned()), "{text}");
    }
}

fn move_error(fen: &str, text: &str) -> MoveError {
    read_move(&position::<Russian>(fen), text, Numbering::FromTop).unwrap_err()
}

/// Plays a game score; also gives the moves whose separator was mixed up.
fn replay(score: &str) -> (Game<Russian>, Vec<String>) {
    let (mut game, mut mixed_up) = (Game::default(), Vec::new());
    for text in score.split_whitespace().map(|word| word.trim_start_matches(|c: char| c.is_ascii_digit())) {
        let text = text.trim_start_matches('.');
        let read =
            read_move(game.position(), text, Numbering::FromTop).unwrap_or_else(|error| panic!("{error}"));
        if read.separator_mixed_up {
            mixed_up.push(text.to_owned());
        }
        game.play(read.mv).unwrap();
    }
    (game, mixed_up)
}

#[test]
fn a_side_may_be_without_pieces() {
    for fen in ["B:Wa1:B", "W:W:Bb8", "B:WKa1,c3:B"] {
        let position = read(fen).unwrap();
        assert_eq!(write_fen(&position, Notation::Algebraic), fen);
        assert!(!position.has_legal_move());
    }
    let king = read("W:W:BK1").unwrap();
    assert_eq!(write_fen(&king, Notation::Numeric(Numbering::FromTop)), "W:W:BK1");
    assert_eq!(king, position("W:W:BKb8"));
}

#[test]
fn ranges_of_numbers_stand_for_their_squares() {
    assert_same("W:W21-32:B1-12", START);
    assert_same("W:WK29-31:B1-3,K12", "W:WKa1,Kc1,Ke1:Bb8,d8,f8,Kh6");
    for bad in ["W:W32-21:B1", "W:W21-33:B1", "W:Wa1-c1:B1", "W:W21-:B1", "W:W-21:B1"] {
        assert!(matches!(read(bad).unwrap_err()[..], [FenFault::Square { squares: 32, .. }]), "{bad}");
    }
}

#[test]
fn a_man_on_its_crowning_row_is_refused_and_a_king_there_is_not() {
    let on_row = |color, at| SetupFault::ManOnCrowningRow { color, at: coordinate(at) };
    assert_eq!(setup_faults("W:Wb8:Ba5"), [on_row(Color::White, "b8")]);
    assert_eq!(setup_faults("B:Wa3:Bc1"), [on_row(Color::Black, "c1")]);
    let whole_row = ["b8", "d8", "f8", "h8"].map(|at| on_row(Color::White, at));
    assert_eq!(setup_faults("W:W1-4:B20"), whole_row);
    for good in ["W:WKb8:Ba5", "B:Wa3:BKc1", "W:Wa1:Bb8"] {
        assert_eq!(write_fen(&read(good).unwrap(), Notation::Algebraic), good);
    }
}

#[test]
fn order_case_and_a_dot_at_the_end_do_not_matter() {
    assert_same("W:W29,30,31,32,25,26,27,28,21,22,23,24:B9,10,11,12,5,6,7,8,1,2,3,4.", START);
    assert_same("W:WKG7:BH6,KD2.", "W:WKg7:Bh6,Kd2");
    assert_same("w:wkg7:bh6,kd2", "W:WKg7:Bh6,Kd2");
}

#[test]
fn black_may_be_listed_first_and_move_counters_and_blanks_are_skipped() {
    let white = "W21,22,23,24,25,26,27,28,29,30,31,32";
    let black = "B1,2,3,4,5,6,7,8,9,10,11,12";
    assert_same(&format!("W:{white}:{black}:H0:F1"), START);
    assert_same(&format!("W:{black}:{white}"), START);
    assert_same("W: Wc3, Kd4 : Bh6 ", "W:Wc3,Kd4:Bh6");
    assert_same("[FEN \"W:Wc3:Bd6\"]", "W:Wc3:Bd6");
    assert_same("\"W:Wc3:Bd6\"", "W:Wc3:Bd6");
}

#[test]
fn the_lists_of_one_side_add_up() {
    // Some old programs name the side to move twice.
    assert_same("W:W:Wa1,c1:Bb8,Kh8", "W:Wa1,c1:Bb8,Kh8");
    assert_eq!(setup_faults("W:Wa1:Wa1:Bb8"), [SetupFault::Occupied { at: coordinate("a1") }]);
}

#[test]
fn without_a_side_to_move_or_a_list_a_fen_is_refused() {
    assert_eq!(read("?:Wc3:Bd6"), Err(vec![FenFault::Turn("\"?\"".into())]));
    assert_eq!(read("W:Wa1"), Err(vec![FenFault::NoList(Color::Black)]));
    assert_eq!(read("W:Bb8"), Err(vec![FenFault::NoList(Color::White)]));
    assert_eq!(read("W"), Err(vec![FenFault::NoList(Color::White), FenFault::NoList(Color::Black)]));
    assert_eq!(read("W:Wa1:Xb8"), Err(vec![FenFault::List("\"Xb8\"".into())]));
}

#[test]
fn what_is_no_square_is_refused() {
    for item in
        ["", "c", "33", "0", "3c", "c3c5", "99999999999", "c999", "ё3", "*3", "~3", "c3 d4", "-", "+3"]
    {
        let found = read(&format!("W:Wa1,{item}:Bb8")).unwrap_err();
        assert!(matches!(found[..], [FenFault::Square { squares: 32, .. }]), "{item}: {found:?}");
    }
}

#[test]
fn light_squares_and_those_off_the_board_are_refused() {
    let off = |at: &str| SetupFault::NotPlayable { at: coordinate(at) };
    assert_eq!(setup_faults("W:Wa2:Bb8"), [off("a2")]);
    assert_eq!(setup_faults("W:Wi9:BKb7"), [off("i9"), off("b7")]);
}

#[test]
fn two_pieces_on_one_square_are_refused() {
    let occupied = |at: &str| SetupFault::Occupied { at: coordinate(at) };
    assert_eq!(setup_faults("W:Wc3:Bc3"), [occupied("c3")]);
    assert_eq!(setup_faults("W:Wc3,Kc3,22:Bb8"), [occupied("c3"), occupied("c3")]);
}

#[test]
fn more_pieces_than_at_the_start_are_allowed_in_compositions_only() {
    let too_many = "W:W20-32:BK1";
    let fault = SetupFault::TooManyPieces { color: Color::White, count: 13, most: 12 };
    assert_eq!(setup_faults(too_many), [fault]);
    let composition = read_fen::<Russian>(too_many, Numbering::FromTop, PieceLimit::None).unwrap();
    assert_eq!(composition.pieces(Color::White).count(), 13);
    assert!(read("W:W21-32:BK1").is_ok());
}

#[test]
fn all_that_is_wrong_with_a_fen_is_said_in_one_line() {
    assert_eq!(
        faults("X:Wa1,q,a2,a1,b8:Yc3"),
        [
            "expected W or B for the side to move, found \"X\"",
            "expected a square such as c3 or a number from 1 to 32, found \"q\"",
            "expected a list of pieces that begins with W or B, found \"Yc3\"",
            "a2 is not a dark square of the board",
            "two pieces stand on a1",
            "a man of White stands on its crowning row at b8",
        ]
    );
    let error = read_fen::<Russian>("W:Wa2,b8:Bb8", Numbering::FromTop, PieceLimit::Standard).unwrap_err();
    assert_eq!(
        error.to_string(),
        "bad FEN: a2 is not a dark square of the board; a man of White stands on its crowning row at b8; two \
         pieces stand on b8"
    );
}

#[test]
fn the_reason_is_short_however_much_is_wrong() {
    for item in ["x,", "a2,", "a1,", "K1-32,", "x:", "W,:"] {
        let faults = faults(&format!("W:W{}:B", item.repeat(100_000)));
        assert!(faults.len() < 40, "{item}: {} faults", faults.len());
        let kind = faults[0].split(' ').next().unwrap_or_default();
        assert!(["expected", "a2", "two"].contains(&kind), "{item}: {faults:#?}");
        assert!(!faults[0].contains("pieces of"), "the list of Black was not looked for: {faults:#?}");
    }
}

#[test]
fn garbage_is_refused_without_control_characters_in_the_reason() {
    let long = "x".repeat(100_000);
    for garbage in
        ["", ":", "::::", "W::", "\u{0}\u{7}\n", "W:W\u{feff}a1:B", "[FEN", "[]", "\"", "Ж:Жа1", &long]
    {
        let text = faults(garbage).join("; ");
        assert!(text.len() < 1000 && !text.contains(char::is_control), "{text}");
    }
}

#[test]
fn numbers_count_from_either_corner() {
    let from_bottom = read_fen::<Russian>("W:W1-12:B21-32", Numbering::FromBottom, PieceLimit::Standard);
    assert_eq!(from_bottom, Ok(Position::start()));
    let position = position::<Russian>("W:WKc1,h2:Ba7,Kf8");
    assert_eq!(write_fen(&position, Notation::Numeric(Numbering::FromTop)), "W:WK30,28:BK3,5");
    assert_eq!(write_fen(&position, Notation::Numeric(Numbering::FromBottom)), "W:WK2,8:BK31,25");
    let moves = [("30-26", Numbering::FromTop), ("2-6", Numbering::FromBottom)];
    for (text, numbering) in moves {
        assert_eq!(meaning(&position, text, numbering), Ok("c1-d2".to_owned()));
    }
}

#[test]
fn the_numberings_are_converted_by_the_published_formula() {
    for square in (1..=32).filter_map(|n| Russian::GEOMETRY.from_number(n, Numbering::FromTop)) {
        let written = |numbering| write_square::<Russian>(square, Notation::Numeric(numbering));
        let n: u8 = written(Numbering::FromTop).parse().unwrap();
        assert_eq!(written(Numbering::FromBottom), ((7 - (n - 1) / 4) * 4 + (n - 1) % 4 + 1).to_string());
    }
    let start = write_fen(&Position::<International>::start(), Notation::Numeric(Numbering::FromTop));
    assert!(start.starts_with("W:W31,32,33,"), "{start}");
}

#[test]
fn a_quiet_move_is_read_in_every_form() {
    let forms = ["c3-d4", "C3-D4", "c3d4", "C3D4", "cd4", "CD4", "22-18", " c3-d4 ", "c3–d4", "c3—d4"];
    assert_means(START, &forms, "c3-d4");
}

#[test]
fn a_capture_is_read_in_every_form() {
    let forms = [
        "c3:e5", "c3xe5", "c3Xe5", "c3×e5", "c3*e5", "c3e5", "C3:E5", "ce5", "c:e5", "cxe5", "22x15",
        "22:15", "22×15", "CE5",
    ];
    assert_means("W:Wc3,h2:Bd4", &forms, "c3:e5");
    assert_means("W:Wb4,h2:Bc5", &["b:d6", "bd6", "b4:d6"], "b4:d6");
    // The column alone does where one piece of it fits.
    assert_means("W:Wb4,b2,h2:Bc5", &["b:d6", "bd6"], "b4:d6");
}

#[test]
fn a_long_capture_is_read_with_and_without_its_turns() {
    let fen = "B:Wb6,d6,f4,b2,d2,f2,h2:Bh8,g7,f6,a5";
    let forms = ["a5:a1", "a5:c7:e5:g3:e1:c3:a1", "a5:c7:a1", "a5:e1:a1", "aa1", "a5c7e5g3e1c3a1", "13x29"];
    assert_means(fen, &forms, "a5:a1");
    assert_means(fen, &["13x6x15x24x31x22x29", "13:15:29", "a:a1", "a:c7:a1"], "a5:a1");
    assert!(matches!(move_error(fen, "a5:b8:a1"), MoveError::Illegal { .. }));
    assert!(matches!(move_error(fen, "a5:e5:c7:a1"), MoveError::Illegal { .. }));
}

#[test]
fn a_capture_with_the_ends_of_another_is_ambiguous_without_its_turns() {
    let fen = "W:WKg3:BKf6,f4,Kd2,Kf2";
    for short in ["g3:g7", "g3:h8", "24x8", "gg7", "g:h8"] {
        let error = move_error(fen, short);
        assert!(matches!(error, MoveError::Ambiguous { .. }), "{short}: {error}");
    }
    let meanings = move_error(fen, "g3:g7").to_string();
    assert!(meanings.contains("g3:e5:g7") && meanings.contains("g3:e1:c3:g7"), "{meanings}");
    let long = ["g3:e5:g7", "g3:e5:h8", "g3:e1:c3:g7", "g3:e1:c3:h8"];
    for text in long {
        assert_means(fen, &[text], text);
    }
    assert_means(fen, &["g3:e1:g7", "g3:c3:g7", "24x31x8"], "g3:e1:c3:g7");
    // Written by a program that turns numbers into moves, the long form is needed too.
    let position = position::<Russian>(fen);
    let by_name = |text| read_move(&position, text, Numbering::FromTop).unwrap().mv;
    let numeric = Notation::Numeric(Numbering::FromTop);
    assert_eq!(write_move(&position, by_name("g3:e5:g7"), numeric), "24x15x8");
    assert_ne!(position.after(by_name("g3:e5:g7")), position.after(by_name("g3:e1:c3:g7")));
}

#[test]
fn in_full_a_straight_way_lands_right_behind_each_piece() {
    for (fen, text) in [
        ("W:WKb6:BKc7,Kf6,Kc5,Kf4,Kf2", "b6:d4:g1"),
        ("W:WKh8:BKg7,Kg5,Kb2,Kd2,Kf2", "h8:f6:a1"),
        ("W:WKa7:BKe7,Kg7,Kb6,Ka5,Kg5,Kd2", "a7:c5:f8:h6:f4:c1"),
        ("W:WKh8:BKg7,Kd6,Kd4,Kd2,Kf2", "h8:f6:c3:e1:g3:c7"),
    ] {
        let written = write_legal_moves(&position::<Russian>(fen), Notation::Algebraic);
        assert!(written.iter().any(|other| other == text), "{text} is not in {written:?}");
    }
}

#[test]
fn a_single_jump_is_told_from_a_ring_that_ends_with_it() {
    let fen = "W:WKd4:Be7,c7,c5,e5,e3";
    assert_means(fen, &["d4:f2"], "d4:f2");
    let position = position::<Russian>(fen);
    let taken = |text| read_move(&position, text, Numbering::FromTop).unwrap().mv.captured.count();
    assert_eq!(["d4:f2", "d4:f6:d8:b6:d4:f2", "d4:b6:d8:f6:d4:f2", "d4:d8:f2"].map(taken), [1, 5, 5, 5]);
    // The short form names no start square, so it is no route in full.
    assert!(matches!(move_error(fen, "d:f2"), MoveError::Ambiguous { .. }));
}

#[test]
fn several_pieces_on_a_column_make_the_short_form_ambiguous() {
    assert!(matches!(move_error("W:WKc1,Kc5,h2:Ba7", "ce3"), MoveError::Ambiguous { .. }));
    assert_means("W:WKc1,Kc5,h2:Ba7", &["c1-e3", "c1e3"], "c1-e3");
}

#[test]
fn what_is_no_move_is_refused_for_its_form() {
    let texts = [
        "", "c3", "-", "c3-", "c3--d4", "c3-d9", "c3-c4", "z3-d4", "2218", "22 18", "0-18", "22-33",
        "c3-d4!", "ё",
    ];
    for text in texts {
        assert_eq!(move_error(START, text).to_string().split(' ').nth_back(0), Some("22-18"), "{text}");
        assert!(matches!(move_error(START, text), MoveError::Form { .. }), "{text}");
    }
}

#[test]
fn an_illegal_move_is_refused_with_what_was_expected() {
    let illegal = |fen, text| move_error(fen, text).to_string();
    assert_eq!(illegal("W:Wh2:Ba7", "h2-f4"), "\"h2-f4\" is not legal: expected one of h2-g3");
    assert_eq!(
        illegal("W:Wc3,h2:Bd4", "h2-g3"),
        "\"h2-g3\" is not legal: expected a capture, which is compulsory: c3:e5"
    );
    assert_eq!(
        illegal("W:W:Ba7", "h2-g3"),
        "\"h2-g3\" is not legal: expected nothing, White has no legal move"
    );
}

#[test]
fn a_score_with_separators_mixed_up_is_read_and_the_moves_are_named() {
    let (game, mixed_up) = replay(
        "1.g3-f4 f6-e5 2.h2-g3 g7-f6 3.c3-b4 e5-d4 4.e3:c5 b6:d4 5.b4-a5 f6-g5 6.d2-e3 d6-c5 7.c1-d2 g5-h4 \
         8.d2-c3 e7-d6 9.c3:e5 h6:g5 10.f4:h6 d6:d2 11.e1:c3 c5-b4 12.a3:c5 c7-b6 13.a5-c7 b8:d2",
    );
    assert_eq!(mixed_up, ["h6:g5", "a5-c7"]);
    assert_eq!(*game.position(), position("W:Wh6,g3,b2,f2,a1,g1:Bd8,f8,h8,a7,h4,d2"));
}

#[test]
fn short_and_full_notation_of_a_game_give_the_same_positions() {
    let full = "1.e3-d4 d6-c5 2.f2-e3 f6-g5 3.c3-b4 g5-h4 4.b4:d6 h4:f2 5.e1:g3 c7:h4";
    let (short, _) = replay("1.ed4 dc5 2.fe3 fg5 3.cb4 gh4 4.b:d6 h:f2 5.e:g3 c:h4");
    let (long, mixed_up) = replay(full);
    assert_eq!(short.positions(), long.positions());
    assert!(mixed_up.is_empty());
    let written = write_line(long.start(), long.moves(), Notation::Algebraic);
    let moves: Vec<_> = full.split(' ').map(|word| word.rsplit('.').next().unwrap()).collect();
    assert_eq!(written, moves);
}

#[test]
fn a_diagram_shows_the_board_as_white_sees_it() {
    let shown = diagram(&position::<Russian>("B:Wa1,Kh8:Bb8,Kg1"));
    let lines: Vec<_> = shown.lines().map(|line| line.replace(' ', "")).collect();
    assert_eq!(
        lines,
        ["8b..W", "7....", "6....", "5....", "4....", "3....", "2....", "1w..B", "abcdefghBlacktomove"]
    );
}

#[test]
fn short_notation_is_written_where_it_is_clear() {
    let shorts = |fen: &str| {
        let position = position::<Russian>(fen);
        let mut texts: Vec<_> =
            position.legal_moves().iter().map(|&mv| write_short_move(&position, mv)).collect();
        texts.sort();
        texts
    };
    assert_eq!(shorts(START), ["ab4", "cb4", "cd4", "ed4", "ef4", "gf4", "gh4"]);
    assert_eq!(shorts("W:Wc3:Bd4"), ["c:e5"]);
    assert_eq!(shorts("W:Wc3,c5:Bd4,d6"), ["c:c7", "c:e3", "c:e7"]);
    // Both kings reach b2 and d2; only of other moves the column is enough.
    let kings = shorts("W:WKc1,Kc3:Ba7");
    for text in ["c1-b2", "c3-b2", "c1-d2", "c3-d2", "ca3", "ch8"] {
        assert!(kings.contains(&text.to_owned()), "{text} is not in {kings:?}");
    }
}

#[test]
fn a_square_is_read_by_name_or_number() {
    let name = |text: &str, numbering| {
        read_square::<Russian>(text, numbering)
            .map(|square| write_square::<Russian>(square, Notation::Algebraic))
    };
    for (text, numbering) in
        [("c3", Numbering::FromTop), (" C3 ", Numbering::FromTop), ("22", Numbering::FromTop)]
    {
        assert_eq!(name(text, numbering).as_deref(), Some("c3"), "{text}");
    }
    assert_eq!(name("22", Numbering::FromBottom).as_deref(), Some("d6"));
    for text in ["", "c", "c4", "i1", "c3-", "c3d4", "0", "33"] {
        assert_eq!(name(text, Numbering::FromTop), None, "{text}");
    }
}
