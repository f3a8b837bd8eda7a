//! What the engine keeps up, and what it asks of a position.

mod common;

use common::{Random, played, random_game};
use gomoku::{Board, Evaluation, Gomoku, Rule, Side, Size};
use search_core::conformance::Conformance;
use search_core::{Engine, Heuristics, Limits, Stop};

#[test]
fn what_is_kept_up_is_what_a_fresh_look_finds() {
    let mut random = Random(0x1234_5678_9abc_def1);
    for rule in Rule::ALL {
        for size in [5, 9, 15, 20, 22] {
            random_game(rule, size, &mut random, |game| {
                let fresh = Gomoku::from_board(game.board().clone());
                for side in Side::ALL {
                    for point in game.board().vacant() {
                        for d in gomoku::Direction::ALL {
                            assert_eq!(
                                game.pattern(side, point, d),
                                game.board().pattern(side, point, d)
                            );
                        }
                        assert_eq!(game.rank(side, point), fresh.rank(side, point));
                        assert_eq!(game.forbidden(point), game.board().forbidden(point));
                    }
                }
                // The first position and the moves apart, all is the same.
                let mut replayed = Gomoku::from_board(game.first());
                for &m in game.moves() {
                    replayed.play(m).unwrap();
                }
                assert!(replayed == *game);
            });
        }
    }
}

/// The evaluation learns of wins by fours too.
#[test]
fn a_cleared_engine_repeats_a_search_exactly() {
    let game = played(Rule::Freestyle, Size::FIFTEEN, "l9h9g8g9i9h10h8j10i11i8");
    let mut engine = Engine::new(Evaluation::default(), Gomoku::options()).unwrap();
    let mut nodes = || {
        engine.clear();
        engine.search(&game, &Limits::depth(6), &Stop::new(), |_| ()).stats.nodes
    };
    let first = nodes();
    assert_eq!((nodes(), nodes()), (first, first));
}

#[test]
fn conformance() {
    for rule in Rule::ALL {
        for size in [5, 15] {
            let size = Size::new(size).unwrap();
            Conformance::new(&Gomoku::new(rule, size))
                .walks(20)
                .plies(40)
                .depth(2)
                .check()
                .unwrap();
            Conformance::new(&Board::new(rule, size)).walks(20).plies(40).depth(2).check().unwrap();
        }
    }
}
