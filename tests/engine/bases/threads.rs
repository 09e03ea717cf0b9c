//! Bases that several threads ask at the same time.

use std::sync::Barrier;
use std::thread;

use bolshak::bases::{Bases, Conversion, Standing, Value};
use bolshak::position::Position;
use bolshak::rules::Russian;

use super::Random;

type Answer = (Option<Standing>, Option<Value>, Option<Conversion>);

fn ask(bases: &Bases<Russian>, positions: &[Position<Russian>]) -> Vec<Answer> {
    let of = |position| {
        (bases.standing(position), bases.distance(position), bases.conversion_of_quiet(position, 0))
    };
    positions.iter().map(of).collect()
}

#[test]
fn several_threads_get_the_answers_that_one_gets() {
    let mut random = Random(5);
    let positions: Vec<_> = (2..=5).flat_map(|pieces| random.positions(pieces, 300)).collect();
    let expected = ask(&Bases::embedded(), &positions);
    assert!(expected.iter().all(|(standing, ..)| standing.is_some()));
    for _ in 0..5 {
        // Nothing is unpacked yet when all begin at once.
        let (bases, barrier) = (Bases::embedded(), Barrier::new(8));
        thread::scope(|scope| {
            let ask_at_once = || {
                barrier.wait();
                ask(&bases, &positions)
            };
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(ask_at_once)).collect();
            for thread in threads {
                assert_eq!(thread.join().unwrap(), expected);
            }
        });
    }
}
