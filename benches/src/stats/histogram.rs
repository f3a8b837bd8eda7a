//! Independent results and how often each came.

/// How often each result came, results being pairs or games: the form in which
/// everything about strength is computed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Histogram {
    /// The counts by ascending score; only the first `cells` are used.
    counts: [f64; 5],
    cells: usize,
}

impl Histogram {
    /// Pairs with 0, 1/2, 1, 3/2 and 2 points.
    pub(super) fn of_pairs(pairs: [u32; 5]) -> Self {
        Self { counts: pairs.map(f64::from), cells: 5 }
    }

    /// Games with 0, 1/2 and 1 point.
    pub(super) fn of_games([losses, draws, wins]: [u32; 3]) -> Self {
        Self { counts: [losses, draws, wins, 0, 0].map(f64::from), cells: 3 }
    }

    /// Games in one result.
    pub(super) const fn games_each(&self) -> f64 {
        if self.cells == 5 { 2.0 } else { 1.0 }
    }

    /// The scores per game, 0 to 1, and how often they came.
    pub(super) fn cells(&self) -> impl Iterator<Item = (f64, f64)> + Clone + '_ {
        let top = self.cells as f64 - 1.0;
        let counts = self.counts[..self.cells].iter().enumerate();
        counts.map(move |(i, &count)| (i as f64 / top, count))
    }

    /// How many results there are.
    pub(super) fn total(&self) -> f64 {
        self.cells().map(|(_, count)| count).sum()
    }

    /// The mean score per game; not a number without results.
    pub(super) fn mean(&self) -> f64 {
        self.cells().map(|(score, count)| score * count).sum::<f64>() / self.total()
    }

    /// The variance of one result's score per game around the mean; not a
    /// number without results. It divides by the number of results, not by one
    /// less, as match runners do, so that figures can be compared with theirs.
    pub(super) fn variance(&self) -> f64 {
        let mean = self.mean();
        let squares = self.cells().map(|(score, count)| (score - mean).powi(2) * count);
        squares.sum::<f64>() / self.total()
    }

    /// Whether all results are the same (or there are none), so that the
    /// variance says nothing of the error.
    pub(super) fn is_uniform(&self) -> bool {
        self.cells().filter(|&(_, count)| count > 0.0).count() <= 1
    }

    /// The same with `least` in place of every 0.
    pub(super) fn filled(mut self, least: f64) -> Self {
        for count in &mut self.counts[..self.cells] {
            if *count == 0.0 {
                *count = least;
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_variance_by_hand() {
        // Scores 0, 1, 1, 1/2: mean 5/8, squares of the distances 25, 9, 9, 1 / 64.
        let games = Histogram::of_games([1, 1, 2]);
        assert_eq!((games.total(), games.mean(), games.variance()), (4.0, 0.625, 44.0 / 256.0));
        // Scores 1/4 and 3/4, twice each.
        let pairs = Histogram::of_pairs([0, 2, 0, 2, 0]);
        assert_eq!((pairs.total(), pairs.mean(), pairs.variance()), (4.0, 0.5, 1.0 / 16.0));
        assert_eq!((games.games_each(), pairs.games_each()), (1.0, 2.0));
    }

    #[test]
    fn sameness() {
        assert!(Histogram::of_games([0, 0, 0]).is_uniform());
        assert!(Histogram::of_pairs([0, 0, 7, 0, 0]).is_uniform());
        assert!(!Histogram::of_pairs([0, 0, 7, 0, 1]).is_uniform());
        assert!(!Histogram::of_games([0, 3, 0]).filled(0.001).is_uniform());
    }
}
