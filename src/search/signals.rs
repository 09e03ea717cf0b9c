//! What the threads of a search and its owner tell each other.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The stop flag, the ponder hit and the node count of one search.
#[derive(Debug)]
pub struct Signals {
    stopped: AtomicBool,
    /// The signals of the work that this search is a part of: its stop counts here, too.
    whole: Option<Arc<Signals>>,
    pondering: AtomicBool,
    nodes: AtomicU64,
    base_hits: AtomicU64,
    started: Instant,
    /// Microseconds after the start at which the own clock began to run.
    clock_began: AtomicU64,
    lock: Mutex<()>,
    changed: Condvar,
}

impl Signals {
    /// The signals of a search that starts now.
    pub fn new(pondering: bool) -> Self {
        Self {
            stopped: AtomicBool::new(false),
            whole: None,
            pondering: AtomicBool::new(pondering),
            nodes: AtomicU64::new(0),
            base_hits: AtomicU64::new(0),
            started: Instant::now(),
            clock_began: AtomicU64::new(0),
            lock: Mutex::new(()),
            changed: Condvar::new(),
        }
    }

    /// The signals of a search that starts now as a part of longer work, and ends when that is stopped. It must
    /// not be infinite: the stop of the whole is seen while it searches, but does not wake it.
    pub fn part_of(whole: &Arc<Self>) -> Self {
        Self { whole: Some(Arc::clone(whole)), ..Self::new(false) }
    }

    /// Ends the search as soon as possible.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
        self.wake();
    }

    /// The expected move was played: the own clock runs from now on.
    pub fn ponder_hit(&self) {
        self.clock_began.store(self.started.elapsed().as_micros() as u64, Ordering::Relaxed);
        self.pondering.store(false, Ordering::Release);
        self.wake();
    }

    /// Whether the search is to end.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed) || self.whole.as_ref().is_some_and(|whole| whole.is_stopped())
    }

    /// Whether the search runs on the opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }

    /// The time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The time used of the own clock: none while pondering.
    pub fn clock_time(&self) -> Duration {
        if self.is_pondering() {
            return Duration::ZERO;
        }
        self.started.elapsed().saturating_sub(Duration::from_micros(self.clock_began.load(Ordering::Relaxed)))
    }

    /// Adds nodes to the count of all threads, which is returned.
    pub(super) fn add_nodes(&self, nodes: u64) -> u64 {
        self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes
    }

    /// The nodes of all threads, as far as they have been added.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Adds answers of the endgame bases to those of all threads, which are returned.
    pub(super) fn add_base_hits(&self, hits: u64) -> u64 {
        self.base_hits.fetch_add(hits, Ordering::Relaxed) + hits
    }

    /// Waits while `waiting` holds; it is asked again at each stop and ponder hit.
    pub(super) fn wait_while(&self, waiting: impl Fn() -> bool) {
        let mut guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        while waiting() {
            guard = self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn wake(&self) {
        // Taking the lock means that nobody is between asking and falling asleep.
        drop(self.lock.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.notify_all();
    }
}
