//! The forms in which games are written.

use super::outcome::Outcome;
use crate::board::{Color, Numbering};
use crate::notation::Notation;
use crate::rules::{Rules, Variant};

/// The standard's digit for the corner in which a numbering begins, as the side that moves first sees the board: 0 and 1
/// are left and right at the bottom, 2 and 3 at the top.
pub(super) const fn first_corner<R: Rules>(numbering: Numbering) -> char {
    match (R::FIRST, numbering) {
        (Color::White, Numbering::FromBottom) => '0',
        (Color::Black, Numbering::FromTop) => '1',
        (Color::White, Numbering::FromTop) => '2',
        (Color::Black, Numbering::FromBottom) => '3',
    }
}

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
            Variant::Russian => (25, "8,8"),
            Variant::Brazilian => (26, "8,8"),
            Variant::International => (20, "10,10"),
            Variant::English => (21, "8,8"),
            Variant::Giveaway => return None,
        };
        // Names begin at a1, as numbers from the bottom do.
        let (kind, numbering) = match self.notation {
            Notation::Algebraic => ('A', Numbering::FromBottom),
            Notation::Numeric(numbering) | Notation::Hub(numbering) => ('N', numbering),
        };
        Some(match self.form {
            Form::Standard => {
                let (first, corner) = (R::FIRST.letter(), first_corner::<R>(numbering));
                format!("{number},{first},{board},{kind}{corner},0")
            }
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
