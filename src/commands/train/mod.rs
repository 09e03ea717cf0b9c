//! `bolshak train`: learning the weights of the evaluation.

mod export;
mod fit;
mod generate;

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressStyle};

use super::failure::Failure;
use crate::protocol::Output;

/// Learn the weights of the evaluation from games of the engine with itself
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    Generate(generate::Args),
    Fit(fit::Args),
    Export(export::Args),
}

/// Does one step.
pub(super) fn run(args: &Args, output: &Output) -> Result<(), Failure> {
    match &args.command {
        Command::Generate(args) => generate::run(args, output),
        Command::Fit(args) => fit::run(args, output),
        Command::Export(args) => export::run(args, output),
    }
}

/// A progress bar on a terminal; elsewhere there is none.
fn bar(length: usize, unit: &str) -> Option<ProgressBar> {
    if !std::io::stderr().is_terminal() {
        return None;
    }
    let bar = ProgressBar::new(length as u64);
    let template = format!("{{wide_bar}} {{pos}}/{{len}} {unit}, {{elapsed}} gone, {{eta}} to go  {{msg}}");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    Some(bar)
}
