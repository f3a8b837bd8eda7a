//! Trees as indented text.

use std::fmt::Write;

use search_core::trace::Player;

use super::{Sheet, end};

/// What the marks mean, below the title.
const LEGEND: &str = "\
# order of visit   [alpha, beta] at entry   = value, for MAX   * principal variation   x cut off
+inf, -inf: no bound   +W3, -W3: MAX, MIN has won 3 plies from the root
";

/// The tree as text, a node a line, children below their parent.
///
/// An exercise shows the leaves and nothing that was found. Written to a string
/// in one piece: a tree that fits a recorder fits memory.
pub fn text(sheet: &Sheet, title: &str, exercise: bool) -> String {
    let mut out = if exercise { format!("{title}\n\n") } else { format!("{title}\n{LEGEND}\n") };
    let on_line = sheet.principal();
    // Nodes to write, the next one last, each with its indentation.
    let mut stack: Vec<(usize, String, bool)> = Vec::new();
    if !sheet.nodes.is_empty() {
        stack.push((0, String::new(), true));
    }
    while let Some((id, indent, last)) = stack.pop() {
        let node = &sheet.nodes[id];
        let branch = match (node.parent, last) {
            (None, _) => "",
            (_, true) => "`-- ",
            (_, false) => "|-- ",
        };
        let mut who = String::new();
        for word in [&node.name, &node.by] {
            if !word.is_empty() {
                who += &format!("{word} ");
            }
        }
        let player = if node.player == Player::Max { "MAX" } else { "MIN" };
        let mark = if on_line[id] { "* " } else { "" };
        let stands = node.leaf.clone();
        // Writing to a string cannot fail.
        let _ = match &node.visit {
            visit if exercise => {
                let value = visit.as_ref().map(|v| (sheet.value)(v.value));
                match stands.or(value).filter(|_| node.children.is_empty()) {
                    Some(value) => writeln!(out, "{indent}{branch}{who}= {value}"),
                    None => writeln!(out, "{indent}{branch}{who}{player}"),
                }
            }
            None => {
                let stands = stands.map_or(String::new(), |value| format!(" ({value})"));
                writeln!(out, "{indent}{branch}x {who}{player} not visited{stands}")
            }
            Some(visit) => {
                let how = end(visit.end);
                let gap = if how.is_empty() { "" } else { "  " };
                writeln!(
                    out,
                    "{indent}{branch}{mark}{who}{player} #{} {} = {}{gap}{how}",
                    visit.order,
                    sheet.window(visit.window),
                    (sheet.value)(visit.value)
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
    if sheet.unrecorded > 0 {
        let _ = writeln!(out, "{} more nodes were visited and are not drawn", sheet.unrecorded);
    }
    out
}
