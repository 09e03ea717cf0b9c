//! The arguments of `bolshak match`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Command, Error, FromArgMatches, ValueEnum};

use super::words::Words;
use crate::board::Numbering;
use crate::commands::failure::Failure;
use crate::commands::parsers;
use crate::rules::Variant;
use crate::tourney::{Adjudication, DrawAdjudication, Format, Model, Order, Sprt, WinAdjudication};

/// Play engines against each other, and say which is the stronger one
///
/// Every opening is played twice, with colours swapped. A referee checks every move and knows all draw rules. An engine
/// that crashes, stalls, makes an illegal move or oversteps its time loses the game; the match goes on.
#[derive(clap::Args, Debug)]
#[command(after_help = "An engine is described by words:
  cmd=COMMAND     the program with its arguments; cmd=self is this program
  name=NAME       its name in all reports
  proto=PROTOCOL  native (bolshak's own, the default) or hub
  dir=FOLDER      where it runs
  tc=CLOCK        [moves/]time[+increment] in seconds: 10+0.1, 40/60, 1:30+1
  st=SECONDS      the time for each move
  depth=N nodes=N the depth or the nodes of each search
  option.NAME=V   an option or parameter of the engine; option.book=false keeps bolshak from its opening book

Examples:
  bolshak match --engine cmd=self name=new --engine cmd=./old --each tc=10+0.1 --games 200
  bolshak match --engine cmd=self --engine cmd=self option.Hash=1 name=small --each nodes=20000 \\
      --sprt elo0=0 elo1=10 --concurrency 2 --journal match.jsonl --pdn match.pdn
  bolshak match --engine cmd=self --engine cmd='./scan hub' proto=hub --each st=0.1 --openings draws.fen")]
pub(in crate::commands) struct Args {
    #[command(flatten)]
    pub(super) engines: Engines,
    /// The game: russian, giveaway, brazilian, international or english
    #[arg(long, value_name = "GAME", value_parser = parsers::variant, default_value_t)]
    pub(super) variant: Variant,
    /// Openings: a file of FENs, move lists or games, in any of their forms [default: the set in the program]
    #[arg(long, value_name = "FILE")]
    pub(super) openings: Option<PathBuf>,
    /// Of each opening, only so many plies
    #[arg(long, value_name = "N")]
    pub(super) plies: Option<usize>,
    /// Which square of the openings has number 1: b8 or a1
    #[arg(long, value_name = "SQUARE", default_value = "b8")]
    pub(super) numbering: NumberingArg,
    /// The order of the openings
    #[arg(long, value_name = "ORDER", default_value = "random")]
    pub(super) order: OrderArg,
    /// The place of the first opening in that order, from 1
    #[arg(long, value_name = "N", value_parser = parsers::count, default_value_t = 1)]
    pub(super) start: usize,
    /// The seed of the random order
    #[arg(long, value_name = "N", value_parser = parsers::seed, default_value_t = 1)]
    pub(super) seed: u64,
    /// The games of each two engines; an odd number is rounded up [default: 100, or without end under --sprt]
    #[arg(long, value_name = "N", value_parser = parsers::count, conflicts_with = "rounds")]
    pub(super) games: Option<usize>,
    /// The openings that each two engines play, twice each
    #[arg(long, value_name = "N", value_parser = parsers::count)]
    pub(super) rounds: Option<usize>,
    /// Who meets whom, of more than two engines: all, or the first all others
    #[arg(long, value_name = "FORMAT", default_value = "round-robin")]
    pub(super) format: FormatArg,
    /// The games that are played at once
    #[arg(long, value_name = "N", value_parser = parsers::threads, default_value_t = 1)]
    pub(super) concurrency: usize,
    /// End when one of two hypotheses about the first two engines is as good as sure: elo0=0 elo1=5 alpha=0.05
    /// beta=0.05 model=normalized (or logistic)
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..)]
    pub(super) sprt: Option<Vec<String>>,
    /// Call a game drawn by its scores: from=20 (the first move) moves=8 (in a row, of each side) score=0.1 (men)
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..)]
    pub(super) draw: Option<Vec<String>>,
    /// Call a game won when both engines see it: moves=3 (in a row, of each side) score=6 (men)
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..)]
    pub(super) win: Option<Vec<String>>,
    /// Call a game as soon as the endgame bases know its result under the draw rules: those built in and those of a folder
    #[arg(long, value_name = "DIR", num_args = 0..=1, default_missing_value = "")]
    pub(super) bases: Option<String>,
    /// Call a game drawn after so many plies
    #[arg(long, value_name = "N", value_parser = parsers::count, default_value_t = 500)]
    pub(super) max_plies: usize,
    /// What an engine may use more than its clock has
    #[arg(long, value_name = "TIME", value_parser = parsers::duration, default_value = "10ms")]
    pub(super) time_margin: Duration,
    /// How long an answer is awaited after the flag has fallen, or without a clock, before the engine is killed
    #[arg(long, value_name = "TIME", value_parser = parsers::duration, default_value = "60s")]
    pub(super) patience: Duration,
    /// Write every game to a PDN file, with clocks and scores
    #[arg(long, value_name = "FILE")]
    pub(super) pdn: Option<PathBuf>,
    /// Write every finished game to a file from which the match can be resumed
    #[arg(long, value_name = "FILE")]
    pub(super) journal: Option<PathBuf>,
    /// Go on with the match whose journal is there already
    #[arg(long, requires = "journal")]
    pub(super) resume: bool,
    /// Write every line to and from the engines to a file
    #[arg(long, value_name = "FILE")]
    pub(super) log: Option<PathBuf>,
    /// Show the results each so many games
    #[arg(long, value_name = "N", value_parser = parsers::count, default_value_t = 10)]
    pub(super) interval: usize,
    /// Print the result as one JSON object; all else goes to stderr
    #[arg(long)]
    pub(super) json: bool,
}

/// The order of openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum OrderArg {
    /// As in the file
    Sequential,
    /// Shuffled
    Random,
}

/// Which square has number 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum NumberingArg {
    /// From Black's back row down
    B8,
    /// From White's back row up
    A1,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum FormatArg {
    /// Each meets each
    RoundRobin,
    /// The first meets all others
    Gauntlet,
}

impl From<FormatArg> for Format {
    fn from(format: FormatArg) -> Self {
        match format {
            FormatArg::RoundRobin => Self::RoundRobin,
            FormatArg::Gauntlet => Self::Gauntlet,
        }
    }
}

impl Args {
    /// Rounds enough for any test to end.
    const WITHOUT_END: usize = 1_000_000;

    pub(super) fn rounds(&self) -> usize {
        let default = if self.sprt.is_some() { Self::WITHOUT_END } else { 50 };
        self.rounds.or(self.games.map(|games| games.div_ceil(2))).unwrap_or(default)
    }

    pub(super) const fn numbering(&self) -> Numbering {
        match self.numbering {
            NumberingArg::B8 => Numbering::FromTop,
            NumberingArg::A1 => Numbering::FromBottom,
        }
    }

    pub(super) const fn order(&self) -> Order {
        match self.order {
            OrderArg::Sequential => Order::Sequential,
            OrderArg::Random => Order::Random { seed: self.seed },
        }
    }

    /// The place of the first opening, from 0.
    pub(super) fn first_opening(&self, count: usize) -> Result<usize, Failure> {
        self.start.checked_sub(1).filter(|&first| first < count).ok_or_else(|| {
            Failure::Usage(format!("--start: expected a number from 1 to {count}, found {}", self.start))
        })
    }

    pub(super) fn adjudication(&self) -> Result<Adjudication, Failure> {
        let draw = match &self.draw {
            None => None,
            Some(words) => {
                let words = Words::read("--draw", words, &["from", "moves", "score"])?;
                Some(DrawAdjudication {
                    from_move: words.count("from", 20, 1)?,
                    moves: words.count("moves", 8, 1)?,
                    score: words.number("score", 0.1, 0.0, 100.0)?,
                })
            }
        };
        let win = match &self.win {
            None => None,
            Some(words) => {
                let words = Words::read("--win", words, &["moves", "score"])?;
                Some(WinAdjudication {
                    moves: words.count("moves", 3, 1)?,
                    score: words.number("score", 6.0, 0.01, 100.0)?,
                })
            }
        };
        Ok(Adjudication { draw, win, most_plies: Some(self.max_plies) })
    }

    pub(super) fn sprt(&self, engines: usize) -> Result<Option<Sprt>, Failure> {
        let Some(words) = &self.sprt else { return Ok(None) };
        if engines != 2 {
            return Err(Failure::Usage(format!("--sprt: expected two engines, found {engines}")));
        }
        let words = Words::read("--sprt", words, &["elo0", "elo1", "alpha", "beta", "model"])?;
        let model = match words.text("model") {
            None | Some("normalized") => Model::Normalized,
            Some("logistic") => Model::Logistic,
            Some(other) => {
                let message = format!("--sprt: model: expected normalized or logistic, found {other:?}");
                return Err(Failure::Usage(message));
            }
        };
        let sprt = Sprt {
            elo0: words.number("elo0", 0.0, -1000.0, 1000.0)?,
            elo1: words.number("elo1", 5.0, -1000.0, 1000.0)?,
            alpha: words.number("alpha", 0.05, 1e-6, 0.49)?,
            beta: words.number("beta", 0.05, 1e-6, 0.49)?,
            model,
        };
        if sprt.elo0 >= sprt.elo1 {
            let message = format!("--sprt: expected elo0 < elo1, found {} and {}", sprt.elo0, sprt.elo1);
            return Err(Failure::Usage(message));
        }
        Ok(Some(sprt))
    }
}

/// The engines, each with its words.
#[derive(Clone, Debug, Default)]
pub(super) struct Engines {
    pub(super) engines: Vec<Vec<String>>,
    /// Words that hold for all.
    pub(super) each: Vec<String>,
}

// The derived reader would put the words of all engines into one list.
impl FromArgMatches for Engines {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let occurrences = matches.get_occurrences::<String>("engine");
        let engines = occurrences.into_iter().flatten().map(|words| words.cloned().collect()).collect();
        let each = matches.get_many::<String>("each").into_iter().flatten().cloned().collect();
        Ok(Self { engines, each })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl clap::Args for Engines {
    fn augment_args(command: Command) -> Command {
        let argument = |name: &'static str| {
            Arg::new(name).long(name).value_name("KEY=VALUE").num_args(1..).action(ArgAction::Append)
        };
        command
            .arg(argument("engine").required(true).help("An engine, described by words; twice or more"))
            .arg(argument("each").help("Words that hold for every engine, where it does not say otherwise"))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}
