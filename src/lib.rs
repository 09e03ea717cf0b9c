//! bolshak, an engine for Russian draughts.

pub mod bench;
pub mod board;
pub mod commands;
pub mod engine;
pub mod eval;
pub mod game;
pub mod notation;
pub mod options;
pub mod position;
pub mod protocol;
pub mod rules;
pub mod search;
