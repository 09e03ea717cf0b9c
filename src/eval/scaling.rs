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
    let scaled = value * sixteenths_of(position, strong) / 16;
    let is_lone_king = position.kings(!strong).any() && position.pieces(!strong).count() == 1;
    if !is_lone_king || position.kings(strong).count() < 3 {
        return scaled;
    }
    let drive = drive(position, !strong);
    if strong == Color::White { scaled + drive } else { scaled - drive }
}

/// The part of a value in favour of one side that is left, in sixteenths.
pub(crate) fn sixteenths_of<R: Rules>(position: &Position<R>, strong: Color) -> i32 {
    let (pieces, weak_kings) = (position.pieces(strong), position.kings(!strong));
    if R::OBJECTIVE == Objective::LoseAll || weak_kings.is_empty() {
        return 16;
    }
    let weak_holds_road = weak_kings.meets(R::TABLES.main_road) && !pieces.meets(R::TABLES.main_road);
    sixteenths(pieces.count(), position.pieces(!strong).count(), weak_holds_road)
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

/// What it is worth to have the main road.
const ROAD_TAKEN: i32 = 40;
/// What each safe square of the lone king takes away.
const SQUARE_LEFT: i32 = 8;

/// How far three kings or more have got in catching a lone one: they must take the main road from it, and then leave
/// it ever fewer squares where it is not taken (Petrov's triangle). Without such a guide the catch, up to 25 plies
/// long, is beyond the horizon. The value is the stronger side's.
fn drive<R: Rules>(position: &Position<R>, lone: Color) -> i32 {
    let hunted = if position.turn() == lone { *position } else { position.passed() };
    let safe = hunted.legal_moves().iter().filter(|&&mv| !hunted.after(mv).has_capture()).count() as i32;
    let road =
        position.kings(!lone).meets(R::TABLES.main_road) && !position.kings(lone).meets(R::TABLES.main_road);
    ROAD_TAKEN * i32::from(road) - SQUARE_LEFT * safe
}
