//! The opening library: what is built, what is asked, and what is refused.

use gomoku::library::{Library, LibraryError, Tree};
use gomoku::{Board, Gomoku, Point, Rule, Size, Symmetry};
use search_core::{Position, Score};

fn points(names: &str) -> Vec<Point> {
    names.split(' ').map(|name| Point::parse(name, Size::FIFTEEN).unwrap()).collect()
}

/// A tree grown by somebody whose opinion of a move is a number made of its coordinates.
fn grown(rule: Rule, size: Size, questions: usize) -> Tree {
    let mut tree = Tree::new(rule, size, 1000);
    grow(&mut tree, questions);
    tree
}

fn grow(tree: &mut Tree, questions: usize) {
    for _ in 0..questions {
        let question = tree.question().unwrap();
        let opinion = |m: &Point| (*m, ((7 * m.x() + 11 * m.y()) % 40) as i32);
        let best = question.moves.iter().map(opinion).max_by_key(|(_, score)| *score);
        tree.answer(&question, best);
    }
}

#[test]
fn those_of_the_program_are_sound() {
    for (rule, n) in
        [(Rule::Freestyle, 15), (Rule::Freestyle, 20), (Rule::Standard, 15), (Rule::Renju, 15)]
    {
        let size = Size::new(n).unwrap();
        let library = Library::embedded(rule, size).expect("a library");
        let mut game = Gomoku::new(rule, size);
        let middle = size.center();
        assert_eq!(library.look_up(game.board()).and_then(|known| known.best), Some(middle));
        game.make(middle);
        // Every move of the best lines may be played; nothing is known of a finished game.
        let mut moves = 1;
        while let Some(point) = library.look_up(game.board()).and_then(|known| known.best) {
            game.play(point).unwrap();
            moves += 1;
        }
        assert!(moves >= 3 && library.len() >= 50, "{rule} {n}: {moves} {}", library.len());
        // Swap2 begins with three stones that leave neither side much better, and goes on with two.
        assert!(library.openings().len() >= 2, "{rule} {n}");
        for three in library.openings() {
            let mut board = Board::new(rule, size);
            three.iter().for_each(|&point| board.make(point));
            let value = library.look_up(&board).unwrap().value;
            assert!(value.get().abs() <= 150, "{rule} {n}: {three:?} {value}");
            let pair = library.pair(&board).unwrap();
            pair.iter().for_each(|&point| board.make(point));
            let value = library.look_up(&board).unwrap().value;
            assert!(value.get().abs() <= 150, "{rule} {n}: {three:?} {pair:?} {value}");
        }
    }
    assert!(Library::embedded(Rule::Renju, Size::TWENTY).is_none());
}

/// As `check` of the builder has it: each position and each move by the rules.
#[test]
fn every_move_may_be_played() {
    for (name, bytes) in [
        ("freestyle15", &include_bytes!("../src/library/data/freestyle15.library")[..]),
        ("freestyle20", include_bytes!("../src/library/data/freestyle20.library")),
        ("standard15", include_bytes!("../src/library/data/standard15.library")),
        ("renju15", include_bytes!("../src/library/data/renju15.library")),
    ] {
        let tree = Tree::read(bytes).unwrap();
        assert_eq!(tree.check(), Ok(()), "{name}");
        assert_eq!(tree.write(), bytes, "{name}");
    }
}

#[test]
fn images_get_the_image_of_the_move() {
    let library = Library::of(&grown(Rule::Freestyle, Size::FIFTEEN, 400));
    let mut game = Gomoku::new(Rule::Freestyle, Size::FIFTEEN);
    let (mut asked, mut best_moves) = (0, 0);
    while let Some(known) = library.look_up(game.board()) {
        for symmetry in Symmetry::ALL {
            let mut image = Board::new(game.rule(), game.size());
            for &m in game.moves() {
                image.make(symmetry.image(game.size(), m));
            }
            let there = library.look_up(&image).unwrap();
            assert_eq!((there.value, there.best.is_some()), (known.value, known.best.is_some()));
            if let (Some(here), Some(there)) = (known.best, there.best) {
                // Another move only where that leads to an image of the same position.
                let after = image.after(there);
                assert_eq!(after.folded_key(), game.after(here).board().folded_key());
                best_moves += 1;
            }
            asked += 1;
        }
        let Some(&(next, _)) = library.moves(game.board()).first() else { break };
        game.play(next).unwrap();
    }
    assert!(asked >= 32 && best_moves >= 16, "{asked} {best_moves}");
}

/// The value of a position is that of its best move, whichever way that is known.
#[test]
fn values_are_backed_up() {
    let mut tree = Tree::new(Rule::Freestyle, Size::FIFTEEN, 1000);
    // The first move that is asked about is said to be the best, and worth so much.
    let mut step = |stones: usize, score: Option<i32>| {
        let question = tree.question().unwrap();
        assert_eq!(question.game.moves().len(), stones);
        let best = question.moves.first().copied();
        assert_eq!(best.is_some(), score.is_some(), "{:?}", question.moves);
        tree.answer(&question, best.zip(score));
        best
    };
    let middle = step(0, Some(50)).unwrap();
    assert_eq!(middle, Size::FIFTEEN.center());
    // The middle is taken into the tree and searched, then what is left of the first position.
    let reply = step(1, Some(-40)).unwrap();
    step(0, None);
    // The reply next, and White's second best move, which is a little worse than that was.
    let third = step(2, Some(70)).unwrap();
    let second_best = step(1, Some(-60)).unwrap();
    assert_ne!(reply, second_best);
    let library = Library::of(&tree);
    let known = |moves: &[Point]| {
        let mut board = Board::new(Rule::Freestyle, Size::FIFTEEN);
        moves.iter().for_each(|&p| board.make(p));
        library.look_up(&board)
    };
    // The rest, -60, is better than the reply, -70; it is no move to play before it is looked at.
    let one = known(&[middle]).unwrap();
    assert_eq!((one.value, one.best), (Score::evaluation(-60), None));
    let empty = known(&[]).unwrap();
    assert_eq!((empty.value, empty.best), (Score::evaluation(60), Some(middle)));
    assert_eq!(known(&[middle, reply]).unwrap().value, Score::evaluation(70));
    assert_eq!((known(&[middle, second_best]), known(&[middle, reply, third])), (None, None));
    assert_eq!(library.moves(&Board::new(Rule::Freestyle, Size::FIFTEEN)).len(), 1);
}

#[test]
fn a_file_goes_on_as_if_it_had_not_been_closed() {
    for questions in [0, 1, 2, 3, 50, 151] {
        let mut tree = grown(Rule::Renju, Size::FIFTEEN, questions);
        if questions == 50 {
            tree.add_root(&points("b2 c4 e1")).unwrap();
            tree.add_root(&points("b2 c4 e1 f6 b3")).unwrap();
            assert!(tree.add_root(&points("b2 b2")).is_err());
        }
        let mut read = Tree::read(&tree.write()).unwrap();
        assert_eq!(read, tree);
        grow(&mut read, 40);
        grow(&mut tree, 40);
        assert_eq!(read.write(), tree.write());
        assert_eq!(read.check(), Ok(()));
    }
    let mut again = grown(Rule::Freestyle, Size::TWENTY, 60);
    let before = again.len();
    assert!(again.pending() <= 1);
    again.search_again();
    assert_eq!(again.pending(), before);
    grow(&mut again, before);
    assert_eq!((again.len(), again.pending()), (before, 0));
}

#[test]
fn broken_files_are_refused() {
    let bytes = grown(Rule::Freestyle, Size::FIFTEEN, 30).write();
    assert!(Library::read(&bytes).is_ok());
    assert_eq!(Library::read(b"").unwrap_err(), LibraryError::Foreign);
    assert_eq!(Library::read(b"BOYI").unwrap_err(), LibraryError::Foreign);
    assert_eq!(Library::read(b"BOYILIB1").unwrap_err(), LibraryError::Damaged);
    for at in 0..bytes.len() {
        assert!(Library::read(&bytes[..at]).is_err(), "cut at {at}");
        let mut changed = bytes.clone();
        changed[at] ^= 0x10;
        assert!(Library::read(&changed).is_err(), "changed at {at}");
        // With a sum that is right: whatever comes of it, no panic.
        let mut body = changed[..changed.len() - 4].to_vec();
        body.extend(crc32fast::hash(&body).to_le_bytes());
        if let Ok(tree) = Tree::read(&body) {
            let _ = (tree.check(), tree.main_line(), Library::of(&tree));
        }
    }
}
