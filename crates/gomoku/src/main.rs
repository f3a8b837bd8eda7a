//! The `gomoku` program: an engine for managers and GUIs (Gomocup), and commands for people.
#![forbid(unsafe_code)]

mod program;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::exit("gomoku", program::run())
}
