//! Games that are decided, played on to their ends, with little time for the moves.

mod common;

use std::ops::ControlFlow::Continue;

use common::{Random, played};
use gomoku::{Evaluation, Gomoku, Point, Rank, Rule, Side, Size};
use search_core::{
    Engine, Heuristics, Limits, MoveSet, Options, Ply, Position, Report, Score, ScoreKind, Stop,
};
use serde_json::Value;

/// The shared wins, with their numbers.
fn wins() -> Vec<(u64, Gomoku)> {
    let data: Value = serde_json::from_str(include_str!("data/tactics.json")).unwrap();
    let cases = data["cases"].as_array().unwrap().iter().filter(|case| case["kind"] != "NO_VCF");
    let read = |case: &Value| {
        let size = Size::new(case["size"].as_u64().unwrap() as usize).unwrap();
        let rule = case["rule"].as_str().unwrap().parse().unwrap();
        (case["id"].as_u64().unwrap(), played(rule, size, case["moves"].as_str().unwrap()))
    };
    cases.map(read).collect()
}

struct Player(Engine<Gomoku, Evaluation>);

impl Player {
    fn new() -> Self {
        let options = Options { hash_mb: 4, ..Gomoku::options() };
        Self(Engine::new(Evaluation::default(), options).unwrap())
    }

    fn think(&mut self, game: &Gomoku, nodes: u64) -> Report<Point> {
        self.0.search(game, &Limits::nodes(nodes), &Stop::new(), |_| ())
    }
}

/// Plies to the win that is announced.
fn announced(report: &Report<Point>) -> Option<usize> {
    match report.score.kind() {
        ScoreKind::Win { plies } => Some(plies.get()),
        _ => None,
    }
}

fn candidates(game: &Gomoku) -> Vec<Point> {
    let mut moves = Vec::new();
    let _ = game.candidates(MoveSet::All, |m| {
        if game.is_legal(m) {
            moves.push(m);
        }
        Continue(())
    });
    moves.sort_by_key(|m| std::cmp::Reverse(game.static_order(*m)));
    moves
}

/// What is threatened is stopped as far as one stone can, and nothing is put where nobody plays.
fn check_defence(game: &Gomoku, reply: Point) {
    let (us, them) = (game.side_to_move(), game.side_to_move().other());
    let apart = |p: Point| p.x().abs_diff(reply.x()).max(p.y().abs_diff(reply.y()));
    assert!(game.board().occupied().any(|(p, _)| apart(p) <= 2), "{reply} in {game:?}");
    if game.rank(us, reply) == Rank::Five {
        return;
    }
    let threats =
        |game: &Gomoku, rank| -> Vec<Point> { game.points_of(them, rank).iter().collect() };
    let fives = threats(game, Rank::Five);
    if !fives.is_empty() {
        assert!(fives.contains(&reply), "{reply} in {game:?}");
        return;
    }
    let before = threats(game, Rank::OpenFour);
    if before.is_empty() || game.rank(us, reply) >= Rank::Four {
        return;
    }
    let mut next = game.clone();
    next.play(reply).unwrap();
    let after = threats(&next, Rank::OpenFour);
    assert!(before.iter().any(|p| !after.contains(p)), "{reply} stops nothing in {game:?}");
}

/// A win that was announced by a long search is carried out by short ones, which see it at most
/// moves, and the loser defends himself to the end.
#[test]
fn a_win_is_carried_out() {
    let (mut all, mut unseen) = (0, 0);
    let mut random = Random(8);
    for (id, start) in wins() {
        let us = start.side_to_move();
        for (later, resists) in [(500, true), (2000, false)] {
            let (mut winner, mut loser) = (Player::new(), Player::new());
            let report = winner.think(&start, 20_000);
            if announced(&report).is_none() {
                continue;
            }
            all += 1;
            let mut game = start.clone();
            game.play(report.best().unwrap()).unwrap();
            while game.outcome().is_none() {
                let m = if game.side_to_move() == us {
                    let report = winner.think(&game, later);
                    // A short search need not see all of a long win.
                    unseen += u32::from(announced(&report).is_none());
                    report.best().unwrap()
                } else if resists {
                    let reply = loser.think(&game, later).best().unwrap();
                    check_defence(&game, reply);
                    reply
                } else {
                    let moves = candidates(&game);
                    moves[random.below(moves.len().min(6))]
                };
                game.play(m).unwrap();
            }
            assert_eq!(game.board().winner(), Some(us), "{id}: {game:?}");
        }
    }
    assert!(all >= 50 && unseen <= 10, "{all} {unseen}");
}

/// What is worth a look loses, and the search ends before the rest is looked at.
#[test]
fn no_stone_in_the_corner() {
    let lost = "f10d6f4e7f8e6d8c8e9c7d10c11e10c10c9f6g7h6g6c6b6c5c4a3b4";
    let game = played(Rule::Freestyle, Size::FIFTEEN, lost);
    for nodes in (100..1500).step_by(100) {
        let report = Player::new().think(&game, nodes);
        check_defence(&game, report.best().unwrap());
        let best = report.best().unwrap();
        assert!(candidates(&game).contains(&best), "{nodes}: {best}");
        // Known to be lost, and not proved to be.
        if nodes >= 800 && report.score.kind() != (ScoreKind::Evaluation(report.score.get())) {
            assert!(report.score.is_loss(), "{nodes}: {report:?}");
        }
    }
    // White threatens two open fours in turns; a longer search proves it.
    assert!(Player::new().think(&game, 5_000).score.is_loss());
}

/// The loss that comes last is chosen: White has two open threes, and Black a four that delays them.
#[test]
fn the_longest_way_to_lose() {
    let game = played(Rule::Freestyle, Size::FIFTEEN, "a10c3b10d3c10e3o15k5o1k6n13k7");
    assert_eq!(game.side_to_move(), Side::Black);
    let report = Player::new().think(&game, 5_000);
    // Black's four on the edge, and its answer; then one three is stopped, and the other becomes
    // an open four, of which one end is stopped: six plies, and four without the four.
    assert_eq!(report.score, Score::loss_at(Ply::new(6)), "{report:?}");
    assert!(["d10", "e10"].contains(&report.best().unwrap().to_string().as_str()), "{report:?}");
}
