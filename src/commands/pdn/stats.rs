//! `bolshak pdn stats`: results, lengths and openings.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use super::super::failure::Failure;
use super::super::{note, parsers, print_json};
use super::input::{Event, InputArgs, each_game};
use crate::notation::{Notation, write_line};
use crate::pdn::{Outcome, Parsed};
use crate::position::Position;
use crate::protocol::Output;
use crate::rules::{Rules, with_rules};

/// Count the results, lengths and openings of the games in files
///
/// Games with faults count as far as they can be read; "bolshak pdn check" tells the faults.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{JSON}"))]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// The length of an opening, in moves of either side
    #[arg(long, value_name = "N", value_parser = parsers::depth, default_value_t = 2, allow_negative_numbers = true)]
    plies: u32,
    /// The number of openings to show, the most frequent first
    #[arg(long, value_name = "N", value_parser = parsers::count, default_value_t = 10, allow_negative_numbers = true)]
    top: usize,
    /// Print one JSON object and nothing else; see --help for its fields
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  bolshak pdn stats games.pdn
  bolshak pdn stats --plies 1 --json games.pdn
  bolshak pdn stats --plies 6 --top 50 *.pdn";

const JSON: &str = "\
The object that --json prints:
  games     the number of games
  faulty    the number of games with faults
  plies     moves of either side: {\"total\", \"shortest\", \"median\", \"longest\"}
  results   {\"white\", \"draw\", \"black\", \"both_lose\", \"unknown\"}, numbers of games
  score     White's points for each game with a winner or a draw, from 0 to 1;
            null without such games
  openings  the most frequent ones, as many as --top says, each with moves (as
            many as --plies says), games, results and score
  other_openings
            the number of openings that are not shown
  from_positions
            the number of games that begin in another position than usual or
            are shorter than an opening; they are in no opening";

/// Results of games.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Results {
    white: u64,
    draw: u64,
    black: u64,
    both_lose: u64,
    unknown: u64,
}

impl Results {
    const fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::WhiteWins => self.white += 1,
            Outcome::Draw => self.draw += 1,
            Outcome::BlackWins => self.black += 1,
            Outcome::BothLose => self.both_lose += 1,
            Outcome::Unknown => self.unknown += 1,
        }
    }

    const fn games(self) -> u64 {
        self.white + self.draw + self.black + self.both_lose + self.unknown
    }

    /// White's points a game, where there are points.
    fn score(self) -> Option<f64> {
        let games = self.white + self.draw + self.black;
        (games > 0).then(|| (self.white as f64 + self.draw as f64 / 2.0) / games as f64)
    }
}

#[derive(Debug, Default)]
struct Counter {
    results: Results,
    faulty: u64,
    /// How many games have so many plies.
    lengths: BTreeMap<usize, u64>,
    openings: HashMap<String, Results>,
    from_positions: u64,
}

#[derive(Debug, Serialize)]
struct Stats {
    games: u64,
    faulty: u64,
    plies: Plies,
    results: Results,
    score: Option<f64>,
    openings: Vec<Opening>,
    other_openings: usize,
    from_positions: u64,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct Plies {
    total: u64,
    shortest: usize,
    median: usize,
    longest: usize,
}

#[derive(Debug, Serialize)]
struct Opening {
    moves: String,
    games: u64,
    results: Results,
    score: Option<f64>,
}

/// Counts.
pub(super) fn run(args: &Args, output: &Output) -> Result<(), Failure> {
    let mut counter = Counter::default();
    let unread = with_rules!(args.input.variant, R => each_game::<R>(&args.input, args.input.reading(), true, |event| {
        if let Event::Game(_, game) = event {
            counter.add(&game, args.plies as usize);
        }
        !output.is_closed()
    }));
    let stats = counter.stats(args.top);
    if args.json {
        print_json(&stats, output)?;
    } else {
        show(&stats, args.plies, output);
    }
    if stats.faulty > 0 {
        note(format!("games with faults: {}; \"bolshak pdn check\" tells them", stats.faulty));
    }
    if unread > 0 { Err(Failure::Failed(format!("files that could not be read: {unread}"))) } else { Ok(()) }
}

impl Counter {
    fn add<R: Rules>(&mut self, game: &Parsed<R>, plies: usize) {
        let record = &game.record;
        self.results.add(record.outcome);
        self.faulty += u64::from(!game.faults.is_empty());
        *self.lengths.entry(record.moves.len()).or_default() += 1;
        match record.moves.get(..plies) {
            Some(opening) if record.start == Position::start() => {
                let moves: Vec<_> = opening.iter().map(|recorded| recorded.mv).collect();
                let opening = write_line(&record.start, &moves, Notation::Algebraic).join(" ");
                self.openings.entry(opening).or_default().add(record.outcome);
            }
            _ => self.from_positions += 1,
        }
    }

    fn stats(self, top: usize) -> Stats {
        let games = self.results.games();
        let mut openings: Vec<_> = self.openings.into_iter().collect();
        // Of equally frequent ones, in the order of the alphabet, so that the list is always the same.
        openings.sort_by(|(one, a), (other, b)| b.games().cmp(&a.games()).then_with(|| one.cmp(other)));
        let other_openings = openings.len().saturating_sub(top);
        openings.truncate(top);
        let opening = |(moves, results): (String, Results)| Opening {
            moves,
            games: results.games(),
            results,
            score: results.score(),
        };
        let mut seen = 0;
        let median = self.lengths.iter().find(|&(_, &count)| {
            seen += count;
            seen * 2 >= games
        });
        let length = |entry: Option<(&usize, &u64)>| entry.map_or(0, |(&length, _)| length);
        Stats {
            games,
            faulty: self.faulty,
            plies: Plies {
                total: self.lengths.iter().map(|(&length, &count)| length as u64 * count).sum(),
                shortest: length(self.lengths.first_key_value()),
                median: length(median),
                longest: length(self.lengths.last_key_value()),
            },
            results: self.results,
            score: self.results.score(),
            openings: openings.into_iter().map(opening).collect(),
            other_openings,
            from_positions: self.from_positions,
        }
    }
}

fn show(stats: &Stats, plies: u32, output: &Output) {
    let Stats { games, plies: lengths, results, .. } = stats;
    let part = |count: u64| count as f64 * 100.0 / (*games).max(1) as f64;
    let row = |name: &str, count: u64| output.line(format!("{name:<14} {count:>8}  {:>5.1} %", part(count)));
    output.line(format!("{:<14} {games:>8}", "Games"));
    row("White wins", results.white);
    row("Draws", results.draw);
    row("Black wins", results.black);
    for (name, count) in [("Both lose", results.both_lose), ("Unknown", results.unknown)] {
        if count > 0 {
            row(name, count);
        }
    }
    let score = |score: Option<f64>| score.map_or("-".to_owned(), |score| format!("{:.1} %", score * 100.0));
    output.line(format!("{:<14} {:>17}", "White's score", score(stats.score)));
    let average = lengths.total as f64 / (*games).max(1) as f64;
    let Plies { total, shortest, median, longest } = lengths;
    output.line(format!(
        "{:<14} {total:>8}  shortest {shortest}, median {median}, average {average:.1}, longest {longest}",
        "Plies"
    ));
    if !stats.openings.is_empty() {
        let width =
            stats.openings.iter().map(|opening| opening.moves.chars().count()).max().unwrap_or(0).max(8);
        output.line("");
        let heading = if plies == 1 { "First move" } else { "Opening" };
        let columns = "   games   White    draw   Black    score";
        output.line(format!("{heading:<width$} {columns}"));
        for Opening { moves, games, results, score: points } in &stats.openings {
            let Results { white, draw, black, .. } = results;
            let points = score(*points);
            output.line(format!("{moves:<width$} {games:>8} {white:>7} {draw:>7} {black:>7} {points:>8}"));
        }
    }
    if stats.other_openings > 0 {
        output.line(format!("and {} others, which --top would show", stats.other_openings));
    }
    if stats.from_positions > 0 {
        output.line(match stats.from_positions {
            1 => "1 game begins in another position or is shorter".to_owned(),
            count => format!("{count} games begin in another position or are shorter"),
        });
    }
}
