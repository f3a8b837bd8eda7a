//! Verdicts that need more than the board: repetition, the sixty-move rule,
//! material. One function serves search, referee and output.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use search_core::{MoveSet, Outcome, Position, Verdict};

use crate::board::Board;
use crate::chase;
use crate::piece::{Kind, Side};
use crate::position::Xiangqi;

/// What a third occurrence of a position means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RepetitionRule {
    /// Who alone gives perpetual check loses; without any check, who alone
    /// perpetually chases a piece loses; all else is a draw.
    #[default]
    Asian,
    /// Repetition is a draw, whoever checks or chases.
    None,
}

impl RepetitionRule {
    /// All, the default first.
    pub const ALL: [Self; 2] = [Self::Asian, Self::None];

    /// Its name on the command line: `asian` or `none`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Asian => "asian",
            Self::None => "none",
        }
    }
}

impl FromStr for RepetitionRule {
    type Err = UnknownRule;

    fn from_str(text: &str) -> Result<Self, UnknownRule> {
        let named = |rule: &Self| rule.name().eq_ignore_ascii_case(text);
        Self::ALL.into_iter().find(named).ok_or_else(|| UnknownRule(text.to_owned()))
    }
}

/// A word that names no [`RepetitionRule`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected asian or none")]
pub struct UnknownRule(
    /// The word.
    pub String,
);

/// The rules that differ between competitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// What a third occurrence of a position means.
    pub repetition: RepetitionRule,
    /// Plies without a capture that make a draw; `None`: never. From its 11th
    /// check in a stretch without capture on, a side's checks and the replies to
    /// them are not counted.
    pub quiet_limit: Option<u16>,
}

impl Default for Rules {
    /// Asian repetition, and a draw after 120 plies (60 moves) without a capture.
    fn default() -> Self {
        Self { repetition: RepetitionRule::Asian, quiet_limit: Some(120) }
    }
}

/// By which rule a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// In check without a legal move.
    Mate,
    /// No legal move, and not in check: a loss all the same.
    Stalemate,
    /// One side alone gave check with every move of a repeated cycle.
    PerpetualCheck,
    /// One side alone attacked the same piece anew with every move of a repeated cycle.
    PerpetualChase,
    /// The third occurrence of a position.
    Repetition,
    /// So many plies without a capture.
    SixtyMoves,
    /// Nobody can win with the pieces left.
    Material,
}

impl Reason {
    /// In one word, as JSON names it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::Stalemate => "stalemate",
            Self::PerpetualCheck => "perpetual_check",
            Self::PerpetualChase => "perpetual_chase",
            Self::Repetition => "repetition",
            Self::SixtyMoves => "sixty_moves",
            Self::Material => "material",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A verdict and the rule behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ruling {
    /// For the side to move; says whether it depends on the path.
    pub verdict: Verdict,
    /// The rule.
    pub reason: Reason,
}

impl Ruling {
    /// The result for the side to move.
    #[must_use]
    pub const fn outcome(&self) -> Outcome {
        match self.verdict {
            Verdict::Position(outcome) | Verdict::Path { outcome, .. } => outcome,
        }
    }
}

/// The verdict by repetition, move count or material on a position `ply`
/// plies below the root of a search; 0 for a game.
///
/// A third occurrence decides; below the root of a search the second does, if
/// both lie below it: the side that would have to deviate could have done so
/// at the first. Ends by mate and stalemate are not looked for, unless the
/// move count or the material would call a mate a draw.
#[inline]
pub(crate) fn judge(pos: &Xiangqi, ply: usize) -> Option<Ruling> {
    if let Some(plies) = repeated(pos, ply) {
        return Some(rule_on_cycle(pos, plies));
    }
    let count = pos.count();
    if pos.rules().quiet_limit.is_some_and(|limit| count.counted >= limit) {
        if pos.board().has_legal_move() {
            let verdict = Verdict::Path { outcome: Outcome::Draw, plies_back: usize::MAX };
            return Some(Ruling { verdict, reason: Reason::SixtyMoves });
        }
        return None;
    }
    if !pos.board().kind(Kind::Pawn).is_empty() {
        return None;
    }
    if is_dead(pos.board()) {
        let verdict = Verdict::Position(Outcome::Draw);
        return Some(Ruling { verdict, reason: Reason::Material });
    }
    None
}

/// How many plies ago the cycle began that decides, if one does.
#[inline]
fn repeated(pos: &Xiangqi, ply: usize) -> Option<usize> {
    if !pos.may_repeat() {
        return None;
    }
    let steps = pos.steps();
    let key = pos.board().key;
    let reach = usize::from(pos.count().stretch).min(steps.len());
    let mut seen = 0;
    for back in (4..=reach).step_by(2) {
        if steps[steps.len() - back].undo.key == key {
            seen += 1;
            if seen == 2 || back < ply {
                return Some(back);
            }
        }
    }
    None
}

/// The verdict on a position that stood on the board `plies` plies ago, too.
#[cold]
fn rule_on_cycle(pos: &Xiangqi, plies: usize) -> Ruling {
    let steps = pos.steps();
    let cycle = &steps[steps.len() - plies..];
    let path = |outcome| Verdict::Path { outcome, plies_back: plies };
    let draw = Ruling { verdict: path(Outcome::Draw), reason: Reason::Repetition };
    if pos.rules().repetition == RepetitionRule::None {
        return draw;
    }
    // A step knows whether its side was in check before it: of the first step,
    // that is what the cycle's last move left, for the position is the same.
    let mut always = [true, true];
    let mut ever = false;
    for (i, step) in cycle.iter().enumerate() {
        always[i % 2] &= step.in_check();
        ever |= step.in_check();
    }
    // The first step, and so every second one, is of the side to move now.
    let [we_are_checked, they_are_checked] = always;
    if ever {
        return match (we_are_checked, they_are_checked) {
            (true, false) => Ruling { verdict: path(Outcome::Win), reason: Reason::PerpetualCheck },
            (false, true) => {
                Ruling { verdict: path(Outcome::Loss), reason: Reason::PerpetualCheck }
            }
            _ => draw,
        };
    }
    match chase::chaser(pos.board(), cycle.iter().rev().map(|step| step.m)) {
        None => draw,
        Some(side) => {
            let ours = side == pos.board().side_to_move();
            let outcome = if ours { Outcome::Loss } else { Outcome::Win };
            Ruling { verdict: path(outcome), reason: Reason::PerpetualChase }
        }
    }
}

/// Whether nobody can win with the pieces left, no pawn among them.
fn is_dead(board: &Board) -> bool {
    let both = |kind: Kind| board.kind(kind).count();
    if both(Kind::Rook) + both(Kind::Horse) > 0 {
        return false;
    }
    let cannons = both(Kind::Cannon);
    let (advisors, elephants) = (both(Kind::Advisor), both(Kind::Elephant));
    let (dead, unless_mate) = match cannons {
        0 => (true, false),
        1 => {
            let count = |side: Side, kind: Kind| board.pieces(side, kind).count();
            let owner = match board.pieces(Side::Red, Kind::Cannon).is_empty() {
                true => Side::Black,
                false => Side::Red,
            };
            // An advisor of its own always serves as a screen.
            if count(owner, Kind::Advisor) > 0 {
                return false;
            }
            match (count(owner.other(), Kind::Advisor), count(owner, Kind::Elephant)) {
                (0, _) | (1, 0) => (true, false),
                (1, _) | (2, 0) => (true, true),
                _ => (false, false),
            }
        }
        2 => {
            let one_each = Side::BOTH.iter().all(|&s| board.pieces(s, Kind::Cannon).count() == 1);
            (one_each && advisors == 0, elephants > 0)
        }
        _ => (false, false),
    };
    dead && !(unless_mate && decides_now(board))
}

/// Whether the side to move is mated or mates at once.
#[cold]
fn decides_now(board: &Board) -> bool {
    if !board.has_legal_move() {
        return true;
    }
    let mut next = board.clone();
    let mates = board.generate(MoveSet::All, |m| {
        let undo = next.make(m);
        let mates = next.in_check() && !next.has_legal_move();
        next.unmake(m, undo);
        if mates { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    mates.is_break()
}
