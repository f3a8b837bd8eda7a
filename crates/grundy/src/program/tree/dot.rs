//! The graph for graphviz.

use std::fmt::Write;

use super::{Picture, name};

/// The whole drawing. OR nodes are ellipses, AND nodes boxes; solved ones are
/// filled, ends have a double border, and the solution is bold.
pub(super) fn dot(picture: &Picture<'_>) -> String {
    let graph = picture.lecture.graph();
    let mut out = String::from("digraph grundy {\n");
    let mut captions = picture.captions();
    captions.push(
        "Ellipses are OR nodes, boxes AND nodes. Filled: solved. Bold: the solution graph that is marked."
            .to_owned(),
    );
    // Nothing here needs an escape: heaps are numbers, and the rest is ours.
    let _ = writeln!(out, "  graph [label=\"{}\", labelloc=t];", captions.join("\\n"));
    out += "  node [fontname=\"monospace\"];\n";
    for level in 0..graph.level_sizes().len() {
        out += "  { rank=same;";
        for (id, _) in graph.nodes().iter().enumerate().filter(|(_, n)| n.ply as usize == level) {
            let _ = write!(out, " n{id};");
        }
        out += " }\n";
    }
    for (id, node) in graph.nodes().iter().enumerate() {
        let shape = if picture.or_node[id] { "ellipse" } else { "box" };
        let mut label =
            format!("{}\\n{}, {}", picture.heaps(id), name(node.player), picture.kind(id));
        let mut style = String::new();
        if let Some(end) = picture.end(id) {
            label += &format!("\\n{end}");
            style += ", peripheries=2";
        }
        if picture.solved[id] {
            style += ", style=filled, fillcolor=\"#ddeeff\"";
        }
        if picture.solution.nodes.contains(&id) {
            style += ", penwidth=3";
        }
        let _ = writeln!(out, "  n{id} [shape={shape}, label=\"{label}\"{style}];");
    }
    for (id, node) in graph.nodes().iter().enumerate() {
        for edge in &node.edges {
            let bold = picture.solution.edges.contains(&(id, edge.to));
            let style = if bold { ", penwidth=3" } else { "" };
            let _ = writeln!(out, "  n{id} -> n{} [label=\" {}\"{style}];", edge.to, edge.by);
        }
    }
    out += "}\n";
    out
}
