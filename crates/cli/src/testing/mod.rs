//! For the tests of the binaries: programs run through pipes.
//!
//! - [`run`]: to the end, with its input at once.
//! - [`Piped`]: line by line, as a GUI does.
//! - [`session`]: scripts of lines, waits and expectations, from files.

mod piped;
pub mod session;

pub use piped::{Ended, FOR_EVER, Heard, Piped, Resident, memory};

use std::ffi::OsStr;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Nothing that is tested takes so long, unless it would never end.
const LONGEST_RUN: Duration = Duration::from_secs(600);

/// A program and its arguments, all of its streams piped.
pub fn command(program: &str, args: &[impl AsRef<OsStr>]) -> Command {
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs a program to its end: its status, standard output, standard error.
///
/// # Errors
/// If it cannot be run, does not end, is ended by a signal, or writes no UTF-8.
pub fn run(
    program: &str,
    args: &[impl AsRef<OsStr>],
    input: impl AsRef<[u8]>,
) -> Result<(i32, String, String), String> {
    let mut child = command(program, args).spawn().map_err(|e| e.to_string())?;
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let input = input.as_ref().to_vec();
    // From threads of their own: all pipes may fill.
    let writer = thread::spawn(move || {
        let _ = stdin.map(|mut stdin| stdin.write_all(&input));
    });
    let complaints = thread::spawn(move || read(stderr));
    let (sender, result) = mpsc::channel();
    thread::spawn(move || {
        let _ = sender.send(read(stdout));
    });
    let Ok(out) = result.recv_timeout(LONGEST_RUN) else {
        let _ = child.kill();
        return Err("it does not end".to_owned());
    };
    let status = child.wait().map_err(|e| e.to_string())?;
    let status = status.code().ok_or_else(|| format!("it was ended: {status}"))?;
    let failed = |_| "a thread panicked".to_owned();
    writer.join().map_err(failed)?;
    Ok((status, out?, complaints.join().map_err(failed)??))
}

fn read(stream: Option<impl Read>) -> Result<String, String> {
    let mut text = String::new();
    let read = stream.map(|mut stream| stream.read_to_string(&mut text));
    read.transpose().map_err(|e| e.to_string())?;
    Ok(text)
}

/// The texts of an SVG picture, in their order.
///
/// # Errors
/// If it is no picture: tags that are not closed, an error of the syntax.
pub fn texts(picture: &str) -> Result<Vec<String>, String> {
    use svg::node::element::tag::Type;
    use svg::parser::Event;

    let (mut open, mut texts) = (Vec::new(), Vec::new());
    for event in svg::read(picture).map_err(|e| e.to_string())? {
        match event {
            Event::Error(error) => return Err(error.to_string()),
            Event::Tag(name, Type::Start, _) => open.push(name.to_owned()),
            Event::Tag(name, Type::End, _) => match open.pop() {
                Some(last) if last == name => {}
                last => return Err(format!("{name} closes {last:?}")),
            },
            Event::Text(text) if open.last().is_some_and(|name| name == "text") => {
                texts.push(text.trim().to_owned());
            }
            _ => {}
        }
    }
    if open.is_empty() { Ok(texts) } else { Err(format!("{open:?} is not closed")) }
}
