//! Positions as a tuner sees them: sparse rows of features.

/// What a tuner is told of a position. All is seen by the side that begins games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Features {
    /// Numbers of weights, and how often each counts.
    pub counts: Vec<(u16, i16)>,
    /// The part of the middle game, 0 to 1; the rest is that of the ending.
    pub middle: f32,
    /// By what the sum is multiplied when the side that begins leads, and when the other does.
    pub scale: [f32; 2],
}

/// What a game says of its weights. Each has a value for the middle game and one
/// for the ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// A name.
    pub name: &'static str,
    /// One line of meaning.
    pub meaning: &'static str,
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub columns: usize,
}

/// An evaluation that can be tuned.
pub trait Tuned {
    /// What is evaluated.
    type Position;

    /// Whether weights have a value for the ending of their own; if not, that of
    /// the middle game is written alone.
    const PHASED: bool;

    /// The tables of weights, in the order of their numbers.
    fn tables(&self) -> Vec<Table>;

    /// The weights in force.
    fn weights(&self) -> Vec<(i16, i16)>;

    /// What is evaluated in a position; `None` for one of another kind of game.
    fn features(&self, pos: &Self::Position) -> Option<Features>;
}

#[derive(Clone, Debug)]
pub(super) struct Row {
    first: usize,
    middle: f32,
    scale: [f32; 2],
    /// 0, 1/2 or 1.
    pub result: f32,
    /// Of the search, in units of the evaluation.
    pub score: f32,
}

/// Positions with results.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// The number of a weight in the upper half, the count in the lower.
    terms: Vec<u32>,
    pub(super) rows: Vec<Row>,
}

impl Samples {
    /// Adds a position: the result, 0 to 1, and the score of a search, for the side
    /// that begins.
    pub fn push(&mut self, features: &Features, result: f32, score: f32) {
        let first = self.terms.len();
        let term =
            |&(number, count): &(u16, i16)| u32::from(number) << 16 | u32::from(count as u16);
        self.terms.extend(features.counts.iter().map(term));
        let Features { middle, scale, .. } = *features;
        self.rows.push(Row { first, middle, scale, result, score });
    }

    /// How many positions.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Features of all positions.
    #[must_use]
    pub const fn terms(&self) -> usize {
        self.terms.len()
    }

    fn terms_of(&self, n: usize) -> impl Iterator<Item = (usize, f32)> {
        let end = self.rows.get(n + 1).map_or(self.terms.len(), |row| row.first);
        let terms = &self.terms[self.rows[n].first..end];
        terms.iter().map(|&term| ((term >> 16) as usize, f32::from(term as u16 as i16)))
    }

    /// The evaluation of a position, and by what it was scaled.
    pub(super) fn value(&self, n: usize, weights: &[[f32; 2]]) -> (f32, f32) {
        let row = &self.rows[n];
        let (mut middle, mut end) = (0.0, 0.0);
        for (number, count) in self.terms_of(n) {
            let [m, e] = weights[number];
            middle += count * m;
            end += count * e;
        }
        let sum = middle * row.middle + end * (1.0 - row.middle);
        let scale = row.scale[usize::from(sum <= 0.0)];
        (sum * scale, scale)
    }

    /// Adds to a gradient what a slope of the error at a position's value means for
    /// the weights.
    pub(super) fn add_gradient(&self, n: usize, slope: f32, gradient: &mut [[f32; 2]]) {
        let middle = self.rows[n].middle;
        let [m, e] = [slope * middle, slope * (1.0 - middle)];
        for (number, count) in self.terms_of(n) {
            let sum = &mut gradient[number];
            sum[0] += m * count;
            sum[1] += e * count;
        }
    }

    /// How often each weight counts, whatever the sign: few positions teach little.
    #[must_use]
    pub fn support(&self, weights: usize) -> Vec<usize> {
        let mut support = vec![0; weights];
        for term in &self.terms {
            support[(term >> 16) as usize] += 1;
        }
        support
    }
}
