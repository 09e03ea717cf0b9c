//! The order of commands and answers: what is served at once, what waits, and what a client may rely on.

use crate::support::{Client, play, position};
use bolshak::position::Position;

#[test]
fn a_stop_without_a_search_says_nothing() {
    let mut client = Client::new();
    client.send("isready\nstop\nposition startpos\ngo infinite");
    assert_eq!(client.read_until("readyok"), ["readyok"]);
    client.expect_line("info depth 3");
    client.send("stop\nstop");
    client.answer().check(&Position::start());
    assert!(client.sync().is_empty());
    client.send("ponderhit\nstop\nstop");
    assert!(client.sync().is_empty());
    assert!(client.quit().is_empty());
}

#[test]
fn a_stop_that_comes_too_late_is_forgotten() {
    let mut client = Client::new();
    client.ask("position startpos\ngo movetime 50").check(&Position::start());
    client.send("stop\nposition startpos moves c3-d4\ngo infinite");
    client.expect_none("bestmove", 300);
    client.send("stop");
    client.answer().check(&play(&Position::start(), &["c3-d4"]));
    assert!(client.quit().is_empty());
}

#[test]
fn questions_are_answered_during_a_search() {
    let mut client = Client::new();
    client.send("position startpos\ngo infinite\nisready");
    let before = client.read_until("readyok");
    assert!(before.iter().all(|line| !line.starts_with("bestmove")));
    client.send("uci");
    client.expect_line("uciok");
    client.send("d");
    client.expect_line("Legal moves: ");
    client.send("eval");
    client.expect_line("total for White");
    client.send("help");
    client.expect_line("Example: ");
    client.send("nonsense\n\n\t\nsetoption Hash");
    client.expect_line("info string error: unknown command \"nonsense\"");
    client.expect_line("info string error: setoption: expected name");
    client.expect_none("bestmove", 100);
    client.send("stop");
    client.answer().check(&Position::start());
    assert!(client.quit().is_empty());
}

#[test]
fn each_go_gets_exactly_one_answer_whatever_the_stops() {
    let mut client = Client::new();
    let commands =
        ["go infinite", "go depth 4", "go movetime 2", "go nodes 500", "go ponder wtime 50 btime 50"];
    for round in 0..150 {
        let go = commands[round % commands.len()];
        let stops = 1 + round % 3;
        client.send(&format!("position startpos\n{go}{}", "\nstop".repeat(stops)));
        client.answer().check(&Position::start());
        if round % 4 == 0 {
            assert!(client.sync().is_empty());
        }
    }
    assert!(client.quit().is_empty());
}

#[test]
fn a_stop_reaches_the_search_that_waits_its_turn() {
    let mut client = Client::new();
    for _ in 0..50 {
        client.send("position startpos\ngo infinite\nposition startpos moves c3-d4\ngo infinite\nstop");
        client.answer().check(&Position::start());
        client.answer().check(&play(&Position::start(), &["c3-d4"]));
    }
    client.send("go depth 60\ngo depth 60\nperft 30\ngo depth 60\nstop");
    for _ in 0..3 {
        client.answer();
    }
    client.send("go depth 60\ngo ponder wtime 100 btime 100\nponderhit\nstop");
    client.answer();
    client.answer();
    assert!(client.quit().is_empty());
}

#[test]
fn an_endless_search_ends_for_what_comes_after_it() {
    let mut client = Client::new();
    client.send("position startpos\ngo infinite\ngo depth 3\ngo ponder\ngo infinite\ngo depth 2");
    for _ in 0..5 {
        client.answer().check(&Position::start());
    }
    client.send("go ponder infinite\nponderhit\nposition startpos moves c3-d4\ngo depth 2");
    client.answer().check(&Position::start());
    client.answer().check(&play(&Position::start(), &["c3-d4"]));
    client.send("go ponder\nponderhit\nucinewgame");
    client.answer();
    assert!(client.sync().is_empty());
    assert!(client.quit().is_empty());
}

#[test]
fn a_search_of_limited_length_is_awaited_by_what_needs_the_engine() {
    let mut client = Client::new();
    client.send("position startpos\ngo depth 9\nposition startpos moves c3-d4\ngo depth 8\nsetoption name MultiPV value 2");
    client.send("go depth 3");
    let answer = client.answer();
    assert_eq!(answer.last().depth, 9);
    answer.check(&Position::start());
    let after = play(&Position::start(), &["c3-d4"]);
    let answer = client.answer();
    assert_eq!(answer.last().depth, 8);
    answer.check(&after);
    let answer = client.answer();
    assert_eq!(answer.last_ranks().len(), 2);
    answer.check(&after);
    assert!(client.quit().is_empty());
}

#[test]
fn options_and_games_change_under_a_running_search() {
    let mut client = Client::new();
    client.send("setoption name Threads value 4\nposition startpos\ngo infinite");
    client.send("setoption name Hash value 32\nsetoption name Threads value 1\nucinewgame");
    client.send("position startpos moves c3-d4\ngo depth 100");
    client.answer().check(&Position::start());
    client.expect_line("info depth 5");
    client.send("stop");
    let answer = client.answer();
    answer.check(&play(&Position::start(), &["c3-d4"]));
    assert!(client.quit().is_empty());
}

#[test]
fn pondering_ends_by_a_hit_or_a_stop_only() {
    let mut client = Client::new();
    client.send("position startpos moves c3-d4 d6-c5\ngo ponder wtime 1000 btime 1000 winc 0 binc 0");
    client.expect_none("bestmove", 1200);
    client.send("ponderhit");
    let root = play(&Position::start(), &["c3-d4", "d6-c5"]);
    client.answer();
    client.send("position startpos moves c3-d4 d6-c5 b2-c3 f6-g5\ngo ponder wtime 900 btime 1000");
    client.expect_line("info depth 4");
    client.send("stop");
    client.answer();
    // After a miss the search is a full one.
    let answer = client.ask("position startpos moves c3-d4 d6-c5 b2-c3 h6-g5\ngo wtime 10000 btime 1000");
    answer.check(&play(&root, &["b2-c3", "h6-g5"]));
    assert!(answer.last().depth >= 6, "{answer:#?}");
    client.send("ponderhit");
    assert!(client.sync().is_empty());
    assert!(client.quit().is_empty());
}

#[test]
fn a_ponder_search_that_is_done_still_waits_for_its_hit() {
    let mut client = Client::new();
    client.send("position fen W:WKa1:BKd4\ngo ponder depth 3 movetime 10");
    client.expect_none("bestmove", 200);
    client.send("ponderhit");
    client.answer().check(&position("W:WKa1:BKd4"));
    assert!(client.quit().is_empty());
}

#[test]
fn an_illegal_move_leaves_the_position_as_it_was() {
    let mut client = Client::new();
    let kept = "position kept as it was: move";
    client.send("position startpos moves c3-d4 d6-c5");
    let root = play(&Position::start(), &["c3-d4", "d6-c5"]);
    for (moves, bad) in [
        ("c3-d4 a1-h8", "2: \"a1-h8\" is not legal: expected one of "),
        ("c3-d4 c3-d4", "2: \"c3-d4\" is not legal"),
        ("c3-d4 b6-c5 a3-b4", "3: \"a3-b4\" is not legal: expected a capture, which is compulsory: d4:b6"),
        ("c3-d4 b6-c5 d4:b6 a7-b8", "4: \"a7-b8\" is not legal"),
        ("hello", "1: \"hello\" is not a move: expected a form such as"),
        ("0000", "1: \"0000\" is not a move"),
    ] {
        client.send(&format!("position startpos moves {moves}"));
        let error = client.expect_only_line();
        assert!(error.starts_with(&format!("info string error: {kept} {bad}")), "{error}");
        client.ask("go depth 4").check(&root);
    }
    assert!(client.quit().is_empty());
}

#[test]
fn positions_that_are_none_are_refused() {
    let mut client = Client::new();
    client.send("position startpos moves c3-d4");
    for text in [
        "",
        "fen",
        "here",
        "moves c3-d4",
        "fen X:Wa1:Bh8",
        "fen W:Wa1",
        "fen W:Wa1:Ba1",
        "fen W:Wa2:Bh8",
        "fen W:Wz9:Bh8",
        "fen W:W33:B1",
        "fen W:W0:B1",
        "fen W:Wh8:Ba7",
        "fen W:Wa1:Bh8:Wc1,",
        "fen W:W1-40:B",
        "fen W:W20-32:B1",
        "fen :::",
        "fen W:Wa1:Bh8 moves",
    ] {
        client.send(&format!("position {text}"));
        let said = client.sync();
        let last_is_fine = text.ends_with("moves");
        assert_eq!(said.len(), usize::from(!last_is_fine), "{text}: {said:#?}");
        assert!(said.iter().all(|line| line.starts_with("info string error: ")), "{said:#?}");
        if !last_is_fine {
            client.send("d");
            client.expect_line("FEN: B:Wd4,a3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:B");
            client.expect_line("Legal moves: ");
        }
    }
    assert!(client.quit().is_empty());
}

#[test]
fn perft_and_bench_can_be_stopped_and_do_not_deafen() {
    let mut client = Client::new();
    for job in ["perft 30", "go perft 30", "bench 90"] {
        client.send(job);
        assert!(client.sync().iter().all(|line| line.contains(": ")));
        client.send("stop");
        client.expect_line("info string ");
    }
    client.send("perft 4");
    client.expect_line("Nodes searched: 1469");
    client.send("perft 0");
    client.expect_line("Nodes searched: 1");
    client.send("position fen W:W:Bb8\nperft 3");
    client.expect_line("Nodes searched: 0");
    for job in ["perft 101", "perft 4000000000", "perft -1", "perft", "bench x", "go perft"] {
        client.send(job);
        assert!(client.expect_only_line().contains("expected a depth from 0 to 100"));
    }
    client.ask("perft 3\nposition startpos\ngo depth 3").check(&Position::start());
    assert!(client.quit().is_empty());
}

#[test]
fn quit_ends_whatever_runs() {
    for job in ["go infinite", "go depth 90", "go ponder", "perft 40", "bench 90"] {
        let mut client = Client::new();
        client.send(&format!("setoption name Threads value 3\n{job}\ngo depth 90"));
        let answers = client.quit().iter().filter(|line| line.starts_with("bestmove")).count();
        assert_eq!(answers, 1 + usize::from(job.starts_with("go")), "{job}");
    }
}
