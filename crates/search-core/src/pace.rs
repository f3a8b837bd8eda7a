//! How long a move deserves to be thought about: the share of the clock, longer while the answer
//! is in doubt, shorter once it is not.

use crate::score::Score;

/// What the iterations so far say of the answer.
#[derive(Clone, Debug)]
pub(crate) struct Pace<M> {
    best: Option<M>,
    /// Iterations since it changed.
    stable: usize,
    /// A running mean of the scores.
    mean: Option<i32>,
    /// Of the share, how much the move deserves.
    percent: u32,
}

/// Percent of the share by iterations since the best move changed.
const STABLE: [u32; 6] = [150, 120, 104, 94, 88, 84];

impl<M: Copy + PartialEq> Pace<M> {
    pub const fn new() -> Self {
        Self { best: None, stable: 0, mean: None, percent: 100 }
    }

    /// An iteration has ended with this move and score; of all its nodes, `effort` in a thousand went
    /// into that move. `unit` is what the evaluation calls a small change.
    pub fn after(&mut self, best: M, score: Score, effort: u64, unit: i32) {
        let same = self.best.replace(best) == Some(best);
        self.stable = if same { (self.stable + 1).min(STABLE.len() - 1) } else { 0 };
        // A score that falls: what is wrong with the move is to be found out.
        let score = if score.is_decided() { self.mean.unwrap_or(0) } else { score.get() };
        let mean = self.mean.unwrap_or(score);
        let fallen = (mean - score) / unit.max(1);
        let fall = (100 + 12 * fallen).clamp(85, 170) as u32;
        self.mean = Some((2 * mean + score) / 3);
        // Where most nodes go into one move, the others were refuted at once.
        let effort = (172 - effort.min(1000) / 10).clamp(72, 150) as u32;
        self.percent = STABLE[self.stable] * effort / 100 * fall / 100;
    }

    /// Of the share of the clock, how much the move deserves, in percent: between 50 and 380 where
    /// doubt counts for 100 percent.
    pub const fn percent(&self, doubt: i32) -> u32 {
        let percent = 100 + (self.percent as i32 - 100) * doubt / 100;
        if percent < 10 { 10 } else { percent as u32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn percent(moves: &[(u8, i32, u64)]) -> u32 {
        let mut pace = Pace::new();
        for &(m, score, effort) in moves {
            pace.after(m, Score::evaluation(score), effort, 25);
        }
        pace.percent(100)
    }

    #[test]
    fn doubt_takes_time() {
        assert_eq!(Pace::<u8>::new().percent(100), 100);
        let calm = percent(&[(1, 10, 900); 8]);
        let undecided = percent(&[(1, 10, 400), (2, 12, 400), (1, 11, 400), (2, 12, 400)]);
        let falling = percent(&[(1, 10, 900), (1, 10, 900), (1, 10, 900), (1, -90, 900)]);
        assert!(
            calm < 75 && undecided > 150 && falling > calm * 3 / 2,
            "{calm} {undecided} {falling}"
        );
    }

    #[test]
    fn a_score_that_decides_is_no_fall() {
        let mut pace = Pace::new();
        for _ in 0..6 {
            pace.after(1, Score::evaluation(0), 900, 25);
        }
        let before = pace.percent(100);
        assert_eq!(pace.percent(0), 100);
        assert!(pace.percent(200) < before && before < 100);
        pace.after(1, Score::win_at(crate::score::Ply::new(5)), 900, 25);
        assert_eq!(pace.percent(100), before);
    }
}
