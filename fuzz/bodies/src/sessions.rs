//! Sessions with the engines: the bytes are what a GUI sends, to the host and the protocol
//! that the programs run.
//!
//! Lines that would write files, or ask for more memory or threads than a fuzzer has, are
//! left out. Behind the last line searches have a moment, then the engine is stopped. (A
//! panic of a search ends in a thread of its own: libFuzzer hears of it, and so does the
//! test, by the hook for panics.)

use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use cli::play::Play;
use cli::{Game, Output, host};
use search_core::{Heuristics, Limits, Options, Params};
use xiangqi::Xiangqi;

use crate::programs;

/// How long searches go on behind the last line, at most: a search to a small depth or of
/// few nodes ends by itself.
const MOMENT: Duration = Duration::from_millis(20);

pub(crate) fn uci(bytes: &[u8]) {
    gui("uci", bytes);
}

pub(crate) fn ucci(bytes: &[u8]) {
    gui("ucci", bytes);
}

fn gui(greeting: &str, bytes: &[u8]) {
    let script = Script::new(greeting, bytes, is_harmless_option, "\nstop\nquit\n", &["go"]);
    let said = script.play(|input, out| {
        let options = Options { hash_mb: 1, ..Xiangqi::options() };
        programs::xiangqi::protocol::speak(options, input, out).expect("nobody closes the output");
    });
    let begins = |text: &str, word: &str| text.lines().filter(|line| first(line) == word).count();
    let script = String::from_utf8_lossy(bytes);
    // UCCI answers a `stop` with nothing to stop, too.
    let stops = begins(&script, "stop") + 1;
    let answers = begins(&said, "bestmove") + begins(&said, "nobestmove").saturating_sub(stops);
    let asked = begins(&script, "go");
    assert!(answers <= asked, "{answers} answers to {asked} questions:\n{said}");
}

pub(crate) fn gomocup(bytes: &[u8]) {
    let asks = ["BEGIN", "TURN", "DONE"];
    let farewell = "\nYXSTOP\nEND\n";
    let script = Script::new("INFO hash_size 1024", bytes, is_harmless_info, farewell, &asks);
    script.play(|input, out| {
        let params = Params::default();
        programs::gomoku::protocol::speak(params, input, out).expect("nobody closes the output");
    });
}

/// `play` at the terminal: the first byte says of which game, and who plays.
pub(crate) fn play(bytes: &[u8]) {
    let (what, bytes) = bytes.split_first().map_or((0, bytes), |(&what, rest)| (what, rest));
    let people = [what & 2 == 0, what & 4 == 0];
    if what & 1 == 0 {
        play_game::<programs::xiangqi::table::Table>(Xiangqi::start(), people, bytes);
    } else {
        let rule = gomoku::Rule::ALL[usize::from(what / 8) % 3];
        let game = gomoku::Gomoku::new(rule, gomoku::Size::FIFTEEN);
        play_game::<programs::gomoku::table::Table>(game, people, bytes);
    }
}

fn play_game<G: Game>(pos: G::Position, people: [bool; 2], bytes: &[u8]) {
    // Two engines go on until the game is over: few nodes each.
    let limits = Limits { nodes: Some(50), ..Limits::default() };
    let options = Options { hash_mb: 1, ..G::Position::options() };
    let harmless = |line: &str| !first(line).eq_ignore_ascii_case("save");
    let script = Script::new("", bytes, harmless, "\nstop\nquit\n", &[]);
    script.play(|input, out| {
        let evaluation = cli::searcher::evaluation::<G>(None).expect("the game's own");
        let play = Play::<G>::new(pos, people, evaluation, options, limits);
        let play = play.expect("memory for a small table");
        host::run(play, input, out.clone()).expect("nobody closes the output");
    });
}

fn first(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}

/// Whether a line keeps to this machine's means: no log file, small tables, few threads.
fn is_harmless_option(line: &str) -> bool {
    let line = line.to_lowercase();
    !line.contains("setoption")
        || !line.contains("log")
            && (!line.contains("hash") || longest_number(&line) <= 2)
            && (!line.contains("threads") || longest_number(&line) <= 1)
}

fn is_harmless_info(line: &str) -> bool {
    let line = line.to_lowercase();
    !line.contains("info")
        || (!line.contains("thread") || longest_number(&line) <= 1)
            && (!line.contains("hash") || longest_number(&line) <= 5)
            && (!line.contains("memory") || longest_number(&line) <= 8)
}

/// Digits of the longest number.
fn longest_number(line: &str) -> usize {
    line.split(|c: char| !c.is_ascii_digit()).map(str::len).max().unwrap_or(0)
}

/// What is sent, and what was said so far.
struct Script {
    bytes: Vec<u8>,
    farewell: &'static str,
    /// Lines that ask for an answer.
    asked: usize,
    said: Said,
}

impl Script {
    fn new(
        greeting: &str,
        bytes: &[u8],
        is_harmless: impl Fn(&str) -> bool,
        farewell: &'static str,
        asks: &[&str],
    ) -> Self {
        let mut script = format!("{greeting}\n").into_bytes();
        let mut asked = 0;
        for line in bytes.split_inclusive(|&byte| byte == b'\n' || byte == b'\r') {
            let text = String::from_utf8_lossy(line);
            if is_harmless(&text) {
                script.extend(line);
                asked += usize::from(asks.iter().any(|ask| ask.eq_ignore_ascii_case(first(&text))));
            }
        }
        Self { bytes: script, farewell, asked, said: Said::default() }
    }

    /// Lets an engine hear it, and returns what was said.
    fn play(&self, speak: impl FnOnce(Listener, &Output)) -> String {
        let pieces = vec![self.farewell.as_bytes().to_vec(), self.bytes.clone()];
        let waits = (self.asked > 0).then_some(self.asked);
        let listener =
            Listener { pieces, piece: io::Cursor::default(), waits, said: self.said.clone() };
        speak(listener, &Output::new(self.said.clone()));
        let said = self.said.lock().clone();
        let said = String::from_utf8(said).expect("what is said is UTF-8");
        let odd = |c: char| c.is_control() && c != '\n' && c != '\u{1b}';
        assert!(!said.contains(odd), "control characters:\n{said:?}");
        said
    }
}

/// The engine's input.
struct Listener {
    /// The last is next.
    pieces: Vec<Vec<u8>>,
    piece: io::Cursor<Vec<u8>>,
    /// Answers that are waited for before the farewell.
    waits: Option<usize>,
    said: Said,
}

impl Read for Listener {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.piece.read(buffer)?;
            if count > 0 {
                return Ok(count);
            }
            if self.pieces.len() == 1
                && let Some(answers) = self.waits.take()
            {
                let end = Instant::now() + MOMENT;
                while Instant::now() < end && self.said.answers() < answers {
                    std::thread::sleep(Duration::from_micros(200));
                }
            }
            match self.pieces.pop() {
                Some(piece) => self.piece = io::Cursor::new(piece),
                None => return Ok(0),
            }
        }
    }
}

/// What an engine says, shared.
#[derive(Clone, Debug, Default)]
struct Said(Arc<Mutex<Vec<u8>>>);

impl Said {
    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lines that answer a search, of whatever protocol: a move.
    fn answers(&self) -> usize {
        let said = self.lock();
        let lines = said.split(|&byte| byte == b'\n');
        let is_answer = |line: &&[u8]| {
            line.starts_with(b"bestmove")
                || line.starts_with(b"nobestmove")
                || line.first().is_some_and(u8::is_ascii_digit)
                || line.starts_with(b"ERROR")
        };
        lines.filter(is_answer).count()
    }
}

impl Write for Said {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.lock().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
