//! `search`: one search.

use std::time::Duration;

use search_core::{Ply, Stop};

use crate::args::{Algorithm, SearchArgs};
use crate::error::Error;
use crate::game::{Game, PositionArgs};
use crate::output::Output;
use crate::report::{Shown, ShownLine, seconds};
use crate::searcher::{self, Question};

/// Without any limit the engine may find nothing to stop for.
const DEFAULT_TIME: Duration = Duration::from_secs(2);

pub(super) fn run<G: Game, A: PositionArgs>(
    args: &SearchArgs<A>,
    pos: &G::Position,
    out: &Output,
) -> Result<(), Error> {
    let evaluation = searcher::evaluation::<G>(args.engine.evaluation.as_deref())?;
    let order = searcher::order::<G>(pos, &args.order)?;
    let options = args.engine.options::<G::Position>()?;
    let begin = || match args.json {
        true => Ok(()),
        false => out.line(format_args!("{}\n", G::board(pos, None, args.game.view()).trim_end())),
    };
    let lines = if let Some(line) = searcher::show_verdict::<G>(pos) {
        begin()?;
        vec![line]
    } else if args.algorithm == Algorithm::Pvs {
        let mut limits = searcher::limits(&args.limits, order);
        limits.multipv = args.multipv;
        if !args.limits.is_given() {
            limits.movetime = Some(DEFAULT_TIME);
        }
        let mut engine = searcher::engine::<G>(evaluation, options)?;
        begin()?;
        // A reader who has left wants no more lines; the search is stopped.
        let stop = Stop::new();
        let report = searcher::search::<G>(&mut engine, pos, &limits, &stop, &mut |info| {
            if !args.json && out.line(searcher::show_info::<G>(pos, info)).is_err() {
                stop.stop();
            }
        });
        searcher::show_report::<G>(pos, &report)
    } else {
        let given = [
            (args.limits.nodes.is_some(), "--nodes"),
            (args.limits.movetime.is_some(), "--movetime"),
            (args.multipv > 1, "--multipv"),
        ];
        let given = given.into_iter().find_map(|(given, name)| given.then_some(name));
        if let Some(name) = given.or_else(|| args.engine.for_the_engine_alone()) {
            let algorithm = args.algorithm.name();
            return Err(Error::usage(format_args!(
                "{name} does not go with --algorithm {algorithm}: expected --depth, or pvs"
            )));
        }
        begin()?;
        let depth = args.limits.depth.unwrap_or_else(|| G::default_depth(pos));
        let player = search_core::Player::Max;
        let question = Question { algorithm: args.algorithm, depth, player, order };
        let lesson = question.ask(pos, evaluation.clone());
        let pv = searcher::textbook_pv::<G>(&question, pos, &evaluation, lesson.answer.best);
        vec![ShownLine {
            rank: 1,
            score: Shown::of_value(lesson.answer.value, lesson.complete),
            depth: if pv.is_empty() { 0 } else { depth },
            seldepth: pv.len() as u32,
            nodes: lesson.answer.counts.nodes,
            time: lesson.time,
            pv: searcher::pv_text::<G>(pos, &pv),
        }]
    };
    let ranked = args.multipv > 1;
    if args.json {
        for line in &lines {
            out.line(line.json(ranked))?;
        }
    } else {
        out.line(people::<G>(pos, &lines))?;
    }
    Ok(())
}

fn people<G: Game>(pos: &G::Position, lines: &[ShownLine]) -> String {
    let side = G::SIDES[G::side_to_move(pos)];
    let mut text = String::new();
    for line in lines {
        let Some(best) = line.pv.first() else {
            let how = G::ending(pos).map_or("", |e| e.reason);
            return format!("The game is over: {} for {side} ({how})", line.score);
        };
        text += &format!(
            "\nbest move {best}\nscore     {} for {side}\ndepth     {} (at most {})\nline      {}\n",
            line.score,
            line.depth,
            line.seldepth,
            line.pv.join(" ")
        );
    }
    if let Some(line) = lines.first() {
        text += &format!(
            "nodes     {} in {}, {} per second",
            line.nodes,
            seconds(line.time),
            line.nps()
        );
    }
    text
}

// A textbook search recurses once a ply: the deepest must fit a stack.
const _: () = assert!(Ply::MAX.get() <= 512);
