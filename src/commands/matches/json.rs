//! The result of a match for programs.

use serde::Serialize;

use super::report::reasons;
use crate::commands::failure::Failure;
use crate::rules::Rules;
use crate::tourney::{Estimate, GameRecord, Match, Sprt, Standings, Verdict};

#[derive(Serialize)]
struct Report<'a> {
    games: usize,
    games_planned: usize,
    interrupted: bool,
    engines: Vec<Engine<'a>>,
    pairings: Vec<Pairing<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<Test>,
    reasons: std::collections::BTreeMap<&'a str, u64>,
}

#[derive(Serialize)]
struct Engine<'a> {
    name: &'a str,
    command: String,
    pace: String,
    points: f64,
    games: u64,
    faults: std::collections::BTreeMap<&'static str, u64>,
}

#[derive(Serialize)]
struct Pairing<'a> {
    first: &'a str,
    second: &'a str,
    wins: u64,
    draws: u64,
    losses: u64,
    points: f64,
    pentanomial: [u64; 5],
    elo: Option<f64>,
    elo_error: Option<f64>,
    normalized_elo: Option<f64>,
    normalized_elo_error: Option<f64>,
    superiority: Option<f64>,
    draw_ratio: f64,
    drawn_pair_ratio: f64,
    pairs_ratio: Option<f64>,
}

#[derive(Serialize)]
struct Test {
    elo0: f64,
    elo1: f64,
    llr: f64,
    lower: f64,
    upper: f64,
    verdict: Option<&'static str>,
}

/// The object as text.
pub(super) fn report<R: Rules>(
    contest: &Match<R>,
    records: &[GameRecord],
    standings: &Standings,
    sprt: Option<Sprt>,
    interrupted: bool,
) -> Result<String, Failure> {
    let engines = contest.contestants.iter().enumerate().map(|(number, one)| {
        let tally = standings.of(number);
        let faults = standings.faults(number).into_iter();
        Engine {
            name: &one.name,
            command: one.command(),
            pace: one.pace.to_string(),
            points: tally.points(),
            games: tally.game_count(),
            faults: faults.map(|(kind, count)| (kind.name(), count)).collect(),
        }
    });
    let pairings = contest.schedule.pairings().iter().map(|&(one, other)| {
        let tally = standings.between(one, other);
        let (elo, normalized) = (tally.elo(), tally.normalized_elo());
        let value =
            |estimate: Option<Estimate>| estimate.map(|one| one.value).filter(|value| value.is_finite());
        let error =
            |estimate: Option<Estimate>| estimate.map(|one| one.error).filter(|error| error.is_finite());
        let [losses, draws, wins] = tally.games;
        Pairing {
            first: &contest.contestants[one].name,
            second: &contest.contestants[other].name,
            wins,
            draws,
            losses,
            points: tally.points(),
            pentanomial: tally.pairs,
            elo: value(elo),
            elo_error: error(elo),
            normalized_elo: value(normalized),
            normalized_elo_error: error(normalized),
            superiority: tally.superiority(),
            draw_ratio: tally.draw_ratio(),
            drawn_pair_ratio: tally.drawn_pair_ratio(),
            pairs_ratio: tally.pairs_ratio().filter(|ratio| ratio.is_finite()),
        }
    });
    let test = sprt.map(|sprt| {
        let tally = standings.between(0, 1);
        let (lower, upper) = sprt.bounds();
        let verdict = sprt.verdict(&tally).map(|verdict| match verdict {
            Verdict::H0 => "H0",
            Verdict::H1 => "H1",
        });
        Test { elo0: sprt.elo0, elo1: sprt.elo1, llr: sprt.llr(&tally), lower, upper, verdict }
    });
    let report = Report {
        games: standings.games(),
        games_planned: contest.schedule.len(),
        interrupted,
        engines: engines.collect(),
        pairings: pairings.collect(),
        sprt: test,
        reasons: reasons(records),
    };
    serde_json::to_string_pretty(&report).map_err(|error| Failure::Failed(error.to_string()))
}
