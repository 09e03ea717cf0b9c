//! English draughts, article by article, in positions in which other games have other moves; and its games in files.

use crate::articles::{assert_moves, result, routes};
use crate::common::position;
use bolshak::board::{Color, Numbering};
use bolshak::game::{Game, GameResult, WinReason};
use bolshak::notation::{Notation, write_fen};
use bolshak::pdn::{Form, MoveNumber, Reader, Record, Style, write_game};
use bolshak::position::Position;
use bolshak::rules::{DrawRule, English, Russian};

#[test]
fn black_begins_on_squares_1_to_12() {
    let start = Position::<English>::start();
    assert_eq!(start, position("B:W21-32:B1-12"));
    assert_eq!(
        start,
        position("B:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6")
    );
    assert_eq!(Game::<English>::default().position().turn(), Color::Black);
    assert!(write_fen(&start, Notation::Algebraic).starts_with("B:"));
}

#[test]
fn a_man_does_not_capture_backward() {
    assert_moves::<English>("W:We5:Bd4", "e5-d6 e5-f6");
    assert_moves::<English>("B:We5:Bd4", "d4-c3 d4-e3");
    assert_moves::<English>("W:Wc3:Bd4,h8", "c3:e5=d4");
    assert_moves::<English>("B:Wc3:BKh8,d4", "d4:b2=c3");
    // Nor does it turn round after a first capture.
    assert_moves::<English>("W:Wc3:Bd4,f4", "c3:e5=d4");
    assert_moves::<Russian>("W:Wc3:Bd4,f4", "c3:g3=d4,f4");
    assert_moves::<English>("B:Wc5,e5:Bd6", "d6:b4=c5 d6:f4=e5");
}

#[test]
fn a_man_takes_men_and_kings_one_after_the_other() {
    assert_moves::<English>("W:Wc3:BKd4,d6", "c3:c7=d4,d6");
    assert_moves::<English>("B:We5,Kc3:Bf6", "f6:b2=c3,e5");
}

#[test]
fn a_king_moves_one_square_both_ways() {
    assert_moves::<English>("W:WKd4,f6:Ba7,h6", "d4-c5=K d4-e5=K d4-c3=K d4-e3=K f6-e7 f6-g7");
    assert_moves::<English>("B:Wh2,Ka3:BKh8,Ka1", "h8-g7=K a1-b2=K");
}

#[test]
fn a_king_captures_an_adjacent_piece_and_lands_right_behind_it() {
    assert_moves::<English>("W:WKc3:Bd4,h8", "c3:e5=d4=K");
    assert_moves::<English>("W:WKc5:Bd4,h8", "c5:e3=d4=K");
    assert_moves::<English>("B:Wd4,h2:BKe5", "e5:c3=d4=K");
    // From afar it does not, nor over two in a row, nor where there is no square behind.
    assert_moves::<English>("W:WKa1:Bd4", "a1-b2=K");
    assert_moves::<English>("W:WKc3:Bd4,e5", "c3-b2=K c3-b4=K c3-d2=K");
    assert_moves::<English>("W:WKc7:Bd8,a7", "c7-b8=K c7-b6=K c7-d6=K");
    // It turns corners; it does not take what is further off.
    assert_moves::<English>("W:WKb2:Bc3,e3,h6", "b2:f2=c3,e3=K");
    assert_moves::<English>("W:WKb2:Bc3,f6", "b2:d4=c3=K");
}

#[test]
fn a_king_comes_round_to_where_it_began_and_jumps_no_piece_twice() {
    let fen = "W:WKd2:Bc3,e3,c5,e5";
    assert_moves::<English>(fen, "d2:d2=c3,c5,e3,e5=K");
    let mut routes = routes(&position::<English>(fen));
    routes.sort();
    assert_eq!(routes, ["d2:b4:d6:f4:d2", "d2:f4:d6:b4:d2"]);
}

#[test]
fn a_man_that_is_crowned_by_a_capture_stops() {
    assert_moves::<English>("W:Wf6:Be7,c7", "f6:d8=e7=K");
    assert_moves::<Russian>("W:Wf6:Be7,c7", "f6:b6=c7,e7=K f6:a5=c7,e7=K");
    assert_moves::<English>("B:Wd2,b2:Be3", "e3:c1=d2=K");
    assert_moves::<English>("W:Wc7:Bh2", "c7-b8=K c7-d8=K");
    let before = position::<English>("W:Wf6:Be7,c7");
    let after = before.after(before.legal_moves()[0]);
    assert_eq!(after, position("B:WKd8:Bc7"));
    assert!(after.passed().has_capture(), "d8 could take c7 now");
    // A king goes on from there.
    assert_moves::<English>("W:WKf6:Be7,c7", "f6:b6=c7,e7=K");
}

#[test]
fn any_capture_may_be_chosen_but_must_be_finished() {
    assert_moves::<English>("W:Wc3,h4:Bb4,d4,d6,Kg5", "c3:a5=b4 c3:c7=d4,d6 h4:f6=g5");
}

#[test]
fn a_side_without_a_move_has_lost() {
    let won = |winner| Some(GameResult::Win { winner, reason: WinReason::NoMoves });
    assert_eq!(result::<English>("W:WKa1:Bb2,c3"), won(Color::Black));
    assert_eq!(result::<English>("W:WKa1:Bb2,d4"), None);
    // In other games the man takes g3.
    assert_eq!(result::<English>("W:Wh4:Bg5,f6,g3"), won(Color::Black));
    assert_moves::<Russian>("W:Wh4:Bg5,f6,g3", "h4:f2=g3");
}

#[test]
fn no_draw_is_by_the_number_of_pieces() {
    let mut game = Game::new(position::<English>("W:WKc1:BKb8")).with_piece_count_rules(true);
    assert!(!game.piece_count_rules());
    for text in "c1-d2 b8-a7 d2-e1 a7-b8 e1-f2 b8-a7 f2-g1 a7-b8 g1-h2 b8-a7 h2-g3 a7-b8".split(' ') {
        game.play_text(text, Numbering::FromTop).unwrap();
    }
    assert!(game.counters().draw(game.position().material()).is_some());
    assert_eq!((game.result(), game.result_in_sudden_death(|_| false)), (None, None));
    for text in "g3-h2 b8-a7 h2-g3 a7-b8 g3-h2 b8-a7 h2-g3 a7-b8".split(' ') {
        game.play_text(text, Numbering::FromTop).unwrap();
    }
    assert_eq!(game.result(), Some(GameResult::Draw(DrawRule::Repetition)));
}

/// The only game of a text, in which there is nothing wrong.
fn read(text: &str) -> Record<English> {
    let mut games: Vec<_> = Reader::<English, _>::new(text.as_bytes()).map(Result::unwrap).collect();
    assert!(games.len() == 1 && games[0].faults.is_empty(), "{games:#?}");
    games.remove(0).record
}

fn written(record: &Record<English>, notation: Notation) -> String {
    let mut bytes = Vec::new();
    write_game(&mut bytes, record, Style { form: Form::Standard, notation }).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn in_a_file_black_has_the_first_move_of_each_number() {
    let text = "[Result \"*\"]\n[GameType \"21,B,8,8,N1,0\"]\n\n\
                1. 11-15 23-19 {x} 2. 8-11 22-17 3. 11-16 24-20 4. 15x24 *\n\n";
    let record = read(text);
    assert_eq!(written(&record, Notation::Numeric(Numbering::FromTop)), text);
    let by_name = written(&record, Notation::Algebraic);
    assert!(by_name.contains("[GameType \"21,B,8,8,A3,0\"]\n\n1. f6-e5 e3-f4"), "{by_name}");
    assert_eq!(MoveNumber::new::<English>(1, Color::Black), MoveNumber { color: Color::White, number: 1 });

    let white_begins = read("[FEN \"W:W24:B1\"]\n1... 24-20 2. 1-5 20-16");
    assert!(written(&white_begins, Notation::Algebraic).ends_with("1... g3-h4 2. b8-a7 h4-g5 *\n\n"));
}

#[test]
fn the_corner_that_a_file_counts_from_is_as_black_sees_it() {
    let fen = "[FEN \"B:WK1:BK14\"]";
    let start = |game_type: &str| read(&format!("[GameType \"{game_type}\"]\n{fen}\n*")).start;
    assert_eq!(start("21,B,8,8,N1,0"), position("B:WKb8:BKc5"));
    assert_eq!(start("21,B,8,8,N3,0"), position("B:WKa1:BKd4"));
}
