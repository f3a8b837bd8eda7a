//! Games that `play` has saved.

use search_core::Position;

use super::{AnalyzeArgs, Judged, analyzed, remark, write};
use crate::error::Error;
use crate::game::{Game, MoveOf};
use crate::output::Output;
use crate::record::Record;
use crate::searcher;

/// The record of a saved game.
///
/// # Errors
/// [`Error::Failure`] names the file and what is wrong with it.
pub fn read_saved(args: &AnalyzeArgs, bytes: &[u8], game: &str) -> Result<Record, Error> {
    let text = std::str::from_utf8(bytes).map_err(|_| args.unfit("expected text in UTF-8"))?;
    let record: Record = text.parse().map_err(|e| args.unfit(e))?;
    if record.game != game {
        let found = crate::words::quote(&record.game);
        return Err(args.unfit(format_args!("it is a game of {found}, expected {game}")));
    }
    Ok(record)
}

impl Record {
    /// The moves from a position on.
    ///
    /// # Errors
    /// Why one of them is not legal.
    pub fn played<G: Game>(&self, start: &G::Position) -> Result<Vec<MoveOf<G>>, String> {
        let (mut pos, mut moves) = (start.clone(), Vec::new());
        for (i, word) in self.moves.iter().enumerate() {
            let m = match G::ending(&pos) {
                Some(_) => Err("the game is over".to_owned()),
                None => G::parse_move(&pos, word),
            };
            let m = m.map_err(|e| format!("move {}: {e}", i + 1))?;
            pos.make(m);
            moves.push(m);
        }
        Ok(moves)
    }
}

/// Judges a saved game and writes it with its verdicts.
///
/// # Errors
/// [`Error`] says what to tell the user and how to end.
pub fn run_saved<G: Game>(
    args: &AnalyzeArgs,
    record: &Record,
    start: &G::Position,
    out: &Output,
) -> Result<(), Error> {
    let moves = record.played::<G>(start).map_err(|e| args.unfit(e))?;
    let game = analyzed::<G>(args, start, &moves, G::NAME, |judged, summary| {
        write_saved::<G>(record, start, judged, summary)
    })?;
    write(args, &[game], out)
}

/// A saved game with its verdicts in comments: it can be loaded again.
fn write_saved<G: Game>(
    record: &Record,
    start: &G::Position,
    judged: &[Judged<MoveOf<G>>],
    summary: &str,
) -> String {
    let head = Record { moves: Vec::new(), result: String::new(), ..record.clone() };
    let mut text = format!("{head}# {summary}\n# Scores are {}'s.\n", G::SIDES[0]);
    let mut pos = start.clone();
    for (i, j) in judged.iter().enumerate() {
        let word = G::move_text(&pos, j.played);
        let better = searcher::pv_text::<G>(&pos, j.better());
        let line = Record { moves: vec![word.clone()], ..Record::default() }.to_string();
        let moves = line.lines().find(|line| line.starts_with("moves ")).unwrap_or_default();
        let sign = j.mark.map_or("", super::Mark::sign);
        let (side, remark) = (G::SIDES[usize::from(j.side != 0)], remark::<G>(j, &better));
        text += &format!("{moves}\n# {}. {side} {word}{sign}  {remark}\n", i + 1);
        pos.make(j.played);
    }
    if !record.result.is_empty() {
        text += &format!("result {}\n", record.result);
    }
    text
}
