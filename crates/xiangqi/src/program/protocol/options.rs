//! The options of both protocols: one table each, from which they are
//! announced and by which values are checked.

use cli::args::{MAX_HASH, MAX_THREADS};
use cli::words::quote;
use search_core::Skill;

use super::strength::{GREATEST_ELO, LEAST_ELO};
use super::words::first_word;

/// What an option changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// The size of the table in MiB.
    Hash,
    Threads,
    MultiPv,
    /// Forgets what earlier searches have learnt.
    Clear,
    /// Milliseconds that pass between an answer and the stop of the clock.
    Overhead,
    /// What a third occurrence of a position means.
    Repetition,
    /// Plies without a capture that make a draw; 0: never.
    SixtyMoves,
    ShowWdl,
    /// The level of skill.
    Skill,
    /// Whether the rating limits it.
    Limit,
    Elo,
    Log,
    /// UCCI: times are milliseconds, not seconds.
    Milliseconds,
    /// Accepted, and nothing changes: GUIs set it.
    Nothing,
}

/// The type of an option, its default, and what it takes.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Check(bool),
    Spin { default: u64, min: u64, max: u64 },
    Combo { default: &'static str, choices: &'static [&'static str] },
    Button,
    Text,
}

/// A value that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Flag(bool),
    Number(u64),
    Choice(&'static str),
    Text(String),
    Pressed,
}

/// An option.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    name: &'static str,
    kind: Kind,
    pub effect: Effect,
}

const fn option(name: &'static str, kind: Kind, effect: Effect) -> Choice {
    Choice { name, kind, effect }
}

const HASH: Kind = Kind::Spin { default: 16, min: 1, max: MAX_HASH };
const THREADS: Kind = Kind::Spin { default: 1, min: 1, max: MAX_THREADS };
/// Plies without a capture, as [`xiangqi::Rules::quiet_limit`] counts them;
/// 120 are the sixty moves of the rules, 0 turns the rule off.
const QUIET: Kind = Kind::Spin { default: 120, min: 0, max: 65_535 };
const FULL: u64 = Skill::FULL as u64;
const SKILL: Kind = Kind::Spin { default: FULL, min: 0, max: FULL };
const ELO: Kind = Kind::Spin { default: LEAST_ELO, min: LEAST_ELO, max: GREATEST_ELO };
const AMOUNTS: &[&str] = &["none", "small", "medium", "large"];

/// As UCI calls them.
pub(super) const UCI: &[Choice] = &[
    option("Hash", HASH, Effect::Hash),
    option("Threads", THREADS, Effect::Threads),
    option("MultiPV", Kind::Spin { default: 1, min: 1, max: 500 }, Effect::MultiPv),
    option("Ponder", Kind::Check(false), Effect::Nothing),
    option("Skill Level", SKILL, Effect::Skill),
    option("UCI_LimitStrength", Kind::Check(false), Effect::Limit),
    option("UCI_Elo", ELO, Effect::Elo),
    option("Clear Hash", Kind::Button, Effect::Clear),
    option("Move Overhead", Kind::Spin { default: 10, min: 0, max: 5000 }, Effect::Overhead),
    option(
        "Repetition Rule",
        Kind::Combo { default: "asian", choices: &["asian", "none"] },
        Effect::Repetition,
    ),
    option("Sixty Move Rule", QUIET, Effect::SixtyMoves),
    option("UCI_ShowWDL", Kind::Check(false), Effect::ShowWdl),
    option(
        "UCI_Variant",
        Kind::Combo { default: "xiangqi", choices: &["xiangqi"] },
        Effect::Nothing,
    ),
    option("Debug Log File", Kind::Text, Effect::Log),
];

/// As UCCI calls them.
pub(super) const UCCI: &[Choice] = &[
    option("usemillisec", Kind::Check(false), Effect::Milliseconds),
    option("batch", Kind::Check(false), Effect::Nothing),
    option("debug", Kind::Check(false), Effect::Nothing),
    option("ponder", Kind::Check(false), Effect::Nothing),
    option("usebook", Kind::Check(false), Effect::Nothing),
    option("useegtb", Kind::Check(false), Effect::Nothing),
    option("bookfiles", Kind::Text, Effect::Nothing),
    option("egtbpaths", Kind::Text, Effect::Nothing),
    option("hashsize", HASH, Effect::Hash),
    option("threads", THREADS, Effect::Threads),
    option("skilllevel", SKILL, Effect::Skill),
    option("idle", Kind::Combo { default: "none", choices: AMOUNTS }, Effect::Nothing),
    option("promotion", Kind::Check(false), Effect::Nothing),
    option("pruning", Kind::Combo { default: "large", choices: AMOUNTS }, Effect::Nothing),
    option("knowledge", Kind::Combo { default: "large", choices: AMOUNTS }, Effect::Nothing),
    option("randomness", Kind::Combo { default: "none", choices: AMOUNTS }, Effect::Nothing),
    option(
        "style",
        Kind::Combo { default: "normal", choices: &["solid", "normal", "risky"] },
        Effect::Nothing,
    ),
    option(
        "repetition",
        Kind::Combo { default: "asianrule", choices: &["alwaysdraw", "asianrule"] },
        Effect::Repetition,
    ),
    option("drawmoves", QUIET, Effect::SixtyMoves),
    option("newgame", Kind::Button, Effect::Clear),
    option("clearhash", Kind::Button, Effect::Clear),
];

impl Choice {
    /// How UCI announces it.
    pub fn uci(&self) -> String {
        let name = self.name;
        match self.kind {
            Kind::Check(default) => format!("option name {name} type check default {default}"),
            Kind::Spin { default, min, max } => {
                format!("option name {name} type spin default {default} min {min} max {max}")
            }
            Kind::Combo { default, choices } => {
                format!("option name {name} type combo default {default}{}", vars(choices))
            }
            Kind::Button => format!("option name {name} type button"),
            Kind::Text => format!("option name {name} type string default <empty>"),
        }
    }

    /// How UCCI announces it.
    pub fn ucci(&self) -> String {
        let name = self.name;
        match self.kind {
            Kind::Check(default) => format!("option {name} type check default {default}"),
            Kind::Spin { default, min, max } => {
                format!("option {name} type spin min {min} max {max} default {default}")
            }
            Kind::Combo { default, choices } => {
                format!("option {name} type combo{} default {default}", vars(choices))
            }
            Kind::Button => format!("option {name} type button"),
            Kind::Text => format!("option {name} type string default <empty>"),
        }
    }

    /// Checks a value.
    fn read(&self, text: &str) -> Result<Value, String> {
        let name = self.name;
        let wrong = |expected: String| match text {
            "" => Err(format!("{name}: no value, expected {expected}")),
            _ => Err(format!("{name}: {} is no value, expected {expected}", quote(text))),
        };
        match self.kind {
            Kind::Button => Ok(Value::Pressed),
            Kind::Text if text == "<empty>" => Ok(Value::Text(String::new())),
            Kind::Text => Ok(Value::Text(text.to_owned())),
            Kind::Check(_) => match &*text.to_ascii_lowercase() {
                "true" | "on" => Ok(Value::Flag(true)),
                "false" | "off" => Ok(Value::Flag(false)),
                _ => wrong("true or false".to_owned()),
            },
            Kind::Spin { min, max, .. } => {
                let number = text.parse().ok().filter(|n| (min..=max).contains(n));
                let number = number.filter(|_| !text.starts_with('+'));
                match number {
                    Some(number) => Ok(Value::Number(number)),
                    None => wrong(format!("a whole number from {min} to {max}")),
                }
            }
            Kind::Combo { choices, .. } => {
                match choices.iter().find(|choice| choice.eq_ignore_ascii_case(text)) {
                    Some(choice) => Ok(Value::Choice(choice)),
                    None => wrong(choices.join(" or ")),
                }
            }
        }
    }
}

fn vars(choices: &[&str]) -> String {
    choices.iter().map(|choice| format!(" var {choice}")).collect()
}

/// Reads what stands behind a UCI `setoption`: `name N [value V]`. Names may
/// hold spaces, and letters of either case are the same.
///
/// # Errors
/// The bad word and what was expected.
pub(super) fn read_uci(text: &str) -> Result<(Effect, Value), String> {
    let (word, mut rest) = first_word(text);
    if word != "name" {
        return Err(match word {
            "" => "setoption: expected `name` after it".to_owned(),
            _ => format!("setoption: {}: expected `name`", quote(word)),
        });
    }
    let mut name = String::new();
    let mut value = "";
    while !rest.is_empty() {
        let (word, behind) = first_word(rest);
        rest = behind;
        if word == "value" {
            value = behind.trim();
            break;
        }
        if !name.is_empty() {
            name.push(' ');
        }
        name += word;
    }
    find(UCI, &name, value)
}

/// Reads what stands behind a UCCI `setoption`: `N [V]`.
///
/// # Errors
/// The bad word and what was expected.
pub(super) fn read_ucci(text: &str) -> Result<(Effect, Value), String> {
    let (name, value) = first_word(text);
    find(UCCI, name, value.trim())
}

fn find(options: &[Choice], name: &str, value: &str) -> Result<(Effect, Value), String> {
    match options.iter().find(|option| option.name.eq_ignore_ascii_case(name)) {
        Some(option) => Ok((option.effect, option.read(value)?)),
        None => {
            let names: Vec<_> = options.iter().map(|option| option.name).collect();
            let what = match name {
                "" => "setoption: no name".to_owned(),
                _ => format!("setoption: no option is called {}", quote(name)),
            };
            Err(format!("{what}, expected one of {}", names.join(", ")))
        }
    }
}
