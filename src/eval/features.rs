//! What is counted on the board, besides the patterns of men.

use crate::board::{Bitboard, Color, Direction};
use crate::position::Position;
use crate::rules::Rules;

/// What takes the counts.
pub(super) trait Tally {
    /// A feature counts so many times more for White than for Black.
    fn add(&mut self, feature: usize, times: i32);
}

/// The kinds of features; the value is the index of the first feature of the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Feature {
    /// A man.
    Man = 0,
    /// A side's first king.
    FirstKing,
    /// Each further king.
    FurtherKing,
    /// A king on the main road.
    KingOnMainRoad,
    /// A square that a king can move to and not be taken there.
    KingMobility,
    /// A king that has no such square.
    TrappedKing,
    /// The difference between the men on the left and on the right half of the board.
    Imbalance,
    /// A step that a man can make without being taken.
    SafeStep,
    /// A step that a man can make into a capture.
    UnsafeStep,
    /// A man that no enemy man can stop any more, as far as can be seen by rows and columns.
    Runaway,
    /// The opposition: whether the side to move has the move, with men only.
    Opposition,
    /// The right to move.
    Turn,
    /// The square of a king, by the index of its bit.
    KingSquare,
}

/// The number of features.
pub const FEATURES: usize = Feature::KingSquare as usize + 64;

impl Feature {
    /// The name of the kind that a feature belongs to.
    pub fn name_of(index: usize) -> &'static str {
        const NAMES: [&str; Feature::KingSquare as usize] = [
            "man",
            "first king",
            "further king",
            "king on main road",
            "king mobility",
            "trapped king",
            "imbalance",
            "safe step",
            "unsafe step",
            "runaway",
            "opposition",
            "turn",
        ];
        match index {
            _ if index >= Self::KingSquare as usize => "squares of kings",
            _ => NAMES[index],
        }
    }
}

/// Counts all features of a position.
#[inline]
pub(super) fn count<R: Rules, T: Tally>(position: &Position<R>, tally: &mut T) {
    let turned = position.flipped();
    let white = Side::<R>::of(position, Color::White);
    let black = Side::<R>::of(&turned, Color::White);
    white.count(tally, 1);
    black.count(tally, -1);
    let turn = if position.turn() == Color::White { 1 } else { -1 };
    tally.add(Feature::Turn as usize, turn);
    let men = (white.men.count(), black.men.count());
    if (white.kings | black.kings).is_empty() && men.0 == men.1 && men.0 <= MOST_MEN_FOR_OPPOSITION {
        tally.add(Feature::Opposition as usize, if has_the_move(position) { turn } else { -turn });
    }
}

/// With more men a side than this the opposition changes with every exchange, and says nothing.
const MOST_MEN_FOR_OPPOSITION: u32 = 5;

/// Whether the side to move has the move: an odd number of pieces stands on the rows from which that side's men
/// start. The rule of thumb of all draughts games for endings where the men block each other.
fn has_the_move<R: Rules>(position: &Position<R>) -> bool {
    let system = match position.turn() {
        Color::White => R::TABLES.even_rows,
        Color::Black => R::TABLES.squares & !R::TABLES.even_rows,
    };
    !(position.occupied() & system).count().is_multiple_of(2)
}

/// One side as if it were White, and its enemy.
struct Side<R: Rules> {
    men: Bitboard,
    kings: Bitboard,
    enemy: Bitboard,
    enemy_men: Bitboard,
    enemy_kings: Bitboard,
    empty: Bitboard,
    rules: std::marker::PhantomData<R>,
}

impl<R: Rules> Side<R> {
    fn of(position: &Position<R>, us: Color) -> Self {
        Self {
            men: position.men(us),
            kings: position.kings(us),
            enemy: position.pieces(!us),
            enemy_men: position.men(!us),
            enemy_kings: position.kings(!us),
            empty: position.empty(),
            rules: std::marker::PhantomData,
        }
    }

    #[inline]
    fn count<T: Tally>(&self, tally: &mut T, sign: i32) {
        let mut add = |feature: Feature, times: u32| tally.add(feature as usize, sign * times as i32);
        add(Feature::Man, self.men.count());
        let attacked = self.attacked();
        self.steps(attacked, &mut add);
        self.wings(&mut add);
        if self.kings.any() {
            self.kings(attacked, &mut add);
        }
        for square in self.kings {
            tally.add(Feature::KingSquare as usize + square.index(), sign);
        }
    }

    fn step(set: Bitboard, direction: Direction) -> Bitboard {
        Position::<R>::step(set, direction)
    }

    /// The empty squares on which a piece would be taken by a neighbour as things stand.
    fn attacked(&self) -> Bitboard {
        Direction::ALL.into_iter().fold(Bitboard::EMPTY, |found, direction| {
            let next_to_enemy = Self::step(self.enemy, direction);
            let open_behind = Self::step(self.empty, direction.reverse());
            found | (next_to_enemy & open_behind)
        })
    }

    fn steps(&self, attacked: Bitboard, add: &mut impl FnMut(Feature, u32)) {
        let (mut safe, mut unsafe_steps) = (0, 0);
        for direction in Color::White.forward() {
            let steps = Self::step(self.men, direction) & self.empty;
            // The square that is left opens the way for an enemy straight ahead.
            let met = Self::step(self.enemy, direction.reverse());
            let bad = steps & (attacked | met);
            safe += (steps & !bad).count();
            unsafe_steps += bad.count();
        }
        add(Feature::SafeStep, safe);
        add(Feature::UnsafeStep, unsafe_steps);
    }

    fn wings(&self, add: &mut impl FnMut(Feature, u32)) {
        let on_left = (self.men & R::TABLES.left_half).count();
        add(Feature::Imbalance, on_left.abs_diff(self.men.count() - on_left));
        if self.enemy_kings.is_empty() {
            add(Feature::Runaway, self.runaways().count());
        }
    }

    /// The men with no enemy piece before them in the columns that they can reach.
    fn runaways(&self) -> Bitboard {
        let mut reach = Self::step(self.enemy_men, Direction::SouthWest)
            | Self::step(self.enemy_men, Direction::SouthEast);
        reach = (reach | self.enemy_men) & R::TABLES.squares;
        for _ in 0..R::GEOMETRY.rows() - 2 {
            let wider = Self::step(reach, Direction::SouthWest) | Self::step(reach, Direction::SouthEast);
            reach |= wider & R::TABLES.squares;
        }
        self.men & !reach
    }

    fn kings(&self, attacked: Bitboard, add: &mut impl FnMut(Feature, u32)) {
        let kings = self.kings.count();
        add(Feature::FirstKing, 1);
        add(Feature::FurtherKing, kings - 1);
        add(Feature::KingOnMainRoad, u32::from(self.kings.meets(R::TABLES.main_road)));
        for king in self.kings {
            let reach = Direction::ALL
                .into_iter()
                .fold(Bitboard::EMPTY, |set, direction| set | R::TABLES.slide(king, direction, self.empty));
            let safe = (reach & !attacked).count();
            add(Feature::KingMobility, safe.min(8));
            add(Feature::TrappedKing, u32::from(safe == 0));
        }
    }
}
