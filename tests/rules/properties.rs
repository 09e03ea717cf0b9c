//! What holds in every position: random ones, from random games and from random placements, are compared with a
//! brute-force generator and sent through every reader and writer. The random numbers are the same each time.

use std::collections::{BTreeMap, BTreeSet};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseResult, TestRng, TestRunner};

use crate::oracle::{Board, Man, at, build, outcome};
use bolshak::board::Numbering;
use bolshak::notation::{Notation, read_fen, read_move, write_fen, write_move, write_square};
use bolshak::position::{PieceLimit, Position, perft};
use bolshak::rules::{Brazilian, English, Giveaway, International, Rules, Russian};

const NOTATIONS: [(Notation, Numbering); 3] = [
    (Notation::Algebraic, Numbering::FromTop),
    (Notation::Numeric(Numbering::FromTop), Numbering::FromTop),
    (Notation::Numeric(Numbering::FromBottom), Numbering::FromBottom),
];

/// Runs a test on values of a strategy, the same ones each time.
pub(crate) fn check<S: Strategy>(cases: u32, strategy: &S, test: impl Fn(S::Value) -> TestCaseResult) {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    runner.run(strategy, test).unwrap_or_else(|error| panic!("{error}"));
}

/// The position after some moves from the start, each chosen by a number.
fn playout<R: Rules>() -> impl Strategy<Value = Position<R>> {
    vec(any::<u16>(), 0..90).prop_map(|choices| {
        choices.into_iter().fold(Position::<R>::start(), |position, choice| {
            let moves = position.legal_moves();
            // A game that is over stays as it is.
            if moves.is_empty() { position } else { position.after(moves[usize::from(choice) % moves.len()]) }
        })
    })
}

/// Up to `most` pieces anywhere, `kings` of 8 of them kings.
fn placement<R: Rules>(most: usize) -> impl Strategy<Value = Position<R>> {
    let piece = (1..=u32::from(R::GEOMETRY.squares()), any::<bool>(), 0..8_u8);
    (vec(piece, 0..=most), 0..=8_u8, any::<bool>()).prop_map(|(pieces, kings, white_to_move)| {
        let placed = pieces.into_iter().filter_map(|(number, white, rank)| {
            let square = R::GEOMETRY.from_number(number, Numbering::FromTop)?;
            Some((at::<R>(square), Man { white, king: rank < kings }))
        });
        build(&placed.collect::<BTreeMap<_, _>>(), white_to_move)
    })
}

pub(crate) fn any_position<R: Rules>() -> impl Strategy<Value = Position<R>> {
    let half_full = usize::from(R::GEOMETRY.squares()) / 2;
    prop_oneof![playout::<R>(), placement::<R>(7), placement::<R>(half_full), placement::<R>(3 * half_full)]
}

fn in_every_position<R: Rules>(test: impl Fn(&Position<R>) -> TestCaseResult) {
    check(CASES, &any_position::<R>(), |position| test(&position));
}

const CASES: u32 = 10_000;

fn moves_are_those_of_the_oracle<R: Rules>(position: &Position<R>) -> TestCaseResult {
    let moves = position.legal_moves();
    let outcomes: BTreeSet<_> = moves.iter().map(|&mv| outcome::<R>(mv)).collect();
    prop_assert_eq!(outcomes.len(), moves.len(), "a move is listed twice");
    prop_assert_eq!(outcomes, Board::of(position).moves());
    Ok(())
}

#[test]
fn the_generator_finds_exactly_the_moves_of_the_oracle() {
    in_every_position::<Russian>(moves_are_those_of_the_oracle);
    in_every_position::<Giveaway>(moves_are_those_of_the_oracle);
    in_every_position::<Brazilian>(moves_are_those_of_the_oracle);
    in_every_position::<International>(moves_are_those_of_the_oracle);
    in_every_position::<English>(moves_are_those_of_the_oracle);
}

fn routes_are_those_of_the_oracle<R: Rules>(position: &Position<R>) -> TestCaseResult {
    let routes = position.capture_routes();
    let mut found: Vec<_> = routes
        .iter()
        .map(|(mv, route)| (route.iter().map(|&square| at::<R>(square)).collect(), outcome::<R>(*mv)))
        .collect();
    let mut expected = Board::of(position).chains();
    found.sort();
    expected.sort();
    prop_assert_eq!(found, expected);
    let with_route = |mv| routes.iter().any(|(other, _)| *other == mv);
    let moves = position.legal_moves();
    prop_assert!(moves.into_iter().all(|mv| with_route(mv) == mv.is_capture()));
    Ok(())
}

#[test]
fn the_routes_are_every_way_to_carry_out_the_legal_captures() {
    in_every_position::<Russian>(routes_are_those_of_the_oracle);
    in_every_position::<Brazilian>(routes_are_those_of_the_oracle);
    in_every_position::<International>(routes_are_those_of_the_oracle);
    in_every_position::<English>(routes_are_those_of_the_oracle);
}

fn counts_and_questions_agree<R: Rules>(position: &Position<R>) -> TestCaseResult {
    let moves = position.legal_moves();
    prop_assert_eq!(position.count_moves(), moves.len() as u64);
    prop_assert_eq!(position.has_legal_move(), !moves.is_empty());
    prop_assert_eq!(position.has_capture(), moves.iter().any(|mv| mv.is_capture()));
    prop_assert_eq!(position.has_capture(), moves.iter().any(|mv| !mv.is_capture()) ^ !moves.is_empty());
    Ok(())
}

#[test]
fn counting_and_asking_agree_with_listing() {
    in_every_position::<Russian>(counts_and_questions_agree);
    in_every_position::<Brazilian>(counts_and_questions_agree);
    in_every_position::<International>(counts_and_questions_agree);
    in_every_position::<English>(counts_and_questions_agree);
}

fn play_is_as_on_a_board<R: Rules>(position: &Position<R>) -> TestCaseResult {
    let before = Board::of(position);
    for mv in position.legal_moves() {
        let outcome = outcome::<R>(mv);
        let mut men = before.men.clone();
        let man = men.remove(&outcome.from);
        prop_assert!(man.is_some());
        men.retain(|square, _| !outcome.taken.contains(square));
        men.extend(man.map(|man| (outcome.to, Man { king: man.king || outcome.crowned, ..man })));
        prop_assert_eq!(position.after(mv), build(&men, !before.white_to_move));
    }
    Ok(())
}

#[test]
fn a_move_changes_the_board_as_it_would_by_hand() {
    in_every_position::<Russian>(play_is_as_on_a_board);
    in_every_position::<Brazilian>(play_is_as_on_a_board);
    in_every_position::<International>(play_is_as_on_a_board);
    in_every_position::<English>(play_is_as_on_a_board);
}

fn fen_is_read_back<R: Rules>(position: &Position<R>) -> TestCaseResult {
    for (notation, numbering) in NOTATIONS {
        let fen = write_fen(position, notation);
        let read = read_fen::<R>(&fen, numbering, PieceLimit::None);
        prop_assert_eq!(read.as_ref(), Ok(position), "{}", fen);
    }
    Ok(())
}

#[test]
fn every_position_is_read_back_from_its_fen() {
    in_every_position::<Russian>(fen_is_read_back);
    in_every_position::<Brazilian>(fen_is_read_back);
    in_every_position::<International>(fen_is_read_back);
    in_every_position::<English>(fen_is_read_back);
}

fn moves_are_read_back<R: Rules>(position: &Position<R>) -> TestCaseResult {
    for (notation, numbering) in NOTATIONS {
        for mv in position.legal_moves() {
            let text = write_move(position, mv, notation);
            let read = read_move(position, &text, numbering);
            prop_assert_eq!(read.as_ref().map(|read| read.mv), Ok(mv), "{}", text);
            prop_assert!(!read.is_ok_and(|read| read.separator_mixed_up), "{}", text);
        }
        for (mv, route) in position.capture_routes() {
            let squares: Vec<_> = route.iter().map(|&square| write_square::<R>(square, notation)).collect();
            let text = squares.join(":");
            let read = read_move(position, &text, numbering).map(|read| read.mv);
            prop_assert_eq!(read, Ok(mv), "{}", text);
        }
    }
    Ok(())
}

#[test]
fn every_legal_move_and_route_is_read_back_as_written() {
    in_every_position::<Russian>(moves_are_read_back);
    in_every_position::<Brazilian>(moves_are_read_back);
    in_every_position::<International>(moves_are_read_back);
    in_every_position::<English>(moves_are_read_back);
}

fn key_tells_positions_apart<R: Rules>(position: &Position<R>) -> TestCaseResult {
    let board = Board::of(position);
    let key = position.key();
    prop_assert_eq!(build::<R>(&board.men, board.white_to_move).key(), key, "an equal position");
    prop_assert_ne!(position.passed().key(), key, "the other side to move");
    for (&square, &man) in &board.men {
        let changed = |to: Option<Man>| {
            let mut men = board.men.clone();
            men.remove(&square);
            men.extend(to.map(|man| (square, man)));
            build::<R>(&men, board.white_to_move)
        };
        let others = [
            None,
            Some(Man { king: !man.king, ..man }),
            Some(Man { white: !man.white, ..man }),
            Some(Man { white: !man.white, king: !man.king }),
        ];
        // On a crowning row, a king has no man to differ from.
        for other in others.into_iter().map(changed).filter(|other| other != position) {
            prop_assert_ne!(other.key(), key);
        }
    }
    Ok(())
}

#[test]
fn keys_are_equal_for_equal_positions_and_differ_by_any_piece_and_by_the_turn() {
    in_every_position::<Russian>(key_tells_positions_apart);
    in_every_position::<International>(key_tells_positions_apart);
    in_every_position::<English>(key_tells_positions_apart);
}

fn flipped_is_the_same_game<R: Rules>(position: &Position<R>) -> TestCaseResult {
    let flipped = position.flipped();
    prop_assert_eq!(flipped.flipped(), *position);
    prop_assert_eq!(flipped.turn(), !position.turn());
    prop_assert_eq!(flipped.legal_moves().len(), position.legal_moves().len());
    prop_assert_eq!(perft(&flipped, 3), perft(position, 3));
    Ok(())
}

#[test]
fn a_flipped_position_is_the_same_for_the_other_side() {
    in_every_position::<Russian>(flipped_is_the_same_game);
    in_every_position::<Brazilian>(flipped_is_the_same_game);
    in_every_position::<English>(flipped_is_the_same_game);
    check(200, &any_position::<International>(), |position| flipped_is_the_same_game(&position));
}
