//! Matches between fake engines, each of which does one thing wrong: the match ends right all the same.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::support::position;
use bolshak::bases::Bases;
use bolshak::rules::Russian;
use bolshak::tourney::{
    Adjudication, Contestant, Failure, FaultKind, Format, GameRecord, Match, MatchLog, News, Opening, Order,
    Schedule, Standings, WinAdjudication, tell_apart,
};

/// An engine that moves a king to and fro, and at its second move does something else.
fn fake(kind: &str) -> Contestant {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engine/data/fake_engine.sh");
    let words = [format!("cmd=sh '{script}' {kind}"), format!("name={kind}"), "tc=0.3".to_owned()];
    Contestant::read(words.iter().map(String::as_str), "bolshak").unwrap()
}

/// A match of two games in a position with a king and a man on each side.
fn contest(kinds: &[&str], adjudication: Adjudication) -> Match<Russian> {
    let mut contestants: Vec<_> = kinds.iter().map(|kind| fake(kind)).collect();
    tell_apart(&mut contestants);
    let start = position("W:WKc1,a3:BKf8,h6");
    Match {
        schedule: Schedule::new(kinds.len(), Format::RoundRobin, 1, 1, Order::Sequential, 0),
        contestants,
        openings: vec![Opening { name: String::new(), start, moves: Vec::new() }],
        adjudication,
        bases: Bases::none(),
        margin: Duration::ZERO,
        grace: Duration::from_secs(5),
        concurrency: 1,
        log: MatchLog::default(),
    }
}

fn play(contest: &Match<Russian>) -> Vec<GameRecord> {
    let mut records = Vec::new();
    contest.play(&BTreeSet::new(), &AtomicBool::new(false), |news| {
        if let News::Finished(record) = news {
            records.push(*record);
        }
        ControlFlow::Continue(())
    });
    records
}

/// Plays a faulty engine against one that only repeats; the fault found in both games.
fn fault_of(kind: &str) -> (FaultKind, String) {
    let records = play(&contest(&[kind, "repeats"], Adjudication::default()));
    assert_eq!(records.len(), 2, "{kind}");
    for record in &records {
        let fault = record.fault.as_ref().unwrap_or_else(|| panic!("{kind}: {}", record.reason));
        assert_eq!((record.outcome(1).half_points(), fault.contestant), (2, 0), "{kind}");
        // The faulty engine was to make its second move.
        assert_eq!(record.moves.len(), if record.white == 0 { 2 } else { 3 }, "{kind}");
        assert!(fault.position.starts_with(if record.white == 0 { "W:WKd2" } else { "B:WKc1" }), "{fault:?}");
        assert!(record.reason.contains(&fault.what), "{}", record.reason);
    }
    let fault = records[1].fault.clone().unwrap();
    (fault.kind, format!("{} | {}", fault.what, fault.last_lines.join(" | ")))
}

#[test]
fn engines_that_repeat_for_ever_draw() {
    let records = play(&contest(&["repeats", "repeats"], Adjudication::default()));
    assert_eq!(records.len(), 2);
    for record in records {
        assert_eq!((record.white_half_points, record.moves.len()), (1, 8));
        assert_eq!(record.reason, "draw: the position occurred for the third time");
        assert!(record.replay::<Russian>().unwrap().result().is_some());
    }
}

#[test]
fn illegal_moves_lose() {
    let (kind, said) = fault_of("illegal");
    assert_eq!(kind, FaultKind::IllegalMove);
    assert!(said.contains("makes an illegal move: \"a1-h8\" is not legal"), "{said}");
    let (kind, said) = fault_of("nonsense");
    assert_eq!(kind, FaultKind::IllegalMove);
    assert!(said.contains("\"castles\" is not a move"), "{said}");
    let (kind, said) = fault_of("no_move");
    assert_eq!(kind, FaultKind::IllegalMove);
    assert!(said.contains("gives no move"), "{said}");
}

#[test]
fn a_crash_loses_and_the_engine_is_started_again() {
    let (kind, said) = fault_of("crash");
    assert_eq!(kind, FaultKind::Crash);
    assert!(said.starts_with("crashes (exit status: 3)"), "{said}");
    assert!(said.contains("! about to go"), "what it said last is kept: {said}");
}

#[test]
fn a_closed_output_loses() {
    assert_eq!(fault_of("disconnect").0, FaultKind::Disconnect);
}

#[test]
fn an_engine_that_says_nothing_is_killed() {
    let mut contest = contest(&["silent", "repeats"], Adjudication::default());
    contest.grace = Duration::from_millis(300);
    let records = play(&contest);
    let kinds: Vec<_> = records.iter().map(|record| record.fault.as_ref().unwrap().kind).collect();
    assert_eq!(kinds, [FaultKind::Stall; 2]);
}

#[test]
fn an_answer_after_the_flag_has_fallen_loses() {
    let (kind, said) = fault_of("late");
    assert_eq!(kind, FaultKind::Time);
    assert!(said.contains("loses on time"), "{said}");
}

#[test]
fn junk_and_carriage_returns_are_passed_over() {
    let records = play(&contest(&["junk", "repeats"], Adjudication::default()));
    assert!(records.iter().all(|record| record.white_half_points == 1 && record.fault.is_none()));
}

#[test]
fn an_engine_that_does_not_start_is_named_before_the_match() {
    let mut contest = contest(&["repeats", "repeats"], Adjudication::default());
    contest.contestants[1] = Contestant::read(["cmd=/nowhere/engine", "st=1"], "bolshak").unwrap();
    let (name, failure) = contest.try_engines().unwrap_err();
    assert_eq!(name, "engine");
    assert_eq!(failure, Failure::Start("there is no program \"/nowhere/engine\"".to_owned()));
    // Should it stop starting in the course of a match, it loses.
    let records = play(&contest);
    assert!(records.iter().all(|record| record.outcome(0).half_points() == 2));
    assert!(records.iter().all(|record| record.fault.as_ref().unwrap().kind == FaultKind::Start));
}

#[test]
fn all_meet_all_whatever_they_do() {
    let mut contest = contest(&["repeats", "crash", "illegal", "junk"], Adjudication::default());
    contest.concurrency = 3;
    let records = play(&contest);
    let standings: Standings = records.iter().collect();
    assert_eq!(records.len(), 12);
    assert_eq!(standings.of(0).games, [0, 2, 4]);
    assert_eq!(standings.of(3).games, [0, 2, 4]);
    assert_eq!(standings.faults(1).iter().map(|(_, count)| count).sum::<u64>(), standings.of(1).games[0]);
    assert!(standings.faults(0).is_empty());
}

#[test]
fn a_match_may_be_broken_off_and_gone_on_with() {
    let contest = contest(&["repeats", "junk", "repeats"], Adjudication::default());
    let mut records = Vec::new();
    let mut listen = |news: News| {
        let News::Finished(record) = news else { return ControlFlow::Continue(()) };
        records.push(*record);
        if records.len() == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    contest.play(&BTreeSet::new(), &AtomicBool::new(false), &mut listen);
    let done: BTreeSet<usize> = records.iter().map(|record| record.number).collect();
    assert_eq!(done, BTreeSet::from([0, 1]));
    let mut rest = Vec::new();
    contest.play(&done, &AtomicBool::new(false), |news| {
        if let News::Finished(record) = news {
            rest.push(record.number);
        }
        ControlFlow::Continue(())
    });
    assert_eq!(rest, [2, 3, 4, 5]);
}

#[test]
fn games_are_ended_when_the_endgame_bases_know_the_result() {
    let mut contest = contest(&["repeats", "repeats"], Adjudication::default());
    contest.bases = Bases::embedded();
    let mut ends = |fen: &str| {
        contest.openings[0].start = position(fen);
        let record = play(&contest).swap_remove(0);
        assert!(record.moves.is_empty(), "{fen}");
        record.reason
    };
    assert_eq!(ends("W:WKc1,Ke1,Kg1:BKa1"), "draw: adjudication by endgame bases");
    assert_eq!(ends("W:WKc1,Ke1,Kg1:BKb8"), "White wins: adjudication by endgame bases");
    assert_eq!(ends("B:WKh6:BKe7,Ka5,Kg5"), "Black wins: adjudication by endgame bases");
}

#[test]
fn games_are_ended_by_scores_that_both_see() {
    // Both say that they are five men up: no win for either, but neither is it a draw by score.
    let rule = Adjudication {
        win: Some(WinAdjudication { moves: 1, score: 4.0 }),
        most_plies: Some(5),
        ..Adjudication::default()
    };
    let records = play(&contest(&["repeats", "repeats"], rule));
    assert_eq!(records[0].moves.len(), 5);
    assert_eq!(records[0].reason, "draw: adjudication: the game is too long");
}
