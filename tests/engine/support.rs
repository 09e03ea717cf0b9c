//! A client for tests: the engine behind pipes, in this process or in one of its own.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::io::{BufRead, BufReader, Read, Write, pipe};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use bolshak::board::Numbering;
use bolshak::notation::{read_fen, read_move};
use bolshak::position::{PieceLimit, Position};
use bolshak::protocol::Dialect;
use bolshak::rules::Russian;

/// No test waits so long unless the engine hangs.
const SAFETY_NET: Duration = Duration::from_secs(20);

const NATIVE_PING: [&str; 2] = ["isready", "readyok"];
const HUB_PING: [&str; 2] = ["ping", "pong"];

enum Engine {
    Thread(JoinHandle<()>),
    Process(Child),
}

/// The other end of the protocol.
pub(crate) struct Client {
    /// What asks whether the engine listens, and its answer.
    ping: [&'static str; 2],
    input: Option<Box<dyn Write + Send>>,
    lines: Receiver<String>,
    engine: Option<Engine>,
}

impl Client {
    /// A client of an engine in this process, which is to search and not to play moves of its opening book.
    pub(crate) fn new() -> Self {
        let mut client = Self::with_book();
        client.send("setoption name Book value false");
        client
    }

    /// The same with the Hub protocol.
    pub(crate) fn hub() -> Self {
        let mut client = Self::hub_with_book();
        client.send("set-param name=book value=false");
        client
    }

    /// A client of an engine in this process.
    pub(crate) fn with_book() -> Self {
        Self::of_thread(Dialect::native(), NATIVE_PING)
    }

    /// The same with the Hub protocol.
    pub(crate) fn hub_with_book() -> Self {
        Self::of_thread(Dialect::hub(), HUB_PING)
    }

    fn of_thread(dialect: Dialect, ping: [&'static str; 2]) -> Self {
        let ((theirs_in, input), (output, theirs_out)) = (pipe().unwrap(), pipe().unwrap());
        let thread = thread::spawn(move || bolshak::protocol::serve(theirs_in, theirs_out, dialect));
        Self {
            ping,
            input: Some(Box::new(input)),
            lines: listen(output),
            engine: Some(Engine::Thread(thread)),
        }
    }

    /// A client of the program.
    pub(crate) fn of_program() -> Self {
        Self::of_process(&[], NATIVE_PING)
    }

    /// A client of the program, with the Hub protocol.
    pub(crate) fn of_hub_program(args: &[&str]) -> Self {
        Self::of_process(args, HUB_PING)
    }

    fn of_process(args: &[&str], ping: [&'static str; 2]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bolshak"))
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Self {
            ping,
            input: Some(Box::new(input)),
            lines: listen(output),
            engine: Some(Engine::Process(child)),
        }
    }

    /// Sends lines.
    pub(crate) fn send(&mut self, lines: &str) {
        self.send_bytes(format!("{lines}\n").as_bytes());
    }

    /// Sends bytes as they are.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    /// All lines up to the first with this beginning, which is the last.
    pub(crate) fn read_until(&mut self, beginning: &str) -> Vec<String> {
        let (mut read, end) = (Vec::new(), Instant::now() + SAFETY_NET);
        loop {
            match self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(line) => read.push(line),
                Err(error) => panic!("no line {beginning:?}: {error}; got {read:#?}"),
            }
            if read.last().unwrap().starts_with(beginning) {
                return read;
            }
        }
    }

    /// The first line with this beginning; those before it are passed over.
    pub(crate) fn expect_line(&mut self, beginning: &str) -> String {
        self.read_until(beginning).pop().unwrap()
    }

    /// The only line that comes before the answer to a ping.
    pub(crate) fn expect_only_line(&mut self) -> String {
        let mut lines = self.sync();
        assert_eq!(lines.len(), 1, "{lines:#?}");
        lines.pop().unwrap()
    }

    /// Asks whether the engine listens, and returns the lines before the answer.
    pub(crate) fn sync(&mut self) -> Vec<String> {
        let [question, answer] = self.ping;
        self.send(question);
        let mut lines = self.read_until(answer);
        lines.pop();
        lines
    }

    /// Sends lines and returns what comes up to the next `bestmove`.
    pub(crate) fn ask(&mut self, lines: &str) -> Answer {
        self.send(lines);
        self.answer()
    }

    /// What comes up to the next `bestmove`.
    pub(crate) fn answer(&mut self) -> Answer {
        Answer { lines: self.read_until("bestmove") }
    }

    /// Makes sure that for some time nothing comes that begins so.
    pub(crate) fn expect_none(&mut self, beginning: &str, milliseconds: u64) {
        let end = Instant::now() + Duration::from_millis(milliseconds);
        loop {
            match self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(line) => assert!(!line.starts_with(beginning), "unexpected: {line}"),
                Err(RecvTimeoutError::Timeout) => return,
                Err(RecvTimeoutError::Disconnected) => panic!("the engine is gone"),
            }
        }
    }

    /// Ends the input and waits for the end of the engine; the lines that were still to come.
    pub(crate) fn finish(mut self) -> Vec<String> {
        self.input = None;
        self.wait_for_end()
    }

    /// Says `quit` and waits for the end of the engine; the lines that were still to come.
    pub(crate) fn quit(mut self) -> Vec<String> {
        self.send("quit");
        self.wait_for_end()
    }

    fn wait_for_end(&mut self) -> Vec<String> {
        let (mut read, end) = (Vec::new(), Instant::now() + SAFETY_NET);
        loop {
            match self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(line) => read.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the engine does not end; got {read:#?}"),
            }
        }
        match self.engine.take().unwrap() {
            Engine::Thread(thread) => thread.join().unwrap(),
            Engine::Process(mut child) => {
                let mut errors = String::new();
                child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
                assert!(child.wait().unwrap().success());
                assert_eq!(errors, "", "nothing is said on stderr");
            }
        }
        read
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        if let Some(Engine::Process(child)) = &mut self.engine {
            // Only a test that failed leaves it running.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn listen(output: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = channel();
    thread::spawn(move || {
        for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
            let line = String::from_utf8(line).unwrap();
            assert!(!line.contains('\r'), "{line:?}");
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

/// The lines of a search, `bestmove` last.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) lines: Vec<String>,
}

impl Answer {
    /// The move; `(none)` without one.
    pub(crate) fn best(&self) -> &str {
        self.lines.last().unwrap().split(' ').nth(1).unwrap()
    }

    /// The expected reply.
    pub(crate) fn ponder(&self) -> Option<&str> {
        self.lines.last().unwrap().split_once(" ponder ").map(|(_, reply)| reply)
    }

    /// The lines of the search's findings.
    pub(crate) fn infos(&self) -> Vec<Info> {
        self.lines
            .iter()
            .filter(|line| line.starts_with("info depth "))
            .map(|line| Info::read(line))
            .collect()
    }

    /// The last of the search's findings of the first rank.
    pub(crate) fn last(&self) -> Info {
        self.infos().into_iter().rfind(|info| info.rank <= 1).unwrap()
    }

    /// The findings of the last iteration.
    pub(crate) fn last_ranks(&self) -> Vec<Info> {
        let infos = self.infos();
        let start = infos.iter().rposition(|info| info.rank == 1).unwrap();
        infos.into_iter().skip(start).collect()
    }

    /// The notes, errors among them.
    pub(crate) fn notes(&self) -> Vec<&str> {
        self.lines.iter().filter_map(|line| line.strip_prefix("info string ")).collect()
    }

    /// Makes sure that the move, the expected reply and all lines are legal.
    pub(crate) fn check(&self, position: &Position<Russian>) {
        let mut line = vec![self.best().to_owned()];
        line.extend(self.ponder().map(str::to_owned));
        play(position, &line);
        for info in self.infos() {
            play(position, &info.line);
        }
        let last = self.infos().into_iter().rfind(|info| info.rank <= 1);
        assert!(last.is_none_or(|info| info.line[0] == self.best()), "{self:#?}");
    }
}

/// One line of a search's findings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Info {
    pub(crate) depth: u32,
    pub(crate) rank: u32,
    pub(crate) score: String,
    pub(crate) nodes: u64,
    pub(crate) line: Vec<String>,
}

impl Info {
    fn read(text: &str) -> Self {
        let words: Vec<_> = text.split(' ').collect();
        let after = |name: &str| words.iter().position(|&word| word == name).map(|index| &words[index + 1..]);
        let number = |name: &str| after(name).map_or(0, |rest| rest[0].parse().unwrap());
        Self {
            depth: number("depth") as u32,
            rank: number("multipv") as u32,
            score: after("score").unwrap()[..2].join(" "),
            nodes: number("nodes"),
            line: after("pv").unwrap_or_default().iter().map(|&word| word.to_owned()).collect(),
        }
    }

    /// A number that is the greater the better the score is.
    pub(crate) fn worth(&self) -> i32 {
        let (kind, value) = self.score.split_once(' ').unwrap();
        let value: i32 = value.parse().unwrap();
        match kind {
            "win" => 100_000 - value,
            "loss" => value - 100_000,
            _ => value,
        }
    }
}

/// A position of Russian draughts.
pub(crate) fn position(fen: &str) -> Position<Russian> {
    read_fen(fen, Numbering::FromTop, PieceLimit::Standard).unwrap()
}

/// The position after some moves, each of which must be legal.
pub(crate) fn play(position: &Position<Russian>, moves: &[impl AsRef<str>]) -> Position<Russian> {
    moves.iter().fold(*position, |position, text| {
        let read = read_move(&position, text.as_ref(), Numbering::FromTop).unwrap();
        assert!(!read.separator_mixed_up);
        position.after(read.mv)
    })
}
