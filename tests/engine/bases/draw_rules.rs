//! What the bases say under the draw rules that count plies, compared with all states of the counters.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use bolshak::bases::{Balance, Standing, Verdict};
use bolshak::board::{Numbering, Square};
use bolshak::notation::{Notation, read_square, write_fen};

use bolshak::position::Position;
use bolshak::rules::{DrawCounters, Russian};

use super::brute::{Brute, Witness, Worth};
use super::{BASES, named};

/// Compares what it sees with the bases.
struct Comparison {
    /// Of so many positions it looks at one.
    one_of: usize,
    /// States that were compared.
    seen: AtomicU64,
    /// Of these, those of which the bases say nothing for certain.
    unknown: AtomicU64,
    /// Those which the counters make a draw while the position is won or lost.
    spoilt: AtomicU64,
}

impl Comparison {
    const fn of_one_in(one_of: usize) -> Self {
        let zero = AtomicU64::new(0);
        Self { one_of, seen: zero, unknown: AtomicU64::new(0), spoilt: AtomicU64::new(0) }
    }
}

impl Witness for Comparison {
    fn see(&self, number: usize, position: &Position<Russian>, counters: DrawCounters, worth: Worth) {
        if !number.is_multiple_of(self.one_of) || position.has_capture() {
            return;
        }
        let verdict = BASES.verdict(position, Some(&counters));
        let expected = match worth {
            Worth::Lost => Verdict::Loss,
            Worth::Drawn => Verdict::Draw,
            Worth::Won => Verdict::Win,
        };
        self.seen.fetch_add(1, Relaxed);
        let fen = || write_fen(position, Notation::Algebraic);
        if verdict == Verdict::Unknown {
            self.unknown.fetch_add(1, Relaxed);
            assert!(may_be_unknown(position, counters), "{} with {counters:?} is {worth:?}", fen());
        } else {
            assert_eq!(verdict, expected, "{} with {counters:?}", fen());
        }
        if worth == Worth::Drawn && BASES.standing(position) != Some(Standing::Draw) {
            self.spoilt.fetch_add(1, Relaxed);
        }
    }
}

/// Whether a verdict may be withheld: where men may make doubts, and only if there are some or plies have been counted.
fn may_be_unknown(position: &Position<Russian>, counters: DrawCounters) -> bool {
    let (material, standing) = (position.material(), BASES.standing(position).unwrap());
    let nothing_counted = counters == DrawCounters::start(material);
    let men = material.men.0.iter().sum::<u8>();
    let of_coarse = position.occupied().count() == 5 && counters.plies_left(material) < 12;
    of_coarse
        || (men > 0
            && position.occupied().count() > 3
            && standing != Standing::Draw
            && !(nothing_counted && standing == standing.without_doubt()))
}

/// Compares all states of a balance and of its flipped one, men on these squares only.
fn compare(brute: &mut Brute, balance: &str, men: &[&str], one_of: usize) -> Comparison {
    let comparison = Comparison::of_one_in(one_of);
    let squares: Vec<Square> = men.iter().map(|text| square(text)).collect();
    let may_stand = |square: Square| squares.is_empty() || squares.contains(&square);
    brute.solve(named(balance), &may_stand, &comparison);
    comparison
}

fn square(text: &str) -> Square {
    read_square::<Russian>(text, Numbering::FromTop).unwrap()
}

#[test]
fn all_is_known_of_up_to_three_pieces() {
    let mut brute = Brute::default();
    for balance in (2..=3).flat_map(Balance::pairs) {
        let found = compare(&mut brute, &balance.to_string(), &[], 1);
        assert!(found.seen.into_inner() > 0);
        assert_eq!(found.unknown.into_inner(), 0, "{balance}");
    }
}

#[test]
fn all_is_known_of_three_kings_against_one() {
    let found = compare(&mut Brute::default(), "KKK-K", &[], 1);
    assert_eq!(found.unknown.into_inner(), 0);
    assert!(found.spoilt.into_inner() > 0);
}

#[test]
fn all_is_known_of_two_kings_against_two() {
    let found = compare(&mut Brute::default(), "KK-KK", &[], 1);
    assert_eq!(found.unknown.into_inner(), 0);
}

/// Three pieces against a king that may hold the main road, while the man stays where it is.
#[test]
fn what_is_said_of_a_king_on_the_main_road_is_right() {
    let mut brute = Brute::default();
    for balance in ["KKm-K", "Kmm-K"] {
        let found = compare(&mut brute, balance, &["a7", "c7"], 1);
        assert!(found.spoilt.into_inner() > 0, "{balance}");
    }
}

/// A man that can move sets back what kings have counted, and nothing else.
#[test]
fn what_is_said_of_three_pieces_against_a_king_is_right() {
    let mut brute = Brute::default();
    for balance in ["KKm-K", "Kmm-K"] {
        let found = compare(&mut brute, balance, &["h6", "g7"], 3);
        assert!(found.spoilt.into_inner() > 0, "{balance}");
    }
}

#[test]
fn what_is_said_of_two_pieces_against_two_is_right() {
    let mut brute = Brute::default();
    for balance in ["KK-Km", "Km-Km", "KK-mm", "Km-mm"] {
        compare(&mut brute, balance, &["h6", "g7"], 3);
    }
}

#[test]
#[ignore = "takes some minutes"]
fn what_is_said_of_three_pieces_with_more_men_is_right() {
    let mut brute = Brute::default();
    for balance in ["KKm-K", "Kmm-K", "mmm-K"] {
        compare(&mut brute, balance, &["c5", "b6", "d6", "a7", "c7", "e7"], 3);
    }
}

#[test]
#[ignore = "takes 600 MB of memory"]
fn what_is_said_of_four_kings_against_one_is_right() {
    compare(&mut Brute::default(), "KKKK-K", &[], 3);
}
