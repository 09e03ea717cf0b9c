//! `bolshak pdn convert`: games in another form.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::PathBuf;

use clap::ValueEnum;

use super::super::failure::Failure;
use super::super::{many, note};
use super::input::{Event, InputArgs, each_game};
use crate::files::NewFile;
use crate::pdn::{Annotation, Parsed, Style, write_game};
use crate::protocol::Output;
use crate::rules::{Rules, with_rules};

/// Write the games of files in one form
///
/// Of a game with a move that cannot be played, the moves before it are written, and a comment behind them that gives
/// the reason; a game whose start position cannot be read is left out. Both are told on the standard error, and the
/// exit code is then 1.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bolshak pdn convert old.pdn > new.pdn
  bolshak pdn convert --style lidraughts --out new.pdn old1.pdn old2.pdn
  bolshak pdn convert --skip-faulty --out good.pdn games.pdn")]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// The form of PDN to write
    #[arg(long, value_enum, default_value_t = StyleName::Standard)]
    style: StyleName,
    /// The file to write, which is replaced when all is done; the standard output if left out
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Leave out games of which not all moves can be read
    #[arg(long)]
    skip_faulty: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum StyleName {
    #[value(help = "That of the PDN standard: GameType \"25,W,8,8,A0,0\", b4:d6, 1-0")]
    Standard,
    #[value(help = "That of lidraughts.org: GameType \"25\", b4xd6, 2-0")]
    Lidraughts,
}

impl From<StyleName> for Style {
    fn from(name: StyleName) -> Self {
        match name {
            StyleName::Standard => Self::STANDARD,
            StyleName::Lidraughts => Self::LIDRAUGHTS,
        }
    }
}

/// Converts.
pub(super) fn run(args: &Args, output: &Output) -> Result<(), Failure> {
    match &args.out {
        None => {
            let mut stdout = BufWriter::new(io::stdout().lock());
            let outcome = convert(args, &mut stdout)?;
            match stdout.flush() {
                // Nobody reads any more.
                Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                    Err(Failure::Failed(format!("the standard output could not be written: {error}")))
                }
                _ => outcome.conclude(),
            }
        }
        Some(path) => {
            let failed = |error| Failure::not_written(path, &error);
            let mut file = NewFile::create(path).map_err(failed)?;
            let outcome = convert(args, &mut file)?;
            file.finish().map_err(failed)?;
            outcome.conclude()?;
            output.line(format!("{} written to {}", many(outcome.written, "game", "games"), path.display()));
            Ok(())
        }
    }
}

/// What became of the games.
#[derive(Clone, Copy, Debug, Default)]
struct Outcome {
    written: usize,
    cut: usize,
    left_out: usize,
    unread: usize,
}

impl Outcome {
    fn conclude(self) -> Result<(), Failure> {
        let Self { written, cut, left_out, unread } = self;
        if cut + left_out + unread == 0 {
            return Ok(());
        }
        let mut parts = vec![format!("{} written", many(written, "game", "games"))];
        let told = [(cut, "of them only in part"), (left_out, "left out"), (unread, "files not read")];
        parts.extend(
            told.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")),
        );
        Err(Failure::Failed(parts.join(", ")))
    }
}

fn convert(args: &Args, output: &mut impl Write) -> Result<Outcome, Failure> {
    let (mut outcome, mut error) = (Outcome::default(), None);
    // A line of progress would mix with games on the same terminal.
    let progress = args.out.is_some() || !io::stdout().is_terminal();
    outcome.unread = with_rules!(args.input.variant, R => each_game::<R>(&args.input, args.input.reading(), progress, |event| {
        let Event::Game(name, mut game) = event else { return true };
        for fault in &game.faults {
            note(format!("{name}:{}:{}: game {}: {}", fault.line, fault.column, game.number, fault.kind));
        }
        if !game.has_start || (args.skip_faulty && !game.is_complete) {
            outcome.left_out += 1;
            return true;
        }
        outcome.written += 1;
        outcome.cut += usize::from(!game.is_complete);
        tell_the_cut(&mut game);
        error = write_game(output, &game.record, args.style.into()).err();
        error.is_none()
    }));
    match error {
        Some(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::Failed(format!("the games could not be written: {error}")))
        }
        _ => Ok(outcome),
    }
}

/// Puts a comment where the moves of a game could not be read further.
fn tell_the_cut<R: Rules>(game: &mut Parsed<R>) {
    if game.is_complete {
        return;
    }
    let reason = game.faults.last().map_or_else(String::new, |fault| fault.kind.to_string());
    let comment = format!("The rest of the moves could not be read: {reason}");
    match game.record.moves.last_mut() {
        Some(last) => last.comment(comment),
        None => game.record.preface.push(Annotation::Comment(comment)),
    }
}
