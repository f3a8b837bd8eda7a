//! Storms: random lines and bytes for the programs, by a seed.
//!
//! A program must survive whatever it is sent: no panic, no hang, an exit code of 0, no line
//! that no client could read, and no move that is not legal. What is sent follows from the
//! seed alone; how much of it meets a search that runs, from the machine.

mod arguments;
mod gomoku;
mod play;
mod words;
mod xiangqi;

use std::collections::VecDeque;
use std::path::Path;
use std::time::{Duration, Instant};

use cli::testing::Piped;

use crate::openings::Dice;

pub use arguments::call;

/// What is stormed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// UCI and UCCI.
    Xiangqi,
    /// The Gomocup protocol and the Yixin dialect.
    Gomoku,
    /// `play` of one of the four programs.
    Play(Program),
}

/// A program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// Tic-tac-toe and m,n,k games.
    Tictactoe,
    /// Grundy's game.
    Grundy,
    /// Five in a row.
    Gomoku,
    /// Chinese chess.
    Xiangqi,
}

impl Program {
    /// The name of its file.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tictactoe => "tictactoe",
            Self::Grundy => "grundy",
            Self::Gomoku => "gomoku",
            Self::Xiangqi => "xiangqi",
        }
    }
}

impl Target {
    fn tongue(self, dice: &mut Dice) -> Box<dyn Tongue> {
        match self {
            Self::Xiangqi => Box::new(xiangqi::Uci::default()),
            Self::Gomoku => Box::new(gomoku::Gomocup::default()),
            Self::Play(program) => Box::new(play::Play::new(program, dice)),
        }
    }
}

/// How long it lasts: whatever comes first.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Lines that are sent.
    pub lines: u64,
    /// Time that passes.
    pub time: Duration,
}

/// What came of a storm.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Lines that were sent.
    pub lines: u64,
    /// Lines that came back.
    pub answers: u64,
    /// Processes.
    pub processes: u64,
    /// Moves that were held against the rules.
    pub moves: u64,
}

/// A program that did something wrong.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{what}\nlast sent:\n  {}", last_sent.join("\n  "))]
pub struct Fault {
    /// What was wrong, and what the program said last.
    pub what: String,
    /// The last lines that it was sent, escaped.
    pub last_sent: Vec<String>,
}

/// How one speaks with a program.
trait Tongue {
    /// Its arguments.
    fn args(&self) -> Vec<String>;
    /// A line, most often one that means something.
    fn line(&self, dice: &mut Dice) -> String;
    /// Whether the program may leave after it.
    fn leaves(&self, line: &str) -> bool;
    /// Ends whatever runs, and is answered by a line that begins as told, once all else is.
    fn sync(&self, number: u64) -> (Vec<String>, String);
    /// Whether a line of this form may come.
    fn judge(&self, line: &str) -> Result<(), String>;
    /// Asks for moves and holds them against the rules; how many.
    fn examine(&self, dice: &mut Dice, talk: &mut Talk) -> Result<u64, String>;
    /// The word that ends a search.
    fn stop(&self) -> &'static str {
        "stop"
    }
    /// The word for the end.
    fn goodbye(&self) -> &'static str;
}

/// A process and what was said to it.
struct Talk {
    piped: Piped,
    sent: VecDeque<String>,
    /// The program may leave of its own accord.
    may_leave: bool,
    lines: u64,
}

/// Lines of the script that a fault tells.
const LAST: usize = 40;

impl Talk {
    fn send(&mut self, line: &[u8], end: &[u8]) {
        if self.sent.len() == LAST {
            self.sent.pop_front();
        }
        let shown: Vec<u8> = line.iter().take(300).copied().collect();
        self.sent.push_back(shown.escape_ascii().to_string());
        self.piped.bytes(&[line, end].concat());
        self.lines += 1;
    }

    fn say(&mut self, line: &str) {
        self.send(line.as_bytes(), b"\n");
    }

    /// Reads until a line begins so.
    fn until(&mut self, beginning: &str) -> Result<String, String> {
        let line = self.piped.until(beginning, |line| line.starts_with(beginning))?;
        Ok(line.text)
    }

    /// The lines until one begins so, that one included.
    fn all_until(&mut self, beginning: &str) -> Result<Vec<String>, String> {
        let from = self.piped.said.len();
        self.until(beginning)?;
        Ok(self.piped.said[from..].to_vec())
    }
}

/// Storms a program, until it does something wrong.
///
/// # Errors
/// [`Fault`] tells what was wrong.
pub fn storm(
    program: &Path,
    target: Target,
    seed: u64,
    bounds: Bounds,
    mut on_process: impl FnMut(&Tally),
) -> Result<Tally, Box<Fault>> {
    let mut dice = Dice::new(seed);
    let mut tally = Tally::default();
    let end = Instant::now() + bounds.time;
    while tally.lines < bounds.lines && Instant::now() < end {
        let tongue = target.tongue(&mut dice);
        let program = program.to_string_lossy();
        let started = Piped::start(&program, &tongue.args());
        let piped = started.map_err(|what| Box::new(Fault { what, last_sent: Vec::new() }))?;
        let mut talk = Talk { piped, sent: VecDeque::new(), may_leave: false, lines: 0 };
        let most = bounds.lines - tally.lines;
        let done = session(&*tongue, &mut dice, &mut talk, most, end, &mut tally);
        tally.lines += talk.lines;
        tally.processes += 1;
        let sent = std::mem::take(&mut talk.sent);
        let ended = match done {
            Ok(ending) => leave(&*tongue, &mut dice, talk, ending),
            Err(what) => Err(last_moments(talk, &what)),
        };
        let said = ended.map_err(|what| {
            let last_sent = std::iter::once(format!("(arguments {:?})", tongue.args())).chain(sent);
            Box::new(Fault { what, last_sent: last_sent.collect() })
        })?;
        tally.answers += said;
        on_process(&tally);
    }
    Ok(tally)
}

/// How a session ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// The program has left already.
    Left,
    /// It is told to.
    Open,
}

/// Talks with one process for a while.
fn session(
    tongue: &dyn Tongue,
    dice: &mut Dice,
    talk: &mut Talk,
    most: u64,
    end: Instant,
    tally: &mut Tally,
) -> Result<Ending, String> {
    let mut judged = 0;
    for _ in 0..=dice.below(20) {
        for _ in 0..=dice.below(30) {
            line(tongue, dice, talk);
        }
        let (lines, answer) = tongue.sync(talk.lines);
        lines.iter().for_each(|line| talk.say(line));
        if let Err(error) = talk.until(&answer) {
            // It may have gone on purpose.
            return if talk.may_leave { Ok(Ending::Left) } else { Err(error) };
        }
        for line in &talk.piped.said[judged..] {
            judge(tongue, line)?;
        }
        if dice.below(3) == 0 && !talk.may_leave {
            tally.moves += tongue.examine(dice, talk)?;
        }
        judged = talk.piped.said.len();
        if talk.lines >= most || Instant::now() > end || talk.may_leave {
            break;
        }
    }
    Ok(Ending::Open)
}

/// Sends a line, or something like it.
fn line(tongue: &dyn Tongue, dice: &mut Dice, talk: &mut Talk) {
    let line = match dice.below(12) {
        0 => words::noise(dice),
        _ => {
            let line = tongue.line(dice);
            words::spoilt(dice, line)
        }
    };
    // Lines may be ended within: each part is a line of its own.
    let text = String::from_utf8_lossy(&line);
    talk.may_leave |= text.split('\r').any(|part| tongue.leaves(part));
    let end: &[u8] = if dice.below(10) == 0 { b"\r\n" } else { b"\n" };
    if dice.below(30) == 0 {
        // In two pieces.
        let half = line.len() / 2;
        talk.piped.bytes(&line[..half]);
        std::thread::sleep(Duration::from_millis(1));
        talk.send(&line[half..], end);
    } else {
        talk.send(&line, end);
    }
    if dice.below(2000) == 0 {
        // Longer than any line that is read.
        let long = [b"x ".as_slice(), &line].concat().repeat((1 << 20) / (line.len() + 2));
        talk.may_leave |= tongue.leaves(&text);
        talk.send(&long, end);
    }
}

/// Whether a line may come from any program.
fn judge(tongue: &dyn Tongue, line: &str) -> Result<(), String> {
    let wrong =
        |what: &str| Err(format!("{what}: {:?}", line.chars().take(300).collect::<String>()));
    if line.contains("the search failed") || line.contains("panicked") {
        return wrong("a panic");
    }
    if line.chars().any(|c| c.is_control() && c != '\t') {
        return wrong("control characters");
    }
    if line.len() > 1 << 16 {
        return wrong("a line that is too long");
    }
    tongue.judge(line).or_else(|what| wrong(&what))
}

/// What was wrong, with how the program ended if it has.
fn last_moments(mut talk: Talk, what: &str) -> String {
    talk.piped.eof();
    match talk.piped.wait_for(Duration::from_secs(2)) {
        Ok(Ok(ended)) => format!("{what}; it ended with {:?}: {}", ended.code, ended.complaints),
        _ => format!("{what}; it runs still"),
    }
}

/// Has the program leave, in one of several ways; how many lines it said in all.
fn leave(
    tongue: &dyn Tongue,
    dice: &mut Dice,
    mut talk: Talk,
    ending: Ending,
) -> Result<u64, String> {
    let mut heard = true;
    if ending == Ending::Open {
        // In whatever state it is then.
        for _ in 0..dice.below(4) {
            line(tongue, dice, &mut talk);
        }
        let way = dice.below(4);
        if way.is_multiple_of(2) {
            // A search that has a limit would go on to it, whatever that is.
            talk.say(tongue.stop());
        }
        match way {
            0 => {}
            1 => {
                talk.piped.close_output();
                heard = false;
                talk.say(tongue.goodbye());
            }
            2 => {
                talk.piped.bytes(b"half a li");
            }
            _ => talk.say(tongue.goodbye()),
        }
    }
    let from = talk.piped.said.len();
    let sent = talk.sent;
    let ended =
        talk.piped.finish().map_err(|e| format!("{e}\nlast of all it was sent {sent:?}"))?;
    if ended.code != Some(0) || !ended.complaints.is_empty() {
        return Err(format!("it ended badly: {:?}, {}", ended.code, ended.complaints));
    }
    if heard {
        ended.said[from..].iter().try_for_each(|line| judge(tongue, line))?;
    }
    Ok(ended.said.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is found is told with what was sent.
    #[cfg(unix)]
    #[test]
    fn faults_are_found() {
        let bounds = Bounds { lines: 50, time: Duration::from_secs(60) };
        for (program, why) in [("true", "does not come"), ("/nonexistent/x", "/nonexistent/x")] {
            let target = Target::Play(Program::Tictactoe);
            let fault = storm(Path::new(program), target, 1, bounds, |_| ()).unwrap_err();
            assert!(fault.what.contains(why), "{fault}");
        }
    }

    #[test]
    fn the_same_seed_sends_the_same_lines() {
        for target in [Target::Xiangqi, Target::Gomoku, Target::Play(Program::Grundy)] {
            let lines = || {
                let mut dice = Dice::new(7);
                let tongue = target.tongue(&mut dice);
                let line = |_| {
                    let line = tongue.line(&mut dice);
                    words::spoilt(&mut dice, line)
                };
                (0..100).map(line).collect::<Vec<_>>()
            };
            let all = lines();
            assert_eq!(all, lines());
            assert!(all.iter().any(|line| line != &all[0]));
        }
    }
}
