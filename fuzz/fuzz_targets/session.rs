//! Whole sessions: in the protocol that the first word chooses, with a table of 1 MiB and little work a search.
#![no_main]

#[path = "../../tests/engine/session_properties.rs"]
mod session_properties;

use bolshak::protocol::Dialect;
use libfuzzer_sys::fuzz_target;
use session_properties::of_a_session;

fuzz_target!(|bytes: &[u8]| of_a_session(Dialect::native(), bytes));
