//! The graph as a picture for documents and slides.

use cli::args::DrawingArgs;
use cli::draw::canvas::{Canvas, Look, TextStyle, text_width, wrap};
use cli::draw::{Language, Sketch};

use super::{Count, Picture, name};

const INK: &str = "#222222";
const EDGE: &str = "#777777";
const MARKED: &str = "#0b5cad";
const SOLVED: &str = "#dae8fc";
/// Between neighbours, and between levels.
const GAP: f64 = 18.0;
const LEVEL: f64 = 52.0;
/// Sweeps that put neighbours near to what they are joined with.
const SWEEPS: usize = 8;

struct Spot {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

impl Spot {
    fn middle(&self) -> f64 {
        self.x + self.width / 2.0
    }
}

/// The whole drawing. OR nodes are rounded, AND nodes are boxes with an arc
/// across their branches; solved nodes are filled, ends have a double border,
/// and the solution graph is thick and blue. An exercise shows none of that.
pub(super) fn svg(picture: &Picture<'_>, drawing: &DrawingArgs) -> String {
    let language = drawing.lang.unwrap_or_default();
    let exercise = drawing.exercise;
    let title = drawing.title.clone().unwrap_or_else(|| caption(picture, language, exercise));
    let (spots, width) = layout(picture);
    let (left, width) = (f64::max(0.0, 560.0 - width) / 2.0, width.max(560.0));
    let mut canvas = Canvas::new();
    let mut top = 0.0;
    for line in wrap(&title, 13.0, width) {
        top += 17.0;
        canvas.text(&line, (0.0, top - 3.0), TextStyle { size: 13.0, ..TextStyle::plain(INK) });
    }
    let spots: Vec<_> =
        spots.into_iter().map(|s| Spot { x: s.x + left, y: s.y + top + 12.0, ..s }).collect();
    edges(&mut canvas, picture, &spots, exercise);
    for (id, spot) in spots.iter().enumerate() {
        node(&mut canvas, picture, id, spot, (language, exercise));
    }
    legend(&mut canvas, width, language, exercise);
    // An exercise does not tell its answer to those either who cannot see it.
    let description = if exercise { title.clone() } else { picture.captions().join(" ") };
    canvas.finish(&title, &description)
}

fn caption(picture: &Picture<'_>, language: Language, exercise: bool) -> String {
    let (lecture, nodes) = (picture.lecture, picture.lecture.graph().nodes());
    let (winner, loser) = (name(lecture.winner()), name(lecture.winner().other()));
    let (first, start) = (name(nodes[0].player), &nodes[0].position);
    let (count, edges) = (nodes.len(), lecture.graph().edge_count());
    match (language, exercise) {
        (Language::En, true) => format!(
            "Exercise. Grundy's game from {start}, {first} to move; who cannot move has lost. Who wins \
             by force? Mark a solution graph that proves it."
        ),
        (Language::Zh, true) => format!(
            "练习：Grundy 博弈，从 {start} 开始，{first} 先走，不能走者负。谁必胜？请标出证明它的一个解图。"
        ),
        (Language::En, false) => {
            let graphs = match picture.count {
                Count::Exactly(1) => "There is 1 solution graph.".to_owned(),
                Count::Exactly(n) => format!("There are {n} solution graphs; one is marked."),
                Count::MoreThan(n) => {
                    format!("There are more than {n} solution graphs; one is marked.")
                }
                Count::Unknown => "One solution graph is marked.".to_owned(),
            };
            format!(
                "Grundy's game from {start}, {first} to move: {count} positions, {edges} edges. {winner} \
                 wins, whatever {loser} does. {graphs}"
            )
        }
        (Language::Zh, false) => {
            let graphs = match picture.count {
                Count::Exactly(n) => format!("解图共有 {n} 个"),
                Count::MoreThan(n) => format!("解图多于 {n} 个"),
                Count::Unknown => "解图很多".to_owned(),
            };
            format!(
                "Grundy 博弈，从 {start} 开始，{first} 先走：{count} 个状态，{edges} 条边。无论 {loser} 怎样走，\
                 {winner} 必胜。{graphs}，图中标出一个。"
            )
        }
    }
}

fn sketch(picture: &Picture<'_>, id: usize) -> Sketch {
    Sketch::Heaps(picture.lecture.graph().nodes()[id].position.sizes().to_vec()).fitting()
}

fn size(picture: &Picture<'_>, id: usize) -> (f64, f64) {
    let (width, height) = sketch(picture, id).size();
    let text = text_width(&picture.heaps(id), 12.0);
    let end = picture.end(id).map_or(0.0, |end| text_width(&end, 9.5));
    let lines = if end > 0.0 { 47.0 } else { 34.0 };
    (width.max(text).max(end).max(44.0) + 18.0, height + lines + 8.0)
}

/// Levels from the top down; within each, nodes near to those that they are joined with.
fn layout(picture: &Picture<'_>) -> (Vec<Spot>, f64) {
    let nodes = picture.lecture.graph().nodes();
    let mut levels: Vec<Vec<usize>> = Vec::new();
    for (id, node) in nodes.iter().enumerate() {
        let level = node.ply as usize;
        levels.resize_with(levels.len().max(level + 1), Vec::new);
        levels[level].push(id);
    }
    let mut parents = vec![Vec::new(); nodes.len()];
    for (id, node) in nodes.iter().enumerate() {
        for edge in &node.edges {
            parents[edge.to].push(id);
        }
    }
    let children = |id: usize| nodes[id].edges.iter().map(|e| e.to).collect::<Vec<_>>();
    let mut rank = vec![0.0; nodes.len()];
    for level in &levels {
        renumber(level, &mut rank);
    }
    // Down and up by turns: each node to the mean of its neighbours (barycentres).
    for sweep in 0..SWEEPS {
        let down = sweep % 2 == 0;
        let mut order: Vec<usize> = (0..levels.len()).collect();
        if !down {
            order.reverse();
        }
        for at in order {
            let mean = |id: &usize| {
                let near = if down { parents[*id].clone() } else { children(*id) };
                let sum: f64 = near.iter().map(|&n| rank[n]).sum();
                if near.is_empty() { rank[*id] } else { sum / near.len() as f64 }
            };
            let mut keyed: Vec<_> = levels[at].iter().map(|id| (mean(id), *id)).collect();
            keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
            levels[at] = keyed.into_iter().map(|(_, id)| id).collect();
            renumber(&levels[at], &mut rank);
        }
    }
    let sizes: Vec<_> = (0..nodes.len()).map(|id| size(picture, id)).collect();
    let wide = |level: &Vec<usize>| level.iter().map(|&id| sizes[id].0 + GAP).sum::<f64>() - GAP;
    let width = levels.iter().map(wide).fold(0.0, f64::max);
    let mut spots: Vec<_> = (0..nodes.len())
        .map(|id| Spot { x: 0.0, y: 0.0, width: sizes[id].0, height: sizes[id].1 })
        .collect();
    let mut y = 0.0;
    for level in &levels {
        let highest = level.iter().map(|&id| sizes[id].1).fold(0.0, f64::max);
        // Levels with few nodes are spread a little: their edges cross less.
        let spare = (width - wide(level)) / (level.len() + 1) as f64;
        let mut x = spare;
        for &id in level {
            (spots[id].x, spots[id].y) = (x, y + (highest - sizes[id].1) / 2.0);
            x += sizes[id].0 + GAP + spare;
        }
        y += highest + LEVEL;
    }
    (spots, width)
}

/// Places within a level from 0 to 1, whatever its size.
fn renumber(level: &[usize], rank: &mut [f64]) {
    for (i, &id) in level.iter().enumerate() {
        rank[id] = (i as f64 + 0.5) / level.len() as f64;
    }
}

fn edges(canvas: &mut Canvas, picture: &Picture<'_>, spots: &[Spot], exercise: bool) {
    for (id, node) in picture.lecture.graph().nodes().iter().enumerate() {
        let from = (spots[id].middle(), spots[id].y + spots[id].height);
        let mut directions: Vec<f64> = Vec::new();
        for edge in &node.edges {
            let to = (spots[edge.to].middle(), spots[edge.to].y);
            let marked = !exercise && picture.solution.edges.contains(&(id, edge.to));
            let (ink, width) = if marked { (MARKED, 2.8) } else { (EDGE, 1.0) };
            canvas.line(from, to, ink, width);
            directions.push((to.1 - from.1).atan2(to.0 - from.0));
        }
        // The textbook's mark of an AND node. It says who wins: not in an exercise.
        let (least, greatest) =
            directions.iter().fold((f64::MAX, f64::MIN), |(a, b), &d| (a.min(d), b.max(d)));
        if !exercise && !picture.or_node[id] && directions.len() > 1 {
            let r = 20.0;
            let at = |angle: f64| (from.0 + r * angle.cos(), from.1 + r * angle.sin());
            let ((x1, y1), (x2, y2)) = (at(greatest), at(least));
            canvas.path(format!("M{x1:.1} {y1:.1}A{r} {r} 0 0 0 {x2:.1} {y2:.1}"), INK, 1.2);
        }
    }
}

fn node(
    canvas: &mut Canvas,
    picture: &Picture<'_>,
    id: usize,
    spot: &Spot,
    (language, exercise): (Language, bool),
) {
    let or_node = picture.or_node[id];
    let marked = !exercise && picture.solution.nodes.contains(&id);
    let fill = if !exercise && picture.solved[id] { SOLVED } else { "#ffffff" };
    let (ink, width) = if marked { (MARKED, 2.8) } else { (EDGE, 1.2) };
    let look = Look { fill, ink, width, dashed: false };
    let radius = if exercise || !or_node { 0.0 } else { 16.0 };
    let player = name(picture.lecture.graph().nodes()[id].player);
    let end = picture.end(id);
    canvas.boxed((spot.x, spot.y), (spot.width, spot.height), radius, look);
    if end.is_some() {
        let inner = Look { fill: "none", width: 1.0, ..look };
        let at = (spot.x + 3.0, spot.y + 3.0);
        canvas.boxed(at, (spot.width - 6.0, spot.height - 6.0), (radius - 3.0).max(0.0), inner);
    }
    let (sketch, mut y) = (sketch(picture, id), spot.y + 8.0);
    let (wide, high) = sketch.size();
    sketch.draw(canvas, spot.middle() - wide / 2.0, y, INK);
    y += high + 13.0;
    let style = TextStyle { size: 12.0, bold: true, ..TextStyle::centred(INK) };
    canvas.text(&picture.heaps(id), (spot.middle(), y), style);
    let small = TextStyle { size: 9.5, ..TextStyle::centred(INK) };
    let kind = if exercise { String::new() } else { format!(", {}", picture.kind(id)) };
    y += 13.0;
    canvas.text(&format!("{player}{kind}"), (spot.middle(), y), small);
    let goal = end.map(|end| match language {
        Language::En => end,
        Language::Zh => end.replace(", ", "：").replace("'s goal", " 的目标"),
    });
    if let Some(goal) = goal.filter(|_| !exercise) {
        canvas.text(&goal, (spot.middle(), y + 12.5), small);
    }
}

fn legend(canvas: &mut Canvas, width: f64, language: Language, exercise: bool) {
    let text = match (language, exercise) {
        (_, true) => return,
        (Language::En, _) => {
            "Rounded: OR nodes, one good move is enough. Boxes with an arc: AND nodes, every move must \
             be good. Filled: the winner can force a win from there. Thick blue: a solution graph. \
             Double border: the game is over. (The lecture uses the words OR and AND the other way \
             round: after the player who has just moved.)"
        }
        (Language::Zh, _) => {
            "圆角：或（OR）结点，有一个好着即可；方框加弧线：与（AND）结点，每一着都必须是好的。着色：胜方从此处必胜。\
             蓝色粗线：一个解图。双框：终局。（讲义按刚走过的一方命名，“与”“或”两词与此相反。）"
        }
    };
    let mut y = canvas.extent().1 + 24.0;
    for line in wrap(text, 11.0, width) {
        canvas.text(&line, (0.0, y), TextStyle::plain(INK));
        y += 15.0;
    }
}
