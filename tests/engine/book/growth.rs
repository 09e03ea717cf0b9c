//! However often the work is interrupted, and with any number of threads, the same book comes out.

use std::fs;
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::{Run, SMALL, fresh, grow, read};
use crate::cli::{Folder, printed};
use assert_cmd::cargo::cargo_bin;
use bolshak::book::{Book, Ending};
use bolshak::rules::Russian;

#[test]
fn the_number_of_threads_changes_nothing() {
    let folder = Folder::new("book-threads");
    let path = folder.file("a.book");
    grow(path.as_ref(), &mut fresh(), &Run { threads: 2, expanded: 40, ..Run::default() });
    assert!(fs::read(path).unwrap() == *SMALL);
}

#[test]
fn a_book_that_is_interrupted_again_and_again_is_the_same() {
    for threads in [1, 2] {
        for searches in [1, 7, 60, 150] {
            let folder = Folder::new(&format!("book-stop-{threads}-{searches}"));
            let path = folder.file("a.book");
            let stop = |searched| searched >= searches;
            let run = Run { threads, expanded: 40, stop: &stop, ..Run::default() };
            let mut graph = fresh();
            let mut interruptions = 0;
            while grow(path.as_ref(), &mut graph, &run) == Ending::Interrupted {
                interruptions += 1;
                let kept = graph.parts();
                graph = read(path.as_ref());
                assert!(!kept.pending.is_empty() || graph.is_empty());
                assert_eq!(graph.parts(), kept, "what was searched is kept");
            }
            assert!(interruptions > 0);
            assert!(fs::read(path).unwrap() == *SMALL, "{threads} threads, {searches} searches");
        }
    }
}

#[test]
fn a_book_that_was_killed_goes_on_from_what_was_kept() {
    for threads in [1, 2] {
        let folder = Folder::new(&format!("book-kill-{threads}"));
        let path = folder.file("a.book");
        let copies = AtomicUsize::new(0);
        // What a kill would leave at this moment.
        let copy = |searched: usize| {
            if searched.is_multiple_of(40)
                && fs::copy(&path, folder.file(&format!("copy-{searched}"))).is_ok()
            {
                copies.fetch_add(1, Ordering::Relaxed);
            }
            false
        };
        let run = Run { threads, expanded: 40, keep: Duration::ZERO, stop: &copy };
        grow(path.as_ref(), &mut fresh(), &run);
        assert!(copies.load(Ordering::Relaxed) > 2);
        for name in folder.names().into_iter().filter(|name| name.starts_with("copy-")) {
            let copy = folder.file(&name);
            let mut graph = read(copy.as_ref());
            assert!(graph.expanded() < 40);
            grow(copy.as_ref(), &mut graph, &Run { expanded: 40, ..Run::default() });
            assert!(fs::read(copy).unwrap() == *SMALL, "{name}");
        }
    }
}

#[test]
fn a_program_that_was_killed_goes_on_where_it_was() {
    let folder = Folder::new("book-killed");
    let (whole, parts) = (folder.file("whole.book"), folder.file("parts.book"));
    let command = |path, positions| {
        ["book", "build", path, "--positions", positions, "--nodes", "200", "--seed", "5", "--threads", "2"]
    };
    printed(&command(&whole, "120"));
    printed(&command(&parts, "20"));
    let mut child = std::process::Command::new(cargo_bin("bolshak"));
    let mut child =
        child.args(command(&parts, "120")).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(150));
    child.kill().unwrap();
    child.wait().unwrap();
    printed(&command(&parts, "120"));
    assert!(fs::read(whole).unwrap() == fs::read(parts).unwrap());
}

#[test]
fn another_seed_makes_another_book_and_a_larger_one_holds_the_smaller() {
    let folder = Folder::new("book-seeds");
    let path = folder.file("a.book");
    let mut graph = fresh().with_growth(bolshak::book::Growth { seed: 4, ..super::GROWTH });
    grow(path.as_ref(), &mut graph, &Run { expanded: 40, ..Run::default() });
    let (other, small) =
        (Book::<Russian>::open(path.as_ref()).unwrap(), Book::<Russian>::checked(SMALL.clone()).unwrap());
    assert!(other.entries().map(|(code, _)| code).ne(small.entries().map(|(code, _)| code)));
    let larger = folder.file("larger.book");
    fs::write(&larger, &*SMALL).unwrap();
    let mut graph = read(larger.as_ref());
    grow(larger.as_ref(), &mut graph, &Run { expanded: 60, ..Run::default() });
    assert!(graph.expanded() >= 60);
    for (code, before) in small.entries() {
        let now = graph.find(code).unwrap();
        // What was but looked at may have been searched in full.
        assert!(now.score == before.score || (now.effort, before.effort) == (0, 1));
    }
}
