use search_core::{Evaluate, Position};

use super::*;
use crate::square::Square;

/// Positions of games at random, from the start to endings.
fn positions() -> Vec<Xiangqi> {
    let mut random = 0x9E37_79B9_7F4A_7C15_u64;
    let mut found = Vec::new();
    for _ in 0..40 {
        let mut pos = Xiangqi::start();
        for _ in 0..200 {
            let moves = pos.legal_moves();
            // Captures more often than not: endings come about.
            let captures: Vec<_> =
                moves.iter().copied().filter(|m| pos.board().at(m.to()).is_some()).collect();
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let draw = (random >> 33) as usize;
            let among =
                if draw.is_multiple_of(3) && !captures.is_empty() { &captures } else { &moves };
            let Some(&m) = among.get(draw / 3 % among.len().max(1)) else { break };
            pos.make(m);
            found.push(pos.clone());
        }
    }
    found
}

/// The same position with its points mapped, and maybe sides exchanged.
fn image(pos: &Xiangqi, map: impl Fn(Square) -> Square, exchange: bool) -> Xiangqi {
    let mut rows = vec![String::new(); Square::RANKS];
    let mut board = [None; Square::COUNT];
    for square in Square::all() {
        board[map(square).index()] = pos.board().at(square);
    }
    for (i, at) in board.iter().enumerate() {
        rows[Square::RANKS - 1 - i / Square::FILES].push(at.map_or('1', |piece| {
            let letter = piece.letter();
            match (exchange, letter.is_ascii_uppercase()) {
                (false, _) => letter,
                (true, true) => letter.to_ascii_lowercase(),
                (true, false) => letter.to_ascii_uppercase(),
            }
        }));
    }
    let side = if exchange { pos.side_to_move().other() } else { pos.side_to_move() };
    let letter = if side == Side::Red { 'w' } else { 'b' };
    Xiangqi::from_fen(&format!("{} {letter}", rows.join("/"))).unwrap()
}

fn evaluate(pos: &Xiangqi) -> i32 {
    Evaluation::Classic.evaluate(pos)
}

#[test]
fn sides_and_wings_mean_nothing() {
    for pos in positions() {
        let score = evaluate(&pos);
        assert_eq!(evaluate(&image(&pos, Square::mirrored, false)), score, "{}", pos.fen());
        assert_eq!(evaluate(&image(&pos, Square::rotated, true)), score, "{}", pos.fen());
    }
}

#[test]
fn the_trace_tells_what_is_evaluated() {
    let weights = tuning::weights();
    let (mut endings, mut scaled) = (0, 0);
    for pos in positions() {
        let Trace { counts, phase, scale } = Trace::of(&pos);
        let (mut middle, mut end) = (0, 0);
        for (number, count) in counts {
            let weight = weights[usize::from(number)];
            middle += i32::from(weight.0) * i32::from(count);
            end += i32::from(weight.1) * i32::from(count);
        }
        let sum = (middle * phase + end * (tuning::PHASES - phase)) / tuning::PHASES;
        let score = sum * scale[usize::from(sum <= 0)] / tuning::FULL;
        let for_red = if pos.side_to_move() == Side::Red { score } else { -score };
        assert_eq!(evaluate(&pos), for_red, "{}", pos.fen());
        assert_eq!(Evaluation::account(&pos).for_red, score, "{}", pos.fen());
        endings += i32::from(phase <= endings::PHASE);
        scaled += i32::from(scale != [tuning::FULL; 2]);
    }
    assert!(endings > 100 && scaled > 20, "{endings} {scaled}");
}

#[test]
fn what_is_kept_up_is_what_would_be_counted_anew() {
    for mut pos in positions() {
        assert_eq!(pos.worth(), Worth::of(pos.board()), "{}", pos.fen());
        let before = pos.worth();
        if let Some(&m) = pos.legal_moves().first() {
            pos.make(m);
            pos.undo();
            assert_eq!(pos.worth(), before);
        }
    }
}

/// No feature has been forgotten: each group speaks somewhere, but for those that
/// a game at random hardly ever shows.
#[test]
fn every_group_is_seen() {
    let mut seen = vec![false; tuning::GROUPS.len()];
    for pos in positions() {
        for (number, _) in Trace::of(&pos).counts {
            let group = tuning::GROUPS.iter().rposition(|g| g.start <= number.into());
            seen[group.unwrap()] = true;
        }
    }
    let missing: Vec<_> =
        tuning::GROUPS.iter().zip(seen).filter(|(_, seen)| !seen).map(|(g, _)| g.name).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

fn of(fen: &str) -> i32 {
    evaluate(&Xiangqi::from_fen(fen).unwrap())
}

/// What books call a draw is worth much less than what they call a win.
#[test]
fn leads_that_cannot_be_won_are_small() {
    let cases = [
        // A rook against a full guard; against a guard that lacks an advisor.
        ("3ak4/4a4/4b4/9/2b6/9/9/9/8R/3K5 w", "3ak4/9/4b4/9/2b6/9/9/9/8R/3K5 w"),
        // A horse against two elephants; against nothing.
        ("4k4/9/4b4/9/2b6/9/9/6N2/9/3K5 w", "4k4/9/9/9/9/9/9/6N2/9/3K5 w"),
        // A cannon without guards, or with one, against a lone general.
        ("4k4/9/9/9/9/9/9/6C2/9/3K5 w", "4k4/9/9/9/9/9/9/6C2/4A4/3K5 w"),
        // A pawn against an advisor; against nothing.
        ("4ka3/9/9/6P2/9/9/9/9/9/3K5 w", "4k4/9/9/6P2/9/9/9/9/9/3K5 w"),
        // A pawn that has gone too far; one that has not.
        ("6P2/9/4k4/9/9/9/9/9/9/3K5 w", "9/9/4k4/6P2/9/9/9/9/9/3K5 w"),
    ];
    for (drawn, won) in cases {
        let (drawn, won) = (of(drawn), of(won));
        assert!(drawn >= 0 && won > 0 && 3 * drawn <= 2 * won, "{drawn} {won}");
    }
    // Who has nothing that crosses the river cannot lead.
    assert_eq!(of("4k4/9/9/9/9/9/9/9/4A4/3K1A3 w"), 0);
}

/// Units are about hundredths of a pawn, as the search takes them.
#[test]
fn a_rook_is_worth_about_nine_pawns() {
    let without = of("1nbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w");
    assert!((700..1500).contains(&without), "{without}");
    assert!(of("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w").abs() < 150);
}

#[test]
fn known_shapes_speak() {
    let group = |fen: &str, name: &str| {
        let account = Evaluation::account(&Xiangqi::from_fen(fen).unwrap());
        account.entries.into_iter().find(|e| e.group.name == name).unwrap().sides
    };
    // A cannon that sees the general with nothing between, and behind two guards.
    let [hollow, black] = group("3akab2/9/b8/9/4C4/9/9/9/4A4/3K5 b", "cannon_line");
    assert!(hollow.0 > 0 && black == (0, 0), "{hollow:?}");
    let [guarded, _] = group("4kab2/4a4/4b4/9/4C4/9/9/9/4A4/3K5 b", "cannon_line");
    assert_ne!(hollow, guarded);
    // A horse before its rook is pinned; horses that defend each other are chained.
    let [red, _] = group("4k4/4n4/9/9/4R4/9/9/9/9/3K5 w", "pinned");
    assert!(red != (0, 0));
    let [red, black] = group("3k5/9/9/9/9/9/3N5/9/4N4/4K4 w", "horses_chained");
    assert!(red != (0, 0) && black == (0, 0));
}
