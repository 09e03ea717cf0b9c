//! How far long work has got, for people.

use std::io::IsTerminal;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::note;

/// A bar of so many steps, drawn by a template of `indicatif`; `None` where nobody would see it move: on anything but a
/// terminal.
pub(super) fn bar(steps: u64, template: &str) -> Option<ProgressBar> {
    if !std::io::stderr().is_terminal() {
        return None;
    }
    let bar = ProgressBar::new(steps);
    let style = ProgressStyle::with_template(template);
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    Some(bar)
}

/// Says how far work has got, in one thread or several: on a terminal with a bar, elsewhere in a line now and then.
pub(super) struct Teller {
    begun: Instant,
    /// Elsewhere something is said also when another of so many parts of a stage is done.
    parts: Option<usize>,
    stage: Mutex<Option<Stage>>,
}

/// Work of so many steps.
struct Stage {
    steps: usize,
    /// What is counted, and what has become of it.
    unit: &'static str,
    bar: Option<ProgressBar>,
    /// When something was last said, and how many steps were done then.
    said: (Instant, usize),
}

/// Elsewhere than on a terminal something is said so often.
const EVERY: Duration = Duration::from_mins(1);

impl Teller {
    /// Work that begins now. Nothing is said before its first stage.
    pub(super) fn new() -> Self {
        Self { begun: Instant::now(), parts: None, stage: Mutex::default() }
    }

    /// Work that begins now, and of which each of so many parts is told.
    pub(super) fn in_parts(parts: usize) -> Self {
        Self { parts: Some(parts), ..Self::new() }
    }

    /// From now on it has so many steps of this kind; nothing changes if it has them already.
    pub(super) fn stage(&self, steps: usize, unit: &'static str) {
        let mut stage = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        if stage.as_ref().is_some_and(|stage| stage.steps == steps && stage.unit == unit) {
            return;
        }
        if let Some(bar) = stage.take().and_then(|stage| stage.bar) {
            bar.finish_and_clear();
        }
        let template =
            format!("{{wide_bar}} {{pos}}/{{len}} {unit}, {{elapsed}} gone, {{eta}} to go  {{msg}}");
        *stage = Some(Stage { steps, unit, bar: bar(steps as u64, &template), said: (Instant::now(), 0) });
    }

    /// So many steps are done; `more` is what else there is to say, if anything.
    pub(super) fn tell(&self, done: usize, more: &str) {
        let mut stage = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(Stage { steps, unit, bar, said }) = &mut *stage else { return };
        if let Some(bar) = bar {
            bar.set_position(done as u64);
            bar.set_message(more.to_owned());
            return;
        }
        let (when, before) = *said;
        let is_part = self.parts.is_some_and(|parts| done >= before + steps.div_ceil(parts));
        if is_part || when.elapsed() >= EVERY {
            *said = (Instant::now(), done);
            let comma = if more.is_empty() { "" } else { ", " };
            note(format!("{done} of {steps} {unit}{comma}{more}, {} s", self.begun.elapsed().as_secs()));
        }
    }

    /// Takes the bar away.
    pub(super) fn clear(&self) {
        let stage = self.stage.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(bar) = stage.and_then(|stage| stage.bar) {
            bar.finish_and_clear();
        }
    }
}
