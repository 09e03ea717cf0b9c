//! Bytes to text, whatever the encoding: UTF-8 with or without a byte order mark, or an encoding of Cyrillic from
//! before it.

use std::io::{ErrorKind, Read};

use encoding_rs::{Encoding, IBM866, WINDOWS_1251};

/// The bytes asked for at a time.
const BLOCK: usize = 64 * 1024;
/// A line that is longer is decoded in parts.
const LONGEST_LINE: usize = 64 * 1024;

/// Decodes a stream, line by line: files that were put together from several may change their encoding on the way.
#[derive(Debug)]
pub(super) struct Decoder<I> {
    input: I,
    /// Bytes read and not yet decoded: less than a line, but for a moment.
    bytes: Vec<u8>,
    ended: bool,
    evidence: Evidence,
}

/// What the lines so far say about an encoding of one byte a letter.
#[derive(Clone, Copy, Debug, Default)]
struct Evidence {
    windows_1251: u64,
    ibm_866: u64,
}

impl<I: Read> Decoder<I> {
    pub(super) const fn new(input: I) -> Self {
        Self { input, bytes: Vec::new(), ended: false, evidence: Evidence { windows_1251: 0, ibm_866: 0 } }
    }

    /// Appends some more of the stream to `text`, about `amount` bytes of it; line ends become line feeds. False when
    /// the end of the stream was reached.
    pub(super) fn fill(&mut self, text: &mut String, amount: usize) -> std::io::Result<bool> {
        while !self.ended {
            self.read(amount.max(BLOCK))?;
            let cut = self.cut();
            if cut > 0 {
                let rest = self.bytes.split_off(cut);
                let whole = std::mem::replace(&mut self.bytes, rest);
                self.decode(&whole, text);
                break;
            }
        }
        Ok(!self.ended)
    }

    fn read(&mut self, amount: usize) -> std::io::Result<()> {
        let enough = self.bytes.len() + amount;
        let mut limited = self.input.by_ref().take(amount as u64);
        while self.bytes.len() < enough {
            match limited.read_to_end(&mut self.bytes) {
                // As much as was allowed, or the end.
                Ok(_) => {
                    self.ended = self.bytes.len() < enough;
                    break;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// How many of the bytes can be decoded now: whole lines, or a part of a line that is too long.
    fn cut(&self) -> usize {
        if self.ended {
            return self.bytes.len();
        }
        let after_last = |wanted: fn(u8) -> bool| {
            self.bytes.iter().rposition(|&byte| wanted(byte)).map_or(0, |place| place + 1)
        };
        let lines = after_last(|byte| byte == b'\n');
        if lines > 0 || self.bytes.len() < LONGEST_LINE {
            return lines;
        }
        // A blank, or any ASCII character: neither lies within a letter of several bytes. A carriage return may
        // belong to a line feed that is still to come.
        match after_last(|byte| byte == b' ') {
            0 => match after_last(|byte| byte.is_ascii() && byte != b'\r') {
                // A letter of several bytes may be cut off at the end.
                0 => {
                    self.bytes.len()
                        - self
                            .bytes
                            .iter()
                            .rev()
                            .take(4)
                            .position(|&byte| byte >= 0xC0)
                            .map_or(0, |back| back + 1)
                }
                ascii => ascii,
            },
            blank => blank,
        }
    }

    fn decode(&mut self, bytes: &[u8], text: &mut String) {
        if let Ok(whole) = str::from_utf8(bytes) {
            return push_with_line_feeds(whole, text);
        }
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            let decoded = match str::from_utf8(line) {
                Ok(line) => line.into(),
                Err(_) if is_damaged_utf8(line) => String::from_utf8_lossy(line),
                Err(_) => {
                    self.evidence.weigh(line);
                    self.evidence.encoding().decode_without_bom_handling(line).0
                }
            };
            push_with_line_feeds(&decoded, text);
        }
    }
}

impl Evidence {
    /// Counts the bytes of words that are letters in one of the encodings and rarely appear within words in the other.
    /// A byte of its own, such as a quotation mark or a hard blank, says nothing.
    fn weigh(&mut self, line: &[u8]) {
        for word in line.split(u8::is_ascii).filter(|word| word.len() > 1) {
            for byte in word {
                match byte {
                    0xA1..=0xA7 | 0xA9 | 0xAA | 0xAC..=0xAF => self.ibm_866 += 1,
                    0xC0..=0xDF | 0xF0..=0xFF => self.windows_1251 += 1,
                    _ => {}
                }
            }
        }
    }

    fn encoding(self) -> &'static Encoding {
        if self.ibm_866 > self.windows_1251 { IBM866 } else { WINDOWS_1251 }
    }
}

/// Whether a line that is not UTF-8 would be but for some bytes: it has more letters of several bytes than bytes that
/// belong to none.
fn is_damaged_utf8(line: &[u8]) -> bool {
    let (mut letters, mut wrong) = (0, 0);
    for chunk in line.utf8_chunks() {
        letters += chunk.valid().chars().filter(|letter| !letter.is_ascii()).count();
        wrong += chunk.invalid().len();
    }
    letters > wrong
}

fn push_with_line_feeds(decoded: &str, text: &mut String) {
    let mut parts = decoded.split('\r');
    text.push_str(parts.next().unwrap_or_default());
    for part in parts {
        if !part.starts_with('\n') {
            text.push('\n');
        }
        text.push_str(part);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8]) -> String {
        let (mut decoder, mut text) = (Decoder::new(bytes), String::new());
        while decoder.fill(&mut text, 1).unwrap() {}
        text
    }

    /// The Cyrillic text in an encoding that has each of its letters.
    fn encoded(text: &str, encoding: &'static Encoding) -> Vec<u8> {
        let (bytes, _, unmappable) = encoding.encode(text);
        assert!(!unmappable);
        if encoding == IBM866 { to_866(text) } else { bytes.into_owned() }
    }

    fn to_866(text: &str) -> Vec<u8> {
        text.chars()
            .map(|letter| {
                (0..=255)
                    .find(|&byte| IBM866.decode_without_bom_handling(&[byte]).0.starts_with(letter))
                    .unwrap()
            })
            .collect()
    }

    #[test]
    fn the_old_encodings_of_cyrillic_are_told_apart() {
        let text = "[White \"Иванов\"]\n[Black \"Петров\"]\n{идея, №1}\n";
        assert_eq!(decoded(&encoded(text, WINDOWS_1251)), text);
        let text = "[White \"Иванов\"]\n[Black \"Петров\"]\n";
        assert_eq!(decoded(&encoded(text, IBM866)), text);
    }

    #[test]
    fn word_processor_characters_of_one_byte_are_punctuation() {
        assert_eq!(decoded(b"[White \x93X\x94]\xA01. c3\x96d4"), "[White “X”]\u{a0}1. c3–d4");
        assert_eq!(decoded(b"\x93\xC8\xE2\xE0\xED\xEE\xE2\x94"), "“Иванов”");
    }

    #[test]
    fn a_damaged_letter_of_utf8_costs_only_itself() {
        assert_eq!(decoded("Иван\u{fffd}в".replace('\u{fffd}', "?").as_bytes()), "Иван?в");
        let mut bytes = "Иванов, Петров".as_bytes().to_vec();
        bytes.remove(1);
        assert_eq!(decoded(&bytes), "\u{fffd}ванов, Петров");
    }

    #[test]
    fn each_line_has_its_own_encoding() {
        let mut bytes = encoded("Иванов\n", WINDOWS_1251);
        bytes.extend("Петров\n".as_bytes());
        assert_eq!(decoded(&bytes), "Иванов\nПетров\n");
    }

    #[test]
    fn line_ends_of_all_systems_become_line_feeds() {
        assert_eq!(decoded(b"a\r\nb\rc\nd\r"), "a\nb\nc\nd\n");
    }

    #[test]
    fn a_line_without_end_is_decoded_in_parts_that_split_no_letter() {
        let long = "Ж".repeat(100_000) + " " + &"я".repeat(100_000) + "x";
        assert!(decoded(long.as_bytes()) == long);
        assert!(decoded(&vec![0x80; 100_000]).chars().count() == 100_000);
    }
}
