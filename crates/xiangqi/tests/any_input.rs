//! Whatever the types allow: nothing panics, and answers keep their promises.

use std::collections::BTreeMap;

use proptest::prelude::*;
use search_core::{Evaluate, Heuristics, Position, legal_moves};
use xiangqi::notation::{ChineseStyle, Notation, check, parse, parse_any, write, write_chinese};
use xiangqi::pgn::{Game, GameResult, read, read_bytes};
use xiangqi::{
    Bitboard, Evaluation, Kind, Move, Piece, RepetitionRule, Rules, Side, Square, Xiangqi, attacks,
};

fn square() -> impl Strategy<Value = Square> {
    (0..90usize).prop_filter_map("a square", Square::from_index)
}

fn moves(most: usize) -> impl Strategy<Value = Vec<Move>> {
    let one = (square(), square()).prop_filter_map("a move", |(from, to)| Move::new(from, to));
    prop::collection::vec(one, 0..most)
}

fn side() -> impl Strategy<Value = Side> {
    prop_oneof![Just(Side::Red), Just(Side::Black)]
}

/// Positions of random play, of the numbers of moves to take.
fn game() -> impl Strategy<Value = Xiangqi> {
    prop::collection::vec(any::<usize>(), 0..60).prop_map(|numbers| {
        let mut game = Xiangqi::start();
        for number in numbers {
            let moves = game.legal_moves();
            if !moves.is_empty() {
                game.play(moves[number % moves.len()]).unwrap();
            }
        }
        game
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn squares_and_sets(a in square(), b in square(), side in side(), index in any::<usize>(), (file, rank) in any::<(usize, usize)>(), squares in prop::collection::vec(square(), 0..20), letter in any::<char>()) {
        let _ = (Square::new(file, rank), Square::from_index(index), a.rotated(), a.mirrored(), Move::new(a, b));
        let set = squares.iter().fold(Bitboard::EMPTY, |set, &s| set | Bitboard::of(s));
        prop_assert_eq!(set.count() as usize, set.into_iter().count());
        let _ = (set.first(), set.rest(), set.masked(true), !set, set.contains(a));
        for from in [attacks::general(a), attacks::advisor(a), attacks::elephant(a, set), attacks::horse(a, set)] {
            let _ = from & set;
        }
        let _ = (attacks::horse_onto(a, set), attacks::pawn(side, a), attacks::pawn_onto(side, a));
        let _ = (attacks::between(a, b), attacks::rays(a, set), attacks::home(side), Piece::from_letter(letter));
        for kind in Kind::ALL {
            let _ = (attacks::reachable(side, kind), Piece::new(side, kind).character(), kind.max_count());
        }
    }

    #[test]
    fn boards(game in game(), tried in moves(8), at in square(), side in side(), bits in 1..=u16::MAX, set in prop::collection::vec(square(), 0..30)) {
        let board = game.board();
        let set = set.iter().fold(Bitboard::EMPTY, |set, &s| set | Bitboard::of(s));
        let _ = (board.attackers(at, set, side), board.captors(at, set, side), board.general(side));
        for kind in Kind::ALL {
            let _ = board.reach(at, Piece::new(side, kind));
        }
        let legal = board.legal_moves();
        for &m in &tried {
            prop_assert_eq!(board.is_legal_move(m), legal.contains(&m));
            prop_assert_eq!(check(board, m).is_ok(), legal.contains(&m));
            let _ = (board.gives_check(m), write_chinese(board, m, ChineseStyle::default()));
            for notation in Notation::ALL {
                let text = write(notation, board, m);
                let _ = parse(notation, board, &text).map_err(|e| e.to_string());
            }
            let mut other = game.clone();
            if other.play(m).is_err() {
                prop_assert!(other == game);
            }
        }
        let unpacked = board.unpack(bits.try_into().unwrap());
        prop_assert!(unpacked.is_none_or(|m| legal.contains(&m)));
        let mut game = game.with_rules(Rules { repetition: RepetitionRule::Asian, quiet_limit: Some(bits % 3) });
        game.reserve(usize::MAX);
        let _ = (game.ending(), game.fen(), game.first(), game.plies_to_limit(), Evaluation::account(&game));
        let _ = (Evaluation::terms(&game), Evaluation::Classic.evaluate(&game), Evaluation::Material.evaluate(&game));
        let _ = (game.under_threat(), legal_moves(&game).len(), format!("{game:?}"));
    }

    #[test]
    fn games_in_files(start in game(), moves in moves(6), numbers in any::<(u16, u16)>(), places in prop::collection::vec((0..9usize, "\\PC{0,9}|[{}()\n]{0,6}", any::<u8>()), 0..4), tags in prop::collection::vec(("\\PC{0,6}|[A-Za-z]{0,6}", "\\PC{0,9}|[\"\\\\\n\\]]{0,4}"), 0..4)) {
        let legal = legal_moves(&start).into_iter().take(1);
        let moves: Vec<Move> = legal.chain(moves).collect();
        let game = Game {
            tags,
            start: start.board().clone(),
            quiet_plies: numbers.0,
            move_number: numbers.1,
            comments: places.iter().map(|(at, text, _)| (*at, text.clone())).collect(),
            glyphs: places.iter().map(|(at, _, glyph)| (*at, *glyph)).collect(),
            variations: places.iter().map(|(at, ..)| (*at, moves.clone())).collect::<BTreeMap<_, _>>(),
            moves,
            result: GameResult::Unknown,
        };
        let _ = game.last_board();
        for notation in Notation::ALL {
            let text = game.write(notation);
            read(&text).take(9).for_each(|g| drop(g.map_err(|e| e.to_string())));
        }
    }

    #[test]
    fn any_text(game in game(), text in "\\PC{0,60}|[a-i0-9+=.CHREAKP-]{0,6}|[rnbakcpRNBAKCP0-9/]{0,50} [wbr]? ?[-0-9 ]{0,12}", bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        let _ = (text.parse::<Xiangqi>().map_err(|e| e.to_string()), text.parse::<Square>().map_err(|e| e.to_string()));
        let _ = (text.parse::<Notation>().map_err(|e| e.to_string()), text.parse::<RepetitionRule>().map_err(|e| e.to_string()));
        let _ = parse_any(game.board(), &text).map_err(|e| e.to_string());
        for notation in Notation::ALL {
            let _ = parse(notation, game.board(), &text).map_err(|e| e.to_string());
        }
        read(&text).take(9).for_each(|g| drop(g.map_err(|e| e.to_string())));
        let _ = read_bytes(&bytes).map(|games| games.take(9).count());
    }
}
