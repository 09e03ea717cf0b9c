//! A session: carries out commands, in order, without ever being deaf to `stop`.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::command::{Command, GoCommand, PositionCommand, parse};
use super::input::Message;
use super::output::Output;
use super::voice::{Finished, Voice, limits};
use crate::bench;
use crate::engine::Engine;
use crate::eval::{self, Evaluated};
use crate::game::Game;
use crate::notation::{Notation, diagram, read_fen, read_move, write_fen, write_legal_moves, write_move};
use crate::options::{Options, TABLE};
use crate::position::{Position, perft_while};
use crate::search::{Signals, TableError, nodes_per_second};

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
}

/// A client's session with an engine for the game `R`.
pub(super) struct Session<'a, R: Evaluated> {
    engine: Engine<R>,
    link: Link<'a>,
    pending: Pending,
    /// A perft or benchmark in the background.
    job: Option<Job>,
}

struct Job {
    signals: Arc<Signals>,
    thread: JoinHandle<()>,
}

/// How long a search of limited length may still run when the input has ended.
const GRACE: Duration = Duration::from_millis(500);

impl<'a, R: Evaluated> Session<'a, R> {
    pub(super) fn new(options: Options, pending: Pending, link: Link<'a>) -> Result<Self, TableError> {
        let engine = Engine::new(options).inspect_err(|error| link.output.error(error))?;
        Ok(Self { engine, link, pending, job: None })
    }

    /// Serves the client.
    pub(super) fn run(&mut self) -> Exit {
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
                Message::Line(line) => match parse(&line) {
                    Ok(command) => {
                        if let Some(exit) = self.schedule(command) {
                            return exit;
                        }
                    }
                    Err(error) => self.link.output.error(error),
                },
                Message::TooLong => self.link.output.error("the line is too long: expected at most 4 MiB"),
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
            // A search without an end would keep it waiting for ever, and a stop is for all searches before it.
            if self.engine.is_unbounded() || self.pending.commands.contains(&Command::Stop) {
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
            job.signals.stop();
        }
    }

    fn wait_for_job(&mut self) {
        if let Some(job) = self.job.take() {
            let _ = job.thread.join();
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
            Command::Uci => self.identify(),
            Command::IsReady => self.link.output.line("readyok"),
            Command::SetOption { name, value } => return self.set_option(&name, &value),
            Command::NewGame => self.engine.new_game(),
            Command::Position(position) => match self.read_game(&position) {
                Ok(game) => self.engine.set_game(game),
                Err(error) => self.link.output.error(format!("position kept as it was: {error}")),
            },
            Command::Go(go) => self.go(&go),
            Command::Perft(depth) => self.perft(depth),
            Command::PonderHit => self.engine.ponder_hit(),
            Command::Stop => self.stop(),
            Command::Quit => {
                self.stop();
                self.engine.wait();
                self.wait_for_job();
                return Some(Exit::Quit);
            }
            Command::Display => self.display(),
            Command::Eval => self.explain(),
            Command::Bench(depth) => self.bench(depth.unwrap_or(bench::DEPTH)),
            Command::Help => self.help(),
        }
        None
    }

    fn notation(&self) -> Notation {
        self.engine.options().notation()
    }

    fn identify(&self) {
        let output = &self.link.output;
        output.line(format!("id name bolshak {}", env!("CARGO_PKG_VERSION")));
        output.line("id author the bolshak authors");
        for option in TABLE {
            output.line(format!("option name {} {}", option.name, option.kind.listing()));
        }
        output.line("uciok");
    }

    fn set_option(&mut self, name: &str, value: &str) -> Option<Exit> {
        let mut options = *self.engine.options();
        if let Err(error) = options.set(name, value) {
            self.link.output.error(error);
            return None;
        }
        if options.variant != self.engine.options().variant {
            return Some(Exit::Restart(Box::new(options), std::mem::take(&mut self.pending)));
        }
        if let Err(error) = self.engine.set_options(options) {
            self.link.output.error(format!("option Hash stays at {}: {error}", self.engine.options().hash));
        }
        None
    }

    /// The game that `position` describes.
    fn read_game(&self, command: &PositionCommand) -> Result<Game<R>, String> {
        let options = self.engine.options();
        let start = match &command.fen {
            None => Position::start(),
            Some(fen) => {
                read_fen(fen, options.numbering, options.piece_limit).map_err(|error| error.to_string())?
            }
        };
        let mut game = Game::new(start);
        for (index, text) in command.moves.iter().enumerate() {
            let before = *game.position();
            let read = game
                .play_text(text, options.numbering)
                .map_err(|error| format!("move {}: {error}", index + 1))?;
            if read.separator_mixed_up {
                let meant = write_move(&before, read.mv, self.notation());
                self.link.output.note(format!("move {}: {text} is read as {meant}", index + 1));
            }
        }
        Ok(game)
    }

    fn go(&mut self, go: &GoCommand) {
        let root = *self.engine.game().position();
        let mut limits = limits(go, root.turn());
        for text in &go.searchmoves {
            match read_move(&root, text, self.engine.options().numbering) {
                Ok(read) => limits.search_moves.push(read.mv),
                Err(error) => self.link.output.note(format!("searchmoves: {error}")),
            }
        }
        let finished = Finished::new(&self.link.sender);
        let voice = Voice::new(root, self.notation(), self.link.output.clone(), finished);
        self.engine.go(limits, Box::new(voice));
    }

    fn display(&self) {
        let (game, output) = (self.engine.game(), &self.link.output);
        let position = game.position();
        for line in diagram(position).lines() {
            output.line(line);
        }
        output.line(format!("FEN: {}", write_fen(position, self.notation())));
        output.line(format!("Key: {:016X}", position.key().0));
        let moves = write_legal_moves(position, self.notation());
        output.line(format!(
            "Legal moves: {}",
            if moves.is_empty() { "none".to_owned() } else { moves.join(" ") }
        ));
        if let Some(result) = game.result() {
            output.line(format!("Result: {result}"));
        }
    }

    fn explain(&self) {
        let (position, output) = (self.engine.game().position(), &self.link.output);
        let (terms, value) = eval::explain(position);
        output.line(format!("{:<20}{:>8}{:>8}", "term", "count", "value"));
        for term in terms {
            output.line(format!("{:<20}{:>8}{:>8}", term.name, term.count, term.value));
        }
        output.line(format!("{:<20}{:>8}{value:>8}", "total for White", ""));
        if position.has_capture() {
            output.note("a capture is on: the search will not use this value before the capture is made");
        }
    }

    fn help(&self) {
        let output = &self.link.output;
        for line in HELP.lines() {
            output.line(line);
        }
        output.line("options (setoption name <name> value <value>):");
        for option in TABLE {
            output.line(format!("  {:<14}{} ({})", option.name, option.help, option.kind.listing()));
        }
    }

    fn perft(&mut self, depth: u32) {
        let (position, notation, output) =
            (*self.engine.game().position(), self.notation(), self.link.output.clone());
        self.in_background(move |signals| {
            let mut total = 0;
            for mv in position.legal_moves() {
                let go_on = || !signals.is_stopped();
                let Some(nodes) = perft_while(&position.after(mv), depth.saturating_sub(1), &go_on) else {
                    return vec!["info string perft was stopped".to_owned()];
                };
                total += nodes;
                if depth > 0 {
                    output.line(format!("{}: {nodes}", write_move(&position, mv, notation)));
                }
            }
            vec![format!("Nodes searched: {}", if depth == 0 { 1 } else { total })]
        });
    }

    fn bench(&mut self, depth: u32) {
        self.in_background(move |signals| {
            let nodes = bench::run::<R>(depth, signals, |_, _| {});
            if signals.is_stopped() {
                return vec!["info string bench was stopped".to_owned()];
            }
            let speed = nodes_per_second(nodes, signals.elapsed());
            vec![format!("{nodes} nodes"), format!("{speed} nps")]
        });
    }

    /// Does something in a thread of its own, so that the session keeps listening. `work` returns the last lines
    /// to say.
    fn in_background(&mut self, work: impl FnOnce(&Arc<Signals>) -> Vec<String> + Send + 'static) {
        let signals = Arc::new(Signals::new(false));
        let (theirs, finished) = (Arc::clone(&signals), Finished::new(&self.link.sender));
        let output = self.link.output.clone();
        let thread = thread::spawn(move || {
            let finished = finished;
            let last = work(&theirs);
            drop(finished);
            for line in last {
                output.line(line);
            }
        });
        self.job = Some(Job { signals, thread });
    }
}

const HELP: &str = "\
position startpos|fen <FEN> [moves <move> ...]   set the position
go [depth N] [nodes N] [movetime MS] [wtime MS] [btime MS] [winc MS] [binc MS]
   [movestogo N] [mate N] [infinite] [ponder] [searchmoves <move> ...]   search
stop                    answer at once
ponderhit               the expected move was played
d                       show the position and its legal moves
eval                    show the evaluation, term by term
perft N | go perft N    count move sequences
bench [depth]           node count and speed over a fixed set of positions
uci, isready, ucinewgame, setoption, quit        as in UCI
Example: position startpos moves c3-d4 d6-c5, then go movetime 1000";
