//! A game that ends when enough of it was seen.
//!
//! The textbook algorithms know no limit but their depth, as the textbooks
//! have them. So not the search is bounded, but the game that it is shown.

use std::cell::Cell;
use std::num::NonZeroU16;
use std::ops::ControlFlow::{self, Break};

use search_core::{Evaluate, MoveSet, Outcome, Ply, Position, Verdict};

/// How many positions may be visited.
#[derive(Debug)]
pub(crate) struct Budget {
    left: Cell<u64>,
    exceeded: Cell<bool>,
}

impl Budget {
    pub(crate) const fn new(nodes: u64) -> Self {
        Self { left: Cell::new(nodes), exceeded: Cell::new(false) }
    }

    /// Whether more was asked for; what the search then says is worth nothing.
    pub(crate) const fn is_exceeded(&self) -> bool {
        self.exceeded.get()
    }

    /// One more position; `false` if it is one too many.
    fn visit(&self) -> bool {
        let left = self.left.get().checked_sub(1);
        self.left.set(left.unwrap_or(0));
        self.exceeded.set(self.exceeded.get() || left.is_none());
        left.is_some()
    }
}

/// A position, visited at the cost of a budget.
#[derive(Clone, Debug)]
pub(crate) struct Bounded<'a, P> {
    position: P,
    budget: &'a Budget,
}

impl<'a, P> Bounded<'a, P> {
    pub(crate) const fn new(position: P, budget: &'a Budget) -> Self {
        Self { position, budget }
    }

    /// Itself, without the bound.
    pub(crate) const fn position(&self) -> &P {
        &self.position
    }
}

impl<P: Position> Position for Bounded<'_, P> {
    type Move = P::Move;
    type Undo = P::Undo;
    const NO_MOVES: Outcome = P::NO_MOVES;

    /// A search asks once at every node.
    fn outcome(&self) -> Option<Outcome> {
        if self.budget.visit() { self.position.outcome() } else { Some(Outcome::Draw) }
    }

    fn generate(
        &self,
        set: MoveSet,
        mut visit: impl FnMut(P::Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.position
            .generate(set, |m| if self.budget.is_exceeded() { Break(()) } else { visit(m) })
    }

    fn is_legal(&self, m: P::Move) -> bool {
        self.position.is_legal(m)
    }

    fn make(&mut self, m: P::Move) -> P::Undo {
        self.position.make(m)
    }

    fn unmake(&mut self, m: P::Move, undo: P::Undo) {
        self.position.unmake(m, undo);
    }

    fn after(&self, m: P::Move) -> Self {
        Self { position: self.position.after(m), budget: self.budget }
    }

    fn key(&self) -> u64 {
        self.position.key()
    }

    fn pack(&self, m: P::Move) -> Option<NonZeroU16> {
        self.position.pack(m)
    }

    fn unpack(&self, bits: NonZeroU16) -> Option<P::Move> {
        self.position.unpack(bits)
    }

    fn adjudicate(&self, ply: Ply) -> Option<Verdict> {
        self.position.adjudicate(ply)
    }

    fn reserve(&mut self, plies: usize) {
        self.position.reserve(plies);
    }
}

/// The evaluation of the position itself.
#[derive(Clone, Debug)]
pub(crate) struct OfBounded<E>(pub(crate) E);

impl<'a, P: Position, E: Evaluate<P>> Evaluate<Bounded<'a, P>> for OfBounded<E> {
    fn evaluate(&mut self, pos: &Bounded<'a, P>) -> i32 {
        self.0.evaluate(&pos.position)
    }

    fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use search_core::NoEvaluation;
    use search_core::numbers::NumberTree;
    use search_core::reference::Search;

    use super::*;

    #[test]
    fn as_many_nodes_as_allowed() {
        let tree: NumberTree = "[[[3,5],[6,5]],[[2,1],[6,4]]]".parse().unwrap();
        for (nodes, exceeded) in [(1, true), (14, true), (15, false), (u64::MAX, false)] {
            let budget = Budget::new(nodes);
            let root = Bounded::new(tree.clone(), &budget);
            let answer = Search::new(3, OfBounded(NoEvaluation)).minimax(&root);
            assert_eq!(budget.is_exceeded(), exceeded, "{nodes}");
            // The one too many is seen, and no more.
            assert_eq!(answer.counts.nodes, if exceeded { nodes + 1 } else { 15 });
        }
    }
}
