//! Tic-tac-toe: the searches that the generic alpha-beta is held against.

/// Alpha-beta for tic-tac-toe alone: no traits, no closures, one function.
///
/// It counts nodes and prefers the shorter win, as the generic one does.
pub mod by_hand {
    const BOARD: u16 = 0b111_111_111;
    const WIN: i32 = 1_000_000_000;
    const LINES: [u16; 8] = [
        0b000_000_111,
        0b000_111_000,
        0b111_000_000,
        0b001_001_001,
        0b010_010_010,
        0b100_100_100,
        0b100_010_001,
        0b001_010_100,
    ];
    /// Whether a set of squares holds a line.
    const WON: [bool; 512] = {
        let mut won = [false; 512];
        let mut set = 0;
        while set < won.len() {
            let mut i = 0;
            while i < LINES.len() {
                won[set] |= set & LINES[i] as usize == LINES[i] as usize;
                i += 1;
            }
            set += 1;
        }
        won
    };

    /// As one writes it first.
    #[derive(Clone, Copy, Debug, Default)]
    pub struct Plain {
        /// Positions visited.
        pub nodes: u64,
    }

    impl Plain {
        /// The value of the empty board for the first player.
        pub fn solve(&mut self) -> i32 {
            self.nodes = 0;
            self.search(0, 0, 9, -i32::MAX, i32::MAX)
        }

        /// `left`: empty squares, for the distance as well as for the end.
        fn search(&mut self, mine: u16, theirs: u16, left: i32, mut alpha: i32, beta: i32) -> i32 {
            self.nodes += 1;
            if WON[usize::from(theirs)] {
                return 9 - left - WIN;
            }
            let mut empty = !(mine | theirs) & BOARD;
            if empty == 0 {
                return 0;
            }
            while empty != 0 {
                let square = empty & empty.wrapping_neg();
                empty ^= square;
                let value = -self.search(theirs, mine | square, left - 1, -beta, -alpha);
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

    /// With the ends of the game seen from above, which saves the calls.
    #[derive(Clone, Copy, Debug, Default)]
    pub struct Tuned {
        /// Positions visited.
        pub nodes: u64,
    }

    impl Tuned {
        /// The value of the empty board for the first player.
        pub fn solve(&mut self) -> i32 {
            self.nodes = 1;
            self.search(0, 0, 9, -i32::MAX, i32::MAX)
        }

        /// `left`: empty squares, for the distance as well as for the end.
        fn search(&mut self, mine: u16, theirs: u16, left: i32, mut alpha: i32, beta: i32) -> i32 {
            let mut empty = !(mine | theirs) & BOARD;
            while empty != 0 {
                let square = empty & empty.wrapping_neg();
                empty ^= square;
                self.nodes += 1;
                let value = if WON[usize::from(mine | square)] {
                    WIN - (10 - left)
                } else if left == 1 {
                    0
                } else {
                    -self.search(theirs, mine | square, left - 1, -beta, -alpha)
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
}

/// The same game and move order for the crate `minimax`.
pub mod for_minimax {
    use std::ops::ControlFlow::Continue;

    use minimax::{Evaluation, Evaluator, Game, Winner};
    use search_core::{MoveSet, Outcome, Position, final_outcome};
    use tictactoe::{Square, TicTacToe};

    /// The rules.
    #[derive(Clone, Copy, Debug)]
    pub struct Rules;

    /// No evaluation: every game is played to its end.
    #[derive(Clone, Copy, Debug)]
    pub struct Nothing;

    impl Game for Rules {
        type S = TicTacToe;
        type M = Square;

        fn generate_moves(pos: &TicTacToe, moves: &mut Vec<Square>) -> Option<Winner> {
            if pos.outcome().is_some() {
                return Some(Winner::PlayerJustMoved);
            }
            let _ = pos.generate(MoveSet::All, |m| {
                moves.push(m);
                Continue(())
            });
            if moves.is_empty() { Some(Winner::Draw) } else { None }
        }

        fn apply(pos: &mut TicTacToe, m: Square) -> Option<TicTacToe> {
            Some(pos.after(m))
        }

        fn get_winner(pos: &TicTacToe) -> Option<Winner> {
            final_outcome(pos).map(|outcome| match outcome {
                Outcome::Loss => Winner::PlayerJustMoved,
                _ => Winner::Draw,
            })
        }
    }

    impl Evaluator for Nothing {
        type G = Rules;

        fn evaluate(&self, _: &TicTacToe) -> Evaluation {
            0
        }
    }
}

/// The crate `board-game`: its solver, on its own board.
///
/// The moves come in the same order and the shorter win is preferred, so the same
/// nodes are visited. What is not the same: the board there finds out when a square
/// is taken whether the game is over, and keeps the answer.
#[cfg(feature = "board-game")]
pub mod for_board_game {
    use std::cell::Cell;
    use std::cmp::Ordering;

    use board_game::ai::minimax::{Heuristic, minimax_value};
    use board_game::ai::solver::{SolverHeuristic, SolverValue};
    use board_game::games::ttt::TTTBoard;

    /// The solver, counting nodes.
    #[derive(Debug, Default)]
    pub struct Solver(Cell<u64>);

    impl Solver {
        /// The value of the empty board for the first player.
        pub fn solve(&mut self) -> SolverValue {
            self.0.set(0);
            minimax_value(&TTTBoard::default(), &*self, 9)
        }

        /// Positions visited.
        #[must_use]
        pub const fn nodes(&self) -> u64 {
            self.0.get()
        }
    }

    impl Heuristic<TTTBoard> for Solver {
        type V = SolverValue;

        /// Asked once at every node.
        fn value(&self, board: &TTTBoard, ply: u32) -> SolverValue {
            self.0.set(self.0.get() + 1);
            SolverHeuristic.value(board, ply)
        }

        fn merge(old: SolverValue, new: SolverValue) -> (SolverValue, Ordering) {
            SolverValue::merge(old, new)
        }
    }
}
