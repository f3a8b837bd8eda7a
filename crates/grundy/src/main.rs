//! The `grundy` program: Grundy's game at the command line.
#![forbid(unsafe_code)]

mod program;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::exit("grundy", program::run())
}
