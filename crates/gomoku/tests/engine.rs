//! What the engine keeps up, and what it asks of a position.

use gomoku::{Board, Gomoku, Point, Rule, Side, Size};
use search_core::Position;
use search_core::conformance::Conformance;

/// A random number generator of one line (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % n
    }
}

/// Random games whose moves stay near the stones, so that lines arise.
fn random_game(rule: Rule, size: usize, random: &mut Random, mut each: impl FnMut(&Gomoku)) {
    let mut game = Gomoku::new(rule, Size::new(size).unwrap());
    while game.outcome().is_none() {
        let near = |p: &Point| {
            let close = |q: &Point| p.x().abs_diff(q.x()) < 3 && p.y().abs_diff(q.y()) < 3;
            game.moves().len() < 3 || game.moves().iter().rev().take(9).any(close)
        };
        let all = game.legal_moves();
        let moves: Vec<_> = all.iter().copied().filter(near).collect();
        let moves = if moves.is_empty() { all } else { moves };
        if moves.is_empty() {
            break;
        }
        game.play(moves[random.below(moves.len())]).unwrap();
        each(&game);
    }
}

#[test]
fn what_is_kept_up_is_what_a_fresh_look_finds() {
    let mut random = Random(0x1234_5678_9abc_def1);
    for rule in Rule::ALL {
        for size in [5, 9, 15, 20, 22] {
            random_game(rule, size, &mut random, |game| {
                let fresh = Gomoku::from_board(game.board().clone());
                for side in Side::ALL {
                    for point in game.board().vacant() {
                        for d in gomoku::Direction::ALL {
                            assert_eq!(
                                game.pattern(side, point, d),
                                game.board().pattern(side, point, d)
                            );
                        }
                        assert_eq!(game.rank(side, point), fresh.rank(side, point));
                        assert_eq!(game.forbidden(point), game.board().forbidden(point));
                    }
                }
                // The first position and the moves apart, all is the same.
                let mut replayed = Gomoku::from_board(game.first());
                for &m in game.moves() {
                    replayed.play(m).unwrap();
                }
                assert!(replayed == *game);
            });
        }
    }
}

#[test]
fn conformance() {
    for rule in Rule::ALL {
        for size in [5, 15] {
            let size = Size::new(size).unwrap();
            Conformance::new(&Gomoku::new(rule, size))
                .walks(20)
                .plies(40)
                .depth(2)
                .check()
                .unwrap();
            Conformance::new(&Board::new(rule, size)).walks(20).plies(40).depth(2).check().unwrap();
        }
    }
}
