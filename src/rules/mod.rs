//! What differs between the games: one small type a game, each constant with the article it comes from.

mod draws;
mod games;
mod variant;

pub use draws::{DrawCounters, DrawRule, Material, MoveKind};
pub(crate) use draws::{KING_MOVES_PLIES, MAIN_ROAD_PLIES};
pub use games::{Brazilian, English, Giveaway, International, Russian};
pub use variant::{UnknownVariant, Variant, with_playable, with_rules};

use std::fmt::Debug;
use std::hash::Hash;

use crate::board::{Color, Geometry, Tables};

/// Which of several captures may be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaptureChoice {
    /// Any of them; only the chosen one must be finished.
    Free,
    /// One of those that take the most pieces, a king counting as one.
    Most,
}

/// What becomes of a man that reaches the far row in the middle of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crowning {
    /// It goes on as a king at once and stays one.
    InPassing,
    /// It goes on as a man; it becomes a king only where the move ends.
    WhereTheMoveEnds,
    /// It becomes a king, and its move is over even if it could go on capturing.
    EndsTheMove,
}

/// How far a king reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kings {
    /// Any number of free squares along a diagonal, before the piece it captures and behind it too.
    Flying,
    /// One square; it captures an adjacent piece with a free square right behind it.
    Short,
}

/// In which directions men capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenCapture {
    /// Forward and backward.
    AllWays,
    /// Forward only.
    Forward,
}

/// What the side to move has achieved when it has no move left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// It has lost.
    TakeAll,
    /// It has won.
    LoseAll,
}

/// The rules of one game. Everything generic over it is compiled once a game, so that a test of one of these
/// constants costs nothing.
pub trait Rules: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// The game these are the rules of.
    const VARIANT: Variant;
    /// The board.
    const GEOMETRY: Geometry;
    /// The tables of the board.
    const TABLES: &'static Tables = &Tables::new(Self::GEOMETRY);
    /// The side that makes the first move of a game.
    const FIRST: Color = Color::White;
    /// The rows that the men of each side fill at the start.
    const ROWS_OF_MEN: u8;
    /// The most pieces a side may have.
    const MOST_PIECES: u32 = Self::ROWS_OF_MEN as u32 * Self::GEOMETRY.files() as u32 / 2;
    /// Which of several captures may be chosen.
    const CHOICE: CaptureChoice;
    /// What becomes of a man that reaches the far row in the middle of a capture.
    const CROWNING: Crowning;
    /// How far a king reaches.
    const KINGS: Kings = Kings::Flying;
    /// In which directions men capture.
    const MEN_CAPTURE: MenCapture = MenCapture::AllWays;
    /// What it means to have no move left.
    const OBJECTIVE: Objective = Objective::TakeAll;
    /// Whether the game has the draw rules that count pieces and moves, D3–D7; if not, they cannot be turned on.
    const PIECE_COUNT_RULES: bool = true;
}
