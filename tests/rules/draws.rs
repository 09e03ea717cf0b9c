//! The draw rules D1–D8: each draws at the ply at which it says so, and not one earlier.

use crate::common::position;
use bolshak::board::{Color, Numbering, Piece};
use bolshak::game::{Game, GameResult, IllegalMove, WinReason};
use bolshak::notation::read_move;
use bolshak::position::{Move, Position};
use bolshak::rules::{DrawRule, MoveKind, Rules, Russian};

const MAIN_ROAD: [&str; 8] = ["a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8"];

fn game(fen: &str) -> Game<Russian> {
    Game::new(position(fen))
}

fn play(game: &mut Game<Russian>, texts: &str) {
    for text in texts.split_whitespace() {
        let read =
            read_move(game.position(), text, Numbering::FromTop).unwrap_or_else(|error| panic!("{error}"));
        game.play(read.mv).unwrap();
    }
}

/// Whether a king of this side stands alone on the main road.
fn holds_main_road(position: &Position<Russian>, color: Color) -> bool {
    let road = (0..8).filter_map(|n| position.at(Russian::GEOMETRY.square(n, n)?)).collect::<Vec<_>>();
    road == [(color, Piece::King)]
}

/// Which moves a wandering may make, by number, kind and the position they lead to.
type Allowed<'a> = &'a dyn Fn(usize, MoveKind, &Position<Russian>) -> bool;

/// Plays `plies` moves that take nothing, leave nothing to be taken, repeat no position and are allowed; the first
/// such line there is.
fn wander(game: &mut Game<Russian>, plies: usize, allowed: Allowed<'_>) {
    assert!(find_line(game, plies, allowed), "no line from {:?}", game.start());
}

fn find_line(game: &mut Game<Russian>, plies: usize, allowed: Allowed<'_>) -> bool {
    if plies == 0 {
        return true;
    }
    let before = *game.position();
    let quiet = |mv: &Move| {
        let (kind, next) = (before.move_kind(*mv), before.after(*mv));
        let calm = kind != MoveKind::BalanceChange && !next.has_capture();
        calm && !game.positions().contains(&next) && allowed(game.moves().len() + 1, kind, &next)
    };
    let moves: Vec<_> = before.legal_moves().into_iter().filter(quiet).collect();
    moves.into_iter().any(|mv| {
        game.play(mv).unwrap();
        let found = find_line(game, plies - 1, allowed);
        if !found {
            game.undo(1);
        }
        found
    })
}

fn kings_only(_: usize, kind: MoveKind, _: &Position<Russian>) -> bool {
    kind == MoveKind::KingMove
}

fn anything(_: usize, _: MoveKind, _: &Position<Russian>) -> bool {
    true
}

/// Crowns a man where the new king cannot be taken at once.
fn crown(game: &mut Game<Russian>) {
    let safe = |mv: &Move| mv.promotes && !game.position().after(*mv).has_capture();
    let crowning = game.position().legal_moves().into_iter().find(safe).unwrap();
    game.play(crowning).unwrap();
}

/// Asserts that a game which has gone on until now was drawn by the last ply, by this rule.
fn assert_just_drawn(game: &Game<Russian>, rule: DrawRule) {
    assert_eq!(game.result(), Some(GameResult::Draw(rule)), "after {} plies", game.moves().len());
    let mut earlier = game.clone();
    earlier.undo(1);
    assert_eq!(earlier.result(), None, "after {} plies", earlier.moves().len());
    let counters = earlier.counters();
    assert_eq!(counters.plies_left(earlier.position().material()), 1);
    assert_eq!(game.counters().plies_left(game.position().material()), 0);
}

/// Asserts that this rule draws a game from here with king moves after exactly so many plies.
fn assert_drawn_after(fen: &str, plies: usize, rule: DrawRule) {
    let mut game = game(fen);
    wander(&mut game, plies, &kings_only);
    assert_just_drawn(&game, rule);
}

#[test]
fn the_third_occurrence_of_a_position_draws() {
    let mut game = game("W:WKc1,a3:BKb8,h6");
    let once = "c1-d2 b8-a7 d2-c1 a7-b8";
    play(&mut game, once);
    assert_eq!(game.result(), None, "the second occurrence");
    play(&mut game, "c1-d2 b8-a7 d2-c1");
    assert_eq!(game.result(), None);
    play(&mut game, "a7-b8");
    assert_eq!(game.result(), Some(GameResult::Draw(DrawRule::Repetition)));
    assert_eq!(Game::new(*game.start()).result(), None, "nothing is left over in a new game");
}

#[test]
fn the_three_occurrences_need_not_follow_each_other() {
    let mut game = game("W:WKc1,a3:BKb8,h6");
    play(&mut game, "c1-d2 b8-a7 d2-c1 a7-b8 c1-d2 b8-c7 d2-e1 c7-d8 e1-d2 d8-c7 d2-c1");
    assert_eq!(game.result(), None);
    play(&mut game, "c7-b8");
    assert_eq!(game.result(), Some(GameResult::Draw(DrawRule::Repetition)));
}

#[test]
fn the_same_board_with_the_other_side_to_move_is_another_position() {
    let mut game = game("W:WKc1,a3:BKb8,h6");
    // White takes three moves to come back and Black two, and so the board comes with either side to move.
    let round = "c1-d2 b8-c7 d2-e3 c7-b8 e3-c1";
    play(&mut game, round);
    assert_eq!(game.position().passed(), *game.start());
    play(&mut game, "b8-c7 c1-d2 c7-d8 d2-c1 d8-c7 c1-d2 c7-b8 d2-c1");
    let boards = game.positions().iter().filter(|now| [**now, now.passed()].contains(game.start())).count();
    assert_eq!((boards, game.result()), (3, None));
}

#[test]
fn three_kings_have_fifteen_moves_to_catch_a_lone_king() {
    let mut game = game("W:WKc1,Ke1,Kg1:BKb8");
    play(
        &mut game,
        "c1-g5 b8-h2 e1-f2 h2-b8 f2-d4 b8-a7 d4-f2 a7-b8 g5-d2 b8-h2 d2-c3 h2-f4 f2-a7 f4-g3 a7-e3 g3-h2 e3-a7 \
         h2-f4 c3-a1 f4-g5 a1-e5 g5-d2 g1-c5 d2-e1 c5-a3 e1-d2 e5-h8 d2-c1 a3-b4",
    );
    assert_eq!((game.moves().len(), game.result()), (29, None));
    play(&mut game, "c1-f4");
    assert_just_drawn(&game, DrawRule::ThreeKings);
}

#[test]
fn more_than_three_kings_and_men_besides_are_counted_alike() {
    assert_drawn_after("W:WKc1,Ke1,Kg1,Ka3:BKb8", 30, DrawRule::ThreeKings);
    assert_drawn_after("B:WKh4:BKb8,Kd8,Kf8,a7", 30, DrawRule::ThreeKings);
    // Nine pieces, more than any other rule but that of king moves looks at.
    assert_drawn_after("W:WKc1,Ke1,Kg1,a1,a3,h2,h4,b2:BKb8", 30, DrawRule::ThreeKings);
}

#[test]
fn moves_of_men_do_not_restart_the_count_of_three_kings() {
    let mut game = game("W:WKc1,Ke1,Kg1,a3:BKb8");
    wander(&mut game, 12, &kings_only);
    wander(&mut game, 1, &|_, kind, _| kind == MoveKind::ManMove);
    wander(&mut game, 17, &kings_only);
    assert_just_drawn(&game, DrawRule::ThreeKings);
}

#[test]
fn the_count_starts_when_the_balance_arises() {
    // By a capture, though one of White's kings was there before; and by a crowning.
    for (fen, change) in [("W:WKc1,Ke1,Kg1:BKb8,d2", "c1:e3"), ("W:WKc1,Ke1,g7:BKb8", "g7-h8")] {
        let mut game = game(fen);
        play(&mut game, change);
        wander(&mut game, 29, &kings_only);
        assert_eq!((game.moves().len(), game.result()), (30, None), "{fen}");
        wander(&mut game, 1, &kings_only);
        assert_just_drawn(&game, DrawRule::ThreeKings);
    }
}

#[test]
fn four_or_five_pieces_with_kings_have_thirty_moves() {
    let mut game = game("W:WKc1,a3:BKb8,h6");
    play(
        &mut game,
        "c1-d2 b8-g3 d2-c3 g3-e1 c3-a5 e1-g3 a5-d2 g3-e5 d2-a5 e5-d6 a5-e1 d6-e7 e1-c3 e7-g5 c3-e1 g5-c1 a3-b4 \
         h6-g5 e1-c3 c1-f4 c3-b2 f4-d2 b2-c3 d2-e3 c3-a1 e3-g1 a1-h8 g1-a7 h8-a1 a7-f2",
    );
    // Moves of men restart the fifteen moves of kings, and thirty moves are thirty of each side.
    assert_eq!((game.moves().len(), game.result()), (30, None));
    play(
        &mut game,
        "a1-e5 f2-g1 b4-a5 g5-h4 e5-h8 g1-c5 h8-a1 c5-d6 a1-c3 d6-b4 c3-h8 b4-d2 h8-d4 d2-f4 d4-g1 f4-g5 g1-c5 \
         g5-f6 a5-b6 h4-g3 c5-f8 f6-h8 f8-b4 h8-a1 b4-f8 a1-d4 f8-c5 d4-a1 c5-a3",
    );
    assert_eq!((game.moves().len(), game.result()), (59, None));
    play(&mut game, "a1-g7");
    assert_just_drawn(&game, DrawRule::UnchangedBalance);
}

/// Wanders with a move of a man now and then, so that there are never fifteen moves of kings in between.
fn wander_with_men(game: &mut Game<Russian>, plies: usize) {
    let by_turns = |ply: usize, kind, _: &_| (kind == MoveKind::ManMove) == ply.is_multiple_of(25);
    wander(game, plies, &by_turns);
}

#[test]
fn six_or_seven_pieces_with_kings_have_sixty_moves() {
    for fen in ["W:WKc1,a3,h2:BKb8,h6,a7", "W:WKc1,Ke1,a3,h2:BKb8,h6,a7"] {
        let mut game = game(fen);
        wander_with_men(&mut game, 120);
        assert_just_drawn(&game, DrawRule::UnchangedBalance);
    }
}

#[test]
fn five_pieces_with_kings_have_thirty_moves() {
    let mut game = game("W:WKc1,a3,h2:BKb8,h6");
    wander_with_men(&mut game, 60);
    assert_just_drawn(&game, DrawRule::UnchangedBalance);
}

#[test]
fn a_crowning_and_a_capture_restart_the_count_of_the_balance() {
    let mut game = game("W:WKc1,g7,a3:BKb8,h6");
    play(&mut game, "g7-h8");
    wander_with_men(&mut game, 59);
    assert_eq!((game.moves().len(), game.result()), (60, None));
    wander(&mut game, 1, &kings_only);
    assert_just_drawn(&game, DrawRule::UnchangedBalance);
}

/// The rule does not look at who moves: the king keeps the road, and nothing else stands on it.
fn road_is_held(_: usize, _: MoveKind, next: &Position<Russian>) -> bool {
    holds_main_road(next, Color::Black)
}

#[test]
fn three_pieces_of_any_kind_have_five_moves_against_a_king_on_the_main_road() {
    for white in ["Kc1,Ke1,Kg1", "Kc1,Ke1,h2", "Kc1,a3,h2", "a3,g1,h2"] {
        let mut game = game(&format!("W:W{white}:BKh8"));
        assert_eq!(game.result(), None);
        wander(&mut game, 10, &road_is_held);
        assert_just_drawn(&game, DrawRule::MainRoad);
    }
    // The same with the colours exchanged.
    let mut game = Game::new(position::<Russian>("W:WKc1,Ke1,Kg1:BKh8").flipped());
    wander(&mut game, 10, &|_, _, next| holds_main_road(next, Color::White));
    assert_just_drawn(&game, DrawRule::MainRoad);
}

#[test]
fn leaving_the_main_road_restarts_its_count() {
    let mut game = game("B:WKb8,a3,h4:BKd4");
    // The king leaves the road at ply 9 and is back at ply 11, which is not yet a ply of holding it.
    let away = |ply: usize, kind, next: &_| {
        kind == MoveKind::KingMove && holds_main_road(next, Color::Black) != (9..=10).contains(&ply)
    };
    wander(&mut game, 21, &away);
    assert_just_drawn(&game, DrawRule::MainRoad);
}

#[test]
fn a_king_off_the_main_road_or_not_alone_on_it_does_not_hold_it() {
    for fen in ["W:WKc1,Ke1,Kg1:BKb8", "W:WKc1,Kh8,a3:BKh4"] {
        let mut game = game(fen);
        wander(&mut game, 12, &|_, _, next| !holds_main_road(next, Color::Black));
        assert_eq!(game.result(), None, "{fen}");
    }
    assert!(!position::<Russian>("W:Wa1,Kc1,Kh2:BKh8").material().is_standard_ending());
}

#[test]
fn fifteen_moves_of_kings_only_draw() {
    // Eight pieces and ten, too many for the rules that look at the balance.
    assert_drawn_after("W:WKc1,a3,h2,h4:BKb8,h6,a7,a5", 30, DrawRule::KingMoves);
    assert_drawn_after("B:WKc1,a3,h2,h4,g1:BKb8,h6,a7,a5,h8", 30, DrawRule::KingMoves);
    // With two kings against one and men besides, no other rule is as fast.
    assert_drawn_after("W:WKc1,Ke1,a3,h2:BKb8", 30, DrawRule::KingMoves);
}

#[test]
fn a_move_of_a_man_restarts_the_count_of_king_moves() {
    let mut game = game("W:WKc1,a3,h2,h4:BKb8,h6,a7,a5");
    wander(&mut game, 29, &kings_only);
    wander(&mut game, 1, &|_, kind, _| kind == MoveKind::ManMove);
    assert_eq!(game.result(), None);
    wander(&mut game, 30, &kings_only);
    assert_just_drawn(&game, DrawRule::KingMoves);
}

#[test]
fn a_capture_restarts_the_count_of_king_moves() {
    let mut game = game("W:WKc1,a3,h2,h4:BKb8,h6,a7,a5,d2");
    play(&mut game, "c1:e3");
    wander(&mut game, 29, &kings_only);
    assert_eq!(game.result(), None);
    wander(&mut game, 1, &kings_only);
    assert_just_drawn(&game, DrawRule::KingMoves);
}

#[test]
fn two_pieces_or_one_have_five_moves_against_a_lone_king() {
    for fen in ["W:WKc1,Ke1:BKb8", "W:WKc1,a3:BKb8", "W:WKc1:BKb8", "B:WKc1:BKb8,h6", "B:WKh2:BKb8,Kf8"] {
        assert_drawn_after(fen, 10, DrawRule::FewPieces);
    }
}

#[test]
fn moves_of_men_do_not_restart_the_count_of_few_pieces_but_a_crowning_does() {
    let mut man = game("W:WKc1,a3:BKb8");
    wander(&mut man, 4, &kings_only);
    wander(&mut man, 1, &|_, kind, _| kind == MoveKind::ManMove);
    wander(&mut man, 5, &kings_only);
    assert_just_drawn(&man, DrawRule::FewPieces);

    let mut crowned = game("W:WKc1,g7:BKb8");
    wander(&mut crowned, 6, &kings_only);
    crown(&mut crowned);
    wander(&mut crowned, 10, &kings_only);
    assert_just_drawn(&crowned, DrawRule::FewPieces);
}

#[test]
fn two_men_against_a_king_are_under_no_rule_but_king_moves() {
    let mut game = game("W:Wa1,c1:BKh2");
    wander(&mut game, 12, &anything);
    assert_eq!(game.result(), None);
}

#[test]
fn without_the_rules_of_piece_counts_only_repetition_draws() {
    let mut game = game("W:WKc1:BKb8").with_piece_count_rules(false);
    assert!(!game.piece_count_rules());
    wander(&mut game, 40, &anything);
    assert_eq!(game.result(), None);
    assert_eq!(game.result_in_sudden_death(|_| false), None);
    assert!(game.counters().draw(game.position().material()).is_some());

    let mut game = Game::new(position::<Russian>("W:WKc1:BKb8")).with_piece_count_rules(false);
    play(&mut game, "c1-d2 b8-a7 d2-c1 a7-b8 c1-d2 b8-a7 d2-c1 a7-b8");
    assert_eq!(game.result(), Some(GameResult::Draw(DrawRule::Repetition)));
    game.undo(1);
    assert!(!game.piece_count_rules(), "the option outlives an undo");
}

#[test]
fn in_sudden_death_a_standard_ending_is_drawn_at_once_unless_a_win_is_shown() {
    let standard =
        ["W:WKc1,Ke1:BKb8", "W:WKc1:BKb8", "B:WKc1,a3:BKb8", "W:WKc1,Ke1,h2:BKh8", "B:Wc1,e1,g1:BKa1"];
    for fen in standard {
        let game = game(fen);
        assert_eq!(game.result(), None, "{fen}");
        assert_eq!(
            game.result_in_sudden_death(|_| false),
            Some(GameResult::Draw(DrawRule::StandardEnding)),
            "{fen}"
        );
        assert_eq!(game.result_in_sudden_death(|_| true), None, "{fen}");
    }
    for fen in ["W:WKc1,Ke1,Kg1:BKb8", "W:WKc1,a3:BKb8,h6", "W:Wc1,a3:BKb8", "W:Wa3:Bh6"] {
        let asked = |_: &Game<Russian>| panic!("{fen} is no standard ending");
        assert_eq!(game(fen).result_in_sudden_death(asked), None);
    }
}

#[test]
fn in_sudden_death_a_game_that_is_over_is_over_as_before() {
    let asked = |_: &Game<Russian>| panic!("the game is over");
    let lost = GameResult::Win { winner: Color::White, reason: WinReason::NoPieces };
    assert_eq!(game("B:WKc1:B").result_in_sudden_death(asked), Some(lost));
}

#[test]
fn the_players_and_the_clock_end_a_game() {
    let mut over = Game::<Russian>::default();
    assert_eq!(over.result(), None);
    over.agree_draw();
    assert_eq!(over.result(), Some(GameResult::Draw(DrawRule::Agreement)));
    over.resign(Color::White);
    assert_eq!(over.result(), Some(GameResult::Win { winner: Color::Black, reason: WinReason::Resignation }));
    over.lose_on_time(Color::Black);
    assert_eq!(over.result(), Some(GameResult::Win { winner: Color::White, reason: WinReason::Time }));
    over.undo(0);
    assert_eq!(over.result(), None, "what was declared is taken back");
}

#[test]
fn an_illegal_move_is_not_played() {
    let mut game = Game::<Russian>::default();
    let legal = game.position().legal_moves()[0];
    assert_eq!(game.play(Move { promotes: true, ..legal }), Err(IllegalMove));
    assert_eq!(game.play(Move { from: legal.to, ..legal }), Err(IllegalMove));
    assert!(game.moves().is_empty());
    assert_eq!(*game.position(), Position::start());
}

#[test]
fn taking_moves_back_restores_the_counters_and_repetitions() {
    let mut game = game("W:WKc1,g7,a3:BKb8,d2,h4");
    play(&mut game, "c1:e3");
    wander(&mut game, 7, &|ply, kind, _| (kind == MoveKind::ManMove) == (ply == 8));
    crown(&mut game);
    wander(&mut game, 4, &kings_only);

    let state = |game: &Game<Russian>| (game.counters(), *game.position(), game.repeatable_keys());
    let mut again = Game::new(*game.start());
    let mut history = vec![state(&again)];
    for &mv in game.moves() {
        again.play(mv).unwrap();
        history.push(state(&again));
    }
    while let Some(expected) = history.pop() {
        assert_eq!(state(&game), expected);
        game.undo(1);
    }
    game.undo(100);
    assert_eq!(game.counters(), Game::new(*game.start()).counters());
}

#[test]
fn the_keys_that_can_occur_again_are_those_since_the_last_man_move_or_capture() {
    let mut game = game("W:WKc1,a3:BKb8,h6");
    play(&mut game, "c1-d2 b8-a7 d2-c1 a7-b8 a3-b4");
    assert!(game.repeatable_keys().is_empty());
    play(&mut game, "b8-a7 c1-d2");
    let keys: Vec<_> = game.positions()[5..7].iter().map(Position::key).collect();
    assert_eq!(game.repeatable_keys(), keys);
}

#[test]
fn the_middle_of_the_main_road_belongs_to_it() {
    for square in MAIN_ROAD {
        let position = position::<Russian>(&format!("W:WKc1,Ke1,Kg1:BK{square}"));
        assert!(position.material().is_standard_ending(), "{square}");
        assert!(holds_main_road(&position, Color::Black));
    }
}
