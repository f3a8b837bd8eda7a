//! How large a game is: positions, games and tree nodes, counted in full.

use std::collections::BTreeMap;

use search_core::legal_moves;

use crate::square::Side;
use crate::symmetry::Symmetric;

/// The size of a game from a position on, and how it can end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameCounts {
    /// Positions that play can reach, the first included.
    pub positions: u128,
    /// The same, with images under symmetries counted once.
    pub classes: u128,
    /// Ways to play the game to its end.
    pub games: u128,
    /// Nodes of the whole game tree: sequences of moves, the empty one included.
    pub nodes: u128,
    /// Positions in which the game is over.
    pub terminal: u128,
    /// Of these, the ones won by X.
    pub won_by_x: u128,
    /// Of these, the ones won by O.
    pub won_by_o: u128,
    /// Of these, the ones that nobody won.
    pub drawn: u128,
}

/// The game is too large to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("more than {limit} classes of positions with {stones} stones: too many to count")]
pub struct TooManyPositions {
    /// The most that was allowed of one number of stones.
    pub limit: usize,
    /// The number of stones where it was passed.
    pub stones: usize,
}

/// Counts the game from a position on, layer by layer of stones: the
/// positions of a layer are kept up to symmetry, each with the number of ways
/// that lead to it. Numbers of ways that leave a `u128` stay at its greatest value.
///
/// ```
/// use tictactoe::{TicTacToe, count};
/// let counts = count(&TicTacToe::new(), 1_000_000)?;
/// assert_eq!((counts.positions, counts.classes), (5478, 765));
/// assert_eq!((counts.games, counts.nodes), (255_168, 549_946));
/// assert_eq!((counts.terminal, counts.won_by_x, counts.won_by_o), (958, 626, 316));
/// # Ok::<(), tictactoe::TooManyPositions>(())
/// ```
///
/// # Errors
/// [`TooManyPositions`] if a layer has more than `limit` classes.
pub fn count<P: Symmetric>(root: &P, limit: usize) -> Result<GameCounts, TooManyPositions> {
    // How many different positions of the class are reached, and by how many
    // ways each, can differ when the first position has fewer symmetries than
    // the board. So a symmetric start is counted by classes, any other whole.
    let fold = root.images() == 1;
    let mut counts = GameCounts::default();
    let mut layer = BTreeMap::from([(key(root, fold), (root.clone(), 1u128))]);
    while !layer.is_empty() {
        let mut next = BTreeMap::new();
        for (position, ways) in layer.values() {
            let positions = if fold { position.images() as u128 } else { 1 };
            counts.positions += positions;
            counts.nodes = counts.nodes.saturating_add(*ways);
            if position.is_over() {
                counts.terminal += positions;
                counts.games = counts.games.saturating_add(*ways);
                match position.winner() {
                    Some(Side::X) => counts.won_by_x += positions,
                    Some(Side::O) => counts.won_by_o += positions,
                    None => counts.drawn += positions,
                }
            }
            for m in legal_moves(position) {
                let child = position.after(m);
                let (_, sum) = next.entry(key(&child, fold)).or_insert((child, 0u128));
                *sum = sum.saturating_add(*ways);
            }
            if next.len() > limit {
                return Err(TooManyPositions { limit, stones: position.stones() + 1 });
            }
        }
        counts.classes += if fold {
            layer.len() as u128
        } else {
            let classes: std::collections::BTreeSet<_> =
                layer.values().map(|(position, _)| position.class()).collect();
            classes.len() as u128
        };
        layer = next;
    }
    Ok(counts)
}

/// What tells positions apart: the class, and the position itself (told by
/// its frame) unless symmetric ones count once.
fn key<P: Symmetric>(position: &P, fold: bool) -> (P::Class, usize) {
    (position.class(), if fold { 0 } else { position.frame() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use search_core::Position;

    use crate::board::Board;
    use crate::mnk::Mnk;
    use crate::rules::Rules;
    use crate::small::TicTacToe;

    fn empty(m: usize, n: usize, k: usize) -> Mnk<u64> {
        Mnk::empty(Rules::new(m, n, k).unwrap()).unwrap()
    }

    #[test]
    fn both_boards_count_the_same() {
        let small = count(&TicTacToe::new(), 1000).unwrap();
        assert_eq!(count(&empty(3, 3, 3), 1000).unwrap(), small);
        assert_eq!(small.drawn, 16);
        assert_eq!(small.terminal, small.won_by_x + small.won_by_o + small.drawn);
    }

    #[test]
    fn from_the_middle_of_a_game() {
        // By hand: a row of two, k = 2, one stone on it: X, then O fills it.
        let counts = count(&empty(2, 1, 2), 10).unwrap();
        assert_eq!((counts.positions, counts.classes), (1 + 2 + 2, 3));
        assert_eq!((counts.games, counts.nodes, counts.drawn), (2, 5, 2));
        let one = empty(2, 1, 2).play(crate::Square::new(0)).unwrap();
        assert_eq!(count(&one, 10).unwrap().positions, 2);
    }

    /// Positions and sequences of moves, by walking the whole tree.
    fn walk(pos: &TicTacToe, seen: &mut std::collections::BTreeSet<TicTacToe>) -> u128 {
        seen.insert(*pos);
        1 + legal_moves(pos).into_iter().map(|m| walk(&pos.after(m), seen)).sum::<u128>()
    }

    #[test]
    fn any_start_is_counted_whole() {
        for text in ["X../.../...", ".X./.../...", "XO./.../...", "XO./.X./...", "X.O/.../X.."] {
            let board: TicTacToe = text.parse().unwrap();
            let counts = count(&board, 10_000).unwrap();
            let mut seen = std::collections::BTreeSet::new();
            assert_eq!(counts.nodes, walk(&board, &mut seen), "{text}");
            assert_eq!(counts.positions, seen.len() as u128, "{text}");
            let classes: std::collections::BTreeSet<_> =
                seen.iter().map(|p| p.canonical()).collect();
            assert_eq!(counts.classes, classes.len() as u128, "{text}");
        }
    }

    #[test]
    fn large_games_are_refused() {
        assert_eq!(count(&empty(5, 5, 4), 100), Err(TooManyPositions { limit: 100, stones: 3 }));
    }
}
