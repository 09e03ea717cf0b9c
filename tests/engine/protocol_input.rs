//! What a client may send: bytes, options, squares, games; and how a session ends.

use crate::support::{Client, play, position};
use bolshak::position::Position;

#[test]
fn blanks_and_line_ends_do_not_matter() {
    let mut client = Client::new();
    client.send_bytes(b"uci\r\n\t isready  \r\n");
    let lines = client.read_until("readyok");
    assert!(lines[0].starts_with("id name bolshak ") && lines[1].starts_with("id author "));
    assert!(lines[2..lines.len() - 2].iter().all(|line| line.starts_with("option name ")));
    assert_eq!(lines[lines.len() - 2], "uciok");
    client.send_bytes(b"position   startpos \t moves  c3-d4\r\n\n\r\n \t\ngo depth 3\r\n");
    client.answer().check(&play(&Position::start(), &["c3-d4"]));
    assert!(client.quit().is_empty());
}

#[test]
fn bytes_of_any_kind_are_no_danger() {
    let mut client = Client::new();
    let mut long = vec![b'x'; 1 << 20];
    long.push(b'\n');
    let mut blanks = vec![b' '; 1 << 20];
    blanks.extend(b"foo bar\n");
    let unknown: [&[u8]; 8] = [
        b"foo bar\n",
        b"\xff\xfe\n",
        b"isready\0\n",
        b"\0\0\n",
        &long,
        &blanks,
        b"position startpos moves \xd0\xb0\n",
        "\u{1f600}\u{202e} \u{7f}\n".as_bytes(),
    ];
    for bytes in unknown {
        client.send_bytes(bytes);
        let line = client.expect_only_line();
        assert!(line.starts_with("info string error: ") && line.len() < 700, "{line}");
        assert!(line.chars().all(|letter| !letter.is_control()), "{line}");
    }
    let mut endless = vec![b'x'; 9 << 20];
    endless.push(b'\n');
    client.send_bytes(&endless);
    assert_eq!(client.expect_only_line(), "info string error: the line is too long: expected at most 4 MiB");
    client.ask("position startpos\ngo depth 3").check(&Position::start());
    assert!(client.quit().is_empty());
}

#[test]
fn a_game_of_thousands_of_moves_is_read() {
    let mut client = Client::new();
    let moves = " c1-d2 b8-a7 d2-c1 a7-b8".repeat(5_000);
    client.send(&format!("position fen W:WKc1,Ke1,a3:BKb8,h6 moves{moves}\ngo depth 4"));
    client.answer().check(&position("W:WKc1,Ke1,a3:BKb8,h6"));
    assert!(client.quit().is_empty());
}

#[test]
fn values_out_of_range_are_refused_and_the_engine_goes_on() {
    let mut client = Client::new();
    for (option, values) in [
        ("Hash", "0 -1 abc 1048577 99999999999999999999 1e3"),
        ("Threads", "0 -4 257 two"),
        ("MultiPV", "0 257 -1"),
        ("MoveOverhead", "-1 10001"),
        ("Skill", "0 21 -3 best"),
        ("SkillSeed", "-1 4294967296"),
        ("Ponder", "maybe 2"),
        ("Variant", "chess brazilian"),
        ("Notation", "roman"),
        ("Numbering", "h8"),
    ] {
        for value in values.split(' ') {
            client.send(&format!("setoption name {option} value {value}"));
            let line = client.expect_only_line();
            assert!(line.starts_with(&format!("info string error: option {option}: expected ")), "{line}");
            assert!(line.ends_with(&format!("found \"{value}\"")), "{line}");
        }
    }
    client.send("setoption name Hash\nsetoption name Sharpness value 3\nsetoption\nsetoption name\nsetoption name value 3");
    assert_eq!(client.sync().len(), 5);
    client.send("setoption name hash value 2\nsetoption name  move   overhead value 1\nsetoption name PONDER value TRUE");
    let said = client.sync();
    assert_eq!(said.len(), 1, "only MoveOverhead is one word: {said:#?}");
    client.ask("go depth 4").check(&Position::start());
    assert!(client.quit().is_empty());
}

#[test]
fn a_table_that_does_not_fit_is_refused_and_the_old_one_kept() {
    let mut client = Client::new();
    client.ask("position startpos moves c3-d4\ngo depth 6");
    client.send("setoption name Hash value 1048576");
    let line = client.expect_only_line();
    assert!(
        line.starts_with(
            "info string error: options stay as they were: Hash: a table of 1048576 MiB does not fit"
        ),
        "{line}"
    );
    client.ask("go depth 6").check(&play(&Position::start(), &["c3-d4"]));
    client.send("setoption name Hash value 1");
    client.ask("go depth 6").check(&play(&Position::start(), &["c3-d4"]));
    assert!(client.quit().is_empty());
}

#[test]
fn numbers_are_written_and_read_both_ways() {
    let mut client = Client::new();
    client.send("setoption name Notation value numeric\nposition fen W:W22:B11\nd");
    client.expect_line("FEN: W:W22:B11");
    client.expect_line("Legal moves: 22-17 22-18");
    let answer = client.ask("position startpos moves c3-d4 11-16 g3-h4\ngo depth 5");
    assert!(answer.best().split('-').all(|square| square.parse::<u8>().is_ok()), "{answer:#?}");
    answer.check(&play(&Position::start(), &["c3-d4", "f6-g5", "g3-h4"]));
    client.send("setoption name Numbering value a1\nposition fen W:W10:BK23,11\nd");
    client.expect_line("FEN: W:W10:BK23,11");
    client.expect_line("Legal moves: 10-13 10-14");
    client.send("position fen W:Wc3,e3:Bd4\nd");
    client.expect_line("Legal moves: 10x19 11x18");
    client.send("setoption name Notation value algebraic\nposition fen W:W10:BK23,11\nd");
    client.expect_line("FEN: W:Wc3:BKf6,e3");
    client.send("setoption name Numbering value b8\nposition fen W:W22:BK11,23\nd");
    client.expect_line("FEN: W:Wc3:BKf6,e3");
    client.expect_line("Legal moves: ");
    assert!(client.quit().is_empty());
}

#[test]
fn moves_are_read_in_many_forms() {
    let mut client = Client::new();
    let start = "position startpos moves c3-d4 d6-c5 b2-c3 f6-g5";
    client.send(&format!("{start}\nd"));
    let expected = client.expect_line("FEN: ");
    client.expect_line("Legal moves: ");
    for moves in
        ["c3d4 d6c5 b2c3 f6g5", "cd4 dc5 bc3 fg5", "C3-D4 D6-C5 B2-C3 F6-G5", "22-18 10-14 25-22 11-16"]
    {
        client.send(&format!("position startpos\nposition startpos moves {moves}\nd"));
        assert_eq!(client.expect_line("FEN: "), expected);
        client.expect_line("Legal moves: ");
    }
    client.send("position fen W:WKg3:BKf6,f4,Kd2,Kf2 moves g3:g7");
    let line = client.expect_only_line();
    assert!(
        line.ends_with("\"g3:g7\" is ambiguous: it can mean g3:e5:g7 or g3:e1:c3:g7")
            || line.ends_with("it can mean g3:e1:c3:g7 or g3:e5:g7"),
        "{line}"
    );
    client.send("position startpos moves c3:d4");
    assert_eq!(client.expect_only_line(), "info string move 1: \"c3:d4\" is read as c3-d4");
    assert!(client.quit().is_empty());
}

#[test]
fn the_game_can_be_changed_in_mid_session() {
    let mut client = Client::new();
    client.send("setoption name MultiPV value 2\nposition startpos moves c3-d4\ngo infinite");
    client.send("setoption name Variant value giveaway\ngo depth 3\nsetoption name Variant value russian\nd");
    client.answer().check(&play(&Position::start(), &["c3-d4"]));
    let answer = client.answer();
    answer.check(&Position::start());
    assert_eq!(answer.last_ranks().len(), 2, "the other options stay");
    client.sync();
    client.send("position startpos moves c3-d4\nsetoption name Variant value russian\nd");
    client.expect_line("FEN: B:Wd4");
    client.expect_line("Legal moves: ");
    assert!(client.quit().is_empty());
}

#[test]
fn the_end_of_the_input_ends_all() {
    for lines in [
        "",
        "go infinite",
        "setoption name Threads value 4\ngo infinite",
        "go depth 90\ngo depth 90\ngo infinite",
        "go ponder",
        "perft 40",
        "bench 90",
        "go depth 90\nsetoption name Variant value giveaway\ngo depth 90",
        "go depth 6\nsetoption name Variant value giveaway",
    ] {
        let mut client = Client::new();
        client.send(lines);
        let answers = client.finish().iter().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!(answers, lines.matches("go ").count(), "{lines}");
    }
}

#[test]
fn the_program_ends_with_its_input() {
    for bytes in
        ["", "\n", "position startpos\ngo infinite\n", "setoption name Threads value 3\ngo infinite\n"]
    {
        let mut client = Client::of_program();
        client.send_bytes(bytes.as_bytes());
        let answers = client.finish().iter().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!(answers, bytes.matches("go ").count(), "{bytes}");
    }
    let mut client = Client::of_program();
    client.send_bytes(b"go depth 4");
    let lines = client.finish();
    assert!(
        lines.last().unwrap().starts_with("bestmove "),
        "a last line without its end is obeyed: {lines:#?}"
    );
}

#[test]
fn the_program_plays() {
    let mut client = Client::of_program();
    client.send("uci");
    client.expect_line("uciok");
    client.ask("position startpos\ngo depth 6").check(&Position::start());
    client.send("go infinite\nisready");
    client.expect_line("readyok");
    client.send("stop");
    client.answer();
    client.send_bytes(b"\xff\xfe\0\n");
    client.expect_line("info string error: unknown command");
    assert!(client.quit().is_empty());
}
