//! The engine without its voice: a game, options, a table, and at most one search at a time. It reads and prints
//! nothing; several engines can live in one process.

mod lag;
mod opening;

use std::sync::Arc;
use std::thread::{self, JoinHandle};

use self::lag::{LagMeter, Turn};
use crate::bases::{Bases, LoadFault};
use crate::book::{Book, BookError, Choice};
use crate::eval::{Evaluated, Weights, WeightsError};
use crate::game::Game;
use crate::options::Options;
use crate::random::Random;
use crate::search::{Budget, Limits, Observer, Report, Signals, Table, TableError, Task, search};

/// An engine for the game `R`.
#[derive(Debug)]
pub struct Engine<R: Evaluated> {
    game: Game<R>,
    options: Options,
    table: Arc<Table>,
    weights: Arc<Weights<R>>,
    bases: Arc<Bases<R>>,
    book: Option<Arc<Book<R>>>,
    /// What was wrong with the files of bases at the start.
    faults: Vec<LoadFault>,
    running: Option<Running<R>>,
    lag: LagMeter<R>,
    /// What the choices of levels and of the book are drawn from in this game, unless the options say.
    seed: u64,
}

/// Why an engine cannot have these options.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// There is no memory for the transposition table.
    #[error("Hash: {0}")]
    Table(#[from] TableError),
    /// The weights cannot be used.
    #[error("EvalFile: {0}")]
    Weights(#[from] WeightsError),
    /// The opening book cannot be used.
    #[error("BookFile: {0}")]
    Book(#[from] BookError),
}

#[derive(Debug)]
struct Running<R: Evaluated> {
    signals: Arc<Signals>,
    thread: JoinHandle<Report>,
    infinite: bool,
    /// What to measure the lag by, when it is over.
    turn: Option<Turn<R>>,
}

impl<R: Evaluated> Engine<R> {
    /// An engine with the start position.
    ///
    /// # Errors
    /// When there is no memory for the transposition table, or the weights or the book cannot be used.
    pub fn new(options: Options) -> Result<Self, EngineError> {
        let table = Arc::new(Table::new(options.hash)?);
        let weights = Weights::load(options.eval_path())?;
        let book = Book::load(options.book_path())?;
        let (bases, faults) = Bases::load(options.bases_folder());
        Ok(Self {
            game: Game::default().with_piece_count_rules(options.draw_rules),
            options,
            table,
            weights,
            bases: Arc::new(bases),
            book,
            faults,
            running: None,
            lag: LagMeter::new(),
            seed: Random::fresh_seed(),
        })
    }

    /// The options in force.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// The weights of the evaluation.
    pub fn weights(&self) -> &Weights<R> {
        &self.weights
    }

    /// The opening book, if the game has one.
    pub fn book(&self) -> Option<&Book<R>> {
        self.book.as_deref()
    }

    /// What was wrong with files of endgame bases at the start, told once.
    pub fn take_faults(&mut self) -> Vec<LoadFault> {
        std::mem::take(&mut self.faults)
    }

    /// Changes the options, once a running search is over. The game stays. Files of endgame bases that cannot be used
    /// are returned.
    ///
    /// # Errors
    /// When there is no memory for a transposition table of the new size, or the weights cannot be used; all stays as it
    /// was.
    pub fn set_options(&mut self, options: Options) -> Result<Vec<LoadFault>, EngineError> {
        self.wait();
        let changed = options.eval_file != self.options.eval_file;
        let weights = changed.then(|| Weights::load(options.eval_path())).transpose()?;
        let changed = options.book_file != self.options.book_file;
        let book = changed.then(|| Book::load(options.book_path())).transpose()?;
        if options.hash != self.options.hash {
            self.table = Arc::new(Table::new(options.hash)?);
        }
        if let Some(weights) = weights {
            self.weights = weights;
            self.table.clear();
        }
        if let Some(book) = book {
            self.book = book;
        }
        let mut faults = Vec::new();
        let asks = |options: &Options| (options.bases_path.clone(), options.bases_pieces);
        if asks(&options) != asks(&self.options) {
            // What other bases have said counts no more.
            self.table.clear();
        }
        if options.bases_path != self.options.bases_path {
            let loaded = Bases::load(options.bases_folder());
            (self.bases, faults) = (Arc::new(loaded.0), loaded.1);
        }
        self.game = self.game.clone().with_piece_count_rules(options.draw_rules);
        self.options = options;
        Ok(faults)
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
        self.lag = LagMeter::new();
        self.seed = Random::fresh_seed();
        self.set_game(Game::default());
    }

    /// What to search now, and what to measure the lag by when it is over. A clock is divided with the lag that was
    /// measured, if that is more than what the options say.
    fn begin(&mut self, budget: Budget) -> (Task<R>, Option<Turn<R>>) {
        let turn = self.lag.begin(self.game.position(), budget);
        let mut task = self.options.task(&self.game, &self.weights, &self.bases);
        task.seed = self.seed([self.options.skill_seed]);
        if matches!(budget, Budget::Clock { .. }) {
            task.overhead = task.overhead.max(self.lag.lag());
            log::debug!("{budget:?}, overhead {:?}", task.overhead);
        }
        (task, turn)
    }

    /// The seed that the first of some options names that is not 0, or that of the game.
    fn seed<const OPTIONS: usize>(&self, options: [usize; OPTIONS]) -> u64 {
        options.into_iter().find(|&seed| seed != 0).map_or(self.seed, |seed| seed as u64)
    }

    /// What the opening book has to say.
    fn choice(&self, limits: &Limits) -> Option<Choice> {
        let seed = self.seed([self.options.book_seed, self.options.skill_seed]);
        opening::choose(self.book.as_deref()?, &self.game, &self.options, limits, seed)
    }

    fn end(&mut self, turn: Option<Turn<R>>, report: &Report) {
        if let (Some(turn), Some(answer)) = (turn, report.best()) {
            self.lag.end(turn, answer, report.clock_time);
        }
    }

    /// Begins a search in the background, or plays a move of the opening book, once a running one is over.
    pub fn go(&mut self, limits: Limits, mut observer: Box<dyn Observer + Send>) {
        self.wait();
        let signals = Arc::new(Signals::new(limits.ponder));
        let infinite = limits.infinite;
        let (task, turn) = self.begin(limits.budget);
        let choice = self.choice(&limits);
        let (table, theirs) = (Arc::clone(&self.table), Arc::clone(&signals));
        let thread = thread::spawn(move || {
            answer(choice.as_ref(), &task, &limits, &table, &theirs, observer.as_mut())
        });
        self.running = Some(Running { signals, thread, infinite, turn });
    }

    /// Searches, and returns when it is done.
    pub fn think(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Report {
        self.wait();
        let (task, turn) = self.begin(limits.budget);
        let choice = self.choice(limits);
        self.carry_out(&task, turn, choice.as_ref(), limits, observer)
    }

    /// The same with full strength, whatever the level, and without the book: for somebody who wants to know, and not to play.
    pub fn advise(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Report {
        self.wait();
        let (mut task, turn) = self.begin(limits.budget);
        task.level = None;
        self.carry_out(&task, turn, None, limits, observer)
    }

    fn carry_out(
        &mut self,
        task: &Task<R>,
        turn: Option<Turn<R>>,
        choice: Option<&Choice>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report {
        let signals = Signals::new(false);
        let report = answer(choice, task, limits, &self.table, &signals, observer);
        self.end(turn, &report);
        report
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
        let Running { thread, turn, .. } = self.running.take()?;
        let report = thread.join().ok()?;
        self.end(turn, &report);
        Some(report)
    }
}

/// The choice of the opening book, or else what a search finds.
fn answer<R: Evaluated>(
    choice: Option<&Choice>,
    task: &Task<R>,
    limits: &Limits,
    table: &Table,
    signals: &Signals,
    observer: &mut dyn Observer,
) -> Report {
    match choice {
        Some(choice) => opening::tell(choice, signals, observer),
        None => search(task, limits, table, signals, observer),
    }
}

impl<R: Evaluated> Drop for Engine<R> {
    fn drop(&mut self) {
        self.stop();
        self.wait();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::rules::Russian;
    use crate::search::Silent;

    const OVERHEAD: Duration = Duration::from_millis(5);

    fn clock(milliseconds: u64) -> Budget {
        let left = Duration::from_millis(milliseconds);
        Budget::Clock { left, increment: Duration::ZERO, moves_to_go: None }
    }

    fn engine() -> Engine<Russian> {
        Engine::new(Options { hash: 1, move_overhead: OVERHEAD, ..Options::default() }).unwrap()
    }

    fn play_first_move(engine: &mut Engine<Russian>) {
        let mut game = engine.game().clone();
        let mv = game.position().legal_moves()[0];
        game.play(mv).unwrap();
        engine.set_game(game);
    }

    /// An engine whose client lets 400 ms pass beside the search.
    fn engine_with_lag() -> Engine<Russian> {
        let mut engine = engine();
        let turn = engine.lag.begin(engine.game.position(), clock(10_000)).unwrap();
        let answer = engine.game().position().legal_moves()[0];
        engine.lag.end(turn, answer, Duration::ZERO);
        play_first_move(&mut engine);
        play_first_move(&mut engine);
        engine.begin(clock(9_600));
        engine
    }

    #[test]
    fn the_lag_counts_under_a_clock_and_for_one_engine_only() {
        let (mut other, mut engine) = (engine(), engine_with_lag());
        assert!(engine.begin(clock(9_000)).0.overhead > OVERHEAD * 10);
        assert_eq!(other.begin(clock(9_000)).0.overhead, OVERHEAD);
        for budget in [Budget::Unlimited, Budget::Fixed(Duration::from_secs(1))] {
            assert_eq!(engine.begin(budget).0.overhead, OVERHEAD);
        }
    }

    #[test]
    fn an_overhead_that_is_more_than_the_lag_counts() {
        let mut engine = engine_with_lag();
        let move_overhead = Duration::from_secs(2);
        engine.set_options(Options { move_overhead, ..engine.options().clone() }).unwrap();
        assert_eq!(engine.begin(clock(9_000)).0.overhead, move_overhead);
    }

    #[test]
    fn a_new_game_forgets_the_lag() {
        let mut engine = engine_with_lag();
        engine.new_game();
        assert_eq!(engine.begin(clock(9_000)).0.overhead, OVERHEAD);
    }

    #[test]
    fn searches_under_a_clock_measure_the_lag() {
        let depth = Some(1);
        let timed = Limits { budget: clock(10_000), depth, ..Limits::default() };
        let untimed = Limits { depth, ..Limits::default() };
        let mut engine = engine();
        engine.think(&untimed, &mut Silent);
        engine.go(untimed, Box::new(Silent));
        engine.wait();
        assert_eq!(engine.lag, LagMeter::new());
        engine.think(&timed, &mut Silent);
        assert_ne!(engine.lag, LagMeter::new());
        engine.new_game();
        engine.go(timed, Box::new(Silent));
        engine.wait();
        assert_ne!(engine.lag, LagMeter::new());
    }
}
