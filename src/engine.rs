//! The engine without its voice: a game, options, a table, and at most one search at a time. It reads and prints
//! nothing; several engines can live in one process.

use std::sync::Arc;
use std::thread::{self, JoinHandle};

use crate::eval::Evaluated;
use crate::game::Game;
use crate::options::Options;
use crate::search::{Limits, Observer, Report, Signals, Table, TableError, Task, search};

/// An engine for the game `R`.
#[derive(Debug)]
pub struct Engine<R: Evaluated> {
    game: Game<R>,
    options: Options,
    table: Arc<Table>,
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    signals: Arc<Signals>,
    thread: JoinHandle<Report>,
    infinite: bool,
}

impl<R: Evaluated> Engine<R> {
    /// An engine with the start position.
    ///
    /// # Errors
    /// When there is no memory for the transposition table.
    pub fn new(options: Options) -> Result<Self, TableError> {
        let table = Arc::new(Table::new(options.hash)?);
        Ok(Self {
            game: Game::default().with_piece_count_rules(options.draw_rules),
            options,
            table,
            running: None,
        })
    }

    /// The options in force.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Changes the options, once a running search is over. The game stays.
    ///
    /// # Errors
    /// When there is no memory for a transposition table of the new size; the old one and the old options stay.
    pub fn set_options(&mut self, options: Options) -> Result<(), TableError> {
        self.wait();
        if options.hash != self.options.hash {
            self.table = Arc::new(Table::new(options.hash)?);
        }
        self.game = self.game.clone().with_piece_count_rules(options.draw_rules);
        self.options = options;
        Ok(())
    }

    /// The game whose last position is searched.
    pub const fn game(&self) -> &Game<R> {
        &self.game
    }

    /// Sets the game; nothing of the one before is remembered but what the transposition table holds.
    pub fn set_game(&mut self, game: Game<R>) {
        self.game = game.with_piece_count_rules(self.options.draw_rules);
    }

    /// Forgets what was learnt so far, once a running search is over.
    pub fn new_game(&mut self) {
        self.wait();
        self.table.clear();
        self.set_game(Game::default());
    }

    /// What to search now.
    pub fn task(&self) -> Task<R> {
        let mut task = Task::new(&self.game);
        task.lines = self.options.multi_pv;
        task.threads = self.options.threads;
        task.overhead = self.options.move_overhead;
        task
    }

    /// Begins a search in the background, once a running one is over.
    pub fn go(&mut self, limits: Limits, mut observer: Box<dyn Observer + Send>) {
        self.wait();
        let signals = Arc::new(Signals::new(limits.ponder));
        let infinite = limits.infinite;
        let (task, table, theirs) = (self.task(), Arc::clone(&self.table), Arc::clone(&signals));
        let thread = thread::spawn(move || search(&task, &limits, &table, &theirs, observer.as_mut()));
        self.running = Some(Running { signals, thread, infinite });
    }

    /// Searches, and returns when it is done.
    pub fn think(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Report {
        self.wait();
        search(&self.task(), limits, &self.table, &Signals::new(false), observer)
    }

    /// Whether a search was begun and not yet waited for.
    pub const fn is_searching(&self) -> bool {
        self.running.is_some()
    }

    /// Whether only a stop will end the running search.
    pub fn is_unbounded(&self) -> bool {
        self.running.as_ref().is_some_and(|running| {
            (running.infinite || running.signals.is_pondering()) && !running.signals.is_stopped()
        })
    }

    /// Tells a running search to end; without one, nothing happens.
    pub fn stop(&self) {
        if let Some(running) = &self.running {
            running.signals.stop();
        }
    }

    /// Tells a search that ponders that the expected move was played; without one, nothing happens.
    pub fn ponder_hit(&self) {
        if let Some(running) = &self.running {
            running.signals.ponder_hit();
        }
    }

    /// Waits for the running search to end.
    pub fn wait(&mut self) -> Option<Report> {
        // A search that panicked has told so on stderr; there is no report of it.
        self.running.take().and_then(|running| running.thread.join().ok())
    }
}

impl<R: Evaluated> Drop for Engine<R> {
    fn drop(&mut self) {
        self.stop();
        self.wait();
    }
}
