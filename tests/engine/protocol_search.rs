//! What `go` accepts, and what the answers of a search say.

use std::collections::HashSet;

use crate::support::{Answer, Client, play, position};
use bolshak::position::Position;

fn ask(client: &mut Client, fen: &str, go: &str) -> Answer {
    let answer = client.ask(&format!("position fen {fen}\n{go}"));
    if answer.best() != "(none)" {
        answer.check(&position(fen));
    }
    answer
}

#[test]
fn without_a_legal_move_the_answer_comes_at_once() {
    let mut client = Client::new();
    for fen in ["W:Wa5:Bb6,c7", "W:W:Bb8", "B:Wa1:B", "W:W:B"] {
        for go in
            ["go depth 5", "go movetime 100", "go infinite", "go ponder", "go nodes 7", "go wtime 9 btime 9"]
        {
            let answer = ask(&mut client, fen, go);
            assert_eq!(answer.lines, ["info depth 0 score loss 0", "bestmove (none)"], "{fen} {go}");
            assert!(client.sync().is_empty());
        }
    }
    client.send("position fen W:Wa5:Bb6,c7\nd");
    client.expect_line("Legal moves: none");
    client.expect_line("Result: Black wins: no legal move");
    client.ask("setoption name MultiPV value 3\nsetoption name Threads value 3\ngo depth 5");
    assert!(client.quit().is_empty());
}

#[test]
fn in_giveaway_the_side_without_moves_has_won() {
    let mut client = Client::new();
    client.send("setoption name Variant value giveaway");
    for fen in ["W:Wa5:Bb6,c7", "W:W:Bb8"] {
        let answer = client.ask(&format!("position fen {fen}\ngo infinite"));
        assert_eq!(answer.lines, ["info depth 0 score win 0", "bestmove (none)"]);
    }
    // White gives its last man away; Black must take it.
    let answer = client.ask("position fen W:Wc3:Be5\ngo depth 6");
    assert_eq!((answer.best(), answer.last().score.as_str()), ("c3-d4", "win 1"));
    assert!(client.quit().is_empty());
}

#[test]
fn distances_of_wins_and_losses_are_exact() {
    let mut client = Client::new();
    for bases in ["base", ""] {
        for (fen, score) in [
            ("W:WKa1:BKh8", "loss 1"),
            ("B:WKa1:BKh8", "loss 1"),
            ("W:WKa1:BKd4", "win 1"),
            ("W:WKa1:BKg1", "cp 0"),
        ] {
            let score = if score == "cp 0" { score.to_owned() } else { format!("{bases}{score}") };
            for depth in [12, 20] {
                assert_eq!(ask(&mut client, fen, &format!("go depth {depth}")).last().score, score, "{fen}");
            }
        }
        client.send("setoption name BasesPieces value 0");
    }
    assert!(client.quit().is_empty());
}

#[test]
fn limits_of_any_size_give_a_legal_move() {
    let mut client = Client::new();
    for go in [
        "go depth 0",
        "go depth -3",
        "go nodes 0",
        "go nodes 1",
        "go nodes -1",
        "go movetime 0",
        "go movetime -50",
        "go mate 1 depth 4",
        "go mate 0 nodes 50",
        "go wtime 0 btime 0",
        "go wtime -100 btime -100 winc -1",
        "go wtime 1 btime 1 movestogo 0",
        "go wtime 50 btime 50 movestogo -1",
        "go wtime 100 btime 9 movestogo 1",
        "go wtime 30 winc 100000 btime 0",
        "go depth 99999999999999999999999 movetime 5",
        "go depth 2.7",
        "go wtime 99999999999999999999 btime 1 depth 2",
        "go nodes 200 depth 50 movetime 9000 infinite depth 2 ponder",
        "go searchmoves depth 2",
        "go btime 5 depth 3",
    ] {
        client.send(&format!("position startpos\n{go}"));
        if go.contains("infinite") {
            client.send("stop");
        }
        client.answer().check(&Position::start());
    }
    assert_eq!(client.ask("go depth 0").last().depth, 1);
    assert_eq!(client.ask("go depth 3").last().depth, 3);
    assert!(client.ask("go nodes 3000").last().nodes <= 3000);
    for go in ["go depth", "go depth x", "go quickly", "go nodes 1 2", "go movetime inf", "go wtime NaN"] {
        client.send(go);
        let error = client.expect_only_line();
        assert!(error.starts_with("info string error: go: expected "), "{error}");
    }
    assert!(client.quit().is_empty());
}

#[test]
fn a_win_of_the_wanted_length_ends_the_search() {
    let mut client = Client::new();
    assert_eq!(ask(&mut client, "W:WKa1:BKd4", "go mate 1").last().score, "basewin 1");
    client.send("setoption name BasesPieces value 0");
    let answer = ask(&mut client, "W:WKa1:BKd4", "go mate 1");
    assert_eq!((answer.best(), answer.last().score.as_str()), ("a1:e5", "win 1"));
    assert!(answer.last().depth < 100);
    assert!(client.quit().is_empty());
}

#[test]
fn the_only_move_is_played_at_once_under_a_clock() {
    let mut client = Client::new();
    client.send("setoption name BasesPieces value 0");
    for go in ["go wtime 3600000 btime 3600000", "go movetime 3600000"] {
        let answer = ask(&mut client, "W:Wa1:Bh6,f8", go);
        assert_eq!((answer.best(), answer.last().depth), ("a1-b2", 1));
    }
    assert_eq!(ask(&mut client, "W:Wa1:Bh6,f8", "go depth 6").last().depth, 6);
    let ponder = "position fen W:Wa1:Bh6,f8\ngo ponder wtime 3600000 btime 3600000";
    client.send(ponder);
    client.expect_line("info depth 2");
    client.send("ponderhit");
    assert_eq!(client.answer().best(), "a1-b2");
    assert!(client.quit().is_empty());
}

#[test]
fn at_the_greatest_depth_an_endless_search_waits_for_its_stop() {
    let mut client = Client::new();
    client.send("position fen W:WKa1:BKg1\ngo infinite");
    client.expect_line("info depth 100 ");
    client.expect_none("bestmove", 200);
    client.send("isready");
    client.expect_line("readyok");
    client.send("stop");
    client.answer().check(&position("W:WKa1:BKg1"));
    assert!(client.quit().is_empty());
}

#[test]
fn several_lines_are_distinct_and_in_order() {
    let mut client = Client::new();
    client.send("setoption name MultiPV value 50");
    let answer = ask(&mut client, "W:WKg3:BKf6,f4,Kd2,Kf2", "go depth 8");
    let lines = answer.last_ranks();
    let moves: HashSet<_> = lines.iter().map(|info| info.line[0].as_str()).collect();
    assert_eq!(moves, HashSet::from(["g3:e1:c3:g7", "g3:e1:c3:h8", "g3:e5:g7", "g3:e5:h8"]));
    client.send("setoption name MultiPV value 5");
    for go in ["go depth 7", "go nodes 1", "go nodes 60", "go nodes 700", "go nodes 5000", "go nodes 20011"] {
        let answer = client.ask(&format!("ucinewgame\n{go}"));
        answer.check(&Position::start());
        let mut depth = 0;
        for lines in answer.infos().chunks(5) {
            let ranks: Vec<_> = lines.iter().map(|info| info.rank).collect();
            assert_eq!(ranks, [1, 2, 3, 4, 5]);
            assert!(lines.is_sorted_by(|a, b| a.worth() >= b.worth()), "{go}: {lines:#?}");
            assert_eq!(lines.iter().map(|info| &info.line[0]).collect::<HashSet<_>>().len(), 5);
            assert!(lines.iter().all(|info| info.depth == lines[0].depth) && lines[0].depth >= depth);
            depth = lines[0].depth;
        }
    }
    assert!(client.quit().is_empty());
}

#[test]
fn the_search_can_be_limited_to_some_moves() {
    let mut client = Client::new();
    client.send("position startpos");
    let answer = client.ask("go depth 6 searchmoves c3-d4 g3-h4");
    assert!(["c3-d4", "g3-h4"].contains(&answer.best()));
    assert_eq!(client.ask("go searchmoves g3-h4 depth 4").best(), "g3-h4");
    assert_eq!(client.ask("go searchmoves 24-20 h7-h8 g3-h4 depth 4").best(), "g3-h4");
    for moves in ["a1-h8", ""] {
        let answer = client.ask(&format!("go depth 6 searchmoves {moves}"));
        answer.check(&Position::start());
        assert_eq!(answer.notes().len(), usize::from(!moves.is_empty()));
        assert!(answer.notes().iter().all(|note| note.starts_with("searchmoves: \"a1-h8\" is not legal")));
    }
    let answer = client.ask("setoption name MultiPV value 9\ngo depth 4 searchmoves c3-d4 c3-d4 g3-h4");
    assert_eq!(answer.last_ranks().len(), 2);
    assert!(client.quit().is_empty());
}

const KINGS: &str = "W:WKc1,Ke1,a3:BKb8,h6";

#[test]
fn a_repeated_root_is_searched_like_any_other() {
    let mut client = Client::new();
    let round = " c1-d2 b8-a7 d2-c1 a7-b8";
    let fresh = ask(&mut client, KINGS, "go depth 8").last();
    for rounds in 1..=3 {
        client.send(&format!("ucinewgame\nposition fen {KINGS} moves{}\nd", round.repeat(rounds)));
        client.expect_line("Legal moves: ");
        let said = client.sync();
        assert_eq!(
            said.iter().any(|line| line == "Result: draw: the position occurred for the third time"),
            rounds >= 2
        );
        let answer = client.ask("go depth 8");
        answer.check(&position(KINGS));
        assert_ne!(answer.last().score, "cp 0");
    }
    // Nothing is left over of a game when the next begins.
    client.send("ucinewgame");
    assert_eq!(ask(&mut client, KINGS, "go depth 8").last().score, fresh.score);
    client.send("d");
    client.expect_line("Legal moves: ");
    assert!(client.sync().is_empty());
    assert!(client.quit().is_empty());
}

/// Ten moves back and forth over ever different squares: drawn by count, not by repetition.
fn wander(start: &str) -> Vec<String> {
    let mut seen = vec![position(start)];
    let mut moves = Vec::new();
    while moves.len() < 10 {
        let now = *seen.last().unwrap();
        let fits = |&mv: &bolshak::position::Move| {
            let next = now.after(mv);
            !next.has_capture() && !next.passed().has_capture() && !seen.contains(&next)
        };
        let mv = now.legal_moves().into_iter().find(fits).unwrap();
        moves.push(bolshak::notation::write_move(&now, mv, bolshak::notation::Notation::Algebraic));
        seen.push(now.after(mv));
    }
    moves
}

#[test]
fn a_game_drawn_by_count_can_be_searched_and_the_rules_be_turned_off() {
    let start = "W:WKc1,Ke1:BKb8";
    let moves = wander(start);
    let end = play(&position(start), &moves);
    let mut client = Client::new();
    let drawn = "Result: draw: 5 moves with at most two pieces against a lone king";
    client.send(&format!("position fen {start} moves {}\nd", moves.join(" ")));
    client.expect_line(drawn);
    let answer = client.ask("go depth 6");
    answer.check(&end);
    assert_eq!(answer.last().score, "cp 0");
    // The option holds for the game at hand, too.
    client.send("setoption name DrawRules value false\nd");
    client.expect_line("Legal moves: ");
    assert!(client.sync().is_empty());
    client.ask("go depth 6").check(&end);
    client.send("setoption name DrawRules value true\nd");
    client.expect_line(drawn);
    assert!(client.quit().is_empty());
}

#[test]
fn several_threads_give_legal_lines_and_stop() {
    let mut client = Client::new();
    client.send("setoption name Threads value 4\nsetoption name Hash value 1");
    for _ in 0..5 {
        client.send("position startpos\ngo infinite");
        client.expect_line("info depth 8");
        client.send("stop");
        client.answer().check(&Position::start());
    }
    client.ask("go depth 9").check(&Position::start());
    client.ask("go nodes 20000").check(&Position::start());
    client.ask("go movetime 30").check(&Position::start());
    client.send("go infinite");
    client.expect_line("info depth 5");
    let rest = client.finish();
    assert_eq!(rest.iter().filter(|line| line.starts_with("bestmove ")).count(), 1);
}
