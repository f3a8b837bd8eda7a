//! Weaker on purpose, and plausibly so: whoever plays below full strength sees fewer
//! positions and misjudges each of them a little. What a few plies show is not
//! missed; what lies beyond is guessed, as people guess it. No move is picked at random.

/// A strength below the full one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skill {
    hundredths: u32,
    seed: u64,
}

/// Nodes of a move at level 0.
const LEAST_NODES: f64 = 30.0;
/// Levels that double the nodes.
const DOUBLES: f64 = 1.7;
/// At level 0 a position is misjudged by at most so many times what the evaluation calls a small
/// change, two times in three by less than two fifths of that. What levels are worth stands in
/// `docs/results.md`.
const MISJUDGED: f64 = 12.0;

impl Skill {
    /// The level of full strength.
    pub const FULL: u32 = 20;

    /// A level, from 0, in hundredths; `None` from [`FULL`](Self::FULL) levels on, where nothing is
    /// held back. The seed says which positions are misjudged: another one in each
    /// game, or every game goes the same way.
    ///
    /// ```
    /// use search_core::Skill;
    ///
    /// let weak = Skill::new(300, 1).ok_or("full strength")?;
    /// assert!(weak.nodes() < 200);
    /// assert_eq!(Skill::new(2000, 1), None);
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub const fn new(hundredths: u32, seed: u64) -> Option<Self> {
        if hundredths >= Self::FULL * 100 { None } else { Some(Self { hundredths, seed }) }
    }

    /// The same level with another seed.
    #[must_use]
    pub const fn with_seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// How many nodes a move gets at most.
    #[must_use]
    pub fn nodes(self) -> u64 {
        (LEAST_NODES * (self.level() / DOUBLES).exp2()) as u64
    }

    fn level(self) -> f64 {
        f64::from(self.hundredths) / 100.0
    }

    /// By how much a position is misjudged at most, where `unit` is a small change.
    pub(crate) fn most(self, unit: i32) -> i32 {
        let missing = 1.0 - self.level() / f64::from(Self::FULL);
        (MISJUDGED * f64::from(unit) * missing * missing) as i32
    }

    /// By how much, up to `most`, the position of this key is misjudged: always the same, for
    /// either side to move, the mean of two even draws.
    #[inline]
    pub(crate) const fn misjudges(self, key: u64, most: i32) -> i32 {
        let draw = self.draw(key);
        let halves = (draw as u16 as i64) + ((draw >> 16) as u16 as i64) - 0xFFFF;
        (halves * most as i64 / 0xFFFF) as i32
    }

    /// Whether a proof in the position of this key is seen: at level 0 never, at level 10 in
    /// every other position.
    #[inline]
    pub(crate) const fn sees_proof(self, key: u64) -> bool {
        (self.draw(key) >> 32) % (Self::FULL as u64 * 100) < self.hundredths as u64
    }

    const fn draw(self, key: u64) -> u64 {
        let mut draw = (key ^ self.seed).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        draw = (draw ^ draw >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        draw ^ draw >> 32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stronger_sees_more_and_errs_less() {
        let levels = (0..2000).step_by(100).filter_map(|h| Skill::new(h, 0));
        let levels: Vec<_> = levels.map(|s| (s.nodes(), s.most(25))).collect();
        assert_eq!((levels.len(), levels[0]), (20, (30, 300)));
        assert!(levels.windows(2).all(|w| w[0].0 < w[1].0 && w[0].1 > w[1].1), "{levels:?}");
        assert_eq!(Skill::new(Skill::FULL * 100, 0), None);
    }

    #[test]
    fn errors_are_even_bounded_and_of_the_seed() {
        let skill = Skill::new(0, 7).unwrap();
        let draws: Vec<_> = (0..10_000).map(|key| skill.misjudges(key, 100)).collect();
        assert!(draws.iter().all(|d| (-100..=100).contains(d)));
        let mean = draws.iter().sum::<i32>() / 10_000;
        let small = draws.iter().filter(|d| d.abs() <= 42).count();
        assert!(mean.abs() <= 1 && (6400..7000).contains(&small), "{mean} {small}");
        let seen = |level: u32| {
            let skill = Skill::new(level * 100, 7).unwrap();
            (0..10_000).filter(|&key| skill.sees_proof(key)).count()
        };
        assert!(seen(0) == 0 && (4800..5200).contains(&seen(10)), "{} {}", seen(0), seen(10));
        let other: Vec<_> = (0..10_000).map(|k| skill.with_seed(8).misjudges(k, 100)).collect();
        assert_ne!(draws, other);
    }
}
