//! What programs hold in memory after many searches.

use std::fmt::Write as _;
use std::path::Path;

use cli::testing::{Piped, Resident, memory};
use xiangqi::Xiangqi;

use crate::openings::Dice;
use crate::storm::Program;

const MIB: u64 = 1 << 20;

/// What xiangqi holds at most besides its table, in bytes: the program, what one thread
/// remembers, a long game. Measured and rounded up.
pub const BESIDE_THE_TABLE: u64 = 16 * MIB;
/// What `play` of a small game holds at most, its table of 16 MiB included, in bytes.
pub const PLAY: u64 = 28 * MIB;
/// What may come between two readings besides, in bytes: pages of tables that are found when
/// something is first remembered there.
pub const NOISE: u64 = 2 * MIB;

/// Searches, and what is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Searches so far.
    pub searches: usize,
    /// In bytes; nothing where the system does not tell.
    pub resident: Option<Resident>,
}

/// What a program may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    /// The program.
    pub program: Program,
    /// Xiangqi: the size of its table in MiB. Gomoku: its `max_memory` in bytes. The others have
    /// neither.
    pub setting: u64,
}

impl Case {
    /// The most that may be resident, in bytes.
    #[must_use]
    pub const fn allowed(&self) -> u64 {
        match self.program {
            Program::Xiangqi => self.setting * MIB + BESIDE_THE_TABLE,
            Program::Gomoku => self.setting,
            Program::Tictactoe | Program::Grundy => PLAY,
        }
    }

    /// Runs so many searches of so many nodes, and reads the memory at each of these counts.
    ///
    /// # Errors
    /// What the program does wrong.
    pub fn run(
        &self,
        program: &Path,
        nodes: u64,
        at: &[usize],
        mut on_reading: impl FnMut(&Reading),
    ) -> Result<Vec<Reading>, String> {
        let mut client = Client::start(self, program, nodes)?;
        let mut dice = Dice::new(1);
        let mut readings = Vec::new();
        for searches in 1..=at.iter().copied().max().unwrap_or(0) {
            client.search(&mut dice)?;
            // What was heard is our memory, not the program's.
            client.piped.said.clear();
            if at.contains(&searches) {
                let reading = Reading { searches, resident: memory(client.piped.id()) };
                on_reading(&reading);
                readings.push(reading);
            }
        }
        client.piped.finish()?.well()?;
        Ok(readings)
    }

    /// Whether these readings are within what is allowed, and no more at the end than at the
    /// first.
    ///
    /// # Errors
    /// The reading that is not.
    pub fn judge(&self, readings: &[Reading]) -> Result<(), String> {
        let mut known = readings.iter().filter_map(|r| Some((r.searches, r.resident?)));
        for (searches, resident) in known.clone() {
            if resident.peak > self.allowed() {
                let (peak, allowed) = (resident.peak, self.allowed());
                return Err(format!("{peak} bytes after {searches} searches: {allowed} allowed"));
            }
        }
        if let (Some((_, first)), Some((_, last))) = (known.clone().next(), known.next_back())
            && last.now > first.now + NOISE
        {
            return Err(format!("it grows from {} to {} bytes", first.now, last.now));
        }
        Ok(())
    }
}

/// The other end of the pipes.
struct Client {
    piped: Piped,
    program: Program,
    game: Xiangqi,
    line: String,
}

impl Client {
    fn start(case: &Case, program: &Path, nodes: u64) -> Result<Self, String> {
        let name = program.to_string_lossy();
        let piped = match case.program {
            Program::Xiangqi | Program::Gomoku => Piped::start(&name, &[""; 0]),
            Program::Tictactoe => {
                let nodes = nodes.to_string();
                Piped::start(
                    &name,
                    &["play", "--mnk", "5,5,4", "--side", "both", "--nodes", &nodes],
                )
            }
            Program::Grundy => {
                // Misère play has no theory: it is searched.
                let words = ["play", "30", "20", "--misere", "--side", "both", "--nodes"];
                Piped::start(&name, &[&words[..], &[&nodes.to_string()]].concat())
            }
        }?;
        let start = Xiangqi::start();
        let mut client = Self { piped, program: case.program, game: start, line: String::new() };
        match case.program {
            Program::Xiangqi => {
                client.piped.send(&[
                    format!("setoption name Hash value {}", case.setting),
                    "isready".to_owned(),
                ]);
                client.until("readyok")?;
                client.line = format!("go nodes {nodes}");
            }
            Program::Gomoku => {
                client.piped.send(&[
                    "START 15".to_owned(),
                    format!("INFO max_memory {}", case.setting),
                    format!("INFO max_node {nodes}"),
                ]);
                client.until("OK")?;
            }
            Program::Tictactoe | Program::Grundy => {}
        }
        Ok(client)
    }

    fn until(&mut self, beginning: &str) -> Result<String, String> {
        Ok(self.piped.until(beginning, |line| line.starts_with(beginning))?.text)
    }

    /// One search, of another position than the last.
    fn search(&mut self, dice: &mut Dice) -> Result<(), String> {
        match self.program {
            Program::Xiangqi => {
                let legal = self.game.legal_moves();
                match dice.pick(&legal) {
                    Some(m) if self.game.moves().len() < 200 => {
                        self.game.play(m).map_err(|e| e.to_string())?;
                    }
                    _ => self.game = Xiangqi::start(),
                }
                let mut position = "position startpos".to_owned();
                for (i, m) in self.game.moves().enumerate() {
                    let _ = write!(position, "{}{m}", if i == 0 { " moves " } else { " " });
                }
                self.piped.send(&[&position, &self.line]);
                self.until("bestmove ")?;
            }
            Program::Gomoku => {
                // Anywhere; a game that this ends, or a point that is taken, is an ERROR, and
                // a new game begins.
                let turn = format!("TURN {},{}", dice.below(15), dice.below(15));
                self.piped.send(&[&turn]);
                let wanted = |line: &str| !line.starts_with("MESSAGE ");
                let answer = self.piped.until("an answer", wanted)?.text;
                if answer.starts_with("ERROR") {
                    self.piped.send(&["RESTART", "TURN 7,7"]);
                    self.until("OK")?;
                    self.piped.until("an answer", wanted)?;
                }
            }
            Program::Tictactoe | Program::Grundy => {
                // The engine plays both sides, and then again.
                self.piped.send(&["go", "save"]);
                let said = self.piped.said.len();
                self.until("`save` needs")?;
                if self.piped.said[said..].iter().any(|line| line.contains("the game is over")) {
                    self.piped.send(&["new", "hint"]);
                    self.until("The engine would play ")?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_allowed() {
        let case = Case { program: Program::Gomoku, setting: 100 * MIB };
        let reading = |searches, now, peak| {
            let resident = Some(Resident { now: now * MIB, peak: peak * MIB });
            Reading { searches, resident }
        };
        assert_eq!(case.judge(&[reading(10, 90, 95), reading(20, 91, 96)]), Ok(()));
        let growing = case.judge(&[reading(10, 90, 95), reading(20, 93, 96)]).unwrap_err();
        assert!(growing.contains("grows"), "{growing}");
        let large = case.judge(&[reading(10, 90, 101)]).unwrap_err();
        assert!(large.contains("after 10 searches"), "{large}");
        let unknown = Reading { searches: 1, resident: None };
        assert_eq!(case.judge(&[unknown]), Ok(()));
    }
}
