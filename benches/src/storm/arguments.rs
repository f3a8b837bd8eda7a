//! Random command lines.

use std::collections::VecDeque;
use std::path::Path;
use std::time::{Duration, Instant};

use cli::testing::{FOR_EVER, Piped};

use super::words::{noise, number, spoilt};
use super::{Bounds, Fault, Program, Tally};
use crate::openings::Dice;

/// Work that was asked for may take hours; then it is stopped, and nothing is wrong.
const ENOUGH: Duration = Duration::from_secs(5);

const COMMANDS: &[&str] = &[
    "search",
    "compare",
    "status",
    "perft",
    "solve",
    "bench",
    "tree",
    "board",
    "play",
    "help",
    "eval",
    "convert",
    "analyze",
    "forbidden",
    "compute",
    "octal",
    "frob",
    "",
];

const OPTIONS: &[&str] = &[
    "--depth",
    "--nodes",
    "--movetime",
    "--threads",
    "--multipv",
    "--hash",
    "--algorithm",
    "--evaluation",
    "--set",
    "--json",
    "--divide",
    "--format",
    "--lang",
    "--moves",
    "--fen",
    "--rule",
    "--size",
    "--black",
    "--white",
    "--board",
    "--mnk",
    "--fold",
    "--heaps",
    "--misere",
    "--to-move",
    "--side",
    "--skill",
    "--flip",
    "--count",
    "--scores",
    "--pv",
    "--order",
    "--limit",
    "--load",
    "--root",
    "--sixty-moves",
    "--pieces",
    "--notation",
    "--to",
    "--help",
    "--version",
    "--",
    "-h",
    "-o",
    "--frob",
    "--depth=3",
    "--json=1",
];

const VALUES: &[&str] = &[
    "minimax",
    "alpha-beta",
    "negamax",
    "pvs",
    "text",
    "dot",
    "svg",
    "html",
    "zh",
    "en",
    "max",
    "h2e2",
    "h9g7",
    "h8",
    "i9",
    "4",
    "a1",
    "XO./.X./...",
    "XXX/OO./...",
    "3,3,3",
    "4,4,4",
    "5,5,1",
    "0,0,0",
    "7",
    "9",
    "12",
    "asian",
    "none",
    "freestyle",
    "standard",
    "renju",
    "red",
    "black",
    "x",
    "first",
    "missing/file",
    ".77",
    ".007",
    "10^3",
    "5 10 20",
    "lines",
    "open-lines",
    "3k4R/8R/9/9/9/9/9/9/9/4K4 b",
    "4k4/9/9/9/9/9/9/9/9/3K5 w",
    "startpos",
    "a=b",
    "=",
    "reduction_divisor=100",
    "",
    "é",
    "\u{202e}x",
    "h8,i9",
    "g7,h9",
];

/// A command line that most often means something, within small games.
fn arguments(dice: &mut Dice) -> Vec<String> {
    let mut words = vec![dice.pick(COMMANDS).unwrap_or_default().to_owned()];
    for _ in 0..dice.below(7) {
        words.push(match dice.below(8) {
            0..3 => dice.pick(OPTIONS).unwrap_or_default().to_owned(),
            3..6 => dice.pick(VALUES).unwrap_or_default().to_owned(),
            6 => number(dice),
            _ => {
                let word = dice.pick(OPTIONS).unwrap_or_default().to_owned();
                let bytes = if dice.below(4) == 0 { noise(dice) } else { spoilt(dice, word) };
                // An argument holds no NUL.
                String::from_utf8_lossy(&bytes).replace('\0', "\u{1}")
            }
        });
    }
    words
}

/// Calls a program with random arguments, until it does something wrong: it must end with 0, or
/// with 1 or 2 and one line on standard error.
///
/// # Errors
/// [`Fault`] tells what was wrong.
pub fn call(
    program: &Path,
    kind: Program,
    seed: u64,
    bounds: Bounds,
    mut on_process: impl FnMut(&Tally),
) -> Result<Tally, Box<Fault>> {
    let mut dice = Dice::new(seed);
    let mut tally = Tally::default();
    let end = Instant::now() + bounds.time;
    let program = program.to_string_lossy();
    while tally.lines < bounds.lines && Instant::now() < end {
        let words = arguments(&mut dice);
        let mut input = VecDeque::from([noise(&mut dice), b"quit".to_vec(), b"END".to_vec()]);
        input.rotate_left(dice.below(3));
        let ended = one(&program, &words, &input);
        tally.lines += 1;
        tally.processes += 1;
        match ended {
            Ok(lines) => tally.answers += lines,
            Err(what) => {
                let what = format!("{}: {what}", kind.name());
                return Err(Box::new(Fault { what, last_sent: vec![format!("{words:?}")] }));
            }
        }
        on_process(&tally);
    }
    Ok(tally)
}

/// Calls it once; how many lines it said.
fn one(program: &str, words: &[String], input: &VecDeque<Vec<u8>>) -> Result<u64, String> {
    let mut piped = Piped::start(program, words)?;
    input.iter().for_each(|line| piped.bytes(&[line, b"\n".as_slice()].concat()));
    piped.eof();
    let Ok(ended) = piped.wait_for(ENOUGH.min(FOR_EVER))? else { return Ok(0) };
    let fits = match ended.code {
        Some(0) => ended.complaints.is_empty(),
        Some(1 | 2) => ended.complaints.lines().count() == 1,
        _ => false,
    };
    let failed = ended.said.iter().any(|line| line.contains("the search failed"));
    if fits && !failed && !ended.complaints.contains("panicked") {
        return Ok(ended.said.len() as u64);
    }
    Err(format!("it ended with {:?} and said {:?}", ended.code, ended.complaints))
}
