//! What is found wrong with a book.

use std::sync::atomic::AtomicBool;

use super::{GROWTH, SMALL, book, searcher};
use bolshak::board::{Color, Numbering};
use bolshak::book::{Book, Code, Flaw, Parts, check, search_again};
use bolshak::position::Position;
use bolshak::rules::{Rules, Russian};
use bolshak::search::Score;

fn small() -> Parts {
    Parts::of(&Book::<Russian>::checked(SMALL.clone()).unwrap())
}

fn root() -> Code {
    Code::of(&Position::<Russian>::start())
}

#[test]
fn a_book_that_was_built_is_right() {
    let book = Book::<Russian>::checked(SMALL.clone()).unwrap();
    assert_eq!(check(&book), []);
    let search = |sample, seed, stop: bool| {
        search_again(&book, (sample, seed), &searcher(), &AtomicBool::new(stop), &|| ()).unwrap()
    };
    let all = search(30, 1, false).unwrap();
    let nodes: Vec<u64> = all.iter().map(|searched| searched.effort.nodes).collect();
    assert_eq!(nodes, [GROWTH.nodes, GROWTH.nodes / 10]);
    assert_eq!(all.iter().map(|searched| searched.scores.len()).sum::<usize>(), 30);
    for searched in &all {
        assert!(searched.is_same);
        assert_eq!((searched.differing().count(), searched.differences().unwrap().1), (0, 0));
    }
    assert_eq!(search(30, 1, false).unwrap(), all);
    assert_ne!(search(30, 2, false).unwrap(), all);
    assert_eq!(search(0, 1, false), Some(Vec::new()));
    assert_eq!(search(30, 1, true), None);
}

#[test]
fn a_wrong_value_is_found() {
    let mut parts = small();
    let start = parts.entries.get_mut(&root()).unwrap();
    let right = start.value;
    start.value = Score::evaluation(321);
    let expected = Flaw::Value { expected: right, found: Score::evaluation(321) };
    assert_eq!(check(&book(&parts)), [(root(), expected)]);
}

#[test]
fn what_is_missing_after_an_expanded_position_is_found() {
    let mut parts = small();
    let leaf = |code: &Code| !parts.entries[code].is_expanded;
    let missing = super::after(&Position::start()).into_iter().find(leaf);
    let missing = missing.unwrap_or_else(|| super::after(&Position::start())[0]);
    parts.entries.remove(&missing);
    assert!(check(&book(&parts)).contains(&(root(), Flaw::Incomplete)));
}

#[test]
fn a_search_that_is_not_described_is_found() {
    let mut parts = small();
    parts.entries.get_mut(&root()).unwrap().effort = 9;
    assert_eq!(check(&book(&parts)), [(root(), Flaw::Effort(9))]);
}

#[test]
fn what_is_no_position_or_stands_in_a_wrong_place_is_found() {
    let parts = small();
    let whole = parts.write::<Russian>();
    // The games come last: 12 bytes of a code, 16 of results, 4 of the checksum. There are none, so the root comes last.
    let root_at = whole.len() - 4 - 12;
    let mut no_position = whole.clone();
    // A king on a4, where nobody stands.
    no_position[root_at + 2] = 0x10;
    let flaws = check(&resealed(no_position));
    assert!(matches!(flaws[..], [(_, Flaw::NoPosition)]), "{flaws:?}");

    // Two records of 10 bytes that follow each other in a group change places.
    let (one, other) = neighbours(&parts);
    let first = whole.windows(20).position(|bytes| bytes == [one, other].concat()).unwrap();
    let mut misplaced = whole;
    misplaced[first..first + 20].copy_from_slice(&[other, one].concat());
    let flaws = check(&resealed(misplaced));
    assert!(flaws.iter().any(|(_, flaw)| *flaw == Flaw::Misplaced), "{flaws:?}");
}

fn resealed(mut bytes: Vec<u8>) -> Book<Russian> {
    bytes.truncate(bytes.len() - 4);
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    Book::checked(bytes).unwrap()
}

/// Two expanded positions that differ in Black's squares only, as the file has them: these squares, the value, the score,
/// the depth and the effort.
fn neighbours(parts: &Parts) -> ([u8; 10], [u8; 10]) {
    let expanded = parts.entries.iter().filter(|(_, entry)| entry.is_expanded);
    let records: Vec<_> = expanded
        .map(|(code, entry)| {
            let position = code.position::<Russian>().unwrap();
            let number = |square| Russian::GEOMETRY.number(square, Numbering::FromBottom) - 1;
            let black: u32 =
                position.pieces(Color::Black).into_iter().map(|square| 1 << number(square)).sum();
            let bits = |score: Score| (score.centimen().unwrap() as i16).to_le_bytes();
            let parts = [
                &black.to_be_bytes()[..],
                &bits(entry.value),
                &bits(entry.score),
                &[entry.depth, entry.effort],
            ];
            (position.pieces(Color::White), <[u8; 10]>::try_from(parts.concat()).unwrap())
        })
        .collect();
    let pair = records.windows(2).find(|pair| pair[0].0 == pair[1].0).unwrap();
    (pair[0].1, pair[1].1)
}
