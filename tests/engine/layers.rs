//! The order of the modules: each may use those above it in the list, never those below.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules of the library, each with what it may use besides the modules above it. `rules` is above
/// `position`; what several layers need lies as high as it can.
const LAYERS: &[&str] = &[
    "files", "machine", "random", "board", "rules", "position", "notation", "game", "pdn", "eval", "bases",
    "search", "book", "options", "bench", "engine", "protocol", "tourney", "train", "commands",
];

/// All source files of a module, a file or a folder.
fn files(module: &str) -> Vec<PathBuf> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let file = source.join(format!("{module}.rs"));
    if file.exists() { vec![file] } else { files_below(&source.join(module)) }
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    entries
        .map(|entry| entry.unwrap().path())
        .flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect()
}

/// The modules that a line of code names through `crate::`.
fn used_modules(line: &str) -> impl Iterator<Item = &str> {
    line.split("crate::").skip(1).map(|rest| {
        let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len());
        &rest[..end]
    })
}

#[test]
fn modules_use_only_what_lies_above_them() {
    let mut wrong = Vec::new();
    for (place, module) in LAYERS.iter().enumerate() {
        for file in files(module) {
            let text = fs::read_to_string(&file).unwrap();
            let code = text
                .lines()
                .filter(|line| !line.trim_start().starts_with("//") && !line.contains("$crate::"));
            for used in code.flat_map(used_modules) {
                if LAYERS.iter().position(|layer| *layer == used).is_some_and(|other| other > place) {
                    wrong.push(format!("{} uses {used}", file.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_module_has_its_layer() {
    let library = include_str!("../../src/lib.rs");
    let modules = library.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    for module in modules {
        assert!(LAYERS.contains(&module), "{module} has no place in the list of layers");
    }
}

#[test]
fn only_the_command_line_prints() {
    for module in LAYERS.iter().filter(|module| **module != "commands") {
        for file in files(module) {
            let text = fs::read_to_string(&file).unwrap();
            assert!(
                !text.contains("println!(") && !text.contains("process::exit"),
                "{} prints",
                file.display()
            );
        }
    }
}
