//! Files of games and of openings.
#![no_main]

use bolshak::board::Numbering;
use bolshak::pdn::{Reader, Reading, Record, Style, write_game};
use bolshak::rules::Russian;
use bolshak::tourney::openings::read;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for flying in [false, true] {
        let reading = Reading { flying, ..Reading::default() };
        for game in Reader::<Russian, _>::with(bytes, reading) {
            let game = game.expect("bytes can be read");
            for fault in game.faults.iter().chain(&game.warnings) {
                of_a_reason(&fault.to_string());
            }
            of_a_record(&game.record);
        }
    }
    match read::<Russian>(bytes, Numbering::FromTop) {
        Ok(found) => {
            assert!(!found.openings.is_empty());
            for opening in &found.openings {
                // Every move is legal, and the game goes on behind the last.
                let mut position = opening.start;
                for &mv in &opening.moves {
                    assert!(position.legal_moves().contains(&mv));
                    position = position.after(mv);
                }
                assert!(!position.legal_moves().is_empty());
            }
            found.warnings.iter().for_each(|warning| of_a_reason(&warning.to_string()));
        }
        Err(error) => of_a_reason(&error.to_string()),
    }
});

/// A reason is one line, and short.
fn of_a_reason(reason: &str) {
    assert!(!reason.contains(['\n', '\r']) && reason.len() < 12_000, "{reason:?}");
}

/// What is written of a game is read again as the same moves with the same result.
fn of_a_record(record: &Record<Russian>) {
    for style in [Style::STANDARD, Style::LIDRAUGHTS] {
        let mut text = Vec::new();
        write_game(&mut text, record, style).expect("memory takes all");
        let mut games =
            Reader::<Russian, _>::new(text.as_slice()).map(|game| game.expect("text can be read"));
        let Some(again) = games.next() else {
            assert!(record.moves.is_empty());
            continue;
        };
        let moves =
            |record: &Record<Russian>| record.moves.iter().map(|recorded| recorded.mv).collect::<Vec<_>>();
        assert_eq!(moves(&again.record), moves(record), "{}", String::from_utf8_lossy(&text));
        assert_eq!((again.record.start, again.record.outcome), (record.start, record.outcome));
        assert!(games.next().is_none());
    }
}
