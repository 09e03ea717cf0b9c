//! Positions: the FEN and the position of the Hub protocol.
#![no_main]

#[path = "../../tests/rules/text_properties.rs"]
mod text_properties;

use bolshak::rules::{International, Russian};
use libfuzzer_sys::fuzz_target;
use text_properties::{of_a_fen, of_a_hub_position};

fuzz_target!(|bytes: &[u8]| {
    let text = &String::from_utf8_lossy(bytes);
    of_a_fen::<Russian>(text);
    of_a_fen::<International>(text);
    of_a_hub_position::<Russian>(text);
    of_a_hub_position::<International>(text);
});
