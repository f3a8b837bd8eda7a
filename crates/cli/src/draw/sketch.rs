//! Positions small enough to be drawn inside a node.

/// A picture of a position that fits into a node of a drawn tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Sketch {
    /// The game has none, or the position is too large for one.
    #[default]
    None,
    /// A board of marks, row by row from the top: `X` and `O` are drawn as such,
    /// `.` is an empty square, and any other character is written as it is.
    Grid(Vec<String>),
    /// Heaps of coins, each with its size.
    Heaps(Vec<u32>),
}

/// Sides of a square, in the unit of the pictures.
const CELL: f64 = 12.0;
/// Boards with more rows or columns than this would drown the values.
const MOST_CELLS: usize = 8;
/// Distance of two coins of a heap, and of two heaps.
const COIN: f64 = 6.0;
/// More coins in a heap, or more heaps, are told by their numbers alone.
const MOST_COINS: (u32, usize) = (12, 16);

impl Sketch {
    /// The same, or none where it would be too large.
    #[must_use]
    pub fn fitting(self) -> Self {
        match self {
            Self::Grid(rows) => {
                let columns = rows.iter().map(|r| r.chars().count()).max().unwrap_or(0);
                let fits = (1..=MOST_CELLS).contains(&columns) && rows.len() <= MOST_CELLS;
                if fits { Self::Grid(rows) } else { Self::None }
            }
            Self::Heaps(heaps) => {
                let fits = (1..=MOST_COINS.1).contains(&heaps.len())
                    && heaps.iter().all(|&h| h <= MOST_COINS.0);
                if fits { Self::Heaps(heaps) } else { Self::None }
            }
            Self::None => Self::None,
        }
    }

    /// Width and height.
    #[must_use]
    pub fn size(&self) -> (f64, f64) {
        match self {
            Self::None => (0.0, 0.0),
            Self::Grid(rows) => {
                let columns = rows.iter().map(|r| r.chars().count()).max().unwrap_or(0);
                (columns as f64 * CELL, rows.len() as f64 * CELL)
            }
            Self::Heaps(heaps) => {
                let highest = heaps.iter().copied().max().unwrap_or(0);
                (heaps.len() as f64 * (COIN + 2.0), f64::from(highest) * COIN)
            }
        }
    }

    /// As the page for the browser reads it: rows with a slash between them,
    /// sizes with a plus; empty for none.
    #[must_use]
    pub(crate) fn text(&self) -> String {
        match self {
            Self::None => String::new(),
            Self::Grid(rows) => rows.join("/"),
            Self::Heaps(heaps) => {
                heaps.iter().map(ToString::to_string).collect::<Vec<_>>().join("+")
            }
        }
    }

    /// Draws it with its upper left corner there.
    pub fn draw(&self, canvas: &mut super::Canvas, x: f64, y: f64, ink: &str) {
        match self {
            Self::None => {}
            Self::Grid(rows) => {
                let (width, height) = self.size();
                let columns = (width / CELL).round() as usize;
                for i in 1..rows.len() {
                    let y = y + i as f64 * CELL;
                    canvas.line((x, y), (x + width, y), ink, 0.6);
                }
                for i in 1..columns {
                    let x = x + i as f64 * CELL;
                    canvas.line((x, y), (x, y + height), ink, 0.6);
                }
                for (row, marks) in rows.iter().enumerate() {
                    for (column, mark) in marks.chars().enumerate() {
                        let x = x + (column as f64 + 0.5) * CELL;
                        let y = y + (row as f64 + 0.5) * CELL;
                        mark_at(canvas, mark, (x, y), ink);
                    }
                }
            }
            Self::Heaps(heaps) => {
                let (_, height) = self.size();
                for (i, &heap) in heaps.iter().enumerate() {
                    let x = x + (i as f64 + 0.5) * (COIN + 2.0);
                    for coin in 0..heap {
                        let y = y + height - (f64::from(coin) + 0.5) * COIN;
                        canvas.circle((x, y), COIN / 2.0 - 0.4, ink, "none");
                    }
                }
            }
        }
    }
}

fn mark_at(canvas: &mut super::Canvas, mark: char, (x, y): (f64, f64), ink: &str) {
    let r = CELL * 0.28;
    match mark {
        '.' => {}
        'X' => {
            canvas.line((x - r, y - r), (x + r, y + r), ink, 1.6);
            canvas.line((x - r, y + r), (x + r, y - r), ink, 1.6);
        }
        'O' => canvas.circle((x, y), r, "none", ink),
        other => {
            let style = super::TextStyle { size: CELL * 0.8, ..super::TextStyle::centred(ink) };
            canvas.text(&other.to_string(), (x, y + CELL * 0.28), style);
        }
    }
}
