//! The graph as text, a position a line.

use std::fmt::Write;

use super::{Picture, name};

/// The whole drawing.
pub(super) fn text(picture: &Picture<'_>) -> String {
    let nodes = picture.lecture.graph().nodes();
    let mut out = picture.captions().join("\n") + "\n";
    out += "* in the solution graph that is marked   + solved: the winner can force a win   - not solved\n";
    let mut level = None;
    for (id, node) in nodes.iter().enumerate() {
        // Writing to a string cannot fail.
        if level != Some(node.ply) {
            level = Some(node.ply);
            let (kind, player) = (picture.kind(id), name(node.player));
            let _ = writeln!(out, "\nlevel {}, {player} to move: {kind} nodes", node.ply);
        }
        let mark = if picture.solution.nodes.contains(&id) { '*' } else { ' ' };
        let solved = if picture.solved[id] { '+' } else { '-' };
        let _ = write!(out, "{mark} {solved} {}", picture.heaps(id));
        if let Some(end) = picture.end(id) {
            let _ = write!(out, "   {end}");
        }
        for (i, edge) in node.edges.iter().enumerate() {
            let arrow = if i == 0 { "   -> " } else { "  " };
            let mark = if picture.solution.edges.contains(&(id, edge.to)) { "*" } else { "" };
            let _ = write!(out, "{arrow}{mark}{}", picture.heaps(edge.to));
        }
        out.push('\n');
    }
    if !picture.solutions.is_empty() {
        out += "\nAll solution graphs, by their positions:\n";
    }
    for (i, solution) in picture.solutions.iter().enumerate() {
        let heaps: Vec<_> = solution.nodes.iter().map(|&id| picture.heaps(id)).collect();
        let _ = writeln!(out, "{}: {}", i + 1, heaps.join(" "));
    }
    out
}
