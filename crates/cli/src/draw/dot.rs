//! Trees for graphviz.

use std::fmt::Write;

use search_core::Position;
use search_core::trace::{End, Player, Tree};

use super::{Labels, end, move_text, principal, value, window};

/// The tree in the DOT language: MAX nodes are boxes, MIN nodes ellipses,
/// what was cut off is dashed, the principal variation is drawn thick.
pub fn dot<P: Position>(tree: &Tree<P>, title: &str, labels: &Labels<P>) -> String {
    let mut out = String::from("digraph tree {\n");
    // Writing to a string cannot fail.
    let _ = writeln!(out, "  label=\"{}\"; labelloc=t; ordering=out;", escape(title));
    out += "  node [fontname=\"monospace\", fontsize=11, style=filled];\n";
    out += "  edge [fontname=\"monospace\", fontsize=10, arrowhead=none];\n";
    let on_line = principal(tree);
    for (id, node) in tree.nodes.iter().enumerate() {
        let mut lines = (labels.rows)(&node.position);
        let (shape, player) = match node.player {
            Player::Max => ("box", "MAX"),
            Player::Min => ("ellipse", "MIN"),
        };
        let mut style = String::new();
        match &node.visit {
            Some(visit) => {
                lines.push(format!("{player} {}", value(visit.value)));
                if !matches!(visit.end, End::Leaf | End::Terminal) {
                    lines.push(window(visit.window));
                }
                let how = end(visit.end);
                let gap = if how.is_empty() { "" } else { " " };
                lines.push(format!("#{}{gap}{how}", visit.order));
                let fill = match (visit.end, node.player) {
                    (End::Cut(_), _) => "#f7c9c0",
                    (End::Terminal, _) => "#d9ead3",
                    (_, Player::Max) => "#fff2cc",
                    (_, Player::Min) => "#dae8fc",
                };
                let _ = write!(style, ", fillcolor=\"{fill}\"");
                if on_line[id] {
                    style += ", penwidth=3";
                }
            }
            None => {
                lines.push(format!("{player}: cut off"));
                style += ", style=dashed, color=gray50, fontcolor=gray50";
            }
        }
        let label = lines.iter().map(|l| escape(l)).collect::<Vec<_>>().join("\\n");
        let _ = writeln!(out, "  n{id} [shape={shape}, label=\"{label}\"{style}];");
        if let (Some(parent), Some(by)) = (node.parent, move_text(tree, node, labels)) {
            let style = match (&node.visit, on_line[id]) {
                (None, _) => ", style=dashed, color=gray50",
                (_, true) => ", penwidth=3",
                (_, false) => "",
            };
            let _ = writeln!(out, "  n{parent} -> n{id} [label=\" {}\"{style}];", escape(&by));
        }
    }
    if tree.unrecorded > 0 {
        let more = tree.unrecorded;
        let _ = writeln!(
            out,
            "  more [shape=plaintext, style=\"\", label=\"{more} more nodes not drawn\"];"
        );
    }
    out += "}\n";
    out
}

/// Quotes and backslashes mean something in DOT strings; so do line ends.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' => escaped += "\\\"",
            '\\' => escaped += "\\\\",
            '\n' => escaped += "\\n",
            c if c.is_control() => {}
            c => escaped.push(c),
        }
    }
    escaped
}
