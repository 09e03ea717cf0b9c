//! Arguments of several `key=value` words, each with a default.

use crate::commands::failure::Failure;

/// Words of the form `key=value`.
pub(super) struct Words<'a> {
    argument: &'static str,
    words: Vec<(&'a str, &'a str)>,
}

impl<'a> Words<'a> {
    /// Takes words apart; all keys must be among the known ones.
    pub(super) fn read(argument: &'static str, words: &'a [String], known: &[&str]) -> Result<Self, Failure> {
        let read = |word: &'a String| {
            let pair = word.split_once('=').filter(|(key, _)| known.contains(key));
            pair.ok_or_else(|| {
                Failure::Usage(format!("{argument}: expected {}=, found {word:?}", known.join("= or ")))
            })
        };
        Ok(Self { argument, words: words.iter().map(read).collect::<Result<_, _>>()? })
    }

    /// The value of a key as text.
    pub(super) fn text(&self, key: &str) -> Option<&'a str> {
        self.words.iter().rfind(|(other, _)| *other == key).map(|(_, value)| *value)
    }

    /// A number within bounds.
    pub(super) fn number(&self, key: &str, default: f64, least: f64, most: f64) -> Result<f64, Failure> {
        let Some(text) = self.text(key) else { return Ok(default) };
        let number = text.parse::<f64>().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| {
            let argument = self.argument;
            Failure::Usage(format!(
                "{argument}: {key}: expected a number from {least} to {most}, found {text:?}"
            ))
        })
    }

    /// A whole number within bounds.
    pub(super) fn count(&self, key: &str, default: usize, least: usize) -> Result<usize, Failure> {
        let Some(text) = self.text(key) else { return Ok(default) };
        text.parse().ok().filter(|&number| number >= least).ok_or_else(|| {
            let argument = self.argument;
            Failure::Usage(format!("{argument}: {key}: expected a whole number from {least}, found {text:?}"))
        })
    }
}
