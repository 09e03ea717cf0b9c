//! Counts of positions that are known from elsewhere.

use bolshak::bases::{BaseFile, Index, Kind, Outcome, Standing, Totals};
use bolshak::board::{Bitboard, Color};
use bolshak::rules::{Rules, Russian};

use super::{BASES, named};
use crate::support::position;

/// The counts of the files of one kind with so many pieces.
fn of_files(pieces: u8, kind: Kind) -> Totals {
    let mut files = BASES.files().map(BaseFile::header);
    files.find(|header| header.pieces == pieces && header.kind == kind).unwrap().totals()
}

#[test]
fn the_files_count_what_is_published() {
    for kind in Kind::ALL {
        let of = |pieces| {
            let totals = of_files(pieces, kind);
            (totals.won, totals.drawn, totals.lost, totals.longest_win)
        };
        assert_eq!(of(2), (1_291, 1_507, 690, 13));
        assert_eq!(of(3), (67_475, 95_144, 33_413, 25));
        assert_eq!(of(4), (2_409_393, 2_544_014, 1_255_909, 85));
    }
    let longest = BASES.distance(&position("W:W23,29,31:BK3")).unwrap();
    assert_eq!(longest.outcome(), Outcome::Win(85));
}

/// How many of the quiet and other positions of a balance have each standing, and the longest win.
fn counted(balance: &str) -> [u64; 4] {
    let index = Index::<Russian>::new(named(balance));
    let mut counts = [0; 4];
    for number in 0..index.count() {
        let position = index.position(number);
        match BASES.distance(&position).unwrap().outcome() {
            Outcome::Win(plies) => {
                counts[0] += 1;
                counts[3] = counts[3].max(u64::from(plies));
            }
            Outcome::Draw => counts[1] += 1,
            Outcome::Loss(_) => counts[2] += 1,
        }
    }
    counts
}

#[test]
fn three_kings_against_one_are_counted_right() {
    assert_eq!(counted("KKK-K"), [132_240, 11_600, 0, 25]);
    assert_eq!(counted("K-KKK")[..3], [1_854, 85_468, 56_518]);
}

#[test]
fn most_of_the_draws_of_three_kings_are_on_the_main_road() {
    let index = Index::<Russian>::new(named("KKK-K"));
    let road = Russian::GEOMETRY
        .all_squares()
        .into_iter()
        .filter(|&square| Russian::GEOMETRY.file(square) == Russian::GEOMETRY.row(square));
    let road = road.fold(Bitboard::EMPTY, |road, square| road | Bitboard::of(square));
    assert_eq!(road.count(), 8);
    let positions = (0..index.count()).map(|number| index.position(number));
    let drawn = positions.filter(|position| BASES.standing(position) == Some(Standing::Draw));
    let on_road = drawn.filter(|position| position.kings(Color::Black).meets(road));
    assert_eq!(on_road.count(), 10_704);
}
