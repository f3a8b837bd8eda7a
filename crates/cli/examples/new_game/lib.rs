//! A game, as `new-game` makes it: a heap of coins, from which the players take
//! one, two or three in turn; who takes the last one has won.
//!
//! Put the rules of your game in the place of these, from the top down. The tests
//! below hold them to what the search relies on.
#![forbid(unsafe_code)]

use std::num::NonZeroU16;
use std::ops::ControlFlow;

use search_core::{Heuristics, MoveSet, Outcome, Position};

/// A position: all that decides how the game goes on, and no more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coins {
    /// Coins that are left.
    pub left: u8,
    /// Whether the second player moves.
    pub second: bool,
}

impl Coins {
    /// Where the game begins.
    #[must_use]
    pub const fn start() -> Self {
        Self { left: 21, second: false }
    }

    /// The most coins that can be taken.
    fn most(&self) -> u8 {
        self.left.min(3)
    }
}

impl Position for Coins {
    /// How many coins are taken.
    type Move = u8;
    /// What `unmake` needs beside the move; `Self` to copy the position back.
    type Undo = ();
    /// Who cannot move has lost: the other player took the last coin.
    const NO_MOVES: Outcome = Outcome::Loss;

    /// Ends that show without looking for moves, for the side to move.
    fn outcome(&self) -> Option<Outcome> {
        None
    }

    /// Hands out every legal move, always in the same order. Noisy moves (captures)
    /// are those that quiescence plays on below the horizon; here are none.
    fn generate(&self, set: MoveSet, visit: impl FnMut(u8) -> ControlFlow<()>) -> ControlFlow<()> {
        if set == MoveSet::Noisy {
            return ControlFlow::Continue(());
        }
        (1..=self.most()).try_for_each(visit)
    }

    fn make(&mut self, m: u8) {
        self.left -= m;
        self.second = !self.second;
    }

    fn unmake(&mut self, m: u8, (): ()) {
        self.left += m;
        self.second = !self.second;
    }

    /// A number for the table, the side to move included.
    fn key(&self) -> u64 {
        u64::from(self.left) << 1 | u64::from(self.second)
    }

    /// A move in sixteen bits, not all zero.
    fn pack(&self, m: u8) -> Option<NonZeroU16> {
        NonZeroU16::new(m.into())
    }

    /// The move of these bits, if it is legal here.
    fn unpack(&self, bits: NonZeroU16) -> Option<u8> {
        u8::try_from(bits.get()).ok().filter(|&m| m <= self.most())
    }
}

/// What the engine is told beyond the rules: nothing yet. docs/write-a-game.md says
/// what pays most.
impl Heuristics for Coins {}

#[cfg(test)]
mod tests {
    use super::*;
    use search_core::conformance::Conformance;
    use search_core::{Engine, Limits, NoEvaluation, Options, Stop};

    /// Random games: moves are made and taken back, keys and packed moves compared.
    #[test]
    fn the_rules_hold_together() {
        let rebuild = |pos: &Coins| Coins { left: pos.left, second: pos.second };
        Conformance::new(&Coins::start()).rebuild(rebuild).check().unwrap();
    }

    /// A position of which you know the answer: whoever leaves a multiple of four wins.
    #[test]
    fn the_engine_finds_the_win() {
        let mut engine = Engine::new(NoEvaluation, Options::default()).unwrap();
        let report = engine.search(&Coins::start(), &Limits::default(), &Stop::new(), |_| ());
        assert_eq!((report.best(), report.score.is_win()), (Some(1), true));
    }
}
