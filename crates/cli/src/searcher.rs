//! One search by any of the algorithms, for the commands.

use std::time::Instant;

use search_core::reference::{Answer, Search};
use search_core::trace::Trace;
use search_core::{
    Engine, Evaluate, Info, Limits, Line, Options, Player, Position, Proof, Report, Stop,
    final_outcome, legal_moves,
};

use crate::args::{Algorithm, LimitArgs};
use crate::error::Error;
use crate::game::{Game, MoveOf};
use crate::memory;
use crate::report::{Shown, ShownLine};
use crate::words::quote;

/// The engine of a game.
pub type EngineOf<G> = Engine<<G as Game>::Position, <G as Game>::Evaluation>;

/// The evaluation of a name, or the default one.
///
/// # Errors
/// [`Error::Usage`] lists the names.
pub fn evaluation<G: Game>(name: Option<&str>) -> Result<G::Evaluation, Error> {
    let (default, _) = G::EVALUATIONS[0];
    let name = name.unwrap_or(default);
    G::evaluation(name).ok_or_else(|| {
        let names: Vec<_> = G::EVALUATIONS.iter().map(|(n, _)| *n).collect();
        Error::usage(format_args!(
            "invalid value '{name}' for '--evaluation <NAME>': expected {}",
            names.join(" or ")
        ))
    })
}

/// The evaluation of a name, or the default one, for the engine.
///
/// # Errors
/// [`Error::Usage`] lists the names.
pub fn for_the_engine<G: Game>(name: Option<&str>) -> Result<G::Evaluation, Error> {
    let evaluation = evaluation::<G>(name)?;
    match name.filter(|name| G::for_textbook_alone(name)) {
        None => Ok(evaluation),
        Some(name) => {
            let names = G::EVALUATIONS.iter().map(|(n, _)| *n);
            let names: Vec<_> = names.filter(|n| !G::for_textbook_alone(n)).collect();
            Err(Error::usage(format_args!(
                "--evaluation {name} is for minimax, alpha-beta and negamax alone: expected {} \
                 for the engine",
                names.join(" or ")
            )))
        }
    }
}

/// An engine with these options.
///
/// # Errors
/// [`Error::Failure`] if the machine lacks the memory.
pub fn engine<G: Game>(evaluation: G::Evaluation, options: Options) -> Result<EngineOf<G>, Error> {
    memory::check(options.hash_mb)?;
    memory::check_threads(options.threads, EngineOf::<G>::thread_bytes(&options), options.hash_mb)?;
    Engine::new(evaluation, options).map_err(Error::failure)
}

/// Searches. Every command comes through here, with one type of listener, so
/// that the engine is compiled once a game and not once a command.
pub fn search<G: Game>(
    engine: &mut EngineOf<G>,
    pos: &G::Position,
    limits: &Limits<MoveOf<G>>,
    stop: &Stop,
    on_info: &mut dyn FnMut(&Info<'_, MoveOf<G>>),
) -> Report<MoveOf<G>> {
    engine.search(pos, limits, stop, on_info)
}

/// Reads the moves of `--order`; `None` if there are none.
///
/// # Errors
/// [`Error::Usage`] names the move that is not legal, that is given twice, or
/// that the position does not generate: of moves that are images of each other
/// it may hand out one alone, and a search knows no other.
pub fn order<G: Game>(
    pos: &G::Position,
    words: &[String],
) -> Result<Option<Vec<MoveOf<G>>>, Error> {
    let read = |word: &String| {
        G::parse_move(pos, word.trim()).map_err(|e| Error::usage(format_args!("--order: {e}")))
    };
    let moves = words.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let all = legal_moves(pos);
    for (i, m) in moves.iter().enumerate() {
        if !all.contains(m) {
            let expected: Vec<_> = all.iter().map(|m| G::move_text(pos, *m)).collect();
            return Err(Error::usage(format_args!(
                "--order: {} is an image of another move: expected among {}",
                quote(&G::move_text(pos, *m)),
                expected.join(" ")
            )));
        }
        if moves[..i].contains(m) {
            let text = G::move_text(pos, *m);
            return Err(Error::usage(format_args!("--order: {text} is given twice")));
        }
    }
    Ok((!moves.is_empty()).then_some(moves))
}

/// The limits of the command line as the engine takes them.
#[must_use]
pub fn limits<M>(args: &LimitArgs, moves: Option<Vec<M>>) -> Limits<M> {
    Limits {
        depth: args.depth,
        nodes: args.nodes,
        movetime: args.movetime,
        moves,
        ..Limits::default()
    }
}

/// The moves of a line as text.
pub fn pv_text<G: Game>(pos: &G::Position, pv: &[MoveOf<G>]) -> Vec<String> {
    let mut pos = pos.clone();
    let mut words = Vec::new();
    for &m in pv {
        words.push(G::move_text(&pos, m));
        pos.make(m);
    }
    words
}

/// A line of the engine, to be shown.
pub fn show_info<G: Game>(pos: &G::Position, info: &Info<'_, MoveOf<G>>) -> ShownLine {
    ShownLine {
        nodes: info.stats.nodes,
        time: info.stats.time,
        ..show_line::<G>(pos, info.line, info.multipv, info.line.complete)
    }
}

fn show_line<G: Game>(
    pos: &G::Position,
    line: &Line<MoveOf<G>>,
    rank: usize,
    complete: bool,
) -> ShownLine {
    ShownLine {
        rank,
        score: Shown::of_score(line.score, complete),
        depth: line.depth,
        seldepth: line.seldepth,
        nodes: 0,
        time: std::time::Duration::ZERO,
        pv: pv_text::<G>(pos, &line.pv),
    }
}

/// What there is to say of a game that is over by a rule that the position
/// alone does not show, such as repetition: a search would go on with it.
pub fn show_verdict<G: Game>(pos: &G::Position) -> Option<ShownLine> {
    let ending = G::ending(pos)?;
    if final_outcome(pos).is_some() {
        return None;
    }
    let score = match ending.winner {
        None => Shown::Draw,
        Some(side) => Shown::ByRule { wins: side == G::side_to_move(pos) },
    };
    let time = std::time::Duration::ZERO;
    Some(ShownLine { rank: 1, score, depth: 0, seldepth: 0, nodes: 0, time, pv: Vec::new() })
}

/// The lines of an engine's report; one without moves where the game is over.
pub fn show_report<G: Game>(pos: &G::Position, report: &Report<MoveOf<G>>) -> Vec<ShownLine> {
    let over = final_outcome(pos).is_some();
    let nothing = Line {
        score: report.score,
        bound: search_core::Bound::Exact,
        pv: Vec::new(),
        depth: 0,
        seldepth: 0,
        complete: report.complete,
    };
    let lines =
        if report.lines.is_empty() { std::slice::from_ref(&nothing) } else { &report.lines[..] };
    let show = |(i, line): (usize, &Line<MoveOf<G>>)| ShownLine {
        nodes: report.stats.nodes,
        time: report.stats.time,
        ..show_line::<G>(pos, line, i + 1, over || line.complete)
    };
    lines.iter().enumerate().map(show).collect()
}

/// Counts the positions that were judged: none means that the value is exact.
#[derive(Clone, Debug)]
pub struct Counting<E> {
    inner: E,
    /// Evaluations so far.
    pub evaluations: u64,
}

impl<P: Position, E: Evaluate<P>> Evaluate<P> for Counting<E> {
    fn evaluate(&mut self, pos: &P) -> i32 {
        self.evaluations += 1;
        self.inner.evaluate(pos)
    }

    fn probe(&mut self, pos: &mut P, budget: u64) -> (Option<Proof<P::Move>>, u64) {
        self.inner.probe(pos, budget)
    }

    fn clear(&mut self) {
        self.inner.clear();
    }
}

/// A textbook search and what came of it.
#[derive(Debug)]
pub struct Lesson<M> {
    /// Value for MAX, first best move, counts.
    pub answer: Answer<M>,
    /// Whether every line was searched to the end of the game.
    pub complete: bool,
    /// How long it took.
    pub time: std::time::Duration,
}

/// What a textbook search is asked.
#[derive(Clone, Debug)]
pub struct Question<M> {
    /// By which algorithm; [`Algorithm::Pvs`] is none of them and counts as negamax.
    pub algorithm: Algorithm,
    /// Plies.
    pub depth: u32,
    /// Who moves at the root.
    pub player: Player,
    /// The moves at the root.
    pub order: Option<Vec<M>>,
}

impl<M: Copy + Eq> Question<M> {
    /// The answer.
    pub fn ask<P: Position<Move = M>, E: Evaluate<P>>(&self, pos: &P, evaluation: E) -> Lesson<M> {
        let start = Instant::now();
        let mut search = self.prepare(evaluation);
        let answer = match self.algorithm {
            Algorithm::Minimax => search.minimax(pos),
            Algorithm::AlphaBeta => search.alpha_beta(pos),
            Algorithm::Negamax | Algorithm::Pvs => search.negamax(pos),
        };
        let complete = search.evaluation.evaluations == 0;
        Lesson { answer, complete, time: start.elapsed() }
    }

    /// The answer, and what somebody saw who watched.
    pub fn draw<P: Position<Move = M>, E: Evaluate<P>, T: Trace<P>>(
        &self,
        pos: &P,
        evaluation: E,
        recorder: T,
    ) -> (Lesson<M>, T) {
        let start = Instant::now();
        let mut search = self.prepare(evaluation).traced(recorder);
        let answer = match self.algorithm {
            Algorithm::Minimax => search.minimax(pos),
            Algorithm::AlphaBeta => search.alpha_beta(pos),
            Algorithm::Negamax | Algorithm::Pvs => search.negamax(pos),
        };
        let complete = search.evaluation.evaluations == 0;
        (Lesson { answer, complete, time: start.elapsed() }, search.trace)
    }

    fn prepare<E>(&self, evaluation: E) -> Search<M, Counting<E>> {
        let mut search = Search::new(self.depth, Counting { inner: evaluation, evaluations: 0 });
        search.player = self.player;
        search.root_moves = self.order.clone();
        search
    }
}

/// The principal variation of a textbook search, which keeps none: the best
/// move again and again, each found by a search that is one ply shallower.
pub fn textbook_pv<G: Game>(
    question: &Question<MoveOf<G>>,
    pos: &G::Position,
    evaluation: &G::Evaluation,
    first: Option<MoveOf<G>>,
) -> Vec<MoveOf<G>> {
    let (mut pos, mut pv) = (pos.clone(), Vec::new());
    let mut next = first;
    let mut question =
        Question { order: None, algorithm: Algorithm::AlphaBeta, ..question.clone() };
    while let Some(m) = next {
        pv.push(m);
        pos.make(m);
        question.depth -= 1;
        question.player = question.player.other();
        let more = question.depth > 0 && !legal_moves(&pos).is_empty();
        next = if more { question.ask(&pos, evaluation.clone()).answer.best } else { None };
    }
    pv
}
