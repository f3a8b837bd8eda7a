//! What is drawn of a tree: text and numbers, no positions. A position may take
//! kilobytes, and a tree has many.

use std::fmt;
use std::ops::ControlFlow::{Break, Continue};

use search_core::reference::VALUE_MAX;
use search_core::trace::{End, Player, Trace, Visit, Window};
use search_core::{Evaluate, MoveSet, NoEvaluation, Ply, Position, for_each_legal};

use super::{Labels, Sketch};
use crate::bounded::Bounded;

/// A node of a [`Sheet`].
#[derive(Clone, Debug)]
pub(crate) struct Noted {
    pub(crate) parent: Option<usize>,
    pub(crate) children: Vec<usize>,
    pub(crate) player: Player,
    /// The move that led here.
    pub(crate) by: String,
    /// The first of the nodes that this move led to: an engine may search it again.
    pub(crate) first: usize,
    pub(crate) name: String,
    pub(crate) sketch: Sketch,
    pub(crate) rows: Vec<String>,
    /// What stands at a leaf, where that needs no search.
    pub(crate) leaf: Option<String>,
    /// Its evaluation, for MAX, if that was asked for.
    pub(crate) judged: Option<i32>,
    /// What the search did here; `None` if it was cut off.
    pub(crate) visit: Option<Visit>,
}

/// A tree as a search has visited it. Children stand behind their parents, in
/// the order of the moves.
#[derive(Clone, Debug)]
pub struct Sheet {
    pub(crate) nodes: Vec<Noted>,
    /// Nodes that were visited but not recorded, for want of room.
    pub(crate) unrecorded: u64,
    /// How values are written.
    pub(crate) value: fn(i32) -> String,
}

impl Sheet {
    pub(crate) fn window(&self, w: Window) -> String {
        format!("[{}, {}]", (self.value)(w.alpha), (self.value)(w.beta))
    }

    /// How many nodes it has.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing was searched.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Which nodes lie on the principal variation: at each node the first child
    /// with the node's value, for later ones only equal it.
    pub(crate) fn principal(&self) -> Vec<bool> {
        let mut on = vec![false; self.nodes.len()];
        let mut next = (!self.nodes.is_empty()).then_some(0);
        let value = |id: usize| self.nodes[id].visit.as_ref().map(|v| v.value);
        while let Some(id) = next {
            on[id] = true;
            let children = &self.nodes[id].children;
            next = children.iter().copied().find(|&c| value(c) == value(id));
            if let Some(found) = next {
                // A move may have been searched again with an open window.
                let first = self.nodes[found].first;
                let again = |&&c: &&usize| self.nodes[c].first == first && value(c) == value(id);
                next = children.iter().rev().find(again).copied();
            }
        }
        on
    }
}

/// Where a search stands, on the way to it from the root.
struct Step<P: Position> {
    /// The node; `None` where there was no room for it.
    id: Option<usize>,
    /// Its position, unless nothing can stand below it.
    position: Option<P>,
    /// The last move from here, and the first node that it led to.
    last: Option<(P::Move, usize)>,
}

/// Watches a search, and fills a [`Sheet`].
pub struct Scribe<'a, P: Position, E = NoEvaluation> {
    labels: Labels<'a, P>,
    limit: usize,
    /// Positions at this depth are leaves.
    depth: u32,
    /// Whether what was cut off is written down to the leaves.
    complete: bool,
    evaluation: Option<E>,
    sheet: Sheet,
    path: Vec<Step<P>>,
    visits: usize,
}

impl<P: Position, E> fmt::Debug for Scribe<'_, P, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scribe").field("nodes", &self.sheet.len()).finish_non_exhaustive()
    }
}

impl<'a, P: Position> Scribe<'a, P> {
    /// Writes at most `limit` nodes down; what does not fit is counted.
    #[must_use]
    pub fn new(labels: Labels<'a, P>, limit: usize) -> Self {
        let sheet = Sheet { nodes: Vec::new(), unrecorded: 0, value: labels.value };
        let (depth, evaluation) = (u32::MAX, None);
        let (path, visits, complete) = (Vec::new(), 0, false);
        Self { labels, limit, depth, complete, evaluation, sheet, path, visits }
    }
}

impl<'a, P: Position, E> Scribe<'a, P, E> {
    /// Tells it where the leaves are: no position is kept for those.
    #[must_use]
    pub fn to_depth(self, depth: u32) -> Self {
        Self { depth, ..self }
    }

    /// Lets it write down what was cut off, to the leaves.
    #[must_use]
    pub fn with_cut_branches(self) -> Self {
        Self { complete: true, ..self }
    }

    /// Lets it judge nodes that are no leaves, so that a shallower search has leaves there.
    pub fn judging<F>(self, evaluation: F) -> Scribe<'a, P, F> {
        let Self { labels, limit, depth, complete, sheet, path, visits, .. } = self;
        let evaluation = Some(evaluation);
        Scribe { labels, limit, depth, complete, evaluation, sheet, path, visits }
    }

    /// What was written.
    #[must_use]
    pub fn into_sheet(self) -> Sheet {
        self.sheet
    }

    fn has_room(&self) -> bool {
        self.sheet.nodes.len() < self.limit
    }

    fn note(&mut self, pos: &P, parent: Option<usize>, player: Player, by: String) -> usize {
        let id = self.sheet.nodes.len();
        if let Some(parent) = parent {
            self.sheet.nodes[parent].children.push(id);
        }
        self.sheet.nodes.push(Noted {
            parent,
            children: Vec::new(),
            player,
            by,
            first: id,
            name: (self.labels.name)(pos),
            sketch: (self.labels.sketch)(pos).fitting(),
            rows: (self.labels.rows)(pos),
            leaf: (self.labels.leaf)(pos),
            judged: None,
            visit: None,
        });
        id
    }

    /// What can be reached from a node that was cut off. No deeper than the depth of the search.
    fn note_below(&mut self, pos: &P, id: usize, ply: u32) {
        if ply >= self.depth || pos.outcome().is_some() {
            return;
        }
        let player = self.sheet.nodes[id].player.other();
        let _ = for_each_legal(pos, MoveSet::All, |m| {
            if !self.has_room() {
                return Break(());
            }
            let (child, by) = (pos.after(m), (self.labels.of_move)(pos, m));
            let below = self.note(&child, Some(id), player, by);
            self.note_below(&child, below, ply + 1);
            Continue(())
        });
    }
}

impl<P: Position, E: Evaluate<P>> Scribe<'_, P, E> {
    fn judge(&mut self, pos: &P, player: Player) -> Option<i32> {
        let evaluation = self.evaluation.as_mut()?;
        if pos.outcome().is_some() {
            return None;
        }
        Some(player.signed(evaluation.evaluate(pos).clamp(-VALUE_MAX, VALUE_MAX)))
    }
}

impl<P: Position, E: Evaluate<P>> Trace<P> for Scribe<'_, P, E> {
    const ACTIVE: bool = true;

    fn restart(&mut self) {
        self.sheet.nodes.clear();
        self.sheet.unrecorded = 0;
        self.path.clear();
        self.visits = 0;
    }

    fn enter(&mut self, pos: &P, m: Option<P::Move>, ply: Ply, player: Player, window: Window) {
        let order = self.visits;
        self.visits += 1;
        let above = self.path.last();
        let known = above.is_none_or(|step| step.id.is_some());
        if !known || !self.has_room() {
            self.sheet.unrecorded += 1;
            self.path.push(Step { id: None, position: None, last: None });
            return;
        }
        let by = match (m, above.and_then(|step| step.position.as_ref())) {
            (Some(m), Some(above)) => (self.labels.of_move)(above, m),
            _ => String::new(),
        };
        let again = m.zip(above.and_then(|step| step.last));
        let again = again.and_then(|(m, (last, first))| (m == last).then_some(first));
        let id = self.note(pos, above.and_then(|step| step.id), player, by);
        let first = again.unwrap_or(id);
        self.sheet.nodes[id].first = first;
        if let (Some(step), Some(m)) = (self.path.last_mut(), m) {
            step.last = Some((m, first));
        }
        let inner = ply.get() < self.depth as usize;
        if inner {
            self.sheet.nodes[id].judged = self.judge(pos, player);
        }
        let visit = Visit { order, window, updates: Vec::new(), value: 0, end: End::Searched };
        self.sheet.nodes[id].visit = Some(visit);
        self.path.push(Step { id: Some(id), position: inner.then(|| pos.clone()), last: None });
    }

    fn update(&mut self, value: i32) {
        if let Some(Step { id: Some(id), .. }) = self.path.last()
            && let Some(visit) = &mut self.sheet.nodes[*id].visit
        {
            visit.updates.push(value);
        }
    }

    fn skip(&mut self, child: &P, m: P::Move) {
        let Some(Step { id: Some(id), position: Some(above), .. }) = self.path.last() else {
            return;
        };
        if self.has_room() {
            let (id, by) = (*id, (self.labels.of_move)(above, m));
            let player = self.sheet.nodes[id].player.other();
            let ply = self.path.len() as u32;
            let cut = self.note(child, Some(id), player, by);
            if self.complete {
                self.note_below(child, cut, ply);
            }
        }
    }

    fn leave(&mut self, value: i32, end: End) {
        if let Some(Step { id: Some(id), .. }) = self.path.pop()
            && let Some(visit) = &mut self.sheet.nodes[id].visit
        {
            visit.value = value;
            visit.end = end;
        }
    }
}

/// The same of a search that must end: what it sees is the game itself.
pub(crate) struct Unbounded<'a, P: Position, E>(pub(crate) Scribe<'a, P, E>);

impl<P: Position, E: Evaluate<P>> Trace<Bounded<'_, P>> for Unbounded<'_, P, E> {
    const ACTIVE: bool = true;

    fn enter(
        &mut self,
        pos: &Bounded<'_, P>,
        m: Option<P::Move>,
        ply: Ply,
        player: Player,
        window: Window,
    ) {
        self.0.enter(pos.position(), m, ply, player, window);
    }

    fn update(&mut self, value: i32) {
        Trace::<P>::update(&mut self.0, value);
    }

    fn skip(&mut self, child: &Bounded<'_, P>, m: P::Move) {
        self.0.skip(child.position(), m);
    }

    fn leave(&mut self, value: i32, end: End) {
        Trace::<P>::leave(&mut self.0, value, end);
    }
}

#[cfg(test)]
mod tests {
    use search_core::numbers::NumberTree;
    use search_core::reference::{INFINITY, Search};

    use super::*;

    const LABELS: Labels<'static, NumberTree> = Labels {
        of_move: &|_, _| String::new(),
        rows: &|_| Vec::new(),
        sketch: &|_| Sketch::None,
        name: &|_| String::new(),
        leaf: &|p| p.leaf().map(|l| l.to_string()),
        value: super::super::value,
    };

    fn tree() -> NumberTree {
        "[[[3,5],[6,5]],[[2,1],[6,4]]]".parse().unwrap()
    }

    fn sheet(scribe: Scribe<'_, NumberTree>) -> Sheet {
        let mut search = Search::new(3, NoEvaluation).traced(scribe);
        let _ = search.alpha_beta(&tree());
        search.trace.into_sheet()
    }

    #[test]
    fn what_was_cut_off_is_written_to_the_leaves() {
        let short = sheet(Scribe::new(LABELS, 100));
        let whole = sheet(Scribe::new(LABELS, 100).to_depth(3).with_cut_branches());
        // K and G alone, or with N and O below G.
        assert_eq!((short.len(), whole.len()), (13, 15));
        let unseen = |sheet: &Sheet| sheet.nodes.iter().filter(|n| n.visit.is_none()).count();
        assert_eq!((unseen(&short), unseen(&whole)), (2, 4));
        let leaves: Vec<_> = whole.nodes.iter().filter_map(|n| n.leaf.as_deref()).collect();
        assert_eq!(leaves, ["3", "5", "6", "5", "2", "1", "6", "4"]);
        assert_eq!(whole.principal().iter().filter(|&&on| on).count(), 4);
    }

    #[test]
    fn what_does_not_fit_is_counted() {
        let sheet = sheet(Scribe::new(LABELS, 4));
        // A, B, D, H; of eleven visited nodes.
        assert_eq!((sheet.len(), sheet.unrecorded), (4, 7));
        assert_eq!(sheet.nodes[0].visit.as_ref().unwrap().value, 5);
    }

    #[test]
    fn of_a_move_that_is_searched_again_the_last_search_counts() {
        let (root, mut scribe) = (tree(), Scribe::new(LABELS, 100));
        let window = Window { alpha: -INFINITY, beta: INFINITY };
        let mut visit = |m: Option<u32>, value, below: &[(u32, i32)]| {
            let pos = m.map_or(root.clone(), |m| root.child(m).unwrap());
            let ply = Ply::new(usize::from(m.is_some()));
            scribe.enter(&pos, m, ply, Player::Max, window);
            for &(m, value) in below {
                let child = pos.child(m).unwrap();
                scribe.enter(&child, Some(m), Ply::new(1), Player::Min, window);
                Trace::<NumberTree>::leave(&mut scribe, value, End::Searched);
            }
            Trace::<NumberTree>::leave(&mut scribe, value, End::Searched);
        };
        // Move 0; move 1 within no window, and again; their values are equal.
        visit(None, 7, &[(0, 4), (1, 7), (1, 7)]);
        let sheet = scribe.into_sheet();
        assert_eq!(sheet.principal(), [true, false, false, true]);
        assert_eq!((sheet.nodes[2].first, sheet.nodes[3].first), (2, 2));
    }
}
