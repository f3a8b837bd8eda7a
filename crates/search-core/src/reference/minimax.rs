//! Minimax with MAX and MIN nodes.

use std::ops::ControlFlow::Continue;

use super::{Answer, INFINITY, Search, each_child, worth};
use crate::heuristics::Evaluate;
use crate::position::Position;
use crate::score::Ply;
use crate::trace::{End, Player, Trace, Window};

const ALL: Window = Window { alpha: -INFINITY, beta: INFINITY };

impl<M: Copy + Eq, E, T> Search<M, E, T> {
    /// Visits every node down to the depth: MAX backs up the greatest value
    /// of its children, MIN the least.
    pub fn minimax<P>(&mut self, root: &P) -> Answer<M>
    where
        P: Position<Move = M>,
        E: Evaluate<P>,
        T: Trace<P>,
    {
        self.begin();
        let given = self.root_moves.take();
        let value =
            self.minimax_node(root, None, self.depth, Ply::ROOT, self.player, given.as_deref());
        self.root_moves = given;
        self.answer(value)
    }

    fn minimax_node<P>(
        &mut self,
        pos: &P,
        by: Option<M>,
        depth: u32,
        ply: Ply,
        player: Player,
        given: Option<&[M]>,
    ) -> i32
    where
        P: Position<Move = M>,
        E: Evaluate<P>,
        T: Trace<P>,
    {
        self.counts.nodes += 1;
        self.trace.enter(pos, by, ply, player, ALL);
        if let Some((value, end)) = self.leaf(pos, depth, ply, player) {
            self.trace.leave(value, end);
            return value;
        }

        let mut value = None;
        let _ = each_child(pos, given, |child, m| {
            let v = self.minimax_node(child, Some(m), depth - 1, ply.next(), player.other(), None);
            let better = match player {
                Player::Max => value.is_none_or(|best| v > best),
                Player::Min => value.is_none_or(|best| v < best),
            };
            if better {
                value = Some(v);
                self.trace.update(v);
                if ply == Ply::ROOT {
                    self.best = Some(m);
                }
            }
            Continue(())
        });

        let (value, end) = match value {
            Some(v) => (v, End::Searched),
            None => (self.no_moves::<P>(ply, player), End::Terminal),
        };
        self.trace.leave(value, end);
        value
    }

    /// The worth of a node without a legal move, for MAX; it counts as a leaf.
    pub(super) fn no_moves<P: Position>(&mut self, ply: Ply, player: Player) -> i32 {
        self.counts.leaves += 1;
        player.signed(worth(P::NO_MOVES, ply))
    }
}
