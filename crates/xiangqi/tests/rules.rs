//! The rules against outside facts: perft counts, repetition verdicts, and a
//! second generator that knows nothing of tables and pins.

use std::fs;

use search_core::conformance::Conformance;
use search_core::perft::perft;
use search_core::{MoveSet, Position, Verdict, legal_moves};
use serde_json::Value;
use xiangqi::{
    Board, FenError, Kind, Move, Piece, Reason, RepetitionRule, Rules, START, Side, Square, Xiangqi,
};

fn data(name: &str) -> Value {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn game(fen: &str, moves: &str) -> Xiangqi {
    let mut game = Xiangqi::from_fen(fen).unwrap();
    for m in moves.split_whitespace() {
        game.play_text(m).unwrap();
    }
    game
}

/// Counts on which two to five independent programs agree.
#[test]
fn perft_counts() {
    let data = data("perft.json");
    for case in data["positions"].as_array().unwrap() {
        let fen = case["fen"].as_str().unwrap();
        let board: Board = fen.parse().unwrap();
        for (i, count) in case["counts"].as_array().unwrap().iter().enumerate() {
            let count = count.as_u64().unwrap();
            // Depth 6 of the start position would take a minute.
            if count < 1_000_000_000 {
                assert_eq!(perft(&board, i as u32 + 1), count, "{} {}", case["name"], i + 1);
            }
        }
    }
}

#[test]
fn repetition_verdicts() {
    let data = data("repetition.json");
    let cases = data["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 16);
    for case in cases {
        let text = |key: &str| case[key].as_str().unwrap();
        let moves: Vec<_> =
            case["moves"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
        let game = game(text("fen"), &moves.join(" "));
        let ending = game.ending();
        assert_eq!(ending.map(|e| e.reason.name()), case["reason"].as_str(), "{}", text("name"));
        let loser = ending.and_then(|e| e.winner).map(|side| side.other().name());
        assert_eq!(loser, case["loser"].as_str(), "{}", text("name"));
        let side = game.side_to_move();
        let verdict = match ending {
            None => "none",
            Some(end) => match end.winner {
                None => "draw",
                Some(winner) if winner == side => "win",
                Some(_) => "loss",
            },
        };
        assert_eq!(verdict, text("verdict_for_side_to_move"), "{}", text("name"));
    }
}

/// Positions on which other programs went wrong.
#[test]
fn repetition_field_reports() {
    let data = data("field-reports.json");
    let mut count = 0;
    for case in data["cases"].as_array().unwrap() {
        if case["kind"] != "repetition" {
            continue;
        }
        let line = case["input"][0].as_str().unwrap();
        let (fen, moves) =
            line.strip_prefix("position fen ").unwrap().split_once(" moves ").unwrap();
        let ending = game(fen, moves).ending().unwrap();
        let expected = &case["expectation"];
        let loser = ending.winner.map(|side| side.other().name());
        assert_eq!(loser, expected["loser"].as_str(), "{}", case["id"]);
        let reason = expected["reason"].as_str().unwrap_or("repetition");
        assert_eq!(ending.reason.name(), reason, "{}", case["id"]);
        count += 1;
    }
    assert_eq!(count, 9);
}

#[test]
fn without_a_repetition_rule_all_is_a_draw() {
    let rules = Rules { repetition: RepetitionRule::None, ..Rules::default() };
    let mut game =
        Xiangqi::from_fen("R8/3k5/9/9/9/9/9/9/9/4K4 w - - 0 1").unwrap().with_rules(rules);
    for m in ["a9a8", "d8d9", "a8a9", "d9d8"].iter().cycle().take(8) {
        assert_eq!(game.ending(), None);
        game.play_text(m).unwrap();
    }
    let ending = game.ending().unwrap();
    assert_eq!((ending.winner, ending.reason), (None, Reason::Repetition));
}

/// Inside a search the second occurrence decides if both lie below the root,
/// and says how far back it leans.
#[test]
fn a_search_sees_the_second_occurrence() {
    let mut pos = game("3k5/9/9/c8/1R7/9/9/9/9/4K4 w - - 0 1", "b5b6 a6a5 b6b5 a5a6");
    let at = |pos: &Xiangqi, ply: usize| pos.adjudicate(search_core::Ply::new(ply));
    assert_eq!(at(&pos, 4), None);
    let loss = Verdict::Path { outcome: search_core::Outcome::Loss, plies_back: 4 };
    assert_eq!(at(&pos, 5), Some(loss));
    // A capture cuts the history off.
    pos.play_text("b5b6").unwrap();
    pos.play_text("d9d8").unwrap();
    pos.play_text("b6a6").unwrap();
    assert_eq!(at(&pos, 7), None);
}

#[test]
fn sixty_moves() {
    let mut game = game("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 117 80", "a0a1 d9d8");
    assert_eq!(game.fen(), "9/3k5/9/9/9/9/9/9/R8/4K4 w - - 119 81");
    game.play_text("a1a2").unwrap();
    let ending = game.ending().unwrap();
    assert_eq!((ending.winner, ending.reason), (None, Reason::SixtyMoves));
    // Mate comes first.
    let mut mate = Xiangqi::from_fen("3k5/8R/R8/9/9/9/9/9/9/4K4 w - - 119 80").unwrap();
    mate.play_text("a7a9").unwrap();
    let ending = mate.ending().unwrap();
    assert_eq!((ending.winner, ending.reason), (Some(Side::Red), Reason::Mate));
    // The limit is a rule like another.
    let rules = Rules { quiet_limit: None, ..Rules::default() };
    assert_eq!(game.with_rules(rules).ending(), None);
}

/// From a side's eleventh check on, its checks and the replies do not count.
#[test]
fn checks_beyond_the_tenth_are_not_counted() {
    let mut game = Xiangqi::from_fen("R8/3k5/9/9/9/9/9/9/9/4K4 w - - 0 1").unwrap();
    let counts: Vec<u32> = ["a9a8", "d8d9", "a8a9", "d9d8"]
        .iter()
        .cycle()
        .take(28)
        .map(|m| {
            game.play_text(m).unwrap();
            game.fen().split(' ').nth(4).unwrap().parse().unwrap()
        })
        .collect();
    assert_eq!(counts[..20], (1..=20).collect::<Vec<u32>>());
    assert_eq!(counts[20..], [20; 8]);
    // A quiet move counts again.
    game.play_text("a9b9").unwrap();
    assert!(game.fen().ends_with("21 15"), "{}", game.fen());
}

#[test]
fn insufficient_material() {
    let dead = |fen: &str| game(fen, "").ending().map(|e| (e.winner, e.reason));
    let draw = Some((None, Reason::Material));
    // No attacker at all; a cannon without advisors against a bare general.
    assert_eq!(dead("3k1a3/9/4b4/9/9/9/9/4B4/4A4/4K4 w"), draw);
    assert_eq!(dead("3k5/9/9/9/9/9/9/9/9/C3K4 w"), draw);
    assert_eq!(dead("3k5/4a4/9/9/9/9/9/9/9/C3K4 w"), draw);
    assert_eq!(dead("3k5/4a4/9/9/9/9/9/9/9/C1B1K4 w"), draw);
    assert_eq!(dead("3k1a3/4a4/9/9/9/9/9/9/9/C3K4 w"), draw);
    assert_eq!(dead("3k5/9/c8/9/9/9/9/9/9/C3K4 w"), draw);
    // An advisor is a screen; so are an elephant's against two advisors.
    assert_eq!(dead("3k5/9/9/9/9/9/9/9/4A4/C3K4 w"), None);
    assert_eq!(dead("3k1a3/4a4/9/9/9/9/9/9/9/C1B1K4 w"), None);
    // A pawn is always enough.
    assert_eq!(dead("4k4/9/9/9/4P4/9/9/9/9/3K5 w"), None);
    // Black's only cannon, seen from Black.
    assert_eq!(dead("c3k4/9/9/9/9/9/9/9/9/3K5 b"), draw);
}

#[test]
fn fen_round_trip_and_variants() {
    let same = [
        "rhbakabhr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHBAKABHR w - - 0 1",
        "rneakaenr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNEAKAENR r - - 0 1",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w 0 1",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/54/333/P1P1P1P1P/1C5C1/81/RNBAKABNR   W  -  -",
    ];
    for fen in same {
        assert_eq!(Xiangqi::from_fen(fen).unwrap().fen(), START, "{fen}");
    }
    assert_eq!(Board::start(), START.parse().unwrap());
    let black = "4k4/9/9/9/9/9/9/9/9/3K5 b - - 7 33";
    assert_eq!(Xiangqi::from_fen(black).unwrap().fen(), black);
    assert_eq!(game(black, "e9e8").fen(), "9/4k4/9/9/9/9/9/9/9/3K5 w - - 8 34");
    // What is written can be read again.
    let last = "4k4/9/9/9/9/9/9/9/9/3K5 b - - 0 65535";
    assert!(game(last, "e9e8 d0d1").fen().ends_with("b - - 2 65535"));
}

#[test]
fn fen_errors_name_what_is_wrong() {
    let error = |fen: &str| Xiangqi::from_fen(fen).unwrap_err();
    assert_eq!(error(""), FenError::Empty);
    assert!(matches!(error("foobar"), FenError::Ranks(_, 1)));
    assert!(matches!(error("3k5/9/9/9/9/9/9/9/9/9/3K5 w"), FenError::Ranks(_, 11)));
    assert!(matches!(
        error("3k6/9/9/9/9/9/9/9/9/4K4 w"),
        FenError::Width { rank: 9, width: 10, .. }
    ));
    assert!(matches!(
        error("3k5/9/9/9/9/9/9/9/9/4K3 w"),
        FenError::Width { rank: 0, width: 8, .. }
    ));
    assert_eq!(error("3k5/9/9/9/9/9/9/9/9/4K3x w"), FenError::Letter('x'));
    assert_eq!(error("3k5/9/9/9/9/9/9/9/9/4K30 w"), FenError::Letter('0'));
    assert_eq!(error("3k5/9/9/9/9/9/9/9/9/4K4 x"), FenError::Side("x".into()));
    assert!(matches!(error("3k5/9/9/9/9/9/9/9/9/4K4 w - - x"), FenError::Counter(..)));
    assert!(matches!(error("3k5/9/9/9/9/9/9/9/9/4K4 w - - -1 1"), FenError::Counter(..)));
    assert!(matches!(error("3k5/9/9/9/9/9/9/9/9/4K4 w - - 99999 1"), FenError::Counter(..)));
    assert_eq!(error("3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1 x"), FenError::Extra("x".into()));
    assert_eq!(error("9/9/9/9/9/9/9/9/9/4K4 w"), FenError::NoGeneral(Side::Black));
    assert!(matches!(
        error("3k1k3/9/9/9/9/9/9/9/9/4K4 w"),
        FenError::TooMany { side: Side::Black, kind: Kind::General, count: 2 }
    ));
    assert!(matches!(
        error("3k5/9/9/9/9/9/9/9/RRR6/4K4 w"),
        FenError::TooMany { side: Side::Red, kind: Kind::Rook, count: 3 }
    ));
    for (fen, kind) in [
        ("9/9/9/3k5/9/9/9/9/9/4K4 w", Kind::General),
        ("3k5/9/9/9/9/9/9/9/9/A3K4 w", Kind::Advisor),
        ("3k5/9/9/9/9/9/9/9/B8/4K4 w", Kind::Elephant),
        ("3k5/9/9/9/9/9/1P7/9/9/4K4 w", Kind::Pawn),
        ("3k5/9/9/9/9/9/9/P8/9/4K4 w", Kind::Pawn),
    ] {
        let error = error(fen);
        assert!(matches!(error, FenError::Misplaced { kind: k, .. } if k == kind), "{error}");
    }
    assert_eq!(
        error("3k5/9/9/9/9/P8/P8/9/9/4K4 w"),
        FenError::Doubled { side: Side::Red, file: 'a' }
    );
    assert_eq!(error("4k4/9/9/9/9/9/9/9/9/4K4 w"), FenError::Facing(Side::Red));
    assert_eq!(error("4k4/9/9/9/9/9/9/9/4R4/4K4 w"), FenError::InCheck(Side::Black));
    assert_eq!(error("4k4/9/9/9/9/9/9/4r4/9/4K4 b"), FenError::InCheck(Side::Red));
}

/// Whatever the text holds, the message is a line for a terminal.
#[test]
fn errors_are_one_short_line() {
    let long = "x\u{1b}[2J\u{7f}\u{0}".repeat(100_000);
    let kings = "3k5/9/9/9/9/9/9/9/9/4K4";
    for fen in [
        long.clone(),
        format!("{long}/9/9/9/9/9/9/9/9/4K4"),
        format!("9{}/9/9/9/9/9/9/9/9/4K4", "k".repeat(1_000_000)),
        "\u{0}8/9/9/9/9/9/9/9/9/4K4".into(),
        format!("{kings} {long}"),
        format!("{kings} w - - {long}"),
        format!("{kings} w - - 0 +{long}"),
        format!("{kings} w - - 0 1 {long}"),
    ] {
        let message = Xiangqi::from_fen(&fen).unwrap_err().to_string();
        assert!(
            message.chars().count() < 200 && !message.contains(char::is_control),
            "{message:?}"
        );
    }
    let message = long.parse::<Square>().unwrap_err().to_string();
    assert!(message.chars().count() < 200 && !message.contains(char::is_control), "{message:?}");
}

#[test]
fn illegal_moves_are_named_and_change_nothing() {
    let mut game = Xiangqi::start();
    let before = game.clone();
    for (m, word) in [
        ("h2h2", "cannot move so"),
        ("h2", "is no move"),
        ("h2\u{e9}2", "is no move"),
        ("h10h9", "from 0 to 9"),
        ("e4e5", "no piece stands on e4"),
        ("h9g7", "black's horse on h9"),
        ("b0d1", "cannot move so"),
        ("a0a3", "cannot move so"),
    ] {
        let error = game.play_text(m).unwrap_err().to_string();
        assert!(error.contains(word), "{m}: {error}");
        assert_eq!(game, before);
    }
    let mut pinned = Xiangqi::from_fen("4k4/9/9/4P4/9/9/9/9/9/4K4 w - - 0 1").unwrap();
    let error = pinned.play_text("e6d6").unwrap_err().to_string();
    assert!(error.contains("leaves the red general in check"), "{error}");
}

#[test]
fn promises_of_a_position() {
    let rebuild = |pos: &Board| pos.to_string().parse().unwrap();
    for fen in [
        START,
        "C1nNk4/9/9/9/9/9/n1pp5/B3C4/9/3A1K3 w - - 0 1",
        "r1bak1b1r/4a4/2n3n2/4c4/p1p1P1p1p/6P2/P1P5P/2N1C1N2/4A4/R1B1KAB1R w - - 0 1",
        "4k4/9/9/9/9/9/4c4/4n4/4A4/3AK1B2 w - - 0 1",
        "3akab2/9/4b4/9/4C4/9/4C4/9/9/3K5 b - - 0 1",
    ] {
        let game = Xiangqi::from_fen(fen).unwrap();
        let seen = Conformance::new(&game).walks(10).plies(120).depth(2).check();
        assert!(seen.unwrap_or_else(|e| panic!("{fen}: {e}")).positions > 10);
        // The board's own parts come out the same when they are built anew.
        let mut rng = Rng(7);
        for _ in 0..10 {
            let mut board = game.board().clone();
            for _ in 0..120 {
                assert_eq!(board, rebuild(&board));
                let moves = board.legal_moves();
                if moves.is_empty() {
                    break;
                }
                board.make(moves[rng.below(moves.len())]);
            }
        }
    }
}

/// Every legal move of random positions against a generator that walks the
/// board point by point and looks for the general's capture.
#[test]
fn a_plain_generator_agrees() {
    let mut rng = Rng(11);
    let mut seen = 0;
    for _ in 0..150 {
        let mut board = Board::start();
        for _ in 0..150 {
            let mut ours: Vec<String> = board.legal_moves().iter().map(Move::to_string).collect();
            let mut plain = plain::legal(&board);
            ours.sort();
            plain.sort();
            assert_eq!(ours, plain, "{board}");
            assert_eq!(board.in_check(), plain::checked(&board), "{board}");
            let noisy = list(&board, MoveSet::Noisy);
            assert!(noisy.iter().all(|m| board.at(m.to()).is_some()));
            assert_eq!(noisy.len() + list(&board, MoveSet::Quiet).len(), ours.len());
            for from in Square::all() {
                for to in Square::all() {
                    let Some(m) = Move::new(from, to) else { continue };
                    if rng.below(20) == 0 {
                        assert_eq!(board.is_legal_move(m), ours.contains(&m.to_string()));
                    }
                }
            }
            seen += 1;
            let moves = legal_moves(&board);
            if moves.is_empty() {
                break;
            }
            // Captures more often than not, so that few pieces are left soon.
            let pick = if noisy.is_empty() || rng.below(3) > 0 { &moves } else { &noisy };
            board.make(pick[rng.below(pick.len())]);
        }
    }
    assert!(seen > 10_000, "{seen}");
}

fn list(board: &Board, set: MoveSet) -> Vec<Move> {
    let mut moves = Vec::new();
    let _ = board.generate(set, |m| {
        moves.push(m);
        std::ops::ControlFlow::Continue(())
    });
    moves
}

struct Rng(u64);

impl Rng {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// The rules as a person reads them from the board.
mod plain {
    use super::*;

    type Cells = [[Option<Piece>; 9]; 10];

    fn cells(board: &Board) -> Cells {
        let mut cells = [[None; 9]; 10];
        for square in Square::all() {
            cells[square.rank()][square.file()] = board.at(square);
        }
        cells
    }

    fn at(cells: &Cells, x: i32, y: i32) -> Option<Option<Piece>> {
        ((0..9).contains(&x) && (0..10).contains(&y)).then(|| cells[y as usize][x as usize])
    }

    /// Where a piece goes, by either side's lights.
    fn steps(cells: &Cells, x: i32, y: i32, piece: Piece) -> Vec<(i32, i32)> {
        let red = piece.side() == Side::Red;
        let mut to = Vec::new();
        let own_half = |y: i32| if red { y <= 4 } else { y >= 5 };
        let palace = |x: i32, y: i32| {
            (3..=5).contains(&x) && if red { (0..=2).contains(&y) } else { (7..=9).contains(&y) }
        };
        let straight = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        let diagonal = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
        match piece.kind() {
            Kind::General => {
                to.extend(
                    straight.map(|(a, b)| (x + a, y + b)).iter().filter(|p| palace(p.0, p.1)),
                );
            }
            Kind::Advisor => {
                to.extend(
                    diagonal.map(|(a, b)| (x + a, y + b)).iter().filter(|p| palace(p.0, p.1)),
                );
            }
            Kind::Elephant => {
                for (a, b) in diagonal {
                    if at(cells, x + a, y + b) == Some(None) && own_half(y + 2 * b) {
                        to.push((x + 2 * a, y + 2 * b));
                    }
                }
            }
            Kind::Horse => {
                for (a, b) in straight {
                    if at(cells, x + a, y + b) == Some(None) {
                        to.push((x + 2 * a + b, y + 2 * b + a));
                        to.push((x + 2 * a - b, y + 2 * b - a));
                    }
                }
            }
            Kind::Rook | Kind::Cannon => {
                for (a, b) in straight {
                    let mut screens = 0;
                    for n in 1.. {
                        let (x, y) = (x + n * a, y + n * b);
                        let Some(cell) = at(cells, x, y) else { break };
                        let rook = piece.kind() == Kind::Rook;
                        match (cell, screens) {
                            (None, 0) => to.push((x, y)),
                            (None, _) => {}
                            (Some(_), 0) if rook => {
                                to.push((x, y));
                                break;
                            }
                            (Some(_), 0) => screens = 1,
                            (Some(_), _) => {
                                to.push((x, y));
                                break;
                            }
                        }
                    }
                }
            }
            Kind::Pawn => {
                to.push((x, if red { y + 1 } else { y - 1 }));
                if !own_half(y) {
                    to.push((x - 1, y));
                    to.push((x + 1, y));
                }
            }
        }
        to.retain(|&(x, y)| at(cells, x, y).is_some());
        to
    }

    fn general_taken(cells: &Cells, side: Side) -> bool {
        let mut generals = Vec::new();
        let mut taken = false;
        for y in 0..10 {
            for x in 0..9 {
                let Some(piece) = cells[y as usize][x as usize] else { continue };
                if piece.kind() == Kind::General {
                    generals.push((x, y));
                }
                if piece.side() != side {
                    taken |= steps(cells, x, y, piece).iter().any(|&(x, y)| {
                        cells[y as usize][x as usize] == Some(Piece::new(side, Kind::General))
                    });
                }
            }
        }
        let (a, b) = (generals[0], generals[1]);
        let facing = a.0 == b.0
            && (a.1.min(b.1) + 1..a.1.max(b.1)).all(|y| cells[y as usize][a.0 as usize].is_none());
        taken || facing
    }

    pub fn checked(board: &Board) -> bool {
        general_taken(&cells(board), board.side_to_move())
    }

    pub fn legal(board: &Board) -> Vec<String> {
        let cells = cells(board);
        let side = board.side_to_move();
        let mut moves = Vec::new();
        for square in Square::all() {
            let Some(piece) = board.at(square).filter(|p| p.side() == side) else { continue };
            let (x, y) = (square.file() as i32, square.rank() as i32);
            for (to_x, to_y) in steps(&cells, x, y, piece) {
                if at(&cells, to_x, to_y).flatten().is_some_and(|p| p.side() == side) {
                    continue;
                }
                let mut after = cells;
                after[y as usize][x as usize] = None;
                after[to_y as usize][to_x as usize] = Some(piece);
                if !general_taken(&after, side) {
                    let to = Square::new(to_x as usize, to_y as usize).unwrap();
                    moves.push(format!("{square}{to}"));
                }
            }
        }
        moves
    }
}
