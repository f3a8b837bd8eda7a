//! `tree`: draws what a search visits.

use std::fs;
use std::path::Path;

use search_core::trace::Recorder;
use search_core::{Limits, Options, Player, Stop};

use crate::args::{Algorithm, RootPlayer, TreeArgs, TreeFormat};
use crate::bounded::{Bounded, Budget, OfBounded, unbound};
use crate::draw::{self, Labels};
use crate::error::Error;
use crate::game::{Game, PositionArgs};
use crate::output::Output;
use crate::searcher::{self, Question};
use crate::words::quote;

pub(super) fn run<G: Game, A: PositionArgs>(
    args: &TreeArgs<A>,
    pos: &G::Position,
    out: &Output,
) -> Result<(), Error> {
    let name = args.evaluation.as_deref();
    let algorithm = args.algorithm.unwrap_or(Algorithm::AlphaBeta);
    let evaluation = match algorithm {
        Algorithm::Pvs => searcher::for_the_engine::<G>(name)?,
        _ => searcher::evaluation::<G>(name)?,
    };
    let order = searcher::order::<G>(pos, &args.order)?;
    let depth = args.depth.unwrap_or_else(|| G::tree_depth(pos));
    let begins = G::side_to_move(pos) == 0;
    let player = match args.root {
        Some(RootPlayer::Max) => Player::Max,
        Some(RootPlayer::Min) => Player::Min,
        None if begins => Player::Max,
        None => Player::Min,
    };
    let max = if (player == Player::Max) == begins { G::SIDES[0] } else { G::SIDES[1] };
    let too_large = || {
        Error::failure(format_args!(
            "the search to depth {depth} visits more than {} nodes: expected a lesser --depth, or \
             a greater --nodes",
            args.nodes
        ))
    };
    let (tree, title) = if algorithm == Algorithm::Pvs {
        if player == Player::Min && args.root.is_some() {
            return Err(Error::usage(
                "--root min does not go with --algorithm pvs: the engine counts for the side to move",
            ));
        }
        // Without the table, so that every node is drawn where it is searched.
        let options = Options { table: false, ..Options::exact() };
        let mut engine = searcher::engine::<G>(evaluation, options)?;
        // One node more, which tells a search that was cut short.
        let nodes = args.nodes.saturating_add(1);
        let limits = Limits { moves: order, nodes: Some(nodes), ..Limits::depth(depth) };
        let recorder = Recorder::new(args.limit);
        let (report, recorder) = engine.search_traced(pos, &limits, &Stop::new(), recorder);
        if report.stats.nodes > args.nodes {
            return Err(too_large());
        }
        let side = G::SIDES[G::side_to_move(pos)];
        let score = report.score;
        let title = format!(
            "pvs, depth {depth}: {score} for {side} (MAX is {side}); {} nodes in all iterations, the last is drawn",
            report.stats.nodes
        );
        (recorder.into_tree(), title)
    } else {
        let question = Question { algorithm, depth, player, order };
        let budget = Budget::new(args.nodes);
        let root = Bounded::new(pos.clone(), &budget);
        let recorder = Recorder::new(args.limit);
        let (lesson, recorder) = question.draw(&root, OfBounded(evaluation), recorder);
        if budget.is_exceeded() {
            return Err(too_large());
        }
        let counts = lesson.answer.counts;
        let best = lesson.answer.best.map_or("none".to_owned(), |m| G::move_text(pos, m));
        let title = format!(
            "{}, depth {depth}: value {} (MAX is {max}), best move {best}; {} nodes, {} leaves, {} alpha cuts, {} beta cuts",
            algorithm.name(),
            draw::value(lesson.answer.value),
            counts.nodes,
            counts.leaves,
            counts.alpha_cuts,
            counts.beta_cuts,
        );
        (unbound(recorder.into_tree()), title)
    };
    let labels = Labels { of_move: G::move_text, rows: G::rows };
    let text = match args.format {
        TreeFormat::Text => draw::text(&tree, &title, &labels),
        TreeFormat::Dot => draw::dot(&tree, &title, &labels),
    };
    write(args.output.as_deref(), text, out)
}

/// Writes a drawing to a file, or where the program writes.
///
/// # Errors
/// [`Error::Failure`] names a file that cannot be written.
pub fn write(file: Option<&Path>, drawing: impl AsRef<str>, out: &Output) -> Result<(), Error> {
    match file {
        None => out.text(drawing.as_ref())?,
        Some(path) => fs::write(path, drawing.as_ref()).map_err(|e| {
            Error::failure(format_args!("cannot write {}: {e}", quote(&path.to_string_lossy())))
        })?,
    }
    Ok(())
}
