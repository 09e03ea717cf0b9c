//! The values of a position as they follow from those of the positions after its moves.

use std::fmt;

use super::super::probe::Conversion;
use super::super::solve::{ROAD_STATES, without_moves};
use super::super::value::{Standing, Value};
use super::{Kind, Slice};
use crate::position::{Move, Position};
use crate::rules::{KING_MOVES_PLIES, Rules};

/// What came of a quiet position.
pub(super) enum Judgement {
    /// It has a value that is never asked for.
    NotAsked,
    /// A move leads to what no base knows.
    Unknown,
    /// Its value is what the moves say.
    Right,
    /// It is not.
    Wrong { expected: String, found: String },
}

impl Judgement {
    fn of<V: PartialEq + ToString>(expected: &V, found: &V) -> Self {
        if expected == found { Self::Right } else { Self::wrong(expected, found) }
    }

    fn wrong(expected: &impl ToString, found: &impl ToString) -> Self {
        Self::Wrong { expected: expected.to_string(), found: found.to_string() }
    }
}

impl<R: Rules> Slice<'_, R> {
    /// Compares the value of a quiet position with those of the positions after its moves.
    pub(super) fn judge(&self, position: &Position<R>) -> Judgement {
        match self.kind() {
            Kind::Outcomes => self.judge_outcome(position),
            Kind::Distances => self.judge_distance(position),
            Kind::Conversions => self.judge_conversions(position),
        }
    }

    fn judge_outcome(&self, position: &Position<R>) -> Judgement {
        let Some(found) = self.bases.standing_of_quiet(position) else {
            return Judgement::wrong(&"an outcome", &"none");
        };
        match self.outcome(position, found) {
            Some(expected) => Judgement::of(&expected, &found),
            None => Judgement::Unknown,
        }
    }

    /// What the position must be, when it is said to be `found`.
    fn outcome(&self, position: &Position<R>, found: Standing) -> Option<Standing> {
        let after = |mv| self.bases.standing(&position.after(mv)).map(Standing::before_move);
        let values: Option<Vec<Standing>> = position.legal_moves().into_iter().map(after).collect();
        let best = values?.into_iter().max_by_key(|standing| standing.worth());
        let by_moves = best.unwrap_or_else(|| Standing::of(without_moves::<R>(), false));
        if by_moves.without_doubt() != found.without_doubt() {
            return Some(by_moves);
        }
        let by_distance = self.bases.distance_of_quiet(position).map(|value| Standing::of(value, false));
        if by_distance.is_some_and(|standing| standing != found.without_doubt()) {
            return by_distance;
        }
        if !by_moves.is_certain() || !self.is_limited() {
            return Some(by_moves);
        }
        let Some(conversion) = self.bases.conversion_of_quiet(position, 0) else { return Some(found) };
        let apart = self.section.balance.material().king_moves_count_apart();
        let doubtful = conversion.enough().is_none_or(|plies| apart && plies > KING_MOVES_PLIES);
        Some(Standing::of(found.shortest(), doubtful))
    }

    /// Whether draw rules may count here, so that a position may be in doubt though the next ones are not.
    fn is_limited(&self) -> bool {
        let balance = self.section.balance;
        R::PIECE_COUNT_RULES
            && (balance.has_lone_king_against_three()
                || balance.material().king_moves_count_apart()
                || balance.material().plies_of_balance().is_some())
    }

    fn judge_distance(&self, position: &Position<R>) -> Judgement {
        let Some(found) = self.bases.distance_of_quiet(position) else {
            return Judgement::wrong(&"a distance", &"none");
        };
        let after = |mv| self.bases.distance(&position.after(mv)).map(Value::before_move);
        let values: Option<Vec<Value>> = position.legal_moves().into_iter().map(after).collect();
        let Some(values) = values else { return Judgement::Unknown };
        let best = values.into_iter().reduce(Value::better);
        Judgement::of(&best.unwrap_or_else(without_moves::<R>), &found)
    }

    fn judge_conversions(&self, position: &Position<R>) -> Judgement {
        let Some(standing) = self.bases.standing_of_quiet(position) else { return Judgement::Unknown };
        if standing == Standing::Draw {
            return Judgement::NotAsked;
        }
        let states = if self.counts_road() && is_held(position) { ROAD_STATES as u16 } else { 1 };
        for on_road in 0..states {
            let judgement = self.judge_conversion(position, standing, on_road);
            if !matches!(judgement, Judgement::Right) {
                return judgement;
            }
        }
        Judgement::Right
    }

    fn judge_conversion(&self, position: &Position<R>, standing: Standing, on_road: u16) -> Judgement {
        let Some(found) = self.bases.conversion_of_quiet(position, on_road) else {
            return Judgement::wrong(&"a conversion", &"none");
        };
        let Some(expected) = self.conversion(position, on_road) else { return Judgement::Unknown };
        if expected.admits(standing, found) {
            return Judgement::Right;
        }
        let road =
            if on_road == 0 { String::new() } else { format!(" after {on_road} plies on the main road") };
        Judgement::wrong(&expected, &format!("{standing}, conversion {found}{road}"))
    }

    /// The plies to the next conversion, when the lone king has been holding the main road for so many.
    fn conversion(&self, position: &Position<R>, on_road: u16) -> Option<Span> {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return Some(Span::just(without_moves::<R>()));
        }
        if self.is_drawn_by_road(position, on_road) {
            return Some(Span::just(Value::DRAW));
        }
        let most = self.section.balance.material().plies_of_balance().unwrap_or(Value::MOST_PLIES);
        let after = |mv| self.conversion_after(position, mv, on_road).map(|span| span.before_move(most));
        let spans: Option<Vec<Span>> = moves.into_iter().map(after).collect();
        spans?.into_iter().reduce(Span::better)
    }

    fn conversion_after(&self, position: &Position<R>, mv: Move, on_road: u16) -> Option<Span> {
        let next = position.after(mv);
        // Counted up to here or, by a capture that is to be made, to the next ply.
        let certain = |plies| {
            Some(Span::just(match self.bases.standing(&next)? {
                Standing::Win => Value::win_in(plies),
                Standing::Loss => Value::loss_in(plies),
                _ => Value::DRAW,
            }))
        };
        if mv.promotes || mv.is_capture() || !next.has_legal_move() {
            return certain(0);
        }
        let on_road = if is_held(position) { on_road + 1 } else { 0 };
        if self.is_drawn_by_road(&next, on_road) {
            return Some(Span::just(Value::DRAW));
        }
        if next.has_capture() {
            return certain(1);
        }
        let in_plies: fn(u16) -> Value = match self.bases.standing_of_quiet(&next)?.without_doubt() {
            Standing::Win => Value::win_in,
            Standing::Loss => Value::loss_in,
            _ => return Some(Span::just(Value::DRAW)),
        };
        let on_road = if is_held(&next) { on_road } else { 0 };
        Some(match self.bases.conversion_of_quiet(&next, on_road)? {
            Conversion::Never => Span::just(Value::DRAW),
            Conversion::In(plies) => Span::just(in_plies(plies)),
            Conversion::Within(plies) => Span { least: in_plies(plies.min(1)), most: in_plies(plies) },
        })
    }

    fn counts_road(&self) -> bool {
        self.section.balance.has_lone_king_against_three()
    }

    /// Whether the lone king has been holding the main road for so long that a game that goes on is drawn.
    fn is_drawn_by_road(&self, position: &Position<R>, on_road: u16) -> bool {
        self.counts_road() && is_held(position) && u64::from(on_road) + 1 >= ROAD_STATES
    }
}

fn is_held<R: Rules>(position: &Position<R>) -> bool {
    position.material().is_held_main_road()
}

/// As `win, conversion in 5 plies`.
impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (least, most) = (self.least.plies(), self.most.plies());
        match Standing::of(self.least, false) {
            Standing::Draw => write!(f, "conversion {}", Conversion::Never),
            standing if self.least == self.most => {
                write!(f, "{standing}, conversion {}", Conversion::In(most))
            }
            standing => write!(f, "{standing}, conversion in {least} to {most} plies"),
        }
    }
}

/// A value whose plies are known within bounds.
#[derive(Clone, Copy)]
struct Span {
    least: Value,
    most: Value,
}

impl Span {
    const fn just(value: Value) -> Self {
        Self { least: value, most: value }
    }

    fn better(self, other: Self) -> Self {
        Self { least: self.least.better(other.least), most: self.most.better(other.most) }
    }

    /// One ply earlier, where more than `limit` plies make a draw.
    fn before_move(self, limit: u16) -> Self {
        let limited = |value: Value| if value.plies() > limit { Value::DRAW } else { value };
        Self { least: limited(self.least.before_move()), most: limited(self.most.before_move()) }
    }

    /// Whether a position that is won or lost may have this conversion.
    fn admits(self, standing: Standing, found: Conversion) -> bool {
        let Some(plies) = found.enough() else { return self.most.is_draw() };
        let same_side = Standing::of(self.least, false) == standing.without_doubt();
        let enough =
            matches!(found, Conversion::Within(_)) || self.most.is_draw() || plies <= self.most.plies();
        same_side && self.least.plies() <= plies && enough
    }
}
