//! `bolshak bases build`: makes endgame bases.

use std::fs;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use indicatif::ProgressBar;

use super::super::failure::Failure;
use super::super::interrupt::stopped_by_interrupt;
use super::super::{parsers, settings};
use super::{bar, bits, longest_win, size, time};
use crate::bases::{BaseFile, BuildError, Plan, Step, Totals, Watcher, build, user_folder};
use crate::notation::{Notation, write_fen};
use crate::protocol::Output;
use crate::rules::{Rules, Variant, with_rules};

/// Make the endgame bases of up to so many pieces
///
/// What is in the folder already is not made again, and a run that was ended goes on where it was. Three files are
/// written for each number of pieces: outcomes (wdl), plies to the end of the game (dtw) and, in games with draw rules
/// that count moves, plies to the next capture or crowning (dtc).
#[derive(clap::Args, Debug)]
#[command(
    after_help = "With six pieces there are 2.4 thousand million positions of Russian draughts, which take hours.

Examples:
  bolshak bases build --pieces 6
  bolshak bases build --pieces 4 --variant english --dir bases --threads 2"
)]
pub(super) struct Args {
    /// The most pieces, both sides together
    #[arg(long, value_name = "N", value_parser = parsers::pieces, allow_negative_numbers = true)]
    pieces: u8,
    /// The game: russian, giveaway, brazilian, international or english
    #[arg(long, value_name = "GAME", value_parser = parsers::variant, default_value_t)]
    variant: Variant,
    /// The folder of the files; made if it is not there [default: the user's data folder]
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Number of threads [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = parsers::threads, allow_negative_numbers = true)]
    threads: Option<usize>,
}

/// Builds.
pub(super) fn run(args: &Args, output: &Output) -> Result<(), Failure> {
    let folder = args.dir.clone().or_else(user_folder).ok_or_else(|| {
        Failure::Usage("--dir: expected a folder, since the system does not say where data belong".to_owned())
    })?;
    fs::create_dir_all(&folder).map_err(|error| Failure::of_file(&folder, &error))?;
    let pool = settings::thread_pool(args.threads.unwrap_or_default())?;
    let stop = stopped_by_interrupt();
    with_rules!(args.variant, R => pool.install(|| make::<R>(args.pieces, &folder, &stop, output)))
}

fn make<R: Rules>(pieces: u8, folder: &Path, stop: &AtomicBool, output: &Output) -> Result<(), Failure> {
    output.line(format!("Endgame bases of {} in {}", R::VARIANT, folder.display()));
    let mut teller = Teller::<R> { output, bar: None, begun: None, rules: PhantomData };
    let built = build::<R>(pieces, folder, stop, &mut teller);
    teller.clear();
    match built {
        Ok(()) if teller.begun.is_none() => {
            output.line(format!("All with up to {pieces} pieces are there, there is nothing to do"));
            Ok(())
        }
        Ok(()) => Ok(()),
        Err(BuildError::Interrupted) => Err(Failure::interrupted()),
        Err(error @ (BuildError::File(_) | BuildError::Write { .. } | BuildError::Memory { .. })) => {
            Err(Failure::Failed(error.to_string()))
        }
    }
}

/// Says how far the work has got: on a terminal with a bar, elsewhere in a line for each balance.
struct Teller<'a, R> {
    output: &'a Output,
    bar: Option<ProgressBar>,
    /// When the last number of pieces was begun.
    begun: Option<Instant>,
    rules: PhantomData<R>,
}

impl<R> Teller<'_, R> {
    fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

impl<R: Rules> Watcher for Teller<'_, R> {
    fn begin(&mut self, plan: &Plan) {
        self.clear();
        let Plan { pieces, positions, mebibytes, is_there } = plan;
        self.output.line(if *is_there {
            format!("{pieces} pieces: {positions} positions, there already and only read")
        } else {
            format!("{pieces} pieces: {positions} positions, at most {mebibytes} MiB of memory")
        });
        self.begun = Some(Instant::now());
        self.bar = bar(*positions);
    }

    fn done(&mut self, step: &Step) {
        match &self.bar {
            Some(bar) => {
                bar.set_message(step.balance.to_string());
                bar.inc(step.positions);
            }
            None if step.solved => {
                let Step { balance, positions, .. } = step;
                eprintln!("{balance}: {positions} positions, {}", time(step.time));
            }
            None => {}
        }
    }

    fn finish(&mut self, pieces: u8, totals: &Totals, files: &[PathBuf]) {
        self.clear();
        let Totals { won, drawn, lost, .. } = totals;
        let took = time(self.begun.map(|begun| begun.elapsed()).unwrap_or_default());
        self.output.line(format!("{pieces} pieces: {won} won, {drawn} drawn, {lost} lost, in {took}"));
        let first = files.first().and_then(|path| BaseFile::open(path, R::VARIANT).ok());
        if let Some((plies, position)) = first.and_then(|file| longest_win::<R>(file.header())) {
            let fen = write_fen(&position, Notation::Algebraic);
            self.output.line(format!("  longest win: {plies} plies, in {fen}"));
        }
        for path in files {
            let bytes = fs::metadata(path).map_or(0, |metadata| metadata.len());
            let name = path.file_name().unwrap_or_default().display();
            let bits = bits(bytes, totals.positions());
            self.output.line(format!("  {name}: {}, {bits:.3} bits a position", size(bytes)));
        }
    }
}
