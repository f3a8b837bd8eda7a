//! The lecture's picture: the graph of the game by levels, who wins it, and
//! the graphs that prove it.

use std::collections::BTreeMap;

use search_core::Player;
use search_core::reference::and_or::{ForcedWin, StateGraph, StateNode, TooManyNodes};

use crate::heaps::Heaps;

/// All positions that a game can reach, as the lecture draws them.
///
/// One of the players, MAX or MIN, begins; in the lecture it is MIN, with seven
/// coins. Every move makes one heap more, so all ways to a position have one
/// length: the graph has levels, the players take turns by level, and no
/// position stands on two of them.
///
/// ```
/// use grundy::{Heaps, Lecture};
/// use search_core::Player;
/// let seven: Heaps = "7".parse()?;
/// let lecture = Lecture::new(&seven, Player::Min, 1000)?;
/// assert_eq!(lecture.graph().level_sizes(), [1, 3, 4, 3, 2, 1]);
/// assert_eq!(lecture.winner(), Player::Max);
/// assert_eq!(lecture.win().solutions().count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Lecture {
    graph: StateGraph<Heaps>,
    winner: Player,
    /// The letters of the positions where the game is over.
    names: BTreeMap<usize, String>,
}

impl Lecture {
    /// The graph from these heaps on, with this player to move.
    ///
    /// # Errors
    /// More positions than `limit`.
    pub fn new(start: &Heaps, first: Player, limit: usize) -> Result<Self, TooManyNodes> {
        let graph = StateGraph::build(start, first, limit)?;
        // There are no draws: who cannot force a win has lost.
        let max = graph.forced_win(Player::Max).is_won(0);
        let winner = if max { Player::Max } else { Player::Min };
        let names = names(&graph);
        Ok(Self { graph, winner, names })
    }

    /// The graph. Its nodes stand in the order of their levels.
    #[must_use]
    pub const fn graph(&self) -> &StateGraph<Heaps> {
        &self.graph
    }

    /// Who wins, whatever the other one does.
    #[must_use]
    pub const fn winner(&self) -> Player {
        self.winner
    }

    /// Where the winner can force the win, and his solution graphs. OR nodes are
    /// those where the winner moves, AND nodes those where the loser does, as
    /// in [textbooks](search_core::reference::and_or).
    #[must_use]
    pub fn win(&self) -> ForcedWin<'_, Heaps> {
        self.graph.forced_win(self.winner)
    }

    /// The letter of a position where the game is over: A, B, C and so on, the
    /// ends that MAX wants before those that MIN wants, each in the order of the levels.
    #[must_use]
    pub fn name(&self, node: usize) -> Option<&str> {
        self.names.get(&node).map(String::as_str)
    }

    /// Whose goal a position is where the game is over: who is to move has lost.
    #[must_use]
    pub fn goal_of(node: &StateNode<Heaps>) -> Option<Player> {
        node.end.map(|_| node.player.other())
    }
}

/// MAX's goals first, as the lecture has A for MAX's and B and C for MIN's.
fn names(graph: &StateGraph<Heaps>) -> BTreeMap<usize, String> {
    let goals = |player| {
        let nodes = graph.nodes().iter().enumerate();
        nodes.filter(move |(_, n)| Lecture::goal_of(n) == Some(player)).map(|(id, _)| id)
    };
    let ends = goals(Player::Max).chain(goals(Player::Min));
    ends.enumerate().map(|(i, id)| (id, letters(i))).collect()
}

/// A to Z, AA, AB and so on.
fn letters(mut i: usize) -> String {
    let mut text = Vec::new();
    loop {
        text.push(b'A' + (i % 26) as u8);
        if i < 26 {
            break;
        }
        i = i / 26 - 1;
    }
    text.iter().rev().map(|&b| char::from(b)).collect()
}

#[cfg(test)]
mod tests {
    use super::letters;

    #[test]
    fn names_go_on_after_z() {
        assert_eq!(
            [0, 2, 25, 26, 51, 52, 701, 702].map(letters),
            ["A", "C", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]
        );
    }
}
