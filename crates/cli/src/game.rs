//! What a game must tell the shared commands.

use search_core::{Evaluate, Heuristics, Outcome, Position, final_outcome, legal_moves};
use serde_json::{Map, Value};

use crate::draw::Sketch;
use crate::picture::{self, Marks, Picture};
use crate::words::quote;

/// The end of a game as the rules see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Who won: an index into [`Game::SIDES`]; `None` for a draw.
    pub winner: Option<usize>,
    /// By which rule, in one word: `line`, `mate`, `full_board`.
    pub reason: &'static str,
}

/// How a board is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// Seen by the second player.
    pub flipped: bool,
    /// With letters where the game has characters of its own.
    pub letters: bool,
}

/// The arguments that give a position on a command line, and how it is drawn.
pub trait PositionArgs: clap::Args {
    /// Players of the game's own, each with a line of meaning: names for
    /// `search --algorithm`. [`Game::choose`] plays for them.
    const PLAYERS: &'static [(&'static str, &'static str)] = &[];

    /// The first option of the position that is given: none goes with `--load`.
    fn given(&self) -> Option<&'static str>;

    /// How boards are drawn.
    fn view(&self) -> View {
        View::default()
    }

    /// Whether `play` plays what the game [knows](Game::known_move) without a search.
    fn uses_known_moves(&self) -> bool {
        true
    }

    /// How pictures are drawn, which can show what a terminal may not.
    fn picture_view(&self) -> View {
        self.view()
    }
}

/// What a player of the game's own plays.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<M> {
    /// The move.
    pub best: M,
    /// What it saw, as `search` shows it behind the move.
    pub notes: Map<String, Value>,
}

/// A move of the game.
pub type MoveOf<G> = <<G as Game>::Position as Position>::Move;

/// A game as people see it: text in, text out. What the engine needs is in
/// [`search_core`]'s traits; nothing here is called inside a search.
pub trait Game: Sized + 'static {
    /// The positions.
    type Position: Heuristics<Move: Send + Sync + 'static> + Send + Sync + 'static;
    /// One type for all evaluations that [`EVALUATIONS`](Self::EVALUATIONS)
    /// names: an enum, say, so that the search calls it without a pointer.
    type Evaluation: Evaluate<Self::Position> + Clone + Send + 'static;

    /// What the binary is called.
    const NAME: &'static str;
    /// The sides as commands and JSON name them, the one that begins first.
    const SIDES: [&'static str; 2];
    /// Names of the evaluations, each with a line of meaning; the first is the default.
    const EVALUATIONS: &'static [(&'static str, &'static str)];

    /// The evaluation that `play` uses unless told otherwise.
    const PLAYS_WITH: &'static str = Self::EVALUATIONS[0].0;

    /// An estimate of so many units is won three times out of four: by it the
    /// analysis of games tells how grave a mistake is.
    const CLEAR_ADVANTAGE: i32 = 200;

    /// The evaluation of this name, one of [`EVALUATIONS`](Self::EVALUATIONS).
    fn evaluation(name: &str) -> Option<Self::Evaluation>;

    /// Whether an evaluation is for the textbook algorithms alone: its values
    /// do not fit the engine's scores.
    fn for_textbook_alone(evaluation: &str) -> bool {
        let _ = evaluation;
        false
    }

    /// What a player of the game's own ([`PositionArgs::PLAYERS`]) plays where
    /// the game is not over. `None`: there is no such player.
    fn choose(player: &str, pos: &Self::Position) -> Option<Choice<MoveOf<Self>>> {
        let _ = (player, pos);
        None
    }

    /// A move that `play` plays without a search, where the game has a library of openings,
    /// and in a few words what is known of it.
    fn known_move(pos: &Self::Position) -> Option<(MoveOf<Self>, String)> {
        let _ = pos;
        None
    }

    /// Who moves: an index into [`SIDES`](Self::SIDES).
    fn side_to_move(pos: &Self::Position) -> usize;

    /// A move of this position as text.
    fn move_text(pos: &Self::Position, m: MoveOf<Self>) -> String;

    /// Why a move is good or bad, in a sentence that goes with a hint, where
    /// the game has a theory that tells more than a search does.
    fn reason(pos: &Self::Position, m: MoveOf<Self>) -> Option<String> {
        let _ = (pos, m);
        None
    }

    /// Reads a legal move; by default the one that is written like the text.
    ///
    /// # Errors
    /// Why it is none: the bad word and what was expected, in one line.
    fn parse_move(pos: &Self::Position, text: &str) -> Result<MoveOf<Self>, String> {
        let all = legal_moves(pos);
        let found = all.iter().find(|m| Self::move_text(pos, **m).eq_ignore_ascii_case(text));
        found.copied().ok_or_else(|| {
            let words: Vec<_> = all.iter().map(|m| Self::move_text(pos, *m)).collect();
            let expected = match words.is_empty() {
                true => "none, the game is over".to_owned(),
                false => words.join(" "),
            };
            format!("{} is no legal move: expected {expected}", quote(text))
        })
    }

    /// The board for a terminal, several lines with ANSI colours (taken out
    /// again where there are none); by default the [`rows`](Self::rows).
    /// `last` is the move to be marked.
    fn board(pos: &Self::Position, last: Option<MoveOf<Self>>, view: View) -> String {
        let _ = (last, view);
        Self::rows(pos).iter().map(|row| format!("{row}\n")).collect()
    }

    /// Whether the board looks different from the other side: `play` has a
    /// command for it then.
    const CAN_FLIP: bool = false;

    /// The rows of a board small enough to stand inside the node of a drawn
    /// tree; empty for others.
    fn rows(pos: &Self::Position) -> Vec<String> {
        let _ = pos;
        Vec::new()
    }

    /// A picture of a position small enough to stand inside the node of a
    /// drawn tree; none for others.
    fn sketch(pos: &Self::Position) -> Sketch {
        let _ = pos;
        Sketch::None
    }

    /// Whether a move puts a stone on a point of the board: its number and its
    /// score can be shown there.
    const PLACES: bool = false;

    /// The moves that led to a position, as far as it knows them.
    fn history(pos: &Self::Position) -> Vec<MoveOf<Self>> {
        let _ = pos;
        Vec::new()
    }

    /// The board as a picture; by default the [`rows`](Self::rows) without
    /// any marks. `None`: there is none.
    fn picture(pos: &Self::Position, marks: &Marks<MoveOf<Self>>, view: View) -> Option<Picture> {
        let _ = (marks, view);
        picture::of_rows(&Self::rows(pos), Self::NAME)
    }

    /// Whether the game is over, for whom, and by which rule; by default as
    /// [`final_outcome`] has it.
    fn ending(pos: &Self::Position) -> Option<Ending> {
        let side = Self::side_to_move(pos);
        Some(match final_outcome(pos)? {
            Outcome::Win => Ending { winner: Some(side), reason: "won" },
            Outcome::Loss => Ending { winner: Some(1 - side), reason: "won" },
            Outcome::Draw | Outcome::Value(_) => Ending { winner: None, reason: "draw" },
        })
    }

    /// Adds the game's own keys to `status --json`.
    fn add_status(pos: &Self::Position, status: &mut Map<String, Value>) {
        let _ = (pos, status);
    }

    /// The words of a command line that give this position, or a position
    /// with the same rules from which `play` began: what a saved game starts
    /// with. None, by default, for games that begin from one position alone.
    fn position_args(pos: &Self::Position) -> Vec<String> {
        let _ = pos;
        Vec::new()
    }

    /// The depth of `compare` and the textbook algorithms when none is given;
    /// by default one at which minimax visits about a million nodes.
    fn default_depth(pos: &Self::Position) -> u32 {
        let branches = pos.count_moves().max(2);
        (1..=20)
            .take_while(|&depth| branches.saturating_pow(depth) <= 1_000_000)
            .last()
            .unwrap_or(1)
    }

    /// The depth of `tree` when none is given: larger pictures are hard to read.
    fn tree_depth(pos: &Self::Position) -> u32 {
        Self::default_depth(pos).min(2)
    }

    /// The positions of `bench`, each with its depth.
    fn bench() -> Vec<(Self::Position, u32)>;
}
