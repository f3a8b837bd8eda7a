//! The board as a picture.

use cli::picture::{Arrow, At, Heat, Marks, Picture, short};
use cli::{Game, View};
use gomoku::{Gomoku, Point, Side};

use super::drawing;
use super::table::Table;

const CELL: f64 = 38.0;
const MARGIN: f64 = 46.0;
const STONE: f64 = CELL * 0.46;
const WOOD: &str = "#eecb8b";
const GRID: &str = "#6b5426";
const MARK: &str = "#d7261e";
/// Small letters are still read on a phone.
const SMALL: f64 = 11.0;

/// Draws the board with its marks.
pub(super) fn picture(game: &Gomoku, marks: &Marks<Point>, view: View) -> Picture {
    let n = game.size().get();
    let span = (n - 1) as f64 * CELL;
    let title = format!("gomoku, {} to move", Table::SIDES[Table::side_to_move(game)]);
    let mut picture = Picture::new(span + 2.0 * MARGIN, span + 2.0 * MARGIN, &title);
    let at = |p: Point| (MARGIN + p.x() as f64 * CELL, MARGIN + span - p.y() as f64 * CELL);
    board(&mut picture, game, n, &at);
    if game.side_to_move() == Side::Black && game.board().winner().is_none() {
        forbidden(&mut picture, game, &at);
    }
    scores(&mut picture, marks, &at);
    stones(&mut picture, game, marks, view, &at);
    line(&mut picture, game, marks, view, &at);
    picture
}

fn board(picture: &mut Picture, game: &Gomoku, n: usize, at: &impl Fn(Point) -> At) {
    let span = (n - 1) as f64 * CELL;
    let inset = MARGIN - CELL * 0.62;
    let wood = picture.width() - 2.0 * inset;
    picture.rectangle((inset, inset), (wood, wood), WOOD, 6.0);
    for i in 0..n {
        let place = MARGIN + i as f64 * CELL;
        let width = if i == 0 || i == n - 1 { 1.8 } else { 1.0 };
        picture.line((MARGIN, place), (MARGIN + span, place), GRID, width);
        picture.line((place, MARGIN), (place, MARGIN + span), GRID, width);
        // Letters below and above, numbers on both sides: rows are long.
        let letter = char::from(b'a' + i as u8).to_string();
        let number = (i + 1).to_string();
        let row = MARGIN + span - place + MARGIN;
        for edge in [inset / 2.0, picture.width() - inset / 2.0] {
            picture.text((place, edge), 14.0, "#444444", &letter);
            picture.text((edge, row), 14.0, "#444444", &number);
        }
    }
    for p in game.size().each().filter(|&p| drawing::is_star(p, game.size())) {
        picture.disc(at(p), 3.6, GRID, ("", 0.0));
    }
}

fn forbidden(picture: &mut Picture, game: &Gomoku, at: &impl Fn(Point) -> At) {
    let arm = CELL * 0.2;
    for p in game.size().each().filter(|&p| game.forbidden(p).is_some()) {
        let (x, y) = at(p);
        picture.line((x - arm, y - arm), (x + arm, y + arm), MARK, 2.6);
        picture.line((x - arm, y + arm), (x + arm, y - arm), MARK, 2.6);
    }
}

fn scores(picture: &mut Picture, marks: &Marks<Point>, at: &impl Fn(Point) -> At) {
    let heat = Heat::new(marks.scores.iter().map(|(_, score)| *score));
    for &(p, score) in &marks.scores {
        picture.disc(at(p), STONE * 0.94, &heat.colour(score), ("#00000033", 0.8));
        let ink = if heat.is_dark(score) { "#ffffff" } else { "#222222" };
        let text = short(score);
        let size = if text.len() > 4 { SMALL * 0.8 } else { SMALL };
        // The points of the line have its stones on them.
        if !marks.line.contains(&p) {
            picture.text(at(p), size, ink, &text);
        }
    }
}

fn stones(
    picture: &mut Picture,
    game: &Gomoku,
    marks: &Marks<Point>,
    view: View,
    at: &impl Fn(Point) -> At,
) {
    for p in game.size().each() {
        let Some(side) = game.board().at(p) else { continue };
        stone(picture, at(p), side, view);
        let number = marks.history.iter().position(|&m| m == p).map(|i| (i + 1).to_string());
        let last = marks.last() == Some(p);
        match number.filter(|_| marks.numbers) {
            Some(number) => {
                let size = if number.len() > 2 { 14.0 } else { 17.0 };
                let ink = match (last, side) {
                    (true, Side::Black) => "#ff8a80",
                    (true, Side::White) => MARK,
                    (false, Side::Black) => "#ffffff",
                    (false, Side::White) => "#111111",
                };
                // A letter leaves no room for a number.
                let place = if view.letters {
                    (at(p).0 + STONE * 0.8, at(p).1 + STONE * 0.75)
                } else {
                    at(p)
                };
                let (size, ink) = if view.letters { (SMALL, GRID) } else { (size, ink) };
                picture.text(place, size, ink, &number);
            }
            None if last && !view.letters => picture.disc(at(p), 4.6, MARK, ("", 0.0)),
            None => {}
        }
        if last && view.letters {
            let (x, y) = at(p);
            let r = STONE;
            picture.path(
                &[(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r), (x - r, y - r)],
                MARK,
                2.0,
            );
        }
    }
}

fn stone(picture: &mut Picture, at: At, side: Side, view: View) {
    let (fill, rim, letter) = match side {
        Side::Black => ("#1c1c1c", "#000000", "X"),
        Side::White => ("#ffffff", "#3a3a3a", "O"),
    };
    if view.letters {
        picture.disc(at, STONE * 0.8, WOOD, ("", 0.0));
        picture.text(at, CELL * 0.66, "#111111", letter);
    } else {
        picture.disc(at, STONE, fill, (rim, 1.2));
    }
}

/// The stones of the line, in the order in which they come.
fn line(
    picture: &mut Picture,
    game: &Gomoku,
    marks: &Marks<Point>,
    view: View,
    at: &impl Fn(Point) -> At,
) {
    let mut side = game.side_to_move();
    let mut before = None;
    for &p in &marks.line {
        if let Some(before) = before {
            picture.arrow(
                at(before),
                at(p),
                &Arrow {
                    colour: "#1565c0",
                    width: 5.0,
                    opacity: 0.8,
                    gaps: (STONE, STONE + 1.0),
                    label: None,
                },
            );
        }
        before = Some(p);
    }
    for (i, &p) in marks.line.iter().enumerate() {
        let (fill, ink) = match side {
            Side::Black => ("#1c1c1c", "#ffffff"),
            Side::White => ("#ffffff", "#111111"),
        };
        picture.ghost(at(p), STONE * 0.94, fill, "#1565c0", 0.75);
        let letter = if side == Side::Black { "X" } else { "O" };
        let text = if view.letters { format!("{letter}{}", i + 1) } else { (i + 1).to_string() };
        picture.text(at(p), 16.0, ink, &text);
        side = side.other();
    }
}
