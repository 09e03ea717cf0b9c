//! Tests of the engine as its users meet it: the search, the protocol, the command line; and of the code's layers.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod any_bytes;
mod bases;
mod bases_cli;
mod book;
mod book_play;
mod cli;
mod cli_pdn;
mod hub;
mod hub_moves;
mod hub_support;
mod layers;
mod levels;
mod match_cli;
mod matches;
mod openings;
mod openings_cli;
mod openings_made;
mod protocol;
mod protocol_input;
mod protocol_search;
mod search;
mod session_properties;
mod support;
mod train;
mod train_cli;
mod weights;
