//! `bolshak match` as its users meet it.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use crate::cli::{Folder, assert_contains, bolshak, error};

/// Two engines that always play the same games.
const ENGINES: [&str; 11] = [
    "match",
    "--engine",
    "cmd=self",
    "name=new",
    "--engine",
    "cmd=self hub",
    "name=old",
    "nodes=300",
    "--each",
    "nodes=900",
    "option.book=false",
];

fn args<'a>(more: &[&'a str]) -> Vec<&'a str> {
    ENGINES.iter().chain(more).copied().collect()
}

/// The moves and the ending of each game of a journal, by number.
fn games(journal: &str) -> BTreeMap<u64, (Vec<String>, String)> {
    let text = fs::read_to_string(journal).unwrap();
    let game = |line: &str| {
        let game: Value = serde_json::from_str(line).unwrap();
        let moves =
            game["moves"].as_array().unwrap().iter().map(|mv| mv["text"].as_str().unwrap().to_owned());
        (game["number"].as_u64().unwrap(), (moves.collect(), game["reason"].as_str().unwrap().to_owned()))
    };
    text.lines().skip(1).map(game).collect()
}

/// Starts a match and waits until so many games are over.
fn started(args: &[&str], games: usize) -> Child {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bolshak"))
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut finished = 0;
    while finished < games {
        let line = lines.next().unwrap().unwrap();
        finished += usize::from(line.starts_with("Game "));
    }
    // The rest must have somewhere to go.
    std::thread::spawn(move || lines.for_each(drop));
    child
}

#[test]
fn a_match_tells_every_game_and_what_they_come_to() {
    let folder = Folder::new("match-tells");
    let (pdn, log) = (folder.file("games.pdn"), folder.file("log"));
    let output = bolshak(&args(&["--games", "4", "--pdn", &pdn, "--log", &log])).assert().success();
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert_contains(
        &text,
        &[
            "Match of new, old: 4 games, 900 nodes v 300 nodes, 400 openings",
            "Game 1 of 4 (new v old): ",
            "Game 4 of 4 (old v new): ",
            "Results of new vs old (900 nodes v 300 nodes, 400 openings):",
            "Elo: ",
            "LOS: ",
            "Games: 4, Wins: ",
            "Ptnml(0-2): [",
        ],
    );
    assert!(!text.contains("Faults"), "{text}");
    let games = fs::read_to_string(&pdn).unwrap();
    assert_eq!(games.matches("[White \"new\"]").count(), 2);
    assert_contains(&games, &["[%eval ", "[Termination \"", "[GameType \"25,W,8,8,A0,0\"]", " depth "]);
    bolshak(&["pdn", "check", &pdn]).assert().success();
    assert_contains(&fs::read_to_string(&log).unwrap(), &["new > go nodes 900", "old < done move="]);
    // A second match must not write over the games of the first.
    assert!(error(&args(&["--games", "2", "--pdn", &pdn]), 1).contains("which exists"));
}

#[test]
fn options_are_set_and_unknown_ones_told() {
    let folder = Folder::new("match-options");
    let log = folder.file("log");
    let more = ["option.Hash=2", "option.tt-size=17", "--games", "2", "--log", &log];
    let output = bolshak(&args(&more)).assert().success();
    let notes = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    let expected =
        ["note: new does not offer the option tt-size", "note: old does not offer the option Hash"];
    assert_contains(&notes, &expected);
    let sent = ["new > setoption name Hash value 2", "old > set-param name=tt-size value=\"17\""];
    assert_contains(&fs::read_to_string(&log).unwrap(), &sent);
}

#[test]
fn a_program_gets_one_object() {
    let output = bolshak(&args(&["--games", "3", "--json", "--concurrency", "2"])).assert().success();
    let report: Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    // The number of games is rounded up to whole pairs.
    assert_eq!(report["games"], 4);
    let pairing = &report["pairings"][0];
    let sum = ["wins", "draws", "losses"].iter().map(|name| pairing[name].as_u64().unwrap()).sum::<u64>();
    assert_eq!((sum, &pairing["first"]), (4, &Value::from("new")));
    assert_eq!(report["engines"].as_array().unwrap().len(), 2);
}

#[test]
fn a_killed_match_goes_on_to_the_same_games() {
    let folder = Folder::new("match-killed");
    let (whole, broken) = (folder.file("whole.jsonl"), folder.file("broken.jsonl"));
    let (whole_pdn, broken_pdn) = (folder.file("whole.pdn"), folder.file("broken.pdn"));
    let more = ["--games", "16", "--concurrency", "2", "--seed", "5"];
    let uninterrupted = args(&[&more[..], &["--journal", &whole, "--pdn", &whole_pdn]].concat());
    bolshak(&uninterrupted).assert().success();
    let interrupted = args(&[&more[..], &["--journal", &broken, "--pdn", &broken_pdn]].concat());
    let mut child = started(&interrupted, 3);
    child.kill().unwrap();
    child.wait().unwrap();
    // Half a line, as a kill in mid-writing would leave it.
    let kept = fs::read_to_string(&broken).unwrap();
    assert!(kept.lines().count() > 3);
    fs::write(&broken, kept + "{\"number\":15,\"white\":").unwrap();
    assert!(error(&interrupted, 1).contains("--resume"));
    let resumed = [&interrupted[..], &["--resume"]].concat();
    let output = bolshak(&resumed).assert().success();
    assert_contains(&String::from_utf8_lossy(&output.get_output().stdout), &["games were played before."]);
    assert_eq!(games(&broken), games(&whole));
    assert_eq!(games(&whole).len(), 16);
    for pdn in [&whole_pdn, &broken_pdn] {
        let checked = bolshak(&["pdn", "check", pdn]).assert().success();
        assert_contains(&String::from_utf8_lossy(&checked.get_output().stdout), &["16 games"]);
    }
    let other = args(&["--games", "18", "--journal", &broken, "--resume"]);
    assert!(error(&other, 1).contains("is of another match"));
}

#[test]
fn a_match_that_cannot_begin_leaves_no_files() {
    let folder = Folder::new("match-none");
    let (journal, pdn) = (folder.file("match.jsonl"), folder.file("match.pdn"));
    let more = ["--engine", "cmd=/nowhere/engine", "--journal", &journal, "--pdn", &pdn];
    assert!(error(&args(&more), 1).contains("engine does not start"));
    assert!(folder.names().is_empty());
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_match_with_its_result() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bolshak"))
        .args(args(&["--games", "100000"]))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert!(lines.by_ref().take(4).any(|line| line.starts_with("Game ")));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let rest: Vec<_> = lines.collect();
    assert!(child.wait().unwrap().success());
    let last = rest.last().unwrap();
    assert!(last.starts_with("The match was interrupted after "), "{last}");
    assert!(rest.iter().any(|line| line.starts_with("Elo: ")), "{rest:#?}");
}

#[test]
fn a_test_ends_when_it_is_decided() {
    let sprt = ["--sprt", "elo0=-300", "elo1=0", "alpha=0.2", "beta=0.2", "model=logistic"];
    let output = bolshak(&args(&[&sprt[..], &["--interval", "4"]].concat())).assert().success();
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert_contains(&text, &["LLR: ", "[-300.00, 0.00] Elo", "SPRT: H1 was accepted (elo = 0)"]);
}

#[test]
fn openings_come_from_files_of_all_kinds() {
    let folder = Folder::new("match-openings");
    let file = folder.file("openings.txt");
    fs::write(&file, "cd4 dc5\nW:WKa1,c3:BKh8,f6,b6\n# a remark\nnonsense\n").unwrap();
    let output =
        bolshak(&args(&["--games", "4", "--openings", &file, "--order", "sequential"])).assert().success();
    let notes = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    assert!(notes.contains("line 4"), "{notes}");
    fs::write(&file, "cd4 dc5\n").unwrap();
    assert!(error(&args(&["--openings", &file, "--start", "3"]), 2).contains("from 1 to 1, found 3"));
}

#[test]
fn what_is_wrong_is_said_in_one_line() {
    for (wrong, code, part) in [
        (vec!["match", "--engine", "cmd=self", "st=1"], 2, "expected at least two engines, found 1"),
        (vec!["match", "--engine", "cmd=self", "--engine", "cmd=self", "st=1"], 2, "expected a limit"),
        (vec!["match", "--engine", "cmd=self", "fast", "--engine", "cmd=self"], 2, "found \"fast\""),
        (args(&["--sprt", "elo0=5", "elo1=1"]), 2, "expected elo0 < elo1, found 5 and 1"),
        (args(&["--sprt", "elo2=1"]), 2, "expected elo0= or elo1="),
        (args(&["--draw", "score=-1"]), 2, "score: expected a number from 0 to 100, found \"-1\""),
        (args(&["--win", "moves=0"]), 2, "moves: expected a whole number from 1, found \"0\""),
        (args(&["--openings", "/nowhere/file"]), 1, "/nowhere/file: "),
        (args(&["--games", "0"]), 2, "expected a whole number from 1"),
        (args(&["--resume"]), 2, "--journal"),
        (args(&["--engine", "cmd=/nowhere/engine"]), 1, "engine does not start: there is no program"),
    ] {
        let line = error(&wrong, code);
        assert!(line.contains(part), "{line}");
    }
}
