//! What is kept of a game.

use serde::{Deserialize, Serialize};

use super::Outcome;
use crate::board::Numbering;
use crate::game::Game;
use crate::notation::{read_fen, read_move};
use crate::position::PieceLimit;
use crate::rules::Rules;

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its place in the match, from 0. Games 2n and 2n + 1 are a pair.
    pub number: usize,
    /// The contestant with White.
    pub white: usize,
    /// The contestant with Black.
    pub black: usize,
    /// The place of its opening among the openings.
    pub opening: usize,
    /// The position in which it began, as FEN.
    pub start: String,
    /// The moves of the opening, which nobody thought about.
    pub opening_moves: Vec<String>,
    /// The moves of the players.
    pub moves: Vec<PlayedMove>,
    /// Half points for White: 0, 1 or 2.
    pub white_half_points: u8,
    /// Why it ended.
    pub reason: String,
    /// Whether an engine was at fault.
    pub fault: Option<Fault>,
}

/// A move of a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedMove {
    /// The move, with names of squares.
    pub text: String,
    /// The time used, in milliseconds.
    pub used: f64,
    /// What was left on the clock after the move and its increment, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<f64>,
    /// The score in men as the player sees it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// The depth of its search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

/// What an engine has done wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// The contestant.
    pub contestant: usize,
    /// What it did.
    pub what: String,
    /// The kind of it, for counting.
    pub kind: FaultKind,
    /// The position it was to move in, as FEN.
    pub position: String,
    /// The last lines it has written.
    pub last_lines: Vec<String>,
}

/// The kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// It did not start.
    Start,
    /// Its process has ended.
    Crash,
    /// It closed its output.
    Disconnect,
    /// It did not answer.
    Stall,
    /// It answered too late.
    Time,
    /// It made an illegal move, or none.
    IllegalMove,
}

impl FaultKind {
    /// All kinds.
    pub const ALL: [Self; 6] =
        [Self::Start, Self::Crash, Self::Disconnect, Self::Stall, Self::Time, Self::IllegalMove];

    /// What it is called in a table.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Start => "failed starts",
            Self::Crash => "crashes",
            Self::Disconnect => "disconnects",
            Self::Stall => "stalls",
            Self::Time => "losses on time",
            Self::IllegalMove => "illegal moves",
        }
    }
}

impl GameRecord {
    /// The result as a contestant of the game sees it.
    pub fn outcome(&self, contestant: usize) -> Outcome {
        let white = match self.white_half_points {
            0 => Outcome::Loss,
            1 => Outcome::Draw,
            _ => Outcome::Win,
        };
        if contestant == self.white { white } else { white.reversed() }
    }

    /// The result as it is written in a score.
    pub const fn result(&self) -> &'static str {
        match self.white_half_points {
            0 => "0-1",
            1 => "1/2-1/2",
            _ => "1-0",
        }
    }

    /// The game, played again; `None` if it is none of these rules.
    pub fn replay<R: Rules>(&self) -> Option<Game<R>> {
        let start = read_fen(&self.start, Numbering::FromTop, PieceLimit::None).ok()?;
        let mut game = Game::new(start);
        let played = self.moves.iter().map(|mv| &mv.text);
        for text in self.opening_moves.iter().chain(played) {
            let mv = read_move(game.position(), text, Numbering::FromTop).ok()?.mv;
            game.play(mv).ok()?;
        }
        Some(game)
    }
}
