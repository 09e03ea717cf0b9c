//! Games as they stand in real files: every form that the reader takes.

use std::time::Duration;

use crate::common::position;
use crate::pdn_support::{end, flying_game, game, games, good_game, moves};
use bolshak::board::Color;
use bolshak::notation::{Notation, write_fen};
use bolshak::pdn::{Annotation, Evaluation, Outcome, Reader, Record};
use bolshak::rules::{International, Russian};

/// The same position, whatever the order of its pieces.
fn assert_ends(record: &Record<Russian>, fen: &str) {
    assert_eq!(end(record), write_fen(&position::<Russian>(fen), Notation::Algebraic));
}

#[test]
fn results_are_read_in_both_systems() {
    let texts = [
        ("[Result \"1/2-1/2\"]\n[GameType \"25\"]\n\n1. c3-d4 d6-c5 2. b2-c3 f6-g5 1/2-1/2", Outcome::Draw),
        ("[Result \"1-1\"]\n[GameType \"25\"]\n\n1. 22-18 10-14 2. 25-22 11-16 1-1", Outcome::Draw),
        ("1. c3-d4 d6-c5 2. b2-c3 f6-g5 ½–½", Outcome::Draw),
        ("1. c3-d4 d6-c5 2. b2-c3 f6-g5 0-0", Outcome::BothLose),
        ("1. c3-d4 d6-c5 2. b2-c3 f6-g5 ½ - ½", Outcome::Draw),
        ("1. c3-d4 d6-c5 2. b2-c3 f6-g5 1/2 - 1/2\n", Outcome::Draw),
        ("1. c3-d4 d6-c5 2. b2-c3 f6-g5 2 - 0", Outcome::WhiteWins),
        ("1. c3-d4 d6-c5 2. b2-c3 f6-g5 0-2", Outcome::BlackWins),
        ("[Result \"*\"]\n1. c3-d4 d6-c5 2. b2-c3 f6-g5 0-1", Outcome::BlackWins),
        ("[Result \"2-0\"]\n1. c3-d4 d6-c5 2. b2-c3 f6-g5 *", Outcome::WhiteWins),
        ("[Result \"2-0\"]\n1. c3-d4 d6-c5 2. b2-c3 f6-g5", Outcome::WhiteWins),
    ];
    for (text, outcome) in texts {
        let record = good_game(text);
        assert_eq!((record.moves.len(), record.outcome), (4, outcome), "{text}");
        let last = "W:Wd4,a3,c3,e3,g3,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,h6,c5,g5";
        assert_ends(&record, last);
    }
}

#[test]
fn a_star_on_a_move_is_a_mark_and_one_of_its_own_ends_the_game() {
    let record = good_game("[GameType \"25\"]\n\n1. c3-d4* f6-g5 2. b2-c3!? g5-h4(?) 3. c3-b4 *");
    assert_eq!(record.moves.len(), 5);
    assert_ends(&record, "B:Wb4,d4,a3,e3,g3,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,h6,h4");
    assert_eq!(record.moves[0].annotations, [Annotation::Nag(7)]);
    let marks: Vec<_> = record.moves.iter().map(|recorded| recorded.mark.as_str()).collect();
    assert_eq!(marks, ["", "", "!?", "(?)", ""]);
}

#[test]
fn a_game_inherits_nothing_from_the_one_before() {
    let text = "[White \"A\"]\n[Black \"B\"]\n[Result \"2-0\"]\n[GameType \"25\"]\n\n1. c3-d4 b6-a5 2-0\n\n\
                [White \"C\"]\n[Black \"D\"]\n[GameType \"25\"]\n\n1. g3-h4 f6-e5";
    let games = games(text);
    assert_eq!(games.len(), 2);
    assert_eq!(games[1].record.outcome, Outcome::Unknown);
    assert_eq!(moves(&games[1].record), ["g3-h4", "f6-e5"]);
    assert_eq!((games[1].number, games[1].line), (2, 8));
}

#[test]
fn tags_and_comments_may_be_long_and_hold_brackets_and_quotation_marks() {
    let text = "[Event \"Cup [group A] round 3\"]\n[White \"a \\\"quoted\\\" name\"]\n[Annotator \"\"]\n[Result \"*\"]\n\n{ %s }\n1. c3-d4 *";
    let record = good_game(text.replace("%s", &"x".repeat(200_000)));
    assert_eq!(record.moves.len(), 1);
    assert_eq!(record.tags.get("Event"), Some("Cup [group A] round 3"));
    assert_eq!(record.tags.get("White"), Some("a \"quoted\" name"));
    assert_eq!(record.tags.get("Annotator"), Some(""));
    assert!(matches!(&record.preface[..], [Annotation::Comment(text)] if text.len() == 200_000));
}

#[test]
fn word_processor_characters_are_blanks_quotation_marks_and_hyphens() {
    let as_utf8 = "[White “X”]\n[Result “1-0”]\n\n1.\u{a0}c3–d4\u{a0}d6-c5 1-0".as_bytes();
    let as_1252 = b"[White \x93X\x94]\n[Result \x931-0\x94]\n\n1.\xA0c3\x96d4\xA0d6-c5 1-0";
    for text in [as_utf8, as_1252] {
        let record = good_game(text);
        assert_eq!((record.moves.len(), record.outcome), (2, Outcome::WhiteWins));
        assert_eq!(record.tags.get("White"), Some("X"));
    }
}

#[test]
fn names_and_moves_are_read_in_each_encoding() {
    let text = "[White \"Иванов\"]\r\n[Black \"Петров\"]\r\n[Result \"1-1\"]\r\n[GameType \"25\"]\r\n\r\n1. c3-d4 b6-a5 {идея} 1-1\r\n";
    let in_1251 = |letter: char| match letter {
        'А'..='я' => letter as u32 - 'А' as u32 + 0xC0,
        _ => letter as u32,
    };
    let in_866 = |letter: char| match letter {
        'А'..='п' => letter as u32 - 'А' as u32 + 0x80,
        'р'..='я' => letter as u32 - 'р' as u32 + 0xE0,
        _ => letter as u32,
    };
    let bytes = |code: fn(char) -> u32| text.chars().map(|letter| code(letter) as u8).collect::<Vec<_>>();
    for encoded in [text.into(), format!("\u{feff}{text}").into(), bytes(in_1251), bytes(in_866)] {
        let record = good_game(&encoded);
        assert_eq!((record.moves.len(), record.outcome), (2, Outcome::Draw));
        let names = ["White", "Black"].map(|name| record.tags.get(name).unwrap());
        assert_eq!(names, ["Иванов", "Петров"]);
        assert_eq!(record.moves[1].comments().collect::<Vec<_>>(), ["идея"]);
    }
    assert_eq!(moves(&good_game(b"1. c3-d4 {\xff\xc3} b6-a5 *")), ["c3-d4", "b6-a5"]);
}

#[test]
fn captures_are_read_by_their_ends_and_may_stand_at_the_end_of_a_line() {
    let record = good_game(
        "[White \"x\"]\n[Result \"2-0\"]\n[GameType \"25\"]\n\n1. c3-b4 b6-c5 2. b2-c3 f6-e5 3. a1-b2 g7-f6 4. e3-f4 f6-g5 5.\n\
         b4-a5 g5xe3 6. d2xf4 c7-b6 7. a5xc7 d8xb6 8. f4-g5 h6xf4 9.\na3-b4 c5xa3 10. c1-d2 a3xe3 11. f2xa5 2-0",
    );
    assert_eq!(record.moves.len(), 21);
    assert_ends(&record, "B:WKa5,c3,g3,h2,e1,g1:Bb8,f8,h8,a7,d6,f4");
    let crowned: Vec<_> = record.moves.iter().filter(|recorded| recorded.mv.promotes).collect();
    assert_eq!(crowned.len(), 2);
    let taken = record.moves.iter().rev().take(2).map(|recorded| recorded.mv.captured.count());
    assert_eq!(taken.collect::<Vec<_>>(), [4, 2]);
}

#[test]
fn short_and_semi_short_notation_is_read() {
    let first = good_game("1.cd4 fg5 2.dc5 b:d4 3.e:c5");
    assert_eq!(moves(&first), ["c3-d4", "f6-g5", "d4-c5", "b6:d4", "e3:c5"]);
    assert_ends(&first, "B:Wc5,a3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,d6,h6,g5");
    let second = good_game("1.ab4 ba5 2.ba3 ab6 3.ab2 de5");
    assert_eq!(moves(&second), ["a3-b4", "b6-a5", "b2-a3", "a7-b6", "a1-b2", "d6-e5"]);
    assert_ends(&second, "W:Wb4,a3,c3,e3,g3,b2,d2,f2,h2,c1,e1,g1:Bb8,d8,f8,h8,c7,e7,g7,b6,f6,h6,a5,e5");
}

#[test]
fn moves_are_read_with_any_separators_numbers_and_comments() {
    let texts = [
        ("1.a3b4 f6e5 2.b4c5", 3),
        ("1. c3-d4 d6 - c5 2. b2-c3", 3),
        ("1. c3 - d4 b6-c5 2. d4 x b6 a7:c5", 4),
        ("1. 22-18 9-14 2. 18x9 5x14", 4),
        ("% line\n1. c3-d4 ; rest 1. a1-b2\nd6-c5 *", 2),
        ("1. c3-d4 {[%clock w0:10:00 B0:10:00]} 1... d6-c5 {[%clock W0:10:00 b0:09:58] [%eval -0.31]} *", 2),
        ("1. C3-D4 D6-C5 *", 2),
        ("1) c3-d4 d6-c5 2) b2-c3", 3),
        ("1 c3-d4 d6-c5 2 b2-c3", 3),
        ("с3-d4 d6-с5", 2),
        ("1.c3-d4 ! d6-c5 ?! $14 2.b2-c3, ± f6-g5. (2...b6-a5 {(} (2...f6-e5)) *", 4),
    ];
    for (text, plies) in texts {
        assert_eq!(good_game(text).moves.len(), plies, "{text}");
    }
    let record = good_game("1. 2-0");
    assert_eq!((record.moves.len(), record.outcome), (0, Outcome::WhiteWins));
    let unknown = game("1... - - 2. c3-d4");
    assert_eq!((unknown.record.moves.len(), unknown.faults.len(), unknown.is_complete), (0, 1, false));
}

#[test]
fn clocks_and_evaluations_of_moves_are_at_hand() {
    let record = good_game(
        "1. c3-d4 {[%clock w0:10:00 B0:10:00]} 1... d6-c5 {[%clock W0:10:00 b0:09:58] [%eval -0.31]} \
         2. b2-c3 {[%clk 0:09:57.5] [%eval #-4]} *",
    );
    let clock = |ply, color: Color| record.clocks(ply).unwrap().0[color];
    assert_eq!(clock(1, Color::Black), Some(Duration::from_secs(598)));
    assert_eq!(clock(1, Color::White), Some(Duration::from_mins(10)));
    assert_eq!(
        (clock(2, Color::White), clock(2, Color::Black)),
        (Some(Duration::from_millis(597_500)), None)
    );
    let evaluations = [
        None,
        Some(Evaluation::Centimen(-31)),
        Some(Evaluation::Win { winner: Color::Black, moves: 4 }),
        None,
    ];
    assert_eq!([0, 1, 2, 3].map(|ply| record.evaluation(ply)), evaluations);
}

#[test]
fn the_numbering_is_that_under_which_the_whole_game_is_legal() {
    let by_name = "c3-d4 d6-c5 b2-c3 f6-g5 c3-b4 g5-h4 b4:d6 e7:c5";
    for text in [
        "1. 22-18 10-14 2. 25-22 11-16 3. 22-17 16-20 4. 17x10 7x14",
        "1. 10-14 22-18 2. 5-10 23-20 3. 10-13 20-16 4. 13x22 27x18",
        "[GameType \"25,W,8,8,N0,0\"]\n1. 10-14 22-18 2. 05-10 23-20 3. 10-13 20-16 4. 13:22 27:18",
        // The moves count from a1, the position from b8, as some programs write them.
        "[FEN \"W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12\"]\n1. 10-14 22-18 2. 5-10 23-20 \
         3. 10-13 20-16 4. 13x22 27x18",
        "[FEN \"W:W1-12:B21-32.\"]\n1. 10-14 22-18 2. 5-10 23-20 3. 10-13 20-16 4. 13x22 27x18",
        "[FEN \"W:W1-12:B21-32.\"]\n1. c3-d4 d6-c5 2. b2-c3 f6-g5 3. c3-b4 g5-h4 4. b4:d6 e7:c5",
    ] {
        assert_eq!(moves(&good_game(text)).join(" "), by_name, "{text}");
    }
}

#[test]
fn numbers_of_a_position_count_from_b8_unless_that_makes_no_sense() {
    let start = |tags: &str| write_fen(&good_game(format!("{tags}\n*")).start, Notation::Algebraic);
    assert_eq!(start("[FEN \"B:W18,19,32:B3,6,K26.\"]"), "B:Wd4,f4,g1:BKd2,f8,c7");
    assert_eq!(start("[FEN \"W:W3:B30\"]"), "W:We1:Bd8");
    assert_eq!(start("[GameType \"25,W,8,8,N0,0\"]\n[FEN \"W:W14:BK18\"]"), "W:Wd4:BKc5");
    assert_eq!(start("[FEN \"?:W29,13,11:B22,4,2\"]"), "W:Wf6,a5,a1:Bd8,h8,c3");
    let black = good_game("[FEN \"?:Wa1,h2:Bd4\"]\n1... d4-e3");
    assert_eq!(moves(&black), ["d4-e3"]);
}

#[test]
fn the_game_type_of_a_file_is_not_believed() {
    for game_type in ["20", "25", "25,W,8,8,A0,0", "26", "nonsense"] {
        let text = format!("[GameType \"{game_type}\"]\n1. c3-d4 d6-c5 *");
        assert_eq!(good_game(text).moves.len(), 2);
    }
    let games: Vec<_> =
        Reader::<International, _>::new(&b"1.32-28 19-23(!?!!!) 2.28x19 *"[..]).map(Result::unwrap).collect();
    assert_eq!((games[0].record.moves.len(), games[0].faults.len()), (3, 0));
}

#[test]
fn variations_are_kept_and_change_nothing() {
    let record = good_game(
        "c3-d4 d6-c5 (f6-g5 b2-c3 (d4-c5? b6:d4! { Black wins )} ( nested\n more )) g5-h4) b2-c3 f6-g5\n",
    );
    assert_eq!(moves(&record), ["c3-d4", "d6-c5", "b2-c3", "f6-g5"]);
    let inside = "f6-g5 b2-c3 (d4-c5? b6:d4! { Black wins )} ( nested more )) g5-h4";
    assert_eq!(record.moves[1].annotations, [Annotation::Variation(inside.to_owned())]);
}

#[test]
fn games_need_neither_tags_nor_results_and_separators_are_no_games() {
    assert_eq!(games("1. c3-d4 d6-c5 1-0 * 1. g3-h4 0-1 {time} 1. e3-f4 *\n*\n").len(), 3);
    assert_eq!(games("[White \"A\"]\n[Result \"1-0\"]\n\n[White \"B\"]\n\n[White \"C\"]\n1. c3-d4").len(), 3);
    assert_eq!(games("").len() + games("\u{feff}\n % nothing\n").len() + games("* *").len(), 0);
    let with_end = games("1. c3-d4 1-0 {White won on time}\n{The next} 1. g3-h4 *");
    assert_eq!(with_end[0].record.moves[0].comments().collect::<Vec<_>>(), ["White won on time"]);
    assert_eq!(with_end[1].record.preface, [Annotation::Comment("The next".to_owned())]);
}

#[test]
fn men_that_fly_are_reported_by_the_number_of_the_move() {
    let text = "[Event \"Game Opening\"]\n[GameType \"25\"]\n\n1. A1-A5 G7-G5\n\n*";
    let refused = game(text);
    assert_eq!((refused.record.moves.len(), refused.is_complete), (0, false));
    let fault = refused.faults[0].to_string();
    assert!(
        fault.starts_with("4:4: White's move 1: \"A1-A5\" is not legal") && fault.contains("flying"),
        "{fault}"
    );
    assert_eq!(moves(&good_game("[Event \"Game Opening\"]\n[GameType \"25\"]\n\n1. A3-B4\n\n*")), ["a3-b4"]);
}

#[test]
fn men_that_fly_change_the_start_where_that_is_wanted() {
    let flown = flying_game("1. A1-A5 G7-G5 2. c3-d4 h8-g7\n\n*");
    assert!(flown.is_complete && flown.faults.is_empty(), "{flown:#?}");
    let fen = "W:W21,13,25,30,22,26,31,23,27,32,24,28:B5,9,1,6,10,2,7,11,3,16,12,4";
    assert_eq!(flown.record.start, position(fen));
    assert_eq!(moves(&flown.record), ["c3-d4", "h8-g7"]);
    assert_eq!(moves(&flying_game("1. c3-d4 d6-c5").record), ["c3-d4", "d6-c5"]);
}
