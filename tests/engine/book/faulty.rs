//! Books that were damaged, and books that somebody made up: no panic, no illegal move, no end without end.

use std::collections::BTreeMap;

use super::{SMALL, after, book, entry};
use crate::support::{play, position};
use bolshak::book::{Book, BookFault, Code, Entry, Graph, Parts, Stats, Taste, check};
use bolshak::position::Position;
use bolshak::rules::{Giveaway, Russian};

const ANY: Taste = Taste { plies: 100, margin: 1_000 };

/// A book that knows nothing but these positions, all worth much to whoever comes there.
fn book_of(positions: &[Position<Russian>]) -> Book<Russian> {
    let entries = positions.iter().map(|position| (Code::of(position), entry(-900, false)));
    book(&Parts { entries: entries.collect(), ..Parts::default() })
}

/// Asks a book of a position all that can be asked, and makes sure that what it says is legal.
fn ask(book: &Book<Russian>, position: &Position<Russian>) {
    let legal = position.legal_moves();
    for known in book.moves(position) {
        assert!(legal.contains(&known.mv));
    }
    let mut at = *position;
    for &mv in book.best_line(position).moves() {
        assert!(at.legal_moves().contains(&mv));
        at = at.after(mv);
    }
    for seed in 0..3 {
        if let Some(choice) = book.choose(position, 0, ANY, seed) {
            assert!(legal.contains(&choice.chosen.mv) && choice.line.moves()[0] == choice.chosen.mv);
        }
    }
}

#[test]
fn no_changed_byte_and_no_missing_one_goes_unnoticed() {
    let bytes = &*SMALL;
    for (place, &byte) in bytes.iter().enumerate() {
        let mut changed = bytes.clone();
        for other in [byte ^ 1, byte ^ 0x80, !byte] {
            changed[place] = other;
            let fault = Book::<Russian>::checked(changed.clone()).unwrap_err();
            let expected = if place < 8 { BookFault::NoBook } else { BookFault::Checksum };
            assert_eq!(fault, expected, "byte {place}");
        }
    }
    for length in 0..bytes.len() {
        let fault = Book::<Russian>::checked(bytes[..length].to_vec()).unwrap_err();
        assert_eq!(fault, if length < 8 { BookFault::NoBook } else { BookFault::Checksum }, "{length} bytes");
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert_eq!(Book::<Russian>::checked(longer).unwrap_err(), BookFault::Checksum);
    let other = Book::<Giveaway>::checked(bytes.clone()).unwrap_err();
    assert_eq!(other.to_string(), "expected a book of giveaway, found one of russian");
}

/// With the checksum made right again, as if somebody had written the file.
#[test]
fn whatever_a_book_says_its_moves_are_legal() {
    let bytes = &*SMALL;
    let body = bytes.len() - 4;
    let start = Position::<Russian>::start();
    let mut accepted = 0;
    for place in 8..body {
        for other in [bytes[place] ^ 1, bytes[place] ^ 0x40, 0xff] {
            let mut changed = bytes[..body].to_vec();
            changed[place] = other;
            changed.extend(crc32fast::hash(&changed).to_le_bytes());
            let Ok(book) = Book::<Russian>::checked(changed) else { continue };
            accepted += 1;
            ask(&book, &start);
            if place % 5 == 0 {
                check(&book);
                if let Ok(graph) = Graph::<Russian>::of(Parts::of(&book)) {
                    Stats::of(&graph);
                }
            }
        }
    }
    assert!(accepted > body, "{accepted}");
}

#[test]
fn a_move_that_a_capture_forbids_is_not_played() {
    let forced = position("W:Wc3,g1,h2:Bd4,f6,h6");
    let quiet = Position::<Russian>::passed(position("W:Wc3,g1,g3:Bd4,f6,h6"));
    let book = book_of(&[quiet]);
    assert_eq!((book.moves(&forced), book.choose(&forced, 0, ANY, 1)), (Vec::new(), None));
    let all = book_of(
        &[&[quiet][..], &forced.legal_moves().into_iter().map(|mv| forced.after(mv)).collect::<Vec<_>>()]
            .concat(),
    );
    assert_eq!(all.moves(&forced).len(), forced.legal_moves().len());
    ask(&all, &forced);
}

#[test]
fn positions_that_differ_in_anything_are_told_apart() {
    let near = [
        "W:Wa3,c3,Ke1:Bd6,h8",
        "B:Wa3,c3,Ke1:Bd6,h8",
        "W:Wa3,Kc3,Ke1:Bd6,h8",
        "W:Wa3,c3,e1:Bd6,h8",
        "W:Wa3,c3,Ke1:BKd6,h8",
        "W:Wa3,c3,Ke1:Bd6",
        "W:Wa3,Ke1:Bd6,h8",
        "W:Wa3,c3,Kg1:Bd6,h8",
    ]
    .map(position);
    for (place, one) in near.iter().enumerate() {
        let book = book_of(&[*one]);
        for (other_place, other) in near.iter().enumerate() {
            assert_eq!(book.find(Code::of(other)).is_some(), place == other_place, "{one:?} {other:?}");
        }
        assert!(book.find(Code::of(&one.flipped())).is_some(), "the same position seen by the other side");
    }
}

#[test]
fn a_book_that_goes_in_circles_ends() {
    let start = position("W:WKa1:BKb8");
    let moves = ["a1-b2", "b8-a7", "b2-a1", "a7-b8"];
    let circle: Vec<_> = (0..moves.len()).map(|plies| play(&start, &moves[..plies])).collect();
    // Whoever leaves the circle loses a man.
    let outside = circle.iter().flat_map(after).map(|code| (code, entry(100, false)));
    let mut entries: BTreeMap<Code, Entry> = outside.collect();
    entries.extend(circle.iter().map(|position| (Code::of(position), entry(0, true))));
    let book = book(&Parts { entries, roots: vec![Code::of(&start)], ..Parts::default() });
    ask(&book, &start);
    assert_eq!(book.best_line(&start).moves().len(), 32);
    let mut graph = Graph::<Russian>::of(Parts::of(&book)).unwrap();
    assert_eq!(graph.expanded(), 4);
    graph.back_up();
    assert_eq!(graph.find(Code::of(&start)).unwrap().value.centimen(), Some(0));
    assert_eq!(Stats::of(&graph).levels.len(), 5);
}

#[test]
fn a_book_is_played_from_only_where_it_has_all_moves() {
    let start = Position::<Russian>::start();
    let all = |is_expanded| after(&start).into_iter().map(move |code| (code, entry(5, is_expanded)));
    let whole = Parts { entries: all(true).collect(), ..Parts::default() };
    assert!(book(&whole).choose(&start, 0, ANY, 1).is_some());
    let ends = Parts { entries: all(false).collect(), ..Parts::default() };
    assert_eq!(book(&ends).choose(&start, 0, ANY, 1), None, "it does not go on after any move");
    let mut part = whole.clone();
    part.entries.pop_last();
    assert_eq!(book(&part).moves(&start).len(), 6);
    assert_eq!(book(&part).choose(&start, 0, ANY, 1), None);
}
