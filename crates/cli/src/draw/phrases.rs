//! What pictures say, in English and Chinese.

use clap::ValueEnum;
use search_core::reference::Counts;

/// The language of what is written on a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// English.
    #[default]
    En,
    /// Chinese.
    Zh,
}

/// How a picture is made.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// The language of legends.
    pub language: Language,
    /// Draw an exercise: leaves alone have values.
    pub exercise: bool,
    /// Draw at most about so many nodes; as many as fit a sheet, unless given.
    pub most: Option<usize>,
}

impl Style {
    pub(crate) fn say(&self, phrase: Phrase) -> String {
        phrase.say(self.language)
    }
}

/// Words of the legend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phrase {
    Picture,
    MaxNode,
    MinNode,
    Window,
    Line,
    CutOff,
    Bounds,
    Folded,
    Won,
    Unrecorded(u64),
}

impl Phrase {
    fn say(self, language: Language) -> String {
        let [en, zh] = match self {
            Self::Picture => ["A search tree, the root on top.", "搜索树，根在最上方。"],
            Self::MaxNode => ["MAX to move", "MAX 走（极大结点）"],
            Self::MinNode => ["MIN to move", "MIN 走（极小结点）"],
            Self::Window => ["window at entry", "进入结点时的窗口"],
            Self::Line => ["principal variation", "主要变例"],
            Self::CutOff => ["cut off, not searched", "被剪去，未搜索"],
            Self::Bounds => ["bound of a node that was cut", "被剪结点只知其界"],
            Self::Folded => ["so many nodes are not drawn", "未画出的结点数"],
            Self::Won => {
                ["won n plies from the root (\u{2212}W: lost)", "距根 n 步获胜（\u{2212}W 为负）"]
            }
            Self::Unrecorded(n) => {
                return match language {
                    Language::En => format!("{n} more nodes were visited and are not drawn"),
                    Language::Zh => format!("另有 {n} 个访问过的结点未画出"),
                };
            }
        };
        match language {
            Language::En => en,
            Language::Zh => zh,
        }
        .to_owned()
    }
}

/// What a search is asked, and what came of it: the title of its picture.
#[derive(Clone, Copy, Debug)]
pub struct Caption<'a> {
    /// The algorithm's name.
    pub algorithm: &'a str,
    /// Plies, where there is a limit.
    pub depth: Option<u32>,
    /// The value of the root, as text.
    pub value: &'a str,
    /// Which side is MAX, where sides have names.
    pub max: Option<&'a str>,
    /// The best move, as text.
    pub best: &'a str,
    /// What was counted.
    pub counts: Counts,
}

impl Caption<'_> {
    /// One line.
    #[must_use]
    pub fn say(&self, language: Language) -> String {
        let Self { algorithm, depth, value, max, best, counts } = self;
        let Counts { nodes, leaves, alpha_cuts, beta_cuts } = counts;
        match language {
            Language::En => {
                let depth = depth.map_or(String::new(), |d| format!(", depth {d}"));
                let max = max.map_or(String::new(), |side| format!(" (MAX is {side})"));
                let count = |n: u64, one: &str, more: &str| {
                    format!("{n} {}", if n == 1 { one } else { more })
                };
                let cuts = [
                    count(*alpha_cuts, "alpha cut", "alpha cuts"),
                    count(*beta_cuts, "beta cut", "beta cuts"),
                ];
                format!(
                    "{algorithm}{depth}: value {value}{max}, best move {best}; {}, {}, {}",
                    count(*nodes, "node", "nodes"),
                    count(*leaves, "leaf", "leaves"),
                    cuts.join(", ")
                )
            }
            Language::Zh => {
                let algorithm = match *algorithm {
                    "minimax" => "极大极小搜索",
                    "alpha-beta" => "\u{3b1}-\u{3b2} 剪枝",
                    "negamax" => "负极大值搜索（fail-hard）",
                    other => other,
                };
                let depth = depth.map_or(String::new(), |d| format!("，深度 {d}"));
                let max = max.map_or(String::new(), |side| format!("（MAX 为 {side}）"));
                let best = if *best == "none" { "无" } else { best };
                format!(
                    "{algorithm}{depth}：值 {value}{max}，最佳走法 {best}；\
                     结点 {nodes}，叶 {leaves}，\u{3b1} 剪枝 {alpha_cuts} 次，\u{3b2} 剪枝 {beta_cuts} 次"
                )
            }
        }
    }
}

/// The title of an exercise.
#[must_use]
pub fn exercise_title(language: Language) -> &'static str {
    match language {
        Language::En => {
            "Exercise. What is the value of each node? Search from left to right: which branches \
             does alpha-beta cut off, and by which bound?"
        }
        Language::Zh => {
            "练习：求各结点的值。从左到右搜索时，\u{3b1}-\u{3b2} 剪枝会剪去哪些分枝？各是 \u{3b1} 剪枝还是 \u{3b2} 剪枝？"
        }
    }
}
