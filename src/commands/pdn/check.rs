//! `bolshak pdn check`: what is wrong with the games of files.

use serde::Serialize;

use super::super::failure::Failure;
use super::super::many;
use super::input::{Event, InputArgs, Name, each_game};
use crate::pdn::{Fault, Parsed};
use crate::protocol::Output;
use crate::rules::{Rules, with_rules};

/// Check that files hold games that can be read and played
///
/// Each fault is one line that names the file, the line, the column, the game and the reason; the last line of a file
/// counts its games, plies (moves of either side) and faults. The exit code is 1 when there are faults or a file cannot
/// be read.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{JSON}"))]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// Print one JSON object a line; see --help for their fields
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  bolshak pdn check games.pdn
  bolshak pdn check --json *.pdn
  zcat games.pdn.gz | bolshak pdn check -";

const JSON: &str = "\
The objects that --json prints, one a line:
  {\"kind\": \"fault\", \"file\", \"line\", \"column\", \"game\", \"reason\"}
      a fault; line, column (in characters) and game count from 1
  {\"kind\": \"warning\", …}
      the same for what is unusual but clear, as \"-\" for \":\"
  {\"kind\": \"file\", \"file\", \"games\", \"plies\", \"faults\", \"faulty\"}
      the end of a file; plies are moves of either side, faulty the number of
      games with faults
  {\"kind\": \"total\", \"files\", \"games\", \"plies\", \"faults\", \"faulty\", \"unread\"}
      the last line; unread is the number of files that could not be read";

/// Games, and what is wrong with them.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Count {
    games: usize,
    plies: usize,
    faults: usize,
    faulty: usize,
}

impl Count {
    fn add(&mut self, other: Self) {
        self.games += other.games;
        self.plies += other.plies;
        self.faults += other.faults;
        self.faulty += other.faulty;
    }

    fn in_words(self) -> String {
        let Self { games, plies, faults, faulty } = self;
        let faults = match faults {
            0 => "no fault".to_owned(),
            _ => format!("{} in {}", many(faults, "fault", "faults"), many(faulty, "game", "games")),
        };
        format!("{}, {}, {faults}", many(games, "game", "games"), many(plies, "ply", "plies"))
    }
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Line {
    Fault(FaultLine),
    Warning(FaultLine),
    File {
        file: String,
        #[serde(flatten)]
        count: Count,
    },
    Total {
        files: usize,
        #[serde(flatten)]
        count: Count,
        unread: usize,
    },
}

#[derive(Debug, Serialize)]
struct FaultLine {
    file: String,
    line: u64,
    column: u64,
    game: usize,
    reason: String,
}

impl FaultLine {
    fn new(name: Name<'_>, game: usize, fault: &Fault) -> Self {
        let Fault { line, column, kind } = fault;
        Self { file: name.to_string(), line: *line, column: *column, game, reason: kind.to_string() }
    }
}

/// Checks.
pub(super) fn run(args: &Args, output: &Output) -> Result<(), Failure> {
    let mut checker =
        Checker { json: args.json, output, files: 0, file: Count::default(), total: Count::default() };
    let unread = with_rules!(args.input.variant, R => {
        each_game::<R>(&args.input, args.input.reading(), true, |event| checker.hear(event))
    });
    checker.conclude(unread)
}

struct Checker<'a> {
    json: bool,
    output: &'a Output,
    files: usize,
    file: Count,
    total: Count,
}

impl Checker<'_> {
    /// Says what is wrong with a game, or counts the games of a file; whether to go on.
    fn hear<R: Rules>(&mut self, event: Event<'_, R>) -> bool {
        match event {
            Event::Game(name, game) => self.game(name, &game),
            Event::EndOfFile(name) => {
                if self.file.games == 0 {
                    self.file.faults += 1;
                    let reason = "expected a game, found none".to_owned();
                    let line = FaultLine { file: name.to_string(), line: 1, column: 1, game: 1, reason };
                    self.say(Line::Fault(line));
                }
                let count = std::mem::take(&mut self.file);
                self.files += 1;
                self.total.add(count);
                self.say(Line::File { file: name.to_string(), count });
            }
        }
        !self.output.is_closed()
    }

    fn game<R: Rules>(&mut self, name: Name<'_>, game: &Parsed<R>) {
        self.file.add(Count {
            games: 1,
            plies: game.record.moves.len(),
            faults: game.faults.len(),
            faulty: usize::from(!game.faults.is_empty()),
        });
        for fault in &game.faults {
            self.say(Line::Fault(FaultLine::new(name, game.number, fault)));
        }
        for warning in &game.warnings {
            self.say(Line::Warning(FaultLine::new(name, game.number, warning)));
        }
    }

    fn say(&self, line: Line) {
        if self.json {
            // Nothing in it could fail to be written.
            self.output.line(serde_json::to_string(&line).unwrap_or_default());
            return;
        }
        let place =
            |line: &FaultLine| format!("{}:{}:{}: game {}", line.file, line.line, line.column, line.game);
        match line {
            Line::Fault(line) => self.output.line(format!("{}: {}", place(&line), line.reason)),
            Line::Warning(line) => self.output.line(format!("{}: warning: {}", place(&line), line.reason)),
            Line::File { file, count } => self.output.line(format!("{file}: {}", count.in_words())),
            Line::Total { files, count, .. } if files > 1 => {
                self.output.line(format!("{files} files: {}", count.in_words()));
            }
            Line::Total { .. } => {}
        }
    }

    fn conclude(&self, unread: usize) -> Result<(), Failure> {
        let Self { files, total, .. } = *self;
        self.say(Line::Total { files, count: total, unread });
        match (total.faults, unread) {
            (0, 0) => Ok(()),
            (0, _) => Err(Failure::Failed(format!("files that could not be read: {unread}"))),
            (faults, _) => Err(Failure::Failed(format!("faults found: {faults}"))),
        }
    }
}
