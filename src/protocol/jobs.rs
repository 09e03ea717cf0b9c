//! Long work that is no search: perft and the benchmark, in the background.

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread::{self, JoinHandle};

use super::input::Message;
use super::output::Output;
use super::voice::Finished;
use crate::bench;
use crate::eval::Evaluated;
use crate::notation::{Notation, write_move};
use crate::position::{Position, perft_while};
use crate::search::{Signals, nodes_per_second};

/// Work in a thread of its own, so that the session keeps listening.
pub(super) struct Job {
    signals: Arc<Signals>,
    thread: JoinHandle<()>,
}

impl Job {
    /// Counts the move sequences of a position, move by move.
    pub(super) fn perft<R: Evaluated>(
        position: Position<R>,
        notation: Notation,
        depth: u32,
        session: &Sender<Message>,
        output: &Output,
    ) -> Self {
        Self::start(session, output, move |signals, output| {
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
        })
    }

    /// Runs the benchmark of the game `R`.
    pub(super) fn bench<R: Evaluated>(depth: u32, session: &Sender<Message>, output: &Output) -> Self {
        Self::start(session, output, move |signals, _| {
            let nodes = bench::run::<R>(depth, signals, |_, _| {});
            if signals.is_stopped() {
                return vec!["info string bench was stopped".to_owned()];
            }
            let speed = nodes_per_second(nodes, signals.elapsed());
            vec![format!("{nodes} nodes"), format!("{speed} nps")]
        })
    }

    /// Starts work that returns the last lines to say.
    fn start(
        session: &Sender<Message>,
        output: &Output,
        work: impl FnOnce(&Arc<Signals>, &Output) -> Vec<String> + Send + 'static,
    ) -> Self {
        let signals = Arc::new(Signals::new(false));
        let (theirs, finished, output) = (Arc::clone(&signals), Finished::new(session), output.clone());
        let thread = thread::spawn(move || {
            let finished = finished;
            let last = work(&theirs, &output);
            drop(finished);
            for line in last {
                output.line(line);
            }
        });
        Self { signals, thread }
    }

    /// Asks it to end.
    pub(super) fn stop(&self) {
        self.signals.stop();
    }

    /// Waits until it has ended.
    pub(super) fn wait(self) {
        let _ = self.thread.join();
    }
}
