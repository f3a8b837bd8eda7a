//! What is asked of a match, as words of the form `key=value`.

use std::path::PathBuf;
use std::time::Duration;

/// What is wrong with a word.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{word}`: expected {expected}")]
pub struct WordError {
    /// The word.
    pub word: String,
    /// What would be right.
    pub expected: String,
}

impl WordError {
    pub(super) fn new(word: &str, expected: impl Into<String>) -> Self {
        Self { word: word.chars().take(60).collect(), expected: expected.into() }
    }
}

/// The language that an engine speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// UCI, as xiangqi engines have it.
    Uci,
    /// UCCI, of Chinese xiangqi programs.
    Ucci,
    /// Gomocup's (piskvork), for gomoku.
    Gomocup,
}

/// How long an engine may think.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// For all moves together.
    pub clock: Option<Clock>,
    /// For each move.
    pub movetime: Option<Duration>,
    /// Nodes of each search.
    pub nodes: Option<u64>,
    /// Plies of each search.
    pub depth: Option<u32>,
}

/// A chess clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// For so many moves, if they are counted, or for the game.
    pub base: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Moves until the base is added again.
    pub moves: Option<u32>,
}

impl Limits {
    /// Whether any is set.
    #[must_use]
    pub fn is_set(&self) -> bool {
        *self != Self::default()
    }

    /// These, where the others say nothing.
    fn or(self, other: &Self) -> Self {
        if self.is_set() { self } else { other.clone() }
    }
}

/// One who takes part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineSettings {
    /// In standings and records; unlike any other's.
    pub name: String,
    /// Program and arguments.
    pub command: Vec<String>,
    /// Where it is started; here, unless set.
    pub folder: Option<PathBuf>,
    /// What it speaks, unless the game decides.
    pub protocol: Option<Protocol>,
    /// Of the lowest rank in moves: 0, or 1 as in Fairy-Stockfish.
    pub lowest_rank: u8,
    /// Names and values of options, in order.
    pub options: Vec<(String, String)>,
    /// Lines that are sent after the options.
    pub lines: Vec<String>,
    /// Whether a new process plays each game.
    pub restart: bool,
    /// How long it may think.
    pub limits: Limits,
}

const KEYS: &str = "cmd=PROGRAM, name=, proto=uci|ucci|gomocup, dir=, option.NAME=VALUE, ranks=0|1, \
                    line=TEXT, restart=on|off, tc=, movetime=, nodes= or depth=";

impl EngineSettings {
    /// From words such as `cmd=./engine`, `option.Hash=16`, `tc=10+0.1`; the words for each
    /// engine come first.
    ///
    /// # Errors
    /// [`WordError`] names the word that is wrong.
    pub fn of_words(each: &[String], own: &[String]) -> Result<Self, WordError> {
        let common = Self::read(each)?;
        let mut engine = Self::read(own)?;
        engine.limits = engine.limits.or(&common.limits);
        engine.protocol = engine.protocol.or(common.protocol);
        engine.folder = engine.folder.or(common.folder);
        engine.lowest_rank = engine.lowest_rank.max(common.lowest_rank);
        engine.restart |= common.restart;
        if engine.command.is_empty() {
            engine.command = common.command;
        }
        let has = |name: &str| engine.options.iter().any(|(own, _)| own == name);
        let missing: Vec<_> = common.options.into_iter().filter(|(name, _)| !has(name)).collect();
        engine.options.splice(0..0, missing);
        engine.lines.splice(0..0, common.lines);
        if engine.command.is_empty() {
            return Err(WordError::new(&own.join(" "), "cmd=PROGRAM among the words of an engine"));
        }
        if engine.name.is_empty() {
            let program = PathBuf::from(&engine.command[0]);
            let name = program.file_stem().unwrap_or(program.as_os_str());
            engine.name = name.to_string_lossy().into_owned();
        }
        Ok(engine)
    }

    fn read(words: &[String]) -> Result<Self, WordError> {
        let mut engine = Self::default();
        for word in words {
            let wrong = |expected: &str| WordError::new(word, expected);
            let (key, value) = word.split_once('=').ok_or_else(|| wrong(KEYS))?;
            if word.contains(char::is_control) {
                return Err(wrong("words without ends of lines"));
            }
            match key {
                "cmd" => {
                    let command = shell_words::split(value).map_err(|_| wrong("closed quotes"))?;
                    if command.is_empty() {
                        return Err(wrong("a program"));
                    }
                    engine.command = command;
                }
                "name" if !value.trim().is_empty() => engine.name = value.trim().to_owned(),
                "name" => return Err(wrong("a name")),
                "dir" => engine.folder = Some(PathBuf::from(value)),
                "proto" => {
                    engine.protocol = Some(match value {
                        "uci" => Protocol::Uci,
                        "ucci" => Protocol::Ucci,
                        "gomocup" => Protocol::Gomocup,
                        _ => return Err(wrong("proto=uci, ucci or gomocup")),
                    });
                }
                "ranks" => {
                    engine.lowest_rank = match value {
                        "0" => 0,
                        "1" => 1,
                        _ => return Err(wrong("ranks=0 or 1")),
                    }
                }
                "restart" => {
                    engine.restart = match value {
                        "on" => true,
                        "off" => false,
                        _ => return Err(wrong("restart=on or off")),
                    }
                }
                "line" => engine.lines.push(value.to_owned()),
                "tc" => engine.limits.clock = Some(clock(value).ok_or_else(|| wrong(CLOCK))?),
                "movetime" => {
                    let ms = value.parse().ok().filter(|ms| (1..=DAY).contains(ms));
                    let ms = ms.ok_or_else(|| wrong("milliseconds, up to a day"))?;
                    engine.limits.movetime = Some(Duration::from_millis(ms));
                }
                "nodes" => {
                    let nodes = value.parse().ok().filter(|&n| n > 0);
                    engine.limits.nodes = Some(nodes.ok_or_else(|| wrong("a number of nodes"))?);
                }
                "depth" => {
                    let depth = value.parse().ok().filter(|d| (1..=1000).contains(d));
                    engine.limits.depth = Some(depth.ok_or_else(|| wrong("plies from 1 to 1000"))?);
                }
                _ => match key.strip_prefix("option.") {
                    Some(name) if !name.is_empty() => {
                        engine.options.push((name.to_owned(), value.to_owned()));
                    }
                    _ => return Err(wrong(KEYS)),
                },
            }
        }
        Ok(engine)
    }
}

/// Milliseconds.
const DAY: u64 = 86_400_000;

const CLOCK: &str = "seconds, such as tc=60, 10+0.1 or 40/300+1 (40 moves in 300 seconds)";

/// `[moves/]seconds[+increment]`.
fn clock(word: &str) -> Option<Clock> {
    let (moves, rest) = match word.split_once('/') {
        Some((moves, rest)) => (Some(moves.parse().ok().filter(|&m| m > 0)?), rest),
        None => (None, word),
    };
    let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    let seconds = |word: &str| {
        let seconds: f64 = word.parse().ok()?;
        let is_sane = (0.0..=86_400.0).contains(&seconds);
        is_sane.then(|| Duration::from_secs_f64(seconds))
    };
    let (base, increment) = (seconds(base)?, seconds(increment)?);
    (!base.is_zero() || !increment.is_zero()).then_some(Clock { base, increment, moves })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        shell_words::split(text).unwrap()
    }

    #[test]
    fn words_make_an_engine() {
        let each = words("proto=uci tc=40/10.5+0.1 option.Hash=16 option.Threads=1");
        let own =
            words("'cmd=./bin/new engine --quiet' name=new option.Hash=64 ranks=1 restart=on");
        let engine = EngineSettings::of_words(&each, &own).unwrap();
        assert_eq!(engine.command, ["./bin/new", "engine", "--quiet"]);
        assert_eq!((engine.name.as_str(), engine.lowest_rank, engine.restart), ("new", 1, true));
        let clock = engine.limits.clock.unwrap();
        assert_eq!((clock.base.as_millis(), clock.increment.as_millis()), (10_500, 100));
        assert_eq!(clock.moves, Some(40));
        let options: Vec<_> = engine.options.iter().map(|(n, v)| format!("{n}={v}")).collect();
        assert_eq!(options, ["Threads=1", "Hash=64"]);
        // Its own limits replace the common ones altogether.
        let own = words("cmd=x nodes=5000");
        let engine = EngineSettings::of_words(&each, &own).unwrap();
        assert_eq!((engine.name.as_str(), engine.limits.clock), ("x", None));
        assert_eq!(engine.limits.nodes, Some(5000));
    }

    #[test]
    fn bad_words_are_named() {
        for word in [
            "cmd=",
            "cmd='a",
            "nonsense",
            "nonsense=1",
            "proto=xboard",
            "ranks=2",
            "tc=",
            "tc=0",
            "tc=-1",
            "tc=0/5",
            "tc=nan",
            "movetime=0",
            "movetime=1.5",
            "nodes=0",
            "depth=0",
            "depth=99999999999",
            "restart=yes",
            "option.=1",
            "name=",
        ] {
            let words = ["cmd=x".to_owned(), word.to_owned()];
            let error = EngineSettings::of_words(&[], &words).unwrap_err();
            assert_eq!(error.word, word, "{error}");
        }
        assert!(EngineSettings::of_words(&[], &["name=x".to_owned()]).is_err());
    }
}
