//! The eight ways in which a board can lie on the table.

use crate::board::Board;
use crate::point::{Point, Size};

/// A turn of the board, or a turn and a reflection. No rule of the game tells
/// a position from its images.
///
/// ```
/// use gomoku::{Point, Size, Symmetry};
/// let a1 = Point::parse("a1", Size::FIFTEEN)?;
/// let images: Vec<_> = Symmetry::ALL.map(|s| s.image(Size::FIFTEEN, a1)).to_vec();
/// assert_eq!(images.iter().filter(|&&p| p == a1).count(), 2);
/// # Ok::<(), gomoku::PointError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    /// Left and right change places first.
    mirrored: bool,
    /// Then it is turned so many quarters to the left.
    quarters: u8,
}

impl Symmetry {
    /// All eight; the first changes nothing.
    pub const ALL: [Self; 8] = {
        let mut all = [Self { mirrored: false, quarters: 0 }; 8];
        let mut i = 0;
        while i < 8 {
            all[i] = Self { mirrored: i >= 4, quarters: i as u8 % 4 };
            i += 1;
        }
        all
    };

    /// Where a point of the board comes to lie. Points off the board stay.
    #[must_use]
    pub const fn image(self, size: Size, point: Point) -> Point {
        if !size.contains(point) {
            return point;
        }
        let last = size.get() - 1;
        let (mut x, mut y) = (point.x(), point.y());
        if self.mirrored {
            x = last - x;
        }
        let mut turned = 0;
        while turned < self.quarters {
            (x, y) = (last - y, x);
            turned += 1;
        }
        Point::at(x, y)
    }

    /// The one that takes every point back to where it lay.
    #[must_use]
    pub const fn inverse(self) -> Self {
        // A reflection undoes itself, whatever its axis.
        let quarters = if self.mirrored { self.quarters } else { (4 - self.quarters) % 4 };
        Self { mirrored: self.mirrored, quarters }
    }

    /// Whether the stones of the board lie as before.
    #[must_use]
    pub fn keeps(self, board: &Board) -> bool {
        let size = board.size();
        board.occupied().all(|(point, side)| board.at(self.image(size, point)) == Some(side))
    }
}

impl Board {
    /// The symmetries under which this position is its own image, the one that
    /// changes nothing among them.
    pub fn symmetries(&self) -> impl Iterator<Item = Symmetry> + '_ {
        Symmetry::ALL.into_iter().filter(|s| s.keeps(self))
    }

    /// The least key among the images of this position: the same for all of them.
    #[must_use]
    pub fn folded_key(&self) -> u64 {
        self.folded().0
    }

    /// The [`folded_key`](Self::folded_key), and a symmetry that leads to the image with that key.
    #[must_use]
    pub fn folded(&self) -> (u64, Symmetry) {
        let image = |s| (self.key_of_image(s), s);
        let [identity, ..] = Symmetry::ALL;
        let images = Symmetry::ALL.into_iter().map(image);
        images.min_by_key(|(key, _)| *key).unwrap_or((self.key_of_image(identity), identity))
    }
}

#[cfg(test)]
mod tests {
    use search_core::Position;

    use super::*;
    use crate::rule::Rule;

    #[test]
    fn they_are_eight_and_keep_lines() {
        for n in [5, 6, 15, 22] {
            let size = Size::new(n).unwrap();
            for (i, s) in Symmetry::ALL.into_iter().enumerate() {
                let mut images: Vec<_> = size.each().map(|p| s.image(size, p)).collect();
                let neighbours = images.windows(2).take(n - 1);
                for pair in neighbours {
                    let apart =
                        pair[0].x().abs_diff(pair[1].x()) + pair[0].y().abs_diff(pair[1].y());
                    assert_eq!(apart, 1);
                }
                for other in &Symmetry::ALL[..i] {
                    assert!(size.each().any(|p| s.image(size, p) != other.image(size, p)));
                }
                assert!(size.each().all(|p| s.inverse().image(size, s.image(size, p)) == p));
                images.sort_unstable();
                images.dedup();
                assert_eq!(images.len(), size.points());
            }
        }
    }

    #[test]
    fn images_share_a_key() {
        let size = Size::FIFTEEN;
        let moves = ["h8", "i9", "g7", "c4"].map(|name| Point::parse(name, size).unwrap());
        let mut keys = Vec::new();
        for s in Symmetry::ALL {
            let mut board = Board::new(Rule::Renju, size);
            for m in moves {
                board.make(s.image(size, m));
            }
            keys.push(board.folded_key());
            assert_eq!(board.symmetries().count(), 1);
        }
        assert!(keys.iter().all(|&key| key == keys[0]));
        let mut board = Board::new(Rule::Renju, size);
        assert_eq!(board.symmetries().count(), 8);
        board.make(size.center());
        assert_eq!(board.symmetries().count(), 8);
        board.make(Point::parse("i9", size).unwrap());
        assert_eq!(board.symmetries().count(), 2);
        assert_ne!(board.folded_key(), keys[0]);
    }
}
