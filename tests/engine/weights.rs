//! The weights of the evaluation: their files, and what the evaluation makes of them.

use bolshak::board::{Color, Numbering};
use bolshak::eval::{Evaluated, Weights, WeightsFault};
use bolshak::notation::read_fen;
use bolshak::position::{PieceLimit, Position};
use bolshak::rules::{Giveaway, Rules, Russian};

/// Positions along games of moves that a simple rule chooses, from both sides.
fn positions<R: Rules>() -> Vec<Position<R>> {
    let mut all = Vec::new();
    for game in 0_usize..40 {
        let mut position = Position::<R>::start();
        for ply in 0_usize..80 {
            all.push(position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.after(moves[(game * 31 + ply * ply * 7 + ply) % moves.len()]);
        }
    }
    all
}

fn both_sides_are_alike<R: Evaluated>(weights: &Weights<R>) {
    for position in positions::<R>() {
        assert_eq!(weights.evaluate(&position), weights.evaluate(&position.flipped()), "{position:?}");
    }
}

#[test]
fn a_position_is_worth_the_same_from_the_other_side_of_the_board() {
    both_sides_are_alike(&Russian::weights());
    both_sides_are_alike(&Giveaway::weights());
}

#[test]
fn weights_are_told_apart_by_their_checksum() {
    let (learnt, start) = (Russian::weights(), Weights::<Russian>::start());
    assert_ne!(learnt.checksum(), start.checksum());
    assert_eq!(Weights::<Russian>::start().checksum(), start.checksum());
}

#[test]
fn the_terms_add_up_to_the_value() {
    let weights = Russian::weights();
    for position in positions::<Russian>() {
        let kings = position.kings(Color::White) | position.kings(Color::Black);
        let (terms, total) = weights.explain(&position);
        let value = weights.evaluate(&position);
        assert_eq!(total, if position.turn() == Color::White { value } else { -value });
        if kings.is_empty() {
            // Each term is rounded by itself.
            let sum: i32 = terms.iter().map(|term| term.value).sum();
            assert!((sum - total).unsigned_abs() as usize <= terms.len(), "{sum} {total} {position:?}");
        }
    }
}

#[test]
fn a_man_more_is_better_and_a_king_better_still() {
    let value = |fen| {
        let position = read_fen::<Russian>(fen, Numbering::FromTop, PieceLimit::Standard).unwrap();
        Russian::weights().evaluate(&position)
    };
    let equal = value("W:Wa1,c1,e3,f2,h2,c3:Bb8,d8,f6,g7,a7,h6");
    let more = value("W:Wa1,c1,e3,f2,h2,c3:Bb8,d8,f6,g7,a7");
    let king = value("W:Wa1,c1,e3,f2,h2,Kc3:Bb8,d8,f6,g7,a7");
    assert!(equal + 50 < more && more + 50 < king, "{equal} {more} {king}");
}

#[test]
fn files_are_read_as_they_were_written() {
    let weights = Russian::weights();
    let bytes = weights.write();
    assert_eq!(Weights::<Russian>::read(&bytes).unwrap(), *weights);
    assert_eq!(Weights::<Russian>::read(&Weights::<Russian>::start().write()).unwrap(), Weights::start());
}

#[test]
fn files_of_another_kind_game_or_version_and_damaged_ones_are_refused() {
    let bytes = Weights::<Russian>::start().write();
    let read = |bytes: &[u8]| Weights::<Russian>::read(bytes).unwrap_err();
    assert_eq!(read(b""), WeightsFault::NoWeights);
    assert_eq!(read(b"bolshakB and more"), WeightsFault::NoWeights);
    let changed = |at: usize, byte: u8| {
        let mut bytes = bytes.clone();
        bytes[at] = byte;
        bytes
    };
    assert_eq!(read(&changed(8, 9)), WeightsFault::Version(9));
    let other = Weights::<Giveaway>::start().write();
    let fault = read(&other);
    assert!(matches!(&fault, WeightsFault::Variant { found, .. } if found == "giveaway"), "{fault}");
    assert!(matches!(read(&changed(26, bytes[26] ^ 1)), WeightsFault::Count { .. }));
    for at in [40, 1_000, bytes.len() - 1] {
        assert_eq!(read(&changed(at, bytes[at] ^ 0x10)), WeightsFault::Checksum, "{at}");
    }
    // Cut anywhere, and longer than announced.
    for length in (0..60).chain((60..bytes.len()).step_by(99_991)) {
        assert!(Weights::<Russian>::read(&bytes[..length]).is_err(), "{length}");
    }
    let longer = [&bytes[..], b"x"].concat();
    assert!(matches!(read(&longer), WeightsFault::Length { .. }));
}
