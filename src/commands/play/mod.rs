//! `bolshak play`: a game against the engine in the terminal.

mod clocks;
mod command;
mod input;
mod pdn;
mod saved;
mod session;

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;

use super::failure::Failure;
use super::parsers::{self, ClockSetting};
use super::settings::{LimitArgs, Settings, help, start};
use crate::board::Color;
use crate::protocol::Output;
use crate::rules::with_playable;
use input::Lines;
use saved::Saved;
use session::{Session, Terms};

/// How long the engine thinks about a move when no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// Play a game against the engine
///
/// Type a move in any notation (c3-d4, cd4, 22-18), or a command: undo, hint, moves, board, eval, draw, resign,
/// save FILE, help, quit.
#[derive(clap::Args, Debug)]
#[command(after_help = "Without a limit or a clock the engine thinks for 1 second a move.

Examples:
  bolshak play
  bolshak play --skill 3
  bolshak play --side black --depth 4
  bolshak play --clock 5m+2s --save game.pdn")]
pub(super) struct Args {
    /// The side you play
    #[arg(long, value_enum, default_value_t = Side::White)]
    side: Side,
    /// A clock for each side: 5m for the whole game, 5m+2s with time added for each move
    #[arg(long, value_name = "TIME[+TIME]", value_parser = parsers::clock, conflicts_with = "time")]
    clock: Option<ClockSetting>,
    /// The position to begin with; the start position if left out
    #[arg(long)]
    fen: Option<String>,
    #[arg(long, value_name = "N", help = help("Skill"), allow_negative_numbers = true)]
    skill: Option<String>,
    #[arg(long, value_name = "N", help = help("SkillSeed"), allow_negative_numbers = true)]
    skill_seed: Option<String>,
    /// Let the engine think from the first move on, without its opening book
    #[arg(long)]
    no_book: bool,
    /// Save the game to this new file after each move, as PDN
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    settings: Settings,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Side {
    White,
    Black,
}

impl From<Side> for Color {
    fn from(side: Side) -> Self {
        match side {
            Side::White => Self::White,
            Side::Black => Self::Black,
        }
    }
}

/// Plays.
pub(super) fn run(args: &Args, output: &Output) -> Result<(), Failure> {
    let mut options = args.settings.options()?;
    for (name, value) in [("Skill", &args.skill), ("SkillSeed", &args.skill_seed)] {
        if let Some(value) = value {
            options.set(name, value)?;
        }
    }
    options.book = !args.no_book;
    let saved = Saved::new(args.save.clone())?;
    with_playable!(
        options.variant,
        R => {
            let game = start::<R>(args.fen.as_deref(), &options)?;
            let terms = Terms {
                human: args.side.into(),
                limits: args.limits.limits(DEFAULT_TIME),
                clock: args.clock,
            };
            let lines = Lines::new(std::io::stdin());
            Session::new(game, options, terms, saved, lines, output.clone())?.run()
        },
        _ => Err(Failure::Usage(format!("{} cannot be played, only its moves counted", options.variant)))
    )
}
