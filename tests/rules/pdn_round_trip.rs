//! What is written is read again, and no bytes confuse the reader. The random numbers are the same each time.

use proptest::collection::vec;
use proptest::prelude::*;

use crate::common::position;
use crate::pdn_support::{game, games, good_game, written};
use crate::properties::check;
use bolshak::board::Numbering;
use bolshak::game::Game;
use bolshak::notation::Notation;
use bolshak::pdn::{Annotation, Form, Outcome, Reader, Record, RecordedMove, Style, Tags, write_game};
use bolshak::position::Position;
use bolshak::rules::{English, Giveaway, International, Rules, Russian};

const STYLES: [Style; 4] = [
    Style::STANDARD,
    Style::LIDRAUGHTS,
    Style { form: Form::Standard, notation: Notation::Numeric(Numbering::FromTop) },
    Style { form: Form::Lidraughts, notation: Notation::Numeric(Numbering::FromBottom) },
];

#[test]
fn the_standard_form_is_as_the_standard_has_it() {
    let mut record =
        good_game("[White \"A \\\"B\\\"\"]\n[Result \"2-0\"]\n1. c3-d4! b6-c5 {x} 2. d4xb6 (y) a7xc5 $1 *");
    let text = "[White \"A \\\"B\\\"\"]\n[Result \"1-0\"]\n[GameType \"25,W,8,8,A0,0\"]\n\n\
                1. c3-d4! b6-c5 {x} 2. d4:b6 (y) 2... a7:c5 $1 1-0\n\n";
    assert_eq!(written(&record, Style::STANDARD), text);
    record.start = position("W:Wc3:Bd4");
    record.moves.truncate(0);
    record.outcome = Outcome::BothLose;
    let text = written(&record, Style::STANDARD);
    assert!(text.contains("[FEN \"W:Wc3:Bd4\"]\n\n0-0\n"), "{text}");
}

#[test]
fn a_result_with_control_characters_is_read_as_it_will_be_written() {
    let record = good_game("[Result \"\u{0}\u{11} 1-0\"]\n1. c3-d4");
    assert_eq!(record.outcome, Outcome::WhiteWins);
    assert!(written(&record, Style::STANDARD).contains("[Result \"1-0\"]"));
}

#[test]
fn a_quotation_mark_before_a_bracket_does_not_end_a_value() {
    let mut record = good_game("1. c3-d4 *");
    record.tags.set("Event", "«Cup» “A” \u{10}] \"x\"] «B» ]");
    let text = written(&record, Style::STANDARD);
    assert!(text.contains("[Event \"«Cup» “A\\\""), "{text}");
    let again = good_game(&text);
    assert_eq!(again.moves, record.moves);
    assert_eq!(written(&again, Style::STANDARD), text);
}

#[test]
fn a_line_does_not_end_within_a_command_of_a_comment() {
    let mut record = good_game("1. c3-d4 b6-c5 2. d4:b6 a7:c5 3. b2-c3 *");
    for mv in &mut record.moves {
        mv.comment("[%clk 0:00:09.875] [%eval -2.86] depth 9 0.001 s");
    }
    let text = written(&record, Style::STANDARD);
    assert!(text.lines().count() > 6 && text.lines().all(|line| line.len() < 80), "{text}");
    assert_eq!(text.lines().map(|line| line.matches("[%eval -2.86]").count()).sum::<usize>(), 5, "{text}");
}

#[test]
fn the_form_of_lidraughts_has_its_own_results_captures_and_always_a_position() {
    let record = good_game("[Event \"E\"]\n1. c3-d4 b6-c5 2. d4:b6 a7:c5 1/2-1/2");
    let text = "[Event \"E\"]\n[Result \"1-1\"]\n[GameType \"25\"]\n\
                [FEN \"W:Wa3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6\"]\n\n\
                1. c3-d4 b6-c5 2. d4xb6 a7xc5 1-1\n\n";
    assert_eq!(written(&record, Style::LIDRAUGHTS), text);
}

#[test]
fn a_game_that_black_begins_and_an_ambiguous_capture() {
    let record = good_game("[FEN \"B:Wa1,c1:Bf8,h8\"]\n1... h8-g7 2. a1-b2");
    assert!(written(&record, Style::STANDARD).ends_with("\n\n1... h8-g7 2. a1-b2 *\n\n"));
    let record = good_game("[FEN \"W:WKb6:BKc7,Kf6,Kc5,Kf4,Kf2\"]\n1. b6:d4:g1");
    assert!(written(&record, Style::LIDRAUGHTS).contains("1. b6xd4xg1 *"));
    assert!(written(&record, STYLES[2]).contains("1. 9:18:32 *"));
}

#[test]
fn what_cannot_stand_in_a_comment_or_a_tag_is_replaced() {
    let mut record = good_game("c3-d4");
    record.tags.set("White", "a\\\nb\"]");
    record.moves[0].comment(" a}\n{b ");
    record.moves[0].annotations.push(Annotation::Variation("a) (b".to_owned()));
    record.moves[0].annotations.push(Annotation::Comment("}".to_owned()));
    let again = good_game(written(&record, Style::STANDARD));
    assert_eq!(again.tags.get("White"), Some("a\\ b\"]"));
    assert_eq!(again.moves[0].comments().collect::<Vec<_>>(), ["a) (b", "a) (b", ")"]);
    let unusual = good_game("[Result \"1+ - 1-\"]\n1. c3-d4 *");
    assert!(written(&unusual, Style::STANDARD).starts_with("[Result \"1+ - 1-\"]\n"));
}

#[test]
fn a_record_can_be_made_of_a_game_and_played_again() {
    let mut game = Game::<Russian>::default();
    for text in ["c3-d4", "b6-c5", "d4:b6"] {
        game.play_text(text, Numbering::FromTop).unwrap();
    }
    let tags: Tags = [("White", "A"), ("Black", "B")].into_iter().collect();
    let record = Record::of_game(&game, tags);
    let again = good_game(written(&record, Style::STANDARD));
    assert_eq!(again.game().positions(), game.positions());
    assert_eq!(again.tags.get("Black"), Some("B"));
}

#[test]
fn games_without_a_number_of_their_own_are_named() {
    let mut bytes = Vec::new();
    write_game(&mut bytes, &Record::<Giveaway>::new(Position::start()), Style::STANDARD).unwrap();
    assert_eq!(String::from_utf8(bytes).unwrap(), "[Result \"*\"]\n[Variant \"giveaway\"]\n\n*\n\n");
}

/// Words of comments: anything but blanks.
fn any_words() -> impl Strategy<Value = String> {
    let letter = prop_oneof![
        8 => prop::sample::select("abcж1-:x.!?*()[]%;$/\"\\<>".chars().collect::<Vec<_>>()),
        1 => any::<char>(),
    ];
    vec(vec(letter, 1..30).prop_map(|letters| letters.into_iter().collect::<String>()), 0..12)
        .prop_map(|words| words.join(" "))
}

fn any_annotation() -> impl Strategy<Value = Annotation> {
    prop_oneof![
        any_words().prop_map(Annotation::Comment),
        any::<u16>().prop_map(Annotation::Nag),
        "[a-h1-8 -]{1,20}(\\([a-h {}]{0,9}\\))?".prop_map(Annotation::Variation),
    ]
}

/// A game of random moves with random things said about them.
fn any_record<R: Rules>() -> impl Strategy<Value = Record<R>> {
    let said = || vec(any_annotation(), 0..3);
    let ply = (
        any::<u16>(),
        prop::sample::select(vec!["", "", "!", "?!", "(??)"]),
        prop_oneof![3 => Just(vec![]), 1 => said()],
    );
    let tags = vec(("[A-Z][A-Za-z0-9_]{0,8}", any_words()), 0..5);
    let outcome = prop::sample::select(Outcome::ALL.to_vec());
    (tags, 0..20_usize, said(), vec(ply, 0..80), outcome).prop_map(
        |(tags, skipped, preface, plies, outcome)| {
            let mut record = Record::<R>::new(Position::start());
            let mut position = record.start;
            for (index, (choice, mark, annotations)) in plies.into_iter().enumerate() {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[usize::from(choice) % moves.len()];
                position = position.after(mv);
                if index < skipped {
                    record.start = position;
                } else {
                    record.moves.push(RecordedMove { mv, mark: mark.to_owned(), annotations });
                }
            }
            record.tags = tags.into_iter().collect();
            record.tags.remove("FEN");
            Record { preface, outcome, ..record }
        },
    )
}

fn text_of<R: Rules>(record: &Record<R>, style: Style) -> String {
    let mut bytes = Vec::new();
    write_game(&mut bytes, record, style).unwrap();
    String::from_utf8(bytes).unwrap()
}

/// What is written is read without fault, as the same game, and written the same way again.
fn is_read_back<R: Rules>(record: &Record<R>, style: Style) -> Result<(), TestCaseError> {
    let text = text_of(record, style);
    let mut games = Reader::<R, _>::new(text.as_bytes()).map(Result::unwrap).collect::<Vec<_>>();
    prop_assert_eq!(games.len(), 1, "{}", text);
    let read = games.pop().unwrap();
    prop_assert!(read.faults.is_empty() && read.warnings.is_empty(), "{:?} in\n{}", read.faults, text);
    let moves = |record: &Record<R>| record.moves.iter().map(|recorded| recorded.mv).collect::<Vec<_>>();
    prop_assert_eq!(moves(&read.record), moves(record), "{}", &text);
    prop_assert_eq!((read.record.start, read.record.outcome), (record.start, record.outcome));
    prop_assert_eq!(&text_of(&read.record, style), &text);
    let again = Reader::<R, _>::new(text.as_bytes()).next().unwrap().unwrap();
    prop_assert_eq!(again, read);
    for line in text.lines().skip_while(|line| !line.is_empty()) {
        // What begins like a tag or like a comment must not begin a line.
        let breaks =
            line.match_indices(' ').filter(|&(at, _)| !line[at + 1..].starts_with(['[', '%'])).count();
        prop_assert!(line.chars().count() < 80 || breaks == 0, "{}", line);
    }
    Ok(())
}

#[test]
fn random_games_are_read_back_as_they_were_written() {
    check(600, &any_record::<Russian>(), |record| {
        STYLES.into_iter().try_for_each(|style| is_read_back(&record, style))
    });
    check(100, &any_record::<International>(), |record| is_read_back(&record, STYLES[2]));
    check(100, &any_record::<English>(), |record| {
        STYLES.into_iter().try_for_each(|style| is_read_back(&record, style))
    });
}

#[test]
fn a_file_of_random_games_has_as_many_games() {
    check(60, &vec(any_record::<Russian>(), 0..6), |records| {
        let text: String = records.iter().map(|record| written(record, Style::STANDARD)).collect();
        let read = games(text);
        prop_assert_eq!(read.len(), records.len());
        for (game, record) in read.iter().zip(&records) {
            prop_assert_eq!(written(&game.record, Style::STANDARD), written(record, Style::STANDARD));
        }
        Ok(())
    });
}

/// Pieces of files, in no order.
fn any_file() -> impl Strategy<Value = Vec<u8>> {
    let pieces = [
        "[White \"A\"]\n",
        "[FEN \"W:Wa1:Bh8\"]",
        "[FEN \"",
        "[Result \"1-0\"]\n",
        "\n\n",
        " ",
        "\r",
        "1.",
        "c3-d4 ",
        "d6-c5 ",
        "22-18 ",
        "b:d6",
        "x",
        "-",
        " - ",
        "½",
        "1/2",
        "1-0 ",
        "*",
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        "\"",
        "$7",
        ";",
        "%",
        "!?",
        "(?)",
        "/FEN \"",
        "\"/",
        "a1-a5",
        "[%clk 0:01]",
        "ж",
        "\u{a0}",
        "\u{feff}",
        "---",
        "…",
    ];
    let piece = prop_oneof![
        30 => prop::sample::select(pieces.to_vec()).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => vec(any::<u8>(), 0..6),
    ];
    vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

#[test]
fn whatever_the_bytes_are_the_reader_comes_to_their_end_and_what_it_reads_can_be_written() {
    let test = |bytes: Vec<u8>| {
        for game in games(&bytes) {
            prop_assert!(game.number <= bytes.len());
            for fault in game.faults.iter().chain(&game.warnings) {
                let text = fault.to_string();
                prop_assert!(
                    fault.line > 0 && fault.column > 0 && !text.contains(char::is_control),
                    "{}",
                    text
                );
            }
            prop_assert_eq!(game.record.game().moves().len(), game.record.moves.len());
            let text = written(&game.record, Style::STANDARD);
            prop_assert_eq!(games(&text).len(), 1, "{}", text);
            let again = self::game(&text);
            prop_assert!(again.is_complete, "{:?} in\n{}", again.faults, text);
            prop_assert_eq!(written(&again.record, Style::STANDARD), text);
        }
        Ok(())
    };
    check(4_000, &any_file(), test);
    check(2_000, &vec(any::<u8>(), 0..200), test);
}
