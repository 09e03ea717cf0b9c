//! `bolshak bases` as its users meet it.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use bolshak::bases::{BuildError, Plan, Step, Totals, Watcher, build};
use bolshak::rules::Russian;
use serde_json::Value;

use crate::cli::{Folder, assert_contains, bolshak, error, printed};

/// All that is printed and said, and the exit code.
fn all(args: &[&str]) -> (String, String, i32) {
    let output = bolshak(args).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code().unwrap())
}

/// The file that is built into the program.
fn built_in(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/bases/data").join(name)
}

const KINDS: [&str; 3] = ["wdl", "dtw", "dtc"];

fn names(pieces: std::ops::RangeInclusive<u8>) -> impl Iterator<Item = String> {
    pieces.flat_map(|pieces| KINDS.map(|kind| format!("russian-{pieces}.{kind}")))
}

/// The bases of two and three pieces, as they are built in.
fn with_bases(name: &str) -> Folder {
    let folder = Folder::new(name);
    for name in names(2..=3) {
        fs::copy(built_in(&name), folder.file(&name)).unwrap();
    }
    folder
}

#[test]
fn what_is_built_is_told_and_is_what_is_built_in() {
    let folder = Folder::new("bases-built");
    let dir = folder.file("new/folder");
    let args = ["bases", "build", "--pieces", "3", "--dir", &dir, "--threads", "2"];
    let (text, progress, code) = all(&args);
    assert_eq!(code, 0, "{progress}");
    assert!(text.starts_with(&format!("Endgame bases of russian in {dir}\n")), "{text}");
    assert_contains(&text, &["2 pieces: 3488 positions, at most ", " MiB of memory\n", "3 pieces: 196032 "]);
    assert_contains(&text, &[" won, ", " drawn, ", " lost, in ", "  longest win: ", " plies, in W:W"]);
    assert_contains(&text, &["  russian-3.wdl: ", " bits a position\n"]);
    assert_contains(&progress, &["K-K: ", "KK-m: ", " positions, "]);
    for name in names(2..=3) {
        let file = Path::new(&dir).join(&name);
        assert!(fs::read(file).unwrap() == fs::read(built_in(&name)).unwrap(), "{name}");
    }
    assert_eq!(fs::read_dir(&dir).unwrap().count(), 6, "what is only needed on the way is gone");
    let again = printed(&args);
    assert_contains(&again, &["All with up to 3 pieces are there, there is nothing to do\n"]);
    fs::remove_file(Path::new(&dir).join("russian-3.dtw")).unwrap();
    let (text, _, code) = all(&args);
    assert_eq!(code, 0);
    assert_contains(&text, &["2 pieces: 3488 positions, there already and only read\n", "3 pieces: "]);
}

/// Stops a build after so many balances.
struct Stopper<'a> {
    stop: &'a AtomicBool,
    left: usize,
    solved: usize,
}

impl Watcher for Stopper<'_> {
    fn begin(&mut self, _: &Plan) {}

    fn done(&mut self, step: &Step) {
        self.solved += usize::from(step.solved);
        self.left -= 1;
        self.stop.store(self.left == 0, Ordering::Relaxed);
    }

    fn finish(&mut self, _: u8, _: &Totals, _: &[PathBuf]) {}
}

#[test]
fn a_build_that_was_stopped_goes_on_to_the_same_files() {
    let folder = Folder::new("bases-stopped");
    let path = PathBuf::from(folder.file(""));
    let run = |left| {
        let stop = AtomicBool::new(false);
        let mut stopper = Stopper { stop: &stop, left, solved: 0 };
        (build::<Russian>(3, &path, &stop, &mut stopper), stopper.solved)
    };
    // The three pairs of two pieces, and two of three.
    let (stopped, solved) = run(5);
    assert!(matches!(stopped, Err(BuildError::Interrupted)), "{stopped:?}");
    assert_eq!(solved, 5);
    let (finished, solved) = run(100);
    finished.unwrap();
    assert_eq!(solved, 4, "what was solved before is not solved again");
    for name in names(2..=3) {
        assert!(fs::read(path.join(&name)).unwrap() == fs::read(built_in(&name)).unwrap(), "{name}");
    }
    assert_eq!(folder.names().len(), 6);
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_build_with_a_word_how_it_goes_on() {
    let folder = Folder::new("bases-interrupt");
    let mut child = Command::new(env!("CARGO_BIN_EXE_bolshak"))
        .args(["bases", "build", "--pieces", "5", "--dir", &folder.file("")])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    assert!(lines.next().unwrap().starts_with("K-K: "));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let rest: Vec<_> = lines.collect();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert_eq!(rest.last().unwrap(), "error: interrupted; the same command goes on where it was");
}

#[test]
fn verify_looks_at_each_position_and_finds_no_fault() {
    let folder = with_bases("bases-verified");
    let text = printed(&["bases", "verify", "--all", "--dir", &folder.file("")]);
    assert_eq!(text.lines().count(), 6, "{text}");
    for (line, slices) in text.lines().zip([4, 4, 4, 12, 12, 12]) {
        assert!(line.contains(&format!(": {slices} slices, ")) && line.ends_with(", no fault"), "{line}");
    }
    let sample = ["bases", "verify", "--dir", &folder.file(""), "--sample", "50", "--seed"];
    let with_seed = |seed| printed(&[&sample[..], &[seed]].concat());
    assert_eq!(with_seed("1"), with_seed("1"));
    assert_ne!(with_seed("1"), with_seed("2"), "other positions, of which others have captures");
    let (text, _, code) = all(&["bases", "verify", "--sample", "20"]);
    assert_eq!(code, 0, "{text}");
    assert_contains(&text, &["built in: russian-2.wdl: 4 slices, ", "built in: russian-5.dtc: 44 slices, "]);
}

#[test]
fn a_damaged_file_is_named_in_one_line_and_not_used() {
    let bytes = fs::read(built_in("russian-3.wdl")).unwrap();
    let mut changed = bytes.clone();
    changed[bytes.len() / 2] ^= 1;
    let mut header = bytes.clone();
    header[60] ^= 1;
    let noise: Vec<u8> = (0..5000_u32).map(|place| (place.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let damages: [(&str, Option<&[u8]>, &str); 7] = [
        ("byte", Some(&changed), "its checksum is wrong: the file is damaged"),
        ("header", Some(&header), "its checksum is wrong: the file is damaged"),
        ("truncated", Some(&bytes[..bytes.len() - 9]), "expected 7982 bytes, found 7973"),
        ("short", Some(&bytes[..11]), "found 11"),
        ("empty", Some(&[]), "expected an endgame base, found something else"),
        ("noise", Some(&noise), "expected an endgame base, found something else"),
        ("folder", None, "is a directory"),
    ];
    for (name, damage, expected) in damages {
        let folder = with_bases(&format!("bases-{name}"));
        let file = folder.file("russian-3.wdl");
        fs::remove_file(&file).unwrap();
        damage.map_or_else(|| fs::create_dir(&file), |bytes| fs::write(&file, bytes)).unwrap();
        let dir = folder.file("");
        let (text, errors, code) = all(&["bases", "verify", "--dir", &dir, "--sample", "100"]);
        assert_eq!((code, errors.as_str()), (1, "error: faults found: 1\n"), "{name}: {text}");
        let named: Vec<&str> = text.lines().filter(|line| line.contains("russian-3.wdl")).collect();
        assert_eq!(named.len(), 1, "{name}: {text}");
        assert_contains(named[0], &[expected, "; the file is not used"]);
        assert_eq!(text.matches(", no fault").count(), 5, "{name}: {text}");
        for more in [&["info"][..], &["probe", "W:WKa1:BKg1"]] {
            let (text, notes, code) = all(&[&["bases"], more, &["--dir", &dir]].concat());
            assert_eq!((code, notes.lines().count()), (0, 1), "{name}: {text}");
            assert!(notes.starts_with("note: ") && notes.contains(expected), "{name}: {notes}");
        }
    }
}

#[test]
fn where_nothing_is_left_there_is_nothing_to_tell() {
    let folder = Folder::new("bases-nothing");
    fs::write(folder.file("russian-2.wdl"), "no base").unwrap();
    let (text, errors, code) = all(&["bases", "info", "--dir", &folder.file("")]);
    assert_eq!((code, text.as_str(), errors.lines().count()), (1, "", 2), "{errors}");
    assert!(errors.ends_with("error: expected endgame bases of russian, found none\n"), "{errors}");
    // What is built in still answers.
    let (_, _, code) = all(&["bases", "probe", "W:WKa1:BKg1", "--dir", &folder.file("")]);
    assert_eq!(code, 0);
    let (text, errors, code) = all(&["bases", "verify", "--dir", "/nowhere/bases"]);
    assert_eq!((code, errors.as_str()), (1, "error: faults found: 1\n"));
    assert_contains(&text, &["/nowhere/bases: expected a folder with endgame bases: "]);
}

#[test]
fn info_lists_files_and_balances() {
    let text = printed(&["bases", "info"]);
    assert_contains(&text, &["file ", " kind ", "built in: russian-2.wdl outcomes ", " conversions "]);
    assert_eq!(text.lines().count(), 13, "{text}");
    let folder = with_bases("bases-info");
    let text = printed(&["bases", "info", "--dir", &folder.file(""), "--balances"]);
    assert_eq!(text.lines().count(), 2 + 6 + 3 * (4 + 12), "{text}");
    assert_contains(&text, &["\n  KK-K ", "\n  m-Km ", " W:W"]);
    let text = printed(&["bases", "info", "--dir", &folder.file(""), "--json", "--balances"]);
    let object: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(object["variant"], "russian");
    let file = &object["files"][3];
    assert_eq!((&file["kind"], &file["pieces"]), (&"outcomes".into(), &3.into()));
    assert_eq!((&file["positions"], &file["bytes"]), (&196_032.into(), &7982.into()));
    let sum =
        |of: &Value| ["won", "drawn", "lost"].map(|name| of[name].as_u64().unwrap()).iter().sum::<u64>();
    assert_eq!(sum(file), 196_032);
    let balances = file["balances"].as_array().unwrap();
    assert_eq!((balances.len(), balances.iter().map(sum).sum::<u64>()), (12, 196_032));
}

fn probed(args: &[&str]) -> Value {
    serde_json::from_str(&printed(&[&["bases", "probe", "--json"], args].concat())).unwrap()
}

#[test]
fn a_position_is_told_with_its_moves() {
    let text = printed(&["bases", "probe", "W:WKe7,Ka5,Kg5:BKh6"]);
    assert_contains(&text, &["White to move\nFEN: W:WK", "\nValue:       win in 25 plies\n"]);
    assert_contains(
        &text,
        &["\nDraw rules:  cannot come in between\n", "\nConversion:  next capture or crowning in "],
    );
    assert_contains(&text, &["\nmove         value", "\ng5-h4 "]);
    for (fen, value, plies) in [
        ("W:WKe7,Ka5,Kg5:BKh6", "win", Some(25)),
        ("W:Wc5:BKe5,Kh6", "loss", Some(4)),
        ("W:WKa1:BKh8", "loss", Some(2)),
        ("W:WKa1:BKg1", "draw", None),
        ("W:WKa1:BKd4", "win", Some(1)),
        ("B:WKd4:BKh8", "win", Some(1)),
        ("W:W23,29,31:BK3", "win", Some(85)),
    ] {
        let object = probed(&[fen]);
        assert_eq!((&object["value"], &object["plies"]), (&value.into(), &plies.into()), "{fen}: {object}");
        let moves = object["moves"].as_array().unwrap();
        assert!(!moves.is_empty());
        let best = &moves[0];
        assert_eq!((&best["value"], &best["plies"]), (&value.into(), &plies.into()), "{fen}: {object}");
        let worth = |mv: &Value| {
            let plies = mv["plies"].as_i64().unwrap_or(0);
            match mv["value"].as_str().unwrap() {
                "win" => 10_000 - plies,
                "loss" => plies - 10_000,
                _ => 0,
            }
        };
        assert!(moves.is_sorted_by_key(|mv| -worth(mv)), "{fen}: {object}");
    }
}

#[test]
fn notations_are_those_of_other_commands() {
    let numeric = probed(&["W:W23,29,31:BK3", "--notation", "numeric"]);
    assert_contains(numeric["fen"].as_str().unwrap(), &["W:W", "23", ":BK3"]);
    let best = numeric["moves"][0]["move"].as_str().unwrap().to_owned();
    assert!(best.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-'), "{best}");
    let from_below = probed(&["W:WK1:BK32", "--numbering", "a1"]);
    assert_eq!(from_below["fen"], "W:WKa1:BKh8");
    assert_eq!(
        error(&["bases", "probe", "W:WKa1:BKh8", "--notation", "greek"], 2).matches("algebraic").count(),
        1
    );
}

#[test]
fn five_pieces_have_no_plies_to_the_end_but_a_conversion() {
    let object = probed(&["W:WKa1,Kc1,Ke1:BKh8,a7"]);
    assert_eq!(object["plies"], Value::Null);
    let moves = object["moves"].as_array().unwrap();
    // Sacrificing a king leads to four pieces, of which the plies are known.
    assert_eq!((&moves[0]["move"], &moves[0]["plies"]), (&"e1-c3".into(), &5.into()), "{object}");
    assert!(moves[1..].iter().all(|mv| mv["plies"].is_null()), "{object}");
    assert_eq!(object["conversion"], serde_json::json!({"kind": "within", "plies": 12}));
    assert_eq!((&object["value"], &object["certain"]), (&"win".into(), &true.into()));
}

#[test]
fn the_main_road_is_counted_from_the_position_on() {
    // Three kings cannot drive a lone king off the main road in time.
    let object = probed(&["W:WKb8,Kd8,Kf8:BKa1"]);
    assert_eq!((&object["value"], &object["certain"]), (&"draw".into(), &true.into()), "{object}");
}

#[test]
fn what_has_no_value_is_told_in_one_line() {
    let line = error(&["bases", "probe", "W:WKa1,Kc1,Ke1:BKh8,Kf8,Kd8"], 1);
    assert_eq!(line, "error: no base knows the position: it has 6 pieces, bases are there for up to 5\n");
    assert_contains(
        &error(&["bases", "probe", "W:WKa1:B"], 1),
        &["expected pieces of both sides, found none of Black"],
    );
    assert_contains(
        &printed(&["bases", "probe", "B:WKa1:B"]),
        &["The game is over. Result: White wins: no pieces left"],
    );
    let over = probed(&["B:WKa1:B"]);
    assert_eq!((&over["result"], &over["value"]), (&"White wins: no pieces left".into(), &Value::Null));
    let none = error(&["bases", "probe", "W:WKa1:BKh8", "--variant", "brazilian"], 1);
    assert_contains(&none, &["no endgame bases of brazilian are there"]);
}

#[test]
fn another_game_has_its_own_bases() {
    let folder = Folder::new("bases-english");
    let dir = folder.file("");
    let (text, _, code) = all(&["bases", "build", "--pieces", "2", "--variant", "english", "--dir", &dir]);
    assert_eq!(code, 0, "{text}");
    assert_eq!(folder.names(), ["english-2.dtw", "english-2.wdl"], "no rules count moves there");
    let object = probed(&["B:WKd4:BKe5", "--variant", "english", "--dir", &dir]);
    assert_eq!(
        (&object["variant"], &object["value"], &object["plies"]),
        (&"english".into(), &"win".into(), &1.into())
    );
    printed(&["bases", "verify", "--variant", "english", "--dir", &dir, "--all"]);
    let line = error(&["bases", "info", "--variant", "giveaway"], 1);
    assert_contains(&line, &["expected endgame bases of giveaway, found none"]);
}

#[cfg(all(unix, not(target_os = "macos")))]
#[test]
fn without_a_folder_bases_belong_to_the_user() {
    let folder = Folder::new("bases-user");
    let home = folder.file("");
    let run = |args: &[&str]| {
        let output = bolshak(args).env("XDG_DATA_HOME", &home).assert().success().get_output().clone();
        String::from_utf8(output.stdout).unwrap()
    };
    let text = run(&["bases", "build", "--pieces", "2", "--variant", "giveaway"]);
    assert_contains(&text, &[&format!("Endgame bases of giveaway in {home}"), "giveaway-2.dtc: "]);
    assert_contains(
        &run(&["bases", "probe", "W:WKa1:BKd4", "--variant", "giveaway"]),
        &["Value:       loss in 1 ply"],
    );
    assert_eq!(run(&["bases", "info", "--variant", "giveaway"]).lines().count(), 5);
    assert_eq!(run(&["bases", "verify", "--all", "--variant", "giveaway"]).matches(", no fault").count(), 3);
}

#[test]
fn what_makes_no_sense_is_refused_in_one_line() {
    let folder = Folder::new("bases-refused");
    let file = folder.file("file");
    fs::write(&file, "").unwrap();
    let cases: [(&[&str], i32, &str); 11] = [
        (&["bases"], 2, "expected one of build verify info probe"),
        (&["bases", "sell"], 2, "\"sell\""),
        (&["bases", "build"], 2, "--pieces"),
        (
            &["bases", "build", "--pieces", "8"],
            2,
            "--pieces: expected a whole number from 2 to 7, found \"8\"",
        ),
        (
            &["bases", "build", "--pieces", "-1"],
            2,
            "--pieces: expected a whole number from 2 to 7, found \"-1\"",
        ),
        (&["bases", "build", "--pieces", "3", "--variant", "go"], 2, "--variant: expected one of russian, "),
        (&["bases", "build", "--pieces", "2", "--dir", &file], 1, "file: "),
        (&["bases", "verify", "--all", "--sample", "5"], 2, "--sample"),
        (&["bases", "verify", "--sample", "0"], 2, "--sample: expected a whole number from 1, found \"0\""),
        (&["bases", "probe"], 2, "<FEN>"),
        (&["bases", "probe", "W:Wz9:Bh8"], 2, "bad FEN"),
    ];
    for (args, code, expected) in cases {
        assert_contains(&error(args, code), &[expected]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_the_memory_does_not_hold_is_not_begun() {
    let folder = Folder::new("bases-memory");
    let args = ["bases", "build", "--pieces", "7", "--variant", "international", "--dir", &folder.file("")];
    let (_, errors, code) = all(&args);
    assert_eq!((code, errors.lines().count()), (1, 1), "{errors}");
    assert_contains(&errors, &["error: 7 pieces take ", " MiB of memory, of which ", " MiB are free"]);
    assert!(folder.names().is_empty());
}

#[test]
fn each_help_has_examples() {
    for command in ["build", "verify", "info", "probe"] {
        let text = printed(&["bases", command, "--help"]);
        assert_contains(&text, &["Examples:", &format!("  bolshak bases {command}")]);
    }
    assert_contains(&printed(&["bases", "info", "--help"]), &["The object that --json prints"]);
    assert_contains(&printed(&["bases", "probe", "--help"]), &["The object that --json prints"]);
}
