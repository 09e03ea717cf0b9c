//! bolshak, an engine for Russian draughts (shashki), generic over the rules of the game.
//!
//! ```text
//! line in ──► protocol ──► Command ──► engine (Game<R>) ──► search ──► alphabeta ──► quiescence ──► eval
//!                                                            │             └── transposition table, history
//! line out ◄── protocol ◄── Event ◄── Info, Report ◄─────────┘
//! ```
//!
//! From [`position`] to [`engine`] everything is generic over a type `R` that implements [`rules::Rules`]; the game is
//! chosen once, at the edge, by [`with_rules!`] or [`with_playable!`]. The library keeps no state of its own, and nothing but
//! [`commands`] and the output of [`protocol`] prints.
//!
//! The modules in their order; each uses only those above it:
//!
//! - `files`: files that are written whole or not at all, and what their formats have in common
//! - `machine`: what the machine has to offer
//! - `random`: random numbers that are the same on every machine
//! - [`board`]: squares, directions, sets of squares; no rules of any game
//! - [`rules`]: what differs between the games, and the draw rules
//! - [`position`]: positions, moves and their generation, perft
//! - [`notation`]: text to values and back
//! - [`game`]: a game, its moves and its result
//! - [`pdn`]: files of games
//! - [`eval`]: the evaluation
//! - [`bases`]: endgame bases, made and asked
//! - [`search`]: the search
//! - [`book`]: the opening book, made and asked
//! - [`options`]: the table of options
//! - [`bench`](mod@bench): the benchmark whose node count is the fingerprint of the search
//! - [`engine`]: the engine without its voice
//! - [`protocol`]: the line protocol
//! - [`tourney`]: matches between engines
//! - [`train`]: learning the weights of the evaluation
//! - [`commands`]: the command line

pub mod bases;
pub mod bench;
pub mod board;
pub mod book;
pub mod commands;
pub mod engine;
pub mod eval;
mod files;
pub mod game;
mod machine;
pub mod notation;
pub mod options;
pub mod pdn;
pub mod position;
pub mod protocol;
mod random;
pub mod rules;
pub mod search;
pub mod tourney;
pub mod train;
