//! Heaps as a picture: coins piled up, the greatest heap first.

use cli::picture::{Arrow, At, Marks, Picture};
use grundy::{Heaps, NimSum, Split};

/// A coin, and how far its neighbours lie.
const COIN: (f64, f64) = (34.0, 13.0);
/// Heaps beside each other, and what stands below them.
const COLUMN: f64 = 62.0;
const BELOW: f64 = 44.0;
/// Coins of one heap that are drawn; of a greater one the middle is left out.
const DRAWN: u32 = 16;
/// Columns in a row.
const COLUMNS: usize = 12;
/// More heaps are not drawn.
const HEAPS: usize = 96;
const MARGIN: f64 = 24.0;
const NEW: &str = "#2e7d32";

/// A position that is drawn, and the move that led there.
struct Row {
    heaps: Vec<u32>,
    by: Option<Split>,
}

/// Draws the heaps, and those of the line below them.
pub(super) fn picture(
    start: &Heaps,
    marks: &Marks<Split>,
    nim: Option<&NimSum>,
) -> Option<Picture> {
    let mut rows = vec![Row { heaps: start.sizes().to_vec(), by: marks.last() }];
    let mut heaps = start.clone();
    for &split in &marks.line {
        search_core::Position::make(&mut heaps, split);
        rows.push(Row { heaps: heaps.sizes().to_vec(), by: Some(split) });
    }
    if rows.iter().any(|row| row.heaps.len() > HEAPS) {
        return None;
    }
    let widest = rows.iter().map(|row| row.heaps.len().min(COLUMNS)).max()?.max(4);
    let width = widest as f64 * COLUMN + 2.0 * MARGIN + if rows.len() > 1 { 60.0 } else { 0.0 };
    let height: f64 = MARGIN + rows.iter().map(Row::height).sum::<f64>();
    let mut picture = Picture::new(width, height, &format!("Grundy's game, {start}"));
    let mut y = MARGIN;
    for (i, row) in rows.iter().enumerate() {
        if i > 0 {
            let (from, to) = ((28.0, y - 34.0), (28.0, y + 26.0));
            let arrow = Arrow {
                colour: "#1565c0",
                width: 6.0,
                opacity: 0.9,
                gaps: (0.0, 0.0),
                label: None,
            };
            picture.arrow(from, to, &arrow);
            if let Some(split) = row.by {
                picture.text_from((40.0, y - 8.0), 15.0, "#1565c0", &split.to_string());
            }
        }
        let left = MARGIN + if rows.len() > 1 { 60.0 } else { 0.0 };
        row.draw(&mut picture, (left, y), nim);
        y += row.height();
    }
    Some(picture)
}

impl Row {
    /// Heaps that stand beside each other.
    fn lines(&self) -> impl Iterator<Item = &[u32]> {
        self.heaps.chunks(COLUMNS)
    }

    fn height(&self) -> f64 {
        self.lines().map(line_height).sum::<f64>() + 18.0
    }

    /// With its upper left corner there.
    fn draw(&self, picture: &mut Picture, (left, top): At, nim: Option<&NimSum>) {
        let mut y = top + 12.0;
        // Of equal heaps, one is new.
        let mut new: Vec<u32> = self.by.map_or(Vec::new(), |s| vec![s.small, s.large()]);
        for line in self.lines() {
            let foot = y + line_height(line) - BELOW;
            for (i, &heap) in line.iter().enumerate() {
                let middle = left + (i as f64 + 0.5) * COLUMN;
                let is_new = new.iter().position(|n| *n == heap).map(|at| new.swap_remove(at));
                pile(picture, (middle, foot), heap, is_new.is_some());
                let ink = if heap < 3 { "#888888" } else { "#222222" };
                picture.text((middle, foot + 14.0), 16.0, ink, &heap.to_string());
                if let Some(value) = nim.and_then(|nim| nim.of_heap(heap)) {
                    picture.text((middle, foot + 31.0), 12.0, "#777777", &format!("nim {value}"));
                }
            }
            y += line_height(line);
        }
    }
}

fn line_height(heaps: &[u32]) -> f64 {
    let most = heaps.iter().copied().max().unwrap_or(0).min(DRAWN + 1);
    f64::from(most) * COIN.1 + BELOW + 10.0
}

/// Coins above a point.
fn pile(picture: &mut Picture, (x, foot): At, heap: u32, is_new: bool) {
    // Heaps that cannot be split are of no more use.
    let (fill, rim) = if heap < 3 { ("#e6dfcf", "#b8ad94") } else { ("#ffcf5c", "#9a6b00") };
    let rim = if is_new { NEW } else { rim };
    let drawn = heap.min(DRAWN + 1);
    for i in 0..drawn {
        let y = foot - (f64::from(i) + 1.0) * COIN.1;
        if heap > DRAWN && i == DRAWN / 2 {
            picture.text((x, y + COIN.1 / 2.0 - 1.0), 18.0, "#555555", "...");
            continue;
        }
        let corner = (x - COIN.0 / 2.0, y);
        let size = (COIN.0, COIN.1 - 2.0);
        picture.rectangle(corner, size, rim, 5.0);
        let rim_width = if is_new { 2.2 } else { 1.2 };
        picture.rectangle(
            (corner.0 + rim_width, corner.1 + rim_width),
            (size.0 - 2.0 * rim_width, size.1 - 2.0 * rim_width),
            fill,
            4.0,
        );
    }
}
