//! The words of UCI.

use std::io;

use cli::Output;
use cli::host::Action;

use super::Session;
use super::go::Go;
use super::job::Job;
use super::options;

/// The answer to `uci`.
pub(super) fn greeting() -> String {
    let mut lines = vec![
        format!("id name Boyi Xiangqi {}", env!("CARGO_PKG_VERSION")),
        "id author the Boyi developers".to_owned(),
    ];
    lines.extend(options::UCI.iter().map(options::Choice::uci));
    lines.push("uciok".to_owned());
    lines.join("\n")
}

impl Session {
    /// Obeys a line of a UCI session.
    pub(super) fn uci(&mut self, word: &str, rest: &str, out: &Output) -> io::Result<Action<Job>> {
        match word {
            "go" => {
                let go = Go::uci(rest, &self.pos);
                self.search(go, out)
            }
            "stop" => Ok(Action::Stop),
            "ponderhit" => Ok(self.ponder_hit()),
            "quit" => Ok(Action::Quit),
            // Everything that there is to say is said anyway.
            "debug" => Ok(Action::Continue),
            _ => self.common(word, rest, out),
        }
    }
}
