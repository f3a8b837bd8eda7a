//! The safety of generals: lines to them, checks, flight.

use super::features::Scene;
use super::layout::*;
use super::sink::Sink;
use crate::attacks::{self, between, rays};
use crate::bitboard::Bitboard;
use crate::piece::{Kind, Piece, Side};
use crate::square::Square;

/// What a side can do to the enemy's general.
#[inline(always)]
pub(super) fn visit(scene: &Scene<'_>, side: Side, sink: &mut impl Sink) {
    let (board, occupied) = (scene.board, scene.occupied);
    let enemy = side.other();
    let (ours, theirs) = (scene.by(side), scene.by(enemy));
    let general = board.general(enemy);

    sink.add(side, ATTACKERS + ours.attackers.min(7), 1);

    let flight = attacks::general(general) & !board.of(enemy) & !ours.any;
    sink.add(enemy, FLIGHT + Bitboard::few_of(flight.half(enemy)), 1);

    let safe = !theirs.any & !board.of(side);
    let lines = rays(general, occupied);
    let checks = [
        ours.rook & lines.near,
        ours.horse & attacks::horse_onto(general, occupied),
        ours.cannon_steps & lines.far,
    ];
    for (row, to) in checks.into_iter().enumerate() {
        sink.add(side, SAFE_CHECKS + row, i32::from(to.intersects(safe)));
    }

    // Most cannons and rooks share no line with the general.
    let around = CROSS[general.index()] & board.of(side);
    (around & board.kind(Kind::Cannon)).each(|cannon| {
        line_of_cannon(scene, side, cannon, general, sink);
    });
    (around & board.kind(Kind::Rook)).each(|rook| {
        line_of_rook(scene, side, rook, general, sink);
    });

    let front = FRONT_OF[side.index()][board.general(side).index()] & board.of(side);
    sink.add(side, FRONT + Bitboard::few_of(front.half(side)), 1);
}

fn is_rank(piece: Square, general: Square) -> bool {
    piece.rank() == general.rank()
}

fn line_of_rook(
    scene: &Scene<'_>,
    side: Side,
    rook: Square,
    general: Square,
    sink: &mut impl Sink,
) {
    let inside = between(general, rook) & scene.occupied;
    let mine = inside.intersects(scene.board.of(side));
    let column = match inside.few() {
        // A check: whoever moves answers it.
        0 => return,
        1 if mine => 0,
        1 => 1,
        _ => 2,
    };
    sink.add(side, ROOK_LINE + 3 * usize::from(is_rank(rook, general)) + column, 1);
    if column == 1 {
        pinned(scene, side, 0, inside, sink);
    }
}

fn line_of_cannon(
    scene: &Scene<'_>,
    side: Side,
    cannon: Square,
    general: Square,
    sink: &mut impl Sink,
) {
    let inside = between(general, cannon) & scene.occupied;
    let mine = inside & scene.board.of(side);
    let column = match inside.count() {
        0 => 0,
        // A check.
        1 => return,
        2 => 1 + mine.count() as usize,
        _ => 4,
    };
    sink.add(side, CANNON_LINE + 5 * usize::from(is_rank(cannon, general)) + column, 1);
    if inside.count() == 2 {
        pinned(scene, side, 1, inside & !mine, sink);
    }
}

/// Enemies that shield their general: before a rook in row 0, a cannon in row 1.
#[inline]
fn pinned(scene: &Scene<'_>, side: Side, row: usize, enemies: Bitboard, sink: &mut impl Sink) {
    for square in enemies {
        let kind = scene.board.at(square).map_or(Kind::Pawn, Piece::kind);
        sink.add(side, PINNED + 7 * row + kind.index(), 1);
    }
}

/// The other points of the file and of the rank.
static CROSS: [Bitboard; Square::COUNT] = {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut i = 0;
    while i < Square::COUNT * Square::COUNT {
        let (a, b) = (Square::at(i / Square::COUNT), Square::at(i % Square::COUNT));
        if (a.file() == b.file()) != (a.rank() == b.rank()) {
            table[a.index()] = table[a.index()].union(Bitboard::of(b));
        }
        i += 1;
    }
    table
};

/// The points before a side's general on its file, up to the river.
static FRONT_OF: [[Bitboard; Square::COUNT]; 2] = {
    let mut table = [[Bitboard::EMPTY; Square::COUNT]; 2];
    let mut i = 0;
    while i < Square::COUNT * Square::COUNT {
        let (a, b) = (Square::at(i / Square::COUNT), Square::at(i % Square::COUNT));
        if a.file() == b.file() {
            if a.rank() < b.rank() && b.rank() < 5 {
                table[0][a.index()] = table[0][a.index()].union(Bitboard::of(b));
            }
            if a.rank() > b.rank() && b.rank() >= 5 {
                table[1][a.index()] = table[1][a.index()].union(Bitboard::of(b));
            }
        }
        i += 1;
    }
    table
};

/// The piece that keeps the generals from facing each other.
#[inline(always)]
pub(super) fn facing(scene: &Scene<'_>, sink: &mut impl Sink) {
    let [red, black] = Side::BOTH.map(|side| scene.board.general(side));
    if red.file() != black.file() {
        return;
    }
    let inside = between(red, black) & scene.occupied;
    if inside.rest().is_empty()
        && let Some(piece) = inside.first().and_then(|square| scene.board.at(square))
    {
        sink.add(piece.side(), FACED + piece.kind().index(), 1);
    }
}
