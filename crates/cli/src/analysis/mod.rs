//! Games judged move by move.
//!
//! Every position of a game is searched, the last one first, so that the table
//! knows how the game went on when its earlier positions come. What a move
//! costs is counted in expected results, 1 for a win and 0 for a loss: a pawn
//! matters less where the game is won already.

mod plot;
mod saved;

pub use plot::plot;
pub use saved::{read_saved, run_saved};

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use search_core::{Limits, Position, Stop};
use serde_json::{Value, json};

use crate::args::{EngineArgs, LimitArgs};
use crate::commands::write_drawing;
use crate::error::Error;
use crate::game::{Game, MoveOf};
use crate::output::Output;
use crate::progress::Progress;
use crate::report::Shown;
use crate::searcher;
use crate::words::quote;

/// Nodes a position, unless the command line says otherwise.
const NODES: u64 = 100_000;
/// Plies of better lines that are shown.
const LINE: usize = 6;
/// Larger files are hardly games of one person, and each of their moves is searched.
const LARGEST: u64 = 64 << 20;

/// Arguments of `analyze`, the same for all games.
#[derive(Args, Clone, Debug)]
pub struct AnalyzeArgs {
    /// The file; `-` for standard input.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// How long each position is searched: 100000 nodes unless given.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// How the engine searches.
    #[command(flatten)]
    pub engine: EngineArgs,
    /// Write the game with its verdicts to this file, and a summary to the terminal.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write the scores of the game as a picture (SVG) to this file; of further
    /// games to files with a number in their names.
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
    /// Print one JSON object a game instead.
    #[arg(long)]
    pub json: bool,
}

impl AnalyzeArgs {
    /// The bytes of the file.
    ///
    /// # Errors
    /// [`Error::Failure`] names the file.
    pub fn read(&self) -> Result<Vec<u8>, Error> {
        let read = || -> io::Result<Vec<u8>> {
            let mut bytes = Vec::new();
            if self.file.as_os_str() == "-" {
                io::stdin().take(LARGEST + 1).read_to_end(&mut bytes)?;
            } else {
                File::open(&self.file)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
            }
            if bytes.len() as u64 > LARGEST {
                let most = LARGEST >> 20;
                return Err(io::Error::other(format!("too large: expected at most {most} MiB")));
            }
            Ok(bytes)
        };
        read().map_err(|e| self.unfit(e))
    }

    /// The error of this file.
    pub fn unfit(&self, why: impl fmt::Display) -> Error {
        Error::failure(format_args!("{}: {why}", quote(&self.file.to_string_lossy())))
    }

    /// Where the plot of a game goes; the first has number 0.
    fn plot_of(&self, number: usize) -> Option<PathBuf> {
        let path = self.plot.as_ref()?;
        if number == 0 {
            return Some(path.clone());
        }
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let end = path.extension().map_or(String::new(), |e| format!(".{}", e.to_string_lossy()));
        Some(path.with_file_name(format!("{stem}-{}{end}", number + 1)))
    }
}

/// How bad a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// `?!`: 5 hundredths of the point or more were lost.
    Inaccuracy,
    /// `?`: 10 or more.
    Mistake,
    /// `??`: 20 or more.
    Blunder,
}

impl Mark {
    /// The mark of a loss, of 0 to 1.
    #[must_use]
    pub fn of(loss: f64) -> Option<Self> {
        [(0.2, Self::Blunder), (0.1, Self::Mistake), (0.05, Self::Inaccuracy)]
            .into_iter()
            .find_map(|(least, mark)| (loss >= least).then_some(mark))
    }

    /// As it stands behind a move.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// Its number in PGN ("numeric annotation glyph").
    #[must_use]
    pub const fn glyph(self) -> u8 {
        match self {
            Self::Inaccuracy => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }

    /// In a word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

/// A move of a game and what the engine says of it.
#[derive(Clone, Debug)]
pub struct Judged<M> {
    /// The move.
    pub played: M,
    /// Whose it is: 0 for the first of [`Game::SIDES`], otherwise the second.
    pub side: usize,
    /// What it was worth, for the side that played it.
    pub score: Shown,
    /// What the best move was worth, for the same side.
    pub best_score: Shown,
    /// The best line; it begins with `played` if that was best.
    pub line: Vec<M>,
    /// How deep the position was searched.
    pub depth: u32,
    /// What the move cost, in expected results from 0 to 1.
    pub loss: f64,
    /// How bad that is.
    pub mark: Option<Mark>,
}

impl<M: Copy + PartialEq> Judged<M> {
    /// The line that was better, if the move has a mark.
    #[must_use]
    pub fn better(&self) -> &[M] {
        let line = self.line.get(..LINE).unwrap_or(&self.line);
        if self.mark.is_some() { line } else { &[] }
    }

    /// The score, for the side that begins the game.
    #[must_use]
    pub const fn score_of_first(&self) -> Shown {
        if self.side == 0 { self.score } else { turned(self.score) }
    }
}

/// The same score, for the other side.
const fn turned(score: Shown) -> Shown {
    match score {
        Shown::Estimate(v) => Shown::Estimate(v.saturating_neg()),
        Shown::MateIn(n) => Shown::MateIn(n.saturating_neg()),
        Shown::ByRule { wins } => Shown::ByRule { wins: !wins },
        Shown::Proved { wins } => Shown::Proved { wins: !wins },
        Shown::Draw => Shown::Draw,
    }
}

/// What a move was worth that led to a position of this score for the other side.
const fn before(score: Shown) -> Shown {
    match score {
        // The move itself counts.
        Shown::MateIn(n) if n <= 0 => Shown::MateIn(1i32.saturating_sub(n)),
        other => turned(other),
    }
}

/// The result that is to be expected of a score: 1 for a win, 0 for a loss.
#[must_use]
pub fn expected<G: Game>(score: Shown) -> f64 {
    let won = |wins| if wins { 1.0 } else { 0.0 };
    match score {
        Shown::Draw => 0.5,
        Shown::MateIn(n) => won(n > 0),
        Shown::ByRule { wins } | Shown::Proved { wins } => won(wins),
        Shown::Estimate(v) => {
            // Three to one at a clear advantage.
            let advantages = f64::from(v) / f64::from(G::CLEAR_ADVANTAGE);
            1.0 / (1.0 + 3f64.powf(-advantages))
        }
    }
}

/// What the engine knows of one position.
struct Known<M> {
    score: Shown,
    line: Vec<M>,
    depth: u32,
}

/// Judges the moves of a game; all are legal, one after the other.
///
/// # Errors
/// [`Error`] for options that are wrong.
pub fn judge<G: Game>(
    args: &AnalyzeArgs,
    start: &G::Position,
    moves: &[MoveOf<G>],
) -> Result<Vec<Judged<MoveOf<G>>>, Error> {
    let evaluation = args.engine.evaluation.as_deref().unwrap_or(G::PLAYS_WITH);
    let evaluation = searcher::for_the_engine::<G>(Some(evaluation))?;
    let mut engine = searcher::engine::<G>(evaluation, args.engine.options::<G::Position>()?)?;
    let limits = searcher::limits(&args.limits, None);
    let limits = match args.limits.is_given() {
        true => limits,
        false => Limits { nodes: Some(NODES), ..limits },
    };
    let mut positions = vec![start.clone()];
    for &m in moves {
        let mut next = positions[positions.len() - 1].clone();
        next.make(m);
        positions.push(next);
    }
    let mut progress = Progress::new(positions.len() as u64, "analyze");
    let mut known: Vec<Known<MoveOf<G>>> = Vec::new();
    for pos in positions.iter().rev() {
        known.push(look::<G>(&mut engine, pos, &limits));
        progress.add(1);
    }
    progress.finish();
    known.reverse();
    let judged = moves.iter().zip(&positions).zip(known.windows(2)).map(|((&m, pos), pair)| {
        let (here, after) = (&pair[0], &pair[1]);
        let was_best = here.line.first() == Some(&m);
        let score = if was_best { here.score } else { before(after.score) };
        let loss = (expected::<G>(here.score) - expected::<G>(score)).max(0.0);
        Judged {
            played: m,
            side: G::side_to_move(pos),
            score,
            best_score: here.score,
            line: here.line.clone(),
            depth: here.depth,
            loss,
            mark: Mark::of(loss),
        }
    });
    Ok(judged.collect())
}

fn look<G: Game>(
    engine: &mut searcher::EngineOf<G>,
    pos: &G::Position,
    limits: &Limits<MoveOf<G>>,
) -> Known<MoveOf<G>> {
    if let Some(ending) = G::ending(pos) {
        let score = match ending.winner {
            None => Shown::Draw,
            Some(side) if side == G::side_to_move(pos) => Shown::Proved { wins: true },
            Some(_) => Shown::MateIn(0),
        };
        return Known { score, line: Vec::new(), depth: 0 };
    }
    let report = searcher::search::<G>(engine, pos, limits, &Stop::new(), &mut |_| ());
    let line = report.lines.first().map_or(Vec::new(), |line| line.pv.clone());
    Known { score: Shown::of_score(report.score, report.complete), line, depth: report.depth() }
}

/// A score for the side that begins, as it is written into games: `+35`, `red
/// wins in 3 moves`, `draw`.
#[must_use]
pub fn said<G: Game>(score: Shown) -> String {
    let side = |wins: bool| G::SIDES[usize::from(!wins)];
    match score {
        Shown::Estimate(v) if v > 0 => format!("+{v}"),
        Shown::Estimate(v) => v.to_string(),
        Shown::Draw => "draw".to_owned(),
        Shown::MateIn(n) => {
            let plural = if n.unsigned_abs() == 1 { "" } else { "s" };
            format!("{} wins in {} move{plural}", side(n > 0), n.unsigned_abs())
        }
        Shown::ByRule { wins } => format!("{} wins by rule", side(wins)),
        Shown::Proved { wins } => format!("{} wins", side(wins)),
    }
}

/// What is written behind a move: its score for the side that begins; for a bad
/// move what the best one was worth, and how it goes on if `line` is not empty.
pub fn remark<G: Game>(judged: &Judged<MoveOf<G>>, line: &[String]) -> String {
    let score = said::<G>(judged.score_of_first());
    let Some(mark) = judged.mark else { return score };
    let best = if judged.side == 0 { judged.best_score } else { turned(judged.best_score) };
    let mut text = format!("{}: {score}, at best {}", mark.name(), said::<G>(best));
    if !line.is_empty() {
        text += &format!(" by {}", line.join(" "));
    }
    text
}

/// How each side played, in a line: `red: 1 blunder, 2 mistakes, 0 inaccuracies,
/// 3.5 % a move; black: ...`. The percentage is what its moves cost on average.
pub fn summary<G: Game>(judged: &[Judged<MoveOf<G>>]) -> String {
    let of_side = |side: usize| {
        let own: Vec<_> = judged.iter().filter(|j| j.side == side).collect();
        let count = |mark| own.iter().filter(|j| j.mark == Some(mark)).count();
        let counted = [
            (Mark::Blunder, "blunder"),
            (Mark::Mistake, "mistake"),
            (Mark::Inaccuracy, "inaccuracy"),
        ];
        let words = counted.map(|(mark, name)| {
            let n = count(mark);
            match (n, mark) {
                (1, _) => format!("1 {name}"),
                (_, Mark::Inaccuracy) => format!("{n} inaccuracies"),
                _ => format!("{n} {name}s"),
            }
        });
        let loss: f64 = own.iter().map(|j| j.loss).sum();
        let average = 100.0 * loss / own.len().max(1) as f64;
        format!("{}: {}, {average:.1} % a move", G::SIDES[side], words.join(", "))
    };
    format!("{}; {}", of_side(0), of_side(1))
}

/// The JSON object of a game.
pub fn object<G: Game>(start: &G::Position, judged: &[Judged<MoveOf<G>>]) -> Value {
    let mut pos = start.clone();
    let mut moves = Vec::new();
    for j in judged {
        moves.push(json!({
            "move": G::move_text(&pos, j.played),
            "side": G::SIDES[usize::from(j.side != 0)],
            "score": j.score.json(),
            "best_move": j.line.first().map(|m| G::move_text(&pos, *m)),
            "best_score": j.best_score.json(),
            "pv": searcher::pv_text::<G>(&pos, &j.line),
            "depth": j.depth,
            "loss": (j.loss * 1e4).round() / 1e4,
            "mark": j.mark.map(Mark::sign),
        }));
        pos.make(j.played);
    }
    json!({ "moves": moves })
}

/// A game with its verdicts, ready to be written.
#[derive(Debug)]
pub struct Analyzed {
    /// The text of the file.
    pub text: String,
    /// How it went, for people.
    pub summary: String,
    /// The object of `--json`.
    pub json: Value,
    /// The picture of its scores.
    pub plot: crate::picture::Picture,
}

/// Puts together what is said of a game; `write` makes the text of the file.
///
/// # Errors
/// As [`judge`].
pub fn analyzed<G: Game>(
    args: &AnalyzeArgs,
    start: &G::Position,
    moves: &[MoveOf<G>],
    title: &str,
    write: impl FnOnce(&[Judged<MoveOf<G>>], &str) -> String,
) -> Result<Analyzed, Error> {
    let judged = judge::<G>(args, start, moves)?;
    let summary = summary::<G>(&judged);
    Ok(Analyzed {
        text: write(&judged, &summary),
        json: object::<G>(start, &judged),
        plot: plot::<G>(start, &judged, title),
        summary,
    })
}

/// Writes what came of the games of a file.
///
/// # Errors
/// [`Error`] where a file cannot be written.
pub fn write(args: &AnalyzeArgs, games: &[Analyzed], out: &Output) -> Result<(), Error> {
    for (number, game) in games.iter().enumerate() {
        if let Some(path) = args.plot_of(number) {
            write_drawing(Some(&path), game.plot.to_string(), out)?;
        }
    }
    if args.json {
        let lines: String = games.iter().map(|game| format!("{}\n", game.json)).collect();
        return write_drawing(args.output.as_deref(), lines, out);
    }
    let texts: Vec<_> = games.iter().map(|game| game.text.as_str()).collect();
    write_drawing(args.output.as_deref(), texts.join("\n"), out)?;
    if args.output.is_some() {
        for game in games {
            out.line(&game.summary)?;
        }
    }
    Ok(())
}

/// Whether a file is a saved game of `play`.
#[must_use]
pub fn is_saved(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut lines = text.split(|b| matches!(b, b'\n' | b'\r')).map(<[u8]>::trim_ascii);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(b"#"));
    first.is_some_and(|line| line.starts_with(b"game "))
}

/// The end of a file's name, without its dot.
#[must_use]
pub fn extension(path: &Path) -> Option<&str> {
    path.extension().and_then(|end| end.to_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_from_the_other_side() {
        // Mated: the move before was mate in one.
        assert_eq!(before(Shown::MateIn(0)), Shown::MateIn(1));
        assert_eq!(before(Shown::MateIn(-2)), Shown::MateIn(3));
        assert_eq!(before(Shown::MateIn(2)), Shown::MateIn(-2));
        assert_eq!(before(Shown::Estimate(7)), Shown::Estimate(-7));
        assert_eq!(before(Shown::Draw), Shown::Draw);
    }

    #[test]
    fn marks() {
        assert_eq!(
            [0.0, 0.049, 0.05, 0.1, 0.2, 1.0].map(|loss| Mark::of(loss).map(Mark::sign)),
            [None, None, Some("?!"), Some("?"), Some("??"), Some("??")]
        );
    }

    #[test]
    fn saved_games_are_known() {
        assert!(is_saved(b"\xef\xbb\xbf# saved\n\ngame tictactoe\n"));
        assert!(!is_saved(b"[Game \"Chinese Chess\"]\n") && !is_saved(b"") && !is_saved(b"gam"));
    }
}
