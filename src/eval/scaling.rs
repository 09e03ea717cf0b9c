//! Endings that are worth less than they count, because the weaker side can hold them.

use crate::board::Color;
use crate::position::Position;
use crate::rules::{Objective, Rules};

/// Scales a value for White.
pub(super) fn scale<R: Rules>(position: &Position<R>, value: i32) -> i32 {
    if R::OBJECTIVE == Objective::LoseAll || value == 0 {
        return value;
    }
    let strong = if value > 0 { Color::White } else { Color::Black };
    let weak_kings = position.kings(!strong);
    if weak_kings.is_empty() {
        return value;
    }
    let strong_pieces = position.pieces(strong).count();
    let weak_pieces = position.pieces(!strong).count();
    let weak_holds_road =
        weak_kings.meets(R::TABLES.main_road) && !position.pieces(strong).meets(R::TABLES.main_road);
    value * sixteenths(strong_pieces, weak_pieces, weak_holds_road) / 16
}

/// The part of a value that is left when the weaker side has a king.
fn sixteenths(strong: u32, weak: u32, weak_holds_road: bool) -> i32 {
    match (strong, weak) {
        // Fewer than three pieces cannot catch a king that stays out of simple shots.
        (..=2, 1..) => 1,
        // Three catch it only off the main road, by Petrov's triangle.
        (3, 1) if weak_holds_road => 1,
        (3, 1) => 10,
        (4.., 1) if weak_holds_road => 5,
        (3 | 4, 2) => 4,
        _ if strong <= weak + 1 && weak_holds_road => 6,
        _ if strong <= weak + 1 => 10,
        _ => 16,
    }
}
