//! `analyze`: games with what the engine says of every move.

use clap::Args;
use cli::analysis::{self, AnalyzeArgs, Analyzed, Judged};
use cli::args::parse_position;
use cli::{Error, Output};
use search_core::Position;
use xiangqi::notation::Notation;
use xiangqi::pgn::{self, Game};
use xiangqi::{Move, Xiangqi};

use super::BoardArgs;
use super::convert::text_of;
use super::table::Table;

/// Arguments of `analyze`.
#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Variations of the file are left out. Scores in it are Red's. ?! marks a move that costs 5 % of the point or more by \
                        the expected result, ? 10 %, ?? 20 %."
)]
pub(crate) struct XiangqiAnalyzeArgs {
    #[command(flatten)]
    shared: AnalyzeArgs,
    /// How moves are written: uci, iccs, wxf or chinese.
    #[arg(long, value_name = "NOTATION", default_value = "iccs")]
    notation: Notation,
}

impl XiangqiAnalyzeArgs {
    pub(crate) fn run(&self, out: &Output) -> Result<(), Error> {
        let args = &self.shared;
        let bytes = args.read()?;
        if analysis::is_saved(&bytes) {
            let record = analysis::read_saved(args, &bytes, "xiangqi")?;
            let position: BoardArgs =
                parse_position(&record.position).map_err(|e| args.unfit(e))?;
            let start = position.position().map_err(|e| args.unfit(e))?;
            return analysis::run_saved::<Table>(args, &record, &start, out);
        }
        let text = text_of(&bytes)
            .ok_or_else(|| args.unfit("neither UTF-8 nor GB18030: expected text"))?;
        let games = pgn::read(&text).collect::<Result<Vec<_>, _>>().map_err(|e| args.unfit(e))?;
        if games.is_empty() {
            return Err(args.unfit("no game in it"));
        }
        let games = games.into_iter().map(|game| self.game(game)).collect::<Result<Vec<_>, _>>()?;
        analysis::write(args, &games, out)
    }

    fn game(&self, game: Game) -> Result<Analyzed, Error> {
        let fen = format!("{} - - {} {}", game.start, game.quiet_plies, game.move_number.max(1));
        let start = Xiangqi::from_fen(&fen).map_err(|e| self.shared.unfit(e))?;
        let name = |tag| game.tag(tag).filter(|name| *name != "?").unwrap_or(tag).to_owned();
        let title = format!("{} - {}", name("Red"), name("Black"));
        let moves = game.moves.clone();
        analysis::analyzed::<Table>(&self.shared, &start, &moves, &title, |judged, summary| {
            self.annotated(game, judged, summary).write(self.notation)
        })
    }

    fn annotated(&self, mut game: Game, judged: &[Judged<Move>], summary: &str) -> Game {
        let mut board = game.start.clone();
        add(&mut game, 0, summary);
        for (ply, j) in (1..).zip(judged) {
            add(&mut game, ply, &analysis::remark::<Table>(j, &[]));
            if let Some(mark) = j.mark {
                game.glyphs.insert(ply, mark.glyph());
                game.variations.insert(ply, j.better().to_vec());
            }
            board.make(j.played);
        }
        game
    }
}

/// Adds to a comment.
fn add(game: &mut Game, ply: usize, text: &str) {
    let comment = game.comments.entry(ply).or_default();
    if !comment.is_empty() {
        comment.push_str("; ");
    }
    comment.push_str(text);
}
