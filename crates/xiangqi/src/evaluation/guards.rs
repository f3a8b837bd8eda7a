//! Material beyond the sum of its pieces: who guards, and against what.

use super::features::{BY_CANNON, BY_HORSE, BY_PAWN, BY_ROOK, Scene};
use super::layout::*;
use super::sink::Sink;
use crate::piece::{Kind, Side};

#[inline(always)]
pub(super) fn visit(scene: &Scene<'_>, side: Side, sink: &mut impl Sink) {
    let enemy = side.other();
    let has = |side, kind, most| scene.worth.number(side, kind).min(most);
    let (advisors, elephants) = (has(enemy, Kind::Advisor, 2), has(enemy, Kind::Elephant, 2));
    let (horses, cannons) = (has(side, Kind::Horse, 2), has(side, Kind::Cannon, 2));
    let (rooks, pawns) = (has(side, Kind::Rook, 2), has(side, Kind::Pawn, 5));
    sink.add(enemy, GUARDS + 3 * advisors + elephants, 1);
    let rows = [(BY_ROOK, rooks), (BY_HORSE, horses), (BY_CANNON, cannons), (BY_PAWN, pawns)];
    for (row, n) in rows {
        sink.add(side, AGAINST_ADVISORS + 3 * row + advisors, n as i32);
        sink.add(side, AGAINST_ELEPHANTS + 3 * row + elephants, n as i32);
    }
    sink.add(side, PAIRS, i32::from(cannons == 2));
    sink.add(side, PAIRS + 1, i32::from(horses == 2));
    sink.add(side, PAIRS + 2, i32::from(horses > 0 && cannons > 0));
    sink.add(side, PAIRS + 3, i32::from(rooks == 0 && has(enemy, Kind::Rook, 2) > 0));
    let invaders = scene.board.of(side).half(enemy).count_ones() as usize;
    let row = usize::from(advisors + elephants < 3);
    sink.add(side, INVADERS + 8 * row + invaders.min(7), 1);
}
