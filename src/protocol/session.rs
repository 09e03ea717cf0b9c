//! A session: carries out commands, in order, without ever being deaf to `stop`.

use std::collections::VecDeque;
use std::fmt::Display;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use super::command::{Command, GoCommand, PositionCommand};
use super::dialect::{Dialect, Format};
use super::event::Event;
use super::game::{Reading, read_game};
use super::input::Message;
use super::jobs::Job;
use super::output::Output;
use super::voice::{Finished, Voice, limits};
use crate::bench;
use crate::board::Numbering;
use crate::engine::Engine;
use crate::eval::Evaluated;
use crate::notation::{Notation, read_move};
use crate::options::Options;

/// How a session ends.
pub(super) enum Exit {
    /// The client is gone.
    Quit,
    /// Another game was chosen.
    Restart(Box<Options>, Pending),
}

/// What a session has still to do; the one that follows it takes it over.
#[derive(Default)]
pub(super) struct Pending {
    /// Commands that wait for the running search to end.
    commands: VecDeque<Command>,
    /// Once the input has ended: when everything still running is stopped.
    deadline: Option<Instant>,
}

/// The session's ends of the channels.
pub(super) struct Link<'a> {
    pub(super) sender: Sender<Message>,
    pub(super) messages: &'a Receiver<Message>,
    pub(super) output: Output,
    pub(super) dialect: &'a mut Dialect,
}

/// A client's session with an engine for the game `R`.
pub(super) struct Session<'a, R: Evaluated> {
    pub(super) engine: Engine<R>,
    pub(super) link: Link<'a>,
    pending: Pending,
    /// A perft or benchmark in the background.
    job: Option<Job>,
    /// The numbering of the client's last position, in the Hub protocol.
    numbering: Numbering,
}

/// How long a search of limited length may still run when the input has ended.
const GRACE: Duration = Duration::from_millis(500);

impl<'a, R: Evaluated> Session<'a, R> {
    pub(super) fn new(engine: Engine<R>, pending: Pending, link: Link<'a>) -> Self {
        Self { engine, link, pending, job: None, numbering: Numbering::default() }
    }

    /// Serves the client.
    pub(super) fn run(&mut self) -> Exit {
        for fault in self.engine.take_faults() {
            self.error(fault);
        }
        loop {
            if self.link.output.is_closed() {
                return Exit::Quit;
            }
            if let Some(command) = self.next_pending() {
                if let Some(exit) = self.carry_out(command) {
                    return exit;
                }
                continue;
            }
            if !self.is_busy() && self.pending.deadline.is_some() {
                return Exit::Quit;
            }
            match self.receive() {
                Message::Line(line) => match self.link.dialect.parse(&line) {
                    Ok(command) => {
                        if let Some(exit) = self.schedule(command) {
                            return exit;
                        }
                    }
                    Err(error) => self.error(error),
                },
                Message::TooLong => self.error("the line is too long: expected at most 4 MiB"),
                Message::Finished => {
                    self.engine.wait();
                    self.wait_for_job();
                }
                Message::EndOfInput => self.pending.deadline = Some(Instant::now() + GRACE),
            }
        }
    }

    /// The next of the commands that had to wait, if its time has come. A stop or ponder hit stands behind the
    /// search that it is meant for, and is due as soon as that one runs.
    fn next_pending(&mut self) -> Option<Command> {
        let first = self.pending.commands.front()?;
        if self.is_busy() && !matches!(first, Command::Stop | Command::PonderHit) {
            // A search without an end would keep it waiting for ever; stop and quit are for all searches before them.
            let ends_all = |command: &Command| matches!(command, Command::Stop | Command::Quit);
            if self.engine.is_unbounded() || self.pending.commands.iter().any(ends_all) {
                self.stop();
            }
            return None;
        }
        self.pending.commands.pop_front()
    }

    /// The next message. Once the input has ended, what runs is stopped when its grace is over.
    fn receive(&self) -> Message {
        let Some(deadline) = self.pending.deadline else {
            return self.link.messages.recv().unwrap_or(Message::EndOfInput);
        };
        if self.engine.is_unbounded() {
            self.stop();
        }
        match self.link.messages.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(message) => message,
            Err(RecvTimeoutError::Timeout) => {
                self.stop();
                self.link.messages.recv().unwrap_or(Message::Finished)
            }
            Err(RecvTimeoutError::Disconnected) => Message::Finished,
        }
    }

    const fn is_busy(&self) -> bool {
        self.engine.is_searching() || self.job.is_some()
    }

    fn stop(&self) {
        self.engine.stop();
        if let Some(job) = &self.job {
            job.stop();
        }
    }

    fn wait_for_job(&mut self) {
        if let Some(job) = self.job.take() {
            job.wait();
        }
    }

    /// Carries a command out now, or lets it wait for the running search.
    fn schedule(&mut self, command: Command) -> Option<Exit> {
        match command {
            // It is meant for a search that waits its turn.
            Command::Stop | Command::PonderHit if !self.pending.commands.is_empty() => {
                self.pending.commands.push_back(command);
                None
            }
            Command::SetOption { .. }
            | Command::NewGame
            | Command::Position(_)
            | Command::Go(_)
            | Command::Perft(_)
            | Command::Bench(_)
            | Command::Quit
                if self.is_busy() || !self.pending.commands.is_empty() =>
            {
                self.pending.commands.push_back(command);
                None
            }
            _ => self.carry_out(command),
        }
    }

    fn carry_out(&mut self, command: Command) -> Option<Exit> {
        log::debug!("command: {command:?}");
        match command {
            Command::Nothing => {}
            Command::Identify => self.tell(Event::Identity(self.engine.options())),
            Command::Ping => self.tell(Event::Alive),
            Command::Initialize => self.tell(Event::Initialized),
            Command::SetOption { name, value } => return self.set_option(&name, &value),
            Command::NewGame => self.engine.new_game(),
            Command::Position(position) => self.set_position(&position),
            Command::Go(go) => self.go(&go),
            Command::Perft(depth) => self.perft(depth),
            Command::PonderHit => self.engine.ponder_hit(),
            Command::Stop => self.stop(),
            Command::Quit => return Some(Exit::Quit),
            Command::Display => self.display(),
            Command::Eval => self.explain(),
            Command::Book => self.show_book(),
            Command::Bench(depth) => self.bench(depth.unwrap_or(bench::DEPTH)),
            Command::Help => self.help(),
        }
        None
    }

    fn format(&self) -> Format {
        self.link.dialect.format(self.engine.options(), self.numbering)
    }

    pub(super) fn notation(&self) -> Notation {
        self.format().notation
    }

    fn tell(&self, event: Event) {
        self.link.output.tell(self.format(), event);
    }

    fn error(&self, error: impl Display) {
        self.tell(Event::Error(&error.to_string()));
    }

    pub(super) fn note(&self, note: impl Display) {
        self.tell(Event::Note(&note.to_string()));
    }

    fn set_option(&mut self, name: &str, value: &str) -> Option<Exit> {
        let mut options = self.engine.options().clone();
        if let Err(error) = options.set(name, value) {
            self.error(error);
            return None;
        }
        if options.variant != self.engine.options().variant {
            if !std::mem::take(&mut options.eval_file).is_empty() {
                self.note(format!("EvalFile is one of {}: the weights built in are used", R::VARIANT));
            }
            if !std::mem::take(&mut options.book_file).is_empty() {
                self.note(format!("BookFile is one of {}: the book built in is used", R::VARIANT));
            }
            return Some(Exit::Restart(Box::new(options), std::mem::take(&mut self.pending)));
        }
        match self.engine.set_options(options) {
            Ok(faults) => faults.iter().for_each(|fault| self.error(fault)),
            Err(error) => self.error(format!("options stay as they were: {error}")),
        }
        None
    }

    fn set_position(&mut self, command: &PositionCommand) {
        match read_game(command, self.engine.options()) {
            Ok(Reading { game, numbering, notes }) => {
                self.engine.set_game(game);
                self.numbering = numbering.unwrap_or(self.numbering);
                for note in notes {
                    self.note(note);
                }
            }
            Err(error) => self.error(format!("position kept as it was: {error}")),
        }
    }

    fn perft(&mut self, depth: u32) {
        let (position, link) = (*self.engine.game().position(), &self.link);
        self.job = Some(Job::perft(position, self.notation(), depth, &link.sender, &link.output));
    }

    fn bench(&mut self, depth: u32) {
        self.job = Some(Job::bench::<R>(depth, &self.link.sender, &self.link.output));
    }

    fn go(&mut self, go: &GoCommand) {
        let root = *self.engine.game().position();
        let mut limits = limits(go, root.turn());
        for text in &go.searchmoves {
            match read_move(&root, text, self.engine.options().numbering) {
                Ok(read) => limits.search_moves.push(read.mv),
                Err(error) => self.note(format!("searchmoves: {error}")),
            }
        }
        let finished = Finished::new(&self.link.sender);
        let voice = Voice::new(root, self.format(), self.link.output.clone(), finished);
        self.engine.go(limits, Box::new(voice));
    }
}
