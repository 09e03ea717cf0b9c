//! An engine's process: lines in and out, with the moment at which each came.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::log::Log;

/// How a process is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Start {
    /// The program and its arguments.
    pub(super) command: Vec<String>,
    /// The folder in which it runs.
    pub(super) folder: Option<PathBuf>,
}

/// A running process.
pub(super) struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<(Instant, String)>,
    recent: Arc<Mutex<VecDeque<String>>>,
    /// Reads what the process writes to stderr.
    errors: JoinHandle<()>,
    log: Log,
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoLine {
    /// The time is over.
    TimedOut,
    /// There will never be another one.
    Closed,
}

/// The lines that are remembered for a report.
const RECENT: usize = 8;
/// The lines that may wait to be read; a program that writes more has to wait itself.
const WAITING: usize = 10_000;
/// A longer line is cut into several.
const LONGEST_LINE: u64 = 1 << 20;

impl Process {
    pub(super) fn start(start: &Start, log: Log) -> io::Result<Self> {
        let (program, arguments) =
            start.command.split_first().ok_or_else(|| io::Error::other("there is no command"))?;
        let mut command = Command::new(absolute(program));
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = &start.folder {
            command.current_dir(folder);
        }
        #[cfg(unix)]
        // An interrupt at the terminal is for the match, which will tell its engines.
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(errors)) = pipes else {
            return Err(io::Error::other("the process has no pipes"));
        };
        let (sender, lines) = sync_channel(WAITING);
        let recent = Arc::new(Mutex::new(VecDeque::new()));
        listen(output, Some(sender), "<", Arc::clone(&recent), log.clone());
        let errors = listen(errors, None, "!", Arc::clone(&recent), log.clone());
        Ok(Self { child, input, lines, recent, errors, log })
    }

    /// Sends a line. That nobody reads it is noticed when the answer is missing.
    pub(super) fn send(&mut self, line: &str) {
        self.log.line(">", line);
        let _ = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
    }

    /// The next line, and when it came.
    pub(super) fn read(&self, deadline: Option<Instant>) -> Result<(Instant, String), NoLine> {
        let Some(deadline) = deadline else { return self.lines.recv().map_err(|_| NoLine::Closed) };
        self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())).map_err(|error| {
            match error {
                RecvTimeoutError::Timeout => NoLine::TimedOut,
                RecvTimeoutError::Disconnected => NoLine::Closed,
            }
        })
    }

    /// The last lines that the process has written, those to stderr with a `!` before them.
    pub(super) fn recent(&self) -> Vec<String> {
        self.recent.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    /// Waits for the end of the process for some time, and kills it when it does not come.
    pub(super) fn end(&mut self, grace: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + grace;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => {
                    self.wait_for_errors();
                    return Some(status);
                }
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                _ => break,
            }
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        None
    }

    /// What a process has said before its end may still be on the way. A process that it has left behind could keep
    /// the way open for ever.
    fn wait_for_errors(&self) {
        let deadline = Instant::now() + Duration::from_millis(200);
        while !self.errors.is_finished() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A program with a folder in its name is looked for from here, not from where it is to run.
fn absolute(program: &str) -> PathBuf {
    let path = PathBuf::from(program);
    if path.components().count() > 1 { path.canonicalize().unwrap_or(path) } else { path }
}

/// Reads lines in a thread of its own, which ends with them.
fn listen(
    output: impl Read + Send + 'static,
    sender: Option<SyncSender<(Instant, String)>>,
    mark: &'static str,
    recent: Arc<Mutex<VecDeque<String>>>,
    log: Log,
) -> JoinHandle<()> {
    thread::spawn(move || {
        let mut output = BufReader::new(output);
        loop {
            let mut bytes = Vec::new();
            match output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
                Ok(read) if read > 0 => {}
                _ => return,
            }
            let now = Instant::now();
            let line = String::from_utf8_lossy(&bytes).trim_end().to_owned();
            log.line(mark, &line);
            {
                let mut recent = recent.lock().unwrap_or_else(PoisonError::into_inner);
                if recent.len() == RECENT {
                    recent.pop_front();
                }
                recent.push_back(if sender.is_some() { line.clone() } else { format!("! {line}") });
            }
            if sender.as_ref().is_some_and(|sender| sender.send((now, line)).is_err()) {
                return;
            }
        }
    })
}
