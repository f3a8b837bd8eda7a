//! The program, run through pipes.

use std::ffi::OsStr;
use std::process::Command;

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_tictactoe");

pub(crate) fn command(args: &[impl AsRef<OsStr>]) -> Command {
    cli::testing::command(PROGRAM, args)
}

/// Status, standard output, standard error.
pub(crate) fn run(args: &[impl AsRef<OsStr>], input: impl AsRef<[u8]>) -> (i32, String, String) {
    let words = || args.iter().map(AsRef::as_ref).collect::<Vec<_>>();
    cli::testing::run(PROGRAM, args, input).unwrap_or_else(|e| panic!("{:?}: {e}", words()))
}

pub(crate) fn ok(args: &[&str]) -> String {
    let (status, out, err) = run(args, "");
    assert_eq!((status, &*err), (0, ""), "{args:?}");
    out
}
