//! The options of the engine, and the one table of them: the protocol's listing, the reading of values and the help
//! derive from it.

mod table;

pub use table::{Kind, OptionEntry, TABLE};

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
            book_ply: 20,
            book_margin: 8,
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
        option.set(self, value.trim())
    }
}

/// The path that a text names; an empty one names none.
pub(crate) fn named(text: &str) -> Option<&Path> {
    (!text.is_empty()).then(|| Path::new(text))
}

/// What is wrong with the setting of an option.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("there is no option {0}: expected one of {names}", names = table::names())]
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
