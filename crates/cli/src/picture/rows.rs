//! The picture of a game that draws none of its own.

use super::Picture;

const CELL: f64 = 44.0;
const MARGIN: f64 = 18.0;

/// Rows of characters, a square each; `.` and spaces are empty. `None` where
/// there are no rows.
#[must_use]
pub fn of_rows(rows: &[String], title: &str) -> Option<Picture> {
    let columns = rows.iter().map(|row| row.chars().count()).max().filter(|&n| n > 0)?;
    let (width, height) = (columns as f64 * CELL, rows.len() as f64 * CELL);
    let mut picture = Picture::new(width + 2.0 * MARGIN, height + 2.0 * MARGIN, title);
    picture.rectangle((MARGIN, MARGIN), (width, height), "#f4ecd8", 4.0);
    for i in 0..=columns {
        let x = MARGIN + i as f64 * CELL;
        picture.line((x, MARGIN), (x, MARGIN + height), "#8a7a5a", 1.0);
    }
    for i in 0..=rows.len() {
        let y = MARGIN + i as f64 * CELL;
        picture.line((MARGIN, y), (MARGIN + width, y), "#8a7a5a", 1.0);
    }
    for (y, row) in rows.iter().enumerate() {
        for (x, c) in row.chars().enumerate().filter(|(_, c)| !matches!(c, '.' | '_' | ' ')) {
            let at = (MARGIN + (x as f64 + 0.5) * CELL, MARGIN + (y as f64 + 0.5) * CELL);
            // What most games call their stones; others are letters.
            let stone = match c {
                'X' | 'x' => Some("#1565c0"),
                'O' | 'o' => Some("#c62828"),
                _ => None,
            };
            let ink = if stone.is_some() { "#ffffff" } else { "#222222" };
            if let Some(stone) = stone {
                picture.disc(at, CELL * 0.42, stone, ("", 0.0));
            }
            picture.text(at, CELL * 0.5, ink, &c.to_string());
        }
    }
    Some(picture)
}
