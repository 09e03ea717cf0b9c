//! Lines of the Hub protocol.
#![no_main]

#[path = "../../tests/engine/session_properties.rs"]
mod session_properties;

use bolshak::protocol::Dialect;
use libfuzzer_sys::fuzz_target;
use session_properties::of_lines;

fuzz_target!(|bytes: &[u8]| of_lines(Dialect::hub(), &String::from_utf8_lossy(bytes)));
