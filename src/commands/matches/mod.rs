//! `bolshak match`: engines play each other.

mod args;
mod json;
mod report;
mod scores;
mod words;

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

pub(super) use args::Args;

use super::failure::Failure;
use super::interrupt::stopped_by_interrupt;
use crate::bases::{Bases, Kind};
use crate::options::named;
use crate::protocol::Output;
use crate::rules::{Rules, with_rules};
use crate::tourney::openings::{Openings, built_in, read};
use crate::tourney::{
    Contestant, GameRecord, JOURNAL_VERSION, Journal, Match, MatchLog, News, Opening, Plan, Schedule, Sprt,
    Standings, tell_apart,
};
use report::Reporter;
use scores::Scores;

/// Plays the match.
pub(super) fn run(args: &Args, output: &Output) -> Result<(), Failure> {
    with_rules!(args.variant, R => play::<R>(args, output))
}

fn play<R: Rules>(args: &Args, output: &Output) -> Result<(), Failure> {
    let contest = contest::<R>(args)?;
    let sprt = args.sprt(contest.contestants.len())?;
    // Before any file is made: what is mistyped is mended and typed again.
    try_engines(&contest)?;
    let (journal, done) = open_journal(args, &plan(args, &contest))?;
    let scores = match &args.pdn {
        None => None,
        Some(path) => {
            refuse_to_overwrite(path, args.resume)?;
            Some(Scores::create(path, &contest, &done)?)
        }
    };
    let mut course = Course {
        reporter: Reporter::new(&contest, sprt, args.json, args.interval, output.clone()),
        standings: done.iter().collect(),
        records: done,
        journal,
        scores,
        sprt,
        failure: None,
        output,
    };
    course.reporter.begin(&course.standings);
    let stop = stopped_by_interrupt();
    if course.verdict().is_none() {
        let done: BTreeSet<usize> = course.records.iter().map(|record| record.number).collect();
        contest.play(&done, &stop, |news| course.hear(&contest, news));
    }
    course.end(args, &contest, stop.load(Ordering::Relaxed))
}

/// The match that the arguments describe.
fn contest<R: Rules>(args: &Args) -> Result<Match<R>, Failure> {
    let contestants = contestants(args)?;
    let openings = openings::<R>(args, super::note)?;
    let first = args.first_opening(openings.len())?;
    let (format, rounds, order) = (args.format.into(), args.rounds(), args.order());
    Ok(Match {
        schedule: Schedule::new(contestants.len(), format, rounds, openings.len(), order, first),
        contestants,
        openings,
        adjudication: args.adjudication()?,
        bases: bases(args),
        margin: args.time_margin,
        grace: args.patience,
        concurrency: args.concurrency,
        log: match &args.log {
            None => MatchLog::default(),
            Some(path) => MatchLog::create(path).map_err(|error| Failure::of_file(path, &error))?,
        },
    })
}

/// The bases that end games.
fn bases<R: Rules>(args: &Args) -> Bases<R> {
    let Some(folder) = &args.bases else { return Bases::none() };
    let (bases, faults) = Bases::load(named(folder));
    faults.iter().for_each(super::note);
    bases
}

/// Makes sure that all engines start, and says what they do not know.
fn try_engines<R: Rules>(contest: &Match<R>) -> Result<(), Failure> {
    let unknown = contest
        .try_engines()
        .map_err(|(name, failure)| Failure::Failed(format!("{name} {}", failure.reason())))?;
    for (name, option) in unknown {
        super::note(format!("{name} does not offer the option {option}; it is passed over"));
    }
    Ok(())
}

/// A match while it is played.
struct Course<'a> {
    reporter: Reporter<'a>,
    standings: Standings,
    records: Vec<GameRecord>,
    journal: Option<Journal>,
    scores: Option<Scores>,
    sprt: Option<Sprt>,
    failure: Option<Failure>,
    output: &'a Output,
}

impl Course<'_> {
    fn verdict(&self) -> Option<crate::tourney::Verdict> {
        self.sprt?.verdict(&self.standings.between(0, 1))
    }

    fn hear<R: Rules>(&mut self, contest: &Match<R>, news: News) -> ControlFlow<()> {
        let record = match news {
            News::Begun(fixture) => {
                log::info!("game {} has begun", fixture.number + 1);
                return ControlFlow::Continue(());
            }
            News::Finished(record) => *record,
        };
        if let Err(failure) = self.keep(contest, &record) {
            self.failure = Some(failure);
            return ControlFlow::Break(());
        }
        self.standings.add(&record);
        self.reporter.finished(&record, &self.standings);
        self.records.push(record);
        if self.verdict().is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Writes a game to the files that were asked for.
    fn keep<R: Rules>(&mut self, contest: &Match<R>, record: &GameRecord) -> Result<(), Failure> {
        if let Some(journal) = &mut self.journal {
            journal.add(record).map_err(|error| Failure::Failed(error.to_string()))?;
        }
        self.scores.as_mut().map_or(Ok(()), |scores| scores.add(contest, record))
    }

    /// Says what the match has come to.
    fn end<R: Rules>(self, args: &Args, contest: &Match<R>, stopped: bool) -> Result<(), Failure> {
        let verdict = self.verdict();
        let was_interrupted = stopped && verdict.is_none() && self.failure.is_none();
        if args.json {
            let report = json::report(contest, &self.records, &self.standings, self.sprt, was_interrupted);
            self.output.line(report?);
        }
        self.reporter.end(&self.standings, verdict, was_interrupted);
        match self.failure {
            Some(failure) => Err(failure),
            None => Ok(()),
        }
    }
}

fn contestants(args: &Args) -> Result<Vec<Contestant>, Failure> {
    let this_program = std::env::current_exe()
        .map_err(|error| Failure::Failed(format!("where this program lies is not known: {error}")))?;
    let this_program = this_program.to_string_lossy();
    let read = |words: &Vec<String>| {
        let words = args.engines.each.iter().chain(words).map(String::as_str);
        Contestant::read(words, &this_program).map_err(|error| Failure::Usage(format!("--engine: {error}")))
    };
    let mut contestants = args.engines.engines.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    if contestants.len() < 2 {
        let found = contestants.len();
        return Err(Failure::Usage(format!("--engine: expected at least two engines, found {found}")));
    }
    tell_apart(&mut contestants);
    Ok(contestants)
}

/// The openings of a file, or the set in the program.
fn openings<R: Rules>(args: &Args, note: impl Fn(String)) -> Result<Vec<Opening<R>>, Failure> {
    let Some(path) = &args.openings else {
        return built_in::<R>().ok_or_else(|| {
            let game = R::VARIANT;
            Failure::Usage(format!(
                "--openings: expected a file, since there is no set of openings for {game}"
            ))
        });
    };
    let bytes = std::fs::read(path).map_err(|error| Failure::of_file(path, &error))?;
    let found: Openings<R> = read(&bytes, args.numbering())
        .map_err(|error| Failure::Usage(format!("--openings: {}: {error}", path.display())))?;
    for warning in &found.warnings {
        note(format!("{}: {warning}", path.display()));
    }
    let most = args.plies.unwrap_or(usize::MAX);
    let cut = |mut opening: Opening<R>| {
        opening.moves.truncate(most);
        opening
    };
    Ok(found.openings.into_iter().map(cut).collect())
}

/// What is played, in words that are the same when the same is played.
fn plan<R: Rules>(args: &Args, contest: &Match<R>) -> Plan {
    let describe = |contestant: &Contestant| {
        let options: Vec<_> =
            contestant.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let (name, command, pace) = (&contestant.name, contestant.command(), contestant.pace);
        format!("{name}: {command}, {pace}, {:?}, {}", contestant.protocol, options.join(" "))
    };
    Plan {
        version: JOURNAL_VERSION,
        variant: args.variant.to_string(),
        engines: contest.contestants.iter().map(describe).collect(),
        openings: format!("{}, {:?}, from {}", fingerprint(&contest.openings), args.order(), args.start),
        format: format!("{:?}, {} games", args.format, contest.schedule.len()),
        adjudication: format!(
            "{:?}, bases of {} pieces",
            contest.adjudication,
            contest.bases.most_pieces(Kind::Outcomes)
        ),
    }
}

/// A number that tells a list of openings from another.
fn fingerprint<R: Rules>(openings: &[Opening<R>]) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for opening in openings {
        let end = opening.moves.iter().fold(opening.start, |position, &mv| position.after(mv));
        hash = (hash ^ end.key().0).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{} openings {hash:016x}", openings.len())
}

/// The journal, and the games it holds already.
fn open_journal(args: &Args, plan: &Plan) -> Result<(Option<Journal>, Vec<GameRecord>), Failure> {
    let Some(path) = &args.journal else { return Ok((None, Vec::new())) };
    let to_failure = |error: crate::tourney::JournalError| Failure::Failed(error.to_string());
    if args.resume && path.exists() {
        let (journal, done) = Journal::resume(path, plan).map_err(to_failure)?;
        Ok((Some(journal), done))
    } else {
        Ok((Some(Journal::create(path, plan).map_err(to_failure)?), Vec::new()))
    }
}

/// Games that somebody has played are not lost by a second match under the same name.
fn refuse_to_overwrite(path: &std::path::Path, resumes: bool) -> Result<(), Failure> {
    if path.exists() && !resumes {
        let message =
            format!("--pdn: expected the name of a new file, found {}, which exists", path.display());
        return Err(Failure::Failed(message));
    }
    Ok(())
}
