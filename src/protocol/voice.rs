//! A search as the protocol sees it: what `go` asks for, and what is said while it runs and when it is over.

use std::sync::mpsc::Sender;
use std::time::Duration;

use super::command::GoCommand;
use super::dialect::Format;
use super::event::Event;
use super::input::Message;
use super::output::Output;
use crate::board::Color;
use crate::eval::Evaluated;
use crate::notation::{write_line, write_move};
use crate::position::{Move, Position};
use crate::search::{Budget, Info, Limits, Observer, Report};

/// The limits that `go` asks for, seen by the side to move.
pub(super) fn limits(go: &GoCommand, turn: Color) -> Limits {
    let milliseconds = |value: i64| Duration::from_millis(value.max(0) as u64);
    let (time, increment) = match turn {
        Color::White => (go.wtime, go.winc),
        Color::Black => (go.btime, go.binc),
    };
    let budget = match (go.movetime, time) {
        (Some(time), _) => Budget::Fixed(milliseconds(time)),
        (None, Some(left)) => Budget::Clock {
            left: milliseconds(left),
            increment: increment.map_or(Duration::ZERO, milliseconds),
            moves_to_go: go.movestogo.filter(|&moves| moves > 0).map(|moves| moves.min(1000) as u32),
        },
        (None, None) => Budget::Unlimited,
    };
    let at_least_one = |value: i64| value.max(1);
    let bounded =
        budget != Budget::Unlimited || go.depth.is_some() || go.nodes.is_some() || go.mate.is_some();
    Limits {
        budget,
        depth: go.depth.map(|depth| at_least_one(depth).min(1000) as u32),
        nodes: go.nodes.map(|nodes| at_least_one(nodes) as u64),
        win_in: go.mate.map(|moves| at_least_one(moves).min(1000) as u32),
        search_moves: Vec::new(),
        infinite: go.infinite || !bounded,
        ponder: go.ponder,
        analysis: go.analysis,
    }
}

/// Tells the session, when it is dropped, that a thread has nothing left to do but to say its last words; a panic
/// leaves nobody waiting.
///
/// It is dropped before the last words are said: what a client sends when it has read them finds the session
/// ready, and nothing that it sends in order is carried out in another.
pub(super) struct Finished(Sender<Message>);

impl Finished {
    pub(super) fn new(session: &Sender<Message>) -> Self {
        Self(session.clone())
    }
}

impl Drop for Finished {
    fn drop(&mut self) {
        let _ = self.0.send(Message::Finished);
    }
}

/// Speaks for a running search.
pub(super) struct Voice<R: Evaluated> {
    root: Position<R>,
    format: Format,
    output: Output,
    /// The first move of the best line told last.
    told: Option<Move>,
    /// None once the answer was given.
    finished: Option<Finished>,
}

impl<R: Evaluated> Voice<R> {
    pub(super) const fn new(root: Position<R>, format: Format, output: Output, finished: Finished) -> Self {
        Self { root, format, output, told: None, finished: Some(finished) }
    }

    fn tell(&self, event: Event) {
        self.output.tell(self.format, event);
    }

    /// Says the move and the reply that is expected, if it is legal and leaves something to ponder on.
    fn answer(&mut self, best: Option<Move>, reply: Option<Move>) {
        let notation = self.format.notation;
        let after = best.map(|mv| self.root.after(mv));
        let reply = after.zip(reply).filter(|&(after, reply)| {
            after.legal_moves().contains(&reply) && !after.after(reply).legal_moves().is_empty()
        });
        let reply = reply.map(|(after, reply)| write_move(&after, reply, notation));
        let best = best.map(|mv| write_move(&self.root, mv, notation));
        self.finished = None;
        self.tell(Event::Done { best: best.as_deref(), reply: reply.as_deref() });
    }
}

impl<R: Evaluated> Observer for Voice<R> {
    fn book(&mut self, candidates: usize) {
        let moves = if candidates == 1 { "move" } else { "moves" };
        self.tell(Event::Note(&format!("book: one of {candidates} {moves}")));
    }

    fn info(&mut self, info: &Info) {
        if info.rank == 1 {
            self.told = info.line.moves().first().copied();
        }
        let line = write_line(&self.root, info.line.moves(), self.format.notation);
        self.tell(Event::Info { info, line: &line });
    }

    fn done(&mut self, report: &Report) {
        if report.lines.is_empty() {
            self.tell(Event::GameOver(report.score));
        } else if self.told != report.best() {
            // An iteration broken off has found a better move, or none was finished at all.
            for info in &report.lines {
                self.info(info);
            }
        }
        log::info!("{} nodes in {:?}, depth {}", report.nodes, report.time, report.depth);
        self.answer(report.best(), report.ponder());
    }
}

impl<R: Evaluated> Drop for Voice<R> {
    fn drop(&mut self) {
        if self.finished.is_some() {
            // The search has panicked. The client waits for a move all the same.
            self.tell(Event::Error("the search failed; the move is the first legal one"));
            self.answer(self.root.legal_moves().first().copied(), None);
        }
    }
}
