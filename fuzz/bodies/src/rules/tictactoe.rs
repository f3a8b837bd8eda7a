//! Games of m,n,k: three bytes are m, n and k, the others moves.

use search_core::{Outcome, legal_moves};
use tictactoe::{Board, Mnk, Rules, Side, Square, TicTacToe};

use crate::input::Input;

pub(crate) fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let mut number = |most| 1 + input.below(most);
    let rules = Rules::new(number(12), number(12), number(6)).unwrap_or_default();
    let folded = usize::from(input.byte());
    let moves = input.rest();
    if let Ok(board) = Mnk::<u128>::empty(rules) {
        play(board.with_folding(folded), moves, |board| board.with_folding(folded));
    }
    if let Ok(board) = Mnk::<u64>::empty(rules) {
        play(board.with_folding(folded), moves, |board| board.with_folding(folded));
    }
    if rules == Rules::TIC_TAC_TOE {
        play(TicTacToe::new(), moves, |board| board);
    }
}

fn play<B: Board + PartialEq>(first: B, bytes: &[u8], folded: impl Fn(B) -> B) {
    let mut board = first;
    for &byte in bytes {
        check_board(&board);
        let moves = legal_moves(&board);
        let Some(&m) = moves.get(usize::from(byte) % moves.len().max(1)) else { break };
        let before = board.clone();
        let after = before.after(m);
        let undo = board.make(m);
        assert!(board == after);
        board.unmake(m, undo);
        assert!(board == before, "{m:?} on {before} taken back");
        board = before.play(m).unwrap_or_else(|e| panic!("{m:?} on {before}: {e}"));
        assert!(board == after);
        // As if all stones were put anew.
        let anew = B::parse(board.rules(), &board.to_string()).map(&folded);
        let anew = anew.unwrap_or_else(|e| panic!("{board}: {e}"));
        assert!(anew == board, "{board}");
        assert_eq!(anew.key(), board.key(), "{board}");
    }
    check_board(&board);
}

/// What a board says of itself against its lines, one by one.
pub(crate) fn check_board<B: Board>(board: &B) {
    let rules = board.rules();
    let lines = lines(rules);
    let has = |line: &Vec<Square>, side| line.iter().all(|&square| board.at(square) == Some(side));
    let won = |side| lines.iter().any(|line| has(line, side));
    let winner = [Side::X, Side::O].into_iter().find(|&side| won(side));
    assert_eq!(board.winner(), winner, "{board}");
    let squares = || (0..rules.squares()).map(|index| Square::new(index as u8));
    let empty: Vec<Square> = squares().filter(|&square| board.at(square).is_none()).collect();
    assert_eq!(board.stones(), rules.squares() - empty.len(), "{board}");
    let outcome = match winner {
        Some(winner) if winner == board.side_to_move() => Some(Outcome::Win),
        Some(_) => Some(Outcome::Loss),
        None if empty.is_empty() => Some(Outcome::Draw),
        None => None,
    };
    assert_eq!(search_core::final_outcome(board), outcome, "{board}");
    let mut moves = legal_moves(board);
    moves.sort();
    assert_eq!(moves, if outcome.is_none() { empty.clone() } else { Vec::new() }, "{board}");
    for side in [Side::X, Side::O] {
        let open =
            |line: &&Vec<Square>| line.iter().all(|&square| board.at(square) != Some(side.other()));
        let count = lines.iter().filter(open).count();
        assert_eq!(board.open_lines(side), count as u32, "{side} on {board}");
        let completes = |&&square: &&Square| {
            let stands = |&s: &Square| s == square || board.at(s) == Some(side);
            lines.iter().any(|line| line.contains(&square) && line.iter().all(stands))
        };
        let completing: Vec<Square> = empty.iter().filter(completes).copied().take(2).collect();
        assert_eq!(board.completing(side).as_slice(), completing, "{side} on {board}");
    }
    let winning = |square: &Square| {
        winner.is_some_and(|side| lines.iter().any(|l| l.contains(square) && has(l, side)))
    };
    let mut found = board.winning_squares();
    found.sort();
    assert_eq!(found, squares().filter(winning).collect::<Vec<_>>(), "{board}");
}

/// All lines, each once.
fn lines(rules: Rules) -> Vec<Vec<Square>> {
    let mut lines = Vec::new();
    for y in 0..rules.rows() {
        for x in 0..rules.columns() {
            for (dx, dy) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                let at = |n: usize| {
                    let x = x.checked_add_signed(dx * n as isize)?;
                    rules.at(x, y + dy * n)
                };
                let line: Option<Vec<Square>> = (0..rules.line()).map(at).collect();
                lines.extend(line);
            }
        }
    }
    lines.iter_mut().for_each(|line| line.sort());
    lines.sort();
    lines.dedup();
    lines
}
