//! Static exchange evaluation and the sight of checks, against the slow way.

use std::collections::HashMap;

use search_core::{Heuristics, Position};
use xiangqi::{Bitboard, Board, Kind, Move, Side, Square, Xiangqi, value};

const CHEAPEST_FIRST: [Kind; 7] = [
    Kind::Pawn,
    Kind::Advisor,
    Kind::Elephant,
    Kind::Horse,
    Kind::Cannon,
    Kind::Rook,
    Kind::General,
];

/// What a side gains by capturing on a point, as long as it pays: the rule of the exchange
/// written down as it is told. With `any`, every captor is tried, not the cheapest alone.
fn exchange(
    board: &Board,
    to: Square,
    occupied: Bitboard,
    side: Side,
    victim: Kind,
    any: bool,
) -> i32 {
    let captors = board.captors(to, occupied, side);
    let kinds = CHEAPEST_FIRST.into_iter();
    let mut best = 0;
    for kind in kinds.filter(|&kind| captors.intersects(board.kind(kind))) {
        for from in captors & board.kind(kind) {
            let left = occupied & !Bitboard::of(from);
            if kind == Kind::General && !board.captors(to, left, side.other()).is_empty() {
                continue;
            }
            best = best.max(value(victim) - exchange(board, to, left, side.other(), kind, any));
            if !any {
                return best;
            }
        }
    }
    best
}

/// What a move gains, by the slow way.
fn slow(board: &Board, m: Move, any: bool) -> i32 {
    let Some(piece) = board.at(m.from()) else { panic!("{m} moves nothing") };
    let won = board.at(m.to()).map_or(0, |victim| value(victim.kind()));
    let occupied = (board.occupied() & !Bitboard::of(m.from())) | Bitboard::of(m.to());
    won - exchange(board, m.to(), occupied, piece.side().other(), piece.kind(), any)
}

/// Positions of random games, a fixed sequence.
fn positions(mut visit: impl FnMut(&Xiangqi)) {
    let mut state = 7_u64;
    for _ in 0..60 {
        let mut game = Xiangqi::start();
        for _ in 0..100 {
            let moves = game.legal_moves();
            if moves.is_empty() {
                break;
            }
            visit(&game);
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            game.play(moves[(state >> 33) as usize % moves.len()]).unwrap();
        }
    }
}

#[test]
fn static_exchange_is_the_exchange() {
    let mut seen = HashMap::new();
    positions(|game| {
        for m in game.legal_moves() {
            let gain = slow(game.board(), m, false);
            assert!(!game.loses_exchange(m, -gain), "{game} {m}: gains {gain}");
            assert!(game.loses_exchange(m, -gain - 1), "{game} {m}: gains {gain}");
            let best = slow(game.board(), m, true);
            *seen.entry((gain == best, gain < 0)).or_insert(0_u32) += 1;
        }
    });
    // That the cheapest captures first is all but always best.
    let of = |same, losing| f64::from(seen.get(&(same, losing)).copied().unwrap_or(0));
    let (same, other) = (of(true, true) + of(true, false), of(false, true) + of(false, false));
    assert!(other / (same + other) < 0.01, "{seen:?}");
    assert!(of(true, true) > 10_000.0, "{seen:?}");
}

#[test]
fn checks_are_seen_before_they_are_given() {
    let mut checks = 0;
    positions(|game| {
        for m in game.legal_moves() {
            let gives = game.after(m).board().in_check();
            assert_eq!(game.board().gives_check(m), gives, "{game} {m}");
            assert_eq!(game.is_forcing(m), gives);
            checks += u32::from(gives);
        }
    });
    assert!(checks > 1000, "{checks}");
}

/// A pass is taken back whole, and no repetition is seen across it.
#[test]
fn passes() {
    positions(|game| {
        let mut next = game.clone();
        if game.board().in_check() {
            return;
        }
        if let Some(undo) = next.make_null() {
            assert_ne!(next.key(), game.key());
            assert_ne!(next.side_to_move(), game.side_to_move());
            next.unmake_null(undo);
        }
        assert_eq!(next, *game);
    });
    // Both sides pass twice: the position is the same, and nothing is said of it.
    let mut game = Xiangqi::start();
    for _ in 0..4 {
        assert!(game.make_null().is_some());
    }
    assert_eq!(game.ending(), None);
    // Generals, guards and pawns alone: to pass could be the only good move.
    let mut bare: Xiangqi = "3ak4/4a4/9/9/4p4/4P4/9/9/4A4/3AK4 w".parse().unwrap();
    assert!(bare.make_null().is_none());
}

/// The hashes of structures are those of the position, however it came about.
#[test]
fn structures_are_kept_up() {
    positions(|game| {
        let fresh = Xiangqi::from_board(game.board().clone());
        for i in 0..Xiangqi::STRUCTURES {
            assert_eq!(game.structure_key(i), fresh.structure_key(i), "{game}");
        }
    });
}
