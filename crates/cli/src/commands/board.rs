//! `board`: a position, with what the engine sees in it.

use search_core::{Limits, Stop, legal_moves};

use super::write_drawing;
use crate::args::{BoardFormat, DrawArgs};
use crate::error::Error;
use crate::game::{Game, MoveOf, PositionArgs};
use crate::output::Output;
use crate::picture::{Marks, short};
use crate::report::{Shown, ShownLine};
use crate::searcher;

/// Nodes that are enough for a picture, and the same on every machine.
const LINE_NODES: u64 = 100_000;
const MOVE_NODES: u64 = 5_000;

/// Draws a position; `history` are the moves that led to it, as far as they are known.
///
/// # Errors
/// [`Error`] says what to tell the user and how to end.
pub fn draw<G: Game, A: PositionArgs>(
    args: &DrawArgs<A>,
    pos: &G::Position,
    history: &[MoveOf<G>],
    out: &Output,
) -> Result<(), Error> {
    check::<G, A>(args)?;
    let mut marks = Marks { numbers: args.numbers, ..Marks::new(history.to_vec()) };
    let mut found = None;
    let evaluation = searcher::for_the_engine::<G>(args.engine.evaluation.as_deref())?;
    let options = args.engine.options::<G::Position>()?;
    let over = G::ending(pos);
    if over.is_none() && (args.pv.is_some() || args.scores) {
        let mut engine = searcher::engine::<G>(evaluation, options)?;
        if let Some(plies) = args.pv {
            let limits = limits::<G, A>(args, LINE_NODES);
            let report =
                searcher::search::<G>(&mut engine, pos, &limits, &Stop::new(), &mut |_| ());
            let line = report.lines.first().map_or(&[][..], |line| &line.pv);
            marks.line = line.iter().copied().take(plies as usize).collect();
            found = searcher::show_report::<G>(pos, &report).into_iter().next();
        }
        for m in legal_moves(pos).into_iter().filter(|_| args.scores) {
            // Each move by itself, whatever was searched before.
            engine.clear();
            let limits = Limits { moves: Some(vec![m]), ..limits::<G, A>(args, MOVE_NODES) };
            let report =
                searcher::search::<G>(&mut engine, pos, &limits, &Stop::new(), &mut |_| ());
            marks.scores.push((m, Shown::of_score(report.score, report.complete)));
        }
    }
    let side = G::SIDES[G::side_to_move(pos)];
    let state = match over {
        Some(ending) => {
            let result =
                ending.winner.map_or("a draw".to_owned(), |w| format!("{} has won", G::SIDES[w]));
            format!("The game is over: {result} ({}).", ending.reason.replace('_', " "))
        }
        None => format!("{side} to move"),
    };
    let drawing = match args.format {
        BoardFormat::Text => text::<G, A>(args, pos, &marks, &state, found.as_ref()),
        BoardFormat::Svg => {
            let picture = G::picture(pos, &marks, args.game.picture_view());
            let mut picture = picture.ok_or_else(|| {
                Error::failure("there is no picture of a board so large: expected --format text")
            })?;
            if !marks.scores.is_empty() {
                picture.heat_legend(side);
            }
            picture.caption(&match &found {
                None => state,
                // A picture has no room for more than it shows.
                Some(line) => format!("{state}: {}", said(line, marks.line.len())),
            });
            picture.space(6.0);
            picture.to_string()
        }
    };
    write_drawing(args.output.as_deref(), drawing, out)
}

/// Refuses what would mean nothing.
fn check<G: Game, A: PositionArgs>(args: &DrawArgs<A>) -> Result<(), Error> {
    let points = [(args.scores, "--scores"), (args.numbers, "--numbers")];
    let points = points.into_iter().find_map(|(given, name)| given.then_some(name));
    if let Some(name) = points.filter(|_| !G::PLACES) {
        return Err(Error::usage(format_args!(
            "{name} means nothing to {}: expected where a move is a point of the board",
            G::NAME
        )));
    }
    if args.numbers && args.format == BoardFormat::Text {
        return Err(Error::usage("--numbers means nothing to a terminal: expected --format svg"));
    }
    let searches = args.pv.is_some() || args.scores;
    let limit = [
        (args.limits.depth.is_some(), "--depth"),
        (args.limits.nodes.is_some(), "--nodes"),
        (args.limits.movetime.is_some(), "--movetime"),
        (args.engine.evaluation.is_some(), "--evaluation"),
    ];
    let limit = limit.into_iter().find_map(|(given, name)| given.then_some(name));
    match limit.or_else(|| args.engine.for_the_engine_alone()).filter(|_| !searches) {
        None => Ok(()),
        Some(name) => Err(Error::usage(format_args!(
            "{name} means nothing without a search: expected --pv or --scores with it"
        ))),
    }
}

/// The limits that are given, or so many nodes.
fn limits<G: Game, A: PositionArgs>(args: &DrawArgs<A>, nodes: u64) -> Limits<MoveOf<G>> {
    let limits = searcher::limits(&args.limits, None);
    match args.limits.is_given() {
        true => limits,
        false => Limits { nodes: Some(nodes), ..limits },
    }
}

/// What a search found, with so many plies of its line.
fn said(line: &ShownLine, plies: usize) -> String {
    let pv = line.pv.get(..plies).unwrap_or(&line.pv);
    format!("{}, depth {}, {}", line.score, line.depth, pv.join(" "))
}

fn text<G: Game, A: PositionArgs>(
    args: &DrawArgs<A>,
    pos: &G::Position,
    marks: &Marks<MoveOf<G>>,
    state: &str,
    found: Option<&ShownLine>,
) -> String {
    let mut text = G::board(pos, marks.last(), args.game.view()).trim_end().to_owned();
    text += &format!("\n\n{state}\n");
    if let Some(line) = found {
        text += &format!("{}\n", said(line, line.pv.len()));
    }
    // The best first; equal ones stay in the order of the game.
    let heat = crate::picture::Heat::new(marks.scores.iter().map(|(_, score)| *score));
    let mut scores = marks.scores.clone();
    scores.sort_by(|(_, a), (_, b)| heat.warmth(*b).total_cmp(&heat.warmth(*a)));
    let written =
        |(m, score): &(MoveOf<G>, Shown)| format!("{} {}", G::move_text(pos, *m), short(*score));
    for line in scores.chunks(8) {
        text += &format!("{}\n", line.iter().map(written).collect::<Vec<_>>().join("  "));
    }
    text
}
