//! `bolshak train`, `--weights` and the option `EvalFile` as their users meet them.

use std::fs;

use crate::cli::{Folder, assert_contains, bolshak, error};
use crate::support::Client;

/// What a command prints that does its work; on the way it says how far it is.
fn printed(args: &[&str]) -> String {
    let output = bolshak(args).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn from_nothing_to_weights_that_play() {
    let folder = Folder::new("train-cli");
    let (games, model, weights) = (folder.file("games"), folder.file("m.model"), folder.file("m.weights"));
    let generate =
        ["train", "generate", "--start", "--games", "30", "--nodes", "50", "--plies", "4-9", "--dir", &games];
    assert_contains(&printed(&generate), &["30 games, ", " positions in "]);
    // Everything is there, so this takes no time and says the same.
    assert_eq!(printed(&generate), printed(&generate));
    let fit = ["train", "fit", &games, "--out", &model, "--epochs", "2"];
    assert_contains(
        &printed(&fit),
        &["30 games, ", "epoch 1: loss 0.", "epoch 2: loss 0.", ", test loss 0."],
    );
    let export = ["train", "export", &model, "--out", &weights];
    assert_contains(
        &printed(&export),
        &["m.weights: russian games 30 positions ", "; 2 epochs, test loss 0."],
    );
    let nodes = ["--nodes", "3000", "--bases-pieces", "0"];
    let analyse = |more: &[&str]| printed(&[&["analyse", "startpos"], &nodes[..], more].concat());
    assert_ne!(analyse(&["--weights", &weights]), analyse(&[]));

    let mut client = Client::new();
    client.send("position fen W:Wc3,e3,f2,h2:Bb6,d6,e7\neval");
    let own = client.read_until("total for White");
    client.send(&format!("setoption name EvalFile value {weights}\neval"));
    let learnt = client.read_until("total for White");
    assert_ne!(own, learnt);
    client.send("setoption name EvalFile value <empty>\neval");
    assert_eq!(client.read_until("total for White"), own);
    client.quit();
}

#[test]
fn wrong_files_are_named_and_nothing_changes() {
    let folder = Folder::new("train-wrong");
    let (wrong, missing) = (folder.file("wrong"), folder.file("missing"));
    fs::write(&wrong, "no weights").unwrap();
    let expected = "expected weights made by \"bolshak train export\", found something else";
    let said = error(&["analyse", "--weights", &wrong, "--nodes", "10"], 1);
    assert_contains(&said, &["--weights: ", "wrong: ", expected]);
    assert_contains(&error(&["play", "--weights", &missing], 1), &["missing: expected a file of weights: "]);
    assert_contains(
        &error(&["train", "fit", &missing, "--out", &wrong], 1),
        &["missing: expected samples: "],
    );
    assert_contains(
        &error(&["train", "export", &wrong, "--out", &missing], 1),
        &["expected a model made by"],
    );
    assert_contains(
        &error(&["train", "generate", "--games", "0", "--dir", &missing], 2),
        &["1 to 100000000"],
    );
    assert_contains(
        &error(&["train", "generate", "--variant", "english", "--dir", &missing], 2),
        &["english cannot be searched"],
    );
    assert!(!fs::exists(&missing).unwrap());

    let mut client = Client::new();
    client.send(&format!("setoption name EvalFile value {wrong}"));
    let line = client.expect_line("info string error: options stay as they were: EvalFile: ");
    assert!(line.contains(expected), "{line}");
    client.send("position startpos\ngo nodes 100");
    client.expect_line("bestmove ");
    client.quit();
}

#[test]
fn games_are_refused_that_others_have_begun() {
    let folder = Folder::new("train-others");
    let games = folder.file("games");
    let generate = |seed: &'static str, code: i32| {
        let fixed = ["train", "generate", "--start", "--games", "5", "--nodes", "20", "--dir", &games];
        let output = bolshak(&[&fixed[..], &["--seed", seed]].concat()).output().unwrap();
        assert_eq!(output.status.code(), Some(code));
        String::from_utf8(output.stderr).unwrap()
    };
    generate("1", 0);
    assert_contains(&generate("2", 1), &["seed 2", "found", "seed 1", "choose another folder"]);
}
