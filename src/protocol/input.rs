//! Lines in.

use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::Sender;
use std::thread;

/// What the session hears of.
#[derive(Debug)]
pub(super) enum Message {
    /// The client sent a line.
    Line(String),
    /// The client sent more than a line may hold.
    TooLong,
    /// The client will send nothing more.
    EndOfInput,
    /// The search or another job has ended.
    Finished,
}

/// The longest line: a game of some hundred thousand moves.
const LONGEST_LINE: u64 = 4 << 20;

/// Reads lines in a thread of its own, so that a command is heard while a search runs. The thread ends with the
/// input, or with the program.
pub(super) fn spawn_reader(input: impl Read + Send + 'static, sender: Sender<Message>) {
    thread::spawn(move || {
        let mut input = BufReader::new(input);
        while let Some(message) = read_line(&mut input) {
            if sender.send(message).is_err() {
                return;
            }
        }
        let _ = sender.send(Message::EndOfInput);
    });
}

/// Reads a line; a last one without a line feed counts. `None` at the end of the input or when it fails.
fn read_line(input: &mut impl BufRead) -> Option<Message> {
    let mut bytes = Vec::new();
    let read = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes).ok()?;
    if read == 0 {
        return None;
    }
    if read as u64 == LONGEST_LINE && bytes.last() != Some(&b'\n') {
        skip_line(input);
        return Some(Message::TooLong);
    }
    Some(Message::Line(String::from_utf8_lossy(&bytes).into_owned()))
}

fn skip_line(input: &mut impl BufRead) {
    loop {
        let mut bytes = Vec::new();
        match input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(read) if read > 0 && bytes.last() != Some(&b'\n') => {}
            _ => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut input = BufReader::new(bytes);
        std::iter::from_fn(|| read_line(&mut input)).map(|message| format!("{message:?}")).collect()
    }

    #[test]
    fn lines_may_lack_their_end_and_hold_any_bytes() {
        assert_eq!(lines(b"go\r\nstop"), [r#"Line("go\r\n")"#, r#"Line("stop")"#]);
        assert_eq!(lines(b"\xff\xfe\n"), ["Line(\"\u{fffd}\u{fffd}\\n\")"]);
        assert!(lines(b"").is_empty());
    }

    #[test]
    fn an_endless_line_is_dropped_and_the_next_is_read() {
        let mut bytes = vec![b'x'; LONGEST_LINE as usize + 5];
        bytes.extend(b"\nstop\n");
        assert_eq!(lines(&bytes), ["TooLong", r#"Line("stop\n")"#]);
    }
}
