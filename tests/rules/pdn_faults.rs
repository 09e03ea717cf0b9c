//! What is wrong with a game is told with its place, and the rest is read.

use crate::pdn_support::{faults, game, games, good_game, moves};
use bolshak::pdn::FaultKind;

/// Makes sure that a text has just these faults, by place and by a part of the reason.
fn assert_faults(text: &str, expected: &[(&str, &str)]) {
    let found = faults(text);
    assert_eq!(found.len(), expected.len(), "{text}: {found:#?}");
    for (fault, (place, reason)) in found.iter().zip(expected) {
        assert!(fault.starts_with(&format!("{place}: ")) && fault.contains(reason), "{text}: {fault}");
    }
}

#[test]
fn a_move_that_cannot_be_played_ends_its_game_and_no_other() {
    let text =
        "[White \"Ж\"]\n\n1. c3-d4 d6-c5\n2. {дела} d4-d5 c5-d4 3. b2-c3 1-0\n\n[White \"B\"]\n\n1. c3-d4 *";
    assert_faults(text, &[("4:11", "White's move 2: \"d4-d5\" is not a move")]);
    let games = games(text);
    assert_eq!(games.iter().map(|game| game.record.moves.len()).collect::<Vec<_>>(), [2, 1]);
    assert_eq!(games.iter().map(|game| game.is_complete).collect::<Vec<_>>(), [false, true]);
    assert_faults("1. c3-d4 e7-d6", &[("1:10", "Black's move 1: \"e7-d6\" is not legal: expected one of")]);
    assert_faults(
        "c3-d4 b6-c5 a3-b4",
        &[("1:13", "White's move 2: \"a3-b4\" is not legal: expected a capture")],
    );
}

#[test]
fn a_word_that_is_no_move_is_told_once_and_passed_over() {
    let text = "Первенство города, тур 1947\n1. c3-d4 сдался d6-c5 *";
    assert_faults(text, &[("1:1", "found \"Первенство\""), ("2:10", "found \"сдался\"")]);
    assert_eq!(moves(&game(text).record), ["c3-d4", "d6-c5"]);
}

#[test]
fn tags_that_are_none_are_told() {
    assert_faults(
        "[White]\n1. c3-d4 *",
        &[("1:1", "expected a tag such as [White \"Name\"], found \"[White]\"")],
    );
    assert_faults(
        "[White Ivanov]\n1. c3-d4 *",
        &[("1:1", "quotation marks around the value of the tag \"White\"")],
    );
    assert_faults(
        "[A \"b\"]\n[A \"c\"]\n1. c3-d4 [c3-b4] d6-c5 *",
        &[("2:1", "the tag \"A\" once"), ("3:10", "[c3-b4]")],
    );
    assert_eq!(game("[White Ivanov]\n*").record.tags.get("white"), Some("Ivanov"));
}

#[test]
fn brackets_without_a_partner_cost_at_most_their_game() {
    let next = "\n\n[White \"B\"]\n\n1. c3-d4 {b} *";
    let open = |bracket| format!("expected the end of what this {bracket} opens");
    for (text, place, reason, plies) in [
        ("1. c3-d4 {a d6-c5", "1:10", open('{'), 1),
        ("1. c3-d4 (1. g3-h4 (x) d6-c5", "1:10", open('('), 1),
        ("1. c3-d4 } d6-c5", "1:10", "a } that belongs to nothing".to_owned(), 2),
        ("1. c3-d4 { a { b } } d6-c5", "1:20", "a } that belongs to nothing".to_owned(), 2),
        ("1. c3-d4 ) d6-c5", "1:10", "a ) that belongs to nothing".to_owned(), 2),
    ] {
        let text = format!("{text}{next}");
        assert_faults(&text, &[(place, &reason)]);
        let games = games(&text);
        assert_eq!(
            games.iter().map(|game| game.record.moves.len()).collect::<Vec<_>>(),
            [plies, 1],
            "{text}"
        );
    }
    assert_faults("1. c3-d4 {a", &[("1:10", "expected the end")]);
    assert!(
        good_game("1. c3-d4 {\n[Event \"x\"]\n} d6-c5").moves.len() == 2,
        "a comment may hold what looks like a tag"
    );
}

#[test]
fn positions_that_make_no_sense_are_told() {
    let text = "[White \"A\"]\n[FEN \"W:Wa1,a1:Bh9\"]\n\n1. a1-b2 *\n\n1. c3-d4 *";
    assert_faults(text, &[("2:1", "bad FEN: two pieces stand on a1; h9")]);
    assert_eq!((game("[FEN \"x\"]\n1. a1-b2").has_start, games(text)[1].record.moves.len()), (false, 1));
    assert_faults("1. c3-d4 /FEN \"W:Wa1:Bh8\"/ a1-b2", &[("1:10", "a new position")]);
    assert_eq!(moves(&good_game("/FEN \"W:Wa1:Bh8\"/ 1. a1-b2")), ["a1-b2"]);
}

#[test]
fn a_position_that_disagrees_with_the_moves_is_told() {
    let black_first = "[FEN \"W:Wa1,h2:Bd8,h8\"]\n\n1. d8-c7 a1-b2";
    assert_faults(black_first, &[("1:1", "has White to move, but the first move, \"d8-c7\", is Black's")]);
    assert_eq!(moves(&game(black_first).record), ["d8-c7", "a1-b2"]);
    let men = "W29,21,25,30,22,26,18,31,27,32,24,28:B5,9,1,6,10,2,7,11,3,8,12,4";
    let after = |turn| format!("[GameType \"25\"]\n[FEN \"{turn}:{men}\"]\n\n1. E3-D4\n\n*");
    assert_faults(&after("B"), &[("2:1", "the position after the moves, not the one before them")]);
    assert_faults(&after("W"), &[("2:1", "not the one before them, and the wrong side to move")]);
    assert_eq!(moves(&game(after("W")).record), ["e3-d4"]);
}

#[test]
fn results_that_disagree_are_told_and_the_tag_counts() {
    let text = "[Result \"1-0\"]\n\n1. c3-d4 d6-c5 0-1";
    assert_faults(text, &[("3:16", "the Result tag says White wins, the end of the moves Black wins")]);
    assert_eq!(game(text).record.outcome.to_string(), "White wins");
}

#[test]
fn separators_mixed_up_are_a_warning() {
    let game = game("1. c3-d4 b6-c5 2. d4-b6 a7:c5 3. b2:c3");
    assert!(game.is_complete && game.faults.is_empty());
    let warnings: Vec<_> = game.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        [
            "1:19: White's move 2: \"d4-b6\" is read as d4:b6",
            "1:34: White's move 3: \"b2:c3\" is read as b2-c3"
        ]
    );
}

#[test]
fn places_count_lines_of_all_kinds_and_characters() {
    assert_faults("\u{feff}[White \"Ж\"] x\r\n\r1. c3-d4 ж", &[("1:13", "\"x\""), ("3:10", "\"ж\"")]);
}

#[test]
fn of_very_many_faults_the_first_are_told() {
    for piece in ["\"", "[\n", "Ж c3-d4 Ж b6-c5 Ж d4:b6 Ж a7:c5 (\n[A \"b\"]\n"] {
        let games = games(piece.repeat(10_000));
        assert!(games.iter().all(|game| game.faults.len() <= 150), "{piece}");
    }
    let tags: Vec<_> = (0..20_000).map(|number| format!("[A{number} \"\"]\n")).collect();
    assert_eq!(games(tags.concat()).iter().map(|game| game.record.tags.len()).sum::<usize>(), 20_000);
    assert_eq!(game(format!("c3{}", " : c3".repeat(100_000))).record.moves.len(), 0);
}

#[test]
fn a_text_that_is_no_game_however_long_is_cut() {
    let text = format!("1. c3-d4 ({}\n\n1. c3-d4 *", "x ".repeat(3 << 20));
    let games = games(text);
    assert!(
        games.iter().any(|game| game.faults.iter().any(|fault| matches!(fault.kind, FaultKind::TooLong(_))))
    );
    assert_eq!(games.last().unwrap().record.moves.len(), 1);
}
