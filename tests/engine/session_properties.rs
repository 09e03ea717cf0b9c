//! What holds of every line that a protocol reads, and of every session, whatever bytes the client sends.
//! `any_bytes.rs` tries some in each run of the tests, the targets in `fuzz/` try as many as one has time for.
#![allow(dead_code, reason = "each fuzz target uses a part of it")]

use std::fmt::Display;
use std::io::{self, Cursor, Write};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use bolshak::board::Numbering;
use bolshak::game::Game;
use bolshak::notation::{Notation, read_fen, read_hub_move, read_hub_position, read_move};
use bolshak::options::Options;
use bolshak::position::{Move, Position};
use bolshak::protocol::{Command, Dialect, GoCommand, Moves, Place, PositionCommand, serve_from};
use bolshak::rules::Russian;

/// No session of such little work lasts so long unless the engine hangs.
const SAFETY_NET: Duration = Duration::from_secs(20);

/// The longest error, in bytes, however long the line is.
const LONGEST_REASON: usize = 12_000;

/// An error is one short line.
fn can_be_shown(error: &impl Display) {
    let error = error.to_string();
    assert!(!error.is_empty());
    assert!(!error.contains(char::is_control), "a control character in {error:?}");
    assert!(error.len() <= LONGEST_REASON, "{} bytes: {error}", error.len());
}

/// The options at the start of a session: to fill a larger table would take longer than all the rest.
fn small() -> Options {
    Options { hash: 1, ..Options::default() }
}

/// Each line of a text is a command that makes sense, or an error that can be shown.
pub(crate) fn of_lines(mut dialect: Dialect, text: &str) {
    for line in text.split('\n') {
        let mut again = dialect.clone();
        let read = dialect.parse(line);
        match &read {
            Ok(command) => makes_sense(command, &dialect),
            Err(error) => can_be_shown(error),
        }
        if matches!(dialect, Dialect::Native { .. }) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let other = again.parse(&format!("\t {}\r\n", words.join("  ")));
            assert_eq!(read.ok(), other.ok(), "blanks change the meaning of {line:?}");
        } else if !line.contains('"') {
            let other = again.parse(&format!(" {line} \r\n"));
            assert_eq!(read.ok(), other.ok(), "blanks around it change the meaning of {line:?}");
        }
    }
}

fn makes_sense(command: &Command, dialect: &Dialect) {
    match command {
        Command::Perft(depth) | Command::Bench(Some(depth)) => assert!(*depth <= 100),
        Command::SetOption { name, value } => {
            let set = Options::default().set(name, value);
            match (set, dialect) {
                // The Hub protocol passes over what it does not know.
                (Err(error), Dialect::Hub(_)) => panic!("{error}"),
                (Err(error), Dialect::Native { .. }) => can_be_shown(&error),
                (Ok(()), _) => {}
            }
        }
        Command::Position(PositionCommand { moves: Moves::Usual(moves) | Moves::Hub(moves, _), .. })
        | Command::Go(GoCommand { searchmoves: moves, .. }) => {
            assert!(moves.iter().all(|text| !text.is_empty() && !text.contains(char::is_whitespace)));
        }
        _ => {}
    }
}

/// A session with these bytes as its input, less what asks for much work, ends with its input; says nothing but
/// whole lines; answers each question; and answers each search with a legal move.
pub(crate) fn of_a_session(dialect: Dialect, bytes: &[u8]) {
    let script = Script::new(dialect.clone(), bytes);
    let said = talk(dialect, script.sent.clone());
    let lines: Vec<&str> = said.lines().collect();
    for line in &lines {
        assert!(!line.contains(char::is_control), "a control character in {line:?}");
        assert!(!line.contains("the search failed"), "{said}");
    }
    let begins_with = |words: &[&str]| lines.iter().filter(|line| words.contains(&first_word(line))).count();
    assert!(begins_with(&["readyok", "pong", "ready"]) >= script.pings, "{said}");
    assert!(begins_with(&["uciok", "wait"]) >= script.identifications, "{said}");
    let errors = lines
        .iter()
        .filter(|line| line.starts_with("info string error: ") || line.starts_with("error message=\""));
    assert!(errors.count() >= script.errors, "{said}");
    let answers: Vec<_> =
        lines.iter().filter(|line| ["bestmove", "done"].contains(&first_word(line))).collect();
    assert_eq!(answers.len(), script.searches.len(), "searches: {:#?}\nsaid: {said}", script.searches);
    for (search, answer) in script.searches.iter().zip(answers) {
        search.check(answer);
    }
}

fn first_word(line: &str) -> &str {
    line.split(' ').next().unwrap_or_default()
}

/// Lets the engine talk to a client that says all it has to say at once.
fn talk(dialect: Dialect, sent: Vec<u8>) -> String {
    let (sender, chunks) = channel();
    let session = thread::spawn(move || serve_from(small(), Cursor::new(sent), Chunks(sender), dialect));
    let (mut said, end) = (Vec::new(), Instant::now() + SAFETY_NET);
    loop {
        match chunks.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(chunk) => {
                let is_a_line = chunk.iter().position(|&byte| byte == b'\n') == Some(chunk.len() - 1);
                assert!(is_a_line, "no whole line: {:?}", String::from_utf8_lossy(&chunk));
                said.extend(chunk);
            }
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => panic!("the engine does not end"),
        }
    }
    session.join().unwrap();
    String::from_utf8(said).unwrap()
}

/// Passes on what is written.
struct Chunks(Sender<Vec<u8>>);

impl Write for Chunks {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.send(bytes.to_vec()).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What is sent, and what has to come of it.
struct Script {
    sent: Vec<u8>,
    /// The protocol after the lines so far.
    dialect: Dialect,
    /// Whether the client has said `quit`: what it sends later need not be obeyed.
    over: bool,
    pings: usize,
    identifications: usize,
    errors: usize,
    searches: Vec<Search>,
    state: State,
}

impl Script {
    fn new(dialect: Dialect, bytes: &[u8]) -> Self {
        let mut script = Self {
            sent: Vec::new(),
            dialect,
            over: false,
            pings: 0,
            identifications: 0,
            errors: 0,
            searches: Vec::new(),
            state: State::new(small()),
        };
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            script.add(line);
        }
        script
    }

    /// Adds a line as it is, changed so that it asks for little, or not at all.
    fn add(&mut self, line: &[u8]) {
        match self.dialect.clone().parse(&String::from_utf8_lossy(line)) {
            Ok(Command::Go(go)) if !is_short(&go) => {
                if matches!(self.dialect, Dialect::Hub(_)) {
                    self.send(b"level nodes=60\n");
                    self.send(line);
                } else {
                    let text = String::from_utf8_lossy(line);
                    self.send(format!("{} nodes 60\n", text.trim_end()).as_bytes());
                }
            }
            Ok(command) if is_much(&command) => {}
            _ => self.send(line),
        }
    }

    fn send(&mut self, line: &[u8]) {
        self.sent.extend(line);
        let read = self.dialect.parse(&String::from_utf8_lossy(line));
        if self.over {
            return;
        }
        match read {
            Err(_) => self.errors += 1,
            Ok(Command::Ping | Command::Initialize) => self.pings += 1,
            Ok(Command::Identify) => self.identifications += 1,
            Ok(Command::Quit) => self.over = true,
            Ok(Command::Go(go)) => self.searches.push(self.state.search(&go, &self.dialect)),
            Ok(command) => self.state.carry_out(&command),
        }
    }
}

/// Whether a search ends after little work, or with what is sent after it or the end of the input.
fn is_short(go: &GoCommand) -> bool {
    let at_most = |limit: Option<i64>, most: i64| limit.is_some_and(|limit| limit <= most);
    let clocks = [go.wtime, go.btime].into_iter().flatten().all(|left| left <= 20)
        && [go.winc, go.binc].into_iter().flatten().all(|increment| increment <= 5)
        && go.movetime.is_none();
    let nothing_else = go.depth.is_none() && go.nodes.is_none() && go.mate.is_none();
    at_most(go.depth, 3) || at_most(go.nodes, 2000) || at_most(go.movetime, 5) || clocks && nothing_else
}

/// Whether a command that is no search takes long, or much memory.
fn is_much(command: &Command) -> bool {
    match command {
        Command::Perft(depth) => *depth > 3,
        Command::Bench(_) => true,
        Command::SetOption { name, value } => {
            let mut options = small();
            options.set(name, value).is_ok() && (options.hash > 2 || options.threads > 3)
        }
        _ => false,
    }
}

/// What a client knows of the engine. All commands that change it are carried out in order.
struct State {
    options: Options,
    /// The moves of the two games that can be searched are the same.
    game: Game<Russian>,
    /// The numbering of the last moves in the Hub protocol.
    numbering: Numbering,
}

impl State {
    fn new(options: Options) -> Self {
        Self { options, game: Game::default(), numbering: Numbering::default() }
    }

    fn carry_out(&mut self, command: &Command) {
        match command {
            Command::SetOption { name, value } => {
                let variant = self.options.variant;
                // Where it fails, nothing is changed.
                let _ = self.options.set(name, value);
                if self.options.variant != variant {
                    *self = Self::new(self.options.clone());
                }
            }
            Command::NewGame => self.game = Game::default(),
            Command::Position(position) => {
                if let Some((game, numbering)) = self.read(position) {
                    self.game = game;
                    self.numbering = numbering.unwrap_or(self.numbering);
                }
            }
            _ => {}
        }
    }

    fn read(&self, position: &PositionCommand) -> Option<(Game<Russian>, Option<Numbering>)> {
        let Options { numbering, piece_limit: limit, .. } = self.options;
        let start = match &position.place {
            Place::Start => Position::start(),
            Place::Fen(fen) => read_fen(fen, numbering, limit).ok()?,
            Place::Hub(text) => read_hub_position(text, limit).ok()?,
        };
        match &position.moves {
            Moves::Usual(moves) => {
                let game = played(start, moves, |position, text| {
                    read_move(position, text, numbering).ok().map(|read| read.mv)
                })?;
                Some((game, None))
            }
            Moves::Hub(moves, preferred) => {
                [*preferred, preferred.other()].into_iter().find_map(|numbering| {
                    let read =
                        |position: &Position<_>, text: &str| read_hub_move(position, text, numbering).ok();
                    Some((played(start, moves, read)?, Some(numbering)))
                })
            }
        }
    }

    fn search(&self, go: &GoCommand, dialect: &Dialect) -> Search {
        let root = *self.game.position();
        let read = |text: &String| read_move(&root, text, self.options.numbering).ok();
        let asked_for: Vec<Move> = go.searchmoves.iter().filter_map(read).map(|read| read.mv).collect();
        let notation = match dialect {
            Dialect::Hub(_) => Notation::Hub(self.numbering),
            Dialect::Native { .. } => self.options.notation(),
        };
        Search { root, asked_for, notation }
    }
}

fn played(
    start: Position<Russian>,
    moves: &[String],
    read: impl Fn(&Position<Russian>, &str) -> Option<Move>,
) -> Option<Game<Russian>> {
    let mut game = Game::new(start);
    for text in moves {
        let mv = read(game.position(), text)?;
        game.play(mv).ok()?;
    }
    Some(game)
}

/// A search whose answer is awaited.
#[derive(Debug)]
struct Search {
    root: Position<Russian>,
    /// The moves to choose from, if there are any.
    asked_for: Vec<Move>,
    notation: Notation,
}

impl Search {
    /// Makes sure that the answer is a legal move, one of those asked for, with a legal reply.
    fn check(&self, answer: &str) {
        let words: Vec<&str> = answer.split(' ').collect();
        let (best, reply) = match words[..] {
            ["bestmove", "(none)"] | ["done"] => (None, None),
            ["bestmove", best] => (Some(best), None),
            ["bestmove", best, "ponder", reply] => (Some(best), Some(reply)),
            ["done", best] => (best.strip_prefix("move="), None),
            ["done", best, reply] => (best.strip_prefix("move="), reply.strip_prefix("ponder=")),
            _ => panic!("{answer}"),
        };
        let Some(best) = best else {
            assert!(!self.root.has_legal_move() && words.len() < 3, "{answer}: {self:?}");
            return;
        };
        let best = self.read(&self.root, best);
        assert!(self.asked_for.is_empty() || self.asked_for.contains(&best), "{answer}: {self:?}");
        if let Some(reply) = reply {
            self.read(&self.root.after(best), reply);
        }
    }

    fn read(&self, position: &Position<Russian>, text: &str) -> Move {
        let read = match self.notation {
            Notation::Hub(numbering) => read_hub_move(position, text, numbering),
            Notation::Numeric(numbering) => read_move(position, text, numbering).map(|read| read.mv),
            Notation::Algebraic => read_move(position, text, Numbering::FromTop).map(|read| read.mv),
        };
        read.unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}
