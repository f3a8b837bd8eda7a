//! Sets of points.

use crate::point::{CELLS, Point};

const WORDS: usize = CELLS / 64;

/// A set of points of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Points([u64; WORDS]);

impl Points {
    /// No point.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// Whether the point is in it.
    #[inline]
    #[must_use]
    pub const fn contains(&self, point: Point) -> bool {
        self.has(point.cell())
    }

    #[inline]
    pub(crate) const fn has(&self, cell: usize) -> bool {
        self.0[cell / 64 % WORDS] >> (cell % 64) & 1 == 1
    }

    /// Puts the point in.
    #[inline]
    pub const fn insert(&mut self, point: Point) {
        self.0[point.cell() / 64 % WORDS] |= 1 << (point.cell() % 64);
    }

    /// Takes the point out.
    #[inline]
    pub const fn remove(&mut self, point: Point) {
        self.0[point.cell() / 64 % WORDS] &= !(1 << (point.cell() % 64));
    }

    #[inline]
    pub(crate) const fn toggle(&mut self, cell: usize) {
        self.0[cell / 64 % WORDS] ^= 1 << (cell % 64);
    }

    /// How many points are in it.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether there is none.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&w| w == 0)
    }

    /// The points in both.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// The points in either.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The points of this that are not in the other.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// The points, row by row from below.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Point> + use<> {
        let words = self.0;
        words.into_iter().enumerate().flat_map(|(i, mut word)| {
            std::iter::from_fn(move || {
                if word == 0 {
                    return None;
                }
                let bit = word.trailing_zeros() as usize;
                word &= word - 1;
                Some(Point::of_cell(i * 64 + bit))
            })
        })
    }

    /// The first point, if any.
    #[inline]
    #[must_use]
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// The set and every point up to two columns and two rows away, and a few
    /// cells of the margin.
    #[must_use]
    pub(crate) fn spread(&self) -> Self {
        // The margin is wide enough that nothing wraps into another row.
        let across: [u64; WORDS] = std::array::from_fn(|i| {
            let w = self.0[i];
            w | w << 1 | w << 2 | w >> 1 | w >> 2
        });
        Self(std::array::from_fn(|i| {
            let below = if i > 0 { across[i - 1] } else { 0 };
            let above = if i + 1 < WORDS { across[i + 1] } else { 0 };
            let here = across[i];
            // A word holds two rows: two rows away is the next word.
            here | here << 32 | here >> 32 | below | below >> 32 | above | above << 32
        }))
    }
}

impl FromIterator<Point> for Points {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = Self::EMPTY;
        for point in points {
            set.insert(point);
        }
        set
    }
}

impl Extend<Point> for Points {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        for point in points {
            self.insert(point);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::Size;

    #[test]
    fn spreads_two_points_far() {
        for center in Size::MAX.each() {
            let set: Points = [center].into_iter().collect();
            let spread = set.spread();
            for p in Size::MAX.each() {
                let near = p.x().abs_diff(center.x()) <= 2 && p.y().abs_diff(center.y()) <= 2;
                assert_eq!(spread.contains(p), near, "{p} from {center}");
            }
        }
    }

    #[test]
    fn iterates_in_order() {
        let points: Vec<_> = Size::MAX.each().collect();
        let set: Points = points.iter().copied().collect();
        assert_eq!((set.len(), set.iter().count()), (484, 484));
        assert!(set.iter().is_sorted());
        assert_eq!(set.first(), Point::new(0, 0));
    }
}
