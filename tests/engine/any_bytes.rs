//! Random bytes for the protocols: nothing but bytes, and lines of the words that are expected. The random numbers
//! are the same each time; what the threads make of them need not be.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};

use crate::session_properties::{of_a_session, of_lines};
use bolshak::protocol::Dialect;

/// What the native protocol knows.
const NATIVE: &[&str] = &[
    "uci",
    "isready",
    "ucinewgame",
    "position startpos",
    "position startpos moves",
    "position startpos moves c3-d4 d6-c5 b2-c3",
    "position startpos moves c3-d4 d6-c5 b2-c3 f6-g5",
    "c3-d4",
    "d6-c5",
    "b2-c3",
    "position fen",
    "W:WKa1,c3:BKh8,d6",
    "B:W31,32,K5:BK1",
    "W:WKd4:Be7,c7,c5,e5,e3",
    "W:W:Bb8",
    "moves",
    "go",
    "go infinite",
    "go depth 2",
    "go depth 2 searchmoves a3-b4",
    "go nodes 40 searchmoves g3-f4 g3-h4",
    "go ponder",
    "depth",
    "nodes",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "mate",
    "infinite",
    "ponder",
    "searchmoves",
    "perft",
    "stop",
    "ponderhit",
    "d",
    "eval",
    "help",
    "bench",
    "quit",
    "setoption name",
    "value",
    "Hash",
    "Threads",
    "MultiPV",
    "MoveOverhead",
    "DrawRules",
    "Variant",
    "giveaway",
    "russian",
    "Notation",
    "numeric",
    "Numbering",
    "a1",
    "PieceLimit",
    "Skill",
    "true",
    "false",
    "0",
    "1",
    "2",
    "-7",
    "1e3",
    "99999999999999999999",
];

/// What the Hub protocol knows.
const HUB: &[&str] = &[
    "hub",
    "init",
    "ping",
    "new-game",
    "set-param",
    "name=variant",
    "value=russian-losing",
    "value=russian",
    "name=square-numbering",
    "value=a1",
    "value=auto",
    "name=threads",
    "name=tt-size",
    "name=skill",
    "value=16",
    "name=initial-time",
    "value=1",
    "pos",
    "pos start moves=\"22-18 11-15\"",
    "pos start moves=\"10-13 21-18\"",
    "start",
    "pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww",
    "pos=BeeeeeeeBeeeeeWeewweeeeeeeeeewwww",
    "moves=\"22-18",
    "moves=\"10-14 23-19",
    "11-15\"",
    "18x9x14\"",
    "\"",
    "level",
    "level depth=2",
    "level nodes=30 depth=5",
    "depth=2",
    "nodes=300",
    "move-time=0.002",
    "time=1",
    "inc=0.1",
    "moves=3",
    "infinite",
    "time=-inf",
    "go",
    "go think",
    "go ponder",
    "go analyze",
    "ponder-hit",
    "stop",
    "quit",
];

/// Lines of words, with bytes of any kind among them.
fn lines_of(words: &'static [&'static str], most: usize) -> impl Strategy<Value = Vec<u8>> {
    let word = prop_oneof![
        40 => prop::sample::select(words).prop_map(|word| word.as_bytes().to_vec()),
        1 => vec(any::<u8>(), 0..6),
    ];
    let line = vec(word, 1..5).prop_map(|words| words.join(&b' '));
    vec(line, 0..most).prop_map(|lines| lines.join(&b'\n'))
}

fn bytes(words: &'static [&'static str], most: usize) -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![1 => vec(any::<u8>(), 0..200), 9 => lines_of(words, most)]
}

fn check(cases: u32, strategy: &impl Strategy<Value = Vec<u8>>, test: impl Fn(&[u8])) {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let run = runner.run(strategy, |bytes| {
        test(&bytes);
        Ok(())
    });
    match run {
        Ok(()) => {}
        Err(TestError::Fail(reason, bytes)) => panic!("{reason}: {:?}", String::from_utf8_lossy(&bytes)),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn every_line_is_a_command_or_an_error_that_can_be_shown() {
    check(5_000, &bytes(NATIVE, 6), |bytes| {
        of_lines(Dialect::native(), &String::from_utf8_lossy(bytes));
    });
    check(5_000, &bytes(HUB, 6), |bytes| of_lines(Dialect::hub(), &String::from_utf8_lossy(bytes)));
}

#[test]
fn a_native_session_of_any_bytes_answers_every_search_and_ends() {
    check(1_000, &bytes(NATIVE, 12), |bytes| of_a_session(Dialect::native(), bytes));
}

#[test]
fn a_hub_session_of_any_bytes_answers_every_search_and_ends() {
    check(500, &bytes(HUB, 12), |bytes| of_a_session(Dialect::hub(), bytes));
    check(500, &bytes(HUB, 12), |bytes| of_a_session(Dialect::native(), &[b"hub\n", bytes].concat()));
}
