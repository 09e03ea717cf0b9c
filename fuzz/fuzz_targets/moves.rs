//! Moves: a position in the first line, then texts that may be moves of the game from there on.
#![no_main]

#[path = "../../tests/rules/text_properties.rs"]
mod text_properties;

use bolshak::rules::{Brazilian, English, International, Russian};
use libfuzzer_sys::fuzz_target;
use text_properties::of_a_game;

fuzz_target!(|bytes: &[u8]| {
    let text = &String::from_utf8_lossy(bytes);
    of_a_game::<Russian>(text);
    of_a_game::<Brazilian>(text);
    of_a_game::<International>(text);
    of_a_game::<English>(text);
});
