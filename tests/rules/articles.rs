//! The articles of the rules, one by one: each test has a position in which only its rule makes the difference.

use std::collections::BTreeSet;

use crate::common::position;
use bolshak::board::{Color, Piece};
use bolshak::game::{Game, GameResult, WinReason};
use bolshak::notation::{Notation, write_square};
use bolshak::position::{Move, Position, perft};
use bolshak::rules::{Brazilian, Giveaway, International, Rules, Russian};

const CAPTURES: &str = include_str!("data/captures.txt");

/// A move as text: `c3-d4`, or a capture with what it takes, `f4:d6=e5`; `=K` when the piece ends as a king.
fn text_of<R: Rules>(position: &Position<R>, mv: Move, separator: &str) -> String {
    let name = |square| write_square::<R>(square, Notation::Algebraic);
    let mut text = format!("{}{separator}{}", name(mv.from), name(mv.to));
    if mv.is_capture() {
        let taken: BTreeSet<_> = mv.captured.into_iter().map(name).collect();
        text = format!("{text}={}", taken.into_iter().collect::<Vec<_>>().join(","));
    }
    let king = position.after(mv).at(mv.to) == Some((position.turn(), Piece::King));
    text + if king { "=K" } else { "" }
}

/// All legal moves as text.
pub(crate) fn moves<R: Rules>(position: &Position<R>) -> BTreeSet<String> {
    let separator = if position.has_capture() { ":" } else { "-" };
    position.legal_moves().into_iter().map(|mv| text_of(position, mv, separator)).collect()
}

/// Asserts that the legal moves are exactly these; the turns of a capture are left out.
pub(crate) fn assert_moves<R: Rules>(fen: &str, expected: &str) {
    let expected = expected.split_whitespace().map(String::from).collect();
    assert_eq!(moves(&position::<R>(fen)), expected, "{fen}");
}

/// All routes of the legal captures as text: `a5:e1:g3:e5`.
pub(crate) fn routes<R: Rules>(position: &Position<R>) -> Vec<String> {
    let name = |&square: &_| write_square::<R>(square, Notation::Algebraic);
    let text = |route: Vec<_>| route.iter().map(name).collect::<Vec<_>>().join(":");
    position.capture_routes().into_iter().map(|(_, route)| text(route)).collect()
}

pub(crate) fn result<R: Rules>(fen: &str) -> Option<GameResult> {
    Game::<R>::new(position(fen)).result()
}

#[test]
fn the_game_starts_with_twelve_men_a_side_and_white_to_move() {
    let listed = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6";
    assert_eq!(Position::<Russian>::start(), position(listed));
    assert_eq!(Position::<Brazilian>::start(), position(listed));
    assert_eq!(Position::<International>::start(), position("W:W31-50:B1-20"));
}

#[test]
fn a_man_moves_one_square_forward() {
    assert_moves::<Russian>("W:Wd4,h4:Ba7", "d4-c5 d4-e5 h4-g5");
    assert_moves::<Russian>("B:Wh2:Bd4,h4", "d4-c3 d4-e3 h4-g3");
    assert_moves::<Russian>("W:Wd4,c5,e5:Bh8", "c5-b6 c5-d6 e5-d6 e5-f6");
}

#[test]
fn a_man_is_crowned_on_the_far_row_by_a_quiet_move() {
    assert_moves::<Russian>("W:Wc7:Bh2", "c7-b8=K c7-d8=K");
    assert_moves::<Russian>("B:Wh4:Ba3,f2", "a3-b2 f2-e1=K f2-g1=K");
}

#[test]
fn a_man_crowned_by_a_quiet_move_captures_as_a_king_only_from_its_next_move_on() {
    let before = position::<Russian>("W:Wc7:Bg5,a7");
    let crowning =
        before.legal_moves().into_iter().find(|mv| text_of(&before, *mv, "-") == "c7-d8=K").unwrap();
    let after = before.after(crowning);
    assert!(after.kings(Color::White).any() && after.pieces(Color::Black).count() == 2);
    assert!(after.passed().has_capture(), "d8 could take g5 now");
    assert_eq!(after.turn(), Color::Black);
}

#[test]
fn a_king_moves_any_number_of_free_squares_both_ways() {
    assert_moves::<Russian>(
        "W:WKd4,f6:Ba7,h6",
        "d4-c5=K d4-b6=K d4-e5=K d4-c3=K d4-b2=K d4-a1=K d4-e3=K d4-f2=K d4-g1=K f6-e7 f6-g7",
    );
}

#[test]
fn capturing_is_compulsory_for_men_and_kings() {
    assert_moves::<Russian>("W:Wc3,h2:Bd4,h6", "c3:e5=d4");
    assert_moves::<Russian>("W:WKa1,h2:Bg7,b6", "a1:h8=g7=K");
    assert_moves::<Russian>("B:Wc3:Bd4,h6,a7", "d4:b2=c3");
}

#[test]
fn a_man_captures_backward_too() {
    assert_moves::<Russian>("W:We5:Bd4", "e5:c3=d4");
    assert_moves::<Russian>("B:We5:Bd4", "d4:f6=e5");
}

#[test]
fn a_man_needs_an_adjacent_enemy_and_a_free_square_right_behind_it() {
    assert_moves::<Russian>("W:Wc3:Bd4,e5", "c3-b4");
    assert_moves::<Russian>("W:Wc3:Be5", "c3-b4 c3-d4");
    assert_moves::<Russian>("W:Wg3:Bh4", "g3-f4");
}

#[test]
fn a_king_captures_from_afar_and_lands_on_any_free_square_behind() {
    assert_moves::<Russian>("W:WKa1:Bd4", "a1:e5=d4=K a1:f6=d4=K a1:g7=d4=K a1:h8=d4=K");
    assert_moves::<Russian>("W:WKa1:Bd4,g7", "a1:h8=d4,g7=K");
    assert_moves::<Russian>("W:WKa1,g7:Bd4", "a1:e5=d4=K a1:f6=d4=K");
}

#[test]
fn a_king_does_not_jump_two_pieces_in_a_row() {
    assert_moves::<Russian>("W:WKa1:Bd4,e5", "a1-b2=K a1-c3=K");
}

#[test]
fn a_capture_goes_on_as_long_as_it_can() {
    assert_moves::<Russian>("W:Wc3:Bd4,d6", "c3:c7=d4,d6");
    assert_eq!(routes(&position::<Russian>("W:Wc3:Bd4,d6,b6")), ["c3:e5:c7:a5"]);
}

#[test]
fn between_captures_the_player_chooses_freely() {
    // One man against three, and a man against a king.
    assert_moves::<Russian>("W:Wc3,h4:Bb4,d4,d6,Kg5", "c3:a5=b4 c3:c7=d4,d6 h4:f6=g5");
}

#[test]
fn a_king_chooses_among_the_landings_from_which_it_can_go_on_only() {
    assert_moves::<Russian>("B:WKc5,c3:BKf8", "f8:d2=c3,c5=K f8:e1=c3,c5=K");
    assert_moves::<Russian>("W:WKg1:Bd4,b4", "g1:a3=b4,d4=K");
    // From no landing behind d4: all are legal.
    assert_moves::<Russian>("W:WKg1:Bd4,b2", "g1:c5=d4=K g1:b6=d4=K g1:a7=d4=K");
}

#[test]
fn captured_pieces_stand_until_the_move_is_over() {
    // From e5, d4 is out of reach: behind it c3, already jumped, still stands.
    let board = position::<Russian>("B:Wc3,f2,f4,d4:BKa5");
    assert!(routes(&board).contains(&"a5:e1:g3:e5".to_owned()));
    assert!(moves(&board).contains("a5:e5=c3,f2,f4=K"));
    // Behind c5, b6 still stands.
    let board = position::<Russian>("W:WKe1:Bc3,b6,e7,e5,c5");
    assert!(routes(&board).contains(&"e1:a5:d8:f6:d4".to_owned()));
    assert!(moves(&board).contains("e1:d4=b6,c3,e5,e7=K"));
}

#[test]
fn no_piece_is_jumped_twice() {
    assert_moves::<Russian>("B:WKe5,b2:BKd4", "d4:f6=e5=K d4:g7=e5=K d4:h8=e5=K d4:a1=b2=K");
}

#[test]
fn the_start_square_may_be_crossed_and_landed_on() {
    assert_moves::<Russian>(
        "W:WKd2:Bc5,e5,c3,e3",
        "d2:d2=c3,c5,e3,e5=K d2:e1=c3,c5,e3,e5=K d2:c1=c3,c5,e3,e5=K",
    );
    // A man comes round to where it began.
    assert_moves::<Russian>("W:Wd2:Bc3,e3,c5,e5", "d2:d2=c3,c5,e3,e5");
}

#[test]
fn a_capture_that_ends_where_it_began_leaves_the_piece_on_its_square() {
    let before = position::<Russian>("W:WKd2:Bc5,e5,c3,e3,h8");
    let round = before.legal_moves().into_iter().find(|mv| mv.from == mv.to).unwrap();
    assert_eq!(before.after(round), position("B:WKd2:Bh8"));
    let mut game = Game::new(before);
    game.play(round).unwrap();
    game.undo(1);
    assert_eq!((*game.position(), game.position().key()), (before, before.key()));
}

#[test]
fn a_man_crowned_in_passing_goes_on_as_a_king_at_once() {
    assert_moves::<Russian>("W:Wh6:Bg7,c5,d2", "h6:e1=c5,d2,g7=K");
    assert_moves::<Russian>("W:Wf6:Be7,b6", "f6:a5=b6,e7=K");
    // Short of the far row it is a man still.
    assert_moves::<Russian>("W:Wc5:Bd6,f6,d4", "c5:e3=d4 c5:g5=d6,f6");
}

#[test]
fn own_pieces_are_never_jumped() {
    assert_moves::<Russian>("W:Wc3,d4:Bh8", "c3-b4 d4-c5 d4-e5");
    assert_moves::<Russian>("W:WKa1,c3:Be5", "a1-b2=K c3-b4 c3-d4");
}

#[test]
fn two_routes_with_the_same_ends_and_captures_are_one_move() {
    let position = position::<Russian>("B:Wa1,b2,b4,d2,f2,f4,d4:Ba5");
    let mut routes = routes(&position);
    routes.sort();
    assert_eq!(routes, ["a5:c3:e1:g3:e5:c3", "a5:c3:e5:g3:e1:c3"]);
    assert_eq!(position.legal_moves().len(), 1);
    assert_eq!((position.count_moves(), perft(&position, 1)), (1, 1));
    assert_eq!(moves(&position), BTreeSet::from(["a5:c3=b4,d2,d4,f2,f4=K".to_owned()]));
}

/// Checks one line of the table of captures.
fn check_captures(line: &str) {
    let [fen, chains, sequences, expected] = line.split(" | ").collect::<Vec<_>>()[..] else {
        panic!("{line}")
    };
    let position = position::<Russian>(fen);
    let routes = routes(&position);
    assert_eq!(routes.len().to_string(), chains, "{fen}");
    assert_eq!(perft(&position, 3).to_string(), sequences, "{fen}");
    let expected: BTreeSet<String> = expected
        .split(' ')
        .map(|item| {
            let mut parts = item.split('=');
            let (route, taken) = (parts.next().unwrap(), parts.next().unwrap());
            assert!(routes.iter().any(|other| other == route), "{fen}: {route}");
            let squares: Vec<_> = route.split(':').collect();
            let taken: BTreeSet<_> = taken.split(',').collect();
            let taken = taken.into_iter().collect::<Vec<_>>().join(",");
            let king = if parts.next().is_some() { "=K" } else { "" };
            format!("{}:{}={taken}{king}", squares[0], squares[squares.len() - 1])
        })
        .collect();
    assert_eq!(moves(&position), expected, "{fen}");
}

#[test]
fn captures_that_are_hard_to_generate_are_all_found() {
    let lines = CAPTURES.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    assert_eq!(lines.map(check_captures).count(), 58);
}

#[test]
fn a_side_without_pieces_has_lost() {
    let won = |winner| Some(GameResult::Win { winner, reason: WinReason::NoPieces });
    assert_eq!(result::<Russian>("W:W:Bb8"), won(Color::Black));
    assert_eq!(result::<Russian>("B:WKa1,c3:B"), won(Color::White));
    assert_eq!(result::<Giveaway>("W:W:Bb8"), won(Color::White));
    // It is the side to move that has to have none.
    assert_eq!(result::<Russian>("B:W:Bb8"), None);
}

#[test]
fn a_side_without_a_move_has_lost() {
    let won = |winner| Some(GameResult::Win { winner, reason: WinReason::NoMoves });
    assert_eq!(result::<Russian>("W:Wh4:Bg5,f6"), won(Color::Black));
    assert_eq!(result::<Russian>("B:Wb2,a3,c3:BKa1"), won(Color::White));
    assert_eq!(result::<Giveaway>("W:Wh4:Bg5,f6"), won(Color::White));
    assert_eq!(result::<Giveaway>("B:Wb2,a3,c3:BKa1"), won(Color::Black));
    assert_eq!(result::<Russian>("B:Wh4:Bg5,f6,a7"), None);
}

#[test]
fn giveaway_has_the_moves_of_russian_draughts() {
    for fen in ["W:Wh6:Bg7,c5,d2", "B:WKc5,c3:BKf8", "W:Wd4,h4:Ba7"] {
        assert_eq!(moves(&position::<Giveaway>(fen)), moves(&position::<Russian>(fen)));
    }
    assert_eq!(perft(&Position::<Giveaway>::start(), 7), 190_146);
}

#[test]
fn in_brazilian_and_international_draughts_the_most_pieces_must_be_taken() {
    let fen = "W:Wc3,h4:Bb4,d4,d6,Kg5";
    assert_moves::<Brazilian>(fen, "c3:c7=d4,d6");
    assert_moves::<International>(fen, "c3:c7=d4,d6");
    assert!(moves(&position::<Russian>(fen)).len() > 1);
    // A king counts as one piece.
    assert_moves::<Brazilian>("W:Wc3:Bb4,Kd4", "c3:a5=b4 c3:e5=d4");
    // So does the capturing king: its routes and a man's count alike.
    assert_moves::<Brazilian>("W:WKh2,a3:Bb4,e5", "h2:d6=e5=K h2:c7=e5=K h2:b8=e5=K a3:c5=b4");
}

#[test]
fn in_brazilian_and_international_draughts_a_man_is_crowned_only_where_its_move_ends() {
    // Over the far row and back down as a man; in Russian draughts it comes down as a king.
    assert_moves::<Brazilian>("W:Wh6:Bg7,e7", "h6:d6=e7,g7");
    assert_moves::<Russian>("W:Wh6:Bg7,e7", "h6:d6=e7,g7=K h6:c5=e7,g7=K h6:b4=e7,g7=K h6:a3=e7,g7=K");
    assert_moves::<International>("W:Wj8:Bi9,g9", "j8:f8=g9,i9");
    // What only a king could go on to take is left.
    assert_moves::<Brazilian>("W:Wh6:Bg7,c5", "h6:f8=g7=K");
    assert_moves::<International>("W:Wj8:Bi9,e7", "j8:h10=i9=K");
}

#[test]
fn kings_fly_on_the_board_of_international_draughts() {
    let king = position::<International>("W:WKa1:Bb10");
    assert_eq!(king.legal_moves().len(), 9);
    assert_moves::<International>("W:WKa1:Bh8", "a1:i9=h8=K a1:j10=h8=K");
}
