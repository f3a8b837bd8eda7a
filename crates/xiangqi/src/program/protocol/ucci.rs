//! The words of UCCI, the protocol of Chinese GUIs.

use std::io;
use std::sync::atomic::Ordering;

use cli::Output;
use cli::host::Action;
use xiangqi::notation::{self, Notation};

use super::Session;
use super::go::Go;
use super::job::Job;
use super::options;
use super::position;
use super::voice;
use super::words::{Remarks, first_word};

/// The answer to `ucci`.
pub(super) fn greeting() -> String {
    let mut lines = vec![
        format!("id name Boyi Xiangqi {}", env!("CARGO_PKG_VERSION")),
        "id copyright MIT OR Apache-2.0".to_owned(),
        "id author the Boyi developers".to_owned(),
        "id user anyone".to_owned(),
    ];
    lines.extend(options::UCCI.iter().map(options::Choice::ucci));
    lines.push("ucciok".to_owned());
    lines.join("\n")
}

impl Session {
    /// Obeys a line of a UCCI session.
    pub(super) fn ucci(&mut self, word: &str, rest: &str, out: &Output) -> io::Result<Action<Job>> {
        match word {
            "go" => self.ucci_go(rest, out),
            // Whoever waits for an end hears that nothing runs.
            "stop" if !self.running.any => {
                out.line("nobestmove")?;
                Ok(Action::Continue)
            }
            "stop" => Ok(Action::Stop),
            "ponderhit" => {
                self.running.draw_offered |= first_word(rest).0 == "draw";
                Ok(self.ponder_hit())
            }
            "quit" => {
                self.bye.store(true, Ordering::Relaxed);
                Ok(Action::Quit)
            }
            "banmoves" => self.ban(rest, out),
            "probe" => {
                // GUIs leave the word `fen` out or write it, as for `position`.
                let text = match first_word(rest).0 {
                    "fen" | "startpos" => rest.to_owned(),
                    _ => format!("fen {rest}"),
                };
                let known = match position::read(&text, self.rules) {
                    Ok(pos) => self.engine.as_ref().and_then(|engine| engine.recall(&pos)),
                    Err(e) => {
                        self.remark(&format!("probe: {e}"), out)?;
                        None
                    }
                };
                out.line(voice::pop_hash(known.as_ref()))?;
                Ok(Action::Continue)
            }
            _ => self.common(word, rest, out),
        }
    }

    fn ucci_go(&mut self, rest: &str, out: &Output) -> io::Result<Action<Job>> {
        let mut go = Go::ucci(rest, self.unit);
        if !self.banned.is_empty() {
            let all = self.pos.legal_moves().into_iter();
            go.moves = Some(all.filter(|m| !self.banned.contains(m)).collect());
        }
        if go.depth == Some(0) {
            self.remarks(std::mem::take(&mut go.remarks), out)?;
            out.line("nobestmove")?;
            return Ok(Action::Continue);
        }
        self.search(go, out)
    }

    /// `banmoves M ...`: until the next position.
    fn ban(&mut self, rest: &str, out: &Output) -> io::Result<Action<Job>> {
        let mut remarks = Remarks::default();
        self.banned.clear();
        for word in rest.split_whitespace() {
            match notation::parse(Notation::Uci, self.pos.board(), word) {
                Ok(m) => self.banned.push(m),
                Err(e) => remarks.add(format_args!("banmoves: {e}")),
            }
        }
        self.remarks(remarks, out)?;
        Ok(Action::Continue)
    }
}
