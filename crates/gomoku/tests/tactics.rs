//! Forced wins from real games, with lengths that other programs agree on, and
//! the narrowing to forced replies against searches that leave nothing out.

mod common;

use common::{Random, played, random_game};
use gomoku::threats::{Found, Vcf, Vct, Win};
use gomoku::{Board, Gomoku, Point, Rule, Side, Size};
use search_core::proof::{Decision, Goal, Prover};
use search_core::{
    Engine, Evaluate, Heuristics, Limits, MoveSet, Outcome, Position, ProofBound, ScoreKind, Stop,
};
use serde_json::Value;

fn cases(kind: &str) -> Vec<(u64, Gomoku, Value)> {
    let data: Value = serde_json::from_str(include_str!("data/tactics.json")).unwrap();
    let cases = data["cases"].as_array().unwrap().iter().filter(|case| case["kind"] == kind);
    let read = |case: &Value| {
        let size = Size::new(case["size"].as_u64().unwrap() as usize).unwrap();
        let rule = case["rule"].as_str().unwrap().parse().unwrap();
        played(rule, size, case["moves"].as_str().unwrap())
    };
    cases.map(|case| (case["id"].as_u64().unwrap(), read(case), case.clone())).collect()
}

/// Plays the line; it must be legal and end with a five of the side to move.
fn check_line(start: &Gomoku, win: &Win) {
    let mut game = start.clone();
    for &m in &win.line {
        game.play(m).unwrap();
    }
    assert_eq!(game.board().winner(), Some(start.side_to_move()), "{win:?}");
    assert!(win.line.len() <= win.plies && win.plies % 2 == 1, "{win:?}");
}

#[test]
fn continuous_fours() {
    let mut nodes = Vec::new();
    for (id, mut game, case) in cases("VCF") {
        let mut vcf = Vcf::new(1 << 16);
        let before = game.clone();
        let found = vcf.search(&mut game, 256, 4_000);
        assert!(game == before);
        let Found::Win(win) = found else { panic!("{id}: {found:?}") };
        assert_eq!(win.plies as u64, case["win_plies"].as_u64().unwrap(), "{id}");
        assert_eq!(win.plies, win.line.len());
        check_line(&game, &win);
        nodes.push(vcf.nodes());
        // No shorter one: one stone less does not suffice.
        let stones = (win.plies / 2) as u16;
        assert_eq!(Vcf::new(1 << 16).search(&mut game, stones, 100_000), Found::Unknown);
    }
    assert_eq!(nodes.len(), 16);
    assert!(nodes.iter().filter(|&&n| n <= 1_000).count() >= 14, "{nodes:?}");
}

#[test]
fn no_continuous_fours() {
    for (id, mut game, _) in cases("NO_VCF") {
        let found = Vcf::new(1 << 20).search(&mut game, 256, 1_000_000);
        assert_eq!(found, Found::None, "{id}");
        // A table of one entry forgets everything, and changes no answer.
        if id != 56 {
            assert_eq!(Vcf::new(1).search(&mut game, 256, 10_000_000), Found::None, "{id}");
        }
    }
}

#[test]
fn continuous_threats() {
    let mut quick = 0;
    for (id, mut game, case) in cases("VCT") {
        assert_eq!(Vcf::new(1 << 16).search(&mut game, 256, 1_000_000), Found::None, "{id}");
        let mut vct = Vct::new(16).unwrap();
        let found = vct.search(&game, 1_000_000, &Stop::new());
        let Found::Win(win) = found else { panic!("{id}: {found:?}") };
        check_line(&game, &win);
        // Another move than the one of the list may win, too.
        let listed = case["best_moves"].as_array().unwrap();
        let first = win.line[0].to_string();
        assert!(listed.contains(&Value::from(first.as_str())) || [42, 50].contains(&id), "{id}");
        quick += u32::from(vct.nodes() <= 50_000);
        // The same question again is answered from the table.
        assert!(matches!(vct.search(&game, 1_000, &Stop::new()), Found::Win(_)), "{id}");
    }
    assert!(quick >= 10, "{quick}");
}

/// Small boards, on which proof-number search on the bare rules is the judge.
fn small_positions(mut each: impl FnMut(&mut Gomoku)) {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for rule in Rule::ALL {
        for round in 0..40 {
            random_game(rule, 6 + round % 2, &mut random, |game| {
                if game.moves().len() >= 14 && game.outcome().is_none() {
                    each(&mut game.clone());
                }
            });
        }
    }
}

/// The truth, if the bare rules tell it in time.
fn is_won(board: &Board) -> Option<bool> {
    let report = Prover::new(4).unwrap().prove(board, Goal::Win, Some(60_000), &Stop::new());
    match report.decision {
        Decision::Proved => Some(true),
        Decision::Disproved => Some(false),
        Decision::Unknown => None,
    }
}

#[test]
fn what_is_proved_by_threats_is_true() {
    let mut seen = [0; 3];
    small_positions(|game| {
        let mut vcf = Vcf::new(1 << 12);
        let fours = vcf.search(game, 256, 10_000);
        let threats = Vct::new(1).unwrap().search(game, 20_000, &Stop::new());
        for found in [&fours, &threats] {
            if let Found::Win(win) = found {
                check_line(game, win);
                assert_ne!(is_won(game.board()), Some(false), "{game:?} {win:?}");
            }
        }
        seen[0] += u32::from(matches!(fours, Found::Win(_)));
        seen[1] += u32::from(matches!(threats, Found::Win(_)) && fours == Found::None);
        seen[2] += u32::from(threats == Found::None);
    });
    assert!(seen.iter().all(|&n| n >= 20), "{seen:?}");
}

#[test]
fn fours_are_searched_to_the_end() {
    /// All that fours can do, by the letter of the definition.
    fn by_fours(board: &mut Board, side: Side) -> bool {
        let vacant: Vec<Point> = board.vacant().collect();
        if vacant.iter().any(|&p| board_wins(board, side, p)) {
            return true;
        }
        for four in vacant {
            if board.check(four).is_err() {
                continue;
            }
            board.make(four);
            let threatens = board.vacant().any(|p| board_wins(board, side, p));
            let mut won = threatens;
            if threatens {
                // Whatever is legal: what does not help loses to the five.
                for reply in board.vacant().collect::<Vec<_>>() {
                    if board.check(reply).is_err() {
                        continue;
                    }
                    board.make(reply);
                    won = board.winner().is_none() && by_fours(board, side);
                    board.unmake(reply, ());
                    if !won {
                        break;
                    }
                }
            }
            board.unmake(four, ());
            if won {
                return true;
            }
        }
        false
    }
    fn board_wins(board: &Board, side: Side, p: Point) -> bool {
        gomoku::Direction::ALL
            .into_iter()
            .any(|d| board.pattern(side, p, d) == gomoku::Pattern::Five)
    }
    let mut seen = [0; 2];
    let mut random = Random(77);
    for rule in Rule::ALL {
        for _ in 0..25 {
            random_game(rule, 6, &mut random, |game| {
                if game.moves().len() < 16 || game.outcome().is_some() {
                    return;
                }
                let truth = by_fours(&mut game.board().clone(), game.side_to_move());
                let found = Vcf::new(1 << 10).search(&mut game.clone(), 256, u64::MAX);
                assert_eq!(matches!(found, Found::Win(_)), truth, "{game:?}");
                seen[usize::from(truth)] += 1;
            });
        }
    }
    assert!(seen.iter().all(|&n| n >= 100), "{seen:?}");
}

/// Where replies are forced, every other move loses, and not later.
#[test]
fn no_sound_move_is_left_out() {
    let mut left_out = 0;
    small_positions(|game| {
        if game.narrows_by_opinion() {
            return;
        }
        let mut candidates = Vec::new();
        let _ = game.candidates(MoveSet::All, |m| {
            candidates.push(m);
            std::ops::ControlFlow::Continue(())
        });
        assert!(!candidates.is_empty());
        let side = game.side_to_move();
        let winning = |m: Point| game.rank(side, m) >= gomoku::Rank::OpenFour;
        if candidates.iter().any(|&m| winning(m)) {
            // One that wins is enough.
            return;
        }
        for m in game.legal_moves() {
            if candidates.contains(&m) {
                continue;
            }
            left_out += 1;
            game.make(m);
            let lost = Vcf::new(64).search(game, 2, 1_000);
            game.unmake(m, ());
            assert!(matches!(lost, Found::Win(_)), "{m} in {game:?}");
        }
    });
    assert!(left_out > 1000, "{left_out}");
}

/// What the evaluation proves is true, and as near as it says.
#[test]
fn proofs_are_true() {
    let mut seen = [0; 2];
    let mut evaluation = gomoku::Evaluation::default();
    small_positions(|game| {
        let before = game.clone();
        let (proof, _) = evaluation.probe(game, 200);
        assert!(*game == before);
        let Some(proof) = proof else { return };
        assert_eq!(proof.bound, ProofBound::Exact);
        let goal = if proof.outcome == Outcome::Win { Goal::Win } else { Goal::NotLose };
        let report = Prover::new(4).unwrap().prove(game.board(), goal, Some(60_000), &Stop::new());
        let wrong = match proof.outcome {
            Outcome::Win => Decision::Disproved,
            _ => Decision::Proved,
        };
        assert_ne!(report.decision, wrong, "{game:?}");
        seen[usize::from(proof.outcome == Outcome::Win)] += 1;
    });
    assert!(seen.iter().all(|&n| n >= 20), "{seen:?}");
}

/// Where the other side threatens to win by fours, every move that is not an answer loses to it.
#[test]
fn no_answer_is_left_out() {
    let mut evaluation = gomoku::Evaluation::default();
    let mut random = Random(0x5eed);
    let mut left_out = [0; 3];
    for (rule, left_out) in Rule::ALL.into_iter().zip(&mut left_out) {
        for _ in 0..30 {
            random_game(rule, 15, &mut random, |game| {
                let mut game = game.clone();
                if game.outcome().is_some() || !game.narrows_by_opinion() {
                    return;
                }
                let mut answers = Vec::new();
                let before = game.clone();
                let (threat, _) = evaluation.answers(&mut game, 300, &mut answers);
                assert!(game == before && threat != answers.is_empty());
                if !threat || evaluation.probe(&mut game, 1000).0.is_some() {
                    return;
                }
                for m in game.legal_moves() {
                    if !answers.contains(&m) {
                        *left_out += 1;
                        game.make(m);
                        let lost = Vcf::new(1 << 10).search(&mut game, 256, 100_000);
                        game.unmake(m, ());
                        assert!(matches!(lost, Found::Win(_)), "{m} in {game:?}");
                    }
                }
            });
        }
    }
    assert!(left_out.iter().all(|&n| n > 1000), "{left_out:?}");
}

/// The engine sees the wins of the list by search.
#[test]
fn wins_are_announced() {
    let mut nodes = Vec::new();
    for (id, game, _) in cases("VCF").into_iter().chain(cases("VCT")) {
        let mut engine = Engine::new(gomoku::Evaluation::default(), Gomoku::options()).unwrap();
        let limits = Limits::nodes(50_000);
        let mut first = None;
        let report = engine.search(&game, &limits, &Stop::new(), |info| {
            if matches!(info.line.score.kind(), ScoreKind::Win { .. }) {
                first.get_or_insert(info.stats.nodes);
            }
        });
        assert!(matches!(report.score.kind(), ScoreKind::Win { .. }), "{id}: {:?}", report.score);
        nodes.push(first.unwrap_or(report.stats.nodes));
    }
    assert_eq!(nodes.len(), 28);
    assert!(nodes.iter().filter(|&&n| n <= 10_000).count() >= 26, "{nodes:?}");
}
