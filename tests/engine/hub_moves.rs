//! The Hub protocol: the moves of clients, and which square they give number 1.

use crate::hub_support::{START, after, ask, position};
use crate::support::Client;
use bolshak::board::Numbering::{self, FromBottom, FromTop};

/// The same moves, c3-b4 d6-c5 b4:d6 e7:c5, in both numberings.
const MOVES: [(Numbering, [&str; 4]); 2] = [
    (FromTop, ["22-17", "10-14", "17x10x14", "7x14x10"]),
    (FromBottom, ["10-13", "22-18", "13x22x18", "27x18x22"]),
];

fn asked_after(moves: &[&str]) -> String {
    format!("pos pos={START} moves=\"{}\"\nlevel depth=4\ngo think", moves.join(" "))
}

#[test]
fn the_numbering_is_that_which_makes_all_moves_legal_whatever_is_set() {
    for settings in [
        "",
        "set-param name=variant value=russian",
        "set-param name=initial-time value=60",
        "set-param name=square-numbering value=b8",
        "set-param name=square-numbering value=a1",
    ] {
        let mut client = Client::hub();
        client.send(settings);
        for count in 1..=4 {
            for (numbering, moves) in MOVES {
                let position = after(&position(START), &moves[..count], numbering);
                ask(&mut client, &asked_after(&moves[..count])).check(&position, numbering);
            }
        }
        assert!(client.quit().is_empty());
    }
}

#[test]
fn without_moves_the_numbering_is_what_is_set_or_what_the_client_seems_to_be() {
    let variant = "set-param name=variant value=russian";
    let initial_time = "set-param name=initial-time value=180.0";
    let set = |value: &str| format!("set-param name=square-numbering value={value}");
    for (settings, numbering) in [
        (String::new(), FromTop),
        (variant.to_owned(), FromBottom),
        (initial_time.to_owned(), FromTop),
        (format!("{variant}\n{initial_time}"), FromTop),
        (format!("{initial_time}\ninit\n{variant}"), FromTop),
        (format!("{variant}\n{}", set("b8")), FromTop),
        (set("a1"), FromBottom),
        (format!("{}\n{}\n{variant}", set("b8"), set("auto")), FromBottom),
        (format!("{initial_time}\n{}", set("a1")), FromBottom),
    ] {
        for moves in ["", " moves=\"\"", " moves=\" \""] {
            let mut client = Client::hub();
            client.send(&format!("{settings}\ninit"));
            assert!(client.sync().iter().all(|line| line == "ready"));
            let asked = format!("pos pos={START}{moves}\nlevel depth=4\ngo think");
            ask(&mut client, &asked).check(&position(START), numbering);
            assert!(client.quit().is_empty());
        }
    }
}

#[test]
fn moves_that_both_numberings_make_legal_are_read_by_the_setting() {
    // 14-10 is c5-d6 or d4-c3; White has kings on c5 and d4.
    let pos = "WeeeeBeeeeeeeeWeeeWeeeeeeeeeBeeee";
    let mut client = Client::hub();
    for (setting, numbering) in [("b8", FromTop), ("a1", FromBottom)] {
        client.send(&format!("set-param name=square-numbering value={setting}"));
        let asked = format!("pos pos={pos} moves=\"14-10\"\nlevel depth=4\ngo think");
        ask(&mut client, &asked).check(&after(&position(pos), &["14-10"], numbering), numbering);
    }
    assert!(client.quit().is_empty());
}

#[test]
fn a_list_that_no_numbering_makes_legal_changes_nothing() {
    let mut client = Client::hub();
    let (numbering, moves) = MOVES[1];
    client.send(&format!("pos pos={START} moves=\"{}\"", moves[..2].join(" ")));
    for wrong in [
        &["22-17", "22-18"][..],
        &["10-13", "10-13"],
        &["10-13", "22-18", "13x22", "27x18", "22-17"],
        &["22-17", "10-14", "17-10"],
    ] {
        client.send(&format!("pos pos={START} moves=\"{}\"", wrong.join(" ")));
        let line = client.expect_only_line();
        // The error is that of the numbering under which more is legal.
        let place = format!("move {}: '{}' is not legal", wrong.len(), wrong[wrong.len() - 1]);
        assert!(line.starts_with(&format!("error message=\"position kept as it was: {place}")), "{line}");
    }
    let position = after(&position(START), &moves[..2], numbering);
    ask(&mut client, "level depth=4\ngo think").check(&position, numbering);
    assert!(client.quit().is_empty());
}

#[test]
fn captures_name_what_they_take_in_any_order_or_not_at_all() {
    let mut client = Client::hub();
    let (numbering, moves) = MOVES[0];
    let expected = after(&position(START), &moves, numbering);
    for written in [
        ["22-17", "10-14", "17x10", "7x14"],
        ["022-017", "10-014", "17x10x14", "07x14x010"],
        ["22-17", "10-14", "17x10x14", "7x14"],
    ] {
        ask(&mut client, &asked_after(&written)).check(&expected, numbering);
    }
    // g3 to g7 over f4 and f6, or over f2, d2 and f6.
    let fork = "WeeeeeeeeeeBeeeeeeebeeeeWeBBeeeee";
    for (text, taken) in [("24x8x11x19", 2), ("24x8x19x11", 2), ("24x8x27x11x26", 3)] {
        let next = after(&position(fork), &[text], FromTop);
        assert_eq!(next.pieces(next.turn()).count(), 4 - taken);
        ask(&mut client, &format!("pos pos={fork} moves=\"{text}\"\nlevel depth=3\ngo think"))
            .check(&next, FromTop);
    }
    client.send(&format!("pos pos={fork} moves=\"24x8\""));
    let line = client.expect_only_line();
    assert!(line.contains("'24x8' is ambiguous: it can mean 24x8x11x19 or 24x8x11x26x27"), "{line}");
    assert!(client.quit().is_empty());
}

#[test]
fn a_capture_may_end_where_it_began_on_either_side() {
    // The king on d2 has rings of four pieces, and two other captures.
    let ring = "WeeeeeeeeeeeeebbeeeeeebbeeWeeeeee";
    let mut client = Client::hub();
    let next = after(&position(ring), &["26x26x14x15x22x23"], FromTop);
    assert_eq!(next.pieces(next.turn()).count(), 0);
    // It wins at once, so that it is what the engine plays, too.
    let answer = ask(&mut client, &format!("pos pos={ring}\nlevel depth=4\ngo think"));
    answer.check(&position(ring), FromTop);
    assert!(answer.last().score.ends_with("9.99"), "{answer:?}");
    // With one more black piece the game goes on after the ring.
    let ring = "WeeeBeeeeeeeeebbeeeeeebbeeWeeeeee";
    for (numbering, text) in [(FromTop, "26x26x23x22x15x14"), (FromBottom, "6x6x10x11x18x19")] {
        let next = after(&position(ring), &[text], numbering);
        let asked = format!("pos pos={ring} moves=\"{text}\"\nlevel depth=3\ngo think");
        ask(&mut client, &asked).check(&next, numbering);
    }
    assert!(client.quit().is_empty());
}

#[test]
fn the_start_position_has_a_word_of_its_own() {
    let mut client = Client::hub();
    let next = after(&position(START), &["22-18"], FromTop);
    ask(&mut client, "pos start moves=\"22-18\"\nlevel depth=3\ngo think").check(&next, FromTop);
    assert!(client.quit().is_empty());
}
