//! What several test files need.
#![allow(dead_code, missing_docs)]

use gomoku::{Gomoku, Point, Rule, Size};
use search_core::Position;

/// Random numbers (xorshift, G. Marsaglia 2003): the same in every run.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % n
    }
}

/// A random game whose moves stay near the latest stones, so that lines arise;
/// `each` sees every position.
pub fn random_game(rule: Rule, size: usize, random: &mut Random, mut each: impl FnMut(&Gomoku)) {
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

/// Moves such as `h8i9g7`, from an empty board.
pub fn played(rule: Rule, size: Size, moves: &str) -> Gomoku {
    let mut game = Gomoku::new(rule, size);
    let mut text = moves;
    while !text.is_empty() {
        let end = text[1..].find(|c: char| c.is_ascii_alphabetic()).map_or(text.len(), |i| i + 1);
        game.play(Point::parse(&text[..end], size).unwrap()).unwrap();
        text = &text[end..];
    }
    game
}
