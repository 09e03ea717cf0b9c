//! What a base says of a position.

use std::fmt;

/// Won or lost in so many plies, or drawn, for the side to move; what the plies count up to depends on the base.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Value(u16);

/// What a value says, spelt out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Neither side can win.
    Draw,
    /// The side to move wins in so many plies.
    Win(u16),
    /// The side to move loses in so many plies.
    Loss(u16),
}

impl Value {
    /// Neither side can win, or nothing else is known yet.
    pub const DRAW: Self = Self(0);
    /// The most plies that a value can tell.
    pub const MOST_PLIES: u16 = 8_000;

    /// Won in so many plies.
    pub const fn win_in(plies: u16) -> Self {
        Self(1 + 2 * plies)
    }

    /// Lost in so many plies.
    pub const fn loss_in(plies: u16) -> Self {
        Self(2 + 2 * plies)
    }

    /// Whether the side to move wins.
    pub const fn is_win(self) -> bool {
        self.0 & 1 == 1
    }

    /// Whether the side to move loses.
    pub const fn is_loss(self) -> bool {
        self.0 & 1 == 0 && self.0 != 0
    }

    /// Whether neither side can win.
    pub const fn is_draw(self) -> bool {
        self.0 == 0
    }

    /// The plies of a win or loss; 0 of a draw.
    pub const fn plies(self) -> u16 {
        self.0.saturating_sub(1) / 2
    }

    /// The value for the other side one ply earlier, of a move that leads here.
    #[must_use]
    pub const fn before_move(self) -> Self {
        match self.outcome() {
            Outcome::Draw => Self::DRAW,
            Outcome::Win(plies) => Self::loss_in(plies + 1),
            Outcome::Loss(plies) => Self::win_in(plies + 1),
        }
    }

    /// The better one for the side to move: a win before a draw before a loss, a short win, a long loss.
    #[must_use]
    pub fn better(self, other: Self) -> Self {
        if self.worth() >= other.worth() { self } else { other }
    }

    /// Values in the order of what they are worth.
    pub const fn worth(self) -> i32 {
        match self.outcome() {
            Outcome::Draw => 0,
            Outcome::Win(plies) => 10_000 - plies as i32,
            Outcome::Loss(plies) => plies as i32 - 10_000,
        }
    }

    /// The value spelt out.
    pub const fn outcome(self) -> Outcome {
        if self.is_draw() {
            Outcome::Draw
        } else if self.is_win() {
            Outcome::Win(self.plies())
        } else {
            Outcome::Loss(self.plies())
        }
    }

    /// The value as a number for files: 0 for a draw, otherwise 1 (won) or 2 (lost) and twice the plies.
    pub const fn code(self) -> u16 {
        self.0
    }

    /// The inverse of [`code`](Self::code).
    pub const fn from_code(code: u16) -> Self {
        Self(code)
    }
}

/// What a position is worth to the side to move when no plies towards a draw have been counted yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// Neither side can win.
    Draw,
    /// Won, whatever the draw rules count.
    Win,
    /// Lost, whatever the draw rules count.
    Loss,
    /// Won without draw rules; they may make it a draw.
    DoubtfulWin,
    /// Lost without draw rules; they may make it a draw.
    DoubtfulLoss,
}

impl Standing {
    /// All of them, in the order of their codes.
    const ALL: [Self; 5] = [Self::Draw, Self::Win, Self::Loss, Self::DoubtfulWin, Self::DoubtfulLoss];

    /// Of a value without draw rules, and whether they may make it a draw.
    pub(super) const fn of(value: Value, doubtful: bool) -> Self {
        match (value.outcome(), doubtful) {
            (Outcome::Draw, _) => Self::Draw,
            (Outcome::Win(_), false) => Self::Win,
            (Outcome::Loss(_), false) => Self::Loss,
            (Outcome::Win(_), true) => Self::DoubtfulWin,
            (Outcome::Loss(_), true) => Self::DoubtfulLoss,
        }
    }

    /// As a number for files.
    pub(super) const fn code(self) -> u16 {
        self as u16
    }

    /// The value without draw rules, as far as it is known: won or lost at once.
    pub(super) const fn shortest(self) -> Value {
        match self.without_doubt() {
            Self::Win | Self::DoubtfulWin => Value::win_in(0),
            Self::Loss | Self::DoubtfulLoss => Value::loss_in(0),
            Self::Draw => Value::DRAW,
        }
    }

    /// The inverse of [`code`](Self::code).
    pub(super) fn from_code(code: u16) -> Option<Self> {
        Self::ALL.get(usize::from(code)).copied()
    }

    /// The same seen by the other side one ply earlier.
    #[must_use]
    pub const fn before_move(self) -> Self {
        match self {
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
            Self::Loss => Self::Win,
            Self::DoubtfulWin => Self::DoubtfulLoss,
            Self::DoubtfulLoss => Self::DoubtfulWin,
        }
    }

    /// In the order of what they are worth to the side to move.
    pub const fn worth(self) -> i32 {
        match self {
            Self::Loss => -2,
            Self::DoubtfulLoss => -1,
            Self::Draw => 0,
            Self::DoubtfulWin => 1,
            Self::Win => 2,
        }
    }

    /// Whether the draw rules cannot change it.
    pub fn is_certain(self) -> bool {
        self == self.without_doubt()
    }

    /// What is left of it without draw rules.
    #[must_use]
    pub const fn without_doubt(self) -> Self {
        match self {
            Self::DoubtfulWin => Self::Win,
            Self::DoubtfulLoss => Self::Loss,
            certain => certain,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.outcome() {
            Outcome::Draw => f.write_str("draw"),
            Outcome::Win(1) => f.write_str("win in 1 ply"),
            Outcome::Win(plies) => write!(f, "win in {plies} plies"),
            Outcome::Loss(1) => f.write_str("loss in 1 ply"),
            Outcome::Loss(plies) => write!(f, "loss in {plies} plies"),
        }
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Draw => "draw",
            Self::Win => "win",
            Self::Loss => "loss",
            Self::DoubtfulWin => "win in doubt",
            Self::DoubtfulLoss => "loss in doubt",
        })
    }
}
