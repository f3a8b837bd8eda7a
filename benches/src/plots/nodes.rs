//! How many nodes each algorithm visits, by depth.

use plotters::prelude::*;
use search_core::reference::Search;
use search_core::{Engine, Evaluate, Heuristics, Limits, Options, Stop};

use super::{COLOURS, FONT, PlotError, SIZE, explain, grouped};

/// The nodes of one algorithm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    /// Which algorithm.
    pub name: &'static str,
    /// Depth in plies, and nodes.
    pub points: Vec<(u32, u64)>,
}

/// How far each algorithm goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ladder {
    /// The greatest depth.
    pub depth: u32,
    /// An algorithm ends at the first depth for which it needs more nodes.
    pub nodes: u64,
}

/// Searches a position with each algorithm, depth after depth. The engine's nodes are
/// those of all its iterations together.
///
/// # Panics
/// If two algorithms that must agree do not: a figure of wrong searches would say nothing.
pub fn nodes_by_depth<P, E>(pos: &P, evaluation: &E, ladder: Ladder) -> Vec<Series>
where
    P: Heuristics + Send + Sync,
    P::Move: Send + Sync,
    E: Evaluate<P> + Clone + Send,
{
    // What the next depth costs is not known before; ten times as much is usual.
    let room = |last: u64| last <= ladder.nodes / 10;
    let mut minimax = Series { name: "minimax", points: Vec::new() };
    let mut alpha_beta = Series { name: "alpha-beta", points: Vec::new() };
    let mut values = Vec::new();
    let (mut last, mut most) = ((0, 0), true);
    for depth in 1..=ladder.depth {
        let mut search = Search::new(depth, evaluation.clone());
        if most && room(last.0) {
            let answer = search.minimax(pos);
            last.0 = answer.counts.nodes;
            minimax.points.push((depth, last.0));
            values.push(answer.value);
        } else {
            most = false;
        }
        if !room(last.1) {
            break;
        }
        let answer = search.alpha_beta(pos);
        last.1 = answer.counts.nodes;
        alpha_beta.points.push((depth, last.1));
        if let Some(&value) = values.get(depth as usize - 1) {
            assert_eq!(answer.value, value, "alpha-beta and minimax differ at depth {depth}");
        }
    }
    let whole = P::options();
    let plain = Options { table: false, killers: false, history: false, ..Options::exact() };
    let engines = [
        ("principal variation search", plain),
        (
            "with table, killers, history",
            Options { killers: true, history: true, ..Options::exact() },
        ),
        ("the engine, selective", whole),
    ];
    let mut all = vec![minimax, alpha_beta];
    for (name, options) in engines {
        all.push(Series { name, points: deepen(pos, evaluation, options, ladder) });
    }
    all.retain(|series| !series.points.is_empty());
    all
}

/// The engine's nodes. A search that has seen all there is ends before its depth.
fn deepen<P, E>(pos: &P, evaluation: &E, options: Options, ladder: Ladder) -> Vec<(u32, u64)>
where
    P: Heuristics + Send + Sync,
    P::Move: Send + Sync,
    E: Evaluate<P> + Clone + Send,
{
    let mut points: Vec<(u32, u64)> = Vec::new();
    let options = Options { hash_mb: 16, threads: 1, ..options };
    let Ok(mut engine) = Engine::new(evaluation.clone(), options) else { return points };
    let limits = Limits { nodes: Some(ladder.nodes), ..Limits::depth(ladder.depth) };
    let report = engine.search(pos, &limits, &Stop::new(), |info| {
        let point = (info.line.depth, info.stats.nodes);
        match points.last_mut() {
            Some(last) if last.0 == point.0 => *last = point,
            _ => points.push(point),
        }
    });
    // The last iteration may have been cut short.
    let done = report.depth();
    points.retain(|&(depth, _)| depth <= done);
    points
}

/// Draws the nodes of a position by depth.
///
/// # Errors
/// [`PlotError`], which no input is known to bring about.
pub fn nodes(title: &str, all: &[Series]) -> Result<String, PlotError> {
    let points = all.iter().flat_map(|series| &series.points);
    let deepest = points.clone().map(|&(depth, _)| depth).max().unwrap_or(1);
    let most = points.map(|&(_, nodes)| nodes).max().unwrap_or(1).max(10) as f64;
    let mut text = String::new();
    {
        let root = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
        root.fill(&WHITE).map_err(PlotError::of)?;
        let mut chart = ChartBuilder::on(&root)
            .caption(title, (FONT, 24))
            .margin(16)
            // The last number of the axis is wider than its place.
            .margin_right(36)
            .x_label_area_size(48)
            .y_label_area_size(110)
            .build_cartesian_2d(1f64..f64::from(deepest.max(2)), (1f64..most * 1.5).log_scale())
            .map_err(PlotError::of)?;
        chart
            .configure_mesh()
            .x_desc("depth in plies")
            .y_desc("nodes")
            .x_labels(deepest.clamp(2, 24) as usize)
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_label_formatter(&|y| grouped(*y))
            .label_style((FONT, 15))
            .axis_desc_style((FONT, 17))
            .light_line_style(RGBColor(240, 240, 240))
            .bold_line_style(RGBColor(215, 215, 215))
            .draw()
            .map_err(PlotError::of)?;
        for (series, &colour) in all.iter().zip(COLOURS.iter().cycle()) {
            let points = series.points.iter().map(|&(d, n)| (f64::from(d), n as f64));
            let line = LineSeries::new(points, colour.stroke_width(3)).point_size(4);
            chart.draw_series(line).map_err(PlotError::of)?.label(series.name).legend(
                move |(x, y)| PathElement::new([(x, y), (x + 24, y)], colour.stroke_width(3)),
            );
        }
        explain(&mut chart, SeriesLabelPosition::LowerRight)?;
        root.present().map_err(PlotError::of)?;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use tictactoe::{OpenLines, TicTacToe};

    use super::*;

    #[test]
    fn nodes_of_tic_tac_toe() {
        let ladder = Ladder { depth: 4, nodes: 1_000_000 };
        let all = nodes_by_depth(&TicTacToe::new(), &OpenLines, ladder);
        // 9, 72, 504 and 3024 lines of play, and the nodes above them.
        assert_eq!(all[0].points, [(1, 10), (2, 82), (3, 586), (4, 3610)]);
        // As `tictactoe compare --depth 4` tells.
        assert_eq!((all[1].name, all[1].points[3]), ("alpha-beta", (4, 492)));
        assert_eq!(all.len(), 5);
        let figure = nodes("a title", &all).unwrap();
        assert!(all.iter().all(|series| figure.contains(series.name)));
        // Where minimax would be too dear, alpha-beta goes on alone.
        let all = nodes_by_depth(&TicTacToe::new(), &OpenLines, Ladder { depth: 4, nodes: 4000 });
        assert_eq!((all[0].points.len(), all[1].points.len()), (3, 4));
    }

    #[test]
    fn nothing_to_draw() {
        assert!(nodes("a title", &[]).is_ok());
    }
}
