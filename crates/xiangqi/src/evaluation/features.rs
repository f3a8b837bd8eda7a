//! The features of a position, piece by piece. Each piece is looked up once; what
//! it attacks serves mobility, the general's safety and threats.

use super::layout::*;
use super::sink::Sink;
use super::worth::Worth;
use super::{PHASES, general, guards, threats};
use crate::attacks::{self, PALACES, rays};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::piece::{Kind, Side};

/// Which of a side's pieces attack a point.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Attacks {
    pub pawn: Bitboard,
    /// Advisors, elephants and the general.
    pub guard: Bitboard,
    pub horse: Bitboard,
    /// What cannons capture or defend over a screen.
    pub cannon: Bitboard,
    pub rook: Bitboard,
    /// Where cannons go without capturing.
    pub cannon_steps: Bitboard,
    /// All but the last.
    pub any: Bitboard,
    /// Pieces that attack points of the enemy's palace.
    pub attackers: usize,
}

/// How much of the middle game there still is, by rooks, horses and cannons; 16
/// at the start of a game.
#[inline(always)]
fn phase(worth: Worth) -> i32 {
    let number = |kind| worth.number(Side::Red, kind) + worth.number(Side::Black, kind);
    let sum = 2 * number(Kind::Rook) + number(Kind::Horse) + number(Kind::Cannon);
    sum.min(PHASES as usize) as i32
}

/// A position, and what is known of it.
#[derive(Debug)]
pub(super) struct Scene<'a> {
    pub board: &'a Board,
    pub occupied: Bitboard,
    pub worth: Worth,
    pub attacks: [Attacks; 2],
}

impl Scene<'_> {
    /// What a side attacks.
    #[inline(always)]
    pub const fn by(&self, side: Side) -> &Attacks {
        &self.attacks[side.index()]
    }
}

/// All features but those of [`worth`](super::worth). Returns the phase.
///
/// Everything is compiled for each side apart (no loop over sides), so that sums
/// stay in registers; and written without branches where a table will do.
#[inline(always)]
pub(super) fn visit(board: &Board, worth: Worth, sink: &mut impl Sink) -> i32 {
    let mut scene =
        Scene { board, occupied: board.occupied(), worth, attacks: [Attacks::default(); 2] };
    let [red, black] = [Side::Red, Side::Black];
    let (red_pawns, black_pawns) =
        (pawns_and_guards(&scene, red, sink), pawns_and_guards(&scene, black, sink));
    scene.attacks = [
        pieces(&scene, red, red_pawns, black_pawns.pawn, sink),
        pieces(&scene, black, black_pawns, red_pawns.pawn, sink),
    ];
    let scene = &scene;
    guards::visit(scene, red, sink);
    guards::visit(scene, black, sink);
    general::visit(scene, red, sink);
    general::visit(scene, black, sink);
    threats::visit(scene, red, sink);
    threats::visit(scene, black, sink);
    general::facing(scene, sink);
    sink.add(board.side_to_move(), TEMPO, 1);
    phase(worth)
}

/// The rows of groups that tell attackers apart.
pub(super) const BY_ROOK: usize = 0;
pub(super) const BY_HORSE: usize = 1;
pub(super) const BY_CANNON: usize = 2;
pub(super) const BY_PAWN: usize = 3;

/// A piece that attacks points of the enemy's palace, or none of them. Returns 1 if it does.
#[inline(always)]
fn hits(to: Bitboard, row: usize, side: Side, sink: &mut impl Sink) -> usize {
    let enemy = side.other();
    let hits = to.half(enemy) & PALACES.half(enemy);
    sink.add(side, PALACE_HITS + 3 * row + Bitboard::few_of(hits), 1);
    usize::from(hits != 0)
}

#[inline(always)]
fn pawns_and_guards(scene: &Scene<'_>, side: Side, sink: &mut impl Sink) -> Attacks {
    let board = scene.board;
    let pawns = board.pieces(side, Kind::Pawn);
    let enemy = side.other();
    let mut pawn = Bitboard::EMPTY;
    pawns.each(|from| pawn |= attacks::pawn(side, from));
    let attackers = hits(pawn, BY_PAWN, side, sink);
    sink.add(side, PAWNS_JOINED, (pawns & pawn).few() as i32);
    let crossed = pawns.half(enemy).count_ones() as usize;
    sink.add(side, PAWNS_CROSSED + crossed.min(5), 1);
    let mut guard = attacks::general(board.general(side));
    board.pieces(side, Kind::Advisor).each(|from| guard |= attacks::advisor(from));
    let elephants = board.pieces(side, Kind::Elephant);
    let mut elephant = Bitboard::EMPTY;
    elephants.each(|from| elephant |= attacks::elephant(from, scene.occupied));
    sink.add(side, ELEPHANTS_JOINED, i32::from(elephant.intersects(elephants)));
    Attacks { pawn, guard: guard | elephant, attackers, ..Attacks::default() }
}

#[inline(always)]
fn pieces(
    scene: &Scene<'_>,
    side: Side,
    found: Attacks,
    guarded: Bitboard,
    sink: &mut impl Sink,
) -> Attacks {
    let (board, occupied) = (scene.board, scene.occupied);
    let free = !board.of(side) & !guarded;
    let (mut rook, mut cannon) = (Bitboard::EMPTY, Bitboard::EMPTY);
    let (mut cannon_steps, mut horse) = (Bitboard::EMPTY, Bitboard::EMPTY);
    let mut attackers = found.attackers;
    let rooks = board.pieces(side, Kind::Rook);
    rooks.each(|from| {
        let rays = rays(from, occupied);
        rook |= rays.near;
        sink.add(side, ROOK_MOBILITY + rays.steps.min(17), 1);
        attackers += hits(rays.near, BY_ROOK, side, sink);
    });
    sink.add(side, ROOKS_JOINED, i32::from(rook.intersects(rooks)));
    board.pieces(side, Kind::Cannon).each(|from| {
        let rays = rays(from, occupied);
        cannon |= rays.far;
        cannon_steps |= rays.near;
        sink.add(side, CANNON_MOBILITY + rays.steps.min(17), 1);
        attackers += hits(rays.far, BY_CANNON, side, sink);
    });
    let horses = board.pieces(side, Kind::Horse);
    horses.each(|from| {
        let to = attacks::horse(from, occupied);
        horse |= to;
        sink.add(side, HORSE_MOBILITY + ((to & free).count() as usize).min(8), 1);
        attackers += hits(to, BY_HORSE, side, sink);
    });
    sink.add(side, HORSES_CHAINED, i32::from(horse.intersects(horses)));
    Attacks {
        rook,
        cannon,
        cannon_steps: cannon_steps & !occupied,
        horse,
        any: found.pawn | found.guard | rook | cannon | horse,
        attackers,
        ..found
    }
}
