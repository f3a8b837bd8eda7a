//! Trees as indented text.

use std::fmt::Write;

use search_core::Position;
use search_core::trace::{Player, Tree};

use super::{Labels, end, move_text, principal, value, window};

/// What the marks mean, below the title.
const LEGEND: &str = "\
# order of visit   [alpha, beta] at entry   = value, for MAX   * principal variation   x cut off
+inf, -inf: no bound   +W3, -W3: MAX, MIN has won 3 plies from the root
";

/// The tree as text, a node a line, children below their parent.
///
/// Written to a string in one piece: a tree that fits a recorder fits memory.
pub fn text<P: Position>(tree: &Tree<P>, title: &str, labels: &Labels<P>) -> String {
    let mut out = format!("{title}\n{LEGEND}\n");
    let on_line = principal(tree);
    // Nodes to write, the next one last, each with its indentation.
    let mut stack: Vec<(usize, String, bool)> = Vec::new();
    if !tree.nodes.is_empty() {
        stack.push((0, String::new(), true));
    }
    while let Some((id, indent, last)) = stack.pop() {
        let node = &tree.nodes[id];
        let branch = match (node.parent, last) {
            (None, _) => "",
            (_, true) => "`-- ",
            (_, false) => "|-- ",
        };
        let by = move_text(tree, node, labels).map_or(String::new(), |m| format!("{m} "));
        let player = if node.player == Player::Max { "MAX" } else { "MIN" };
        let mark = if on_line[id] { "* " } else { "" };
        // Writing to a string cannot fail.
        let _ = match &node.visit {
            None => writeln!(out, "{indent}{branch}x {by}{player} not visited"),
            Some(visit) => {
                let how = end(visit.end);
                let gap = if how.is_empty() { "" } else { "  " };
                writeln!(
                    out,
                    "{indent}{branch}{mark}{by}{player} #{} {} = {}{gap}{how}",
                    visit.order,
                    window(visit.window),
                    value(visit.value)
                )
            }
        };
        let below = match (node.parent, last) {
            (None, _) => String::new(),
            (_, true) => format!("{indent}    "),
            (_, false) => format!("{indent}|   "),
        };
        for (i, &child) in node.children.iter().enumerate().rev() {
            stack.push((child, below.clone(), i + 1 == node.children.len()));
        }
    }
    if tree.unrecorded > 0 {
        let _ = writeln!(out, "{} more nodes were visited and are not drawn", tree.unrecorded);
    }
    out
}
