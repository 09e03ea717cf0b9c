//! bolshak, an engine for Russian draughts.

pub mod board;
pub mod game;
pub mod notation;
pub mod position;
pub mod rules;
