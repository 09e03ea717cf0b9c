//! Values backed up, against small graphs worked by hand.

use std::collections::BTreeMap;

use super::{after, entry};
use crate::support::{play, position};
use bolshak::book::{Code, Graph, Parts};
use bolshak::position::Position;
use bolshak::rules::Russian;
use bolshak::search::Score;

/// A graph of some expanded positions; what else follows them has these scores, or the last one.
fn graph(expanded: &[Position<Russian>], scores: &[(Position<Russian>, i32)], others: i32) -> Graph<Russian> {
    let mut entries = BTreeMap::new();
    for position in expanded {
        entries.extend(after(position).into_iter().map(|code| (code, entry(others, false))));
    }
    entries.extend(scores.iter().map(|(position, score)| (Code::of(position), entry(*score, false))));
    let codes: Vec<Code> = expanded.iter().map(Code::of).collect();
    assert!(scores.iter().all(|(position, _)| !codes.contains(&Code::of(position))));
    // A search of its own that nothing should come of.
    entries.extend(codes.into_iter().map(|code| (code, entry(777, true))));
    let graph = Graph::of(Parts { entries, ..Parts::default() }).unwrap();
    assert_eq!(graph.expanded(), expanded.len());
    graph
}

fn values(graph: &Graph<Russian>, positions: &[Position<Russian>]) -> Vec<i32> {
    let value = |position| graph.find(Code::of(position)).unwrap().value.centimen().unwrap();
    positions.iter().map(value).collect()
}

/// The start and the four positions to be expanded of
///
/// ```text
/// W:Wa3,h2:Ba7,h8 ─ a3-b4 ─┬─ a7-b6 ─┬─ b4-a5
///                          │         ├─ b4-c5
///                          │         └─ h2-g3 ─┐
///                          └─ h8-g7            │
///                 ─ h2-g3 ─┬─ a7-b6 ─┬─ a3-b4 ─┴─ (common)
///                          │         ├─ g3-f4
///                          │         └─ g3-h4
///                          └─ h8-g7
/// ```
fn with_transposition(common: i32) -> Vec<i32> {
    let start = position("W:Wa3,h2:Ba7,h8");
    let line = |moves: &str| play(&start, &moves.split(' ').collect::<Vec<_>>());
    let (b4, g3) = (line("a3-b4"), line("h2-g3"));
    let (b4_b6, g3_b6) = (line("a3-b4 a7-b6"), line("h2-g3 a7-b6"));
    let meeting = line("a3-b4 a7-b6 h2-g3");
    assert_eq!(meeting, line("h2-g3 a7-b6 a3-b4"));
    let scores = [
        (meeting, common),
        (line("a3-b4 a7-b6 b4-a5"), 10),
        (line("a3-b4 a7-b6 b4-c5"), 200),
        (line("h2-g3 a7-b6 g3-f4"), 50),
        (line("h2-g3 a7-b6 g3-h4"), 60),
        (line("a3-b4 h8-g7"), 20),
        (line("h2-g3 h8-g7"), -70),
    ];
    let expanded = [start, b4, g3, b4_b6, g3_b6];
    let graph = graph(&expanded, &scores, 0);
    assert_eq!(graph.len(), expanded.len() + scores.len(), "the transposition is one entry");
    values(&graph, &expanded)
}

#[test]
fn each_side_takes_its_best_move_and_a_transposition_counts_on_both_ways() {
    // After 1. a3-b4 a7-b6 White has the best of -10, -200 and -30; Black prefers that to the 20 of h8-g7.
    // After 1. h2-g3 a7-b6 White has the best of -30, -50 and -60; for Black h8-g7 is better still.
    assert_eq!(with_transposition(30), [-10, 10, 70, -10, -30]);
    // The common position is good for White now, so that Black avoids it on both ways.
    assert_eq!(with_transposition(-90), [20, -20, 70, 90, 90]);
}

#[test]
fn a_circle_is_drawn_unless_a_side_has_something_better() {
    let start = position("W:WKa1:BKb8");
    let line = |moves: &str| play(&start, &moves.split(' ').collect::<Vec<_>>());
    let circle = [start, line("a1-b2"), line("a1-b2 b8-a7"), line("a1-b2 b8-a7 b2-a1")];
    assert_eq!(line("a1-b2 b8-a7 b2-a1 a7-b8"), start);
    // Whoever leaves the circle loses a man.
    assert_eq!(values(&graph(&circle, &[], 100), &circle), [0, 0, 0, 0]);
    // White can leave it at the third position with a gain.
    let white = (line("a1-b2 b8-a7 b2-c1"), -40);
    assert_eq!(values(&graph(&circle, &[white], 100), &circle), [40, -40, 40, -40]);
    // And Black at the second: each avoids what the other wants.
    let black = (line("a1-b2 b8-d6"), -15);
    assert_eq!(values(&graph(&circle, &[white, black], 100), &circle), [-15, 15, 40, 15]);
}

#[test]
fn an_end_of_the_game_counts_with_its_distance() {
    let won = position("W:Wc3:Bd4");
    let graph = graph(&[won], &[], 0);
    assert_eq!(graph.find(Code::of(&won)).unwrap().value, Score::win_in(1));
}

#[test]
fn an_expanded_position_of_which_something_is_missing_is_no_longer_one() {
    let start = Position::<Russian>::start();
    let mut entries: BTreeMap<Code, _> =
        after(&start).into_iter().map(|code| (code, entry(5, false))).collect();
    entries.insert(Code::of(&start), entry(33, true));
    let missing = after(&start)[3];
    entries.remove(&missing);
    let graph = Graph::<Russian>::of(Parts { entries, ..Parts::default() }).unwrap();
    assert_eq!((graph.expanded(), graph.len()), (0, 7));
    assert_eq!(graph.find(Code::of(&start)).unwrap(), entry(33, false));
}
