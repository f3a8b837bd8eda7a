//! The board as a picture.

use cli::picture::{Arrow, At, Heat, Marks, Picture, short};
use tictactoe::{Board, Side, Square};

const MARGIN: f64 = 34.0;
const GRID: &str = "#37474f";
const X: &str = "#1565c0";
const O: &str = "#c62828";

/// A board, and where its squares are.
struct Grid<'a, B> {
    board: &'a B,
    cell: f64,
}

/// Draws the board with its marks.
pub(super) fn picture<B: Board>(board: &B, marks: &Marks<Square>) -> Picture {
    let rules = board.rules();
    let longest = rules.columns().max(rules.rows()) as f64;
    // The usual board as large as a hand, larger ones in smaller squares.
    let cell = (640.0 / longest).clamp(40.0, 96.0);
    let (width, height) = (rules.columns() as f64 * cell, rules.rows() as f64 * cell);
    let title = format!("{rules} game, {} to move", board.side_to_move());
    // Small boards leave room for a line of text below.
    let margin = ((300.0 - width) / 2.0).max(MARGIN);
    let mut picture = Picture::new(width + 2.0 * margin, height + 2.0 * MARGIN, &title);
    let grid = Grid { board, cell };
    grid.squares(&mut picture, marks, margin);
    grid.line(&mut picture, marks, margin);
    picture
}

impl<B: Board> Grid<'_, B> {
    fn corner(&self, square: Square, margin: f64) -> At {
        let columns = self.board.rules().columns();
        let (x, y) = (square.index() % columns, square.index() / columns);
        (margin + x as f64 * self.cell, MARGIN + y as f64 * self.cell)
    }

    fn middle(&self, square: Square, margin: f64) -> At {
        let (x, y) = self.corner(square, margin);
        (x + self.cell / 2.0, y + self.cell / 2.0)
    }

    fn squares(&self, picture: &mut Picture, marks: &Marks<Square>, margin: f64) {
        let (rules, cell) = (self.board.rules(), self.cell);
        let size = (rules.columns() as f64 * cell, rules.rows() as f64 * cell);
        picture.rectangle((margin, MARGIN), size, "#fafafa", 0.0);
        let heat = Heat::new(marks.scores.iter().map(|(_, score)| *score));
        let won = self.board.winning_squares();
        let each = (0..rules.squares()).map(|index| Square::new(index as u8));
        for square in each.clone() {
            let score = marks.scores.iter().find(|(m, _)| *m == square).map(|(_, score)| *score);
            let fill = match score {
                Some(score) => Some(heat.colour(score)),
                None if won.contains(&square) => Some("#c8e6c9".to_owned()),
                None if marks.last() == Some(square) => Some("#fff3b0".to_owned()),
                None => None,
            };
            if let Some(fill) = fill {
                picture.rectangle(self.corner(square, margin), (cell, cell), &fill, 0.0);
            }
        }
        self.rules(picture, margin);
        for square in each {
            let (x, y) = self.corner(square, margin);
            let at = self.middle(square, margin);
            match self.board.at(square) {
                Some(side) => {
                    self.stone(picture, at, side, 1.0);
                    let number = marks.history.iter().position(|m| *m == square);
                    if let Some(number) = number.filter(|_| marks.numbers) {
                        let corner = (x + cell * 0.9, y + cell * 0.12);
                        picture.text(corner, cell * 0.15, "#37474f", &(number + 1).to_string());
                    }
                }
                None => {
                    let score = marks.scores.iter().find(|(m, _)| *m == square);
                    let dark = score.is_some_and(|(_, score)| heat.is_dark(*score));
                    let (ink, faint) =
                        if dark { ("#ffffff", "#ffffff") } else { ("#222222", "#607d8b") };
                    // The number of the square, as it is typed.
                    let corner = (x + cell * 0.14, y + cell * 0.15);
                    picture.text(corner, (cell * 0.15).max(9.0), faint, &square.to_string());
                    if let Some((_, score)) = score.filter(|_| !marks.line.contains(&square)) {
                        picture.text(at, cell * 0.28, ink, &short(*score));
                    }
                }
            }
        }
    }

    fn rules(&self, picture: &mut Picture, margin: f64) {
        let (rules, cell) = (self.board.rules(), self.cell);
        let (columns, rows) = (rules.columns() as f64 * cell, rules.rows() as f64 * cell);
        for i in 1..rules.columns() {
            let x = margin + i as f64 * cell;
            picture.line((x, MARGIN), (x, MARGIN + rows), GRID, 2.4);
        }
        for i in 1..rules.rows() {
            let y = MARGIN + i as f64 * cell;
            picture.line((margin, y), (margin + columns, y), GRID, 2.4);
        }
        for i in 0..rules.columns() {
            let Some(square) = rules.at(i, 0) else { continue };
            let name = rules.name(square);
            let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
            let at = (margin + (i as f64 + 0.5) * cell, MARGIN + rows + 15.0);
            picture.text(at, 13.0, "#607d8b", letters);
        }
        for i in 0..rules.rows() {
            let at = (margin - 15.0, MARGIN + (i as f64 + 0.5) * cell);
            picture.text(at, 13.0, "#607d8b", &(rules.rows() - i).to_string());
        }
    }

    fn stone(&self, picture: &mut Picture, (x, y): At, side: Side, size: f64) {
        let (r, width) = (self.cell * 0.29 * size, self.cell * 0.1 * size);
        match side {
            Side::X => {
                picture.line((x - r, y - r), (x + r, y + r), X, width);
                picture.line((x - r, y + r), (x + r, y - r), X, width);
            }
            Side::O => picture.disc((x, y), r * 1.05, "none", (O, width)),
        }
    }

    /// The stones of the line, smaller, each with its number.
    fn line(&self, picture: &mut Picture, marks: &Marks<Square>, margin: f64) {
        let cell = self.cell;
        for pair in marks.line.windows(2) {
            let gaps = (cell * 0.3, cell * 0.32);
            let arrow =
                Arrow { colour: "#6a1b9a", width: cell * 0.07, opacity: 0.6, gaps, label: None };
            let [from, to] = [pair[0], pair[1]].map(|square| self.middle(square, margin));
            picture.arrow(from, to, &arrow);
        }
        let mut side = self.board.side_to_move();
        for (i, &square) in marks.line.iter().enumerate() {
            let at = self.middle(square, margin);
            let rim = if side == Side::X { X } else { O };
            picture.ghost(at, cell * 0.27, "#ffffff", rim, 0.85);
            self.stone(picture, (at.0 - cell * 0.08, at.1), side, 0.42);
            let number = (at.0 + cell * 0.12, at.1);
            picture.text(number, cell * 0.2, rim, &(i + 1).to_string());
            side = side.other();
        }
    }
}
