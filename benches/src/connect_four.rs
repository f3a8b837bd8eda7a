//! Connect Four: the example game of the core, and the searches it is held against.

#[path = "../../crates/search-core/examples/connect_four.rs"]
#[allow(dead_code, reason = "an example has a `main`, and readers of its own")]
pub mod game;

#[cfg(feature = "board-game")]
pub mod for_board_game;

use game::{BOARD, ConnectFour};

/// Lines still open to the side to move, less those open to the other.
#[must_use]
pub fn evaluate(pos: &ConnectFour) -> i32 {
    open_lines(BOARD & !(pos.mine ^ pos.all)) - open_lines(BOARD & !pos.mine)
}

/// How many lines of four there are within these squares.
fn open_lines(squares: u64) -> i32 {
    let [up, row, falling, rising] = [1, 7, 6, 8].map(|d: u32| {
        let pairs = squares & squares >> d;
        pairs & pairs >> (2 * d)
    });
    // All but the upright ones begin in the four columns on the left, falling
    // ones above rising ones: one count does for three directions.
    (up.count_ones() + (row | (falling | rising) << 28).count_ones()) as i32
}

/// Alpha-beta for Connect Four alone: no traits, no closures, one function.
///
/// It does what the generic one is asked for: it counts nodes, prefers the
/// shorter win, and tells a full board from a horizon.
pub mod by_hand {
    use super::open_lines;

    const BOTTOM: u64 = 0x0000_0408_1020_4081;
    const BOARD: u64 = BOTTOM * 0b11_1111;
    const COLUMN: u64 = 0b11_1111;
    const ORDER: [u32; 7] = [3, 2, 4, 1, 5, 0, 6];
    const WIN: i32 = 1_000_000_000;

    /// As one writes it first.
    #[derive(Clone, Copy, Debug, Default)]
    pub struct Plain {
        /// Positions visited.
        pub nodes: u64,
    }

    impl Plain {
        /// The value of the empty board for the first player, looking `depth` plies ahead.
        pub fn solve(&mut self, depth: u32) -> i32 {
            self.nodes = 0;
            self.search(0, 0, depth, -i32::MAX, i32::MAX, 0)
        }

        fn search(
            &mut self,
            mine: u64,
            all: u64,
            depth: u32,
            mut alpha: i32,
            beta: i32,
            ply: i32,
        ) -> i32 {
            self.nodes += 1;
            let theirs = mine ^ all;
            if has_four(theirs) {
                return ply - WIN;
            }
            let free = (all + BOTTOM) & BOARD;
            if free == 0 {
                return 0;
            }
            if depth == 0 {
                return open_lines(BOARD & !theirs) - open_lines(BOARD & !mine);
            }
            for &column in &ORDER {
                let square = free & (COLUMN << (7 * column));
                if square != 0 {
                    let (child, window) = (all | square, (-beta, -alpha));
                    let value = -self.search(theirs, child, depth - 1, window.0, window.1, ply + 1);
                    if value > alpha {
                        alpha = value;
                        if alpha >= beta {
                            break;
                        }
                    }
                }
            }
            alpha
        }
    }

    /// With the ends of the game and the leaves seen from above, which saves
    /// more than half of the calls.
    #[derive(Clone, Copy, Debug, Default)]
    pub struct Tuned {
        /// Positions visited.
        pub nodes: u64,
    }

    impl Tuned {
        /// The value of the empty board for the first player, looking `depth`
        /// plies ahead, at least one.
        pub fn solve(&mut self, depth: u32) -> i32 {
            self.nodes = 1;
            self.search(0, 0, depth, -i32::MAX, i32::MAX, 0)
        }

        /// The caller has seen that the game is not over and that `depth` is not 0.
        fn search(
            &mut self,
            mine: u64,
            all: u64,
            depth: u32,
            mut alpha: i32,
            beta: i32,
            ply: i32,
        ) -> i32 {
            let theirs = mine ^ all;
            let free = (all + BOTTOM) & BOARD;
            if free == 0 {
                return 0;
            }
            for &column in &ORDER {
                let square = free & (COLUMN << (7 * column));
                if square == 0 {
                    continue;
                }
                self.nodes += 1;
                let (mine, all) = (mine | square, all | square);
                let value = if has_four(mine) {
                    WIN - (ply + 1)
                } else if depth > 1 {
                    -self.search(theirs, all, depth - 1, -beta, -alpha, ply + 1)
                } else if all == BOARD {
                    0
                } else {
                    open_lines(BOARD & !theirs) - open_lines(BOARD & !mine)
                };
                if value > alpha {
                    alpha = value;
                    if alpha >= beta {
                        break;
                    }
                }
            }
            alpha
        }
    }

    fn has_four(stones: u64) -> bool {
        let vertical = stones & stones >> 1;
        let row = stones & stones >> 7;
        let falling = stones & stones >> 6;
        let rising = stones & stones >> 8;
        (vertical & vertical >> 2)
            | (row & row >> 14)
            | (falling & falling >> 12)
            | (rising & rising >> 16)
            != 0
    }
}

/// The same game, move order and evaluation for the crate `minimax`.
pub mod for_minimax {
    use super::game::ConnectFour;
    use minimax::{Evaluation, Evaluator, Game, Winner};
    use search_core::{MoveSet, Outcome, Position, final_outcome};
    use std::ops::ControlFlow::Continue;

    /// The rules.
    #[derive(Clone, Copy, Debug)]
    pub struct Rules;

    /// The evaluation.
    #[derive(Clone, Copy, Debug)]
    pub struct Lines;

    impl Game for Rules {
        type S = ConnectFour;
        type M = u64;

        fn generate_moves(pos: &ConnectFour, moves: &mut Vec<u64>) -> Option<Winner> {
            if pos.outcome().is_some() {
                return Some(Winner::PlayerJustMoved);
            }
            let _ = pos.generate(MoveSet::All, |m| {
                moves.push(m);
                Continue(())
            });
            if moves.is_empty() { Some(Winner::Draw) } else { None }
        }

        fn apply(pos: &mut ConnectFour, m: u64) -> Option<ConnectFour> {
            Some(pos.after(m))
        }

        fn get_winner(pos: &ConnectFour) -> Option<Winner> {
            final_outcome(pos).map(|outcome| match outcome {
                Outcome::Loss => Winner::PlayerJustMoved,
                _ => Winner::Draw,
            })
        }

        fn zobrist_hash(pos: &ConnectFour) -> u64 {
            // The tables there use a hash as it is: it has to be mixed.
            let key = pos.key();
            let mixed = (key ^ key >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mixed ^ mixed >> 29
        }

        fn table_index(m: u64) -> u16 {
            m.trailing_zeros() as u16
        }

        fn max_table_index() -> u16 {
            48
        }
    }

    impl Evaluator for Lines {
        type G = Rules;

        fn evaluate(&self, pos: &ConnectFour) -> Evaluation {
            super::evaluate(pos) as Evaluation
        }
    }
}
