//! What can go wrong on a command line, and how the process then ends.

use std::io::{self, Write};
use std::process::ExitCode;

use crate::words;

/// Why a command did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The command line is wrong; the text names the bad word and what was
    /// expected. Exit status 2.
    #[error("{0}")]
    Usage(String),
    /// The command was understood and cannot be done. Exit status 1.
    #[error("{0}")]
    Failure(String),
    /// Output could not be written. A pipe closed by its reader is no error
    /// of ours: the process leaves quietly.
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
    /// `--help` or `--version` was asked for: shown on standard output.
    #[error("{0}")]
    Shown(clap::Error),
}

impl Error {
    /// A wrong word on the command line, and what was expected in its place.
    #[allow(clippy::needless_pass_by_value, reason = "callers have messages to give away")]
    pub fn usage(text: impl ToString) -> Self {
        Self::Usage(text.to_string())
    }

    /// Something that cannot be done.
    #[allow(clippy::needless_pass_by_value, reason = "callers have messages to give away")]
    pub fn failure(text: impl ToString) -> Self {
        Self::Failure(text.to_string())
    }
}

impl From<clap::Error> for Error {
    fn from(error: clap::Error) -> Self {
        use clap::error::ErrorKind;
        match error.kind() {
            ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => Self::Shown(error),
            _ => Self::Usage(one_line(&error.to_string())),
        }
    }
}

/// clap explains itself over several lines; scripts and logs want one.
fn one_line(text: &str) -> String {
    let mut joined = String::new();
    for line in text.lines().map(str::trim).filter(|l| !l.is_empty()) {
        if line.starts_with("Usage:") || line.starts_with("For more information") {
            break;
        }
        let line = line.strip_prefix("error: ").unwrap_or(line);
        if !joined.is_empty() {
            joined.push_str(if joined.ends_with(':') { " " } else { "; " });
        }
        joined.push_str(line);
    }
    joined
}

/// Ends a program: nothing to say after success, one line on standard error
/// after a failure, quiet when the reader of our output has left.
///
/// The status is 2 for a wrong command line ([`Error::Usage`]) and 1 for everything else.
#[must_use]
pub fn exit(program: &str, result: anyhow::Result<()>) -> ExitCode {
    let Err(error) = result else { return ExitCode::SUCCESS };
    let closed = error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|e| e.kind() == io::ErrorKind::BrokenPipe);
    let ours = error.downcast_ref::<Error>();
    match ours {
        _ if closed => return ExitCode::SUCCESS,
        Some(Error::Shown(help)) => {
            // A full disk is told like any other; a reader who has left is not.
            return match help.print().and_then(|()| io::stdout().flush()) {
                Err(e) if e.kind() != io::ErrorKind::BrokenPipe => {
                    complain(program, &Error::Output(e).to_string());
                    ExitCode::FAILURE
                }
                _ => ExitCode::SUCCESS,
            };
        }
        _ => {}
    }
    // Ours are whole sentences; of others the causes are worth telling.
    complain(program, &if ours.is_some() { error.to_string() } else { format!("{error:#}") });
    ExitCode::from(if matches!(ours, Some(Error::Usage(_))) { 2 } else { 1 })
}

fn complain(program: &str, text: &str) {
    let text = words::on_one_line(text);
    // Where not even standard error can be written, the status must do.
    let _ = io::stderr().write_all(format!("{program}: {text}\n").as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clap_in_one_line() {
        let text = "error: invalid value 'x' for '--depth <D>'\n  [possible values: a, b]\n\n  \
                    tip: a similar value exists: 'a'\n\nUsage: t\n\nFor more information, try '--help'.\n";
        assert_eq!(
            one_line(text),
            "invalid value 'x' for '--depth <D>'; [possible values: a, b]; tip: a similar value exists: 'a'"
        );
        let text =
            "error: the following required arguments were not provided:\n  <D>\n\nUsage: t <D>\n";
        assert_eq!(one_line(text), "the following required arguments were not provided: <D>");
    }
}
