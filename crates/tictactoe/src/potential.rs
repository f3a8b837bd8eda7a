//! Evaluation and proofs by potential.

use search_core::{Evaluate, Outcome, Ply, Proof};

use crate::board::Board;
use crate::geometry::UNITS;
use crate::square::Square;

/// The evaluation for play and proof.
///
/// The *potential* of a side is the sum over its open lines of 2^-(squares
/// that the line lacks). Erdős and Selfridge ("On a combinatorial game", J.
/// Combin. Theory A 14, 1973) showed what it proves: whoever takes, at every
/// move, the square that lowers the other side's potential most keeps it from
/// growing over a pair of moves. So a side whose potential is below 1 with the
/// opponent to move, or below 1/2 when it moves itself (its own stone can at
/// most double it), never completes a line if the opponent does not want it.
/// Without any open line the potential is 0: a dead draw is the simplest case.
///
/// [`Evaluate::probe`] turns this into bounds, and knows a win on the spot
/// and a double threat. [`Evaluate::evaluate`] is the difference of the
/// potentials in hundredths, the side to move's own counted double for the
/// stone that it is about to put.
#[derive(Clone, Copy, Debug, Default)]
pub struct Potential;

impl<P: Board> Evaluate<P> for Potential {
    fn evaluate(&mut self, board: &P) -> i32 {
        let side = board.side_to_move();
        let [own, theirs] = [side, side.other()].map(|side| i64::from(board.potential(side)));
        ((2 * own - theirs) * 100 / i64::from(UNITS)) as i32
    }

    fn probe(&mut self, board: &mut P, _: u64) -> (Option<Proof<Square>>, u64) {
        (prove(board), 0)
    }
}

fn prove<P: Board>(board: &P) -> Option<Proof<Square>> {
    let exact = |outcome, plies, squares: &[Square]| {
        // Through the table's form, since a folded board plays one of its images.
        let bits = squares.first().and_then(|&square| board.pack(square));
        let best = bits.and_then(|bits| board.unpack(bits));
        Some(Proof { plies: Some(Ply::new(plies)), best, ..Proof::exact(outcome) })
    };
    let side = board.side_to_move();
    let wins = board.completing(side);
    if !wins.is_empty() {
        return exact(Outcome::Win, 1, &wins);
    }
    let threats = board.completing(side.other());
    if threats.len() == 2 {
        return exact(Outcome::Loss, 2, &threats);
    }
    let cannot_win = board.potential(side) < UNITS / 2;
    let cannot_lose = board.potential(side.other()) < UNITS;
    match (cannot_win, cannot_lose) {
        (true, true) => Some(Proof::exact(Outcome::Draw)),
        (true, false) => Some(Proof::at_most(Outcome::Draw)),
        (false, true) => Some(Proof::at_least(Outcome::Draw)),
        (false, false) => None,
    }
}
