//! A match: its games are played by several workers, each with engines of its own.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

use super::adjudication::Adjudication;
use super::contestant::Contestant;
use super::log::Log;
use super::openings::Opening;
use super::player::{Failure, Patience, Player};
use super::record::{GameRecord, PlayedMove};
use super::referee::{self, Conditions, Ending, Seat};
use super::schedule::{Fixture, Schedule};
use crate::bases::Bases;
use crate::board::Color;
use crate::notation::{Notation, write_fen, write_line};
use crate::rules::Rules;

/// A match to be played.
#[derive(Debug)]
pub struct Match<R: Rules> {
    /// The engines.
    pub contestants: Vec<Contestant>,
    /// The openings.
    pub openings: Vec<Opening<R>>,
    /// All games.
    pub schedule: Schedule,
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// The endgame bases that end a game whose result they know; none, if they are not to.
    pub bases: Bases<R>,
    /// What an engine may use more than its clock has.
    pub margin: Duration,
    /// How long after that, or without a clock, an answer is awaited before the process is killed.
    pub grace: Duration,
    /// The games that are played at once.
    pub concurrency: usize,
    /// Where all lines go.
    pub log: MatchLog,
}

/// The log of a match, or none.
#[derive(Clone, Debug, Default)]
pub struct MatchLog(Log);

impl MatchLog {
    /// A log in a new file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn create(path: &std::path::Path) -> std::io::Result<Self> {
        Log::create(path).map(Self)
    }
}

/// What happens in a match.
#[derive(Debug)]
pub enum News {
    /// A game has begun.
    Begun(Fixture),
    /// A game is over.
    Finished(Box<GameRecord>),
}

impl<R: Rules> Match<R> {
    /// Starts each engine once, and ends it. Returns the options that were to be set and that an engine does not offer,
    /// each with the engine's name.
    ///
    /// # Errors
    /// The first engine that does not start, and why.
    pub fn try_engines(&self) -> Result<Vec<(String, String)>, (String, Failure)> {
        let mut unknown = Vec::new();
        for contestant in &self.contestants {
            let failed = |failure| (contestant.name.clone(), failure);
            let mut player = Player::start(contestant, R::VARIANT, &self.log.0).map_err(failed)?;
            player.new_game().map_err(failed)?;
            unknown.extend(player.unknown_options.drain(..).map(|option| (contestant.name.clone(), option)));
            player.quit();
        }
        Ok(unknown)
    }

    /// Plays all games but those that are done already. `listener` hears of every game, in the order in which they
    /// end, and may end the match; so may whoever sets `interrupted`. Games that are not over by then are dropped.
    pub fn play(
        &self,
        done: &BTreeSet<usize>,
        interrupted: &AtomicBool,
        mut listener: impl FnMut(News) -> ControlFlow<()>,
    ) {
        let next = AtomicUsize::new(0);
        let (sender, news) = channel();
        thread::scope(|scope| {
            for _ in 0..self.concurrency.max(1) {
                let (next, sender) = (&next, sender.clone());
                scope.spawn(move || self.work(next, done, interrupted, &sender));
            }
            drop(sender);
            for news in news {
                if listener(news).is_break() {
                    interrupted.store(true, Ordering::Relaxed);
                    break;
                }
            }
        });
    }

    /// Plays one game after the other.
    fn work(
        &self,
        next: &AtomicUsize,
        done: &BTreeSet<usize>,
        interrupted: &AtomicBool,
        sender: &Sender<News>,
    ) {
        let mut players = BTreeMap::new();
        while !interrupted.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(fixture) = self.schedule.fixture(number) else { break };
            if done.contains(&number) {
                continue;
            }
            let _ = sender.send(News::Begun(fixture));
            let Some(record) = self.play_game(&fixture, &mut players, interrupted) else { break };
            if sender.send(News::Finished(Box::new(record))).is_err() {
                break;
            }
        }
        if interrupted.load(Ordering::Relaxed) {
            // They may be searching; they are killed.
            return;
        }
        for player in players.into_values() {
            player.quit();
        }
    }

    /// Plays a game; `None` when the match was interrupted.
    fn play_game(
        &self,
        fixture: &Fixture,
        players: &mut BTreeMap<usize, Player>,
        interrupted: &AtomicBool,
    ) -> Option<GameRecord> {
        let opening = self.openings.get(fixture.opening)?;
        let mut moves = Vec::new();
        let ending = match self.seat(fixture, players) {
            Err((number, failure)) => {
                let loser = if number == fixture.white { Color::White } else { Color::Black };
                referee::lost(&opening.start, loser, number, &failure, Vec::new())
            }
            Ok([mut white, mut black]) => {
                let patience = Patience { margin: self.margin, grace: self.grace, interrupted };
                let conditions = Conditions { adjudication: self.adjudication, bases: &self.bases, patience };
                let seats = [(fixture.white, &mut white), (fixture.black, &mut black)];
                let seats = seats.map(|(number, player)| Seat {
                    number,
                    contestant: &self.contestants[number],
                    player,
                });
                let ending = referee::play(opening, seats, &conditions, &mut moves)?;
                let broken =
                    ending.fault.as_ref().filter(|(_, broken)| *broken).map(|(fault, _)| fault.contestant);
                for (number, player) in [(fixture.white, white), (fixture.black, black)] {
                    if broken != Some(number) {
                        players.insert(number, player);
                    }
                }
                ending
            }
        };
        Some(record(fixture, opening, moves, ending))
    }

    /// The engines of a game, started where they do not run yet.
    fn seat(
        &self,
        fixture: &Fixture,
        players: &mut BTreeMap<usize, Player>,
    ) -> Result<[Player; 2], (usize, Failure)> {
        let mut take = |number: usize| match players.remove(&number) {
            Some(player) => Ok(player),
            None => Player::start(&self.contestants[number], R::VARIANT, &self.log.0)
                .map_err(|failure| (number, failure)),
        };
        Ok([take(fixture.white)?, take(fixture.black)?])
    }
}

fn record<R: Rules>(
    fixture: &Fixture,
    opening: &Opening<R>,
    moves: Vec<PlayedMove>,
    ending: Ending,
) -> GameRecord {
    GameRecord {
        number: fixture.number,
        white: fixture.white,
        black: fixture.black,
        opening: fixture.opening,
        start: write_fen(&opening.start, Notation::Algebraic),
        opening_moves: write_line(&opening.start, &opening.moves, Notation::Algebraic),
        moves,
        white_half_points: match ending.winner {
            None => 1,
            Some(Color::White) => 2,
            Some(Color::Black) => 0,
        },
        reason: ending.reason,
        fault: ending.fault.map(|(fault, _)| fault),
    }
}
