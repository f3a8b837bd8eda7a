//! `search`: one search.

use std::time::Duration;

use search_core::{Options, Ply, Skill, Stop};
use serde_json::{Map, Value, json};

use crate::args::{Algorithm, Method, SearchArgs};
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
    let algorithm = match args.algorithm {
        Method::Algorithm(algorithm) => algorithm,
        Method::Player(player) => return look::<G, A>(player, args, pos, out),
    };
    let name = args.engine.evaluation.as_deref();
    let evaluation = match algorithm {
        Algorithm::Pvs => searcher::for_the_engine::<G>(name)?,
        _ => searcher::evaluation::<G>(name)?,
    };
    let order = searcher::order::<G>(pos, &args.order)?;
    let skill = args.skill.and_then(|level| Skill::new(level * 100, 0));
    let options = Options { skill, ..args.engine.options::<G::Position>()? };
    let begin = || begin::<G, A>(args, pos, out);
    let lines = if let Some(line) = searcher::show_verdict::<G>(pos) {
        begin()?;
        vec![line]
    } else if algorithm == Algorithm::Pvs {
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
        if let Some(name) = args.beyond_the_textbook() {
            let algorithm = algorithm.name();
            return Err(Error::usage(format_args!(
                "{name} does not go with --algorithm {algorithm}: expected --depth, or pvs"
            )));
        }
        begin()?;
        let depth = args.limits.depth.unwrap_or_else(|| G::default_depth(pos));
        let player = search_core::Player::Max;
        let question = Question { algorithm, depth, player, order };
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

/// Draws the board, for people.
fn begin<G: Game, A: PositionArgs>(
    args: &SearchArgs<A>,
    pos: &G::Position,
    out: &Output,
) -> Result<(), Error> {
    if !args.json {
        out.line(format_args!("{}\n", G::board(pos, None, args.game.view()).trim_end()))?;
    }
    Ok(())
}

/// What a player of the game's own plays, who does not search: there is no
/// depth, and there are no nodes.
fn look<G: Game, A: PositionArgs>(
    player: &str,
    args: &SearchArgs<A>,
    pos: &G::Position,
    out: &Output,
) -> Result<(), Error> {
    if let Some(name) = args.for_a_search() {
        return Err(Error::usage(format_args!(
            "{name} does not go with --algorithm {player}, which does not search: expected pvs"
        )));
    }
    let choice = match G::ending(pos) {
        Some(_) => None,
        None => Some(G::choose(player, pos).ok_or_else(|| {
            Error::failure(format_args!("{player} finds no move: expected another --algorithm"))
        })?),
    };
    let mut object = Map::new();
    let best = choice.as_ref().map(|choice| G::move_text(pos, choice.best));
    object.insert("best_move".into(), json!(best));
    object.extend(choice.into_iter().flat_map(|choice| choice.notes));
    if args.json {
        out.line(Value::Object(object))?;
        return Ok(());
    }
    begin::<G, A>(args, pos, out)?;
    if let Some(ending) = G::ending(pos) {
        let result = ending
            .winner
            .map_or("a draw".to_owned(), |w| format!("{} won", G::SIDES[usize::from(w != 0)]));
        out.line(format_args!("The game is over: {result} ({})", ending.reason))?;
        return Ok(());
    }
    let width = object.keys().map(String::len).max().unwrap_or(0);
    for (key, value) in &object {
        out.line(format_args!("{:<width$} {}", key.replace('_', " "), plain(value)))?;
    }
    Ok(())
}

/// A value without the marks of JSON.
fn plain(value: &Value) -> String {
    let member = |(key, value): (&String, &Value)| format!("{key} {}", plain(value));
    match value {
        Value::String(text) => text.clone(),
        Value::Object(object) => object.iter().map(member).collect::<Vec<_>>().join(", "),
        _ => value.to_string(),
    }
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
