//! Each value agrees with those of the positions that the moves lead to.

use bolshak::bases::{Balance, Conversion, Index, Standing, Value};
use bolshak::board::{ByColor, Color};
use bolshak::notation::{Notation, write_fen};
use bolshak::position::{Move, Position};
use bolshak::rules::{Material, Russian};
use rayon::prelude::*;

use super::{BASES, Random};

type Spot = Position<Russian>;

fn fen(position: &Spot) -> String {
    write_fen(position, Notation::Algebraic)
}

/// The values without draw rules are those of the best moves.
fn check_plain(position: &Spot) {
    let after = || position.legal_moves().into_iter().map(|mv| position.after(mv));
    let standing = |position: &Spot| BASES.standing(position).unwrap_or(Standing::Loss).without_doubt();
    let best = after().map(|after| standing(&after).before_move()).max_by_key(|it| it.worth());
    assert_eq!(standing(position), best.unwrap_or(Standing::Loss), "{}", fen(position));
    if position.occupied().count() <= 4 {
        let distance = |position: &Spot| BASES.distance(position).unwrap();
        let best = after().map(|after| distance(&after).before_move()).reduce(Value::better);
        assert_eq!(distance(position), best.unwrap_or(Value::loss_in(0)), "{}", fen(position));
    }
}

/// Three pieces against a lone king, which stands alone on the main road.
fn holds_road(position: &Spot) -> bool {
    let material = position.material();
    Color::ALL.into_iter().any(|side| {
        let alone = material.king_alone_on_main_road[side] && position.pieces(side).count() == 1;
        alone && position.pieces(!side).count() == 3
    })
}

/// The plies that D3, D4, D7 and, without men, D6 leave to a balance; `None` without a limit.
fn limit(material: Material) -> Option<u16> {
    let (men, kings) = (material.men.0, material.kings.0);
    let of = |side: usize| men[side] + kings[side];
    let lone = (0..2).any(|side| of(side) == 1 && kings[side] == 1 && kings[1 - side] >= 3);
    let both = kings[0] > 0 && kings[1] > 0;
    match of(0) + of(1) {
        2 | 3 if both => Some(10),
        _ if lone || (men == [0, 0] && both) => Some(30),
        4 | 5 if both => Some(60),
        _ => None,
    }
}

/// What a position that a capture or crowning has led to counts as: only what is certain, and at once.
fn converted(standing: Standing, plies: u16) -> Value {
    match standing {
        Standing::Win => Value::win_in(plies),
        Standing::Loss => Value::loss_in(plies),
        Standing::Draw | Standing::DoubtfulWin | Standing::DoubtfulLoss => Value::DRAW,
    }
}

/// The plies to the next conversion after a move, for the side to move there.
fn after_move(position: &Spot, on_road: u16, mv: Move) -> Value {
    let after = position.after(mv);
    if !after.has_legal_move() {
        return Value::loss_in(0);
    }
    let standing = BASES.standing(&after).unwrap();
    if mv.promotes {
        return converted(standing, 0);
    }
    let on_road = if holds_road(position) && holds_road(&after) { on_road + 1 } else { 0 };
    if on_road == 10 {
        return Value::DRAW;
    }
    if after.has_capture() {
        return converted(standing, 1);
    }
    match (standing.without_doubt(), BASES.conversion_of_quiet(&after, on_road)) {
        (Standing::Draw, _) => Value::DRAW,
        (won_or_lost, Some(conversion)) => {
            conversion.enough().map_or(Value::DRAW, |plies| converted(won_or_lost, plies))
        }
        (_, None) => panic!("{}: nothing is known after a move", fen(position)),
    }
}

/// The conversion of a quiet position that is won or lost is that of the best moves, whatever the road has counted.
fn check_conversion(position: &Spot) {
    let standing = BASES.standing(position).unwrap();
    if standing == Standing::Draw || !position.has_legal_move() {
        return;
    }
    for on_road in 0..if holds_road(position) { 10 } else { 1 } {
        let moves = position.legal_moves();
        let values = moves.iter().map(|&mv| after_move(position, on_road, mv).before_move());
        let best = values.reduce(Value::better).unwrap();
        let is_in_time = limit(position.material()).is_none_or(|most| best.plies() <= most);
        let expected = if best.is_draw() || !is_in_time { None } else { Some(best.plies()) };
        let found = BASES.conversion_of_quiet(position, on_road).unwrap();
        let agrees = match (found, expected) {
            (Conversion::Never, expected) => expected.is_none(),
            (Conversion::In(plies), Some(expected)) => plies == expected,
            // Of what comes after it is only known that it is within 12 plies.
            (Conversion::Within(12), Some(expected)) => expected <= 13,
            (_, _) => false,
        };
        assert!(agrees, "{}, {on_road} plies on the road: {found:?}, not {expected:?}", fen(position));
        assert!(!best.is_win() || standing.without_doubt() == Standing::Win, "{}", fen(position));
    }
    check_doubt(position, standing);
}

/// A win or loss is doubtful just if no conversion comes in time, D6 included.
fn check_doubt(position: &Spot, standing: Standing) {
    let (material, conversion) = (position.material(), BASES.conversion_of_quiet(position, 0).unwrap());
    let both_have_kings = material.kings.0.iter().all(|&kings| kings > 0);
    let in_time = match conversion.enough() {
        None => false,
        Some(plies) => plies <= 30 || !both_have_kings,
    };
    assert_eq!(standing == standing.without_doubt(), in_time, "{}: {conversion:?}", fen(position));
}

fn check(position: &Spot) {
    check_plain(position);
    if !position.has_capture() {
        check_conversion(position);
    }
}

#[test]
fn every_value_of_up_to_three_pieces_agrees_with_its_successors() {
    for balance in (2..=3).flat_map(Balance::all) {
        let index = Index::<Russian>::new(balance);
        (0..index.count()).into_par_iter().for_each(|number| check(&index.position(number)));
    }
}

#[test]
fn values_of_four_and_five_pieces_agree_with_their_successors() {
    let mut random = Random(45);
    for (pieces, of_each) in [(4, 8_000), (5, 2_500)] {
        random.positions(pieces, of_each).par_iter().for_each(check);
    }
}

#[test]
fn every_value_of_three_kings_against_one_agrees_with_its_successors() {
    for balance in Balance::pairs(4).filter(|it| it.men == [0; 2] && it.kings.contains(&3)) {
        for balance in [balance, balance.flipped()] {
            let index = Index::<Russian>::new(balance);
            (0..index.count()).into_par_iter().for_each(|number| check(&index.position(number)));
        }
    }
}

#[test]
fn the_limits_of_balances_are_as_the_rules_say() {
    let of = |men, kings| limit(Material { men: ByColor(men), kings: ByColor(kings), ..Material::default() });
    assert_eq!(of([0, 0], [2, 1]), Some(10));
    assert_eq!(of([1, 0], [3, 1]), Some(30));
    assert_eq!(of([1, 0], [2, 1]), Some(60));
    assert_eq!(of([1, 1], [2, 0]), None);
}
