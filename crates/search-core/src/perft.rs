//! Counting all lines of play: the check of a move generator.
//!
//! A game that is over ends its line, so shorter games leave fewer lines.
//! [`Position::adjudicate`] is not asked: draws by repetition or move count
//! do not end a line, as the published tables count.

use std::ops::ControlFlow::{Break, Continue};

use crate::position::{MoveSet, Position, for_each_legal};

/// How many lines of exactly `depth` plies there are from here. Depth 0 is one line.
///
/// The last ply is counted without being played. The count saturates at
/// `u64::MAX`; nobody waits that long. The walk recurses once per ply:
/// whoever takes the depth from a user bounds it, by [`Ply::MAX`](crate::Ply::MAX) say.
///
/// ```
/// use search_core::numbers::NumberTree;
/// use search_core::perft::perft;
/// let tree: NumberTree = "[[1,2,3],4]".parse()?;
/// assert_eq!([0, 1, 2, 3].map(|depth| perft(&tree, depth)), [1, 2, 3, 0]);
/// # Ok::<(), search_core::numbers::NumberTreeError>(())
/// ```
#[must_use]
pub fn perft<P: Position>(pos: &P, depth: u32) -> u64 {
    Walk::from(pos).count(depth, &mut || false).unwrap_or(0)
}

/// As [`perft`], but it gives up, with `None`, once `stop` says so. It is
/// asked at every node of which children are played.
#[must_use]
pub fn perft_until<P: Position>(
    pos: &P,
    depth: u32,
    mut stop: impl FnMut() -> bool,
) -> Option<u64> {
    Walk::from(pos).count(depth, &mut stop)
}

/// A walk over the game tree. One position and one list serve all of it:
/// positions that keep a history do not clone it, and no node allocates.
struct Walk<P: Position> {
    pos: P,
    /// The moves of every node on the way from the root, one after the other.
    moves: Vec<P::Move>,
}

impl<P: Position> Walk<P> {
    fn from(pos: &P) -> Self {
        Self { pos: pos.clone(), moves: Vec::new() }
    }

    /// Visits every child, at the position itself, and says how many there were.
    fn each_child(&mut self, mut visit: impl FnMut(&mut Self, P::Move)) -> usize {
        let (pos, moves) = (&self.pos, &mut self.moves);
        let start = moves.len();
        let _ = for_each_legal(pos, MoveSet::All, |m| {
            moves.push(m);
            Continue(())
        });
        let end = moves.len();
        for i in start..end {
            let m = self.moves[i];
            let undo = self.pos.make(m);
            visit(self, m);
            self.pos.unmake(m, undo);
        }
        self.moves.truncate(start);
        end - start
    }

    /// `None` once `stop` has said so.
    fn count(&mut self, depth: u32, stop: &mut impl FnMut() -> bool) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        if self.pos.outcome().is_some() {
            return Some(0);
        }
        if depth == 1 {
            return Some(self.pos.count_moves());
        }
        let mut lines = (!stop()).then_some(0u64);
        self.each_child(|walk, _| {
            // Once stopped, no child is looked into.
            lines =
                lines.and_then(|sum| Some(sum.saturating_add(walk.count(depth - 1, &mut *stop)?)));
        });
        lines
    }

    fn survey(&mut self, depth: u32, ply: usize, levels: &mut Vec<Level>) {
        if levels.len() == ply {
            levels.push(Level::default());
        }
        levels[ply].nodes = levels[ply].nodes.saturating_add(1);
        let over = if self.pos.outcome().is_some() {
            true
        } else if depth == 0 {
            for_each_legal(&self.pos, MoveSet::All, |_| Break(())).is_continue()
        } else {
            self.each_child(|walk, _| walk.survey(depth - 1, ply + 1, levels)) == 0
        };
        levels[ply].ends = levels[ply].ends.saturating_add(u64::from(over));
    }
}

/// The lines of `depth` plies that begin with each legal move, in the order of
/// generation. Their sum is [`perft`], and it recurses as that does. Empty at depth 0 and where the game is over.
#[must_use]
pub fn divide<P: Position>(pos: &P, depth: u32) -> Vec<(P::Move, u64)> {
    if depth == 0 || pos.outcome().is_some() {
        return Vec::new();
    }
    let mut parts = Vec::new();
    Walk::from(pos)
        .each_child(|walk, m| parts.push((m, walk.count(depth - 1, &mut || false).unwrap_or(0))));
    parts
}

/// What lies at one distance from the root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Level {
    /// Nodes of the game tree: lines of play that reach this ply.
    pub nodes: u64,
    /// Of these, the ones where the game is over.
    pub ends: u64,
}

/// The nodes and the ends of the game, ply by ply from the root down to
/// `depth`, or to the last ply that any line reaches. Every node is visited,
/// so this is slower than [`perft`]. It recurses as that does.
#[must_use]
pub fn levels<P: Position>(pos: &P, depth: u32) -> Vec<Level> {
    let mut levels = Vec::new();
    Walk::from(pos).survey(depth, 0, &mut levels);
    levels
}

#[cfg(all(test, feature = "json"))]
mod tests {
    use super::*;
    use crate::numbers::NumberTree;

    fn tree() -> NumberTree {
        "[[[1,2],3],[[4],[5,6,7]],8]".parse().expect("a tree")
    }

    #[test]
    fn lines_are_counted() {
        assert_eq!([0, 1, 2, 3, 4].map(|d| perft(&tree(), d)), [1, 3, 4, 6, 0]);
        assert_eq!(perft_until(&tree(), 3, || false), Some(6));
        let mut asked = 0;
        let stop = || {
            asked += 1;
            asked > 2
        };
        assert_eq!(perft_until(&tree(), 3, stop), None);
        assert_eq!(divide(&tree(), 3), [(0, 2), (1, 4), (2, 0)]);
        assert_eq!(divide(&tree(), 1), [(0, 1), (1, 1), (2, 1)]);
        assert_eq!((divide(&tree(), 0), divide(&tree().after(2), 3)), (vec![], vec![]));
    }

    #[test]
    fn levels_count_nodes_and_ends() {
        let expected = [(1, 0), (3, 1), (4, 1), (6, 6)];
        let all = levels(&tree(), 9);
        assert_eq!(all, expected.map(|(nodes, ends)| Level { nodes, ends }));
        assert_eq!(levels(&tree(), 1), all[..2]);
    }
}
