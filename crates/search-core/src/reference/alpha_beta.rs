//! Alpha-beta with MAX and MIN nodes, as the lecture states it.

use std::ops::ControlFlow::{Break, Continue};

use super::{Answer, INFINITY, Search, each_child};
use crate::heuristics::Evaluate;
use crate::position::Position;
use crate::score::Ply;
use crate::trace::{Cut, End, Player, Trace, Window};

impl<M: Copy + Eq, E, T> Search<M, E, T> {
    /// Minimax with cut-offs.
    ///
    /// The value of a MAX node never falls while its children are searched:
    /// it is a lower bound, alpha. The value of a MIN node never rises: an
    /// upper bound, beta. A node is left
    ///
    /// - by an **alpha cut**, if it is a MIN node and its beta is not above
    ///   the alpha of *some* MAX ancestor;
    /// - by a **beta cut**, if it is a MAX node and its alpha is not below the
    ///   beta of *some* MIN ancestor.
    ///
    /// The window carries the greatest alpha and the least beta of all
    /// ancestors. A node returns the best value that it saw, even outside the
    /// window (fail-soft), which is what the figures of the lecture print.
    pub fn alpha_beta<P>(&mut self, root: &P) -> Answer<M>
    where
        P: Position<Move = M>,
        E: Evaluate<P>,
        T: Trace<P>,
    {
        self.begin();
        let given = self.root_moves.take();
        let window = Window { alpha: -INFINITY, beta: INFINITY };
        let (depth, player) = (self.depth, self.player);
        let value =
            self.alpha_beta_node(root, None, depth, window, Ply::ROOT, player, given.as_deref());
        self.root_moves = given;
        self.answer(value)
    }

    #[allow(clippy::too_many_arguments, reason = "a node is what it is")]
    fn alpha_beta_node<P>(
        &mut self,
        pos: &P,
        by: Option<M>,
        depth: u32,
        mut window: Window,
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
        self.trace.enter(pos, by, ply, player, window);
        if let Some((value, end)) = self.leaf(pos, depth, ply, player) {
            self.trace.leave(value, end);
            return value;
        }

        let mut value = None;
        let mut cut = None;
        let _ = each_child(pos, given, |child, m| {
            if cut.is_some() {
                self.trace.skip(child, m);
                return Continue(());
            }
            let (next, other) = (ply.next(), player.other());
            let v = self.alpha_beta_node(child, Some(m), depth - 1, window, next, other, None);
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
                match player {
                    Player::Max => window.alpha = window.alpha.max(v),
                    Player::Min => window.beta = window.beta.min(v),
                }
            }
            if window.alpha >= window.beta {
                cut = Some(self.count_cut(player));
                // A watcher is shown what is left out.
                return if T::ACTIVE { Continue(()) } else { Break(()) };
            }
            Continue(())
        });

        let (value, end) = match (value, cut) {
            (Some(v), Some(cut)) => (v, End::Cut(cut)),
            (Some(v), None) => (v, End::Searched),
            (None, _) => (self.no_moves::<P>(ply, player), End::Terminal),
        };
        self.trace.leave(value, end);
        value
    }

    /// Counts a cut-off at a node of this player.
    pub(super) const fn count_cut(&mut self, player: Player) -> Cut {
        match player {
            Player::Max => {
                self.counts.beta_cuts += 1;
                Cut::Beta
            }
            Player::Min => {
                self.counts.alpha_cuts += 1;
                Cut::Alpha
            }
        }
    }
}
