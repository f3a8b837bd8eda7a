//! Grundy's game: how many heaps, their sizes, then moves.

use std::sync::LazyLock;

use grundy::{Heaps, Misere, MisereSolver, NimSum, OddHeaps, Split};
use search_core::{Outcome, Position, final_outcome, legal_moves};

use crate::input::Input;

const MOST_HEAPS: usize = 8;
const GREATEST: usize = 60;
/// More coins take the plain search too long.
const FEW_COINS: u64 = 16;

static NIM: LazyLock<NimSum> = LazyLock::new(|| NimSum::up_to(GREATEST as u32));

pub(crate) fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let count = 1 + input.below(MOST_HEAPS);
    let sizes: Vec<u32> = (0..count).map(|_| 1 + input.below(GREATEST) as u32).collect();
    let first = Heaps::new(&sizes).expect("heaps");
    let mut heaps = first.clone();
    let mut path = Vec::new();
    loop {
        let moves = check(&heaps);
        if input.is_empty() {
            break;
        }
        let byte = usize::from(input.byte());
        let Some(&split) = moves.get(byte % moves.len().max(1)) else { break };
        let before = heaps.clone();
        heaps.make(split);
        assert_eq!(heaps, before.after(split));
        heaps.unmake(split, ());
        assert_eq!(heaps, before, "{split} taken back");
        assert_eq!(heaps.key(), before.key());
        heaps.make(split);
        path.push(split);
    }
    for split in path.into_iter().rev() {
        heaps.unmake(split, ());
    }
    assert_eq!(heaps, first);
}

/// Moves and values against the rule itself; the moves.
fn check(heaps: &Heaps) -> Vec<Split> {
    let anew = Heaps::new(heaps.sizes()).map(|anew| anew.with_side(heaps.side_to_move()));
    assert_eq!(anew.as_ref().map(Position::key), Ok(heaps.key()), "{heaps}");
    assert_eq!(anew.as_ref(), Ok(heaps));

    let mut moves = legal_moves(heaps);
    let mut found: Vec<String> = moves.iter().map(Split::to_string).collect();
    found.sort();
    let mut expected = Vec::new();
    for &heap in heaps.sizes() {
        expected
            .extend((1..heap.div_ceil(2)).map(|small| format!("{heap}={}+{small}", heap - small)));
    }
    expected.sort();
    expected.dedup();
    assert_eq!(found, expected, "{heaps}");
    assert_eq!(heaps.is_over(), expected.is_empty());
    assert_eq!(heaps.count_moves(), moves.len() as u64);
    assert_eq!(final_outcome(heaps), expected.is_empty().then_some(Outcome::Loss));
    for &split in &moves {
        assert_eq!(heaps.pack(split).and_then(|bits| heaps.unpack(bits)), Some(split));
    }

    // A move wins if it leaves no nim-value, and there is one unless the value is 0.
    let value = NIM.of(heaps).expect("heaps within the values");
    let winning: Vec<Split> = NIM.winning_splits(heaps).collect();
    let leaves_nothing = |split: &Split| NIM.of(&heaps.after(*split)) == Some(0);
    let plain: Vec<Split> = moves.iter().copied().filter(leaves_nothing).collect();
    assert_eq!(winning, plain, "{heaps}");
    assert_eq!(winning.is_empty(), value == 0, "{heaps}");
    if heaps.coins() <= FEW_COINS {
        assert_eq!(grundy::nim_value_by_search(heaps), value, "{heaps}");
        let wins = MisereSolver::new().wins(heaps).expect("few coins");
        assert_eq!(wins, wins_misere(heaps), "{heaps}");
        assert_eq!(legal_moves(&Misere(heaps.clone())).len(), moves.len());
    }
    if let Ok(odd) = OddHeaps::try_from(heaps) {
        assert_eq!(NIM.of_odd(odd), Some(value), "{heaps}");
    }
    moves.sort_by_key(ToString::to_string);
    moves
}

/// Whoever cannot move wins.
fn wins_misere(heaps: &Heaps) -> bool {
    let moves = legal_moves(heaps);
    moves.is_empty() || moves.into_iter().any(|split| !wins_misere(&heaps.after(split)))
}
