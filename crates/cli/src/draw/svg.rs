//! Trees as pictures for documents and slides.

use search_core::trace::{Cut, Player};

use super::canvas::{Anchor, Canvas, Look, TextStyle, text_width, wrap};
use super::diagram::{Diagram, Node, Place};
use super::layout::{INDENT, PAD, SMALL, Spot, WINDOW, folded_text, layout, lines, row_words};
use super::{Phrase, Sheet, Style};

const INK: &str = "#222222";
const EDGE: &str = "#555555";
const FAINT: &str = "#9a9a9a";
const LINE: &str = "#0b5cad";
const CUT: &str = "#c0261c";
const OF_MAX: &str = "#fff2cc";
const OF_MIN: &str = "#dae8fc";

/// The tree as SVG: MAX nodes are boxes, MIN nodes are rounded; what was cut
/// off is dashed, the principal variation thick and blue. Of a large tree the
/// nodes near the root are drawn, as many as fit a sheet, or [`Style::most`].
pub fn svg(sheet: &Sheet, title: &str, style: &Style) -> String {
    let whole = Diagram::new(sheet, style.exercise);
    let (diagram, spots) = match style.most {
        Some(most) => {
            let diagram = whole.fold(most.max(1));
            let spots = layout(&diagram);
            (diagram, spots)
        }
        None => fitted(&whole),
    };
    let mut canvas = Canvas::new();
    let wide = spots.iter().map(|s| s.x + s.width).fold(0.0, f64::max);
    let width = wide.max(LEAST);
    let top = heading(&mut canvas, title, width);
    let left = (width - wide) / 2.0;
    let spots: Vec<Spot> =
        spots.iter().map(|s| Spot { x: s.x + left, y: s.y + top, ..*s }).collect();
    // Branches first: nodes stand on top of them.
    for (id, node) in diagram.nodes.iter().enumerate() {
        branches(&mut canvas, &diagram, &spots, id, node);
    }
    for (node, spot) in diagram.nodes.iter().zip(&spots) {
        if spot.row { row(&mut canvas, node, spot) } else { boxed(&mut canvas, node, spot) }
    }
    legend(&mut canvas, &diagram, width, style);
    canvas.finish(title, &style.say(Phrase::Picture))
}

/// As many nodes as a sheet has room for.
fn fitted(whole: &Diagram) -> (Diagram, Vec<Spot>) {
    let mut most = MOST;
    loop {
        let diagram = whole.clone().fold(most);
        let spots = layout(&diagram);
        let height = spots.iter().map(|s| s.y + s.height).fold(0.0, f64::max);
        if height <= HIGHEST || most <= FEWEST {
            return (diagram, spots);
        }
        most = most * 2 / 3;
    }
}

/// Where the reader does not say how many nodes there shall be: so many, if
/// the picture grows no higher than this.
const MOST: usize = 600;
const FEWEST: usize = 40;
const HIGHEST: f64 = 1500.0;

/// Narrower pictures would have no room for title and legend.
const LEAST: f64 = 420.0;

/// Writes the title; where the tree begins.
fn heading(canvas: &mut Canvas, title: &str, width: f64) -> f64 {
    let mut y = 0.0;
    for line in wrap(title, 13.0, width) {
        y += 17.0;
        canvas.text(&line, (0.0, y - 3.0), TextStyle { size: 13.0, ..TextStyle::plain(INK) });
    }
    if y > 0.0 { y + 14.0 } else { 4.0 }
}

fn is_cut(node: &Node) -> bool {
    matches!(node.place, Place::CutOff | Place::BelowCut)
}

/// The lines from a node to its children, and the marks of cuts on them.
fn branches(canvas: &mut Canvas, diagram: &Diagram, spots: &[Spot], id: usize, node: &Node) {
    let here = &spots[id];
    let listed = here.row || here.head;
    let trunk = here.x + 6.0;
    let from = if here.row { here.y + here.height / 2.0 + 5.0 } else { here.bottom() };
    // From the last one up: the nearer trunk lies on the farther one.
    for &child in node.children.iter().rev() {
        let (to, it) = (&spots[child], &diagram.nodes[child]);
        let (ink, width) = match it {
            _ if is_cut(it) => (FAINT, 1.0),
            _ if it.on_line => (LINE, 2.6),
            _ if it.place == Place::More => (FAINT, 1.0),
            _ => (EDGE, 1.0),
        };
        if listed {
            let y = to.y + to.height / 2.0;
            let end = (to.x + 1.0, y);
            if is_cut(it) {
                canvas.dashed((trunk, from), (trunk, y), ink, width);
                canvas.dashed((trunk, y), end, ink, width);
            } else {
                canvas.line((trunk, from), (trunk, y), ink, width);
                canvas.line((trunk, y), end, ink, width);
            }
            continue;
        }
        let (start, end) = ((here.middle(), from), (to.middle(), to.y));
        if is_cut(it) {
            canvas.dashed(start, end, ink, width);
        } else {
            canvas.line(start, end, ink, width);
        }
    }
    // Solid branches may lie on those: marks come last.
    let mut said = false;
    for &child in &node.children {
        let (to, it) = (&spots[child], &diagram.nodes[child]);
        if it.place != Place::CutOff {
            continue;
        }
        let letter = match node.cut {
            Some(Cut::Alpha) => "\u{3b1}",
            Some(Cut::Beta) => "\u{3b2}",
            None => "",
        };
        let letter = if said { "" } else { letter };
        said = true;
        let (start, end) = if listed {
            let y = to.y + to.height / 2.0;
            ((trunk, y), (to.x + 2.0, y))
        } else {
            ((here.middle(), from), (to.middle(), to.y))
        };
        cut_mark(canvas, start, end, letter, listed);
    }
}

/// Two short strokes across a branch.
fn cut_mark(canvas: &mut Canvas, from: (f64, f64), to: (f64, f64), letter: &str, small: bool) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    let at = if small { 0.55 } else { 0.5 };
    let (x, y) = (from.0 + at * dx, from.1 + at * dy);
    let (reach, apart) = if small { (3.6, 1.4) } else { (6.0, 2.0) };
    for side in [-1.0, 1.0] {
        let (cx, cy) = (x + side * apart * ux, y + side * apart * uy);
        // Slanted against the branch, as an axe falls.
        let (sx, sy) = (reach * (0.45 * ux - uy), reach * (0.45 * uy + ux));
        canvas.line((cx - sx, cy - sy), (cx + sx, cy + sy), CUT, 1.5);
    }
    if !letter.is_empty() && !small {
        let style = TextStyle { size: 13.0, bold: true, halo: true, ..TextStyle::plain(CUT) };
        let (at, anchor) =
            if dx < -1.0 { (x - 9.0, Anchor::End) } else { (x + 9.0, Anchor::Start) };
        canvas.text(letter, (at, y + 2.0), TextStyle { anchor, ..style });
    }
}

/// How the box of a node looks.
fn look(node: &Node) -> Look<'static> {
    let fill = match (node.place, node.player) {
        (Place::Inner, Player::Max) => OF_MAX,
        (Place::Inner, Player::Min) => OF_MIN,
        _ => "#ffffff",
    };
    let (ink, width) = match node {
        _ if is_cut(node) => (FAINT, 1.0),
        _ if node.on_line => (LINE, 2.6),
        _ => (EDGE, 1.2),
    };
    Look { fill, ink, width, dashed: is_cut(node) }
}

fn ink(node: &Node) -> &'static str {
    match node {
        _ if is_cut(node) || node.place == Place::More => FAINT,
        _ if node.on_line => LINE,
        _ => INK,
    }
}

/// A node in a level.
fn boxed(canvas: &mut Canvas, node: &Node, spot: &Spot) {
    // Leaves have no player to choose: what stands there needs no box. One that was
    // cut off and is not known to be a leaf has its player's shape.
    let bare = match node.place {
        Place::Leaf | Place::More => true,
        Place::Inner => false,
        Place::CutOff | Place::BelowCut => node.children.is_empty() && !node.value.is_empty(),
    };
    if !bare {
        let radius = if node.player == Player::Max { 0.0 } else { spot.height.min(34.0) / 2.0 };
        canvas.boxed((spot.x, spot.y), (spot.width, spot.height), radius, look(node));
    }
    let ink = ink(node);
    let mut y = spot.y + if bare { 2.0 } else { PAD - 1.0 };
    let (width, height) = node.sketch.size();
    let mut all: Vec<_> = lines(node).collect();
    // The name stands above the board, the value below it.
    if !node.name.is_empty() && !all.is_empty() {
        let (text, size, bold) = all.remove(0);
        y += size;
        canvas.text(text, (spot.middle(), y), TextStyle { size, bold, ..TextStyle::centred(ink) });
        y += 3.0;
    }
    if width > 0.0 {
        node.sketch.draw(canvas, spot.middle() - width / 2.0, y + 1.0, ink);
        y += height + 3.0;
    }
    for (text, size, bold) in all {
        y += size;
        canvas.text(text, (spot.middle(), y), TextStyle { size, bold, ..TextStyle::centred(ink) });
        y += 3.0;
    }
    if !node.by.is_empty() {
        let style = TextStyle { size: SMALL, halo: true, ..TextStyle::centred(ink) };
        canvas.text(&node.by, (spot.middle(), spot.y - 4.0), style);
    }
    folded(canvas, node, (spot.middle(), spot.bottom() + 12.0), Anchor::Middle);
}

/// A node in a list.
fn row(canvas: &mut Canvas, node: &Node, spot: &Spot) {
    let middle = spot.y + spot.height / 2.0;
    let ink = ink(node);
    let mut x = spot.x + 2.0;
    if node.place == Place::Inner || (is_cut(node) && node.value.is_empty()) {
        let radius = if node.player == Player::Max { 0.0 } else { 4.5 };
        canvas.boxed((x, middle - 4.5), (9.0, 9.0), radius, look(node));
    }
    x += INDENT - 2.0;
    let mut words = row_words(node);
    let lead = usize::from(!node.by.is_empty()) + usize::from(!node.name.is_empty());
    let rest = words.split_off(lead.min(words.len()));
    let say = |canvas: &mut Canvas, words: Vec<(String, f64, bool)>, x: &mut f64| {
        for (text, size, bold) in words {
            let bold = bold || node.on_line;
            let at = (*x, middle + 0.36 * size);
            canvas.text(&text, at, TextStyle { size, bold, ..TextStyle::plain(ink) });
            *x += text_width(&text, size) * 1.06 + 5.0;
        }
    };
    say(canvas, words, &mut x);
    let (width, height) = node.sketch.size();
    if width > 0.0 {
        node.sketch.draw(canvas, x, middle - height / 2.0, ink);
        x += width + 6.0;
    }
    say(canvas, rest, &mut x);
    folded(canvas, node, (x, middle + 4.0), Anchor::Start);
}

/// Says how many nodes are not drawn below this one.
fn folded(canvas: &mut Canvas, node: &Node, at: (f64, f64), anchor: Anchor) {
    if node.folded > 0 {
        let text = folded_text(node.folded);
        canvas.text(&text, at, TextStyle { size: WINDOW, anchor, ..TextStyle::plain(FAINT) });
    }
}

/// What the marks mean, of those that were used.
fn legend(canvas: &mut Canvas, diagram: &Diagram, width: f64, style: &Style) {
    let any = |test: fn(&Node) -> bool| diagram.nodes.iter().any(test);
    let mut at = (0.0, canvas.extent().1 + 26.0);
    let inner = |player| move |n: &Node| n.place == Place::Inner && n.player == player;
    let items = [
        (diagram.nodes.iter().any(inner(Player::Max)), Phrase::MaxNode),
        (diagram.nodes.iter().any(inner(Player::Min)), Phrase::MinNode),
        (any(|n| !n.window.is_empty()), Phrase::Window),
        (any(|n| n.on_line), Phrase::Line),
        (any(|n| n.place == Place::CutOff), Phrase::CutOff),
        (any(|n| n.cut.is_some()), Phrase::Bounds),
        (any(|n| n.folded > 0 || n.place == Place::More), Phrase::Folded),
        (any(|n| is_won(&n.value)), Phrase::Won),
    ];
    for (_, phrase) in items.into_iter().filter(|(used, _)| *used) {
        let text = style.say(phrase);
        let size = 26.0 + text_width(&text, SMALL) + 16.0;
        if at.0 > 0.0 && at.0 + size > width {
            at = (0.0, at.1 + 19.0);
        }
        symbol(canvas, phrase, at);
        let style = TextStyle { size: SMALL, ..TextStyle::plain(INK) };
        canvas.text(&text, (at.0 + 26.0, at.1), style);
        at.0 += size;
    }
    if diagram.unrecorded > 0 {
        let text = style.say(Phrase::Unrecorded(diagram.unrecorded));
        canvas.text(&text, (0.0, at.1 + 19.0), TextStyle { size: SMALL, ..TextStyle::plain(INK) });
    }
}

/// Whether a value says in how many plies the game is won or lost.
fn is_won(value: &str) -> bool {
    value.contains('W')
}

fn symbol(canvas: &mut Canvas, phrase: Phrase, (x, y): (f64, f64)) {
    let middle = y - 3.5;
    let shape = |fill| Look { fill, ink: EDGE, width: 1.2, dashed: false };
    let small = TextStyle { size: SMALL, ..TextStyle::centred(INK) };
    match phrase {
        Phrase::MaxNode => canvas.boxed((x + 3.0, middle - 6.0), (17.0, 12.0), 0.0, shape(OF_MAX)),
        Phrase::MinNode => canvas.boxed((x + 3.0, middle - 6.0), (17.0, 12.0), 6.0, shape(OF_MIN)),
        Phrase::Line => canvas.line((x + 3.0, middle), (x + 20.0, middle), LINE, 2.6),
        Phrase::CutOff => {
            canvas.dashed((x + 3.0, middle), (x + 21.0, middle), FAINT, 1.0);
            cut_mark(canvas, (x + 3.0, middle), (x + 20.0, middle), "", true);
        }
        Phrase::Window => canvas.text("[\u{3b1},\u{3b2}]", (x + 12.0, y), small),
        Phrase::Bounds => canvas.text("\u{2265} \u{2264}", (x + 12.0, y), small),
        Phrase::Folded => canvas.text("+n", (x + 12.0, y), small),
        Phrase::Won => canvas.text("+Wn", (x + 11.0, y), small),
        Phrase::Picture | Phrase::Unrecorded(_) => {}
    }
}
