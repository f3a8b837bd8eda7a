//! m,n,k games: the plain solver that the engine search is held against.

/// A solver as one writes it in an hour: alpha-beta on win, draw and loss; a
/// win or a block if there is one, else moves from the middle outwards; one
/// table, in which positions equal under the board's symmetries are one. No
/// other threats, no ordering by what was learnt.
#[derive(Debug)]
pub struct Plain {
    lines: Vec<Vec<u64>>,
    order: Vec<u32>,
    symmetries: Vec<Vec<u32>>,
    table: Vec<(u64, u64, i8, i8)>,
    full: u64,
    /// Positions visited.
    pub nodes: u64,
}

/// Up to this many stones positions are turned and mirrored before they are
/// looked up; later that costs more than it finds.
const TURNED: u32 = 12;

impl Plain {
    /// A solver for `columns` by `rows` squares and lines of `k`, at most 64 squares.
    #[must_use]
    pub fn new(columns: u32, rows: u32, k: u32) -> Self {
        let bit = |x: u32, y: u32| 1u64 << (y * columns + x);
        let squares = columns * rows;
        let mut lines = vec![Vec::new(); squares as usize];
        for y in 0..rows {
            for x in 0..columns {
                for (dx, dy) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                    let at = |i| Some((x.checked_add_signed(dx * i)?, y + (dy * i) as u32));
                    let inside = |&(x, y): &(u32, u32)| x < columns && y < rows;
                    let cells: Vec<_> = (0..k as i32).filter_map(at).filter(inside).collect();
                    if cells.len() == k as usize {
                        let line = cells.iter().fold(0, |line, &(x, y)| line | bit(x, y));
                        for (x, y) in cells {
                            lines[(y * columns + x) as usize].push(line);
                        }
                    }
                }
            }
        }
        let mut order: Vec<u32> = (0..squares).collect();
        order.sort_by_key(|s| {
            let (x, y) = (s % columns, s / columns);
            (2 * x).abs_diff(columns - 1).pow(2) + (2 * y).abs_diff(rows - 1).pow(2)
        });
        let turns = if columns == rows { 8 } else { 4 };
        let symmetries = (0..turns)
            .map(|turn| {
                let image = |s: u32| {
                    let (mut x, mut y) = (s % columns, s / columns);
                    if turn & 1 != 0 {
                        x = columns - 1 - x;
                    }
                    if turn & 2 != 0 {
                        y = rows - 1 - y;
                    }
                    if turn & 4 != 0 {
                        (x, y) = (y, x);
                    }
                    y * columns + x
                };
                (0..squares).map(image).collect()
            })
            .collect();
        let table = vec![(0, 0, -1, 1); 1 << 22];
        Self { lines, order, symmetries, table, full: u64::MAX >> (64 - squares), nodes: 0 }
    }

    /// 1, 0 or -1: the first player wins the empty board, draws, or loses.
    pub fn solve(&mut self) -> i8 {
        self.nodes = 0;
        self.table.fill((0, 0, -1, 1));
        self.search(0, 0, -1, 1)
    }

    fn search(&mut self, mine: u64, theirs: u64, mut alpha: i8, mut beta: i8) -> i8 {
        self.nodes += 1;
        let empty = self.full & !(mine | theirs);
        if empty == 0 {
            return 0;
        }
        if self.order.iter().any(|&s| empty >> s & 1 != 0 && self.wins(mine, s)) {
            return 1;
        }
        let key = self.least_image(mine, theirs);
        let mixed = (key.0 ^ key.1.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let slot = (mixed >> 42) as usize;
        let (a, b, low, high) = self.table[slot];
        if (a, b) == key && (a | b) != 0 {
            if low >= beta || low == high {
                return low;
            }
            if high <= alpha {
                return high;
            }
            (alpha, beta) = (alpha.max(low), beta.min(high));
        }
        let (floor, ceiling) = (alpha, beta);
        let mut best = -1;
        let block = self.order.iter().find(|&&s| empty >> s & 1 != 0 && self.wins(theirs, s));
        let moves = block.map_or(empty, |square| 1 << square);
        for i in 0..self.order.len() {
            let square = self.order[i];
            if moves >> square & 1 == 0 {
                continue;
            }
            let value = -self.search(theirs, mine | 1 << square, -beta, -alpha);
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        let low = if best > floor { best } else { -1 };
        let high = if best < ceiling { best } else { 1 };
        self.table[slot] = (key.0, key.1, low, high);
        best
    }

    fn wins(&self, mine: u64, square: u32) -> bool {
        let stones = mine | 1 << square;
        self.lines[square as usize].iter().any(|line| stones & line == *line)
    }

    fn least_image(&self, mine: u64, theirs: u64) -> (u64, u64) {
        if (mine | theirs).count_ones() > TURNED {
            return (mine, theirs);
        }
        let image = |symmetry: &Vec<u32>| {
            let turn = |mut set: u64| {
                let mut image = 0;
                while set != 0 {
                    image |= 1 << symmetry[set.trailing_zeros() as usize];
                    set &= set - 1;
                }
                image
            };
            (turn(mine), turn(theirs))
        };
        self.symmetries.iter().map(image).min().unwrap_or((mine, theirs))
    }
}
