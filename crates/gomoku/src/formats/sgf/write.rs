//! Writing.

use crate::formats::{Record, name};
use crate::{Point, Side, Size};

/// Lines of more than 80 columns wrap on some terminals.
const COLUMNS: usize = 72;

/// What is thought of a move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Annotation {
    /// What the position after it is worth, good for Black above 0 (`V`).
    pub value: Option<f64>,
    /// How bad it is: 1 doubtful (`DO`), 2 bad (`BM[1]`), 3 very bad (`BM[2]`); 0: not.
    pub badness: u8,
    /// The line that was better, in its place: a variation.
    pub better: Vec<Point>,
}

/// The text of a game.
pub(in crate::formats) fn write(record: &Record) -> String {
    write_annotated(record, &[])
}

/// The text of a game with annotations, one for each move, in order. Where a
/// line was better, the tree divides: the game goes on in the first branch.
#[must_use]
pub fn write_annotated(record: &Record, annotations: &[Annotation]) -> String {
    let mut lines = Lines { text: "(".to_owned(), column: 1 };
    lines.push(";FF[4]");
    lines.push("GM[4]");
    lines.push("CA[UTF-8]");
    lines.push(&format!("SZ[{}]", record.size));
    if let Some(rule) = record.rule {
        lines.push(&format!("RU[{rule}]"));
    }
    let names = [
        ("EV", &record.event),
        ("DT", &record.date),
        ("PB", &record.black),
        ("PW", &record.white),
        ("RE", &record.result),
    ];
    for (property, value) in names {
        if let Some(value) = value.as_deref().and_then(name) {
            lines.push(&format!("{property}[{}]", escape(&value)));
        }
    }
    for (side, property) in [(Side::Black, "AB"), (Side::White, "AW")] {
        let stones = record.setup.iter().filter(|&&(_, of)| of == side);
        for (i, &(point, _)) in stones.enumerate() {
            let property = if i == 0 { property } else { "" };
            lines.push(&format!("{property}[{}]", letters(point, record.size)));
        }
    }
    if !record.setup.is_empty() || record.first == Side::White {
        lines.push(if record.first == Side::White { "PL[W]" } else { "PL[B]" });
    }
    lines.comment(record.comment.as_deref());
    let node = |index: usize, point: Point| {
        let side = if record.side_of(index) == Side::Black { 'B' } else { 'W' };
        format!(";{side}[{}]", letters(point, record.size))
    };
    // Variations whose place is behind the rest of the game, the last one first.
    let mut behind = Vec::new();
    for (index, played) in record.moves.iter().enumerate() {
        let annotation = annotations.get(index);
        let better = annotation.map_or(&[][..], |annotation| &annotation.better);
        if !better.is_empty() {
            behind.push((index, better));
            lines.push("(");
        }
        lines.push(&node(index, played.point));
        if let Some(annotation) = annotation {
            if let Some(value) = annotation.value {
                lines.push(&format!("V[{value}]"));
            }
            match annotation.badness {
                0 => {}
                1 => lines.push("DO[]"),
                n => lines.push(&format!("BM[{}]", if n == 2 { 1 } else { 2 })),
            }
        }
        lines.comment(played.comment.as_deref());
    }
    for (index, better) in behind.into_iter().rev() {
        lines.push(")(");
        for (i, &point) in better.iter().enumerate() {
            lines.push(&node(index + i, point));
        }
        lines.push(")");
    }
    lines.text.push_str(")\n");
    lines.text
}

/// Column and row from the upper left.
fn letters(point: Point, size: Size) -> String {
    let letter = |n: usize| char::from(u8::try_from(n).unwrap_or(0).saturating_add(b'a'));
    let row = size.get().saturating_sub(point.y() + 1);
    [letter(point.x()), letter(row)].into_iter().collect()
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if c == ']' || c == '\\' {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// Properties, as many on a line as there is room for.
struct Lines {
    text: String,
    /// Characters of the last line.
    column: usize,
}

impl Lines {
    fn push(&mut self, property: &str) {
        let width = property.chars().count();
        if self.column > 1 && self.column + width > COLUMNS {
            self.text.push('\n');
            self.column = 0;
        }
        self.text.push_str(property);
        self.column = match property.rsplit_once('\n') {
            None => self.column + width,
            Some((_, last)) => last.chars().count(),
        };
    }

    /// A comment is not wrapped: ends of lines in it mean something.
    fn comment(&mut self, comment: Option<&str>) {
        if let Some(text) = comment {
            self.push(&format!("C[{}]", escape(text)));
        }
    }
}
