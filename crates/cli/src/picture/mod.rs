//! Pictures of boards as SVG.
//!
//! A game draws its board on a [`Picture`], with the [`Marks`] that a command
//! asks for; what the pictures of all games share is here: shapes, arrows,
//! colours of scores, captions. The files need nothing but a viewer: no style
//! sheet, no script, no font of their own.

mod heat;
mod rows;

pub use heat::{Heat, short};
pub use rows::of_rows;

use svg::Node;
use svg::node::element::{Circle, Line, Path, Rectangle, SVG, Text, Title};

use crate::report::Shown;

/// A point of a picture: to the right, and down.
pub type At = (f64, f64);

/// What stands in a picture is written in these; Chinese characters look like
/// those on pieces of wood where there is such a font.
const FONTS: &str = "'Noto Sans', 'Helvetica Neue', Arial, 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', sans-serif";
/// For the characters on pieces.
const BRUSH: &str = "'Kaiti SC', KaiTi, STKaiti, 'AR PL UKai CN', 'Noto Serif CJK SC', 'Songti SC', SimSun, 'Noto Sans CJK SC', serif";

/// Text below boards.
const CAPTION: f64 = 15.0;

/// What is marked on a board.
#[derive(Clone, Debug)]
pub struct Marks<M> {
    /// The moves before the position, the last one last, as far as they are known.
    pub history: Vec<M>,
    /// The principal variation, from the position on.
    pub line: Vec<M>,
    /// What moves are worth, for the side to move.
    pub scores: Vec<(M, Shown)>,
    /// Whether moves on the board have their numbers.
    pub numbers: bool,
}

impl<M: Copy> Marks<M> {
    /// Nothing but the moves before the position.
    #[must_use]
    pub const fn new(history: Vec<M>) -> Self {
        Self { history, line: Vec::new(), scores: Vec::new(), numbers: false }
    }

    /// The move that led here.
    #[must_use]
    pub fn last(&self) -> Option<M> {
        self.history.last().copied()
    }
}

/// A picture that is being drawn. Lengths are in pixels where it is shown as
/// large as it is; viewers scale it.
#[derive(Clone, Debug)]
pub struct Picture {
    width: f64,
    height: f64,
    shapes: Vec<Box<dyn Node>>,
    title: String,
}

/// A length as it is written: a tenth of a pixel is not to be seen.
fn written(x: f64) -> String {
    let tenths = (x * 10.0).round() / 10.0;
    // No `-0`.
    (tenths + 0.0).to_string()
}

impl Picture {
    /// An empty picture; the title is for people who cannot see it.
    #[must_use]
    pub fn new(width: f64, height: f64, title: &str) -> Self {
        Self { width, height, shapes: Vec::new(), title: title.to_owned() }
    }

    /// Its width.
    #[must_use]
    pub const fn width(&self) -> f64 {
        self.width
    }

    /// Its height so far.
    #[must_use]
    pub const fn height(&self) -> f64 {
        self.height
    }

    fn add(&mut self, shape: impl Into<Box<dyn Node>>) {
        self.shapes.push(shape.into());
    }

    /// A filled rectangle, by its upper left corner.
    pub fn rectangle(&mut self, (x, y): At, (width, height): At, fill: &str, corner: f64) {
        let shape = Rectangle::new()
            .set("x", written(x))
            .set("y", written(y))
            .set("width", written(width))
            .set("height", written(height))
            .set("fill", fill);
        self.add(if corner > 0.0 { shape.set("rx", written(corner)) } else { shape });
    }

    /// A line with round ends.
    pub fn line(&mut self, from: At, to: At, colour: &str, width: f64) {
        self.add(
            Line::new()
                .set("x1", written(from.0))
                .set("y1", written(from.1))
                .set("x2", written(to.0))
                .set("y2", written(to.1))
                .set("stroke", colour)
                .set("stroke-width", written(width))
                .set("stroke-linecap", "round"),
        );
    }

    /// A line through points, not filled.
    pub fn path(&mut self, points: &[At], colour: &str, width: f64) {
        self.add(
            Path::new()
                .set("d", data(points, false))
                .set("fill", "none")
                .set("stroke", colour)
                .set("stroke-width", written(width))
                .set("stroke-linejoin", "round")
                .set("stroke-linecap", "round"),
        );
    }

    /// A filled shape that lets through what is below it.
    pub fn area(&mut self, points: &[At], fill: &str, opacity: f64) {
        self.add(
            Path::new().set("d", data(points, true)).set("fill", fill).set("fill-opacity", opacity),
        );
    }

    /// A disc, with a rim if its width is not 0.
    pub fn disc(&mut self, (x, y): At, radius: f64, fill: &str, (rim, width): (&str, f64)) {
        let shape = Circle::new()
            .set("cx", written(x))
            .set("cy", written(y))
            .set("r", written(radius))
            .set("fill", fill);
        self.add(match width > 0.0 {
            true => shape.set("stroke", rim).set("stroke-width", written(width)),
            false => shape,
        });
    }

    /// A disc that lets through what is below it.
    pub fn ghost(&mut self, (x, y): At, radius: f64, fill: &str, rim: &str, opacity: f64) {
        self.add(
            Circle::new()
                .set("cx", written(x))
                .set("cy", written(y))
                .set("r", written(radius))
                .set("fill", fill)
                .set("fill-opacity", opacity)
                .set("stroke", rim)
                .set("stroke-width", "1.5")
                .set("stroke-dasharray", "4 3"),
        );
    }

    /// Text with its middle at a point.
    pub fn text(&mut self, at: At, size: f64, fill: &str, text: &str) {
        self.write(at, size, fill, text, "middle", FONTS);
    }

    /// Text that begins at a point.
    pub fn text_from(&mut self, at: At, size: f64, fill: &str, text: &str) {
        self.write(at, size, fill, text, "start", FONTS);
    }

    /// Text that ends at a point.
    pub fn text_to(&mut self, at: At, size: f64, fill: &str, text: &str) {
        self.write(at, size, fill, text, "end", FONTS);
    }

    /// A character on a piece.
    pub fn character(&mut self, at: At, size: f64, fill: &str, text: &str) {
        self.write(at, size, fill, text, "middle", BRUSH);
    }

    fn write(&mut self, at: At, size: f64, fill: &str, text: &str, anchor: &str, fonts: &str) {
        let bold = if fonts == BRUSH { "700" } else { "400" };
        self.add(
            Text::new(text)
                .set("x", written(at.0))
                // Not every viewer knows `dominant-baseline`.
                .set("y", written(at.1 + 0.355 * size))
                .set("font-size", written(size))
                .set("font-family", fonts)
                .set("font-weight", bold)
                .set("text-anchor", anchor)
                .set("fill", fill),
        );
    }

    /// An arrow between two points, that keeps its distance from what stands there.
    pub fn arrow(&mut self, from: At, to: At, arrow: &Arrow<'_>) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy);
        let inner = length - arrow.gaps.0 - arrow.gaps.1;
        if inner <= 1.0 {
            return;
        }
        let (ux, uy) = (dx / length, dy / length);
        // Along the arrow, and to its left.
        let at = |along: f64, aside: f64| {
            let along = along + arrow.gaps.0;
            (from.0 + ux * along + uy * aside, from.1 + uy * along - ux * aside)
        };
        let half = arrow.width / 2.0;
        let head = (arrow.width * 2.2).min(inner * 0.7);
        let barb = head * 0.62;
        let neck = inner - head;
        let outline = [
            at(0.0, half),
            at(neck, half),
            at(neck, barb),
            at(inner, 0.0),
            at(neck, -barb),
            at(neck, -half),
            at(0.0, -half),
        ];
        self.add(
            Path::new()
                .set("d", data(&outline, true))
                .set("fill", arrow.colour)
                .set("fill-opacity", arrow.opacity)
                .set("stroke", "#ffffff")
                .set("stroke-width", "1")
                .set("stroke-opacity", arrow.opacity),
        );
        if let Some(label) = arrow.label {
            let middle = at(neck / 2.0, 0.0);
            let radius = (arrow.width * 0.95).max(9.0);
            self.disc(middle, radius, "#ffffff", (arrow.colour, 1.5));
            self.text(middle, radius * 1.25, arrow.colour, label);
        }
    }

    /// A line of text below all that is there, broken where it is too long.
    pub fn caption(&mut self, text: &str) {
        // Letters are about half as wide as high, Chinese characters as wide.
        let room = ((self.width - 24.0) / CAPTION * 1.9).max(12.0) as usize;
        let mut line = String::new();
        let mut lines = Vec::new();
        let wide = |text: &str| text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
        for word in text.split_whitespace() {
            let length: usize = wide(&line);
            let more: usize = wide(word);
            if !line.is_empty() && length + 1 + more > room {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
        for line in lines {
            let at = (12.0, self.height + CAPTION * 0.6);
            self.text_from(at, CAPTION, "#333333", &line);
            self.height += CAPTION * 1.4;
        }
    }

    /// Room below all that is there.
    pub fn space(&mut self, height: f64) {
        self.height += height;
    }
}

/// How an arrow looks.
#[derive(Clone, Copy, Debug)]
pub struct Arrow<'a> {
    /// Its colour.
    pub colour: &'a str,
    /// The width of its shaft.
    pub width: f64,
    /// 1 hides what is below it, 0 is not seen.
    pub opacity: f64,
    /// How far it stays from its two points.
    pub gaps: (f64, f64),
    /// What stands on it.
    pub label: Option<&'a str>,
}

fn data(points: &[At], closed: bool) -> String {
    let mut data = String::new();
    for (i, &(x, y)) in points.iter().enumerate() {
        data += &format!("{}{},{}", if i == 0 { "M" } else { " L" }, written(x), written(y));
    }
    data + if closed { " Z" } else { "" }
}

impl From<Picture> for SVG {
    fn from(picture: Picture) -> Self {
        let (width, height) = (written(picture.width), written(picture.height));
        let mut document = Self::new()
            .set("viewBox", format!("0 0 {width} {height}"))
            .set("width", width.clone())
            .set("height", height.clone())
            .set("role", "img")
            // Small screens are narrower than boards.
            .set("style", "max-width: 100%; height: auto; background: #ffffff")
            .add(Title::new(picture.title))
            .add(Rectangle::new().set("width", width).set("height", height).set("fill", "#ffffff"));
        for shape in picture.shapes {
            document.append(shape);
        }
        document
    }
}

impl std::fmt::Display for Picture {
    /// Writes the SVG file.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{}", SVG::from(self.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        let mut picture = Picture::new(200.0, 100.0, "a < b & c");
        picture.text((10.0, 10.0), 12.0, "#000", "<x> & \"y\"");
        picture.caption("a long caption that does not fit on one line of the picture & goes on");
        let text = picture.to_string();
        assert!(text.starts_with("<svg ") && text.contains("xmlns=\"http://www.w3.org/2000/svg\""));
        assert!(text.contains("a &lt; b &amp; c") && text.contains("&lt;x&gt; &amp;"), "{text}");
        assert!(picture.height() > 100.0 + 2.0 * CAPTION, "several lines");
    }

    #[test]
    fn arrows_keep_their_distance() {
        let mut picture = Picture::new(100.0, 100.0, "");
        let arrow =
            Arrow { colour: "#f00", width: 4.0, opacity: 1.0, gaps: (10.0, 20.0), label: None };
        picture.arrow((0.0, 50.0), (100.0, 50.0), &arrow);
        let text = picture.to_string();
        assert!(text.contains("M10,48") && text.contains("L80,50"), "{text}");
        // No room for one.
        let before = picture.to_string();
        picture.arrow((0.0, 0.0), (20.0, 0.0), &arrow);
        assert_eq!(picture.to_string(), before);
    }
}
