//! The command line as its users meet it: what it prints, where, and its exit codes.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command as Process, Stdio};

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

pub(crate) fn bolshak(args: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin("bolshak"));
    // The endgame bases that somebody may have are none of the tests' business.
    command.args(args).env_remove("BOLSHAK_LOG").env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"));
    command
}

/// What it prints when all goes well and nothing is said on stderr.
pub(crate) fn printed(args: &[&str]) -> String {
    let output = bolshak(args).assert().success().get_output().clone();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The one line of error of a call that fails with this code and prints nothing.
pub(crate) fn error(args: &[&str], code: i32) -> String {
    let output = bolshak(args).assert().code(code).get_output().clone();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{args:?}");
    let line = String::from_utf8(output.stderr).unwrap();
    assert!(line.starts_with("error: ") && line.ends_with('\n'), "{args:?}: {line}");
    assert_eq!(line.lines().count(), 1, "{args:?}: {line}");
    line
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&printed(args)).unwrap()
}

pub(crate) fn assert_contains(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part:?} is not in:\n{text}");
    }
}

#[test]
fn the_version_is_one_line() {
    assert_eq!(printed(&["--version"]), format!("bolshak {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn each_help_has_examples() {
    assert_contains(&printed(&["--help"]), &["printf 'position startpos", "BOLSHAK_LOG"]);
    for command in ["analyse", "play", "perft", "bench", "match", "openings", "pdn", "bases", "book"] {
        assert_contains(&printed(&[command, "--help"]), &["Examples:", &format!("bolshak {command}")]);
    }
}

#[test]
fn without_arguments_it_speaks_the_protocol() {
    let lines = "setoption name Book value false\nposition startpos\ngo depth 3\n";
    let output = bolshak(&[]).write_stdin(lines).assert().success();
    assert_contains(&String::from_utf8_lossy(&output.get_output().stdout), &["info depth 3", "bestmove "]);
}

#[test]
fn an_analysis_shows_the_board_its_progress_and_the_outcome() {
    let text = printed(&["analyse", "W:WKc1,e3,a1,c3:Bh6,d8,b8,f8", "--depth", "5"]);
    assert_contains(
        &text,
        &["White to move\nFEN: W:WKc1,c3,e3,a1:Bb8,d8,f8,h6\n", "depth ", "\n    5 ", "Best move:  "],
    );
    assert_contains(&text, &["Score:      ", "for White, who is to move", "Line:  ", "Nodes:  ", "Speed:  "]);
}

#[test]
fn a_proven_end_is_told_in_words() {
    let by_search = ["analyse", "W:Wc3:Bd4", "--depth", "4", "--bases-pieces", "0"];
    assert_contains(&printed(&by_search), &["White wins in 1 move\n"]);
    let by_bases = printed(&["analyse", "W:WKe7,Ka5,Kg5:BKh6"]);
    assert_contains(&by_bases, &["\n    1 basewin 13 ", "White wins by the endgame bases (13 moves)\n"]);
    assert_contains(&printed(&["analyse", "B:Wc1,e3:Bb4", "--depth", "9"]), &["Best move:  "]);
}

#[test]
fn several_lines_are_ranked() {
    let text = printed(&["analyse", "--depth", "3", "--multipv", "3"]);
    assert_contains(&text, &["depth rank", "\nLine 2:    ", "\nLine 3:    "]);
}

#[test]
fn moves_may_be_numbered_and_a_wrong_separator_is_noted() {
    let moves = "1. cd4 d6-c5 2.b2:c3 2... f6-g5";
    let output = bolshak(&["analyse", "--depth", "2", "--json", "--moves", moves]).assert().success();
    let output = output.get_output();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "note: move 3 of 4: \"b2:c3\" is read as b2-c3\n");
    let object: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(object["fen"].as_str().unwrap().starts_with("W:Wd4,"), "{object}");
}

#[test]
fn the_json_object_has_the_documented_fields() {
    let object = json(&["analyse", "--json", "--depth", "4", "--multipv", "2"]);
    let help = printed(&["analyse", "--help"]);
    for (field, value) in object.as_object().unwrap() {
        assert_contains(&help, &[&format!("\n  {field} ")]);
        assert!(field == "result" || !value.is_null(), "{field}");
    }
    assert_eq!(object["variant"], "russian");
    assert_eq!(object["moves"].as_array().unwrap().len(), 7);
    assert_eq!((&object["depth"], &object["result"]), (&Value::from(4), &Value::Null));
    assert_eq!(object["score"]["kind"], "cp");
    assert!(object["nodes"].as_u64().unwrap() > 0 && object["seldepth"].as_u64().unwrap() >= 4);
    let lines = object["lines"].as_array().unwrap();
    assert_eq!((lines.len(), &lines[1]["rank"]), (2, &Value::from(2)));
    assert_eq!((&lines[0]["pv"][0], &lines[0]["pv"][1]), (&object["best"], &object["ponder"]));
    assert_eq!(lines[0]["score"], object["score"]);
}

#[test]
fn wins_and_losses_have_their_distance() {
    let won = json(&["analyse", "W:Wc3:Bd4", "--json", "--depth", "3", "--bases-pieces", "0"]);
    assert_eq!(won["score"], serde_json::json!({"kind": "win", "value": 1, "plies": 1}));
    let won = json(&["analyse", "W:WKe7,Ka5,Kg5:BKh6", "--json"]);
    assert_eq!(won["score"], serde_json::json!({"kind": "basewin", "value": 13, "plies": 25}));
    let lost = json(&["analyse", "B:Wc3:B", "--json"]);
    assert_eq!(lost["score"], serde_json::json!({"kind": "loss", "value": 0, "plies": 0}));
    assert_eq!((&lost["best"], &lost["result"]), (&Value::Null, &"White wins: no pieces left".into()));
    let given_away = json(&["analyse", "B:Wc3:B", "--json", "--variant", "giveaway"]);
    assert_eq!(given_away["score"]["kind"], "win");
}

#[test]
fn a_game_that_is_over_is_said_to_be_over() {
    assert_contains(
        &printed(&["analyse", "W:W:Ba3"]),
        &["The game is over. Result: Black wins: no pieces left"],
    );
    let there_and_back = "c1-d2 f8-e7 d2-c1 e7-f8";
    let moves = format!("{there_and_back} {there_and_back}");
    let drawn = ["analyse", "W:WKc1,a3:BKf8,a5", "--moves", &moves];
    assert_contains(&printed(&drawn), &["Result: draw: the position occurred for the third time"]);
}

#[test]
fn settings_are_those_of_the_table_of_options() {
    let numeric = ["analyse", "--json", "--depth", "2", "--notation", "numeric", "--numbering", "a1"];
    let object = json(&numeric);
    assert!(object["fen"].as_str().unwrap().starts_with("W:W"), "{object}");
    assert!(object["best"].as_str().unwrap().bytes().all(|byte| byte.is_ascii_digit() || byte == b'-'));
    assert_eq!(
        error(&["analyse", "--hash", "0"], 2),
        "error: option Hash: expected a whole number from 1 to 1048576, found \"0\"\n"
    );
    assert_contains(&error(&["play", "--threads", "-1"], 2), &["option Threads", "from 1 to 256", "\"-1\""]);
    assert_contains(&error(&["analyse", "--variant", "chess"], 2), &["russian or giveaway", "\"chess\""]);
    let too_many = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3,b4:Bh8";
    assert_contains(&error(&["analyse", too_many], 2), &["White has 13 pieces"]);
    printed(&["analyse", too_many, "--no-piece-limit", "--no-draw-rules", "--depth", "2"]);
}

#[test]
fn all_faults_of_a_fen_are_in_one_line() {
    let line = error(&["analyse", "X:Wb1,c9:Bh2,h2"], 2);
    assert_contains(&line, &["found \"X\"", "b1 is not", "c9 is not", "two pieces stand on h2"]);
    assert_contains(&error(&["perft", "2", "--fen", "nonsense"], 2), &["bad FEN"]);
    assert_contains(&error(&["play", "--fen", "W"], 2), &["bad FEN", "White", "Black"]);
}

#[test]
fn an_illegal_move_is_named_by_its_place() {
    let line = error(&["analyse", "--moves", "1. c3-d4 d6-c5 2. h2-g3"], 2);
    assert_contains(&line, &["move 3 of 3", "\"h2-g3\" is not legal", "expected"]);
}

#[test]
fn a_bad_value_is_told_what_was_expected() {
    let cases: [(&[&str], &str); 9] = [
        (&["analyse", "--depth", "0"], "--depth: expected a whole number from 1 to 100, found \"0\""),
        (&["analyse", "--time", "soon"], "--time: expected a time such as 5s, 500ms or 1m"),
        (&["analyse", "--time", "0s"], "--time: expected a time"),
        (&["analyse", "--nodes", "-3"], "--nodes: expected a whole number from 1, found \"-3\""),
        (&["play", "--clock", "5m+"], "--clock: expected a clock such as 5m or 5m+2s, found \"5m+\""),
        (&["play", "--side", "green"], "--side: expected white or black, found \"green\""),
        (&["perft", "x"], "expected a whole number from 1 to 100, found \"x\""),
        (
            &["perft", "2", "--variant", "go"],
            "--variant: expected one of russian, giveaway, brazilian, international, english",
        ),
        (&["bench", "0"], "expected a whole number from 1 to 100"),
    ];
    for (args, expected) in cases {
        let line = error(args, 2);
        assert_contains(&line, &[expected, &format!("(see bolshak {} --help)", args[0])]);
    }
}

#[test]
fn a_command_line_without_sense_is_a_usage_error() {
    assert_contains(
        &error(&["analyze"], 2),
        &["analyse play perft bench", "\"analyze\"", "(see bolshak --help)"],
    );
    assert_contains(&error(&["perft"], 2), &["<DEPTH>"]);
    assert_contains(&error(&["analyse", "--dept", "3"], 2), &["--dept", "--depth"]);
    assert_contains(&error(&["play", "--clock", "5m", "--time", "1s"], 2), &["--clock", "--time"]);
    error(&["--bogus"], 2);
}

#[test]
fn what_cannot_be_done_is_a_failure() {
    assert_contains(&error(&["analyse", "--hash", "1048576", "--depth", "1"], 1), &["--hash"]);
}

#[test]
fn perft_counts_each_depth() {
    let text = printed(&["perft", "5"]);
    let counts: Vec<&str> = text.lines().skip(1).filter_map(|line| line.split_whitespace().nth(1)).collect();
    assert_eq!(counts, ["7", "49", "302", "1469", "7482"]);
}

#[test]
fn perft_splits_alike_with_any_number_of_threads() {
    let split = printed(&["perft", "6", "--divide"]);
    assert_eq!(split.lines().count(), 8);
    assert!(split.ends_with("total: 37986\n"), "{split}");
    assert_eq!(split, printed(&["perft", "6", "--divide", "--threads", "3"]));
    let international = ["perft", "4", "--divide", "--variant", "international"];
    assert!(printed(&international).ends_with("total: 4265\n"));
    let english = printed(&["perft", "5", "--variant", "english"]);
    assert_eq!(english.lines().last().and_then(|line| line.split_whitespace().nth(1)), Some("7361"));
    let by_number = ["perft", "1", "--divide", "--fen", "W:W1:B32", "--numbering", "a1"];
    assert_eq!(printed(&by_number), "a1-b2: 1\ntotal: 1\n");
}

#[test]
fn bench_ends_with_nodes_and_speed_and_repeats_itself() {
    let nodes = || {
        let text = printed(&["bench", "5"]);
        let mut lines = text.lines().rev();
        assert!(lines.next().unwrap().ends_with(" nps"));
        lines.next().unwrap().to_owned()
    };
    let first = nodes();
    assert!(first.ends_with(" nodes") && first.bytes().next().unwrap().is_ascii_digit(), "{first}");
    assert_eq!(first, nodes());
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let calls: [&[&str]; 4] =
        [&["analyse", "--depth", "16"], &["perft", "9"], &["bench", "11"], &["play", "--depth", "2"]];
    for args in calls {
        let mut child = Process::new(cargo_bin("bolshak"))
            .args(args)
            .env_remove("BOLSHAK_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(!line.is_empty());
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{args:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    }
}

/// A folder of its own for a test, removed at the end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("bolshak-cli-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    pub(crate) fn names(&self) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(&self.0)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Plays a game at a small depth, with these lines typed in.
fn play(args: &[&str], lines: &[&str]) -> String {
    let mut all = vec!["play", "--depth", "3"];
    all.extend(args);
    let assert = bolshak(&all).write_stdin(lines.join("\n") + "\n").assert().success();
    assert_eq!(String::from_utf8_lossy(&assert.get_output().stderr), "");
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

#[test]
fn a_game_repeats_itself_and_ends_with_resignation() {
    let lines = ["c3-d4", "hint", "moves", "board", "eval", "help", "resign"];
    let seed = ["--skill-seed", "1"];
    let text = play(&seed, &lines);
    assert_contains(&text, &["You play White", "bolshak plays ", "bolshak would play ", "Legal moves: "]);
    assert_contains(&text, &["without looking ahead", "save FILE", "Result: Black wins: resignation\n"]);
    assert_eq!(text, play(&seed, &lines));
}

#[test]
fn a_level_is_named_and_repeats_its_game_with_a_seed() {
    let args = ["--skill", "2", "--skill-seed", "5"];
    let text = play(&args, &["c3-d4", "hint", "quit"]);
    assert_contains(&text, &["You play White against bolshak at level 2.", "bolshak would play "]);
    assert_eq!(text, play(&args, &["c3-d4", "hint", "quit"]));
    assert!(!play(&[], &["quit"]).contains("level"));
    let refused = error(&["play", "--skill", "21"], 2);
    assert_contains(&refused, &["option Skill: expected a whole number from 1 to 20, found \"21\""]);
}

#[test]
fn bad_input_costs_one_line_and_the_game_goes_on() {
    let text = play(&[], &["xyzzy", "", "h2-g3", "save", "quit"]);
    assert_contains(
        &text,
        &["White> \"xyzzy\" is not a move: expected", "(help lists the commands)\nWhite> "],
    );
    assert_contains(&text, &["\"h2-g3\" is not legal: expected one of ", "expected the name of a file"]);
    assert!(text.ends_with("The game is left unfinished.\n"), "{text}");
}

#[test]
fn undo_takes_back_both_moves() {
    let text = play(&[], &["undo", "c3-d4", "undo", "c3-d4", "quit"]);
    assert_contains(&text, &["You have made no move that could be taken back."]);
    assert_contains(&text, &["Your last move and bolshak's are taken back."]);
    assert_eq!(text.matches("bolshak plays").count(), 2);
}

#[test]
fn the_end_of_the_input_ends_the_game() {
    assert!(play(&["--side", "black"], &[]).ends_with("the game is left unfinished.\n"));
    let halfway = bolshak(&["play", "--depth", "2"]).write_stdin("c3-d4").assert().success();
    assert_contains(&String::from_utf8_lossy(&halfway.get_output().stdout), &["bolshak plays"]);
}

#[test]
fn a_draw_is_accepted_without_an_advantage_and_declined_with_one() {
    let behind = play(&["--fen", "W:Wa1:Bh8,f8,b8,d8,a7,c7"], &["draw", "quit"]);
    assert_contains(&behind, &["bolshak declines the draw: its score is "]);
    let ahead = play(&["--fen", "W:Wa1,c1,e1,g1:Bh8"], &["draw"]);
    assert_contains(&ahead, &["bolshak accepts the draw: its score is ", "Result: draw: by agreement"]);
}

#[test]
fn a_game_is_saved_and_nothing_else_is_overwritten() {
    let folder = Folder::new("save");
    let (other, mine) = (folder.file("other.pdn"), folder.file("my game.pdn"));
    fs::write(&other, "precious").unwrap();
    let (save_other, save_mine) = (format!("save {other}"), format!("save {mine}"));
    let nowhere = format!("save {}", folder.file("no/such/folder.pdn"));
    let text = play(&[], &["c3-d4", &save_mine, &save_mine, &save_other, &nowhere, "resign"]);
    assert_eq!(text.matches("Saved to ").count(), 2, "{text}");
    assert_contains(&text, &["other.pdn exists and is not this game's", "folder.pdn was not written"]);
    assert_eq!(fs::read_to_string(&other).unwrap(), "precious");
    let saved = fs::read_to_string(&mine).unwrap();
    assert_contains(&saved, &["[White \"you\"]\n[Black \"bolshak\"]\n[Result \"*\"]\n", "\n\n1. c3-d4 "]);
    play(&[], &[&format!("save! {other}"), "quit"]);
    assert!(fs::read_to_string(&other).unwrap().ends_with("\n\n*\n\n"));
    assert_eq!(folder.names(), ["my game.pdn", "other.pdn"], "no temporary file is left");
}

#[test]
fn a_game_can_be_saved_all_along() {
    let folder = Folder::new("all-along");
    let file = folder.file("game.pdn");
    play(&["--save", &file, "--side", "black", "--fen", "B:Wa1,c1:Bf8,h8"], &["h8-g7", "resign"]);
    let saved = fs::read_to_string(&file).unwrap();
    assert_contains(
        &saved,
        &["[FEN \"B:Wa1,c1:Bf8,h8\"]", "1... h8-g7 2. ", " 1-0\n", "[GameType \"25,W,8,8,A0,0\"]"],
    );
    assert_contains(&error(&["play", "--save", &file], 1), &["--save: expected the name of a new file"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), saved);
    assert_contains(&error(&["play", "--save", &folder.file("no/folder.pdn")], 1), &["was not written"]);
}

#[test]
fn clocks_are_shown_and_decide() {
    assert_contains(&play(&["--clock", "5m+2s"], &["c3-d4", "quit"]), &["Clocks: White 5:0", "Black 5:0"]);
    let drawn = play(&["--clock", "5m", "--fen", "W:WKa1,Ke1:BKf8"], &[]);
    assert_contains(&drawn, &["Result: draw: a standard ending under a sudden-death clock"]);
    let playable = play(&["--clock", "5m+1s", "--fen", "W:WKa1,Ke1:BKf8"], &[]);
    assert_contains(&playable, &["left unfinished"]);
}

#[test]
fn the_log_goes_to_stderr_when_asked_for() {
    let assert = bolshak(&[]).env("BOLSHAK_LOG", "debug").write_stdin("go depth 2\n").assert().success();
    assert_contains(&String::from_utf8_lossy(&assert.get_output().stderr), &["command: Go", "bestmove"]);
}
