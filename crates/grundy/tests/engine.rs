//! Search, proof and nim-sum, each found in its own way, say the same.

use grundy::{Heaps, Misere, MisereSolver, NimSum, OddHeaps, Split, nim_value_by_search};
use proptest::prelude::*;
use search_core::proof::{Decision, Goal, Prover};
use search_core::reference::{Search, WIN};
use search_core::{
    Engine, Evaluate, Heuristics, Limits, NoEvaluation, Options, Outcome, Position, ScoreKind,
    Stop, legal_moves,
};

fn heaps(sizes: &[u32]) -> Heaps {
    Heaps::new(sizes).expect("heaps")
}

/// All multisets of so many coins, the greatest heap at most `most`.
fn multisets(coins: u32, most: u32) -> Vec<Vec<u32>> {
    if coins == 0 {
        return vec![Vec::new()];
    }
    let with_greatest = |h| {
        let rest = multisets(coins - h, h);
        rest.into_iter().map(move |rest| [vec![h], rest].concat())
    };
    (1..=coins.min(most)).rev().flat_map(with_greatest).collect()
}

fn engine<P, E>(evaluation: E, options: Options) -> Engine<P, E>
where
    P: Heuristics,
    E: Evaluate<P> + Clone,
{
    Engine::new(evaluation, Options { hash_mb: 1, ..options }).expect("memory for a table")
}

/// Whether the side to move wins, and its move, by an engine that must know.
fn by_engine<P, E>(engine: &mut Engine<P, E>, pos: &P) -> (bool, Option<Split>)
where
    P: Heuristics<Move = Split> + Send,
    E: Evaluate<P> + Send,
{
    let report = engine.search(pos, &Limits::default(), &Stop::new(), |_| ());
    assert!(report.complete);
    match report.score.kind() {
        ScoreKind::Win { .. } | ScoreKind::Proved { wins: true } => (true, report.best()),
        ScoreKind::Loss { .. } | ScoreKind::Proved { wins: false } => (false, report.best()),
        other => panic!("{other:?}"),
    }
}

fn by_proof<P: Position<Move = Split>>(prover: &mut Prover<P>, pos: &P) -> (bool, Option<Split>) {
    let report = prover.prove(pos, Goal::Win, None, &Stop::new());
    assert!(report.finished);
    (report.decision == Decision::Proved, report.line.first().copied())
}

fn value_by_textbook<P: Position>(pos: &P) -> i32 {
    let mut search = Search::new(40, NoEvaluation);
    let value = search.alpha_beta(pos).value;
    assert_eq!(search.negamax(pos).value, value);
    value
}

/// Every position of up to 13 coins, by ten methods.
#[test]
fn all_small_positions_by_all_methods() {
    let nim = NimSum::up_to(20);
    let mut plain = engine(NoEvaluation, Options::default());
    let mut probing = engine(nim.clone(), Options::default());
    let mut odd_plain = engine(NoEvaluation, Options::default());
    let mut odd_probing = engine(nim.clone(), Options::default());
    let mut prover = Prover::new(1).expect("memory");
    let mut odd_prover = Prover::new(1).expect("memory");
    let (mut positions, mut wins) = (0, 0);
    for sizes in (1..=13).flat_map(|coins| multisets(coins, coins)) {
        let pos = heaps(&sizes);
        let odd = OddHeaps::try_from(&pos).expect("small");
        let value = value_by_textbook(&pos);
        if sizes.iter().sum::<u32>() <= 10 {
            assert_eq!(Search::new(40, NoEvaluation).minimax(&pos).value, value, "{pos}");
        }
        let won = value > 0;
        let sum = nim.of(&pos).expect("small");
        assert_eq!(sum != 0, won, "{pos}");
        assert_eq!(value_by_textbook(&odd) > 0, won, "{pos}");
        let winning: Vec<_> = nim.winning_splits(&pos).collect();
        let expected: Vec<_> = legal_moves(&pos)
            .into_iter()
            .filter(|&m| value_by_textbook(&pos.after(m)) < 0)
            .collect();
        assert_eq!(winning, expected, "{pos}");
        for (found, best) in [
            by_engine(&mut plain, &pos),
            by_engine(&mut probing, &pos),
            by_engine(&mut odd_plain, &odd),
            by_engine(&mut odd_probing, &odd),
            by_proof(&mut prover, &pos),
            by_proof(&mut odd_prover, &odd),
        ] {
            assert_eq!(found, won, "{pos}");
            if won {
                assert!(best.is_some_and(|m| winning.contains(&m)), "{pos}: {best:?}");
            }
        }
        positions += 1;
        wins += usize::from(won);
    }
    // Partitions of 1 to 13.
    assert_eq!(positions, 1 + 2 + 3 + 5 + 7 + 11 + 15 + 22 + 30 + 42 + 56 + 77 + 101);
    assert!(wins > 100 && wins < positions - 100, "{wins}");
}

/// With nothing that prunes by knowledge, the value is that of minimax at every
/// depth, and without a limit the shortest win and the longest loss.
#[test]
fn the_engine_searches_as_the_textbook() {
    fn check<P: Heuristics<Move = Split> + Send>(pos: &P, nim: &NimSum)
    where
        NimSum: Evaluate<P>,
    {
        let mut exact = engine(nim.clone(), Options::exact());
        for depth in 1..8 {
            let report = exact.search(pos, &Limits::depth(depth), &Stop::new(), |_| ());
            let value = Search::new(depth, nim.clone()).minimax(pos).value;
            assert_eq!(report.score.reference(), value, "depth {depth}");
        }
        let mut plain = engine(NoEvaluation, Options::default());
        let report = plain.search(pos, &Limits::default(), &Stop::new(), |_| ());
        assert_eq!(report.score.reference(), value_by_textbook(pos));
    }
    let nim = NimSum::up_to(20);
    for sizes in [&[7][..], &[10], &[13], &[7, 4], &[9, 5, 3], &[6, 6, 5], &[2, 1]] {
        let pos = heaps(sizes);
        check(&pos, &nim);
        check(&OddHeaps::try_from(&pos).expect("small"), &nim);
        check(&Misere(pos), &nim);
    }
}

/// Misère positions: the engine, the textbook and proof know nothing of the
/// solver's normal forms.
#[test]
fn misere_by_all_methods() {
    let mut plain = engine(NoEvaluation, Options::default());
    let mut prover = Prover::new(1).expect("memory");
    let mut solver = MisereSolver::new();
    for sizes in (1..=13).flat_map(|coins| multisets(coins, coins)) {
        let pos = Misere(heaps(&sizes));
        let won = value_by_textbook(&pos) > 0;
        assert_eq!(solver.wins(&pos.0), Ok(won), "{pos}");
        assert_eq!(by_engine(&mut plain, &pos).0, won, "{pos}");
        let report = prover.prove(&pos, Goal::Win, None, &Stop::new());
        assert_eq!(report.decision == Decision::Proved, won, "{pos}");
        let winning: Vec<_> = legal_moves(&pos)
            .into_iter()
            .filter(|&m| value_by_textbook(&pos.after(m)) < 0)
            .collect();
        assert_eq!(solver.winning_splits(&pos.0), Ok(winning), "{pos}");
    }
}

#[test]
fn a_probe_needs_no_search() {
    let mut engine = engine(NimSum::up_to(1000), Options::default());
    let report = engine.search(&heaps(&[1000]), &Limits::default(), &Stop::new(), |_| ());
    assert!(report.complete && report.score.is_win() && report.stats.nodes < 1000);
    // Beyond the bound it knows nothing, and says so.
    let (proof, nodes) = NimSum::up_to(10).probe(&mut heaps(&[11]), 100);
    assert_eq!((proof, nodes), (None, 0));
    assert_eq!(NimSum::up_to(10).evaluate(&heaps(&[11, 3])), 0);
    assert_eq!(NimSum::up_to(10).of(&heaps(&[11])), None);
    assert_eq!(NimSum::up_to(10).winning_splits(&heaps(&[11])).count(), 0);
    assert_eq!(NimSum::up_to(10).evaluate(&heaps(&[3])), 100);
    assert_eq!(NimSum::up_to(10).evaluate(&heaps(&[3, 3])), -100);
    let (proof, _) = NimSum::up_to(10).probe(&mut OddHeaps::from_bits(1 << 5), 0);
    let proof = proof.expect("known");
    assert_eq!((proof.outcome, proof.best), (Outcome::Win, Some(Split { heap: 5, small: 1 })));
}

#[test]
fn proofs_reach_farther_than_depth() {
    let nim = NimSum::up_to(70);
    let mut prover = Prover::new(16).expect("memory");
    for sizes in [&[45][..], &[20, 9, 5], &[50], &[33, 17], &[25, 24, 23]] {
        let pos = heaps(sizes);
        let odd = OddHeaps::try_from(&pos).expect("small");
        let (won, best) = by_proof(&mut prover, &odd);
        assert_eq!(won, nim.of(&pos) != Some(0), "{pos}");
        if won {
            let winning: Vec<_> = nim.winning_splits(&pos).collect();
            assert!(best.is_some_and(|m| winning.contains(&m)), "{pos}");
        }
    }
}

fn few_coins() -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(1u32..=9, 1..=4)
        .prop_filter("small enough to count", |sizes| sizes.iter().sum::<u32>() <= 22)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The list and the bitboard: the same winner, the same nim-value, and the
    /// children of one are those of the other.
    #[test]
    fn the_bitboard_is_the_list(sizes in few_coins()) {
        let pos = heaps(&sizes);
        let odd = OddHeaps::try_from(&pos).expect("small");
        let value = nim_value_by_search(&pos);
        prop_assert_eq!(nim_value_by_search(&odd), value);
        let nim = NimSum::up_to(9);
        prop_assert_eq!(nim.of(&pos), Some(value));
        prop_assert_eq!(nim.of_odd(odd), Some(value));
        // A move of the list is one of the bitboard where its heap has no twin;
        // with a twin, the same move there takes it back.
        let mut children = Vec::new();
        for m in legal_moves(&pos) {
            let child = pos.after(m);
            let image = OddHeaps::try_from(&child).expect("small");
            let twins = pos.sizes().iter().filter(|&&h| h == m.heap).count();
            if twins % 2 == 1 {
                prop_assert_eq!(odd.after(m), image);
                children.push(m);
            } else {
                let back = child.after(m);
                prop_assert_eq!(OddHeaps::try_from(&back).expect("small"), odd);
            }
        }
        prop_assert_eq!(legal_moves(&odd), children);
    }

    /// Larger heaps than can be searched: to win is to move to where the nim-sum is 0.
    #[test]
    fn winning_splits_are_all_of_them(sizes in prop::collection::vec(1u32..=3000, 1..=12)) {
        let nim = NimSum::up_to(3000);
        let pos = heaps(&sizes);
        let lost = |p: &Heaps| nim.of(p) == Some(0);
        let expected: Vec<_> =
            legal_moves(&pos).into_iter().filter(|&m| lost(&pos.after(m))).collect();
        let winning: Vec<_> = nim.winning_splits(&pos).collect();
        prop_assert_eq!(winning.is_empty(), lost(&pos));
        if !lost(&pos) {
            prop_assert_eq!(winning, expected);
        }
    }

    #[test]
    fn bits_flip_back(bits: u128, seed: u64) {
        let odd = OddHeaps::from_bits(bits);
        prop_assert_eq!(odd.bits() & 0b111, 0);
        prop_assert_eq!(odd.sizes().count() as u32, odd.bits().count_ones());
        let moves = legal_moves(&odd);
        if !moves.is_empty() {
            let m = moves[seed as usize % moves.len()];
            let mut pos = odd;
            pos.make(m);
            prop_assert_eq!(pos, odd.after(m));
            let image = odd.to_heaps().expect("heaps").after(m);
            prop_assert_eq!(OddHeaps::try_from(&image), Ok(pos));
            pos.unmake(m, ());
            prop_assert_eq!(pos, odd);
        }
    }
}

#[test]
fn a_won_game_is_worth_what_the_textbook_says() {
    // MIN moves first and loses after four plies.
    let mut search = Search::new(20, NoEvaluation);
    search.player = search_core::Player::Min;
    assert_eq!(search.minimax(&heaps(&[7])).value, WIN - 4);
}
