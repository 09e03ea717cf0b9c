//! `bolshak pdn` as its users meet it.

use std::fs;

use serde_json::Value;

use crate::cli::{Folder, assert_contains, bolshak, error, printed};

const GOOD: &str = "[White \"A\"]\n[Result \"1-0\"]\n\n1. c3-d4 b6-c5 2. d4xb6 a7:c5 1-0\n";
const BAD: &str =
    "[White \"B\"]\n\n1. c3-d4 b6-c5\n2. a3-b4 0-1\n\n[FEN \"W:Wa9:B\"]\n1. a1-b2 *\n\n1. g3-h4 *\n";

/// What a call prints on both streams that ends with this code.
fn both(args: &[&str], input: &str, code: i32) -> [String; 2] {
    let output = bolshak(args).write_stdin(input).assert().code(code).get_output().clone();
    [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap())
}

/// A table without the blanks that align it.
fn squeezed(table: &str) -> String {
    let line = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ") + "\n";
    table.lines().map(line).collect()
}

#[test]
fn a_check_counts_games_and_tells_each_fault_on_a_line() {
    let folder = Folder::new("pdn-check");
    let (good, bad) = (folder.file("good.pdn"), folder.file("bad.pdn"));
    fs::write(&good, GOOD).unwrap();
    fs::write(&bad, BAD).unwrap();
    assert_eq!(printed(&["pdn", "check", &good]), format!("{good}: 1 game, 4 plies, no fault\n"));
    let [text, errors] = both(&["pdn", "check", &good, &bad], "", 1);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 5, "{text}");
    assert_eq!(
        lines[1],
        format!(
            "{bad}:4:4: game 1: White's move 2: \"a3-b4\" is not legal: expected a capture, which is compulsory: d4:b6"
        )
    );
    assert!(lines[2].starts_with(&format!("{bad}:6:1: game 2: bad FEN: a9")), "{text}");
    assert_eq!(lines[3], format!("{bad}: 3 games, 3 plies, 2 faults in 2 games"));
    assert_eq!(lines[4], "2 files: 4 games, 7 plies, 2 faults in 2 games");
    assert_eq!(errors, "error: faults found: 2\n");
}

#[test]
fn a_check_reads_the_standard_input_and_warns_without_failing() {
    let [text, errors] = both(&["pdn", "check", "-"], "1. c3:d4 *", 0);
    let warning = "standard input:1:4: game 1: warning: White's move 1: \"c3:d4\" is read as c3-d4\n";
    assert_eq!(text, format!("{warning}standard input: 1 game, 1 ply, no fault\n"));
    assert_eq!(errors, "");
    let [text, _] = both(&["pdn", "check", "-"], "\n", 1);
    assert_contains(&text, &["standard input:1:1: game 1: expected a game, found none\n"]);
}

#[test]
fn a_check_for_programs_prints_an_object_a_line() {
    let [text, _] = both(&["pdn", "check", "--json", "-"], BAD, 1);
    let objects: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let kinds: Vec<_> = objects.iter().map(|object| object["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["fault", "fault", "file", "total"]);
    assert_eq!(
        (&objects[0]["line"], &objects[0]["column"], &objects[0]["game"]),
        (&4.into(), &4.into(), &1.into())
    );
    assert_eq!(
        (&objects[3]["games"], &objects[3]["plies"], &objects[3]["faulty"]),
        (&3.into(), &3.into(), &2.into())
    );
    let help = printed(&["pdn", "check", "--help"]);
    for object in &objects {
        for field in object.as_object().unwrap().keys() {
            assert_contains(&help, &[&format!("\"{field}\"")]);
        }
    }
}

#[test]
fn files_that_cannot_be_read_are_told_and_the_others_are_read() {
    let folder = Folder::new("pdn-unread");
    let good = folder.file("good.pdn");
    fs::write(&good, GOOD).unwrap();
    for command in ["check", "stats"] {
        let [text, errors] = both(&["pdn", command, &folder.file("none.pdn"), &good], "", 1);
        assert_contains(&text, &["1 "]);
        assert_contains(
            &errors,
            &["note: ", "none.pdn could not be read", "error: files that could not be read: 1\n"],
        );
    }
}

#[test]
fn a_conversion_is_in_the_form_that_is_asked_for() {
    let [standard, _] = both(&["pdn", "convert", "-"], GOOD, 0);
    assert_contains(&standard, &["[GameType \"25,W,8,8,A0,0\"]\n\n1. c3-d4 b6-c5 2. d4:b6 a7:c5 1-0\n"]);
    let [lidraughts, _] = both(&["pdn", "convert", "--style", "lidraughts", "-"], &standard, 0);
    assert_contains(
        &lidraughts,
        &["[Result \"2-0\"]\n[GameType \"25\"]\n[FEN \"W:Wa3,", "2. d4xb6 a7xc5 2-0\n"],
    );
}

#[test]
fn what_a_conversion_loses_is_told_and_stands_in_the_file() {
    let folder = Folder::new("pdn-convert");
    let (bad, new) = (folder.file("bad.pdn"), folder.file("new.pdn"));
    fs::write(&bad, BAD).unwrap();
    fs::write(&new, "old").unwrap();
    let [text, errors] = both(&["pdn", "convert", "--out", &new, &bad], "", 1);
    assert_eq!(text, "");
    assert_contains(
        &errors,
        &["bad.pdn:4:4: game 1: ", "error: 2 games written, 1 of them only in part, 1 left out\n"],
    );
    let written = fs::read_to_string(&new).unwrap();
    assert_contains(
        &written,
        &[
            "1. c3-d4 b6-c5 {The rest of the moves could not be read:",
            "0-1\n\n[Result \"*\"]",
            "1. g3-h4 *\n",
        ],
    );
    both(&["pdn", "convert", "--skip-faulty", "--out", &new, &bad], "", 1);
    assert!(!fs::read_to_string(&new).unwrap().contains("c3-d4"));
    let [text, _] = both(&["pdn", "convert", "--out", &new, &new], "", 0);
    assert_eq!(text, format!("1 game written to {new}\n"));
    assert_eq!(folder.names(), ["bad.pdn", "new.pdn"], "no temporary file is left");
    assert_contains(
        &error(&["pdn", "convert", "--out", &folder.file("no/x"), &bad], 1),
        &["was not written"],
    );
}

#[test]
fn statistics_count_results_lengths_and_openings() {
    let games = format!(
        "{GOOD}\n1. c3-d4 b6-c5 1/2-1/2\n\n1. c3-d4 d6-c5 2. b2-c3 0-1\n\n[FEN \"W:Wc3:Bd4\"]\n1. c3:e5 0-0\n"
    );
    let [text, errors] = both(&["pdn", "stats", "-"], &games, 0);
    assert_eq!(errors, "");
    assert_contains(
        &squeezed(&text),
        &[
            "Games 4\n",
            "White wins 1 25.0 %\n",
            "Both lose 1 25.0 %\n",
            "White's score 50.0 %\n",
            "Plies 10 shortest 1, median 2, average 2.5, longest 4\n",
            "c3-d4 b6-c5 2 1 1 0 75.0 %\n",
            "c3-d4 d6-c5 1 0 0 1 0.0 %\n",
            "1 game begins in another position or is shorter\n",
        ],
    );
    let [text, _] = both(&["pdn", "stats", "--json", "--plies", "1", "--top", "1", "-"], &games, 0);
    let object: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(object["openings"][0]["moves"], "c3-d4");
    assert_eq!(object["openings"][0]["results"]["black"], 1);
    assert_eq!((&object["score"], &object["plies"]["total"]), (&0.5.into(), &10.into()));
    let help = printed(&["pdn", "stats", "--help"]);
    for field in object.as_object().unwrap().keys() {
        assert_contains(&help, &[&format!("\n  {field}")]);
    }
}

#[test]
fn statistics_of_nothing_and_of_faulty_games() {
    let [text, _] = both(&["pdn", "stats", "-"], "", 0);
    assert_contains(&squeezed(&text), &["Games 0\n", "White's score -\n"]);
    let [_, errors] = both(&["pdn", "stats", "-"], BAD, 0);
    assert_eq!(errors, "note: games with faults: 2; \"bolshak pdn check\" tells them\n");
}

#[test]
fn a_wrong_command_line_is_told_in_one_line() {
    assert_eq!(
        error(&["pdn"], 2),
        "error: expected one of check convert stats, found nothing (see bolshak pdn --help)\n"
    );
    assert_contains(&error(&["pdn", "mend"], 2), &["expected one of check convert stats, found \"mend\""]);
    assert_contains(&error(&["pdn", "check"], 2), &["<FILE>", "(see bolshak pdn check --help)"]);
    assert_contains(&error(&["pdn", "stats", "--plies", "0", "-"], 2), &["--plies: expected", "found \"0\""]);
    assert_contains(
        &error(&["pdn", "convert", "--style", "x", "-"], 2),
        &["expected standard or lidraughts"],
    );
}

#[test]
fn each_help_of_pdn_has_examples() {
    for command in ["check", "convert", "stats"] {
        let help = printed(&["pdn", command, "--help"]);
        assert_contains(&help, &["Examples:", &format!("bolshak pdn {command}"), "[default: russian]"]);
    }
}
