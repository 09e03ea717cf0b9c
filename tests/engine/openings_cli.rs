//! `bolshak openings` as its users meet it.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Output, Stdio};

use crate::cli::Folder;

fn bolshak(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bolshak"));
    command.arg("openings").args(args).env_remove("BOLSHAK_LOG");
    command
}

fn run(args: &[&str]) -> Output {
    bolshak(args).output().unwrap()
}

/// What it prints when all goes well.
fn printed(args: &[&str]) -> String {
    let output = run(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

const TINY: [&str; 6] = ["--plies", "2-3", "--depth", "3", "--limit", "8"];

#[test]
fn the_list_begins_with_the_command_that_made_it() {
    let text = printed(&TINY);
    let mut lines = text.lines();
    assert!(
        lines.next().unwrap().starts_with("# 8 openings of Russian draughts, made by bolshak "),
        "{text}"
    );
    let command = lines.next().unwrap().strip_prefix("#   bolshak openings ").unwrap();
    assert_eq!(command, "--plies 2-3 --margin 40 --depth 3 --limit 8 --seed 1");
    assert_eq!(text.lines().filter(|line| !line.starts_with('#')).count(), 8);
    let again: Vec<&str> = command.split(' ').chain(["--threads", "3"]).collect();
    assert_eq!(printed(&again), text);
}

#[test]
fn the_list_goes_into_a_file_that_is_replaced_whole() {
    let folder = Folder::new("file");
    let file = folder.file("openings.txt");
    fs::write(&file, "an older list").unwrap();
    let args: Vec<&str> = TINY.into_iter().chain(["--out", &file]).collect();
    assert_eq!(printed(&args), "");
    assert_eq!(fs::read_to_string(&file).unwrap(), printed(&TINY));
    assert_eq!(folder.names().len(), 1);
}

#[test]
fn a_run_that_is_ended_leaves_no_file() {
    let folder = Folder::new("ended");
    let args = ["--depth", "6", "--limit", "200", "--out", &folder.file("openings.txt")];
    let mut child = bolshak(&args).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("note: 20 of 200 openings, "), "{line}");
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(folder.names().is_empty());
}

#[test]
fn what_makes_no_sense_is_refused_in_one_line() {
    let cases: [(&[&str], i32, &str); 7] = [
        (&["--plies", "6-2"], 2, "--plies: expected plies such as 4 or 2-6, at most 8, found \"6-2\""),
        (&["--margin", "-1"], 2, "--margin: expected a whole number from 0 to 1000, found \"-1\""),
        (&["--limit", "0"], 2, "--limit: expected a whole number from 1 to 1000000, found \"0\""),
        (&["--depth", "4", "--nodes", "100"], 2, "--depth"),
        (&["--variant", "brazilian"], 2, "brazilian cannot be searched"),
        (
            &["--plies", "1", "--margin", "0", "--depth", "1"],
            1,
            "expected balanced positions, found none among 7",
        ),
        (&["--plies", "1", "--depth", "1", "--out", "no/such/folder"], 1, "no/such/folder was not written: "),
    ];
    for (args, code, expected) in cases {
        let output = run(args);
        let line = String::from_utf8(output.stderr).unwrap();
        let line = line.lines().last().unwrap();
        assert_eq!(output.status.code(), Some(code), "{args:?}: {line}");
        assert!(line.starts_with("error: ") && line.contains(expected), "{args:?}: {line}");
    }
}

#[test]
fn the_help_has_examples() {
    let text = printed(&["--help"]);
    assert!(text.contains("Examples:\n  bolshak openings"), "{text}");
}
