//! Whole games between two engines, with the library as the referee.

use gomoku::{Gomoku, Rule, Side};
use search_core::Position;

use crate::engine::{Engine, empty, point, text};

/// Plays a game out.
fn play(rule: Rule, size: usize, opening: &[(usize, usize)]) -> Gomoku {
    let mask = match rule {
        Rule::Freestyle => 0,
        Rule::Standard => 1,
        Rule::Renju => 4,
    };
    let mut game = empty(rule, size);
    let mut players = [Engine::on(size), Engine::on(size)];
    for player in &mut players {
        player.send(&[&format!("INFO rule {mask}"), "INFO max_node 300"]);
    }
    for &(x, y) in opening {
        game.play(point(&format!("{x},{y}"), size)).expect("a move");
    }
    let mut lines = vec!["BOARD".to_owned()];
    let colour = |i: usize| if i % 2 == opening.len() % 2 { 1 } else { 2 };
    let stones = opening.iter().enumerate();
    lines.extend(stones.map(|(i, (x, y))| format!("{x},{y},{}", colour(i))));
    lines.push("DONE".to_owned());
    let lines: Vec<_> = lines.iter().map(String::as_str).collect();
    let mut answer = players[0].ask_all(&lines).text().to_owned();
    let mut board = Some(lines);
    for turn in 1.. {
        let m = point(&answer, size);
        game.play(m).unwrap_or_else(|e| panic!("{game:?}: {e}"));
        if game.outcome().is_some() || game.legal_moves().is_empty() {
            break;
        }
        let next = &mut players[turn % 2];
        answer = match board.take() {
            // The second player has not heard of the opening: the other's stones are his.
            Some(_) => {
                let stones =
                    game.moves().iter().rev().enumerate().map(|(i, &p)| {
                        format!("{},{}", text(p, size), if i % 2 == 0 { 2 } else { 1 })
                    });
                let mut lines = vec!["BOARD".to_owned()];
                lines.extend(stones);
                lines.push("DONE".to_owned());
                let lines: Vec<_> = lines.iter().map(String::as_str).collect();
                next.ask_all(&lines).text().to_owned()
            }
            None => next.ask(&format!("TURN {}", text(m, size))),
        };
    }
    for player in players {
        player.finish().well();
    }
    game
}

#[test]
fn games_are_played_to_their_ends() {
    for rule in Rule::ALL {
        for (size, opening) in [
            (5, &[][..]),
            (6, &[(2, 3)]),
            (9, &[(4, 4), (3, 3)]),
            (15, &[(7, 7), (8, 7), (8, 8)]),
            (15, &[(0, 0), (14, 14)]),
            (20, &[(9, 9), (10, 9), (10, 10), (3, 3)]),
            (22, &[(0, 21)]),
        ] {
            let game = play(rule, size, opening);
            assert!(game.moves().len() >= 9, "{game:?}");
        }
    }
}

/// Against somebody who puts stones in the corner.
#[test]
fn the_weakest_player_loses() {
    let mut engine = Engine::on(15);
    engine.send(&["INFO max_node 200"]);
    let mut game = empty(Rule::Freestyle, 15);
    let mut answer = engine.ask("BEGIN");
    for _ in 0..10 {
        game.play(point(&answer, 15)).expect("a move");
        if game.outcome().is_some() {
            break;
        }
        let free = game.legal_moves()[0];
        game.play(free).expect("a move");
        answer = engine.ask(&format!("TURN {}", text(free, 15)));
    }
    // Who lets the other fill a corner has lost long since.
    assert_eq!(game.board().winner(), Some(Side::Black), "{game:?}");
}
