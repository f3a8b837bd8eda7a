//! Drawings of recorded search trees.

mod dot;
mod text;

pub use dot::dot;
pub use text::text;

use std::fmt;

use search_core::Position;
use search_core::reference::{INFINITY, VALUE_MAX, WIN};
use search_core::trace::{Cut, End, Tree, TreeNode, Window};

/// How a game writes moves and boards.
#[derive(Clone, Copy)]
pub struct Labels<P: Position> {
    /// A move of the position.
    pub of_move: fn(&P, P::Move) -> String,
    /// The rows of a small board; empty for others.
    pub rows: fn(&P) -> Vec<String>,
}

impl<P: Position> fmt::Debug for Labels<P> {
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

fn window(w: Window) -> String {
    format!("[{}, {}]", value(w.alpha), value(w.beta))
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

/// The move that led to a node, written for the position above it.
fn move_text<P: Position>(
    tree: &Tree<P>,
    node: &TreeNode<P>,
    labels: &Labels<P>,
) -> Option<String> {
    let parent = &tree.nodes[node.parent?];
    Some((labels.of_move)(&parent.position, node.by?))
}

/// Which nodes lie on the principal variation: at each node the first child
/// with the node's value, for later ones only equal it.
fn principal<P: Position>(tree: &Tree<P>) -> Vec<bool> {
    let mut on = vec![false; tree.nodes.len()];
    let mut next = (!tree.nodes.is_empty()).then_some(0);
    while let Some(id) = next {
        on[id] = true;
        let value = |id: usize| tree.nodes[id].visit.as_ref().map(|v| v.value);
        let children = &tree.nodes[id].children;
        next = children.iter().copied().find(|&c| value(c) == value(id));
        if let Some(first) = next {
            // A move may have been searched again with an open window.
            let by = tree.nodes[first].by;
            let again = children.iter().copied().rev();
            next = again.into_iter().find(|&c| tree.nodes[c].by == by && value(c) == value(id));
        }
    }
    on
}

#[cfg(test)]
mod tests {
    use search_core::NoEvaluation;
    use search_core::numbers::NumberTree;
    use search_core::reference::Search;
    use search_core::trace::Recorder;

    use super::*;

    fn lecture() -> Tree<NumberTree> {
        let tree: NumberTree = "[[[3,5],[6,5]],[[2,1],[6,4]]]".parse().unwrap();
        let mut search = Search::new(3, NoEvaluation).traced(Recorder::new(100));
        let _ = search.alpha_beta(&tree);
        search.trace.into_tree()
    }

    fn labels() -> Labels<NumberTree> {
        Labels { of_move: |_, m| format!("{m:?}"), rows: |_| vec![r#"a "quoted" \row"#.into()] }
    }

    #[test]
    fn text_shows_cuts_windows_and_the_line() {
        let text = text(&lecture(), "title", &labels());
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
        let dot = dot(&lecture(), "a \"title\"", &labels());
        assert!(dot.contains(r#"a \"title\""#) && dot.contains(r#"a \"quoted\" \\row"#), "{dot}");
        assert_eq!(dot.matches("style=dashed").count(), 4, "two cut edges and their nodes: {dot}");
        let quotes = dot.replace(r"\\", "").replace(r#"\""#, "").matches('"').count();
        assert_eq!(quotes % 2, 0);
    }

    #[test]
    fn nothing_and_a_single_leaf() {
        let empty = Tree::<NumberTree> { nodes: Vec::new(), unrecorded: 0 };
        assert!(text(&empty, "t", &labels()).starts_with("t\n"));
        assert!(dot(&empty, "t", &labels()).ends_with("}\n"));
    }
}
