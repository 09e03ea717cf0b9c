//! What is printed while a match runs and when it is over.

use std::collections::BTreeMap;

use indicatif::ProgressBar;

use super::super::progress;
use crate::protocol::Output;
use crate::rules::Rules;
use crate::tourney::{Contestant, GameRecord, Match, Model, Sprt, Standings, Tally, Verdict};

/// Tells people how a match goes.
pub(super) struct Reporter<'a> {
    contestants: &'a [Contestant],
    pairings: &'a [(usize, usize)],
    /// What stands behind the names: pace, threads, openings.
    setting: String,
    games: usize,
    sprt: Option<Sprt>,
    interval: usize,
    output: Output,
    /// Only on a terminal.
    bar: Option<ProgressBar>,
}

impl<'a> Reporter<'a> {
    pub(super) fn new<R: Rules>(
        contest: &'a Match<R>,
        sprt: Option<Sprt>,
        json: bool,
        interval: usize,
        output: Output,
    ) -> Self {
        let games = contest.schedule.len();
        let mut paces: Vec<String> = contest.contestants.iter().map(|one| one.pace.to_string()).collect();
        paces.dedup();
        Self {
            contestants: &contest.contestants,
            pairings: contest.schedule.pairings(),
            setting: format!("{}, {} openings", paces.join(" v "), contest.openings.len()),
            games,
            sprt,
            interval: interval.max(1),
            // All but the JSON object goes to stderr then.
            output: if json { Output::new(std::io::stderr()) } else { output },
            bar: progress::bar(games as u64, "{wide_bar} {pos}/{len} {msg} {elapsed}, left {eta}"),
        }
    }

    fn line(&self, text: impl AsRef<str>) {
        match &self.bar {
            Some(bar) => bar.suspend(|| self.output.line(text)),
            None => self.output.line(text),
        }
    }

    fn name(&self, contestant: usize) -> &str {
        self.contestants.get(contestant).map_or("?", |contestant| &contestant.name)
    }

    /// Says what is played, and what was played before.
    pub(super) fn begin(&self, standings: &Standings) {
        let names: Vec<_> = self.contestants.iter().map(|one| one.name.as_str()).collect();
        self.line(format!("Match of {}: {} games, {}", names.join(", "), self.games, self.setting));
        if standings.games() > 0 {
            self.line(format!("{} games were played before.", standings.games()));
        }
        self.progress(standings);
    }

    /// A game is over.
    pub(super) fn finished(&self, record: &GameRecord, standings: &Standings) {
        let (white, black) = (self.name(record.white), self.name(record.black));
        let plies = record.opening_moves.len() + record.moves.len();
        let number = record.number + 1;
        self.line(format!(
            "Game {number} of {} ({white} v {black}): {} {{{}}} {plies} plies",
            self.games,
            record.result(),
            record.reason
        ));
        if let Some(fault) = &record.fault {
            self.line(format!("  {} {} in {}", self.name(fault.contestant), fault.what, fault.position));
            for line in &fault.last_lines {
                self.line(format!("    | {line}"));
            }
        }
        self.progress(standings);
        if standings.games().is_multiple_of(self.interval) && standings.games() < self.games {
            self.results(standings);
        }
    }

    fn progress(&self, standings: &Standings) {
        if let Some(bar) = &self.bar {
            bar.set_position(standings.games() as u64);
            let tally = standings.between(0, 1);
            bar.set_message(format!("+{} ={} -{}", tally.games[2], tally.games[1], tally.games[0]));
        }
    }

    /// The results of all pairings, and of the field when there are more than two.
    pub(super) fn results(&self, standings: &Standings) {
        self.line("-".repeat(60));
        for &(one, other) in self.pairings {
            let tally = standings.between(one, other);
            if tally.game_count() > 0 {
                self.pairing(one, other, &tally);
            }
        }
        if self.contestants.len() > 2 {
            self.table(standings);
        }
        for contestant in 0..self.contestants.len() {
            let faults = standings.faults(contestant);
            if !faults.is_empty() {
                let faults: Vec<_> =
                    faults.iter().map(|(kind, count)| format!("{} {count}", kind.name())).collect();
                self.line(format!("Faults of {}: {}", self.name(contestant), faults.join(", ")));
            }
        }
        self.line("-".repeat(60));
    }

    fn pairing(&self, one: usize, other: usize, tally: &Tally) {
        self.line(format!("Results of {} vs {} ({}):", self.name(one), self.name(other), self.setting));
        for line in pairing_lines(tally) {
            self.line(line);
        }
        if let Some(sprt) = &self.sprt {
            self.line(sprt_line(sprt, tally));
        }
    }

    /// All contestants by their points.
    fn table(&self, standings: &Standings) {
        let mut places: Vec<(usize, Tally)> =
            (0..self.contestants.len()).map(|one| (one, standings.of(one))).collect();
        let share = |tally: &Tally| tally.points() / tally.game_count().max(1) as f64;
        places.sort_by(|(_, one), (_, other)| share(other).total_cmp(&share(one)));
        self.line(format!(
            "{:>4} {:<24} {:>18} {:>7} {:>8} {:>7}",
            "rank", "name", "Elo", "games", "points", "draws"
        ));
        for (rank, (contestant, tally)) in places.iter().enumerate() {
            let elo =
                tally.elo().map_or_else(String::new, |elo| format!("{:.1} +/- {:.1}", elo.value, elo.error));
            self.line(format!(
                "{:>4} {:<24} {elo:>18} {:>7} {:>8.1} {:>6.1}%",
                rank + 1,
                self.name(*contestant),
                tally.game_count(),
                tally.points(),
                tally.draw_ratio() * 100.0
            ));
        }
    }

    /// Says what the match has come to.
    pub(super) fn end(&self, standings: &Standings, verdict: Option<Verdict>, interrupted: bool) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        self.results(standings);
        if let Some(verdict) = verdict {
            let (accepted, elo) = match (verdict, self.sprt) {
                (Verdict::H0, Some(sprt)) => ("H0", sprt.elo0),
                (Verdict::H1, Some(sprt)) => ("H1", sprt.elo1),
                (_, None) => return,
            };
            self.line(format!("SPRT: {accepted} was accepted (elo = {elo})"));
        }
        if interrupted {
            self.line(format!(
                "The match was interrupted after {} of {} games.",
                standings.games(),
                self.games
            ));
        }
    }
}

/// The statistics of a pairing, a line each.
fn pairing_lines(tally: &Tally) -> [String; 4] {
    let number = |value: Option<f64>, digits: usize| match value {
        Some(value) if value.is_finite() => format!("{value:.digits$}"),
        Some(value) if value > 0.0 => "inf".to_owned(),
        Some(value) if value < 0.0 => "-inf".to_owned(),
        _ => "nan".to_owned(),
    };
    let estimate = |estimate: Option<crate::tourney::Estimate>| {
        let (value, error) = (estimate.map(|one| one.value), estimate.map(|one| one.error));
        format!("{} +/- {}", number(value, 2), number(error, 2))
    };
    let games = tally.game_count();
    let [losses, draws, wins] = tally.games;
    let share = tally.points() / games.max(1) as f64 * 100.0;
    let drawn_pairs = tally.pairs[2] - tally.split_pairs;
    let split_over_drawn = (drawn_pairs > 0).then(|| tally.split_pairs as f64 / drawn_pairs as f64);
    [
        format!("Elo: {}, nElo: {}", estimate(tally.elo()), estimate(tally.normalized_elo())),
        format!(
            "LOS: {} %, DrawRatio: {:.2} %, PairsRatio: {}",
            number(tally.superiority().map(|share| share * 100.0), 2),
            tally.drawn_pair_ratio() * 100.0,
            number(tally.pairs_ratio(), 2),
        ),
        format!(
            "Games: {games}, Wins: {wins}, Losses: {losses}, Draws: {draws}, Points: {:.1} ({share:.2} %)",
            tally.points()
        ),
        format!("Ptnml(0-2): {:?}, WL/DD Ratio: {}", tally.pairs, number(split_over_drawn, 2)),
    ]
}

/// How far a test has come.
fn sprt_line(sprt: &Sprt, tally: &Tally) -> String {
    let (llr, (lower, upper)) = (sprt.llr(tally), sprt.bounds());
    let share = if llr >= 0.0 { llr / upper } else { -llr / lower } * 100.0;
    let unit = match sprt.model {
        Model::Normalized => "nElo",
        Model::Logistic => "Elo",
    };
    format!(
        "LLR: {llr:.2} ({share:.1}%) ({lower:.2}, {upper:.2}) [{:.2}, {:.2}] {unit}",
        sprt.elo0, sprt.elo1
    )
}

/// The counts of each way in which games ended.
pub(super) fn reasons(records: &[GameRecord]) -> BTreeMap<&str, u64> {
    let mut counts = BTreeMap::new();
    for record in records {
        *counts.entry(record.reason.as_str()).or_default() += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pairing_is_shown_with_all_its_statistics() {
        let tally = Tally { games: [24, 51, 25], pairs: [1, 12, 24, 12, 1], split_pairs: 13 };
        assert_eq!(
            pairing_lines(&tally),
            [
                "Elo: 0.00 +/- 38.68, nElo: 0.00 +/- 68.10",
                "LOS: 50.00 %, DrawRatio: 48.00 %, PairsRatio: 1.00",
                "Games: 100, Wins: 25, Losses: 24, Draws: 51, Points: 50.5 (50.50 %)",
                "Ptnml(0-2): [1, 12, 24, 12, 1], WL/DD Ratio: 1.18",
            ]
        );
        let nothing = pairing_lines(&Tally::default());
        assert_eq!(nothing[0], "Elo: nan +/- nan, nElo: nan +/- nan");
    }

    #[test]
    fn a_test_is_shown_with_its_bounds() {
        let sprt = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: Model::Normalized };
        let tally = Tally { pairs: [0, 3, 10, 5, 2], ..Tally::default() };
        assert_eq!(sprt_line(&sprt, &tally), "LLR: 0.15 (5.0%) (-2.94, 2.94) [0.00, 5.00] nElo");
    }
}
