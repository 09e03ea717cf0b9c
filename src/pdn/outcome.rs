//! Results of games, in both systems.

use std::fmt;

use crate::board::Color;
use crate::game::GameResult;

/// The result of a game as a file tells it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// White wins: `1-0` or `2-0`.
    WhiteWins,
    /// A draw: `1/2-1/2` or `1-1`.
    Draw,
    /// Black wins: `0-1` or `0-2`.
    BlackWins,
    /// Both sides lose: `0-0`.
    BothLose,
    /// The game is not finished, or nobody knows: `*`.
    #[default]
    Unknown,
}

impl Outcome {
    /// All outcomes.
    pub const ALL: [Self; 5] = [Self::WhiteWins, Self::Draw, Self::BlackWins, Self::BothLose, Self::Unknown];

    /// Reads a result of either system; any dash and `½` will do, and blanks between. Control characters are blanks:
    /// that is how they are written.
    pub fn read(text: &str) -> Option<Self> {
        let is_blank = |letter: &char| letter.is_whitespace() || letter.is_control();
        let plain: String = text.chars().filter(|letter| !is_blank(letter)).map(plain_dash).collect();
        Some(match plain.replace('½', "1/2").as_str() {
            "1-0" | "2-0" => Self::WhiteWins,
            "1/2-1/2" | "1-1" | "1/2" | "0.5-0.5" | "0,5-0,5" => Self::Draw,
            "0-1" | "0-2" => Self::BlackWins,
            "0-0" => Self::BothLose,
            "*" => Self::Unknown,
            _ => return None,
        })
    }

    /// The result as the standard writes it for Russian draughts: `1-0`, `1/2-1/2`, `0-1`, `0-0`, `*`.
    pub const fn in_halves(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::Draw => "1/2-1/2",
            Self::BlackWins => "0-1",
            Self::BothLose => "0-0",
            Self::Unknown => "*",
        }
    }

    /// The result in the points of international draughts: `2-0`, `1-1`, `0-2`, `0-0`, `*`.
    pub const fn in_points(self) -> &'static str {
        match self {
            Self::WhiteWins => "2-0",
            Self::Draw => "1-1",
            Self::BlackWins => "0-2",
            Self::BothLose => "0-0",
            Self::Unknown => "*",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WhiteWins => "White wins",
            Self::Draw => "draw",
            Self::BlackWins => "Black wins",
            Self::BothLose => "both lose",
            Self::Unknown => "unknown",
        })
    }
}

impl From<Option<GameResult>> for Outcome {
    fn from(result: Option<GameResult>) -> Self {
        match result {
            Some(GameResult::Win { winner: Color::White, .. }) => Self::WhiteWins,
            Some(GameResult::Win { winner: Color::Black, .. }) => Self::BlackWins,
            Some(GameResult::Draw(_)) => Self::Draw,
            None => Self::Unknown,
        }
    }
}

/// A hyphen for any dash.
pub(super) const fn plain_dash(letter: char) -> char {
    match letter {
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' => '-',
        _ => letter,
    }
}
