//! Drawings of recorded search trees.

pub mod canvas;
mod diagram;
mod dot;
mod layout;
mod page;
mod phrases;
mod sheet;
mod sketch;
mod svg;
mod text;

pub use canvas::{Canvas, Look, TextStyle};
pub use dot::dot;
pub use page::{Page, Use, page};
pub(crate) use phrases::Phrase;
pub use phrases::{Caption, Language, Style, exercise_title};
pub(crate) use sheet::Unbounded;
pub use sheet::{Scribe, Sheet};
pub use sketch::Sketch;
pub use svg::svg;
pub use text::text;

use std::fmt;

use search_core::Position;
use search_core::reference::{INFINITY, VALUE_MAX, WIN};
use search_core::trace::{Cut, End};

/// How a game writes moves and positions. It may lean on what a command
/// was told, names of nodes say; nothing here is called inside a search that
/// nobody draws.
pub struct Labels<'a, P: Position> {
    /// A move of the position.
    pub of_move: &'a dyn Fn(&P, P::Move) -> String,
    /// The rows of a small board; empty for others.
    pub rows: &'a dyn Fn(&P) -> Vec<String>,
    /// A small picture of the position.
    pub sketch: &'a dyn Fn(&P) -> Sketch,
    /// The name of a node; empty if it has none.
    pub name: &'a dyn Fn(&P) -> String,
    /// What stands at a leaf that no search has looked at, where that can be told.
    pub leaf: &'a dyn Fn(&P) -> Option<String>,
    /// A value.
    pub value: fn(i32) -> String,
}

// Derived, these would ask for the same of the position.
impl<P: Position> Clone for Labels<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Position> Copy for Labels<'_, P> {}

impl<P: Position> fmt::Debug for Labels<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Labels").finish_non_exhaustive()
    }
}

/// A value as trees show it: a number; `+inf` beyond all; `+W3` and `-W3`
/// where MAX or MIN has won three plies from the root.
///
/// ```
/// use search_core::reference::{INFINITY, WIN};
/// assert_eq!(cli::draw::value(-5), "-5");
/// assert_eq!(cli::draw::value(INFINITY), "+inf");
/// assert_eq!(cli::draw::value(3 - WIN), "-W3");
/// ```
#[must_use]
pub fn value(v: i32) -> String {
    let sign = if v < 0 { '-' } else { '+' };
    match v.saturating_abs() {
        INFINITY => format!("{sign}inf"),
        size if size > VALUE_MAX => format!("{sign}W{}", WIN.saturating_sub(size)),
        _ => v.to_string(),
    }
}

/// A value of a tree of numbers: what is won or lost is infinite, wherever it stands.
#[must_use]
pub fn number_value(v: i32) -> String {
    match v {
        _ if v > VALUE_MAX => "+inf".to_owned(),
        _ if v < -VALUE_MAX => "-inf".to_owned(),
        _ => v.to_string(),
    }
}

/// With the signs of print: a minus as long as a plus, and the sign of infinity.
pub(crate) fn typeset(text: &str) -> String {
    text.replace('-', "\u{2212}").replace("inf", "\u{221e}")
}

fn end(end: End) -> &'static str {
    match end {
        End::Terminal => "end of game",
        End::Leaf => "leaf",
        End::Searched => "",
        End::Cut(Cut::Alpha) => "alpha cut",
        End::Cut(Cut::Beta) => "beta cut",
        End::Known => "known",
    }
}

#[cfg(test)]
mod tests {
    use search_core::NoEvaluation;
    use search_core::numbers::NumberTree;
    use search_core::reference::Search;

    use super::*;

    fn lecture() -> Sheet {
        let tree: NumberTree = "[[[3,5],[6,5]],[[2,1],[6,4]]]".parse().unwrap();
        let mut search = Search::new(3, NoEvaluation).traced(Scribe::new(labels(), 100));
        let _ = search.alpha_beta(&tree);
        search.trace.into_sheet()
    }

    fn labels() -> Labels<'static, NumberTree> {
        Labels {
            of_move: &|_, m| format!("{m:?}"),
            rows: &|_| vec![r#"a "quoted" \row"#.into()],
            sketch: &|_| Sketch::None,
            name: &|_| String::new(),
            leaf: &|p| p.leaf().map(|l| l.to_string()),
            value,
        }
    }

    #[test]
    fn text_shows_cuts_windows_and_the_line() {
        let text = text(&lecture(), "title", false);
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines[0], "title");
        // Ten of fifteen nodes were visited, five cut off at two places.
        assert_eq!(lines.iter().filter(|l| l.contains("not visited")).count(), 2, "{text}");
        assert_eq!(lines.iter().filter(|l| l.contains("alpha cut")).count(), 1, "{text}");
        assert_eq!(lines.iter().filter(|l| l.contains("beta cut")).count(), 1, "{text}");
        let root = lines.iter().find(|l| l.contains("MAX") && l.contains("#0")).unwrap();
        assert!(root.contains("= 5") && root.contains("[-inf, +inf]"), "{root}");
    }

    #[test]
    fn dot_escapes_and_marks() {
        let dot = dot(&lecture(), "a \"title\"", false);
        assert!(dot.contains(r#"a \"title\""#) && dot.contains(r#"a \"quoted\" \\row"#), "{dot}");
        assert_eq!(dot.matches("style=dashed").count(), 4, "two cut edges and their nodes: {dot}");
        let quotes = dot.replace(r"\\", "").replace(r#"\""#, "").matches('"').count();
        assert_eq!(quotes % 2, 0);
    }

    #[test]
    fn nothing_and_a_single_leaf() {
        let empty = Scribe::new(labels(), 100).into_sheet();
        assert!(text(&empty, "t", false).starts_with("t\n"));
        assert!(dot(&empty, "t", false).ends_with("}\n"));
    }
}
