//! The `tictactoe` program: tic-tac-toe and m,n,k games at the command line.
#![forbid(unsafe_code)]

mod program;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::exit("tictactoe", program::run())
}
