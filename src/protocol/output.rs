//! Lines out, each flushed at once.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::dialect::Format;
use super::event::Event;

/// Where lines go. Clones write to the same place; lines of several threads do not mix.
#[derive(Clone)]
pub struct Output {
    writer: Arc<Mutex<Box<dyn Write + Send>>>,
    closed: Arc<AtomicBool>,
}

impl Output {
    /// Lines go to this writer.
    pub fn new(writer: impl Write + Send + 'static) -> Self {
        Self { writer: Arc::new(Mutex::new(Box::new(writer))), closed: Arc::default() }
    }

    /// Writes some text and a line feed.
    pub fn line(&self, text: impl AsRef<str>) {
        self.text(text.as_ref().to_owned() + "\n");
    }

    /// Writes some text as it is, for instance a prompt.
    pub fn text(&self, text: impl AsRef<str>) {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        if writer.write_all(text.as_ref().as_bytes()).and_then(|()| writer.flush()).is_err() {
            // Nobody reads any more.
            self.closed.store(true, Ordering::Relaxed);
        }
    }

    /// Says something in a client's protocol.
    pub(super) fn tell(&self, format: Format, event: Event) {
        for line in format.lines(event) {
            log::debug!("answer: {line}");
            self.line(line);
        }
    }

    /// Whether the other end is gone.
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }
}
