//! `bolshak hub`.

use std::fmt::Write;
use std::io::{Cursor, Read, stdin, stdout};

use clap::Args as ClapArgs;

use crate::protocol::{self, Dialect};

/// Speak the Hub protocol on standard input and output, for the programs that drive draughts engines with it.
#[derive(Debug, ClapArgs)]
pub(super) struct Args {
    /// Parameters of the protocol to begin with; those that the engine does not have are passed over
    #[arg(value_name = "--PARAMETER=VALUE", trailing_var_arg = true, allow_hyphen_values = true)]
    parameters: Vec<String>,
}

/// Serves the client.
pub(super) fn run(args: &Args) {
    let lines = Cursor::new(settings(&args.parameters));
    protocol::serve(lines.chain(stdin()), stdout(), Dialect::hub());
}

/// The parameters as the client would set them.
fn settings(parameters: &[String]) -> String {
    let mut lines = String::new();
    for parameter in parameters {
        let text: String =
            parameter.chars().filter(|letter| !letter.is_control() && *letter != '"').collect();
        if let Some((name, value)) = text.trim_start_matches('-').split_once('=') {
            // Writing to a string cannot fail.
            let _ = writeln!(lines, "set-param name=\"{name}\" value=\"{value}\"");
        } else {
            log::warn!("{parameter:?} is passed over: expected --parameter=value");
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_become_lines() {
        let given = ["--threads=2", "--new", "value", "--book=\"a\nb\""].map(str::to_owned);
        let lines = "set-param name=\"threads\" value=\"2\"\nset-param name=\"book\" value=\"ab\"\n";
        assert_eq!(settings(&given), lines);
    }
}
