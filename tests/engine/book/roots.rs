//! The positions with which a book may begin.

use std::collections::HashSet;
use std::fs;
use std::time::Duration;

use super::{GROWTH, Run, with_builder};
use crate::cli::Folder;
use crate::support::position;
use bolshak::board::{Color, Numbering};
use bolshak::book::{Code, Ending, Graph};
use bolshak::position::Position;
use bolshak::rules::{Giveaway, Russian};
use bolshak::tourney::openings::every_flying;

#[test]
fn flying_positions_differ_from_the_start_by_a_man_of_each_side_at_most() {
    let all = every_flying::<Russian>();
    let start = Position::<Russian>::start();
    let mut seen = HashSet::new();
    for position in &all {
        assert!(seen.insert(*position), "{position:?} comes twice");
        assert_eq!(position.turn(), Color::White);
        assert!(!position.has_capture() && !position.passed().has_capture());
        let missing = Color::ALL.map(|color| (start.pieces(color) & !position.pieces(color)).count());
        assert!(missing.iter().all(|&count| count <= 1) && missing != [0, 0], "{position:?}");
        assert!(Color::ALL.iter().all(|&color| position.men(color).count() == 12));
    }
    // Of one side alone as often as of the other, since the board is the same for both.
    let alone =
        |color: Color| all.iter().filter(|position| position.pieces(!color) == start.pieces(!color)).count();
    assert_eq!(alone(Color::White), alone(Color::Black));
    assert_eq!(every_flying::<Giveaway>().len(), all.len());
    for drawn in ["h2-h6 h6-f4", "d2-b4 ---", "--- h6-h4", "h2-b4 e7-h4"] {
        let text = format!("{drawn} W");
        let read =
            bolshak::tourney::openings::read::<Russian>(text.as_bytes(), Numbering::default()).unwrap();
        let position = read.openings[0].position();
        let is_quiet = !position.has_capture() && !position.passed().has_capture();
        assert_eq!(all.contains(&position), is_quiet, "{drawn}");
    }
}

#[test]
fn only_balanced_candidates_become_roots_and_the_work_goes_on_where_it_was() {
    let balanced = Position::<Russian>::start();
    let won = position("W:Wa1,c1,e1,g1,b2,d2,f2,h2:Bb8,d8");
    let mut candidates: Vec<Code> = every_flying::<Russian>().iter().step_by(97).map(Code::of).collect();
    candidates.extend([Code::of(&balanced), Code::of(&won)]);
    let folder = Folder::new("book-roots");
    let whole = folder.file("whole.book");
    let add = |path: &str, graph: &mut Graph<Russian>, run: &Run| {
        with_builder(path.as_ref(), run, |builder| {
            builder.add_balanced_roots(graph, &candidates, 60, None).unwrap()
        })
    };
    let mut graph = Graph::new(GROWTH);
    assert_eq!(add(&whole, &mut graph, &Run::default()), None);
    assert!(graph.roots().contains(&Code::of(&balanced)) && !graph.roots().contains(&Code::of(&won)));
    assert!(graph.roots().len() > 1 && graph.roots().len() < candidates.len());
    let scores = graph.roots().iter().map(|&root| graph.find(root).unwrap().score.centimen().unwrap());
    assert!(scores.into_iter().all(|score| score.abs() <= 60));
    assert_eq!(graph.len(), graph.roots().len(), "nothing else is kept");

    let parts = folder.file("parts.book");
    let stop = |searched| searched >= 10;
    let mut graph = Graph::new(GROWTH);
    let run = Run { threads: 2, keep: Duration::ZERO, stop: &stop, ..Run::default() };
    assert_eq!(add(&parts, &mut graph, &run), Some(Ending::Interrupted));
    assert!(graph.roots().is_empty());
    graph = super::read(parts.as_ref());
    assert_eq!(add(&parts, &mut graph, &Run::default()), None);
    assert!(fs::read(whole).unwrap() == fs::read(parts).unwrap());
}
