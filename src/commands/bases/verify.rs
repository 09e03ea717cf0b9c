//! `bolshak bases verify`: checks endgame bases.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use super::super::failure::Failure;
use super::super::interrupt::stopped_by_interrupt;
use super::super::{parsers, settings};
use super::bar;
use crate::bases::{BaseFile, Bases, Checked, Discord, Effort, Subject, VerifyError, verify};
use crate::notation::{Notation, write_fen};
use crate::protocol::Output;
use crate::rules::{Rules, Variant, with_rules};

/// Check endgame bases: their checksums, and their values against those that the moves give
///
/// The value of a position follows from those of the positions after its moves, and is compared with what the file
/// says. Each fault is a line; the last line of a file counts positions and faults. The exit code is 1 when there are
/// faults.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bolshak bases verify
  bolshak bases verify --dir bases --variant english --all
  bolshak bases verify --sample 100000 --seed 7")]
pub(super) struct Args {
    /// The folder of the files [default: those in the program and those of the user's data folder]
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// The game: russian, giveaway, brazilian, international or english
    #[arg(long, value_name = "GAME", value_parser = parsers::variant, default_value_t)]
    variant: Variant,
    /// Look at all positions, and count what is won, drawn and lost
    #[arg(long, conflicts_with = "sample")]
    all: bool,
    /// Look at so many positions of each slice (what has the same men and kings), taken at random
    #[arg(long, value_name = "N", value_parser = parsers::sample, default_value_t = 20_000, allow_negative_numbers = true)]
    sample: u64,
    /// Another number takes other positions
    #[arg(long, value_name = "N", value_parser = parsers::seed, default_value_t = 1, allow_negative_numbers = true)]
    seed: u64,
    /// Number of threads [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = parsers::threads, allow_negative_numbers = true)]
    threads: Option<usize>,
}

/// Checks.
pub(super) fn run(args: &Args, output: &Output) -> Result<(), Failure> {
    let pool = settings::thread_pool(args.threads.unwrap_or_default())?;
    let stop = stopped_by_interrupt();
    with_rules!(args.variant, R => pool.install(|| check::<R>(args, &stop, output)))
}

fn check<R: Rules>(args: &Args, stop: &AtomicBool, output: &Output) -> Result<(), Failure> {
    let effort = Effort { sample: (!args.all).then_some(args.sample), seed: args.seed };
    let mut checker = Checker { effort, stop, output, files: 0, faults: 0 };
    let (bases, faults) = Bases::<R>::load(args.dir.as_deref());
    if args.dir.is_none() {
        // Without those of the user, which would answer in their place.
        let embedded = Bases::<R>::embedded();
        embedded.files().try_for_each(|file| checker.check(&embedded, file))?;
    }
    for fault in faults {
        checker.faults += 1;
        output.line(fault.to_string());
    }
    bases.files().filter(|file| !file.is_embedded()).try_for_each(|file| checker.check(&bases, file))?;
    match (checker.files, checker.faults) {
        (0, 0) => Err(Failure::Failed(format!("expected endgame bases of {}, found none", R::VARIANT))),
        (_, 0) => Ok(()),
        (_, faults) => Err(Failure::Failed(format!("faults found: {faults}"))),
    }
}

struct Checker<'a> {
    effort: Effort,
    stop: &'a AtomicBool,
    output: &'a Output,
    files: usize,
    faults: u64,
}

impl Checker<'_> {
    fn check<R: Rules>(&mut self, bases: &Bases<R>, file: &BaseFile) -> Result<(), Failure> {
        let bar = bar(self.effort.positions(file));
        let watch = |positions| {
            if let Some(bar) = &bar {
                bar.inc(positions);
            }
        };
        let checked = verify(bases, file, self.effort, self.stop, &watch);
        if let Some(bar) = &bar {
            bar.finish_and_clear();
        }
        self.files += 1;
        match checked {
            Ok(checked) => self.tell(file, &checked),
            Err(VerifyError::Damaged(fault)) => {
                self.faults += 1;
                self.output.line(format!("{}: {fault}", file.name()));
            }
            Err(VerifyError::Interrupted) => return Err(Failure::Failed("interrupted".to_owned())),
        }
        Ok(())
    }

    fn tell<R: Rules>(&mut self, file: &BaseFile, checked: &Checked<R>) {
        let name = file.name();
        self.faults += checked.faults;
        for Discord { subject, expected, found } in &checked.first {
            let subject = match subject {
                Subject::File => name.to_owned(),
                Subject::Slice(balance) => format!("{name}: {balance}"),
                Subject::Position(position) => {
                    format!("{name}: {}", write_fen(position, Notation::Algebraic))
                }
            };
            self.output.line(format!("{subject}: expected {expected}, found {found}"));
        }
        let slices = file.header().sections.len();
        let unknown = match checked.unknown {
            0 => String::new(),
            unknown => format!("{unknown} lead to what no base knows, "),
        };
        let faults = match checked.faults {
            0 => "no fault".to_owned(),
            1 => "1 fault".to_owned(),
            faults => format!("{faults} faults"),
        };
        self.output.line(format!(
            "{name}: {slices} slices, {} positions checked, {unknown}{faults}",
            checked.positions
        ));
    }
}
