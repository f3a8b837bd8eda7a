//! `analyze`: games with what the engine says of every move.

use clap::Args;
use cli::analysis::{self, AnalyzeArgs, Analyzed, Judged, Mark};
use cli::args::parse_position;
use cli::report::Shown;
use cli::{Error, Output};
use gomoku::formats::sgf::{Annotation, write_annotated};
use gomoku::formats::{self, Format, Options, Record};
use gomoku::{Board, Gomoku, Point, Rule, Side};

use super::GomokuArgs;
use super::convert::in_utf8;
use super::table::Table;

/// Arguments of `analyze`.
#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Games are written as SGF: psq has no room for verdicts. Of a tree the main line is judged. Scores are Black's. ?! marks a move \
                        that costs 5 % of the point or more by the expected result, ? 10 %, ?? 20 %."
)]
pub(crate) struct GomokuAnalyzeArgs {
    #[command(flatten)]
    shared: AnalyzeArgs,
    /// The rule, where the file does not tell it or tells a wrong one; freestyle unless given.
    #[arg(long)]
    rule: Option<Rule>,
}

impl GomokuAnalyzeArgs {
    pub(crate) fn run(&self, out: &Output) -> Result<(), Error> {
        let args = &self.shared;
        let bytes = args.read()?;
        if analysis::is_saved(&bytes) {
            let record = analysis::read_saved(args, &bytes, "gomoku")?;
            let position: GomokuArgs =
                parse_position(&record.position).map_err(|e| args.unfit(e))?;
            let position = GomokuArgs { rule: self.rule.or(position.rule), ..position };
            let start = position.position().map_err(|e| args.unfit(e))?;
            return analysis::run_saved::<Table>(args, &record, &start, out);
        }
        let extension = analysis::extension(&args.file);
        let bytes = in_utf8(bytes, extension);
        if !matches!(Format::detect(&bytes, extension), Some(Format::Psq | Format::Sgf)) {
            return Err(args.unfit("no game: expected a PSQ or SGF file, or a saved game"));
        }
        let records = formats::read(&bytes, &Options { extension, ..Options::default() });
        let records = records.map_err(|e| args.unfit(e))?;
        if records.is_empty() {
            return Err(args.unfit("no game in it"));
        }
        let games =
            records.into_iter().map(|game| self.game(game)).collect::<Result<Vec<_>, _>>()?;
        analysis::write(args, &games, out)
    }

    fn game(&self, record: Record) -> Result<Analyzed, Error> {
        let args = &self.shared;
        let rule = self.rule.or(record.rule).unwrap_or_default();
        let of = |side| {
            let stones = record.setup.iter().filter(|(_, of)| *of == side);
            stones.map(|(point, _)| *point).collect::<Vec<_>>()
        };
        let (black, white) = (of(Side::Black), of(Side::White));
        let start = match record.setup.is_empty() {
            true => Gomoku::new(rule, record.size),
            false => {
                let board = Board::with_stones(rule, record.size, &black, &white);
                Gomoku::from_board(board.map_err(|e| args.unfit(e))?)
            }
        };
        if start.side_to_move() != record.first {
            return Err(args.unfit(format_args!(
                "{} is to move there: expected as many stones of both sides, or one more of Black",
                record.first
            )));
        }
        let mut game = start.clone();
        let mut moves = Vec::new();
        for (i, point) in record.points().enumerate() {
            game.play(point).map_err(|e| args.unfit(format_args!("move {}: {e}", i + 1)))?;
            moves.push(point);
        }
        let name =
            |name: &Option<String>, side: Side| name.clone().unwrap_or_else(|| side.to_string());
        let title =
            format!("{} - {}", name(&record.black, Side::Black), name(&record.white, Side::White));
        analysis::analyzed::<Table>(args, &start, &moves, &title, |judged, summary| {
            annotated(record, rule, judged, summary)
        })
    }
}

fn annotated(mut record: Record, rule: Rule, judged: &[Judged<Point>], summary: &str) -> String {
    record.rule = Some(rule);
    add(&mut record.comment, summary);
    let mut annotations = Vec::new();
    for (played, j) in record.moves.iter_mut().zip(judged) {
        let better: Vec<_> = j.better().iter().map(Point::to_string).collect();
        add(&mut played.comment, &analysis::remark::<Table>(j, &better));
        annotations.push(Annotation {
            value: match j.score_of_first() {
                Shown::Estimate(v) => Some(f64::from(v)),
                _ => None,
            },
            badness: j.mark.map_or(0, |mark| match mark {
                Mark::Inaccuracy => 1,
                Mark::Mistake => 2,
                Mark::Blunder => 3,
            }),
            better: j.better().to_vec(),
        });
    }
    write_annotated(&record, &annotations)
}

/// Adds a line to a comment.
fn add(comment: &mut Option<String>, text: &str) {
    match comment {
        Some(comment) => *comment += &format!("\n{text}"),
        None => *comment = Some(text.to_owned()),
    }
}
