//! `compare`: what each algorithm does for the same answer.

use std::time::Duration;

use search_core::{Limits, Options, Player, Stop, final_outcome};
use serde_json::{Value, json};

use crate::args::{Algorithm, CompareArgs};
use crate::error::Error;
use crate::game::{Game, MoveOf, PositionArgs};
use crate::output::Output;
use crate::progress::Progress;
use crate::report::{Shown, seconds};
use crate::searcher::{self, Question};

/// The rows, in this order.
const CONTESTANTS: [(Algorithm, &str); 5] = [
    (Algorithm::Minimax, "minimax"),
    (Algorithm::AlphaBeta, "alpha-beta"),
    (Algorithm::Negamax, "negamax"),
    (Algorithm::Pvs, "pvs"),
    (Algorithm::Pvs, "pvs+table"),
];

struct Row {
    name: &'static str,
    value: Shown,
    best: Option<String>,
    nodes: u64,
    leaves: u64,
    /// The engine, which is a negamax, does not tell whose cut it was.
    alpha_cuts: Option<u64>,
    beta_cuts: Option<u64>,
    cuts: u64,
    time: Duration,
    /// Of minimax's nodes, in percent; `None` where minimax was not asked.
    saved: Option<f64>,
}

pub(super) fn run<G: Game, A: PositionArgs>(
    args: &CompareArgs<A>,
    pos: &G::Position,
    out: &Output,
) -> Result<(), Error> {
    let name = args.engine.evaluation.as_deref();
    let evaluation = match args.algorithm.contains(&Algorithm::Pvs) {
        true => searcher::for_the_engine::<G>(name)?,
        false => searcher::evaluation::<G>(name)?,
    };
    // The engine takes part where it can, unless it is asked to where it cannot.
    let left_out = name.filter(|name| args.algorithm.is_empty() && G::for_textbook_alone(name));
    let order = searcher::order::<G>(pos, &args.order)?;
    let options = args.engine.options::<G::Position>()?;
    let depth = args.depth.unwrap_or_else(|| G::default_depth(pos));
    let asked = |algorithm| match args.algorithm.is_empty() {
        true => algorithm != Algorithm::Pvs || left_out.is_none(),
        false => args.algorithm.contains(&algorithm),
    };
    let contestants: Vec<_> = CONTESTANTS.into_iter().filter(|(a, _)| asked(*a)).collect();
    if !asked(Algorithm::Pvs)
        && let Some(name) = args.engine.for_the_engine_alone()
    {
        return Err(Error::usage(match left_out {
            None => format!("{name} is for the engine: expected pvs in --algorithm"),
            Some(evaluation) => {
                format!("{name} is for the engine, which cannot use --evaluation {evaluation}")
            }
        }));
    }
    // Where no move is left there is no work to save.
    let over = final_outcome(pos).is_some();

    let mut progress = Progress::new(contestants.len() as u64, "compare");
    let mut rows: Vec<Row> = Vec::new();
    for (algorithm, name) in contestants {
        let order = order.clone();
        let mut row = if algorithm == Algorithm::Pvs {
            let options = Options { table: name == "pvs+table", ..options.clone() };
            engine_row::<G>(
                name,
                pos,
                &evaluation,
                options,
                &Limits { moves: order, ..Limits::depth(depth) },
            )?
        } else {
            let question = Question { algorithm, depth, player: Player::Max, order };
            textbook_row::<G>(name, pos, &evaluation, &question)
        };
        // What one has proved holds for all: they search the same game to the same depth.
        if row.value == Shown::Estimate(0) && rows.iter().any(|r| r.value == Shown::Draw) {
            row.value = Shown::Draw;
        }
        let minimax = rows.first().filter(|r| r.name == "minimax" && !over).map(|r| r.nodes);
        row.saved = minimax.map(|n| 100.0 * (1.0 - row.nodes as f64 / n as f64));
        if args.json {
            progress.hidden(|| out.line(json(&row, depth)))?;
        }
        rows.push(row);
        progress.add(1);
    }
    progress.finish();
    if !args.json {
        out.line(G::board(pos, None, args.game.view()).trim_end())?;
        let side = G::SIDES[G::side_to_move(pos)];
        out.line(format_args!("\n{side} to move, depth {depth}\n"))?;
        out.text(table(&rows))?;
        if let Some(name) = left_out {
            out.line(format_args!("\nLeft out: pvs, which cannot use --evaluation {name}."))?;
        }
    }
    Ok(())
}

fn textbook_row<G: Game>(
    name: &'static str,
    pos: &G::Position,
    evaluation: &G::Evaluation,
    question: &Question<MoveOf<G>>,
) -> Row {
    let lesson = question.ask(pos, evaluation.clone());
    let counts = lesson.answer.counts;
    Row {
        name,
        value: Shown::of_value(lesson.answer.value, lesson.complete),
        best: lesson.answer.best.map(|m| G::move_text(pos, m)),
        nodes: counts.nodes,
        leaves: counts.leaves,
        alpha_cuts: Some(counts.alpha_cuts),
        beta_cuts: Some(counts.beta_cuts),
        cuts: counts.alpha_cuts + counts.beta_cuts,
        time: lesson.time,
        saved: None,
    }
}

/// The engine without what would make its value another than minimax's.
/// All its iterations are counted.
fn engine_row<G: Game>(
    name: &'static str,
    pos: &G::Position,
    evaluation: &G::Evaluation,
    options: Options,
    limits: &Limits<MoveOf<G>>,
) -> Result<Row, Error> {
    let exact = Options::exact();
    let options = Options {
        exact_draft: exact.exact_draft,
        quiescence: exact.quiescence,
        narrow: exact.narrow,
        probe: exact.probe,
        ..options
    };
    let mut engine = searcher::engine::<G>(evaluation.clone(), options)?;
    let report = searcher::search::<G>(&mut engine, pos, limits, &Stop::new(), &mut |_| ());
    Ok(Row {
        name,
        value: Shown::of_score(report.score, report.complete),
        best: report.best().map(|m| G::move_text(pos, m)),
        nodes: report.stats.nodes,
        leaves: report.stats.leaves,
        alpha_cuts: None,
        beta_cuts: None,
        cuts: report.stats.cuts,
        time: report.stats.time,
        saved: None,
    })
}

fn json(row: &Row, depth: u32) -> Value {
    json!({
        "algorithm": row.name,
        "depth": depth,
        "score": row.value.json(),
        "best_move": row.best,
        "nodes": row.nodes,
        "leaves": row.leaves,
        "cuts": row.cuts,
        "alpha_cuts": row.alpha_cuts,
        "beta_cuts": row.beta_cuts,
        "time_ms": (row.time.as_secs_f64() * 1e6).round() / 1e3,
        "saved_percent": row.saved.map(|s| (s * 100.0).round() / 100.0),
    })
}

fn table(rows: &[Row]) -> String {
    let head = [
        "algorithm",
        "value",
        "best",
        "nodes",
        "leaves",
        "alpha cuts",
        "beta cuts",
        "cuts",
        "time",
        "saved",
    ];
    let number = |n: Option<u64>| n.map_or("-".to_owned(), |n| n.to_string());
    let mut cells = vec![head.map(str::to_owned)];
    cells.extend(rows.iter().map(|row| {
        [
            row.name.to_owned(),
            row.value.to_string(),
            row.best.clone().unwrap_or_else(|| "-".to_owned()),
            row.nodes.to_string(),
            row.leaves.to_string(),
            number(row.alpha_cuts),
            number(row.beta_cuts),
            row.cuts.to_string(),
            seconds(row.time),
            row.saved.map_or("-".to_owned(), |s| format!("{s:.1} %")),
        ]
    }));
    let widths: Vec<usize> = (0..head.len())
        .map(|c| cells.iter().map(|r| r[c].chars().count()).max().unwrap_or(0))
        .collect();
    let mut text = String::new();
    for row in &cells {
        let line: Vec<String> = row
            .iter()
            .zip(&widths)
            .enumerate()
            // Words to the left, numbers to the right.
            .map(
                |(c, (cell, &w))| if c < 3 { format!("{cell:<w$}") } else { format!("{cell:>w$}") },
            )
            .collect();
        text += line.join("  ").trim_end();
        text.push('\n');
    }
    text
}
