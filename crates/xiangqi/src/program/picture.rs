//! The board as a picture: as it is printed in books, seen by Red or by Black.

use cli::View;
use cli::picture::{Arrow, At, Marks, Picture};
use xiangqi::{Board, Move, Piece, Side, Square, Xiangqi};

const CELL: f64 = 58.0;
/// Room for pieces on the edge, and for what the files are called.
const MARGIN: (f64, f64) = (62.0, 72.0);
const DISC: f64 = CELL * 0.44;
const WOOD: &str = "#f5deb0";
const PIECE: &str = "#fdf4df";
const GRID: &str = "#5c4a22";
const RED: &str = "#b71c1c";
const BLACK: &str = "#1d1d1d";
const LAST: &str = "#2e7d32";
const NUMERALS: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];

/// Draws the board with its marks.
pub(super) fn picture(game: &Xiangqi, marks: &Marks<Move>, view: View) -> Picture {
    let size = (8.0 * CELL + 2.0 * MARGIN.0, 9.0 * CELL + 2.0 * MARGIN.1);
    let title = format!("xiangqi, {} to move", game.side_to_move());
    let mut picture = Picture::new(size.0, size.1, &title);
    grid(&mut picture, view);
    names(&mut picture, view);
    if let Some(last) = marks.last() {
        corners(&mut picture, at(last.from(), view), LAST);
        corners(&mut picture, at(last.to(), view), LAST);
    }
    pieces(&mut picture, game.board(), view);
    line(&mut picture, game, marks, view);
    picture
}

fn at(square: Square, view: View) -> At {
    let seen = if view.flipped { square.rotated() } else { square };
    point(seen.file() as f64, (Square::RANKS - 1 - seen.rank()) as f64)
}

/// A point by column from the left and row from the top.
const fn point(column: f64, row: f64) -> At {
    (MARGIN.0 + column * CELL, MARGIN.1 + row * CELL)
}

fn grid(picture: &mut Picture, view: View) {
    let room = CELL * 0.6;
    let (x, y) = point(0.0, 0.0);
    let wood = (8.0 * CELL + 2.0 * room, 9.0 * CELL + 2.0 * room);
    picture.rectangle((x - room, y - room), wood, WOOD, 6.0);
    let mut draw = |from: (f64, f64), to: (f64, f64), width: f64| {
        picture.line(point(from.0, from.1), point(to.0, to.1), GRID, width);
    };
    for row in 0..10 {
        let row = f64::from(row);
        draw((0.0, row), (8.0, row), 1.3);
    }
    for column in 0..9 {
        let file = f64::from(column);
        if column == 0 || column == 8 {
            draw((file, 0.0), (file, 9.0), 1.3);
        } else {
            // The river lies between.
            draw((file, 0.0), (file, 4.0), 1.3);
            draw((file, 5.0), (file, 9.0), 1.3);
        }
    }
    for palace in [0.0, 7.0] {
        draw((3.0, palace), (5.0, palace + 2.0), 1.1);
        draw((5.0, palace), (3.0, palace + 2.0), 1.1);
    }
    // A second line around.
    let gap = 0.09;
    let frame =
        [(-gap, -gap), (8.0 + gap, -gap), (8.0 + gap, 9.0 + gap), (-gap, 9.0 + gap), (-gap, -gap)];
    picture.path(&frame.map(|(x, y)| point(x, y)), GRID, 2.4);
    for row in [3.0, 6.0] {
        for column in [0.0, 2.0, 4.0, 6.0, 8.0] {
            place(picture, column, row);
        }
    }
    for row in [2.0, 7.0] {
        place(picture, 1.0, row);
        place(picture, 7.0, row);
    }
    match view.letters {
        true => picture.text(point(4.0, 4.5), CELL * 0.36, GRID, "r i v e r"),
        false => {
            for (x, c) in [(1.4, "楚"), (2.4, "河"), (5.6, "汉"), (6.6, "界")] {
                picture.character(point(x, 4.5), CELL * 0.56, GRID, c);
            }
        }
    }
}

/// The little angles where cannons and pawns begin.
fn place(picture: &mut Picture, column: f64, row: f64) {
    let (near, far) = (0.07, 0.2);
    for (dx, dy) in [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)] {
        // Not beyond the board.
        if !(0.0..=8.0).contains(&(column + dx * far)) {
            continue;
        }
        let corner = [(far, near), (near, near), (near, far)];
        let corner = corner.map(|(x, y)| point(column + dx * x, row + dy * y));
        picture.path(&corner, GRID, 1.1);
    }
}

/// The names of files and ranks: letters and digits of UCI; the files as the
/// players count them, each from the right.
fn names(picture: &mut Picture, view: View) {
    const INK: &str = "#444444";
    for column in 0..9u8 {
        let file = f64::from(column);
        let (x, top) = point(file, 0.0);
        let (_, bottom) = point(file, 9.0);
        let (own, other) = (usize::from(8 - column), usize::from(column));
        let digit = |i: usize| (i + 1).to_string();
        let red = |i: usize| if view.letters { digit(i) } else { NUMERALS[i].to_owned() };
        let (above, below) = match view.flipped {
            false => (digit(other), red(own)),
            true => (red(other), digit(own)),
        };
        let letter = if view.flipped { b'i' - column } else { b'a' + column };
        picture.text((x, top - CELL * 0.6 - 13.0), 15.0, INK, &above);
        picture.text((x, bottom + CELL * 0.6 + 12.0), 15.0, INK, &below);
        picture.text(
            (x, bottom + CELL * 0.6 + 29.0),
            12.0,
            "#777777",
            &char::from(letter).to_string(),
        );
    }
    for row in 0..10u8 {
        let rank = if view.flipped { row } else { 9 - row };
        let (x, y) = point(0.0, f64::from(row));
        picture.text((x - CELL * 0.6 - 12.0, y), 12.0, "#777777", &rank.to_string());
    }
}

/// Four angles around a point.
fn corners(picture: &mut Picture, (x, y): At, colour: &str) {
    let (r, arm) = (CELL * 0.475, CELL * 0.17);
    for (dx, dy) in [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)] {
        let corner = [(r - arm, r), (r, r), (r, r - arm)];
        picture.path(&corner.map(|(a, b)| (x + dx * a, y + dy * b)), colour, 3.2);
    }
}

fn pieces(picture: &mut Picture, board: &Board, view: View) {
    for square in Square::all() {
        if let Some(piece) = board.at(square) {
            disc(picture, at(square, view), piece, view);
        }
    }
}

fn disc(picture: &mut Picture, at: At, piece: Piece, view: View) {
    let ink = colour(piece.side());
    picture.disc(at, DISC, PIECE, (ink, 2.2));
    picture.disc(at, DISC * 0.84, "none", (ink, 1.0));
    match view.letters {
        true => picture.text(at, DISC * 1.1, ink, &piece.letter().to_ascii_uppercase().to_string()),
        false => picture.character(at, DISC * 1.22, ink, &piece.character().to_string()),
    }
}

const fn colour(side: Side) -> &'static str {
    match side {
        Side::Red => RED,
        Side::Black => BLACK,
    }
}

/// The moves of the line: strong where they are near, the later ones thinner.
fn line(picture: &mut Picture, game: &Xiangqi, marks: &Marks<Move>, view: View) {
    let mut side = game.side_to_move();
    let mut arrows = Vec::new();
    for (i, &m) in marks.line.iter().enumerate() {
        arrows.push((i, m, side));
        side = side.other();
    }
    // The first one lies above the others.
    for (i, m, side) in arrows.into_iter().rev() {
        let fade = i as f64;
        let number = (i + 1).to_string();
        let colour = match side {
            Side::Red => "#d32f2f",
            Side::Black => "#1565c0",
        };
        picture.arrow(
            at(m.from(), view),
            at(m.to(), view),
            &Arrow {
                colour,
                width: (11.0 - fade).max(6.0),
                opacity: (0.85 - 0.1 * fade).max(0.5),
                gaps: (DISC * 0.55, DISC * 0.3),
                label: Some(&number),
            },
        );
    }
}
