//! How strong the engine is asked to be.

use search_core::Skill;

/// Elo of levels 0, 2, 4 and so on, by matches of each against the next; the lowest is set, the
/// highest guessed. See `docs/results.md`.
const RATINGS: [u64; 11] = [300, 740, 1090, 1400, 1760, 2120, 2380, 2680, 2870, 3100, 3300];

/// The weakest that `UCI_Elo` takes.
pub(super) const LEAST_ELO: u64 = RATINGS[0];
/// The strongest.
pub(super) const GREATEST_ELO: u64 = RATINGS[RATINGS.len() - 1];

/// What a GUI has asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strength {
    pub level: u64,
    pub limited: bool,
    pub elo: u64,
}

impl Default for Strength {
    fn default() -> Self {
        Self { level: Skill::FULL.into(), limited: false, elo: LEAST_ELO }
    }
}

impl Strength {
    /// The skill that meets it, if it is not the full one. The rating goes before the level, as
    /// in other engines.
    pub fn skill(self, seed: u64) -> Option<Skill> {
        let level = if self.limited { level(self.elo) } else { self.level * 100 };
        Skill::new(u32::try_from(level).unwrap_or(u32::MAX), seed)
    }
}

/// The level of a rating, in hundredths.
fn level(elo: u64) -> u64 {
    let above = RATINGS.partition_point(|&rating| rating <= elo);
    let (Some(&high), Some(&low)) = (RATINGS.get(above), RATINGS.get(above.wrapping_sub(1))) else {
        return if above == 0 { 0 } else { u64::from(Skill::FULL) * 100 };
    };
    (above as u64 - 1) * 200 + 200 * (elo - low) / (high - low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_lie_between_levels() {
        assert!(RATINGS.is_sorted());
        let of = |i: usize| level(RATINGS[i]);
        assert_eq!((of(0), of(1), of(5), of(10)), (0, 200, 1000, 2000));
        let middle = level((RATINGS[3] + RATINGS[4]) / 2);
        assert!((695..=705).contains(&middle), "{middle}");
        assert_eq!((level(0), level(10_000)), (0, 2000));
    }

    #[test]
    fn the_rating_goes_before_the_level() {
        let full = Strength::default();
        assert_eq!(full.skill(1), None);
        assert_eq!(Strength { level: 3, ..full }.skill(1), Skill::new(300, 1));
        let limited = Strength { level: 3, limited: true, elo: LEAST_ELO };
        assert_eq!(limited.skill(1), Skill::new(0, 1));
        assert_eq!(Strength { elo: GREATEST_ELO, ..limited }.skill(1), None);
    }
}
