//! The program: reads the command line and does what it says. Without arguments it serves the line protocol.

use std::process::ExitCode;

use bolshak::commands;

fn main() -> ExitCode {
    // The log goes to stderr, and only when it is asked for: stdout belongs to the commands.
    env_logger::Builder::from_env(env_logger::Env::new().filter_or("BOLSHAK_LOG", "off")).init();
    match commands::parse(std::env::args_os()) {
        Ok(cli) => commands::run(cli),
        Err(early) => early,
    }
}
