//! The form of all lines of the protocol: a command, then arguments, each with a value or without.

/// A line taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Line {
    /// The first word; empty on an empty line.
    pub(super) command: String,
    /// Name and value of the arguments. One without `=` has an empty value.
    pub(super) arguments: Vec<(String, String)>,
}

impl Line {
    /// Takes a line apart. Quotes hold a value with blanks or `=` together; one that is not closed does so up to the
    /// end of the line.
    pub(super) fn read(text: &str) -> Self {
        let mut words = words(text).into_iter();
        let command = words.next().unwrap_or_default();
        let arguments = words.map(|word| match word.split_once('=') {
            Some((name, value)) => (name.to_owned(), value.to_owned()),
            None => (word, String::new()),
        });
        Self { command, arguments: arguments.collect() }
    }

    /// The value of an argument; `None` when it is not there.
    pub(super) fn value(&self, name: &str) -> Option<&str> {
        self.arguments.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }
}

/// The words of a text, without their quotes.
fn words(text: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), None::<String>, false);
    for letter in text.chars() {
        if letter == '"' {
            quoted = !quoted;
            word.get_or_insert_default();
        } else if letter.is_whitespace() && !quoted {
            words.extend(word.take());
        } else {
            word.get_or_insert_default().push(letter);
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_may_be_quoted_empty_or_missing() {
        let line = Line::read(" set-param  name=a value=\"b = c\"\tempty= flag quoted=\"\" \r\n");
        assert_eq!(line.command, "set-param");
        for (name, value) in [("name", "a"), ("value", "b = c"), ("empty", ""), ("flag", ""), ("quoted", "")]
        {
            assert_eq!(line.value(name), Some(value), "{name}");
        }
        assert_eq!(line.value("other"), None);
        assert_eq!(Line::read(" \r\n"), Line::default());
        assert_eq!(Line::read("pos moves=\"22-18 ").value("moves"), Some("22-18 "));
    }
}
