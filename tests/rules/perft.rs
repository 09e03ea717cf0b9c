//! Perft: the number of move sequences from given positions, against published and independently counted ones.

use rayon::prelude::*;

use bolshak::position::{Position, divide, perft};
use bolshak::rules::{Rules, Variant, with_rules};

const TABLE: &str = include_str!("data/perft.txt");

/// Counts up to this size are checked in the normal run.
const BUDGET: u64 = 6_000_000;

/// One line of the table.
struct Entry {
    variant: Variant,
    fen: &'static str,
    counts: Vec<u64>,
}

fn entries() -> Vec<Entry> {
    let lines = TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let entry = |line: &'static str| {
        let [variant, fen, counts] = line.split(" | ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let counts = counts.split(' ').map(|count| count.parse().unwrap()).collect();
        Entry { variant: variant.parse().unwrap(), fen, counts }
    };
    lines.map(entry).collect()
}

fn starting<R: Rules>(fen: &str) -> Position<R> {
    if fen == "startpos" { Position::start() } else { crate::common::position(fen) }
}

/// Counts the sequences after each first move and its replies apart, so that all processors have something to do.
fn spread_perft<R: Rules>(position: &Position<R>, depth: u32) -> u64 {
    if depth < 4 {
        return perft(position, depth);
    }
    let after_two: Vec<_> = position
        .legal_moves()
        .into_iter()
        .flat_map(|mv| {
            let next = position.after(mv);
            next.legal_moves().into_iter().map(move |reply| next.after(reply)).collect::<Vec<_>>()
        })
        .collect();
    after_two.par_iter().map(|position| perft(position, depth - 2)).sum()
}

/// Checks all counts of the table from `from` on that are less than `to`.
fn check_counts(from: u64, to: u64) {
    for Entry { variant, fen, counts } in entries() {
        for (depth, count) in (1..).zip(counts).filter(|(_, count)| (from..to).contains(count)) {
            let found = with_rules!(variant, R => spread_perft(&starting::<R>(fen), depth));
            assert_eq!(found, count, "{variant} {fen} depth {depth}");
        }
    }
}

#[test]
fn counts_agree_with_the_table() {
    check_counts(0, BUDGET);
}

#[test]
#[ignore = "counts some six thousand million sequences"]
fn large_counts_agree_with_the_table() {
    check_counts(BUDGET, u64::MAX);
}

#[test]
fn no_move_is_one_sequence_and_a_division_adds_up() {
    for Entry { variant, fen, counts } in entries() {
        with_rules!(variant, R => {
            let position = starting::<R>(fen);
            assert_eq!(perft(&position, 0), 1);
            let parts = divide(&position, 3);
            assert_eq!(parts.len() as u64, counts[0], "{variant} {fen}");
            assert_eq!(parts.iter().map(|part| part.1).sum::<u64>(), counts[2], "{variant} {fen}");
        });
    }
}
