//! All positions with up to three pieces, and those of English draughts with two.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use bolshak::bases::{
    Balance, Bases, Kind, Outcome, Plan, Standing, Step, Totals, Value, Watcher, build, file_name,
};
use bolshak::board::Color;
use bolshak::position::Position;
use bolshak::rules::{English, Rules, Russian, Variant};

use super::BASES;
use super::files::{Folder, original};
use super::naive::{self, Count, Values, count};

const fn totals(won: u64, drawn: u64, lost: u64, longest_win: u16) -> Count {
    Count { won, drawn, lost, longest_win }
}

/// Both sides have pieces, together so many.
fn has<R: Rules>(position: &Position<R>, pieces: u32) -> bool {
    position.occupied().count() == pieces && Balance::of(position).is_some()
}

/// White is to move, and the balance is written so.
fn is_balance<R: Rules>(position: &Position<R>, wanted: &str) -> bool {
    position.turn() == Color::White && Balance::of(position).is_some_and(|it| it.to_string() == wanted)
}

#[test]
fn the_naive_solver_counts_what_is_published() {
    let values = &*naive::RUSSIAN;
    let white = |pieces| count(values, |position| position.turn() == Color::White && has(position, pieces));
    assert_eq!(white(2), totals(1_291, 1_507, 690, 13));
    assert_eq!(white(3), totals(67_475, 95_144, 33_413, 25));
    assert_eq!(count(values, |_| true), totals(206_328, 193_302, 137_002, 25));
    let balance = |wanted| count(values, |position| is_balance(position, wanted));
    let king_against_king = balance("K-K");
    assert_eq!(king_against_king, totals(194, 796, 2, king_against_king.longest_win));
    assert_eq!(balance("KK-K"), totals(5_628, 9_252, 0, 7));
    let weak = balance("K-KK");
    assert_eq!(weak, totals(754, 13_852, 274, weak.longest_win));
    let against_man = balance("KK-m");
    assert_eq!((against_man.won, against_man.drawn), (12_626, 394));
}

/// Compares each position that the bases know with its naive value; the number of those positions.
fn compare<R: Rules>(bases: &Bases<R>, values: &Values<R>) -> usize {
    let mut compared = 0;
    for (position, &value) in values {
        let (standing, distance) = (bases.standing(position), bases.distance(position));
        if Balance::of(position).is_some() {
            assert!(standing.is_some() && distance.is_some(), "{position:?}");
            compared += 1;
        }
        let plain = standing.map(Standing::without_doubt);
        let expected = match value {
            Outcome::Draw => Standing::Draw,
            Outcome::Win(_) => Standing::Win,
            Outcome::Loss(_) => Standing::Loss,
        };
        assert!(plain.is_none_or(|plain| plain == expected), "{position:?} is {value:?}, not {standing:?}");
        let outcome = distance.map(Value::outcome);
        assert!(outcome.is_none_or(|outcome| outcome == value), "{position:?} is {value:?}, not {outcome:?}");
    }
    compared
}

#[test]
fn the_bases_agree_with_the_naive_solver() {
    assert_eq!(compare(&BASES, &naive::RUSSIAN), 2 * (3_488 + 196_032));
}

/// Somebody who looks away.
struct Nobody;

impl Watcher for Nobody {
    fn begin(&mut self, _: &Plan) {}
    fn done(&mut self, _: &Step) {}
    fn finish(&mut self, _: u8, _: &Totals, _: &[PathBuf]) {}
}

/// Makes the bases of a game with up to so many pieces anew.
fn make<R: Rules>(pieces: u8, name: &str) -> Folder {
    let folder = Folder::new(name);
    build::<R>(pieces, &folder.0, &AtomicBool::new(false), &mut Nobody).unwrap();
    folder
}

#[test]
fn bases_of_english_draughts_agree_with_the_naive_solver() {
    let positions: Vec<Position<English>> = (1..=2).flat_map(naive::positions).collect();
    let values = naive::solve(&positions);
    let kings = count(&values, |position| is_balance(position, "K-K"));
    assert_eq!(kings, totals(230, 654, 108, kings.longest_win));
    let (folder, mut bases) = (make::<English>(2, "english"), Bases::none());
    assert!(bases.add_folder(&folder.0).is_empty());
    assert_eq!(compare(&bases, &values), 2 * 3_488);
    let sections = bases.files().flat_map(|file| &file.header().sections);
    let kings = sections.filter(|section| section.balance.to_string() == "K-K");
    let counts: Vec<_> = kings.map(|it| (it.totals.won, it.totals.drawn, it.totals.lost)).collect();
    assert_eq!(counts, [(230, 654, 108); 2], "of the outcomes and of the distances");
}

/// Makes bases anew and compares them with those that are built in, byte by byte.
fn make_again(pieces: u8) {
    let folder = make::<Russian>(pieces, &format!("russian-{pieces}"));
    for (pieces, kind) in (2..=pieces).flat_map(|pieces| Kind::ALL.map(|kind| (pieces, kind))) {
        let name = file_name(Variant::Russian, pieces, kind);
        assert!(fs::read(folder.0.join(&name)).unwrap() == original(&name), "{name} has changed");
    }
}

#[test]
fn bases_of_up_to_four_pieces_come_out_as_they_are_built_in() {
    make_again(4);
}
