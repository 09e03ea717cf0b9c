//! The table of options: kinds, names, defaults and values.

use std::time::Duration;

use super::{OptionError, Options};
use crate::bases::MOST_PIECES;
use crate::board::Numbering;
use crate::notation::quoted;
use crate::position::PieceLimit;
use crate::rules::Variant;
use crate::search::FULL_SKILL;

/// How UCI writes an empty text.
const EMPTY: &str = "<empty>";

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
    /// As it is.
    Check { get: fn(&Options) -> bool, set: fn(&mut Options, bool) },
    /// As a number: of words, the index.
    Number { get: fn(&Options) -> usize, set: fn(&mut Options, usize) },
    /// As it is.
    Text { get: fn(&Options) -> &str, set: fn(&mut Options, String) },
}

impl OptionEntry {
    const fn check(
        name: &'static str,
        default: bool,
        help: &'static str,
        get: fn(&Options) -> bool,
        set: fn(&mut Options, bool),
    ) -> Self {
        Self { name, kind: Kind::Check { default }, help, access: Access::Check { get, set } }
    }

    const fn number(
        name: &'static str,
        kind: Kind,
        help: &'static str,
        get: fn(&Options) -> usize,
        set: fn(&mut Options, usize),
    ) -> Self {
        Self { name, kind, help, access: Access::Number { get, set } }
    }

    const fn text(
        name: &'static str,
        help: &'static str,
        get: fn(&Options) -> &str,
        set: fn(&mut Options, String),
    ) -> Self {
        Self { name, kind: Kind::Text, help, access: Access::Text { get, set } }
    }

    /// Sets the option to a value given as text.
    pub(super) fn set(&self, options: &mut Options, value: &str) -> Result<(), OptionError> {
        let number = || {
            self.kind.read(value).ok_or_else(|| OptionError::Value {
                name: self.name,
                expected: self.kind.expectation(),
                found: quoted(value),
            })
        };
        match self.access {
            Access::Check { set, .. } => set(options, number()? == 1),
            Access::Number { set, .. } => set(options, number()?),
            // As in UCI, a client has a word for the empty text.
            Access::Text { set, .. } => {
                set(options, if value == EMPTY { String::new() } else { value.to_owned() });
            }
        }
        Ok(())
    }

    /// The value in force, as text that can be read again.
    pub fn value(&self, options: &Options) -> String {
        match self.access {
            Access::Check { get, .. } => get(options).to_string(),
            Access::Number { get, .. } => self.kind.write(get(options)),
            Access::Text { get, .. } => get(options).to_owned(),
        }
    }
}

/// The names of all options.
pub(super) fn names() -> String {
    TABLE.iter().map(|option| option.name).collect::<Vec<_>>().join(", ")
}

/// The table.
pub const TABLE: &[OptionEntry] = &[
    OptionEntry::number(
        "Variant",
        Kind::Combo { values: &[Variant::PLAYABLE[0].name(), Variant::PLAYABLE[1].name()] },
        "the game; setting it goes back to the start position",
        |options| Variant::PLAYABLE.iter().position(|&variant| variant == options.variant).unwrap_or(0),
        |options, value| options.variant = Variant::PLAYABLE[value],
    ),
    OptionEntry::number(
        "Hash",
        Kind::Spin { default: 64, min: 1, max: 1 << 20 },
        "size of the transposition table in MiB",
        |options| options.hash,
        |options, value| options.hash = value,
    ),
    OptionEntry::number(
        "Threads",
        Kind::Spin { default: 1, min: 1, max: 256 },
        "number of search threads",
        |options| options.threads,
        |options, value| options.threads = value,
    ),
    OptionEntry::number(
        "MultiPV",
        Kind::Spin { default: 1, min: 1, max: 256 },
        "number of best lines to show",
        |options| options.multi_pv,
        |options, value| options.multi_pv = value,
    ),
    OptionEntry::check(
        "Ponder",
        false,
        "tells the engine that the client will use go ponder",
        |options| options.ponder,
        |options, on| options.ponder = on,
    ),
    OptionEntry::number(
        "MoveOverhead",
        Kind::Spin { default: 5, min: 0, max: 10_000 },
        "milliseconds lost on the way of each move between the programs",
        |options| options.move_overhead.as_millis() as usize,
        |options, value| options.move_overhead = Duration::from_millis(value as u64),
    ),
    OptionEntry::check(
        "DrawRules",
        true,
        "draws by piece count and moves (repetition always counts)",
        |options| options.draw_rules,
        |options, on| options.draw_rules = on,
    ),
    OptionEntry::number(
        "Notation",
        Kind::Combo { values: &["algebraic", "numeric"] },
        "how moves and FENs are written",
        |options| usize::from(options.numeric),
        |options, value| options.numeric = value == 1,
    ),
    OptionEntry::number(
        "Numbering",
        Kind::Combo { values: &["b8", "a1"] },
        "which square has number 1, in reading and writing",
        |options| usize::from(options.numbering == Numbering::FromBottom),
        |options, value| {
            options.numbering = if value == 0 { Numbering::FromTop } else { Numbering::FromBottom };
        },
    ),
    OptionEntry::check(
        "PieceLimit",
        true,
        "refuse positions with more pieces than at the start",
        |options| options.piece_limit == PieceLimit::Standard,
        |options, on| options.piece_limit = if on { PieceLimit::Standard } else { PieceLimit::None },
    ),
    OptionEntry::number(
        "BasesPieces",
        Kind::Spin { default: MOST_PIECES as usize, min: 0, max: MOST_PIECES as usize },
        "the most pieces of which the endgame bases are asked; 0 leaves them alone",
        |options| options.bases_pieces,
        |options, value| options.bases_pieces = value,
    ),
    OptionEntry::text(
        "BasesPath",
        "folder with more endgame bases than are built in; empty: that of the user",
        |options| &options.bases_path,
        |options, value| options.bases_path = value,
    ),
    OptionEntry::text(
        "EvalFile",
        "file with weights of the evaluation; empty: those built in",
        |options| &options.eval_file,
        |options, value| options.eval_file = value,
    ),
    OptionEntry::check(
        "Book",
        true,
        "play moves of the opening book; analysis does not",
        |options| options.book,
        |options, on| options.book = on,
    ),
    OptionEntry::text(
        "BookFile",
        "file with an opening book; empty: the one built in",
        |options| &options.book_file,
        |options, value| options.book_file = value,
    ),
    OptionEntry::number(
        "BookPly",
        Kind::Spin { default: 20, min: 0, max: 1000 },
        "moves of either side from the start of the game in which the book may choose a weaker move",
        |options| options.book_ply,
        |options, value| options.book_ply = value,
    ),
    OptionEntry::number(
        "BookMargin",
        Kind::Spin { default: 8, min: 0, max: 1000 },
        "how much such a move may lose, in hundredths of a man; the more it loses, the rarer it is",
        |options| options.book_margin,
        |options, value| options.book_margin = value,
    ),
    OptionEntry::number(
        "BookSeed",
        Kind::Spin { default: 0, min: 0, max: u32::MAX as usize },
        "seed of what the book chooses among good moves; 0: that of SkillSeed",
        |options| options.book_seed,
        |options, value| options.book_seed = value,
    ),
    OptionEntry::number(
        "Skill",
        Kind::Spin { default: FULL_SKILL, min: 1, max: FULL_SKILL },
        "level of play, from a beginner's to full strength; analysis has full strength at any",
        |options| options.skill,
        |options, value| options.skill = value,
    ),
    OptionEntry::number(
        "SkillSeed",
        Kind::Spin { default: 0, min: 0, max: u32::MAX as usize },
        "seed of what a weak level chooses among good moves; 0: another one in each game",
        |options| options.skill_seed,
        |options, value| options.skill_seed = value,
    ),
];
