//! The forms in which games are written.

use super::outcome::Outcome;
use crate::board::Numbering;
use crate::notation::Notation;
use crate::rules::{Rules, Variant};

/// Which form of PDN.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Form {
    /// That of the standard: the full game type, captures as it has them for the game (`b4:d6` in Russian draughts),
    /// results `1-0`, `1/2-1/2`, `0-1`.
    #[default]
    Standard,
    /// That of lidraughts.org: only the number of the game type, captures with `x`, results `2-0`, `1-1`, `0-2`, and the
    /// position the game begins with in any case.
    Lidraughts,
}

/// How a game is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Which form of PDN.
    pub form: Form,
    /// How squares are written.
    pub notation: Notation,
}

impl Style {
    /// The standard's form, squares by name.
    pub const STANDARD: Self = Self { form: Form::Standard, notation: Notation::Algebraic };
    /// The form of lidraughts, squares by name.
    pub const LIDRAUGHTS: Self = Self { form: Form::Lidraughts, notation: Notation::Algebraic };

    /// The standard's number of a game, if it has one, and the rest of the full game type.
    pub(super) fn game_type<R: Rules>(self) -> Option<String> {
        let (number, board) = match R::VARIANT {
            Variant::Russian => (25, "W,8,8"),
            Variant::Brazilian => (26, "W,8,8"),
            Variant::International => (20, "W,10,10"),
            Variant::Giveaway => return None,
        };
        let notation = match self.notation {
            Notation::Algebraic => "A0",
            Notation::Numeric(Numbering::FromTop) | Notation::Hub(Numbering::FromTop) => "N2",
            Notation::Numeric(Numbering::FromBottom) | Notation::Hub(Numbering::FromBottom) => "N0",
        };
        Some(match self.form {
            Form::Standard => format!("{number},{board},{notation},0"),
            Form::Lidraughts => number.to_string(),
        })
    }

    /// The separator of a capture, from the standard's table of game types.
    pub(super) fn capture_separator<R: Rules>(self) -> char {
        match (self.form, R::VARIANT) {
            (Form::Standard, Variant::Russian | Variant::Giveaway) => ':',
            _ => 'x',
        }
    }

    pub(super) const fn result(self, outcome: Outcome) -> &'static str {
        match self.form {
            Form::Standard => outcome.in_halves(),
            Form::Lidraughts => outcome.in_points(),
        }
    }
}
