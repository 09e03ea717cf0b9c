//! Several books made one.

use super::{SMALL, after, entry};
use crate::support::position;
use bolshak::book::{Book, Code, Effort, Entry, Games, Graph, Parts};
use bolshak::position::Position;
use bolshak::rules::Russian;
use bolshak::search::Score;

fn effort(nodes: u64) -> Effort {
    Effort { nodes, program: "test".to_owned() }
}

fn small() -> Parts {
    Parts::of(&Book::<Russian>::checked(SMALL.clone()).unwrap())
}

#[test]
fn a_book_merged_with_itself_or_nothing_stays_as_it_is() {
    let mut merged = small();
    merged.add(small()).unwrap();
    merged.add(Parts::default()).unwrap();
    assert!(Graph::<Russian>::of(merged).unwrap().parts() == small());
}

#[test]
fn parts_of_a_book_put_together_are_the_book() {
    let whole = small();
    let (mut even, mut odd) = (whole.clone(), whole.clone());
    let mut number = 0;
    even.entries.retain(|_, _| {
        number += 1;
        number % 2 == 0
    });
    odd.entries.retain(|code, _| !even.entries.contains_key(code));
    even.add(odd).unwrap();
    assert!(Graph::<Russian>::of(even).unwrap().parts() == whole);
}

#[test]
fn the_search_with_more_nodes_counts_and_all_else_is_united() {
    let start = Position::<Russian>::start();
    let (root, codes) = (Code::of(&start), after(&start));
    let other_root = Code::of(&position("W:Wc3:Bf6"));
    let mut one = Parts { efforts: vec![effort(100), effort(500)], roots: vec![root], ..Parts::default() };
    one.entries.insert(root, entry(1, true));
    one.entries.extend(codes.iter().map(|&code| (code, entry(10, false))));
    let kept = codes[0];
    one.entries.insert(kept, Entry { effort: 1, ..entry(20, false) });
    let game = Games { won: 1, drawn: 2, lost: 3, open: 4 };
    one.games.insert(root, game);
    let mut two =
        Parts { efforts: vec![effort(500), effort(300)], roots: vec![other_root], ..Parts::default() };
    two.entries.insert(kept, Entry { effort: 1, ..entry(30, false) });
    let taken = codes[1];
    two.entries.insert(taken, Entry { effort: 1, ..entry(-40, false) });
    two.entries.insert(root, Entry { effort: 0, ..entry(2, false) });
    two.games.insert(root, game);
    two.games.insert(other_root, game);

    let mut merged = one;
    merged.add(two).unwrap();
    let merged = Graph::<Russian>::of(merged).unwrap();
    let parts = merged.parts();
    assert_eq!(parts.efforts, [effort(100), effort(500), effort(300)]);
    let found = |code| parts.entries[&code];
    assert_eq!((found(kept).score, found(kept).effort), (Score::evaluation(20), 1));
    assert_eq!((found(taken).score, found(taken).effort), (Score::evaluation(-40), 2));
    let start = found(root);
    // Searched by the second book, expanded by the first, worth what the better move now is.
    assert_eq!((start.score, start.effort, start.is_expanded), (Score::evaluation(2), 1, true));
    assert_eq!(start.value, Score::evaluation(40));
    let mut roots = vec![root, other_root];
    roots.sort_unstable();
    assert_eq!(parts.roots, roots);
    assert_eq!(parts.games[&root], Games { won: 2, drawn: 4, lost: 6, open: 8 });
    assert_eq!(parts.games[&other_root], game);
}

#[test]
fn more_searches_than_a_file_can_tell_apart_are_refused() {
    let code = Code::of(&Position::<Russian>::start());
    let mut merged = Parts::default();
    let mut of_effort = |nodes| {
        let mut parts = Parts { efforts: vec![effort(nodes)], ..Parts::default() };
        parts.entries.insert(code, entry(0, false));
        merged.add(parts)
    };
    assert!((1..=255).all(|nodes| of_effort(nodes).is_ok()));
    assert!(of_effort(256).is_err());
    assert_eq!(super::book(&merged).efforts().len(), 255);
}
