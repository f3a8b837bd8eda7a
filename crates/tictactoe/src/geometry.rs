//! The tables of one m,n,k game, shared by all its positions.

use std::fmt;
use std::sync::Mutex;

use arrayvec::ArrayVec;

use crate::rules::Rules;
use crate::small::mix;
use crate::square::Square;
use crate::word::Word;

/// One direction of lines: `k` squares, each `shift` bits above the last, the
/// first of them in `starts`. No guard column is needed: from a start no line
/// runs over the edge, so 8x8 fits a `u64`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Direction<B> {
    pub(crate) shift: u32,
    pub(crate) starts: B,
}

/// The potential of a finished line.
pub(crate) const UNITS: u32 = 1 << 16;

/// The tables of one m,n,k game. Bit i is square i, row by row from the top.
pub struct Geometry<B> {
    pub(crate) rules: Rules,
    /// All squares.
    pub(crate) full: B,
    pub(crate) directions: ArrayVec<Direction<B>, 4>,
    /// Every line.
    pub(crate) lines: Vec<B>,
    /// For each square, the lines through it.
    pub(crate) through: Vec<Vec<B>>,
    /// By the number of stones of one side in a line that is open for it, what
    /// the line adds to that side's potential (see [`Potential`](crate::Potential)).
    pub(crate) weights: Vec<u32>,
    /// 8 on a square board, else 4.
    pub(crate) symmetries: usize,
    /// For each square, where each symmetry takes it. Of fewer than 8
    /// symmetries, the rest are repeated from the first.
    pub(crate) images: Vec<[u8; 8]>,
    /// For each square, what each symmetry takes to it.
    pub(crate) origins: Vec<[u8; 8]>,
    /// For each square and side, the share of a stone there in the key of
    /// each symmetry.
    pub(crate) zobrist: Vec<[[u64; 8]; 2]>,
}

impl<B: Word> Geometry<B> {
    fn new(rules: Rules) -> Self {
        let (m, n, k) = (rules.columns(), rules.rows(), rules.line());
        let squares = rules.squares();
        let set = |inside: &dyn Fn(usize, usize) -> bool| {
            (0..squares).filter(|i| inside(i % m, i / m)).fold(B::NONE, |set, i| set | B::bit(i))
        };
        let right = |x: usize| x + k <= m;
        let down = |y: usize| y + k <= n;
        let directions: ArrayVec<_, 4> = [
            (1, set(&|x, _| right(x))),
            (m, set(&|_, y| down(y))),
            (m + 1, set(&|x, y| right(x) && down(y))),
            (m.wrapping_sub(1), set(&|x, y| x + 1 >= k && down(y))),
        ]
        .into_iter()
        .filter(|(_, starts)| !starts.is_empty())
        .map(|(shift, starts)| Direction { shift: shift as u32, starts })
        // A line of one stone has no direction.
        .take(if k == 1 { 1 } else { 4 })
        .collect();

        let mut lines = Vec::new();
        for direction in &directions {
            for start in (0..squares).filter(|&i| direction.starts.has(Square::new(i as u8))) {
                let cells = (0..k).map(|i| B::bit(start + i * direction.shift as usize));
                lines.push(cells.fold(B::NONE, |line, cell| line | cell));
            }
        }
        let through = (0..squares)
            .map(|i| lines.iter().copied().filter(|l| l.has(Square::new(i as u8))).collect())
            .collect();

        // Twice as much for each stone, from one that lacks none down. What
        // would be less than the unit counts as the unit: a potential may be
        // too great, but it is never too small to prove what it proves.
        let weights =
            (0..=k).map(|stones| UNITS >> (k - stones).min(UNITS.ilog2() as usize)).collect();

        let symmetries = if m == n { 8 } else { 4 };
        let image = |i: usize, s: usize| {
            let (x, y) = (i % m, i / m);
            let (x, y) = if s % symmetries >= 4 { (y, x) } else { (x, y) };
            let x = if s & 1 == 0 { x } else { m - 1 - x };
            let y = if s & 2 == 0 { y } else { n - 1 - y };
            y * m + x
        };
        let images: Vec<[u8; 8]> =
            (0..squares).map(|i| std::array::from_fn(|s| image(i, s) as u8)).collect();
        let mut origins = vec![[0; 8]; squares];
        for (i, images) in images.iter().enumerate() {
            for (s, &image) in images.iter().enumerate() {
                origins[usize::from(image)][s] = i as u8;
            }
        }
        let random = |square: u8, side: u64| mix(u64::from(square) << 1 | side);
        let zobrist = images
            .iter()
            .map(|images| [0, 1].map(|side| images.map(|square| random(square, side))))
            .collect();

        let full = set(&|_, _| true);
        Self {
            rules,
            full,
            directions,
            lines,
            through,
            weights,
            symmetries,
            images,
            origins,
            zobrist,
        }
    }

    /// Whether the set holds a line.
    pub(crate) fn holds_line(&self, set: B) -> bool {
        self.directions.iter().any(|d| {
            let mut starts = d.starts & set;
            for i in 1..self.rules.line() as u32 {
                starts &= set >> (i * d.shift);
            }
            !starts.is_empty()
        })
    }

    /// All squares that lack only themselves to a line of `set`, and the
    /// squares of `set` that do not matter: the caller masks with the empty ones.
    pub(crate) fn completing(&self, set: B) -> B {
        let k = self.rules.line() as u32;
        let mut found = B::NONE;
        for d in &self.directions {
            // Starts of lines with no stone missing so far, and with one.
            let (mut none, mut one) = (d.starts, B::NONE);
            for i in 0..k {
                let here = set >> (i * d.shift);
                one = (one & here) | (none & !here);
                none &= here;
            }
            if !one.is_empty() {
                for i in 0..k {
                    found |= one << (i * d.shift);
                }
            }
        }
        found
    }

    /// The starts of the lines of a direction that touch no square of `set`.
    pub(crate) fn untouched(&self, d: &Direction<B>, set: B) -> B {
        let mut touched = B::NONE;
        for i in 0..self.rules.line() as u32 {
            touched |= set >> (i * d.shift);
        }
        d.starts & !touched
    }

    /// The potential of a side: its open lines, each by what it lacks.
    pub(crate) fn potential(&self, own: B, theirs: B) -> u32 {
        let open = self.lines.iter().filter(|&&line| (line & theirs).is_empty());
        open.map(|&line| self.weights[(line & own).len() as usize]).sum()
    }

    /// The image of a set under a symmetry.
    pub(crate) fn image(&self, set: B, symmetry: usize) -> B {
        let mut image = B::NONE;
        let mut rest = set;
        while !rest.is_empty() {
            image |= B::bit(self.images[rest.first() as usize][symmetry].into());
            rest = rest.without_first();
        }
        image
    }
}

impl<B> fmt::Debug for Geometry<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Geometry({})", self.rules)
    }
}

/// The tables follow from the rules.
impl<B> PartialEq for Geometry<B> {
    fn eq(&self, other: &Self) -> bool {
        self.rules == other.rules
    }
}

impl<B> Eq for Geometry<B> {}

/// The tables made so far. They live as long as the program, so that a
/// position is a plain value with a reference in it; there are only so many
/// rules (a few thousand), and a program meets a handful.
pub(crate) struct Made<B: 'static>(Mutex<Vec<&'static Geometry<B>>>);

impl<B: Word> Made<B> {
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    pub(crate) fn get(&self, rules: Rules) -> &'static Geometry<B> {
        // A panic while the lock was held leaves a list that is still right.
        let mut made = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(known) = made.iter().find(|g| g.rules == rules) {
            return known;
        }
        let geometry: &'static Geometry<B> = Box::leak(Box::new(Geometry::new(rules)));
        made.push(geometry);
        geometry
    }
}
