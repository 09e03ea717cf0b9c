//! The one table of options. The protocol's listing, the reading of values and the help derive from it.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::bases::{Bases, MOST_PIECES};
use crate::board::Numbering;
use crate::eval::{Evaluated, Weights};
use crate::game::Game;
use crate::notation::{Notation, quoted};
use crate::position::PieceLimit;
use crate::rules::Variant;
use crate::search::{FULL_SKILL, Level, Task};

/// The values of all options.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub struct Options {
    /// The game.
    pub variant: Variant,
    /// The size of the transposition table in MiB.
    pub hash: usize,
    /// The number of search threads.
    pub threads: usize,
    /// The number of best lines.
    pub multi_pv: usize,
    /// Whether the client may let the engine think on the opponent's time.
    pub ponder: bool,
    /// The time lost on the way of each move.
    pub move_overhead: Duration,
    /// Whether the draw rules that count pieces and moves are in force.
    pub draw_rules: bool,
    /// Whether moves and FENs are written with numbers.
    pub numeric: bool,
    /// How squares are numbered.
    pub numbering: Numbering,
    /// Whether a side may have more pieces than at the start.
    pub piece_limit: PieceLimit,
    /// The most pieces of which the endgame bases are asked.
    pub bases_pieces: usize,
    /// The folder of further endgame bases; if empty, that of the user.
    pub bases_path: String,
    /// The file of the evaluation's weights; if empty, those of the program.
    pub eval_file: String,
    /// Whether moves of the opening book are played.
    pub book: bool,
    /// The file of the opening book; if empty, that of the program.
    pub book_file: String,
    /// In so many plies of a game moves of the book that are not the best may be played.
    pub book_ply: usize,
    /// The most that such a move may lose, in hundredths of a man.
    pub book_margin: usize,
    /// The seed of the book's choices; 0 stands for another one in each game.
    pub book_seed: usize,
    /// The level of play, from 1 to [`FULL_SKILL`].
    pub skill: usize,
    /// The seed of a level's choices; 0 stands for another one in each game.
    pub skill_seed: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            variant: Variant::Russian,
            hash: 64,
            threads: 1,
            multi_pv: 1,
            ponder: false,
            move_overhead: Duration::from_millis(5),
            draw_rules: true,
            numeric: false,
            numbering: Numbering::FromTop,
            piece_limit: PieceLimit::Standard,
            bases_pieces: usize::from(MOST_PIECES),
            bases_path: String::new(),
            eval_file: String::new(),
            book: true,
            book_file: String::new(),
            book_ply: 12,
            book_margin: 4,
            book_seed: 0,
            skill: FULL_SKILL,
            skill_seed: 0,
        }
    }
}

impl Options {
    /// How moves and FENs are written.
    pub const fn notation(&self) -> Notation {
        if self.numeric { Notation::Numeric(self.numbering) } else { Notation::Algebraic }
    }

    /// The folder of further endgame bases, if one is named.
    pub fn bases_folder(&self) -> Option<&Path> {
        named(&self.bases_path)
    }

    /// The file of the evaluation's weights, if one is named.
    pub fn eval_path(&self) -> Option<&Path> {
        named(&self.eval_file)
    }

    /// The file of the opening book, if one is named.
    pub fn book_path(&self) -> Option<&Path> {
        named(&self.book_file)
    }

    /// What to search in the last position of a game.
    pub fn task<R: Evaluated>(
        &self,
        game: &Game<R>,
        weights: &Arc<Weights<R>>,
        bases: &Arc<Bases<R>>,
    ) -> Task<R> {
        let mut task = Task::new(game);
        task.lines = self.multi_pv;
        task.threads = self.threads;
        task.overhead = self.move_overhead;
        task.weights = Arc::clone(weights);
        task.bases = Some(Arc::clone(bases));
        task.bases_pieces = self.bases_pieces as u32;
        task.level = Level::of(self.skill);
        task.seed = self.skill_seed as u64;
        task
    }

    /// Sets an option by name, both in any case.
    ///
    /// # Errors
    /// When there is no such option or the value is none of its values; nothing is changed then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let option = TABLE
            .iter()
            .find(|option| option.name.eq_ignore_ascii_case(name.trim()))
            .ok_or_else(|| OptionError::Unknown(quoted(name)))?;
        let value = value.trim();
        match option.access {
            Access::Number { set, .. } => {
                let value = option.kind.read(value).ok_or_else(|| OptionError::Value {
                    name: option.name,
                    expected: option.kind.expectation(),
                    found: quoted(value),
                })?;
                set(self, value);
            }
            // As in UCI, a client has a word for the empty text.
            Access::Text { set, .. } => {
                set(self, if value == EMPTY { String::new() } else { value.to_owned() });
            }
        }
        Ok(())
    }
}

/// The path that a text names; an empty one names none.
pub(crate) fn named(text: &str) -> Option<&Path> {
    (!text.is_empty()).then(|| Path::new(text))
}

/// How UCI writes an empty text.
const EMPTY: &str = "<empty>";

/// What is wrong with the setting of an option.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("there is no option {0}: expected one of {names}", names = names())]
    Unknown(String),
    /// The option cannot have this value.
    #[error("option {name}: expected {expected}, found {found}")]
    Value {
        /// The option.
        name: &'static str,
        /// Its values.
        expected: String,
        /// What was found.
        found: String,
    },
}

/// The kind of an option, its default and its values.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// True or false.
    Check {
        /// The default.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The default.
        default: usize,
        /// The least value.
        min: usize,
        /// The greatest value.
        max: usize,
    },
    /// One of several words; the first is the default.
    Combo {
        /// The words.
        values: &'static [&'static str],
    },
    /// Any text; the default is none.
    Text,
}

impl Kind {
    /// A value as a number: of words, the index; of truth, 0 or 1.
    fn read(self, text: &str) -> Option<usize> {
        match self {
            Self::Check { .. } => match text.to_ascii_lowercase().as_str() {
                "true" | "on" | "yes" | "1" => Some(1),
                "false" | "off" | "no" | "0" => Some(0),
                _ => None,
            },
            Self::Spin { min, max, .. } => text.parse().ok().filter(|value| (min..=max).contains(value)),
            Self::Combo { values } => values.iter().position(|word| word.eq_ignore_ascii_case(text)),
            Self::Text => None,
        }
    }

    /// A value as text, the inverse of [`read`](Self::read).
    fn write(self, value: usize) -> String {
        match self {
            Self::Check { .. } => (value == 1).to_string(),
            Self::Spin { .. } => value.to_string(),
            Self::Combo { values } => values.get(value).copied().unwrap_or_default().to_owned(),
            Self::Text => String::new(),
        }
    }

    /// What a value must be.
    pub fn expectation(self) -> String {
        match self {
            Self::Check { .. } => "true or false".to_owned(),
            Self::Spin { min, max, .. } => format!("a whole number from {min} to {max}"),
            Self::Combo { values } => values.join(" or "),
            Self::Text => "a text".to_owned(),
        }
    }

    /// The default as text.
    pub fn default_text(self) -> String {
        match self {
            Self::Check { default } => default.to_string(),
            Self::Spin { default, .. } => default.to_string(),
            Self::Combo { values } => values.first().copied().unwrap_or_default().to_owned(),
            Self::Text => String::new(),
        }
    }

    /// The kind as the protocol lists it.
    pub fn listing(self) -> String {
        let default = self.default_text();
        match self {
            Self::Check { .. } => format!("type check default {default}"),
            Self::Spin { min, max, .. } => format!("type spin default {default} min {min} max {max}"),
            Self::Combo { values } => format!("type combo default {default} var {}", values.join(" var ")),
            Self::Text => format!("type string default {EMPTY}"),
        }
    }
}

/// An entry of the table.
#[derive(Clone, Copy, Debug)]
pub struct OptionEntry {
    /// The name.
    pub name: &'static str,
    /// Kind, default, values.
    pub kind: Kind,
    /// What it does, in one line.
    pub help: &'static str,
    access: Access,
}

/// How the value of an option is read and set.
#[derive(Clone, Copy, Debug)]
enum Access {
    /// As a number: of words, the index; of truth, 0 or 1.
    Number { get: fn(&Options) -> usize, set: fn(&mut Options, usize) },
    /// As it is.
    Text { get: fn(&Options) -> &str, set: fn(&mut Options, String) },
}

impl OptionEntry {
    /// The value in force, as text that can be read again.
    pub fn value(&self, options: &Options) -> String {
        match self.access {
            Access::Number { get, .. } => self.kind.write(get(options)),
            Access::Text { get, .. } => get(options).to_owned(),
        }
    }
}

fn names() -> String {
    TABLE.iter().map(|option| option.name).collect::<Vec<_>>().join(", ")
}

/// The table.
pub const TABLE: &[OptionEntry] = &[
    OptionEntry {
        name: "Variant",
        kind: Kind::Combo { values: &[Variant::PLAYABLE[0].name(), Variant::PLAYABLE[1].name()] },
        help: "the game; setting it goes back to the start position",
        access: Access::Number {
            get: |options| {
                Variant::PLAYABLE.iter().position(|&variant| variant == options.variant).unwrap_or(0)
            },
            set: |options, value| options.variant = Variant::PLAYABLE[value],
        },
    },
    OptionEntry {
        name: "Hash",
        kind: Kind::Spin { default: 64, min: 1, max: 1 << 20 },
        help: "size of the transposition table in MiB",
        access: Access::Number { get: |options| options.hash, set: |options, value| options.hash = value },
    },
    OptionEntry {
        name: "Threads",
        kind: Kind::Spin { default: 1, min: 1, max: 256 },
        help: "number of search threads",
        access: Access::Number {
            get: |options| options.threads,
            set: |options, value| options.threads = value,
        },
    },
    OptionEntry {
        name: "MultiPV",
        kind: Kind::Spin { default: 1, min: 1, max: 256 },
        help: "number of best lines to show",
        access: Access::Number {
            get: |options| options.multi_pv,
            set: |options, value| options.multi_pv = value,
        },
    },
    OptionEntry {
        name: "Ponder",
        kind: Kind::Check { default: false },
        help: "tells the engine that the client will use go ponder",
        access: Access::Number {
            get: |options| usize::from(options.ponder),
            set: |options, value| options.ponder = value == 1,
        },
    },
    OptionEntry {
        name: "MoveOverhead",
        kind: Kind::Spin { default: 5, min: 0, max: 10_000 },
        help: "milliseconds lost on the way of each move between the programs",
        access: Access::Number {
            get: |options| options.move_overhead.as_millis() as usize,
            set: |options, value| options.move_overhead = Duration::from_millis(value as u64),
        },
    },
    OptionEntry {
        name: "DrawRules",
        kind: Kind::Check { default: true },
        help: "draws by piece count and moves (repetition always counts)",
        access: Access::Number {
            get: |options| usize::from(options.draw_rules),
            set: |options, value| options.draw_rules = value == 1,
        },
    },
    OptionEntry {
        name: "Notation",
        kind: Kind::Combo { values: &["algebraic", "numeric"] },
        help: "how moves and FENs are written",
        access: Access::Number {
            get: |options| usize::from(options.numeric),
            set: |options, value| options.numeric = value == 1,
        },
    },
    OptionEntry {
        name: "Numbering",
        kind: Kind::Combo { values: &["b8", "a1"] },
        help: "which square has number 1, in reading and writing",
        access: Access::Number {
            get: |options| usize::from(options.numbering == Numbering::FromBottom),
            set: |options, value| {
                options.numbering = if value == 0 { Numbering::FromTop } else { Numbering::FromBottom };
            },
        },
    },
    OptionEntry {
        name: "PieceLimit",
        kind: Kind::Check { default: true },
        help: "refuse positions with more pieces than at the start",
        access: Access::Number {
            get: |options| usize::from(options.piece_limit == PieceLimit::Standard),
            set: |options, value| {
                options.piece_limit = if value == 1 { PieceLimit::Standard } else { PieceLimit::None };
            },
        },
    },
    OptionEntry {
        name: "BasesPieces",
        kind: Kind::Spin { default: MOST_PIECES as usize, min: 0, max: MOST_PIECES as usize },
        help: "the most pieces of which the endgame bases are asked; 0 leaves them alone",
        access: Access::Number {
            get: |options| options.bases_pieces,
            set: |options, value| options.bases_pieces = value,
        },
    },
    OptionEntry {
        name: "BasesPath",
        kind: Kind::Text,
        help: "folder with more endgame bases than are built in; empty: that of the user",
        access: Access::Text {
            get: |options| &options.bases_path,
            set: |options, value| options.bases_path = value,
        },
    },
    OptionEntry {
        name: "EvalFile",
        kind: Kind::Text,
        help: "file with weights of the evaluation; empty: those built in",
        access: Access::Text {
            get: |options| &options.eval_file,
            set: |options, value| options.eval_file = value,
        },
    },
    OptionEntry {
        name: "Book",
        kind: Kind::Check { default: true },
        help: "play moves of the opening book; analysis does not",
        access: Access::Number {
            get: |options| usize::from(options.book),
            set: |options, value| options.book = value == 1,
        },
    },
    OptionEntry {
        name: "BookFile",
        kind: Kind::Text,
        help: "file with an opening book; empty: the one built in",
        access: Access::Text {
            get: |options| &options.book_file,
            set: |options, value| options.book_file = value,
        },
    },
    OptionEntry {
        name: "BookPly",
        kind: Kind::Spin { default: 12, min: 0, max: 1000 },
        help: "moves of either side from the start of the game in which the book may choose a weaker move",
        access: Access::Number {
            get: |options| options.book_ply,
            set: |options, value| options.book_ply = value,
        },
    },
    OptionEntry {
        name: "BookMargin",
        kind: Kind::Spin { default: 4, min: 0, max: 1000 },
        help: "how much such a move may lose, in hundredths of a man; the more it loses, the rarer it is",
        access: Access::Number {
            get: |options| options.book_margin,
            set: |options, value| options.book_margin = value,
        },
    },
    OptionEntry {
        name: "BookSeed",
        kind: Kind::Spin { default: 0, min: 0, max: u32::MAX as usize },
        help: "seed of what the book chooses among good moves; 0: another one in each game",
        access: Access::Number {
            get: |options| options.book_seed,
            set: |options, value| options.book_seed = value,
        },
    },
    OptionEntry {
        name: "Skill",
        kind: Kind::Spin { default: FULL_SKILL, min: 1, max: FULL_SKILL },
        help: "level of play, from a beginner's to full strength; analysis has full strength at any",
        access: Access::Number { get: |options| options.skill, set: |options, value| options.skill = value },
    },
    OptionEntry {
        name: "SkillSeed",
        kind: Kind::Spin { default: 0, min: 0, max: u32::MAX as usize },
        help: "seed of what a weak level chooses among good moves; 0: another one in each game",
        access: Access::Number {
            get: |options| options.skill_seed,
            set: |options, value| options.skill_seed = value,
        },
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_of_the_table_are_those_of_the_options() {
        let mut options = Options::default();
        for option in TABLE {
            options.set(option.name, &option.kind.default_text()).unwrap();
        }
        assert_eq!(options, Options::default());
        for option in TABLE {
            assert_eq!(option.value(&options), option.kind.default_text(), "{}", option.name);
        }
    }

    #[test]
    fn values_come_back_as_they_were_set() {
        for option in TABLE {
            let other = match option.kind {
                Kind::Check { default } => (!default).to_string(),
                Kind::Spin { min, .. } => min.to_string(),
                Kind::Text => "some folder".to_owned(),
                Kind::Combo { values } => values[1].to_owned(),
            };
            let mut options = Options::default();
            options.set(option.name, &other).unwrap();
            assert_eq!(option.value(&options), other, "{}", option.name);
        }
    }

    #[test]
    fn wrong_names_and_values_are_named_and_change_nothing() {
        let mut options = Options::default();
        for (name, value) in
            [("Hash", "0"), ("Hash", "-5"), ("hash", "1e9"), ("Ponder", "maybe"), ("Variant", "chess")]
        {
            let error = options.set(name, value).unwrap_err().to_string();
            assert!(error.contains("expected") && error.contains(value), "{error}");
        }
        assert!(options.set("Sharpness", "9").unwrap_err().to_string().contains("MultiPV"));
        assert_eq!(options, Options::default());
        options.set("hash", "128").unwrap();
        assert_eq!(options.hash, 128);
    }
}
