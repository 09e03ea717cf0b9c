//! `bolshak book` as its users meet it: build, probe, stats, verify, merge.

use std::fs;
use std::process::Command;
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

use super::{SMALL, book, entry};
use crate::cli::{Folder, assert_contains, bolshak, error, printed};
use bolshak::book::{Book, Code, Effort, Parts};
use bolshak::position::Position;
use bolshak::rules::{Giveaway, Russian};

/// A folder with the small book in it, and the book's name.
fn with_small(name: &str) -> (Folder, String) {
    let folder = Folder::new(name);
    let path = folder.file("small.book");
    fs::write(&path, &*SMALL).unwrap();
    (folder, path)
}

/// What it prints and what it notes when it fails with this code.
fn failing(args: &[&str], code: i32) -> (String, String) {
    let output = bolshak(args).assert().code(code).get_output().clone();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr))
}

#[test]
fn each_help_says_what_the_command_does() {
    assert_contains(&printed(&["book", "--help"]), &["Examples:", "bolshak book probe"]);
    for command in ["probe", "build", "import", "export", "stats", "verify", "merge"] {
        let help = printed(&["book", command, "--help"]);
        assert_contains(&help, &["Examples:", &format!("bolshak book {command}")]);
    }
    assert_contains(&printed(&["book", "import", "--help"]), &["imported twice counts twice"]);
}

#[test]
fn a_position_is_asked_with_its_moves() {
    let (_folder, path) = with_small("book-probe");
    let text = printed(&["book", "probe", "--book", &path]);
    assert_contains(
        &text,
        &[
            "White to move\nFEN: W:Wa3,",
            "\nValue:  ",
            " for White, who is to move\nSearch: depth ",
            "\nLine:   ",
        ],
    );
    let rows = text.lines().skip_while(|line| !line.starts_with("move  ")).skip(1);
    let values: Vec<f64> = rows.map(|row| row.split_whitespace().nth(1).unwrap().parse().unwrap()).collect();
    assert!(values.len() == 7 && values.is_sorted_by(|one, other| one >= other), "{text}");
    let after = printed(&["book", "probe", "--moves", "1. cd4", "--book", &path, "--notation", "numeric"]);
    assert_contains(&after, &["Black to move", "\nFEN: B:W18,"]);
    let unknown = printed(&["book", "probe", "W:Wa1:Bh8", "--book", &path]);
    assert_contains(&unknown, &["The position is not in the book.\n"]);
    assert!(!unknown.contains("Line:"), "{unknown}");
    let over = printed(&["book", "probe", "W:W:Bh8", "--book", &path]);
    assert_contains(&over, &["The game is over. Result: Black wins"]);
}

#[test]
fn moves_into_the_book_are_told_of_a_position_that_is_not_in_it() {
    let folder = Folder::new("book-into");
    let path = folder.file("a.book");
    let next = super::after(&Position::start())[0];
    fs::write(
        &path,
        Parts { entries: [(next, entry(7, false))].into(), ..Parts::default() }.write::<Russian>(),
    )
    .unwrap();
    let text = printed(&["book", "probe", "--book", &path]);
    assert_contains(&text, &["The position is not in the book.\n", "1 of 7 are in the book", "-0.07"]);
}

#[test]
fn the_json_object_has_the_documented_fields() {
    let (_folder, path) = with_small("book-json");
    let json = |args: &[&str]| -> Value {
        let all = [&["book", "probe", "--json", "--book", &path], args].concat();
        serde_json::from_str(&printed(&all)).unwrap()
    };
    let object = json(&[]);
    let help = printed(&["book", "probe", "--help"]);
    for (field, _) in object.as_object().unwrap() {
        assert_contains(&help, &[&format!("\n  {field} ")]);
    }
    assert_eq!(
        (&object["variant"], &object["in_book"], &object["legal"]),
        (&"russian".into(), &true.into(), &7.into())
    );
    assert_eq!((&object["value"]["kind"], &object["result"]), (&"cp".into(), &Value::Null));
    let first = &object["moves"][0];
    assert_eq!((&first["value"], &first["move"]), (&object["value"], &object["line"][0]));
    assert_eq!(first["games"], serde_json::json!({"won": 0, "drawn": 0, "lost": 0, "open": 0}));
    let unknown = json(&["W:Wa1:Bh8"]);
    assert_eq!(
        (&unknown["in_book"], &unknown["value"], &unknown["moves"]),
        (&false.into(), &Value::Null, &Value::Array(vec![]))
    );
    assert_eq!(json(&["W:W:Bh8"])["result"], "Black wins: no pieces left");
}

#[test]
fn what_is_no_book_is_named_in_one_line_by_each_command() {
    let folder = Folder::new("book-no-book");
    let (missing, wrong, out) = (folder.file("missing"), folder.file("wrong"), folder.file("out"));
    let (directory, games, other) = (folder.file(""), folder.file("games.pdn"), folder.file("giveaway"));
    fs::write(&wrong, "no book").unwrap();
    fs::write(&games, "1. c3-d4 *").unwrap();
    fs::write(&other, Parts::default().write::<Giveaway>()).unwrap();
    let faults = [
        (&wrong, "wrong: expected a book made by"),
        (&directory, "expected a book: is a directory"),
        (&other, "giveaway: expected a book of russian, found one of giveaway"),
    ];
    for (path, expected) in faults {
        let commands: [&[&str]; 7] = [
            &["probe", "--book", path],
            &["build", path],
            &["import", path, &games],
            &["export", path],
            &["stats", path],
            &["verify", path],
            &["merge", path, path, "--out", &out],
        ];
        for command in commands {
            assert_contains(&error(&[&["book"], command].concat(), 1), &[expected]);
        }
    }
    let readers: [&[&str]; 5] = [
        &["probe", "--book", &missing],
        &["export", &missing],
        &["stats", &missing],
        &["verify", &missing],
        &["merge", &missing, "--out", &out],
    ];
    for command in readers {
        assert_contains(&error(&[&["book"], command].concat(), 1), &["missing: expected a book: "]);
    }
    let nowhere = folder.file("no/such/folder");
    for command in [&["build", &nowhere][..], &["import", &nowhere, &games]] {
        assert_contains(&error(&[&["book"], command].concat(), 1), &["no/such/folder was not written: "]);
    }
    assert!(!fs::exists(&missing).unwrap() && !fs::exists(&out).unwrap());
}

#[test]
fn a_command_line_without_sense_is_refused() {
    let (_folder, path) = with_small("book-usage");
    let cases: [(&[&str], &str); 12] = [
        (&["browse"], "expected one of probe build import export stats verify merge"),
        (&["probe", "nonsense", "--book", &path], "bad FEN"),
        (&["probe", "--moves", "c3-c4", "--book", &path], "move 1 of 1"),
        (&["probe", "--variant", "giveaway"], "expected a book, as there is none of giveaway in the program"),
        (&["stats", "--variant", "english"], "english cannot be searched, so no book made"),
        (&["build", &path, "--nodes", "99"], "expected a book of --nodes 99 "),
        (&["build", &path, "--roots", "no-such-file"], "--roots: no-such-file: "),
        (&["build", &path, "--root-plies", "0"], "--root-plies: expected plies such as"),
        (&["build", &path, "--root-margin", "-1"], "--root-margin: expected a whole number from 0 to 1000"),
        (&["export", &path, "--plies", "4"], "--pdn"),
        (&["merge", &path], "--out"),
        (&["verify", &path, "--sample", "-1"], "--sample: expected a whole number from 0"),
    ];
    for (args, expected) in cases {
        assert_contains(&error(&[&["book"], args].concat(), 2), &[expected]);
    }
}

#[test]
fn a_book_is_built_shown_and_verified() {
    let folder = Folder::new("book-build");
    let path = folder.file("a.book");
    let build = ["book", "build", &path, "--positions", "20", "--nodes", "300", "--threads", "2"];
    assert_contains(&printed(&build), &[" expanded of ", "a.book\n"]);
    assert_eq!(printed(&build), printed(&build), "there is nothing left to do");
    let stats = printed(&["book", "stats", &path]);
    assert_contains(
        &stats,
        &[
            "\nExpanded ",
            "\nBeginnings              1\n",
            " 300 nodes, bolshak ",
            "\n    0          1          1\n",
        ],
    );
    let first_moves = stats.lines().skip_while(|line| !line.starts_with("first move")).skip(1);
    assert_eq!(first_moves.count(), 7, "{stats}");
    let verify = printed(&["book", "verify", &path, "--sample", "40"]);
    let searched = [" searched again with 300 nodes, ", " searched again with 30 nodes, "];
    assert_contains(&verify, &[" expanded, no fault\n", searched[0], searched[1], ": no fault\n"]);
    let whole = printed(&["book", "verify", &path, "--sample", "0"]);
    assert_eq!(whole.lines().count(), 1, "{whole}");
}

#[test]
fn what_is_wrong_with_a_book_is_told_by_position() {
    let folder = Folder::new("book-verify");
    let path = folder.file("a.book");
    let mut parts = Parts::of(&Book::<Russian>::checked(SMALL.clone()).unwrap());
    let root = Code::of(&Position::<Russian>::start());
    let start = parts.entries.get_mut(&root).unwrap();
    start.value = bolshak::search::Score::evaluation(321);
    start.score = start.value;
    parts.save::<Russian>(path.as_ref()).unwrap();
    let (told, failure) = failing(&["book", "verify", &path, "--sample", "100000"], 1);
    assert_contains(
        &told,
        &["W:Wa3,", ": expected the value ", ", found +3.21\n", ", 1 fault\n", "expected the score "],
    );
    assert_eq!(failure, "error: faults found: 2\n");

    // Another program may find something else.
    let mut parts = Parts::of(&Book::<Russian>::checked(SMALL.clone()).unwrap());
    parts.efforts[0] = Effort { program: "other 1.0".to_owned(), ..parts.efforts[0].clone() };
    parts.save::<Russian>(path.as_ref()).unwrap();
    let text = printed(&["book", "verify", &path, "--sample", "40"]);
    assert_contains(
        &text,
        &["by another program or with other weights (150 nodes, other 1.0): ", " 0.000 of a man"],
    );
}

#[test]
fn books_are_merged() {
    let (folder, path) = with_small("book-merge");
    let (other, out) = (folder.file("other.book"), folder.file("out.book"));
    printed(&[
        "book",
        "build",
        &other,
        "--positions",
        "20",
        "--nodes",
        "150",
        "--seed",
        "3",
        "--roots",
        "startpos",
    ]);
    let text = printed(&["book", "merge", &path, &other, "--out", &out]);
    assert_contains(&text, &[" expanded, of 2 books in "]);
    assert!(fs::read(&out).unwrap() == *SMALL, "the other book is the beginning of this one");
    printed(&["book", "build", &other, "--positions", "5", "--nodes", "150", "--seed", "3"]);
    let unlike = folder.file("unlike.book");
    printed(&["book", "build", &unlike, "--positions", "5", "--nodes", "400"]);
    let output =
        bolshak(&["book", "merge", &path, &unlike, "--out", &out]).assert().success().get_output().clone();
    let noted = String::from_utf8(output.stderr).unwrap();
    assert_contains(&noted, &["note: ", "unlike.book: grown by --nodes 400 ", "goes on by --nodes 150 "]);
    let merged = Book::<Russian>::open(out.as_ref()).unwrap();
    assert_eq!(merged.efforts().len(), 4);
    printed(&["book", "verify", &out, "--sample", "40"]);
}

#[test]
fn a_book_begins_where_it_is_told_to() {
    let folder = Folder::new("book-roots-cli");
    let file = folder.file("drawn.txt");
    fs::write(&file, "1. cd4 dc5\nh2-h6 h6-f4\n").unwrap();
    let build = |name: &str, args: &[&str]| {
        let path = folder.file(name);
        let fixed = ["book", "build", &path, "--positions", "4", "--nodes", "64", "--threads", "2"];
        printed(&[&fixed[..], args].concat());
        Book::<Russian>::open(path.as_ref()).unwrap().roots().collect::<Vec<Code>>()
    };
    let start = Code::of(&Position::<Russian>::start());
    let of_file = build("file.book", &["--roots", &file]);
    assert!(of_file.len() == 2 && !of_file.contains(&start));
    assert_eq!(build("file.book", &[]), of_file, "none are added to those that are there");
    let both = build("file.book", &["--roots", "startpos"]);
    assert!(both.len() == 3 && both.contains(&start) && of_file.iter().all(|root| both.contains(root)));
    let balanced =
        build("balanced.book", &["--roots", "balanced", "--root-plies", "1", "--root-margin", "60"]);
    assert!((1..=7).contains(&balanced.len()), "{balanced:?}");
    let none = folder.file("none.book");
    let impossible = [
        "book",
        "build",
        &none,
        "--roots",
        "balanced",
        "--root-plies",
        "1",
        "--root-margin",
        "0",
        "--nodes",
        "64",
    ];
    assert_contains(&error(&impossible, 1), &["expected balanced positions, found none"]);
    let directory = folder.file("");
    assert_contains(&error(&["book", "build", &none, "--roots", &directory], 2), &["--roots: "]);
}

#[test]
fn when_its_time_is_over_what_was_searched_is_kept() {
    let folder = Folder::new("book-time");
    let path = folder.file("a.book");
    for roots in ["startpos", "flying"] {
        let build = [
            "book",
            "build",
            &path,
            "--positions",
            "1000000",
            "--nodes",
            "1000",
            "--time",
            "400ms",
            "--roots",
            roots,
        ];
        assert_contains(&printed(&build), &[", stopped after its time\n"]);
        assert!(!Book::<Russian>::open(path.as_ref()).unwrap().is_empty());
    }
    printed(&["book", "verify", &path, "--sample", "5"]);
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_was_searched() {
    let folder = Folder::new("book-interrupt");
    let path = folder.file("a.book");
    let args = ["book", "build", &path, "--positions", "1000000", "--nodes", "1000"];
    let child =
        Command::new(cargo_bin("bolshak")).args(args).stderr(std::process::Stdio::piped()).spawn().unwrap();
    // The book is there once interrupts are waited for.
    while !fs::exists(&path).unwrap() {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(200));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "error: interrupted; the same command goes on where it was\n"
    );
    printed(&["book", "verify", &path, "--sample", "5"]);
    assert_eq!(folder.names(), ["a.book"]);
}

#[test]
fn an_empty_book_is_nothing_to_stumble_over() {
    let folder = Folder::new("book-empty");
    let (path, out) = (folder.file("a.book"), folder.file("out.book"));
    fs::write(&path, Parts::default().write::<Russian>()).unwrap();
    assert!(book(&Parts::default()).is_empty());
    assert_contains(&printed(&["book", "probe", "--book", &path]), &["not in the book"]);
    assert_contains(&printed(&["book", "stats", &path]), &["Positions               0\n"]);
    assert_contains(&printed(&["book", "verify", &path]), &["0 positions, 0 expanded, no fault"]);
    assert_eq!(printed(&["book", "export", &path]).lines().count(), 1);
    assert_eq!(printed(&["book", "export", "--pdn", &path]), "");
    assert_contains(&printed(&["book", "merge", &path, "--out", &out]), &["0 positions"]);
}
