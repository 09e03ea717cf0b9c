//! The one run-time choice of a game; behind it everything is generic over its rules.

use std::fmt;
use std::str::FromStr;

/// A game by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Russian draughts.
    #[default]
    Russian,
    /// Russian draughts with the objective reversed.
    Giveaway,
    /// Brazilian draughts.
    Brazilian,
    /// International draughts.
    International,
    /// English draughts, or checkers.
    English,
}

impl Variant {
    /// All games whose moves are known.
    pub const ALL: [Self; 5] =
        [Self::Russian, Self::Giveaway, Self::Brazilian, Self::International, Self::English];

    /// The games that can be searched and played; the others are there for their moves only.
    pub const PLAYABLE: [Self; 2] = [Self::Russian, Self::Giveaway];

    /// The name by which the command line and the protocol know the game.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Russian => "russian",
            Self::Giveaway => "giveaway",
            Self::Brazilian => "brazilian",
            Self::International => "international",
            Self::English => "english",
        }
    }

    /// The name as it stands in files, filled up with zeros.
    pub(crate) fn padded_name(self) -> [u8; 16] {
        let mut name = [0; 16];
        name.iter_mut().zip(self.name().bytes()).for_each(|(to, from)| *to = from);
        name
    }

    /// What [`padded_name`](Self::padded_name) made, or something else in its place, as it can be shown.
    pub(crate) fn shown(padded: &[u8]) -> String {
        String::from_utf8_lossy(padded).trim_end_matches('\0').escape_default().to_string()
    }

    /// The name of the game in the Hub protocol, where `normal` is international draughts.
    pub const fn hub_name(self) -> &'static str {
        match self {
            Self::Russian => "russian",
            Self::Giveaway => "russian-losing",
            Self::Brazilian => "brazilian",
            Self::International => "normal",
            Self::English => "english",
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text names no game we know.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown variant \"{0}\": expected russian, giveaway, brazilian, international or english")]
pub struct UnknownVariant(pub String);

impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(text: &str) -> Result<Self, UnknownVariant> {
        Self::ALL
            .into_iter()
            .find(|variant| variant.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| UnknownVariant(text.chars().take(40).collect()))
    }
}

/// Evaluates an expression with `$rules` standing for the rules type of a [`Variant`].
#[macro_export]
macro_rules! with_rules {
    ($variant:expr, $rules:ident => $body:expr) => {
        match $variant {
            $crate::rules::Variant::Russian => {
                type $rules = $crate::rules::Russian;
                $body
            }
            $crate::rules::Variant::Giveaway => {
                type $rules = $crate::rules::Giveaway;
                $body
            }
            $crate::rules::Variant::Brazilian => {
                type $rules = $crate::rules::Brazilian;
                $body
            }
            $crate::rules::Variant::International => {
                type $rules = $crate::rules::International;
                $body
            }
            $crate::rules::Variant::English => {
                type $rules = $crate::rules::English;
                $body
            }
        }
    };
}

/// As [`with_rules!`], for the games that can be played; the last arm serves the others.
#[macro_export]
macro_rules! with_playable {
    ($variant:expr, $rules:ident => $body:expr, _ => $otherwise:expr) => {
        match $variant {
            $crate::rules::Variant::Russian => {
                type $rules = $crate::rules::Russian;
                $body
            }
            $crate::rules::Variant::Giveaway => {
                type $rules = $crate::rules::Giveaway;
                $body
            }
            $crate::rules::Variant::Brazilian
            | $crate::rules::Variant::International
            | $crate::rules::Variant::English => $otherwise,
        }
    };
}

pub use {with_playable, with_rules};
