//! `tree`: draws what a search visits.

use std::fmt;
use std::fs;
use std::path::Path;

use search_core::{Evaluate, Limits, Options, Player, Position, Stop};

use crate::args::{Algorithm, DrawingArgs, RootPlayer, TreeArgs, TreeFormat};
use crate::bounded::{Bounded, Budget, OfBounded};
use crate::draw::{
    self, Caption, Labels, Language, Page, Scribe, Sheet, Unbounded, Use, exercise_title,
};
use crate::error::Error;
use crate::game::{Game, PositionArgs};
use crate::output::Output;
use crate::searcher::{self, Lesson, Question};
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
    let labels = Labels {
        of_move: &G::move_text,
        rows: &G::rows,
        sketch: &G::sketch,
        name: &|_| String::new(),
        leaf: &|_| None,
        value: draw::value,
    };
    let text = if algorithm == Algorithm::Pvs {
        of_the_engine::<G, A>(args, pos, (evaluation, order, depth), labels)?
    } else {
        let max = if (player == Player::Max) == begins { G::SIDES[0] } else { G::SIDES[1] };
        let question = Question { algorithm, depth, player, order };
        let exhibit = Exhibit {
            root: pos,
            labels,
            evaluation,
            question,
            of: [G::NAME, G::NAME],
            best: &G::move_text,
            max: Some(max),
            numbers: false,
            nodes: args.nodes,
        };
        exhibit.draw(&args.drawing)?
    };
    write(args.drawing.output.as_deref(), text, out)
}

fn too_large(depth: u32, nodes: u64) -> Error {
    Error::failure(format_args!(
        "the search to depth {depth} visits more than {nodes} nodes: expected a lesser --depth, or \
         a greater --nodes"
    ))
}

/// What the engine searches, to be drawn: its last iteration.
fn of_the_engine<G: Game, A: PositionArgs>(
    args: &TreeArgs<A>,
    pos: &G::Position,
    (evaluation, order, depth): (G::Evaluation, Option<Vec<crate::game::MoveOf<G>>>, u32),
    labels: Labels<'_, G::Position>,
) -> Result<String, Error> {
    let drawing = &args.drawing;
    if drawing.exercise {
        return Err(Error::usage(
            "--exercise does not go with --algorithm pvs: expected alpha-beta or negamax",
        ));
    }
    if args.root == Some(RootPlayer::Min) {
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
    let scribe = Scribe::new(labels, drawing.recorded());
    let (report, scribe) = engine.search_traced(pos, &limits, &Stop::new(), scribe);
    if report.stats.nodes > args.nodes {
        return Err(too_large(depth, args.nodes));
    }
    let side = G::SIDES[G::side_to_move(pos)];
    let (score, nodes) = (report.score, report.stats.nodes);
    let en = format!(
        "pvs, depth {depth}: {score} for {side} (MAX is {side}); {nodes} nodes in all iterations, the last is drawn"
    );
    let zh = format!(
        "引擎（pvs），深度 {depth}：对 {side} 为 {score}（MAX 为 {side}）；各次迭代共 {nodes} 个结点，所画为最后一次"
    );
    let sheet = scribe.into_sheet();
    if drawing.format == TreeFormat::Html {
        let title = drawing.title.as_deref();
        let page = Page {
            title: [title.unwrap_or(&en), title.unwrap_or(&zh)],
            reader: Use::ReplayEngine,
            language: drawing.lang,
            exercise: false,
            numbers: false,
        };
        return Ok(draw::page(&sheet, &page));
    }
    let title = match drawing.lang.unwrap_or_default() {
        Language::En => en,
        Language::Zh => zh,
    };
    Ok(drawn(&sheet, drawing.title.as_deref().unwrap_or(&title), drawing))
}

fn drawn(sheet: &Sheet, title: &str, args: &DrawingArgs) -> String {
    match args.format {
        TreeFormat::Text => draw::text(sheet, title, args.exercise),
        TreeFormat::Dot => draw::dot(sheet, title, args.exercise),
        TreeFormat::Svg | TreeFormat::Html => draw::svg(sheet, title, &args.style()),
    }
}

/// What came of a search, and who has seen it.
type Seen<'s, P, F> = (Lesson<<P as Position>::Move>, Scribe<'s, P, F>);

/// A textbook search that is to be drawn.
pub struct Exhibit<'a, P: Position, E> {
    /// Where it begins.
    pub root: &'a P,
    /// How moves and positions are written.
    pub labels: Labels<'a, P>,
    /// Judges the leaves.
    pub evaluation: E,
    /// Which search it is.
    pub question: Question<P::Move>,
    /// What the tree is of, in English and in Chinese: the title of a page.
    pub of: [&'a str; 2],
    /// How the best move is written.
    pub best: &'a dyn Fn(&P, P::Move) -> String,
    /// Which side is MAX, where sides have names.
    pub max: Option<&'a str>,
    /// Whether it is a tree of numbers: its leaves stand there for all to see,
    /// and what has been cut off is drawn to its end.
    pub numbers: bool,
    /// Give up after so many nodes.
    pub nodes: u64,
}

impl<P: Position<Move: fmt::Debug>, E: fmt::Debug> fmt::Debug for Exhibit<'_, P, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exhibit")
            .field("evaluation", &self.evaluation)
            .field("question", &self.question)
            .finish_non_exhaustive()
    }
}

impl<P: Position, E: Evaluate<P> + Clone> Exhibit<'_, P, E> {
    /// The drawing.
    ///
    /// # Errors
    /// [`Error::Failure`] if the search visits more nodes than it may.
    pub fn draw(&self, args: &DrawingArgs) -> Result<String, Error> {
        if args.format == TreeFormat::Html {
            return self.page(args);
        }
        // An exercise shows every leaf: minimax is what visits them all.
        let mut question = self.question.clone();
        if args.exercise {
            question.algorithm = Algorithm::Minimax;
        }
        let scribe = Scribe::new(self.labels, args.recorded()).to_depth(question.depth);
        let scribe = if self.numbers { scribe.with_cut_branches() } else { scribe };
        let (lesson, scribe) = self
            .search(&question, self.nodes, scribe)
            .ok_or_else(|| too_large(question.depth, self.nodes))?;
        let language = args.lang.unwrap_or_default();
        let best = lesson.answer.best.map(|m| (self.best)(self.root, m));
        let value = (self.labels.value)(lesson.answer.value);
        let value = if args.format == TreeFormat::Svg { draw::typeset(&value) } else { value };
        let caption = Caption {
            algorithm: question.algorithm.name(),
            depth: (!self.numbers).then_some(question.depth),
            value: &value,
            max: self.max,
            best: best.as_deref().unwrap_or("none"),
            counts: lesson.answer.counts,
        };
        let title = match &args.title {
            Some(title) => title.clone(),
            None if args.exercise => exercise_title(language).to_owned(),
            None => caption.say(language),
        };
        Ok(drawn(&scribe.into_sheet(), &title, args))
    }

    /// The search, seen by a scribe; `None` if it visits more nodes than this.
    fn search<'s, F: Evaluate<P>>(
        &self,
        question: &Question<P::Move>,
        nodes: u64,
        scribe: Scribe<'s, P, F>,
    ) -> Option<Seen<'s, P, F>> {
        let budget = Budget::new(nodes);
        let root = Bounded::new(self.root.clone(), &budget);
        let evaluation = OfBounded(self.evaluation.clone());
        let (lesson, Unbounded(scribe)) = question.draw(&root, evaluation, Unbounded(scribe));
        (!budget.is_exceeded()).then_some((lesson, scribe))
    }

    /// The page for the browser: the whole tree, for it to search, or where that is
    /// too large the search that was asked for.
    fn page(&self, args: &DrawingArgs) -> Result<String, Error> {
        let Question { algorithm, depth, .. } = self.question;
        let scribe = || Scribe::new(self.labels, args.recorded()).to_depth(depth);
        let (sheet, reader) = match self.whole(args.recorded()) {
            Some(sheet) => (sheet, Use::Search(algorithm.name())),
            None => {
                let found = self.search(&self.question, self.nodes, scribe());
                let (_, scribe) = found.ok_or_else(|| too_large(depth, self.nodes))?;
                (scribe.into_sheet(), Use::Replay)
            }
        };
        let [en, zh] = self.of;
        // The reader may choose another depth.
        let what = if self.numbers { ["", ""] } else { [": search tree", "：搜索树"] };
        let max = self.max.map_or([String::new(), String::new()], |side| {
            [format!(", MAX is {side}"), format!("，MAX 为 {side}")]
        });
        let en = format!("{en}{}{}", what[0], max[0]);
        let zh = format!("{zh}{}{}", what[1], max[1]);
        let title = args.title.as_deref();
        let page = Page {
            title: [title.unwrap_or(&en), title.unwrap_or(&zh)],
            reader,
            language: args.lang,
            exercise: args.exercise,
            numbers: self.numbers,
        };
        Ok(draw::page(&sheet, &page))
    }

    /// Every node to the depth, if they are no more than this.
    fn whole(&self, most: usize) -> Option<Sheet> {
        let question = Question { algorithm: Algorithm::Minimax, ..self.question.clone() };
        let scribe = Scribe::new(self.labels, most).to_depth(question.depth);
        // Nothing is known of a node of a tree of numbers but what its leaves tell.
        if self.numbers {
            let (_, scribe) = self.search(&question, most as u64, scribe)?;
            return Some(scribe.into_sheet());
        }
        let scribe = scribe.judging(self.evaluation.clone());
        let (_, scribe) = self.search(&question, most as u64, scribe)?;
        Some(scribe.into_sheet())
    }
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
