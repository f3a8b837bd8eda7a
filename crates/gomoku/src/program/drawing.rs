//! The board for a terminal.
//!
//! ```text
//! 15  . . . . . . . . . . . . . . .
//!   ...
//!  9  . . . . . . . O . . . . . . .
//!  8  . . . . . . .[X]. . . . . . .      the last move in brackets
//!  7  . . . . . . . . ! . . . . . .      forbidden for Black
//!   ...
//!     a b c d e f g h i j k l m n o
//! ```
//!
//! A point takes two columns, what stands before it and what stands there.

use anstyle::{AnsiColor, Style};
use cli::View;
use gomoku::{Gomoku, Point, Side, Size};

const BLACK: Style = AnsiColor::Cyan.on_default().bold();
const WHITE: Style = AnsiColor::Yellow.on_default().bold();
const MARK: Style = AnsiColor::Green.on_default().bold();
const FORBIDDEN: Style = AnsiColor::Red.on_default();
const GRID: Style = Style::new().dimmed();

/// Draws the board; `last` stands in brackets, forbidden points are shown if
/// they are wanted.
pub(super) fn board(game: &Gomoku, last: Option<Point>, view: View, forbidden: bool) -> String {
    let n = game.size().get();
    let mut text = String::new();
    for y in (0..n).rev() {
        text += &format!("{:>2} ", y + 1);
        let row: Vec<Point> = (0..n).filter_map(|x| Point::new(x, y)).collect();
        for (x, &p) in row.iter().enumerate() {
            text += &match () {
                () if last == Some(p) => format!("{MARK}[{MARK:#}"),
                () if x > 0 && last == Some(row[x - 1]) => format!("{MARK}]{MARK:#}"),
                () => " ".to_owned(),
            };
            text += &point(game, p, view, forbidden);
        }
        if row.last().copied() == last && last.is_some() {
            text += &format!("{MARK}]{MARK:#}");
        }
        text.push('\n');
    }
    let letters: String = (0..n).map(|x| format!(" {}", char::from(b'a' + x as u8))).collect();
    text + "   " + &letters + "\n"
}

/// One column wide.
fn point(game: &Gomoku, p: Point, view: View, forbidden: bool) -> String {
    let (style, characters) = match game.board().at(p) {
        Some(Side::Black) => (BLACK, ['●', 'X']),
        Some(Side::White) => (WHITE, ['○', 'O']),
        None if forbidden && game.forbidden(p).is_some() => (FORBIDDEN, ['×', '!']),
        None if is_star(p, game.size()) => (GRID, ['+', '+']),
        None => (GRID, ['·', '.']),
    };
    let character = characters[usize::from(view.letters)];
    format!("{style}{character}{style:#}")
}

/// Whether the point is one of those that boards of wood have dots on.
pub(super) fn is_star(p: Point, size: Size) -> bool {
    let n = size.get();
    let edge = if n >= 13 { 3 } else { 2 };
    let middle = |i: usize| n % 2 == 1 && i == n / 2;
    let corner = |i: usize| n >= 9 && (i == edge || i == n - 1 - edge);
    match (p.x(), p.y()) {
        (x, y) if middle(x) && middle(y) => true,
        (x, y) if corner(x) && corner(y) => true,
        // The sides of large boards.
        (x, y) => n >= 19 && ((middle(x) && corner(y)) || (corner(x) && middle(y))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars() {
        let count = |n: usize| {
            let size = Size::new(n).unwrap();
            size.each().filter(|&p| is_star(p, size)).count()
        };
        assert_eq!([5, 6, 9, 15, 19, 20].map(count), [1, 0, 5, 5, 9, 4]);
        let size = Size::FIFTEEN;
        let stars: Vec<_> =
            size.each().filter(|&p| is_star(p, size)).map(|p| p.to_string()).collect();
        assert_eq!(stars, ["d12", "l12", "h8", "d4", "l4"]);
    }
}
