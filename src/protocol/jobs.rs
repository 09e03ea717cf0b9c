//! Long work that is no search: perft and the benchmark, in the background.

use std::sync::Arc;
use std::thread::{self, JoinHandle};

use super::session::Session;
use super::voice::Finished;
use crate::bench;
use crate::eval::Evaluated;
use crate::notation::write_move;
use crate::position::perft_while;
use crate::search::{Signals, nodes_per_second};

/// Work in the background.
pub(super) struct Job {
    pub(super) signals: Arc<Signals>,
    pub(super) thread: JoinHandle<()>,
}

impl<R: Evaluated> Session<'_, R> {
    pub(super) fn perft(&mut self, depth: u32) {
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

    pub(super) fn bench(&mut self, depth: u32) {
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
