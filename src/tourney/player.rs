//! An engine at the board: the handshake, and a move whenever one is asked for.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::contestant::{Contestant, Protocol};
use super::dialogue::{self, Finding, Heard};
use super::log::Log;
use super::pace::Clock;
use super::process::{NoLine, Process};
use crate::board::Numbering;
use crate::game::Game;
use crate::notation::{read_hub_move, read_move};
use crate::position::{Move, Position};
use crate::rules::{Rules, Variant};

/// A running engine.
pub(super) struct Player {
    protocol: Protocol,
    process: Process,
    /// The options that were to be set and that it does not offer.
    pub(super) unknown_options: Vec<String>,
}

/// How an engine fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// It cannot be started, or does not answer the greeting.
    Start(String),
    /// The process has ended, with this status where it is known.
    Crash(String),
    /// It has closed its output but runs on.
    Disconnect,
    /// It says nothing; its process was killed.
    Stall,
    /// It answers, but after its flag has fallen; by so much.
    Time(Duration),
    /// It gives a move that is not legal, or that is not a move.
    IllegalMove(String),
    /// It gives no move though there are legal ones.
    NoMove,
}

impl Failure {
    /// Whether the process is of no more use.
    pub(super) const fn ends_process(&self) -> bool {
        matches!(self, Self::Start(_) | Self::Crash(_) | Self::Disconnect | Self::Stall)
    }

    /// What it is called in reports.
    pub fn reason(&self) -> String {
        match self {
            Self::Start(error) => format!("does not start: {error}"),
            Self::Crash(status) => format!("crashes ({status})"),
            Self::Disconnect => "disconnects".to_owned(),
            Self::Stall => "stalls".to_owned(),
            Self::Time(over) => format!("loses on time ({:.3} s over)", over.as_secs_f64()),
            Self::IllegalMove(text) => format!("makes an illegal move: {text}"),
            Self::NoMove => "gives no move".to_owned(),
        }
    }
}

/// An engine's answer.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    pub(super) mv: Move,
    /// The time from the question to the answer.
    pub(super) used: Duration,
    pub(super) finding: Finding,
}

/// How long an engine may take to greet.
const GREETING: Duration = Duration::from_secs(15);
/// How often it is looked whether an answer is still wanted.
const GLANCE: Duration = Duration::from_millis(50);
/// How long it may take to end when it is told to.
const FAREWELL: Duration = Duration::from_millis(500);

/// What limits the wait for an answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience<'a> {
    /// What an engine may use more than it has.
    pub(super) margin: Duration,
    /// How long after its flag has fallen, or without any clock, an answer is awaited, before the process is killed.
    pub(super) grace: Duration,
    /// Set when no answer is wanted any more.
    pub(super) interrupted: &'a AtomicBool,
}

impl Player {
    /// Starts an engine and greets it.
    pub(super) fn start(contestant: &Contestant, variant: Variant, log: &Log) -> Result<Self, Failure> {
        let log = log.of(&contestant.name);
        let process = Process::start(&contestant.start, log).map_err(|error| {
            let program = contestant.start.command.first().map_or("", String::as_str);
            Failure::Start(match error.kind() {
                io::ErrorKind::NotFound => format!("there is no program {program:?}"),
                _ => format!("{program:?}: {error}"),
            })
        })?;
        let mut player = Self { protocol: contestant.protocol, process, unknown_options: Vec::new() };
        player.greet(contestant, variant)?;
        Ok(player)
    }

    fn greet(&mut self, contestant: &Contestant, variant: Variant) -> Result<(), Failure> {
        let deadline = Instant::now() + GREETING;
        let (hello, welcome, ready, is_ready) = match self.protocol {
            Protocol::Native => ("uci", "uciok", "isready", "readyok"),
            Protocol::Hub => ("hub", "wait", "init", "ready"),
        };
        self.process.send(hello);
        let offered = dialogue::offered(self.protocol, &self.expect(welcome, deadline)?);
        let is_offered = |name: &str| offered.iter().any(|other| other.eq_ignore_ascii_case(name));
        let names = contestant.options.iter().map(|(name, _)| name);
        self.unknown_options = names.filter(|name| !is_offered(name)).cloned().collect();
        let given = contestant.options.iter().any(|(name, _)| name.eq_ignore_ascii_case("variant"));
        match self.protocol {
            _ if given => {}
            // The numbering is said, too: what follows from the variant alone depends on the engine.
            Protocol::Hub => {
                self.set("variant", variant.hub_name());
                self.set("square-numbering", "b8");
            }
            Protocol::Native if variant != Variant::default() => self.set("Variant", variant.name()),
            Protocol::Native => {}
        }
        for (name, value) in &contestant.options {
            self.set(name, value);
        }
        self.process.send(ready);
        self.expect(is_ready, deadline).map(drop)
    }

    fn set(&mut self, name: &str, value: &str) {
        self.process.send(&match self.protocol {
            Protocol::Native => format!("setoption name {name} value {value}"),
            Protocol::Hub => format!("set-param name={name} value=\"{value}\""),
        });
    }

    /// Waits for a line with this first word; the lines before it.
    fn expect(&mut self, word: &str, deadline: Instant) -> Result<Vec<String>, Failure> {
        let mut before = Vec::new();
        loop {
            match self.process.read(Some(deadline)) {
                Ok((_, line)) if line.split_whitespace().next() == Some(word) => return Ok(before),
                Ok((_, line)) => before.push(line),
                Err(NoLine::TimedOut) => {
                    return Err(Failure::Start(format!("no {word:?} within {} s", GREETING.as_secs())));
                }
                Err(NoLine::Closed) => return Err(self.closed()),
            }
        }
    }

    /// Tells the engine that a new game begins, and waits until it is ready.
    pub(super) fn new_game(&mut self) -> Result<(), Failure> {
        let (new_game, ready, is_ready) = match self.protocol {
            Protocol::Native => ("ucinewgame", "isready", "readyok"),
            Protocol::Hub => ("new-game", "ping", "pong"),
        };
        self.process.send(new_game);
        self.process.send(ready);
        self.expect(is_ready, Instant::now() + GREETING).map(drop)
    }

    /// Asks for a move.
    pub(super) fn think<R: Rules>(
        &mut self,
        game: &Game<R>,
        contestant: &Contestant,
        clocks: [Option<Clock>; 2],
        patience: Patience<'_>,
    ) -> Result<Answer, Failure> {
        let turn = game.position().turn();
        let own = clocks[turn as usize];
        let time = own.map(|clock| clock.left).or(contestant.pace.move_time);
        for line in dialogue::question(self.protocol, game, &contestant.pace, clocks) {
            self.process.send(&line);
        }
        let asked = Instant::now();
        let flag = time.map(|time| asked + time + patience.margin);
        let deadline = flag.unwrap_or(asked) + patience.grace;
        let mut finding = Finding::default();
        loop {
            match self.process.read(Some(deadline.min(Instant::now() + GLANCE))) {
                Ok((at, line)) => {
                    let Heard::Answer(best) = dialogue::listen(self.protocol, &line, &mut finding) else {
                        continue;
                    };
                    if let Some(over) =
                        flag.and_then(|flag| at.checked_duration_since(flag)).filter(|over| !over.is_zero())
                    {
                        return Err(Failure::Time(over));
                    }
                    let mv = self.read_move(game.position(), best.as_deref())?;
                    return Ok(Answer { mv, used: at.saturating_duration_since(asked), finding });
                }
                Err(NoLine::TimedOut)
                    if Instant::now() < deadline && !patience.interrupted.load(Ordering::Relaxed) => {}
                Err(NoLine::TimedOut) => {
                    let _ = self.process.end(Duration::ZERO);
                    return Err(Failure::Stall);
                }
                Err(NoLine::Closed) => return Err(self.closed()),
            }
        }
    }

    fn read_move<R: Rules>(&self, position: &Position<R>, text: Option<&str>) -> Result<Move, Failure> {
        let text = text.ok_or(Failure::NoMove)?;
        let read = match self.protocol {
            Protocol::Native => read_move(position, text, Numbering::FromTop).map(|read| read.mv),
            Protocol::Hub => read_hub_move(position, text, Numbering::FromTop),
        };
        read.map_err(|error| Failure::IllegalMove(error.to_string()))
    }

    /// What it means that the engine's output has ended.
    fn closed(&mut self) -> Failure {
        match self.process.end(FAREWELL) {
            Some(status) => Failure::Crash(status.to_string()),
            None => Failure::Disconnect,
        }
    }

    /// The last lines that the engine has written.
    pub(super) fn last_lines(&self) -> Vec<String> {
        self.process.recent()
    }

    /// Ends the engine.
    pub(super) fn quit(mut self) {
        self.process.send("quit");
        let _ = self.process.end(FAREWELL);
    }
}
