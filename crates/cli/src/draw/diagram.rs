//! A tree as a picture shows it: text at nodes, no positions.

use search_core::reference::INFINITY;
use search_core::trace::{Cut, End, Player, Window};

use super::{Sheet, Sketch, typeset};

/// A node of a picture.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) player: Player,
    pub(crate) children: Vec<usize>,
    /// The move that led here.
    pub(crate) by: String,
    /// Its name, if it has one.
    pub(crate) name: String,
    pub(crate) sketch: Sketch,
    /// Its value, with a sign before it where the value is a bound alone.
    pub(crate) value: String,
    /// The window at entry.
    pub(crate) window: String,
    pub(crate) place: Place,
    /// Which bound cut its other branches off.
    pub(crate) cut: Option<Cut>,
    /// On the principal variation.
    pub(crate) on_line: bool,
    /// So many nodes below are not drawn.
    pub(crate) folded: usize,
}

/// What a node is to the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// It was searched.
    Inner,
    /// It was evaluated, or the game is over.
    Leaf,
    /// It was cut off.
    CutOff,
    /// It stands below a node that was cut off.
    BelowCut,
    /// No node: so many siblings are not drawn.
    More,
}

/// A tree to be laid out. Children stand behind their parents.
#[derive(Clone, Debug)]
pub(crate) struct Diagram {
    pub(crate) nodes: Vec<Node>,
    /// Visited, but not recorded.
    pub(crate) unrecorded: u64,
}

impl Diagram {
    /// The picture of a recorded tree. An exercise shows what stands at the
    /// leaves and nothing that a search has found.
    pub(crate) fn new(sheet: &Sheet, exercise: bool) -> Self {
        let on_line = sheet.principal();
        let mut nodes: Vec<Node> = Vec::with_capacity(sheet.nodes.len());
        // Minimax has no windows: every one of its nodes would show the same.
        let all = Window { alpha: -INFINITY, beta: INFINITY };
        let windows = sheet.nodes.iter().any(|n| n.visit.as_ref().is_some_and(|v| v.window != all));
        for (id, node) in sheet.nodes.iter().enumerate() {
            let mut drawn = Node {
                player: node.player,
                children: node.children.clone(),
                by: node.by.clone(),
                name: node.name.clone(),
                sketch: node.sketch.clone(),
                value: String::new(),
                window: String::new(),
                place: Place::Inner,
                cut: None,
                on_line: on_line[id] && !exercise,
                folded: 0,
            };
            match &node.visit {
                Some(visit) => {
                    let leaf = node.children.is_empty();
                    let value = typeset(&(sheet.value)(visit.value));
                    match visit.end {
                        _ if exercise && !leaf => {}
                        _ if leaf => {
                            drawn.place = Place::Leaf;
                            let stands = node.leaf.as_deref().map(typeset);
                            drawn.value = stands.filter(|_| exercise).unwrap_or(value);
                        }
                        end => {
                            drawn.value = match end {
                                End::Cut(Cut::Alpha) => format!("\u{2264}{value}"),
                                End::Cut(Cut::Beta) => format!("\u{2265}{value}"),
                                _ => value,
                            };
                            if let End::Cut(cut) = end {
                                drawn.cut = Some(cut);
                            }
                            if windows {
                                drawn.window = typeset(&sheet.window(visit.window));
                            }
                        }
                    }
                }
                None => {
                    let below = node.parent.is_some_and(|p| sheet.nodes[p].visit.is_none());
                    drawn.place = if below { Place::BelowCut } else { Place::CutOff };
                    drawn.value = node.leaf.as_deref().map_or(String::new(), typeset);
                }
            }
            nodes.push(drawn);
        }
        Self { nodes, unrecorded: sheet.unrecorded }
    }

    /// The same with at most about so many nodes: those near the root, and
    /// the principal variation to its end. What is left out is counted where it hangs.
    pub(crate) fn fold(self, most: usize) -> Self {
        if self.nodes.len() <= most {
            return self;
        }
        let below = self.sizes();
        let mut left = most.saturating_sub(1);
        let mut folded = Self { nodes: Vec::new(), unrecorded: self.unrecorded };
        let Some(root) = self.nodes.first() else { return self };
        folded.nodes.push(root.clone());
        // For each drawn node, which one it is.
        let mut from = vec![0];
        let mut here = 0;
        while here < folded.nodes.len() {
            let children = std::mem::take(&mut folded.nodes[here].children);
            let node = &mut folded.nodes[here];
            let shown = match children.len() {
                n if n <= left => n,
                // A few of many tell what the rest is like.
                _ if node.on_line || here == 0 => FEW.min(left.max(1)),
                _ => 0,
            };
            if shown == 0 && !children.is_empty() {
                node.folded = below[from[here]] - 1;
            }
            let line = children.iter().position(|&c| self.nodes[c].on_line);
            // The principal variation is never among what is left out.
            let begin = line.map_or(0, |line| (line + 1).saturating_sub(shown));
            let (mut ids, mut hidden) = (Vec::new(), 0);
            for (i, &child) in children.iter().enumerate() {
                if shown > 0 && (begin..begin + shown).contains(&i) {
                    ids.push(folded.nodes.len());
                    folded.nodes.push(self.nodes[child].clone());
                    from.push(child);
                } else if shown > 0 {
                    hidden += 1;
                }
            }
            left = left.saturating_sub(shown);
            if hidden > 0 {
                ids.push(folded.nodes.len());
                let more = self.nodes[children[0]].clone();
                folded.nodes.push(Node {
                    children: Vec::new(),
                    by: String::new(),
                    name: String::new(),
                    sketch: Sketch::None,
                    value: format!("+{hidden}"),
                    window: String::new(),
                    place: Place::More,
                    cut: None,
                    on_line: false,
                    ..more
                });
                from.push(0);
            }
            folded.nodes[here].children = ids;
            here += 1;
        }
        folded
    }

    /// How many nodes stand at and below each.
    fn sizes(&self) -> Vec<usize> {
        let mut sizes = vec![1; self.nodes.len()];
        for (id, node) in self.nodes.iter().enumerate().rev() {
            sizes[id] += node.children.iter().map(|&c| sizes[c]).sum::<usize>();
        }
        sizes
    }
}

/// So many of too many children are drawn.
const FEW: usize = 8;
