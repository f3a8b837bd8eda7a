//! Scores as colours and as a few letters.

use super::Picture;
use crate::report::Shown;

/// From bad over even to good, told apart by people who do not see all colours.
const RAMP: [(f64, [u8; 3]); 5] = [
    (-1.0, [178, 24, 43]),
    (-0.4, [244, 165, 130]),
    (0.0, [250, 246, 226]),
    (0.4, [146, 197, 222]),
    (1.0, [33, 102, 172]),
];

/// How good a score is among others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heat {
    /// The least and the greatest of what is not decided.
    bounds: (i32, i32),
}

impl Heat {
    /// Measures by all scores that are shown.
    pub fn new(scores: impl IntoIterator<Item = Shown>) -> Self {
        let estimates = scores.into_iter().filter_map(|score| match score {
            Shown::Estimate(v) => Some(v),
            Shown::Draw => Some(0),
            _ => None,
        });
        let bounds = estimates.fold(None, |bounds: Option<(i32, i32)>, v| {
            Some(bounds.map_or((v, v), |(least, most)| (least.min(v), most.max(v))))
        });
        Self { bounds: bounds.unwrap_or((0, 0)) }
    }

    /// From -1 (lost) to 1 (won). What is not decided lies between, the worst of
    /// all at -0.6, the best at 0.6; if all are alike, at 0.
    #[must_use]
    pub fn warmth(&self, score: Shown) -> f64 {
        let won = |wins| if wins { 1.0 } else { -1.0 };
        let among = |v: i32| {
            let (least, most) = (f64::from(self.bounds.0), f64::from(self.bounds.1));
            if most > least { 1.2 * (f64::from(v) - least) / (most - least) - 0.6 } else { 0.0 }
        };
        match score {
            Shown::MateIn(n) => won(n > 0),
            Shown::ByRule { wins } | Shown::Proved { wins } => won(wins),
            Shown::Draw => among(0),
            Shown::Estimate(v) => among(v),
        }
    }

    /// The colour of a score, `#rrggbb`.
    #[must_use]
    pub fn colour(&self, score: Shown) -> String {
        ramp(self.warmth(score))
    }

    /// Whether light letters are read better on the colour than dark ones.
    #[must_use]
    pub fn is_dark(&self, score: Shown) -> bool {
        self.warmth(score).abs() > 0.6
    }
}

impl Picture {
    /// Below all that is there: which colour is good for whom.
    pub fn heat_legend(&mut self, side: &str) {
        const SWATCHES: usize = 21;
        const SIZE: f64 = 13.0;
        let y = self.height() + 4.0;
        let ends = [format!("bad for {side}"), "good".to_owned()];
        // As wide as the words are, roughly.
        let begin = 12.0 + ends[0].len() as f64 * SIZE * 0.55;
        let room = self.width() - begin - ends[1].len() as f64 * SIZE * 0.55 - 24.0;
        let width = (room / SWATCHES as f64).clamp(1.0, 10.0);
        self.text_from((12.0, y + SIZE / 2.0), SIZE, "#333333", &ends[0]);
        for i in 0..SWATCHES {
            let warmth = i as f64 / (SWATCHES - 1) as f64 * 2.0 - 1.0;
            let at = (begin + i as f64 * width, y);
            // A little wider, so that no gaps are seen between them.
            self.rectangle(at, (width + 0.3, SIZE), &ramp(warmth), 0.0);
        }
        let end = begin + SWATCHES as f64 * width + 6.0;
        self.text_from((end, y + SIZE / 2.0), SIZE, "#333333", &ends[1]);
        self.space(SIZE + 10.0);
    }
}

/// The colour at a place of the ramp.
pub(super) fn ramp(warmth: f64) -> String {
    let warmth = warmth.clamp(-1.0, 1.0);
    let upper = RAMP.iter().position(|(at, _)| *at >= warmth).unwrap_or(RAMP.len() - 1).max(1);
    let ((from, low), (to, high)) = (RAMP[upper - 1], RAMP[upper]);
    let part = (warmth - from) / (to - from);
    let mix = |a: u8, b: u8| (f64::from(a) + part * (f64::from(b) - f64::from(a))).round() as u8;
    let [r, g, b] = [0, 1, 2].map(|i| mix(low[i], high[i]));
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// A score in a few letters, for the side to move: `+35`; `W3`, `L2` won or
/// lost in so many moves of the winner; `=` a draw.
///
/// ```
/// use cli::picture::short;
/// use cli::report::Shown;
/// assert_eq!(short(Shown::MateIn(-2)), "L2");
/// assert_eq!(short(Shown::Estimate(35)), "+35");
/// ```
#[must_use]
pub fn short(score: Shown) -> String {
    let side = |wins| if wins { "W" } else { "L" };
    match score {
        Shown::Draw => "=".to_owned(),
        Shown::MateIn(n) => format!("{}{}", side(n > 0), n.unsigned_abs()),
        Shown::ByRule { wins } | Shown::Proved { wins } => side(wins).to_owned(),
        Shown::Estimate(0) => "0".to_owned(),
        // Large ones, of games whose units are small, would not fit.
        Shown::Estimate(v) if v.unsigned_abs() >= 10_000 => format!("{:+}k", v / 1000),
        Shown::Estimate(v) => format!("{v:+}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn better_is_warmer() {
        let scores = [
            Shown::MateIn(-1),
            Shown::Estimate(-50),
            Shown::Draw,
            Shown::Estimate(100),
            Shown::Proved { wins: true },
        ];
        let heat = Heat::new(scores);
        let warmth = scores.map(|score| heat.warmth(score));
        assert!(warmth.is_sorted(), "{warmth:?}");
        assert_eq!([warmth[0], warmth[1], warmth[3], warmth[4]], [-1.0, -0.6, 0.6, 1.0]);
        assert_eq!(heat.colour(scores[0]), "#b2182b");
        assert_eq!(heat.colour(scores[4]), "#2166ac");
        // Nothing but zeros: no division by zero.
        assert_eq!(Heat::new([]).warmth(Shown::Estimate(0)), 0.0);
    }
}
