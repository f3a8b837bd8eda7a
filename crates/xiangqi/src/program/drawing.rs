//! The board for a terminal.
//!
//! ```text
//!    1   2   3   4   5   6   7   8   9     files as Black counts them
//! 9  r---n---b---a---k---a---b---n---r
//!    |   |   |   | \ | / |   |   |   |
//! 8  +---+---+---+---+---+---+---+---+
//!   ...
//! 2  +---C---+---+--[C ]-+---+--[+ ]-+     the last move in brackets
//!   ...
//!    a   b   c   d   e   f   g   h   i
//! ```
//!
//! A point takes four columns: what joins it to its neighbours on either
//! side, and two for what stands there, since Chinese characters are as wide.

use anstyle::{AnsiColor, Style};
use cli::View;
use xiangqi::{Board, Move, Side, Square};

const RED: Style = AnsiColor::Red.on_default().bold();
const BLACK: Style = AnsiColor::Cyan.on_default().bold();
const GRID: Style = Style::new().dimmed();

/// Draws the board; the points of `last` stand in brackets.
pub(super) fn board(board: &Board, last: Option<Move>, view: View) -> String {
    let mut text = format!("   {}\n", far_files(view));
    for row in 0..Square::RANKS {
        for column in 0..Square::FILES {
            let Some(square) = at(row, column, view) else { continue };
            if column == 0 {
                text += &format!("{} ", square.rank());
            }
            let marked = last.is_some_and(|m| m.from() == square || m.to() == square);
            let (first, final_one) = (column == 0, column + 1 == Square::FILES);
            let join = |edge: bool| if edge { ' ' } else { '-' };
            let (left, right) = if marked { ('[', ']') } else { (join(first), join(final_one)) };
            text += &format!("{GRID}{left}{GRID:#}");
            text += &point(board, square, view, if marked { ' ' } else { join(final_one) });
            text += &format!("{GRID}{right}{GRID:#}");
        }
        text = text.trim_end().to_owned() + "\n";
        text += &below(row, view);
    }
    let letter = |square: Square| char::from(b'a' + square.file() as u8).to_string();
    let letters: Vec<_> = (0..Square::FILES).filter_map(|c| at(0, c, view).map(letter)).collect();
    text + "   " + &letters.join("   ") + "\n"
}

/// The point in a row of the picture, from the top, and a column, from the left.
const fn at(row: usize, column: usize, view: View) -> Option<Square> {
    if view.flipped {
        Square::new(Square::FILES - 1 - column, row)
    } else {
        Square::new(column, Square::RANKS - 1 - row)
    }
}

/// Two columns wide.
fn point(board: &Board, square: Square, view: View, join: char) -> String {
    let Some(piece) = board.at(square) else {
        return format!("{GRID}+{join}{GRID:#}");
    };
    let style = match piece.side() {
        Side::Red => RED,
        Side::Black => BLACK,
    };
    if view.letters {
        format!("{style}{}{style:#}{GRID}{join}{GRID:#}", piece.letter())
    } else {
        format!("{style}{}{style:#}", piece.character())
    }
}

/// The files as the side at the far end counts them: from its right.
fn far_files(view: View) -> String {
    let numerals = "一二三四五六七八九".chars();
    match view.flipped && !view.letters {
        // Each as wide as two.
        true => numerals.map(String::from).collect::<Vec<_>>().join("  "),
        false => (1..=9).map(|n| n.to_string()).collect::<Vec<_>>().join("   "),
    }
}

/// What lies between a row and the next one.
fn below(row: usize, view: View) -> String {
    let line = match row {
        0 | 7 => "|   |   |   | \\ | / |   |   |   |",
        1 | 8 => "|   |   |   | / | \\ |   |   |   |",
        4 if view.letters => "|          -  river  -          |",
        4 => "|     楚 河             汉 界    |",
        9 => return String::new(),
        _ => "|   |   |   |   |   |   |   |   |",
    };
    format!("   {GRID}{line}{GRID:#}\n")
}
