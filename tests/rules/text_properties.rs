//! What holds of every text that a reader of positions or moves is given, whether the reader accepts it or not.
//! `any_text.rs` tries some texts in each run of the tests, the targets in `fuzz/` try as many as one has time for.
#![allow(dead_code, reason = "each fuzz target uses a part of it")]

use std::fmt::Display;

use bolshak::board::Numbering;
use bolshak::notation::{
    Notation, read_fen, read_hub_move, read_hub_position, read_move, write_fen, write_hub_position,
    write_move,
};
use bolshak::position::{Move, PieceLimit, Position};
use bolshak::rules::Rules;

const NUMBERINGS: [Numbering; 2] = [Numbering::FromTop, Numbering::FromBottom];
const LIMITS: [PieceLimit; 2] = [PieceLimit::Standard, PieceLimit::None];

/// The longest reason for which a text is refused, in bytes, however long the text is.
const LONGEST_REASON: usize = 12_000;

/// A reason is one short line that can be shown on any screen.
pub(crate) fn can_be_shown(reason: &impl Display) {
    let reason = reason.to_string();
    assert!(!reason.is_empty());
    assert!(!reason.contains(char::is_control), "a control character in {reason:?}");
    assert!(reason.len() <= LONGEST_REASON, "{} bytes: {reason}", reason.len());
}

/// What is read as a FEN comes back from all that is written of it.
pub(crate) fn of_a_fen<R: Rules>(text: &str) {
    for numbering in NUMBERINGS {
        let [standard, unlimited] = LIMITS.map(|limit| read_fen::<R>(text, numbering, limit));
        if let Ok(position) = &standard {
            assert_eq!(unlimited.as_ref(), Ok(position), "the limit changes nothing but whether it is read");
        }
        match &unlimited {
            Ok(position) => is_read_back(position, numbering),
            Err(error) => can_be_shown(error),
        }
        if let Err(error) = &standard {
            can_be_shown(error);
        }
    }
}

/// A position comes back from each of its texts.
fn is_read_back<R: Rules>(position: &Position<R>, numbering: Numbering) {
    for notation in [Notation::Algebraic, Notation::Numeric(numbering), Notation::Hub(numbering)] {
        let fen = write_fen(position, notation);
        assert_eq!(read_fen(&fen, numbering, PieceLimit::None).as_ref(), Ok(position), "{fen}");
    }
    let text = write_hub_position(position);
    assert_eq!(read_hub_position(&text, PieceLimit::None).as_ref(), Ok(position), "{text}");
}

/// A position of the Hub protocol has one text only.
pub(crate) fn of_a_hub_position<R: Rules>(text: &str) {
    for limit in LIMITS {
        match read_hub_position::<R>(text, limit) {
            Ok(position) => {
                assert_eq!(write_hub_position(&position), text);
                for numbering in NUMBERINGS {
                    is_read_back(&position, numbering);
                }
            }
            Err(error) => can_be_shown(&error),
        }
    }
}

/// A first line that is read as a position, and lines that are read as the moves that follow; where the position is
/// none, the game begins as it always does.
pub(crate) fn of_a_game<R: Rules>(text: &str) {
    let mut lines = text.split('\n');
    let first = lines.next().unwrap_or_default();
    let mut position = read_fen(first, Numbering::FromTop, PieceLimit::None)
        .or_else(|_| read_hub_position(first, PieceLimit::None))
        .unwrap_or_else(|_| Position::<R>::start());
    for line in lines {
        if let Some(mv) = of_a_move(&position, line) {
            position = position.after(mv);
        }
    }
}

/// What is read as a move is one of the legal ones, and comes back from all that is written of it. Returns what the
/// text means, if anything.
pub(crate) fn of_a_move<R: Rules>(position: &Position<R>, text: &str) -> Option<Move> {
    let mut meant = None;
    for numbering in NUMBERINGS {
        let usual = read_move(position, text, numbering);
        let hub = read_hub_move(position, text, numbering);
        for read in [usual.as_ref().map(|read| read.mv), hub.as_ref().copied()] {
            match read {
                Ok(mv) => {
                    comes_back(position, mv, numbering);
                    meant = meant.or(Some(mv));
                }
                Err(error) => can_be_shown(error),
            }
        }
        let only_ends = text.split(['x', '-']).count() == 2;
        if let (Ok(usual), Ok(hub), true) = (usual, hub, only_ends) {
            assert_eq!(usual.mv, hub, "{text} means two moves");
            assert!(!usual.separator_mixed_up, "{text}");
        }
    }
    meant
}

/// A move is legal, and is what each of its texts means.
fn comes_back<R: Rules>(position: &Position<R>, mv: Move, numbering: Numbering) {
    assert!(position.legal_moves().contains(&mv), "{mv:?}");
    for notation in [Notation::Algebraic, Notation::Numeric(numbering)] {
        let text = write_move(position, mv, notation);
        let read = read_move(position, &text, numbering);
        assert_eq!(read.as_ref().map(|read| read.mv), Ok(mv), "{text}");
        assert!(!read.is_ok_and(|read| read.separator_mixed_up), "{text}");
    }
    let text = write_move(position, mv, Notation::Hub(numbering));
    assert_eq!(read_hub_move(position, &text, numbering), Ok(mv), "{text}");
}
