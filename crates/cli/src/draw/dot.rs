//! Trees for graphviz.

use std::fmt::Write;

use search_core::trace::{End, Player};

use super::{Sheet, end};

/// The tree in the DOT language: MAX nodes are boxes, MIN nodes ellipses,
/// what was cut off is dashed, the principal variation is drawn thick. An
/// exercise shows the leaves and nothing that was found.
pub fn dot(sheet: &Sheet, title: &str, exercise: bool) -> String {
    let mut out = String::from("digraph tree {\n");
    // Writing to a string cannot fail.
    let _ = writeln!(out, "  label=\"{}\"; labelloc=t; ordering=out;", escape(title));
    out += "  node [fontname=\"monospace\", fontsize=11, style=filled];\n";
    out += "  edge [fontname=\"monospace\", fontsize=10, arrowhead=none];\n";
    let on_line = sheet.principal();
    for (id, node) in sheet.nodes.iter().enumerate() {
        let mut lines = node.rows.clone();
        let (shape, player) = match node.player {
            Player::Max => ("box", "MAX"),
            Player::Min => ("ellipse", "MIN"),
        };
        if !node.name.is_empty() {
            lines.insert(0, node.name.clone());
        }
        let stands = node.leaf.clone();
        let mut style = String::new();
        match &node.visit {
            visit if exercise => {
                let value = visit.as_ref().map(|v| (sheet.value)(v.value));
                let value = stands.or(value).filter(|_| node.children.is_empty());
                lines.push(value.unwrap_or_else(|| player.to_owned()));
                style += ", fillcolor=\"#ffffff\"";
            }
            Some(visit) => {
                lines.push(format!("{player} {}", (sheet.value)(visit.value)));
                if !matches!(visit.end, End::Leaf | End::Terminal) {
                    lines.push(sheet.window(visit.window));
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
                lines.extend(stands);
                lines.push(format!("{player}: cut off"));
                style += ", style=dashed, color=gray50, fontcolor=gray50";
            }
        }
        let label = lines.iter().map(|l| escape(l)).collect::<Vec<_>>().join("\\n");
        let _ = writeln!(out, "  n{id} [shape={shape}, label=\"{label}\"{style}];");
        if let Some(parent) = node.parent {
            let style = match (&node.visit, on_line[id]) {
                _ if exercise => "",
                (None, _) => ", style=dashed, color=gray50",
                (_, true) => ", penwidth=3",
                (_, false) => "",
            };
            let _ = writeln!(out, "  n{parent} -> n{id} [label=\" {}\"{style}];", escape(&node.by));
        }
    }
    if sheet.unrecorded > 0 {
        let more = sheet.unrecorded;
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
