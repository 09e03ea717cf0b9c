//! The games.

use super::{CaptureChoice, Crowning, Kings, MenCapture, Objective, Rules, Variant};
use crate::board::{Color, Geometry};

/// Russian draughts. Source: rules of Russian draughts, FMJD section 64, chapter 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Russian;

impl Rules for Russian {
    const VARIANT: Variant = Variant::Russian;
    const GEOMETRY: Geometry = Geometry::BOARD_8X8;
    const ROWS_OF_MEN: u8 = 3;
    // 1.5: of several captures the player takes whichever he likes, whatever the number and kind of pieces.
    const CHOICE: CaptureChoice = CaptureChoice::Free;
    // 1.5: a man that reaches the last row by a capture goes on as a king in the same move.
    const CROWNING: Crowning = Crowning::InPassing;
}

/// Giveaway (poddavki): Russian draughts with the objective reversed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Giveaway;

impl Rules for Giveaway {
    const VARIANT: Variant = Variant::Giveaway;
    const GEOMETRY: Geometry = Russian::GEOMETRY;
    const ROWS_OF_MEN: u8 = Russian::ROWS_OF_MEN;
    const CHOICE: CaptureChoice = Russian::CHOICE;
    const CROWNING: Crowning = Russian::CROWNING;
    const OBJECTIVE: Objective = Objective::LoseAll;
}

/// Brazilian draughts: the moves of international draughts on the 8×8 board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Brazilian;

impl Rules for Brazilian {
    const VARIANT: Variant = Variant::Brazilian;
    const GEOMETRY: Geometry = Geometry::BOARD_8X8;
    const ROWS_OF_MEN: u8 = 3;
    const CHOICE: CaptureChoice = International::CHOICE;
    const CROWNING: Crowning = International::CROWNING;
}

/// International draughts. Source: official FMJD rules of the international game, chapters 3 and 4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct International;

impl Rules for International {
    const VARIANT: Variant = Variant::International;
    const GEOMETRY: Geometry = Geometry::BOARD_10X10;
    const ROWS_OF_MEN: u8 = 4;
    // 4.13: the capture of the most pieces has priority, and a king counts as one piece.
    const CHOICE: CaptureChoice = CaptureChoice::Most;
    // 4.15: a man that only passes over the far row in a capture stays a man.
    const CROWNING: Crowning = Crowning::WhereTheMoveEnds;
}

/// English draughts, or checkers. Source: WCDF rules of draughts, section 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct English;

impl Rules for English {
    const VARIANT: Variant = Variant::English;
    const GEOMETRY: Geometry = Geometry::BOARD_8X8;
    // 1.13: the player with the darker men, those on squares 1 to 12, begins.
    const FIRST: Color = Color::Black;
    const ROWS_OF_MEN: u8 = 3;
    // 1.20: of several captures the player takes whichever he likes, and finishes it.
    const CHOICE: CaptureChoice = CaptureChoice::Free;
    // 1.19: a man that a capture brings to the far row becomes a king and jumps no further in this move.
    const CROWNING: Crowning = Crowning::EndsTheMove;
    // 1.17: a king moves to a neighbouring square; it captures as a man does, but backward too.
    const KINGS: Kings = Kings::Short;
    // 1.18: a man captures a piece diagonally in front of it.
    const MEN_CAPTURE: MenCapture = MenCapture::Forward;
    // Its draws by count are other ones, and are for a player to claim.
    const PIECE_COUNT_RULES: bool = false;
}
