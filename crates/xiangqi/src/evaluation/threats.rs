//! Attacks on the enemy's pieces.

use super::features::Scene;
use super::layout::*;
use super::sink::Sink;
use crate::bitboard::Bitboard;
use crate::piece::{Kind, Piece, Side};

#[inline(always)]
pub(super) fn visit(scene: &Scene<'_>, side: Side, sink: &mut impl Sink) {
    let board = scene.board;
    let ours = scene.by(side);
    let enemies = board.of(side.other()) ^ Bitboard::of(board.general(side.other()));
    let defended = scene.by(side.other()).any;
    let table = if board.side_to_move() == side { THREATS_NOW } else { THREATS_NEXT };
    // By the cheapest attacker alone: the others would come after it.
    (enemies & ours.any).each(|square| {
        let kind = board.at(square).map_or(Kind::Pawn, Piece::kind);
        let row = if ours.pawn.contains(square) {
            0
        } else if ours.guard.contains(square) {
            1
        } else if ours.horse.contains(square) {
            2
        } else if ours.cannon.contains(square) {
            3
        } else {
            4
        };
        let row = 2 * row + usize::from(defended.contains(square));
        sink.add(side, table + 7 * row + kind.index(), 1);
    });

    let heavy = board.kind(Kind::Rook) | board.kind(Kind::Horse) | board.kind(Kind::Cannon);
    let loose = board.of(side) & heavy & !ours.any;
    sink.add(side, LOOSE + loose.few().min(3), 1);
}
