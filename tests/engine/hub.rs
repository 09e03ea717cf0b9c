//! The Hub protocol: the handshake, the order of commands and answers, limits, and the form of each line.

use crate::hub_support::{Answer, START, after, ask, position};
use crate::support::Client;
use bolshak::board::Numbering;

const HANDSHAKE: [&str; 17] = [
    "param name=variant value=russian type=enum values=\"russian russian-losing\"",
    "param name=threads value=1 type=int min=1 max=256",
    "param name=tt-size value=22 type=int min=16 max=36",
    "param name=ponder value=false type=bool",
    "param name=move-overhead value=0.005 type=real min=0 max=10",
    "param name=draw-rules value=true type=bool",
    "param name=piece-limit value=true type=bool",
    "param name=bb-size value=7 type=int min=0 max=7",
    "param name=bb-path value=\"\" type=string",
    "param name=book value=true type=bool",
    "param name=book-file value=\"\" type=string",
    "param name=book-ply value=20 type=int min=0 max=1000",
    "param name=book-margin value=8 type=int min=0 max=1000",
    "param name=book-seed value=0 type=int min=0 max=4294967295",
    "param name=skill value=20 type=int min=1 max=20",
    "param name=skill-seed value=0 type=int min=0 max=4294967295",
    "param name=square-numbering value=auto type=enum values=\"auto b8 a1\"",
];

/// Sends `hub` and returns the lines up to `wait`.
fn handshake(client: &mut Client) -> Vec<String> {
    client.send("hub");
    client.read_until("wait")
}

#[test]
fn the_handshake_names_the_engine_and_its_parameters() {
    let mut client = Client::hub_with_book();
    let lines = handshake(&mut client);
    let version = env!("CARGO_PKG_VERSION");
    let who =
        format!("id name=bolshak version={version} author=\"the bolshak authors\" country=International");
    assert_eq!(lines[0], who);
    assert_eq!(lines[1..lines.len() - 1], HANDSHAKE);
    client.send("init");
    assert_eq!(client.sync(), ["ready"]);
    assert!(client.quit().is_empty());
}

#[test]
fn parameters_are_set_before_and_after_init_and_shown_when_asked_again() {
    let mut client = Client::hub();
    client.send("set-param name=threads value=2\nhub");
    assert!(client.read_until("wait").contains(&HANDSHAKE[1].replace("value=1", "value=2")));
    client.send("set-param name=tt-size value=\"18\"\ninit\nset-param value=true name=ponder extra=1 flag");
    client.send("set-param name=move-overhead value=0.1\nset-param name=square-numbering value=a1");
    let lines = handshake(&mut client);
    assert_eq!(lines[0], "ready");
    for (name, value) in [
        ("threads", "2"),
        ("tt-size", "18"),
        ("ponder", "true"),
        ("move-overhead", "0.1"),
        ("square-numbering", "a1"),
    ] {
        let beginning = format!("param name={name} value={value} ");
        assert!(lines.iter().any(|line| line.starts_with(&beginning)), "{beginning}: {lines:#?}");
    }
    assert!(client.quit().is_empty());
}

#[test]
fn what_is_not_known_is_passed_over() {
    let mut client = Client::hub_with_book();
    for line in [
        "set-param name=unknown value=\"a b\"",
        "set-param name=initial-time value=180.0",
        "set-param name=book value=perhaps",
        "set-param name=book-margin value=-1",
        "set-param name=bb-size value=auto",
        "set-param name=tt-size value=none",
        "set-param name=tt-size value=3",
        "set-param name=tt-size value=99",
        "set-param name=tt-size value=-1",
        "set-param name=threads value=0",
        "set-param name=ponder value=perhaps",
        "set-param name=move-overhead value=nan",
        "set-param name=move-overhead value=1e300",
        "set-param name=variant value=normal",
        "set-param name=square-numbering value=c7",
        "set-param name=threads",
        "set-param",
        "set-param name= value=",
        "bogus",
        "bogus=1 level=2",
        "uci",
        "isready",
        "",
        "\t",
        "\"",
    ] {
        client.send(line);
        assert!(client.sync().is_empty(), "{line}");
    }
    let lines = handshake(&mut client);
    assert_eq!(lines[1..lines.len() - 1], HANDSHAKE);
    assert!(client.quit().is_empty());
}

#[test]
fn a_session_as_a_client_would_type_it() {
    let mut client = Client::hub();
    handshake(&mut client);
    client.send("set-param name=unknown value=\"a b\"\nset-param name=variant value=russian extra=1\ninit");
    assert_eq!(client.sync(), ["ready"]);
    client.send(&format!("new-game\npos pos={START}\nlevel move-time=0.2 foo=bar\ngo think"));
    // Only the search's findings may come before the answer to a ping, and the search goes on.
    assert!(client.sync().iter().all(|line| line.starts_with("info ")));
    client.send("stop");
    Answer::read(&mut client).check(&position(START), Numbering::FromBottom);
    assert!(client.sync().is_empty());
    client.send(&format!("pos pos={START} moves=\"22-18\""));
    for wrong in [
        "pos pos=Wbbbb",
        "pos pos=Xbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww",
        "pos pos=Wbbbbbbbbbbbbeeeeexeewwwwwwwwwwww",
        "pos pos=",
        "pos",
        "pos moves=\"22-18\"",
        &format!("pos pos={START} moves=\"22-18 22-18\""),
        &format!("pos pos={START} moves=\"22-18 nonsense\""),
    ] {
        client.send(wrong);
        let line = client.expect_only_line();
        let text = line.strip_prefix("error message=\"").and_then(|rest| rest.strip_suffix('"'));
        assert!(text.is_some_and(|text| !text.contains('"') && text.contains("expected")), "{line}");
    }
    client.send("level depth=3\ngo think");
    let kept = after(&position(START), &["22-18"], Numbering::FromTop);
    Answer::read(&mut client).check(&kept, Numbering::FromTop);
    client.send("bogus");
    assert!(client.quit().is_empty());
}

#[test]
fn a_first_line_hub_changes_the_protocol() {
    let mut client = Client::with_book();
    client.send("\n  hub");
    assert!(client.read_until("wait")[0].starts_with("id name=bolshak version="));
    client.send("init\nping");
    assert_eq!(client.read_until("pong"), ["ready", "pong"]);
    assert!(client.quit().is_empty());

    let mut client = Client::new();
    client.send("isready\nhub");
    client.expect_line("readyok");
    let line = client.expect_only_line();
    assert!(line.starts_with("info string error: hub: expected as the first line"), "{line}");
    assert!(client.quit().is_empty());
}

#[test]
fn the_program_says_nothing_on_stderr_and_takes_parameters_as_arguments() {
    let mut client = Client::of_hub_program(&["hub", "--threads=2", "--cpuct=3.1", "--new", "word"]);
    assert!(handshake(&mut client).contains(&HANDSHAKE[1].replace("value=1", "value=2")));
    client.send("init");
    client.expect_line("ready");
    let asked = format!("pos pos={START}\nlevel nodes=3000\ngo think");
    ask(&mut client, &asked).check(&position(START), Numbering::FromTop);
    client.send("pos pos=?\nnonsense");
    client.expect_line("error message=");
    assert!(client.quit().is_empty());
    // The end of the input is as good as quit.
    let mut client = Client::of_hub_program(&["hub"]);
    client.send(&format!("hub\ninit\npos pos={START}\nlevel infinite\ngo think"));
    let lines = client.finish();
    assert_eq!(lines.iter().filter(|line| line.starts_with("done move=")).count(), 1);
}

#[test]
fn limits_add_up_until_the_position_or_the_search_resets_them() {
    let mut client = Client::hub();
    let position = position(START);
    let mut depth = |lines: &str| {
        let answer = ask(&mut client, &format!("{lines}\ngo think"));
        answer.check(&position, Numbering::FromTop);
        answer.last().depth
    };
    assert_eq!(depth(&format!("pos pos={START}\nlevel depth=4\nlevel move-time=60 depth=5")), 5);
    assert_eq!(depth("level depth=3 foo=bar\nlevel nodes=100000000\nlevel time=1e5 inc=0.5"), 3);
    assert_eq!(depth("level depth=2.0"), 2);
    assert_eq!(depth("level depth=-7"), 1);
    assert_eq!(depth(&format!("level depth=1\npos pos={START}\nlevel depth=6")), 6);
    // The depth of the search before is forgotten.
    assert!(depth("level nodes=30000") > 6);
    for limit in [
        "level move-time=0.05",
        "level time=0.05",
        "level time=-0.2 inc=0.3",
        "level time=4e-05",
        "level time=-3",
        "level time=0.12345678901234567 inc=0.01",
        "level moves=3 time=0.3",
        "level moves=0 time=0.3 inc=0.01",
        "level moves=-1 time=0.3",
        "level time=0",
        "level move-time=-1e-9",
        "level nodes=1",
        "level nodes=-1",
        "level depth=1e300 move-time=0.02",
    ] {
        depth(limit);
    }
    assert!(client.quit().is_empty());
}

#[test]
fn a_limit_that_is_no_number_is_an_error() {
    let mut client = Client::hub();
    for wrong in ["level depth=x", "level time=", "level move-time=nan", "level nodes=\"1 2\"", "level moves"]
    {
        client.send(wrong);
        let line = client.expect_only_line();
        assert!(line.starts_with("error message=\"level: expected a number, found "), "{wrong}: {line}");
    }
    let answer = ask(&mut client, "level depth=x nodes=2000\ngo think");
    assert!(answer.lines[0].starts_with("error message="));
    assert!(client.quit().is_empty());
}

#[test]
fn infinite_searches_and_analyses_end_with_a_stop_only() {
    let mut client = Client::hub();
    for lines in [
        "level infinite\ngo think",
        "go analyze",
        "level infinite\ngo analyze",
        "level infinite move-time=0.01 nodes=10\ngo think",
        "go ponder",
        "level nodes=10\ngo ponder",
        "level move-time=0.01\ngo ponder",
    ] {
        client.send(&format!("pos pos={START}\n{lines}"));
        client.expect_line("info depth=4");
        client.expect_none("done", 100);
        client.send("stop");
        Answer::read(&mut client).check(&position(START), Numbering::FromTop);
    }
    // A depth ends the iterations, and is waited with.
    client.send(&format!("pos pos={START}\nlevel depth=2\ngo ponder"));
    client.expect_line("info depth=2");
    client.expect_none("done", 100);
    client.send("stop");
    Answer::read(&mut client).check(&position(START), Numbering::FromTop);
    // Somebody who analyses wants to know the score, even where there is no choice.
    client.send("set-param name=bb-size value=0");
    let forced = "Wbeeeeeeeeeeeebeeewwwweeeeeeeeeee";
    let played = ask(&mut client, &format!("pos pos={forced}\nlevel move-time=0.1\ngo think"));
    assert_eq!(played.last().depth, 1);
    let analysed = ask(&mut client, &format!("pos pos={forced}\nlevel move-time=0.1 depth=5\ngo analyze"));
    assert!(analysed.last().depth > 1);
    assert!(client.quit().is_empty());
}

#[test]
fn pondering_goes_over_into_a_search_or_is_stopped() {
    let mut client = Client::hub();
    let moves = ["22-18", "11-16"];
    let position = after(&position(START), &moves, Numbering::FromTop);
    let set = format!("pos pos={START} moves=\"{}\"\nlevel time=0.2 inc=0.01\ngo ponder", moves.join(" "));
    for end in ["ponder-hit", "stop", "ponder-hit\nstop"] {
        client.send(&set);
        client.expect_line("info depth=5");
        client.expect_none("done", 300);
        client.send(end);
        Answer::read(&mut client).check(&position, Numbering::FromTop);
    }
    // Another search in its place, without a stop before it.
    client.send(&set);
    client.send(&set.replace("go ponder", "go think"));
    for _ in 0..2 {
        Answer::read(&mut client).check(&position, Numbering::FromTop);
    }
    client.send("stop\nponder-hit\nstop");
    assert!(client.sync().is_empty());
    assert!(client.quit().is_empty());
}

#[test]
fn each_search_gets_exactly_one_answer_whatever_the_stops() {
    let mut client = Client::hub();
    for round in 0..120 {
        let level =
            ["level move-time=0.002", "level depth=4", "level nodes=700", "level infinite"][round % 4];
        let go = ["go think", "go analyze", "go ponder"][round % 3];
        let stops = "\nstop".repeat(1 + round % 2);
        client.send(&format!("pos pos={START}\n{level}\n{go}{stops}"));
        Answer::read(&mut client).check(&position(START), Numbering::FromTop);
        if round % 8 == 0 {
            assert!(client.sync().is_empty());
        }
    }
    client.send(&format!("pos pos={START}\nlevel depth=60\ngo think\nlevel depth=60\ngo think"));
    let answers = client.quit().iter().filter(|line| line.starts_with("done move=")).count();
    assert_eq!(answers, 2);
}

#[test]
fn wins_and_losses_count_their_plies() {
    let mut client = Client::hub();
    let scores = [
        ("WeeeBeeeeeeeeeeeeeeeeeeeeeeeeWeee", "-89.98", "-99.98"),
        ("BeeeBeeeeeeeeeeeeeeeeeeeeeeeeWeee", "-89.98", "-99.98"),
        ("WeeeeeeeeeeeeeeeeeeeeebeeeeeeWeee", "89.99", "99.99"),
    ];
    for bases in [true, false] {
        if !bases {
            client.send("set-param name=bb-size value=0");
        }
        for (pos, by_bases, by_search) in scores {
            let answer = ask(&mut client, &format!("pos pos={pos}\nlevel depth=5\ngo think"));
            assert_eq!(answer.last().score, if bases { by_bases } else { by_search }, "{pos}");
            // The reply to the move that loses would end the game: there is nothing to ponder on.
            assert_eq!(answer.moves().len(), 1, "{answer:?}");
        }
    }
    // Without a legal move there is nothing to be done.
    client.send("pos pos=Weeeeebeebeeeweeeeeeeeeeeeeeeeeee\nlevel depth=3\ngo think");
    assert_eq!(client.read_until("done"), ["done"]);
    assert!(client.quit().is_empty());
}

#[test]
fn giveaway_is_played_under_its_name() {
    let mut client = Client::hub();
    handshake(&mut client);
    client.send("set-param name=variant value=russian-losing\ninit\nhub");
    assert_eq!(client.expect_line("ready"), "ready");
    assert!(client.read_until("wait")[1].starts_with("param name=variant value=russian-losing "));
    // A side without a piece has won.
    let answer = ask(&mut client, "pos pos=BeeeBeeeeeeeeeeeeeeeeeeeeeeeeWeee\nlevel depth=3\ngo think");
    assert_eq!(answer.last().score, "99.98");
    assert!(client.quit().is_empty());
}
