//! Tests of the rules: generator, draw rules, games and notation, without any search.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod any_text;
mod articles;
mod common;
mod draws;
mod english;
mod hub_notation;
mod notation;
mod oracle;
mod pdn_faults;
mod pdn_games;
mod pdn_round_trip;
mod pdn_stream;
mod pdn_support;
mod perft;
mod properties;
mod text_properties;
