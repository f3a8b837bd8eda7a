//! Where the nodes of a picture stand.
//!
//! The upper part is a tree as everybody draws it: levels, and parents above
//! the middle of their children. Where that would grow too wide for a page, subtrees
//! of the least height that will do hang below their root as an indented list.

use super::Sketch;
use super::canvas::text_width;
use super::diagram::{Diagram, Node, Place};

/// Wider pictures get lists: as wide as a page may be to be read.
const WIDEST: f64 = 1150.0;
/// Between neighbours.
const GAP: f64 = 9.0;
/// Below a level, for the branches.
const LEVEL_GAP: f64 = 34.0;
/// How far the rows of a list are indented, by level.
pub(super) const INDENT: f64 = 15.0;
/// Letters of names and moves, of values, of windows.
pub(super) const SMALL: f64 = 10.5;
pub(super) const VALUE: f64 = 13.0;
pub(super) const WINDOW: f64 = 9.5;
/// Inside a node, around what it shows.
pub(super) const PAD: f64 = 6.5;

/// Where a node stands: its upper left corner and its size.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spot {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
    /// A row of a list, rather than a box in a level.
    pub(super) row: bool,
    /// The root of a list.
    pub(super) head: bool,
}

impl Spot {
    pub(super) fn middle(&self) -> f64 {
        self.x + self.width / 2.0
    }

    pub(super) fn bottom(&self) -> f64 {
        self.y + self.height
    }
}

/// Places for all nodes of a picture.
pub(super) fn layout(diagram: &Diagram) -> Vec<Spot> {
    let heights = heights(diagram);
    let highest = heights.first().copied().unwrap_or(0);
    for listed in 0..highest {
        let (spots, width) = lay(diagram, &heights, listed);
        if width <= WIDEST {
            return spots;
        }
    }
    lay(diagram, &heights, highest).0
}

/// Plies below each node.
fn heights(diagram: &Diagram) -> Vec<u32> {
    let mut heights = vec![0; diagram.nodes.len()];
    for (id, node) in diagram.nodes.iter().enumerate().rev() {
        heights[id] = node.children.iter().map(|&c| heights[c] + 1).max().unwrap_or(0);
    }
    heights
}

/// The lines of text that a box shows, each with its height.
pub(super) fn lines(node: &Node) -> impl Iterator<Item = (&str, f64, bool)> {
    let all =
        [(&node.name, SMALL, true), (&node.value, VALUE, true), (&node.window, WINDOW, false)];
    all.into_iter()
        .filter(|(text, ..)| !text.is_empty())
        .map(|(text, size, bold)| (text.as_str(), size, bold))
}

fn box_size(node: &Node) -> (f64, f64) {
    let (mut width, mut height) = node.sketch.size();
    if node.sketch != Sketch::None {
        height += 3.0;
    }
    for (text, size, _) in lines(node) {
        width = width.max(text_width(text, size) * 1.06);
        height += size + 3.0;
    }
    let (least, pad) = match node.place {
        // A place for the reader's answer.
        Place::Inner if node.value.is_empty() => ((44.0, 30.0), PAD),
        Place::Inner => ((34.0, 24.0), PAD),
        _ => ((16.0, 18.0), 2.0),
    };
    (f64::max(width + 2.0 * pad, least.0), f64::max(height + 2.0 * pad - 1.0, least.1))
}

/// How it is said that so many nodes are not drawn.
pub(super) fn folded_text(nodes: usize) -> String {
    format!("\u{25be} +{nodes}")
}

/// Width and height of a row: mark, name, move, sketch, value and window side by side.
fn row_size(node: &Node) -> (f64, f64) {
    let (sketch, high) = node.sketch.size();
    let words =
        row_words(node).into_iter().map(|(text, size, _)| text_width(&text, size) * 1.06 + 5.0);
    let sketch_width = if sketch > 0.0 { sketch + 6.0 } else { 0.0 };
    let folded = if node.folded > 0 { text_width(&folded_text(node.folded), WINDOW) } else { 0.0 };
    (16.0 + sketch_width + words.sum::<f64>() + folded, f64::max(high + 7.0, 17.0))
}

/// What a row says, in order; whether it is bold.
pub(super) fn row_words(node: &Node) -> Vec<(String, f64, bool)> {
    let mut words = Vec::new();
    let mut say = |text: &str, size, bold| {
        if !text.is_empty() {
            words.push((text.to_owned(), size, bold));
        }
    };
    say(&node.by, SMALL, false);
    say(&node.name, SMALL, false);
    say(&node.value, 12.0, true);
    say(&node.window, WINDOW, false);
    words
}

/// Places if subtrees of this height become lists, and how wide that is.
fn lay(diagram: &Diagram, heights: &[u32], listed: u32) -> (Vec<Spot>, f64) {
    let nodes = &diagram.nodes;
    let mut spots = vec![Spot::default(); nodes.len()];
    let mut depth = vec![0; nodes.len()];
    for id in 0..nodes.len() {
        let is_head = !spots[id].row && heights[id] > 0 && heights[id] <= listed;
        spots[id].head = is_head;
        for &child in &nodes[id].children {
            spots[child].row = spots[id].row || is_head;
            depth[child] = depth[id] + 1;
        }
        let (width, height) =
            if spots[id].row { row_size(&nodes[id]) } else { box_size(&nodes[id]) };
        (spots[id].width, spots[id].height) = (width, height);
    }
    let moves = nodes.iter().any(|n| !n.by.is_empty());
    let gap = LEVEL_GAP + if moves { 8.0 } else { 0.0 };
    // Levels of boxes: each as high as its highest.
    let mut levels: Vec<f64> = Vec::new();
    for (spot, &depth) in spots.iter().zip(&depth).filter(|(s, _)| !s.row) {
        levels.resize(levels.len().max(depth + 1), 0.0);
        levels[depth] = f64::max(levels[depth], spot.height);
    }
    let mut tops = Vec::with_capacity(levels.len());
    let mut y = 0.0;
    for height in &levels {
        tops.push(y);
        y += height + gap;
    }
    // How wide each subtree is, from the leaves up.
    let mut spans = vec![0.0; nodes.len()];
    for id in (0..nodes.len()).rev() {
        let children = &nodes[id].children;
        let below = if spots[id].row || spots[id].head {
            let widest = children.iter().map(|&c| spans[c]).fold(0.0, f64::max);
            if children.is_empty() { 0.0 } else { widest + INDENT }
        } else {
            children.iter().map(|&c| spans[c]).sum::<f64>()
                + GAP * children.len().saturating_sub(1) as f64
        };
        spans[id] = f64::max(spots[id].width, below);
    }
    place(diagram, &mut spots, &spans, &tops, &depth);
    (spots, spans.first().copied().unwrap_or(0.0))
}

/// From the root down: boxes beside each other, rows below each other.
fn place(diagram: &Diagram, spots: &mut [Spot], spans: &[f64], tops: &[f64], depth: &[usize]) {
    let nodes = &diagram.nodes;
    let mut lefts = vec![0.0; nodes.len()];
    for id in 0..nodes.len() {
        let children = &nodes[id].children;
        if spots[id].row {
            continue;
        }
        spots[id].y = tops[depth[id]];
        if spots[id].head {
            spots[id].x = lefts[id];
            list(diagram, spots, id);
            continue;
        }
        let below: f64 = children.iter().map(|&c| spans[c]).sum::<f64>()
            + GAP * children.len().saturating_sub(1) as f64;
        let mut x = lefts[id] + f64::max(0.0, spans[id] - below) / 2.0;
        for &child in children {
            lefts[child] = x;
            x += spans[child] + GAP;
        }
        spots[id].x = lefts[id] + (spans[id] - spots[id].width) / 2.0;
    }
    // Parents above the middle of their children, which may stand to one side.
    for id in (0..nodes.len()).rev() {
        let children = &nodes[id].children;
        if spots[id].row || spots[id].head {
            continue;
        }
        if let (Some(&first), Some(&last)) = (children.first(), children.last()) {
            let middle = (spots[first].middle() + spots[last].middle()) / 2.0;
            let most = lefts[id] + spans[id] - spots[id].width;
            spots[id].x = (middle - spots[id].width / 2.0).clamp(lefts[id], most.max(lefts[id]));
        }
    }
}

/// The rows below the root of a list.
fn list(diagram: &Diagram, spots: &mut [Spot], head: usize) {
    let mut y = spots[head].bottom() + 5.0;
    let left = spots[head].x;
    let mut waiting: Vec<(usize, f64)> = Vec::new();
    let push = |waiting: &mut Vec<(usize, f64)>, id: usize, x: f64| {
        waiting.extend(diagram.nodes[id].children.iter().rev().map(|&c| (c, x)));
    };
    push(&mut waiting, head, left + INDENT);
    while let Some((id, x)) = waiting.pop() {
        (spots[id].x, spots[id].y) = (x, y);
        y += spots[id].height;
        push(&mut waiting, id, x + INDENT);
    }
}
