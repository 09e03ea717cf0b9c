//! Who plays: an engine's command, protocol, options and pace.

use std::path::PathBuf;

use super::pace::{Pace, TIME_CONTROL_FORM, read_time};
use super::process::Start;

/// The protocol by which an engine is driven.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Protocol {
    /// bolshak's own, after UCI.
    #[default]
    Native,
    /// Hub, version 2.
    Hub,
}

/// An engine that takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contestant {
    /// Its name in all reports.
    pub name: String,
    pub(super) start: Start,
    /// Its protocol.
    pub protocol: Protocol,
    /// How long it may think.
    pub pace: Pace,
    /// Name and value of the options to be set.
    pub options: Vec<(String, String)>,
}

/// What is wrong with the description of an engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ContestantError {
    /// A word is not of the form `key=value`, or the key is unknown.
    #[error(
        "expected cmd= name= dir= proto= tc= st= depth= nodes= or option.NAME= for an engine, found {0:?}"
    )]
    Word(String),
    /// A value makes no sense.
    #[error("{key}={value}: expected {expected}")]
    Value {
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// What it should be.
        expected: String,
    },
    /// There is no command.
    #[error("an engine without cmd=: expected a command, or cmd=self for this program")]
    NoCommand,
    /// Nothing limits its thinking.
    #[error("engine {0}: expected a limit, one of tc= st= depth= or nodes=")]
    NoLimit(String),
}

/// A description as far as it was read.
#[derive(Default)]
struct Draft {
    command: Vec<String>,
    name: Option<String>,
    folder: Option<PathBuf>,
    protocol: Option<Protocol>,
    pace: Pace,
    options: Vec<(String, String)>,
}

impl Draft {
    /// Takes in a `key=value` word.
    fn set(&mut self, word: &str) -> Result<(), ContestantError> {
        let (key, value) = word.split_once('=').ok_or_else(|| ContestantError::Word(word.to_owned()))?;
        let wrong = |expected: &str| ContestantError::Value {
            key: key.to_owned(),
            value: value.to_owned(),
            expected: expected.to_owned(),
        };
        match key {
            "cmd" => {
                let words = shell_words::split(value).ok().filter(|words| !words.is_empty());
                self.command = words.ok_or_else(|| wrong("a command with its arguments"))?;
            }
            "name" => self.name = Some(value.to_owned()),
            "dir" => self.folder = Some(PathBuf::from(value)),
            "proto" => {
                self.protocol = Some(match value {
                    "native" => Protocol::Native,
                    "hub" => Protocol::Hub,
                    _ => return Err(wrong("native or hub")),
                });
            }
            "tc" => self.pace.clock = Some(value.parse().map_err(|_| wrong(TIME_CONTROL_FORM))?),
            "st" => {
                let time = read_time(value).filter(|time| !time.is_zero());
                self.pace.move_time = Some(time.ok_or_else(|| wrong("seconds for each move"))?);
            }
            "depth" => {
                let depth = value.parse().ok().filter(|&depth| depth > 0);
                self.pace.depth = Some(depth.ok_or_else(|| wrong("a depth from 1"))?);
            }
            "nodes" => {
                let nodes = value.parse().ok().filter(|&nodes| nodes > 0);
                self.pace.nodes = Some(nodes.ok_or_else(|| wrong("a number of nodes from 1"))?);
            }
            _ => {
                let option = key.strip_prefix("option.").filter(|option| !option.is_empty());
                let option = option.ok_or_else(|| ContestantError::Word(word.to_owned()))?;
                self.options.retain(|(other, _)| other != option);
                self.options.push((option.to_owned(), value.to_owned()));
            }
        }
        Ok(())
    }
}

impl Contestant {
    /// Reads a description made of `key=value` words; of two with the same key the later one counts. `this_program` is
    /// what `cmd=self` means.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn read<'a>(
        words: impl IntoIterator<Item = &'a str>,
        this_program: &str,
    ) -> Result<Self, ContestantError> {
        let mut draft = Draft::default();
        for word in words {
            draft.set(word)?;
        }
        let Draft { mut command, name, folder, protocol, pace, options } = draft;
        let (program, _) = command.split_first_mut().ok_or(ContestantError::NoCommand)?;
        let is_self = program == "self";
        let file_name = program.rsplit(['/', '\\']).next().unwrap_or_default();
        let default_name = if is_self { "bolshak" } else { file_name };
        let name = name.unwrap_or_else(|| default_name.to_owned());
        if is_self {
            this_program.clone_into(program);
            if protocol == Some(Protocol::Hub) && command.len() == 1 {
                command.push("hub".to_owned());
            }
        }
        if !pace.is_limited() {
            return Err(ContestantError::NoLimit(name));
        }
        // A command that ends in the word by which engines are told to speak Hub need not be described twice.
        let speaks_hub = command.len() > 1 && command.last().is_some_and(|word| word == "hub");
        let protocol = protocol.unwrap_or(if speaks_hub { Protocol::Hub } else { Protocol::Native });
        Ok(Self { name, start: Start { command, folder }, protocol, pace, options })
    }

    /// The command as it would be typed.
    pub fn command(&self) -> String {
        shell_words::join(&self.start.command)
    }
}

/// Gives contestants of the same name numbers, so that reports tell them apart.
pub fn tell_apart(contestants: &mut [Contestant]) {
    for index in 1..contestants.len() {
        let taken = |name: &str| contestants.iter().take(index).any(|other| other.name == name);
        let name = &contestants[index].name;
        if taken(name) {
            // One of so many is free.
            let mut numbered = (2..contestants.len() + 2).map(|number| format!("{name} {number}"));
            if let Some(free) = numbered.find(|name| !taken(name)) {
                contestants[index].name = free;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Contestant, ContestantError> {
        Contestant::read(text.split('|'), "/bin/bolshak")
    }

    #[test]
    fn a_description_is_read() {
        let engine =
            read("cmd=./scan 'a b' hub|name=Scan|dir=/tmp|tc=40/60+0.5|option.tt-size=22|depth=9").unwrap();
        assert_eq!(engine.start.command, ["./scan", "a b", "hub"]);
        assert_eq!((engine.name.as_str(), engine.protocol), ("Scan", Protocol::Hub));
        assert_eq!(engine.options, [("tt-size".to_owned(), "22".to_owned())]);
        assert_eq!((engine.pace.depth, engine.pace.clock.unwrap().moves), (Some(9), Some(40)));
        let own = read("cmd=self|proto=hub|nodes=100").unwrap();
        assert_eq!((own.name.as_str(), own.command()), ("bolshak", "/bin/bolshak hub".to_owned()));
        assert_eq!(read("cmd=/x/kesto|st=0.1").unwrap().name, "kesto");
    }

    #[test]
    fn the_later_word_counts() {
        let engine = read("cmd=a|nodes=5|option.Hash=1|option.Hash=2|nodes=7").unwrap();
        assert_eq!((engine.pace.nodes, engine.options.len()), (Some(7), 1));
        assert_eq!(engine.options[0].1, "2");
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, part) in [
            ("name=x|st=1", "without cmd="),
            ("cmd=x", "engine x: expected a limit"),
            ("cmd=x|st=1|speed=3", "\"speed=3\""),
            ("cmd=x|st=1|fast", "\"fast\""),
            ("cmd=x|tc=abc", "tc=abc"),
            ("cmd=x|st=0", "st=0: expected seconds"),
            ("cmd=x|depth=0", "depth=0: expected a depth"),
            ("cmd=x|nodes=many", "nodes=many: expected"),
            ("cmd=x|proto=dxp|st=1", "native or hub"),
            ("cmd=|st=1", "cmd=: expected a command"),
            ("cmd='a|st=1", "expected a command"),
            ("cmd=x|st=1|option.=3", "\"option.=3\""),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn engines_of_the_same_name_get_numbers() {
        let mut engines =
            ["cmd=a|st=1", "cmd=a|st=1", "cmd=b|st=1", "cmd=a|st=1"].map(|text| read(text).unwrap());
        tell_apart(&mut engines);
        assert_eq!(engines.map(|engine| engine.name), ["a", "a 2", "b", "a 3"]);
    }
}
