//! `INFO`: what the manager has set. It is never answered; what cannot be met
//! is told at the next command.

use bitflags::bitflags;
use cli::args::{MAX_HASH, MAX_THREADS};
use cli::words::quote;
use gomoku::Rule;
use search_core::{PARAMS, Params, Skill};

use super::words::{first_word, whole};

bitflags! {
    /// The rules, as the protocol adds them up. None: five or more win.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Rules: u32 {
        /// Exactly five win.
        const EXACT = 1;
        /// The game goes on after a five. The manager sees to that.
        const CONTINUOUS = 2;
        const RENJU = 4;
        const CARO = 8;
    }
}

/// The protocol's word for a time that does not end.
pub(super) const UNLIMITED: i64 = i32::MAX as i64;

/// Lines that wait to be told: a manager may send any number of bad ones.
const MOST: usize = 8;

/// What the manager has set. Times are in milliseconds.
#[derive(Clone, Debug, Default)]
pub(super) struct Info {
    /// For a move; 0: as fast as possible.
    pub timeout_turn: Option<i64>,
    /// For the game; 0: no limit.
    pub timeout_match: Option<i64>,
    /// What is left of it.
    pub time_left: Option<i64>,
    /// Bytes of the whole process; 0: no limit.
    pub max_memory: Option<i64>,
    /// The dialect: the size of the table in KiB.
    pub hash_size: Option<i64>,
    /// The dialect.
    pub thread_num: Option<usize>,
    /// The dialect: plies.
    pub max_depth: Option<u32>,
    /// The dialect.
    pub max_node: Option<u64>,
    /// Ours: tunables of the search, by their names.
    pub params: Params,
    /// Ours: the level of skill.
    skill_level: Option<u32>,
    /// Ours: openings are not looked up.
    library_off: bool,
    /// As it was sent.
    rule: i64,
    /// The Yixin dialect is spoken.
    dialect: bool,
    /// The rule was changed since it was found unfit.
    rule_is_news: bool,
    /// What is to be told to people.
    remarks: Vec<String>,
}

/// What `INFO` has changed, of what others must know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Changed {
    Nothing,
    /// The time that is left begins to run from now on.
    TimeLeft,
    /// Memory, or threads.
    Memory,
}

impl Info {
    /// Nothing is set yet but the tunables.
    pub fn new(params: Params) -> Self {
        Self { params, ..Self::default() }
    }

    /// Below full strength, with errors of this seed.
    pub fn skill(&self, seed: u64) -> Option<Skill> {
        self.skill_level.and_then(|level| Skill::new(level * 100, seed))
    }

    /// Whether openings are looked up: unless that was switched off, or nothing limits the
    /// time, or limits were set that are for comparing searches, or for playing below full
    /// strength.
    pub fn uses_library(&self) -> bool {
        let limits = |time: Option<i64>| time.is_some_and(|ms| ms < UNLIMITED);
        let whole = limits(self.timeout_match.filter(|&ms| ms > 0)) || limits(self.time_left);
        let analysis = self.timeout_turn.is_some_and(|ms| ms >= UNLIMITED) && !whole;
        let counted = self.max_depth.is_some() || self.max_node.is_some();
        let weaker = self.skill_level.is_some_and(|level| level < Skill::FULL);
        !self.library_off && !analysis && !counted && !weaker
    }

    /// From now on rule 2 means renju.
    pub const fn speak_dialect(&mut self) {
        self.dialect = true;
    }

    /// Reads what stands behind the word `INFO`.
    pub fn set(&mut self, text: &str) -> Changed {
        let (key, value) = first_word(text);
        let key = key.to_ascii_lowercase();
        if matches!(&*key, "max_depth" | "max_node" | "hash_size" | "thread_num") {
            self.dialect = true;
        }
        if key == "library" {
            match &*value.trim().to_ascii_lowercase() {
                "on" | "1" => self.library_off = false,
                "off" | "0" => self.library_off = true,
                "" => self.remark("INFO library: expected on or off after it".to_owned()),
                _ => self.remark(format!(
                    "INFO library: {} is not on or off: ignored",
                    quote(value.trim())
                )),
            }
            return Changed::Nothing;
        }
        let mut number = |what: &str| {
            let number = whole(value.trim());
            if number.is_none() {
                self.remark(match value {
                    "" => format!("INFO {key}: expected {what} after it"),
                    _ => format!("INFO {key}: {} is not {what}: ignored", quote(value)),
                });
            }
            number
        };
        match &*key {
            "timeout_turn" => self.timeout_turn = number("a time in ms").or(self.timeout_turn),
            "timeout_match" => self.timeout_match = number("a time in ms").or(self.timeout_match),
            "time_left" => {
                let Some(time) = number("a time in ms") else { return Changed::Nothing };
                self.time_left = Some(time);
                return Changed::TimeLeft;
            }
            "max_memory" => {
                self.max_memory = number("a number of bytes").or(self.max_memory);
                return Changed::Memory;
            }
            "rule" => {
                if let Some(rule) = number("a sum of 0, 1, 2, 4 and 8") {
                    self.rule = rule;
                    self.rule_is_news = true;
                }
            }
            "max_depth" => {
                if let Some(n) = number("a number of plies") {
                    self.max_depth = u32::try_from(n).ok().filter(|&n| n > 0);
                }
            }
            "max_node" => {
                if let Some(n) = number("a number of nodes") {
                    self.max_node = u64::try_from(n).ok().filter(|&n| n > 0);
                }
            }
            "hash_size" => {
                if let Some(n) = number("a size in KiB") {
                    self.hash_size = Some(n.clamp(1, (MAX_HASH << 10) as i64));
                }
                return Changed::Memory;
            }
            "thread_num" => {
                if let Some(n) = number("a number of threads") {
                    let most = MAX_THREADS as i64;
                    if n > most {
                        self.remark(format!("INFO thread_num: {n} are too many, {most} are used"));
                    }
                    self.thread_num = usize::try_from(n.clamp(1, most)).ok();
                }
                return Changed::Memory;
            }
            "skill_level" => {
                if let Some(n) = number("a level from 0 to 20") {
                    let level = u32::try_from(n).ok().filter(|&n| n <= Skill::FULL);
                    if level.is_none() {
                        self.remark(format!("INFO skill_level: {n} is no level from 0 to 20"));
                    }
                    self.skill_level = level.or(self.skill_level);
                }
            }
            name if PARAMS.iter().any(|param| param.name == name) => {
                if let Some(n) = number("a whole number")
                    && let Err(error) = self.params.set(name, n)
                {
                    self.remark(format!("INFO {name}: {error}"));
                }
            }
            // game_type, evaluate, folder change nothing here; others are not known.
            _ => {}
        }
        Changed::Nothing
    }

    /// Keeps something to be told at the next command.
    pub fn remark(&mut self, text: String) {
        if self.remarks.len() < MOST {
            self.remarks.push(text);
        }
    }

    /// What was kept; it is not told again.
    pub fn remarks(&mut self) -> Vec<String> {
        std::mem::take(&mut self.remarks)
    }

    /// The rule in force.
    ///
    /// # Errors
    /// That it is not played here.
    pub fn rule(&self) -> Result<Rule, String> {
        let known = u32::try_from(self.rule).ok().and_then(Rules::from_bits);
        let rules = known.ok_or_else(|| {
            format!("INFO rule {}: expected a sum of 0, 1, 2, 4 and 8", self.rule)
        })?;
        if rules.contains(Rules::CARO) {
            return Err(format!("INFO rule {}: caro is not played here", self.rule));
        }
        let renju = if self.dialect { Rules::RENJU | Rules::CONTINUOUS } else { Rules::RENJU };
        match (rules.contains(Rules::EXACT), rules.intersects(renju)) {
            (false, false) => Ok(Rule::Freestyle),
            (true, false) => Ok(Rule::Standard),
            (false, true) => Ok(Rule::Renju),
            // White's overlines win in the one and not in the other.
            (true, true) => Err(format!(
                "INFO rule {}: renju and exactly five are not played at once",
                self.rule
            )),
        }
    }

    /// What is wrong with the rule, if that was not told yet.
    pub fn news_of_rule(&mut self) -> Option<String> {
        let news = std::mem::take(&mut self.rule_is_news);
        self.rule().err().filter(|_| news)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_by_their_bits() {
        let rule = |value: &str, dialect| {
            let mut info = Info { dialect, ..Info::default() };
            info.set(&format!("rule {value}"));
            info.rule()
        };
        assert_eq!(rule("0", false), Ok(Rule::Freestyle));
        assert_eq!(rule("1", false), Ok(Rule::Standard));
        assert_eq!(rule("2", false), Ok(Rule::Freestyle));
        assert_eq!(rule("3", false), Ok(Rule::Standard));
        assert_eq!(rule("4", false), Ok(Rule::Renju));
        assert_eq!(rule("6", false), Ok(Rule::Renju));
        assert_eq!(rule("2", true), Ok(Rule::Renju));
        assert_eq!(rule("1", true), Ok(Rule::Standard));
        for bad in ["5", "8", "9", "16", "-1", "99999999999999999999"] {
            assert!(rule(bad, false).is_err(), "{bad}");
        }
        // A word that is no number leaves what was.
        assert_eq!(rule("renju", false), Ok(Rule::Freestyle));
    }

    #[test]
    fn the_dialect_begins_with_one_of_its_keys() {
        let mut info = Info::default();
        info.set("RULE 2");
        assert_eq!(info.rule(), Ok(Rule::Freestyle));
        info.set("hash_size 1024");
        assert_eq!(info.rule(), Ok(Rule::Renju));
    }

    #[test]
    fn tunables_are_keys() {
        let mut info = Info::default();
        info.set("reduction_divisor 150");
        assert_eq!((info.params.reduction_divisor, info.remarks()), (150, Vec::new()));
        info.set("reduction_divisor -7");
        info.set("reduction_divisor much");
        assert_eq!(info.params.reduction_divisor, 150);
        let remarks = info.remarks();
        assert!(remarks[0].contains("-7") && remarks[1].contains("much"), "{remarks:?}");
    }

    #[test]
    fn levels_of_skill() {
        let mut info = Info::default();
        assert_eq!(info.skill(1), None);
        info.set("skill_level 4");
        assert_eq!(info.skill(1), Skill::new(400, 1));
        for bad in ["21", "-1", "high", ""] {
            info.set(&format!("skill_level {bad}"));
        }
        assert_eq!(info.skill(1), Skill::new(400, 1));
        assert_eq!(info.remarks().len(), 4);
        info.set("SKILL_LEVEL 20");
        assert_eq!(info.skill(1), None);
    }

    #[test]
    fn the_library_is_switched() {
        let mut info = Info::default();
        assert!(info.uses_library());
        for (line, uses) in [
            ("library off", false),
            ("library perhaps", false),
            ("LIBRARY On", true),
            ("library 0", false),
            ("library 1", true),
            ("library", true),
            ("max_node 1000", false),
            ("max_node 0", true),
            ("max_depth 7", false),
            ("max_depth 0", true),
            ("skill_level 19", false),
            ("skill_level 20", true),
            ("timeout_turn 2147483647", false),
            ("time_left 1000", true),
            ("time_left 2147483647", false),
            ("timeout_match 90000", true),
            ("timeout_match 0", false),
            ("timeout_turn 1000", true),
        ] {
            info.set(line);
            assert_eq!(info.uses_library(), uses, "{line}");
        }
        let remarks = info.remarks();
        assert!(remarks.len() == 2 && remarks[0].contains("`perhaps`"), "{remarks:?}");
    }

    #[test]
    fn what_is_wrong_is_told_once() {
        let mut info = Info::default();
        info.set("rule 8");
        assert!(info.news_of_rule().is_some());
        assert_eq!(info.news_of_rule(), None);
        assert!(info.rule().is_err());
        info.set("timeout_turn soon");
        info.set("timeout_turn");
        info.set("nonsense 3");
        assert_eq!(info.remarks().len(), 2);
        assert!(info.remarks().is_empty());
    }
}
