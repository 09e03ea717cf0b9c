//! The openings from which games begin: read from files, made by the program, and a set that is built in.
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice
)]

mod built_in;
mod candidates;
mod entry;
mod fault;
mod flying;
mod generate;
mod pdn;
mod read;
mod table;

pub use built_in::built_in;
pub use fault::{Fault, Place, ReadError, Warning};
pub use flying::{FlyingFault, every_flying};
pub use generate::{Effort, Generated, Progress, Recipe, generate};
pub use read::read;

use crate::game::Game;
use crate::position::{Move, Position};
use crate::rules::Rules;

/// An opening: a position, and moves from it that nobody thinks about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening<R: Rules> {
    /// What it is called; may be empty.
    pub name: String,
    /// Where the game begins.
    pub start: Position<R>,
    /// The moves from there.
    pub moves: Vec<Move>,
}

impl<R: Rules> Opening<R> {
    /// The game in which the moves of the opening are played.
    pub fn game(&self) -> Game<R> {
        let mut game = Game::new(self.start);
        for &mv in &self.moves {
            // Each move was legal when it was read.
            let _ = game.play(mv);
        }
        game
    }

    /// The position in which the players begin to think.
    pub fn position(&self) -> Position<R> {
        self.moves.iter().fold(self.start, |position, &mv| position.after(mv))
    }
}

/// What a file of openings holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Openings<R: Rules> {
    /// The openings, in the order of the file; at least one.
    pub openings: Vec<Opening<R>>,
    /// What was left out or is doubtful, in the order of the file.
    pub warnings: Vec<Warning>,
}
