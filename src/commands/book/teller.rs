//! How far the making of a book has got, for people.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use super::super::note;
use super::progress;
use crate::book::Progress;

/// What is being done.
#[derive(Clone, Copy, Debug)]
enum Work {
    /// So many positions are looked at, of which some will be beginnings.
    Roots(usize),
    /// The book grows to so many expanded positions.
    Growth(usize),
}

impl Work {
    /// Whether so many positions are looked at.
    const fn is_about(self, positions: usize) -> bool {
        matches!(self, Self::Roots(all) if all == positions)
    }
}

/// Says how far the work has got: on a terminal with a bar, elsewhere in a line now and then.
pub(super) struct Teller(Mutex<Inner>);

struct Inner {
    work: Work,
    bar: Option<ProgressBar>,
    begun: Instant,
    said: Instant,
}

/// Elsewhere than on a terminal something is said so often.
const EVERY: Duration = Duration::from_mins(1);

impl Teller {
    /// Nothing has begun yet.
    pub(super) fn new() -> Self {
        let now = Instant::now();
        Self(Mutex::new(Inner { work: Work::Growth(0), bar: None, begun: now, said: now }))
    }

    /// So many positions are looked at now.
    pub(super) fn roots(&self, positions: usize) {
        let template = "{wide_bar} {pos}/{len} positions to begin with judged, {eta} to go";
        self.begin(Work::Roots(positions), progress::bar(positions as u64, template));
    }

    /// So many of the positions were looked at.
    pub(super) fn judged(&self, judged: usize, positions: usize) {
        if !self.0.lock().unwrap_or_else(PoisonError::into_inner).work.is_about(positions) {
            self.roots(positions);
        }
        self.tell(Progress { searched: judged, ..Progress::default() });
    }

    /// The book grows now, to so many expanded positions.
    pub(super) fn growth(&self, expanded: usize) {
        let template = "{wide_bar} {pos}/{len} positions, {elapsed} gone, {eta} to go  {msg}";
        self.begin(Work::Growth(expanded), progress::bar(expanded as u64, template));
    }

    fn begin(&self, work: Work, bar: Option<ProgressBar>) {
        self.clear();
        let mut inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (inner.work, inner.bar) = (work, bar);
    }

    /// Says how far the work has got, now and then.
    pub(super) fn tell(&self, Progress { expanded, positions, searched }: Progress) {
        let mut inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let done = match inner.work {
            Work::Roots(_) => searched,
            Work::Growth(_) => expanded,
        };
        if let Some(bar) = &inner.bar {
            bar.set_position(done as u64);
            bar.set_message(format!("{searched} searches"));
        } else if inner.said.elapsed() >= EVERY {
            inner.said = Instant::now();
            let seconds = inner.begun.elapsed().as_secs();
            note(match inner.work {
                Work::Roots(all) => format!("{done} of {all} positions to begin with judged, {seconds} s"),
                Work::Growth(all) => format!(
                    "{done} of {all} positions expanded, {positions} in all, {searched} searches, {seconds} s"
                ),
            });
        }
    }

    /// Takes the bar away.
    pub(super) fn clear(&self) {
        let bar = self.0.lock().unwrap_or_else(PoisonError::into_inner).bar.take();
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
    }
}
