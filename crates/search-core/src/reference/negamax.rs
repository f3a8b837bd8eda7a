//! Alpha-beta in its negamax form: one function for both players.

use std::ops::ControlFlow::{Break, Continue};

use super::{Answer, INFINITY, Search, WIN, each_child, worth};
use crate::heuristics::Evaluate;
use crate::position::Position;
use crate::score::Ply;
use crate::trace::{End, Player, Trace, Window};

impl<M: Copy + Eq, E, T> Search<M, E, T> {
    /// Alpha-beta as the xiangqi lecture codes it: values for the side to
    /// move, negated from ply to ply, and fail-hard: a node returns nothing
    /// outside its window, so a cut node shows the bound, not the value that
    /// cut it. It visits what [`alpha_beta`](Self::alpha_beta) visits.
    pub fn negamax<P>(&mut self, root: &P) -> Answer<M>
    where
        P: Position<Move = M>,
        E: Evaluate<P>,
        T: Trace<P>,
    {
        self.negamax_within(root, -INFINITY, INFINITY)
    }

    /// [`negamax`](Self::negamax) within a window, both bounds for the side to
    /// move at the root; the value of the answer is for MAX, as always, and
    /// never outside the window. Bounds beyond [`INFINITY`] count as that; where `alpha` is not
    /// below `beta` no value fits, and the answer is `alpha`.
    pub fn negamax_within<P>(&mut self, root: &P, alpha: i32, beta: i32) -> Answer<M>
    where
        P: Position<Move = M>,
        E: Evaluate<P>,
        T: Trace<P>,
    {
        self.begin();
        let given = self.root_moves.take();
        let alpha = alpha.max(-INFINITY);
        let beta = beta.max(alpha);
        let window = (alpha, beta);
        let value = self.negamax_node::<P, true>(
            root,
            None,
            self.depth,
            Ply::ROOT,
            window,
            given.as_deref(),
        );
        self.root_moves = given;
        // On the way leaves were counted apart: one addition a node, not two.
        self.counts.nodes += self.counts.leaves;
        self.answer(self.player.signed(value.clamp(alpha, beta)))
    }

    #[inline]
    fn player_at(&self, ply: Ply) -> Player {
        if ply.is_even() { self.player } else { self.player.other() }
    }

    /// A node: shown to the watcher, and either a leaf or searched.
    ///
    /// Inlined where the moves are tried, so that a leaf costs no call.
    #[inline(always)]
    fn negamax_node<P, const ROOT: bool>(
        &mut self,
        pos: &P,
        by: Option<M>,
        depth: u32,
        ply: Ply,
        (alpha, beta): (i32, i32),
        given: Option<&[M]>,
    ) -> i32
    where
        P: Position<Move = M>,
        E: Evaluate<P>,
        T: Trace<P>,
    {
        if T::ACTIVE {
            let player = self.player_at(ply);
            let (low, high) = (player.signed(alpha), player.signed(beta));
            let window = Window { alpha: low.min(high), beta: low.max(high) };
            self.trace.enter(pos, by, ply, player, window);
        }
        let Some((value, end)) = self.leaf_value(pos, depth, ply) else {
            return self.negamax_moves::<P, ROOT>(pos, depth, ply, (alpha, beta), given);
        };
        if T::ACTIVE {
            self.trace.leave(self.player_at(ply).signed(value), end);
        }
        value
    }

    /// The value of a node from its moves.
    #[inline(never)]
    fn negamax_moves<P, const ROOT: bool>(
        &mut self,
        pos: &P,
        depth: u32,
        ply: Ply,
        (mut alpha, beta): (i32, i32),
        given: Option<&[M]>,
    ) -> i32
    where
        P: Position<Move = M>,
        E: Evaluate<P>,
        T: Trace<P>,
    {
        // Until a move is tried: there may be none.
        let mut end = End::Terminal;
        let mut visit = |child: &P, m: M| {
            if T::ACTIVE && matches!(end, End::Cut(_)) {
                self.trace.skip(child, m);
                return Continue(());
            }
            end = End::Searched;
            let window = (-beta, -alpha);
            let v =
                -self.negamax_node::<P, false>(child, Some(m), depth - 1, ply.next(), window, None);
            if v > alpha {
                // Fail-hard: a value beyond the window shows as its bound.
                alpha = v.min(beta);
                if ROOT {
                    self.best = Some(m);
                }
                if T::ACTIVE {
                    self.trace.update(self.player_at(ply).signed(alpha));
                }
                if v >= beta {
                    end = End::Cut(self.count_cut(self.player_at(ply)));
                    // A watcher is shown what is left out.
                    return if T::ACTIVE { Continue(()) } else { Break(()) };
                }
            }
            Continue(())
        };
        let _ = if ROOT {
            each_child(pos, given, &mut visit)
        } else {
            each_child(pos, None, &mut visit)
        };

        if end == End::Terminal {
            self.counts.leaves += 1;
            alpha = worth(P::NO_MOVES, ply);
        } else {
            self.counts.nodes += 1;
        }
        if T::ACTIVE {
            self.trace.leave(self.player_at(ply).signed(alpha), end);
        }
        alpha
    }
}

// A window must have room for every value, and every value for its negation.
const _: () = assert!(WIN < INFINITY && -INFINITY > i32::MIN);
