//! The draw rules of Russian draughts, each under its own name.
//!
//! A *move* of the rule book is one move of each player, two plies. The *balance* is the number of men and kings
//! of both sides: it changes by a capture or a crowning and by nothing else, and the rules that count from the
//! time a balance arose count from there.

use std::fmt;

use crate::board::{ByColor, Color};

/// Why a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawRule {
    /// D1: the players agree.
    Agreement,
    /// D2: the same position with the same side to move for the third time.
    Repetition,
    /// D3: three or more kings, with or without men, against a lone king: 15 moves since that balance arose.
    ThreeKings,
    /// D4: both sides have kings, and no capture or crowning for 5, 30 or 60 moves.
    UnchangedBalance,
    /// D5: three pieces against a lone king that holds the main road: 5 moves.
    MainRoad,
    /// D6: 15 moves of both sides with kings only and without a capture.
    KingMoves,
    /// D7: two pieces or one, a king among them, against a lone king: 5 moves.
    FewPieces,
    /// D8: an ending of D5 or D7 under a sudden-death clock, with no win to be shown.
    StandardEnding,
}

impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Agreement => "by agreement",
            Self::Repetition => "the position occurred for the third time",
            Self::ThreeKings => "three or more kings did not catch a lone king in 15 moves",
            Self::UnchangedBalance => "no capture and no crowning for the moves that the balance allows",
            Self::MainRoad => "the lone king held the main road for 5 moves against three pieces",
            Self::KingMoves => "15 moves with kings only and without a capture",
            Self::FewPieces => "5 moves with at most two pieces against a lone king",
            Self::StandardEnding => "a standard ending under a sudden-death clock",
        })
    }
}

/// What is on the board, as far as draw rules look at it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Material {
    /// The men of each side.
    pub men: ByColor<u8>,
    /// The kings of each side.
    pub kings: ByColor<u8>,
    /// Whether exactly one piece stands on the main road, and it is a king.
    pub king_alone_on_main_road: ByColor<bool>,
}

impl Material {
    const fn count(self, color: Color) -> u8 {
        self.men.0[color as usize] + self.kings.0[color as usize]
    }

    fn total(self) -> u8 {
        self.count(Color::White) + self.count(Color::Black)
    }

    /// The side that has exactly a king, if its opponent has pieces: of two lone kings, Black's.
    fn lone_king(self) -> Option<Color> {
        [Color::Black, Color::White]
            .into_iter()
            .find(|&side| self.kings[side] == 1 && self.men[side] == 0 && self.count(!side) > 0)
    }

    /// D3 applies.
    fn three_kings(self) -> bool {
        self.lone_king().is_some_and(|lone| self.kings[!lone] >= 3)
    }

    /// The plies that D4 allows, if it applies.
    fn unchanged_balance_limit(self) -> Option<u16> {
        let both_have_kings = self.kings.0.iter().all(|&kings| kings > 0);
        match self.total() {
            2..=3 if both_have_kings => Some(10),
            4..=5 if both_have_kings => Some(60),
            6..=7 if both_have_kings => Some(120),
            _ => None,
        }
    }

    /// D5 applies: three pieces of any kind against a lone king on the main road.
    pub(crate) fn is_held_main_road(self) -> bool {
        self.lone_king().is_some_and(|lone| self.count(!lone) == 3 && self.king_alone_on_main_road[lone])
    }

    /// The plies without a capture or crowning that make a draw by D3, D4, D6 or D7, whatever stands where. D6 only
    /// counts here when there are no men: where there are, one of them may move.
    pub(crate) fn plies_of_balance(self) -> Option<u16> {
        let counters = DrawCounters::default();
        let no_men = self.men.0 == [0; 2];
        let rules = counters.plies_left_by_rule(self).into_iter().flatten();
        rules.filter(|&(rule, _)| rule != DrawRule::KingMoves || no_men).map(|(_, plies)| plies).min()
    }

    /// Whether D6 may make a draw while D3, D4 and D7 do not: it starts anew when a man moves, they do not.
    pub(crate) fn king_moves_count_apart(self) -> bool {
        let both_have_kings = self.kings.0.iter().all(|&kings| kings > 0);
        both_have_kings
            && self.men.0 != [0; 2]
            && self.plies_of_balance().is_none_or(|plies| plies > KING_MOVES_PLIES)
    }

    /// D7 applies.
    fn few_pieces(self) -> bool {
        self.lone_king().is_some_and(|lone| self.count(!lone) <= 2 && self.kings[!lone] >= 1)
    }

    /// D8: the endings that are drawn at once under a sudden-death clock, unless a win can be shown.
    pub fn is_standard_ending(self) -> bool {
        self.is_held_main_road() || self.few_pieces()
    }
}

/// The plies that a lone king has to hold the main road for a draw by D5.
pub(crate) const MAIN_ROAD_PLIES: u16 = 10;
/// The plies with kings only that make a draw by D6.
pub(crate) const KING_MOVES_PLIES: u16 = 30;

/// What a move did, as far as draw rules look at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// A king moved and took nothing.
    KingMove,
    /// A man moved, took nothing and was not crowned.
    ManMove,
    /// A capture or a crowning.
    BalanceChange,
}

/// The counters behind D3–D7. All count plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct DrawCounters {
    /// Plies since the last capture or crowning, or since the start.
    since_balance: u16,
    /// Plies since the last capture or move of a man, or since the start.
    kings_only: u16,
    /// Plies that a lone king has been holding the main road against three pieces.
    on_main_road: u16,
}

/// More pieces than any rule but D6 looks at.
const MOST_PIECES_COUNTED: u8 = 7;

impl DrawCounters {
    /// The counters after a move of this kind, with what is on the board after it.
    #[must_use]
    pub fn after(self, kind: MoveKind, material: Material) -> Self {
        let held = self.on_main_road;
        let mut next = match kind {
            MoveKind::KingMove => Self {
                since_balance: self.since_balance.saturating_add(1),
                kings_only: self.kings_only.saturating_add(1),
                on_main_road: 0,
            },
            MoveKind::ManMove => {
                Self { since_balance: self.since_balance.saturating_add(1), kings_only: 0, on_main_road: 0 }
            }
            MoveKind::BalanceChange => Self::default(),
        };
        if material.total() <= 4 && material.is_held_main_road() {
            // Counted from 1 while held, so that 0 can mean "not held": see `main_road_plies`.
            next.on_main_road = if kind == MoveKind::BalanceChange { 1 } else { held.saturating_add(1) };
        }
        next
    }

    /// The counters of a game that starts with this on the board.
    pub fn start(material: Material) -> Self {
        Self::default().after(MoveKind::BalanceChange, material)
    }

    /// Plies since the last capture or move of a man: no earlier position can occur again.
    pub const fn reversible_plies(self) -> usize {
        self.kings_only as usize
    }

    /// Plies that a lone king has been holding the main road, as D5 counts them.
    pub(crate) const fn main_road_plies(self) -> u16 {
        self.on_main_road.saturating_sub(1)
    }

    /// Each rule that applies to what is on the board, with the plies left until it makes a draw.
    fn plies_left_by_rule(self, material: Material) -> [Option<(DrawRule, u16)>; 5] {
        let left = |rule, counted: u16, limit: u16| Some((rule, limit.saturating_sub(counted)));
        let king_moves = left(DrawRule::KingMoves, self.kings_only, KING_MOVES_PLIES);
        if material.total() > MOST_PIECES_COUNTED && !material.three_kings() {
            return [king_moves, None, None, None, None];
        }
        let when =
            |applies: bool, rule, counted, limit| if applies { left(rule, counted, limit) } else { None };
        [
            king_moves,
            when(material.three_kings(), DrawRule::ThreeKings, self.since_balance, 30),
            material
                .unchanged_balance_limit()
                .and_then(|limit| left(DrawRule::UnchangedBalance, self.since_balance, limit)),
            when(material.is_held_main_road(), DrawRule::MainRoad, self.main_road_plies(), MAIN_ROAD_PLIES),
            when(material.few_pieces(), DrawRule::FewPieces, self.since_balance, 10),
        ]
    }

    /// The rule by which the game is drawn now, if any. A more particular rule is named before a general one.
    pub fn draw(self, material: Material) -> Option<DrawRule> {
        let rules = self.plies_left_by_rule(material);
        [1, 3, 4, 2, 0]
            .into_iter()
            .filter_map(|index| rules[index])
            .find(|&(_, left)| left == 0)
            .map(|rule| rule.0)
    }

    /// Plies since the last capture or crowning, or since the start.
    pub(crate) const fn since_balance(self) -> u16 {
        self.since_balance
    }

    /// Whether nothing has been counted yet, as after a capture or crowning.
    pub(crate) const fn are_fresh(self) -> bool {
        self.since_balance == 0 && self.kings_only == 0 && self.main_road_plies() == 0
    }

    /// The plies until D3, D4, D6 or D7 makes a draw, if nothing is captured or crowned and no man moves. D6 cannot,
    /// and is left out, where a side has men only: it moves one at every other ply.
    pub(crate) fn plies_left_of_balance(self, material: Material) -> u16 {
        let rules = self.plies_left_by_rule(material).into_iter().flatten();
        let counts = |rule| match rule {
            DrawRule::MainRoad => false,
            DrawRule::KingMoves => material.kings.0.iter().all(|&kings| kings > 0),
            _ => true,
        };
        rules.filter(|&(rule, _)| counts(rule)).map(|(_, left)| left).min().unwrap_or(u16::MAX)
    }

    /// The plies until the first of the rules that apply makes a draw; 0 when one does now.
    pub fn plies_left(self, material: Material) -> u16 {
        self.plies_left_by_rule(material)
            .into_iter()
            .flatten()
            .map(|(_, left)| left)
            .min()
            .unwrap_or(u16::MAX)
    }
}
