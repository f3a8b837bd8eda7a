//! What pictures are drawn on: a thin layer over the crate `svg` that knows
//! how wide a text is.

use svg::Document;
use svg::node::element::{Circle, Description, Group, Line, Path, Rectangle, Text, Title};

/// Fonts that have Latin letters and Chinese characters, wherever the picture is opened.
const FONTS: &str = "Helvetica, Arial, 'Noto Sans CJK SC', 'Microsoft YaHei', 'PingFang SC', \
                     'WenQuanYi Micro Hei', sans-serif";

/// Around everything.
const MARGIN: f64 = 12.0;

/// Which end of a text stands at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The beginning.
    Start,
    /// The middle.
    Middle,
    /// The end.
    End,
}

/// How a text is written.
#[derive(Clone, Copy, Debug)]
pub struct TextStyle<'a> {
    /// Height of the letters, in the unit of the picture.
    pub size: f64,
    /// Whether it is bold.
    pub bold: bool,
    /// Its colour.
    pub ink: &'a str,
    /// Which end of it stands at the point.
    pub anchor: Anchor,
    /// Whether what lies behind it is wiped out around the letters.
    pub halo: bool,
}

impl<'a> TextStyle<'a> {
    /// Small text that begins at its point.
    #[must_use]
    pub const fn plain(ink: &'a str) -> Self {
        Self { size: 11.0, bold: false, ink, anchor: Anchor::Start, halo: false }
    }

    /// Small text around its point.
    #[must_use]
    pub const fn centred(ink: &'a str) -> Self {
        Self { anchor: Anchor::Middle, ..Self::plain(ink) }
    }
}

/// How wide a text of this height is, nearly: no fonts are at hand.
#[must_use]
pub fn text_width(text: &str, size: f64) -> f64 {
    let width = |c: char| match c {
        '\u{2264}' | '\u{2265}' => 0.8,
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' => 0.28,
        ' ' | '[' | ']' | '(' | ')' | 'f' | 't' | 'r' | '/' | 'I' | '-' => 0.33,
        '0'..='9' | 'a'..='z' | '\u{2212}' | '+' | '=' | '<' | '>' => 0.57,
        '\u{221e}' => 0.9,
        'A'..='Z' => 0.7,
        '\u{2e80}'.. => 1.0,
        _ => 0.6,
    };
    text.chars().map(width).sum::<f64>() * size
}

const CLOSING: &str = "，。；：？！、）”’》";
const OPENING: &str = "（“‘《";

/// Breaks a text into lines no wider than this: between words, and between any
/// two Chinese characters.
#[must_use]
pub fn wrap(text: &str, size: f64, width: f64) -> Vec<String> {
    let mut pieces: Vec<String> = vec![String::new()];
    let mut letters = text.chars().peekable();
    while let Some(c) = letters.next() {
        if let Some(last) = pieces.last_mut() {
            last.push(c);
        }
        // No line begins with what closes, nor ends with what opens.
        let wide = |c: char| c >= '\u{2e80}';
        let held =
            letters.peek().is_some_and(|next| CLOSING.contains(*next)) || OPENING.contains(c);
        let parted = wide(c) || letters.peek().copied().is_some_and(wide);
        if c == ' ' || (parted && !held) {
            pieces.push(String::new());
        }
    }
    let mut lines = vec![String::new()];
    for piece in pieces {
        if let Some(last) = lines.last_mut() {
            let fits = text_width(&format!("{last}{}", piece.trim_end()), size) <= width;
            if last.is_empty() || fits {
                last.push_str(&piece);
            } else {
                lines.push(piece);
            }
        }
    }
    lines.iter().map(|l| l.trim_end().to_owned()).filter(|l| !l.is_empty()).collect()
}

/// A picture that is being drawn. It grows with what is put on it; lengths are
/// CSS pixels, y counts downwards.
#[derive(Debug)]
pub struct Canvas {
    group: Group,
    right: f64,
    bottom: f64,
}

impl Default for Canvas {
    fn default() -> Self {
        Self::new()
    }
}

/// A number with one decimal: more would only make the file longer.
fn round(v: f64) -> f64 {
    (v * 10.0).round() / 10.0
}

/// Without what XML has no place for.
fn clean(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}')).collect()
}

impl Canvas {
    /// Nothing drawn yet.
    #[must_use]
    pub fn new() -> Self {
        let group = Group::new().set("font-family", FONTS).set("stroke-linecap", "round");
        Self { group, right: 0.0, bottom: 0.0 }
    }

    fn reach(&mut self, x: f64, y: f64) {
        self.right = self.right.max(x);
        self.bottom = self.bottom.max(y);
    }

    /// How far it reaches, to the right and down.
    #[must_use]
    pub const fn extent(&self) -> (f64, f64) {
        (self.right, self.bottom)
    }

    fn add(&mut self, node: impl svg::Node) {
        self.group = std::mem::replace(&mut self.group, Group::new()).add(node);
    }

    /// A straight line.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), ink: &str, width: f64) {
        self.add(stroke(from, to, ink, width));
        self.reach(from.0.max(to.0), from.1.max(to.1));
    }

    /// A straight line of dashes.
    pub fn dashed(&mut self, from: (f64, f64), to: (f64, f64), ink: &str, width: f64) {
        self.add(stroke(from, to, ink, width).set("stroke-dasharray", "4 4"));
        self.reach(from.0.max(to.0), from.1.max(to.1));
    }

    /// A circle with a filling and a border, either of them `none`.
    pub fn circle(&mut self, centre: (f64, f64), radius: f64, fill: &str, ink: &str) {
        let circle = Circle::new()
            .set("cx", round(centre.0))
            .set("cy", round(centre.1))
            .set("r", round(radius))
            .set("fill", fill);
        let bordered =
            if ink == "none" { circle } else { circle.set("stroke", ink).set("stroke-width", 1.6) };
        self.add(bordered);
        self.reach(centre.0 + radius, centre.1 + radius);
    }

    /// A box with corners rounded by this radius.
    pub fn boxed(&mut self, corner: (f64, f64), size: (f64, f64), radius: f64, look: Look<'_>) {
        let rectangle = Rectangle::new()
            .set("x", round(corner.0))
            .set("y", round(corner.1))
            .set("width", round(size.0))
            .set("height", round(size.1))
            .set("rx", round(radius))
            .set("fill", look.fill)
            .set("stroke", look.ink)
            .set("stroke-width", look.width);
        self.add(match look.dashed {
            true => rectangle.set("stroke-dasharray", "4 3"),
            false => rectangle,
        });
        self.reach(corner.0 + size.0, corner.1 + size.1);
    }

    /// A path in the language of SVG, drawn as a line.
    pub fn path(&mut self, path: String, ink: &str, width: f64) {
        let path = Path::new().set("d", path).set("fill", "none");
        self.add(path.set("stroke", ink).set("stroke-width", width));
    }

    /// A line of text; the point is on its base line.
    pub fn text(&mut self, text: &str, at: (f64, f64), style: TextStyle<'_>) {
        let anchor = match style.anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let mut node = Text::new(clean(text))
            .set("x", round(at.0))
            .set("y", round(at.1))
            .set("font-size", style.size)
            .set("fill", style.ink);
        if style.anchor != Anchor::Start {
            node = node.set("text-anchor", anchor);
        }
        if style.bold {
            node = node.set("font-weight", "bold");
        }
        if style.halo {
            node = node.set("stroke", "#fff").set("stroke-width", 3).set("paint-order", "stroke");
        }
        self.add(node);
        let width = text_width(text, style.size) * if style.bold { 1.06 } else { 1.0 };
        let right = match style.anchor {
            Anchor::Start => at.0 + width,
            Anchor::Middle => at.0 + width / 2.0,
            Anchor::End => at.0,
        };
        self.reach(right, at.1 + 0.3 * style.size);
    }

    /// The file: a white sheet as large as what is on it, with words for
    /// those who cannot see it.
    #[must_use]
    pub fn finish(self, title: &str, description: &str) -> String {
        let (width, height) =
            ((self.right + 2.0 * MARGIN).ceil(), (self.bottom + 2.0 * MARGIN).ceil());
        let sheet = Rectangle::new().set("width", width).set("height", height).set("fill", "#fff");
        let shift = format!("translate({MARGIN} {MARGIN})");
        let document = Document::new()
            .set("viewBox", (0, 0, width, height))
            .set("width", width)
            .set("height", height)
            .set("role", "img")
            .add(Title::new(clean(title)))
            .add(Description::new().add(svg::node::Text::new(clean(description))))
            .add(sheet)
            .add(self.group.set("transform", shift));
        format!("{document}\n")
    }
}

fn stroke(from: (f64, f64), to: (f64, f64), ink: &str, width: f64) -> Line {
    Line::new()
        .set("x1", round(from.0))
        .set("y1", round(from.1))
        .set("x2", round(to.0))
        .set("y2", round(to.1))
        .set("stroke", ink)
        .set("stroke-width", width)
}

/// How a box looks.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// Its filling, or `none`.
    pub fill: &'a str,
    /// Its border.
    pub ink: &'a str,
    /// How thick the border is.
    pub width: f64,
    /// Whether the border is dashed.
    pub dashed: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_measured_and_wrapped() {
        assert!(text_width("WWW", 10.0) > text_width("iii", 10.0));
        assert_eq!(text_width("\u{535a}\u{5f08}", 10.0), 20.0);
        assert_eq!(wrap("one two three", 10.0, 45.0), ["one two", "three"]);
        assert_eq!(wrap("\u{535a}\u{5f08}\u{6811}", 10.0, 20.0), ["\u{535a}\u{5f08}", "\u{6811}"]);
        assert_eq!(wrap("unbreakable", 10.0, 5.0), ["unbreakable"]);
        assert!(wrap("", 10.0, 5.0).is_empty());
    }

    #[test]
    fn what_xml_does_not_allow_is_escaped_or_left_out() {
        let mut canvas = Canvas::new();
        canvas.text("a<b & \u{1}c", (0.0, 10.0), TextStyle::plain("#000"));
        let file = canvas.finish("<t>", "\u{0}d");
        assert!(file.contains("a&lt;b &amp; c") && file.contains("&lt;t&gt;"), "{file}");
        assert!(!file.contains('\u{1}') && !file.contains('\u{0}'));
    }
}
