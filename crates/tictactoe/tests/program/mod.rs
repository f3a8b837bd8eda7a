//! The program, run through pipes.

use std::ffi::OsStr;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Nothing here takes so long, unless it would never end.
const FOR_EVER: Duration = Duration::from_secs(600);

pub(crate) fn command(args: &[impl AsRef<OsStr>]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tictactoe"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Status, standard output, standard error.
pub(crate) fn run(args: &[impl AsRef<OsStr>], input: impl AsRef<[u8]>) -> (i32, String, String) {
    let mut child = command(args).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref().to_vec();
    // From threads of their own: all pipes may fill.
    let writer = thread::spawn(move || {
        let _ = stdin.write_all(&input);
    });
    let (mut stdout, mut stderr) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let complaints = thread::spawn(move || {
        let mut text = String::new();
        stderr.read_to_string(&mut text).unwrap();
        text
    });
    let (sender, result) = mpsc::channel();
    thread::spawn(move || {
        let mut text = String::new();
        stdout.read_to_string(&mut text).unwrap();
        let _ = sender.send(text);
    });
    let Ok(out) = result.recv_timeout(FOR_EVER) else {
        child.kill().unwrap();
        panic!("{:?} does not end", args.iter().map(AsRef::as_ref).collect::<Vec<_>>());
    };
    let status = child.wait().unwrap().code().expect("not ended by a signal");
    writer.join().unwrap();
    (status, out, complaints.join().unwrap())
}

pub(crate) fn ok(args: &[&str]) -> String {
    let (status, out, err) = run(args, "");
    assert_eq!((status, &*err), (0, ""), "{args:?}");
    out
}
