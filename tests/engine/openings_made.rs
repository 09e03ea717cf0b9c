//! Openings that the program makes, and those that are built in.

use std::collections::HashSet;

use bolshak::board::Numbering;
use bolshak::position::Position;
use bolshak::rules::{Giveaway, International, Russian};
use bolshak::tourney::openings::{Effort, Generated, Recipe, built_in, generate, read};

fn recipe(effort: Effort, limit: usize) -> Recipe {
    Recipe { plies: 2..=4, margin: 40, effort, limit, seed: 5 }
}

fn made(recipe: &Recipe, threads: usize) -> Generated<Russian> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    generate(recipe, &pool, &|| false, &|_| ()).unwrap()
}

#[test]
fn the_same_recipe_makes_the_same_openings_with_any_number_of_threads() {
    for effort in [Effort::Depth(4), Effort::Nodes(300)] {
        let recipe = recipe(effort, 60);
        let alone = made(&recipe, 1);
        assert_eq!(alone, made(&recipe, 3));
        assert_eq!(alone.openings.len(), 60);
        let other = Recipe { seed: 6, ..recipe };
        assert_ne!(alone, made(&other, 1));
    }
}

#[test]
fn a_smaller_limit_makes_the_beginning_of_the_list() {
    let all = made(&recipe(Effort::Depth(3), 100), 2);
    let few = made(&recipe(Effort::Depth(3), 30), 1);
    assert_eq!(all.openings[..30], few.openings[..]);
}

#[test]
fn no_more_openings_are_made_than_there_are() {
    let recipe = Recipe { plies: 2..=2, margin: 0, ..recipe(Effort::Depth(2), 1000) };
    let made = made(&recipe, 1);
    assert!(made.openings.len() < 49 && made.progress.judged == made.progress.positions, "{made:?}");
}

#[test]
fn what_is_written_is_read_again() {
    let recipe = recipe(Effort::Depth(3), 40);
    let made = made(&recipe, 1);
    let text = made.write(&recipe);
    assert!(
        text.contains("bolshak openings --plies 2-4 --margin 40 --depth 3 --limit 40 --seed 5\n"),
        "{text}"
    );
    let found = read::<Russian>(text.as_bytes(), Numbering::FromTop).unwrap();
    assert_eq!((found.openings, found.warnings), (made.openings, Vec::new()));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let giveaway = generate::<Giveaway>(&recipe, &pool, &|| false, &|_| ()).unwrap().write(&recipe);
    assert!(giveaway.contains("bolshak openings --variant giveaway --plies 2-4"), "{giveaway}");
}

#[test]
fn the_built_in_openings_are_legal_distinct_and_quiet() {
    let openings = built_in::<Russian>().unwrap();
    assert!((300..=600).contains(&openings.len()), "{}", openings.len());
    let mut reached = HashSet::new();
    for opening in &openings {
        let position = opening.position();
        assert_eq!(opening.start, Position::start());
        assert!((2..=6).contains(&opening.moves.len()));
        assert!(position.legal_moves().iter().all(|mv| !mv.is_capture()), "{opening:?}");
        assert!(!reached.contains(&position.flipped()) && reached.insert(position), "{opening:?}");
    }
    let first_moves: HashSet<_> = openings.iter().map(|opening| opening.moves[0]).collect();
    assert_eq!(first_moves.len(), 7, "each first move is there");
    assert!(built_in::<Giveaway>().is_none() && built_in::<International>().is_none());
}
