//! Perfect play, against what was reported of other programs (`tests/data/reports.json`).

use grundy::{Heaps, MisereError, MisereSolver, NimSum, Split, Values};
use search_core::{Engine, Limits, NoEvaluation, Options, Position, Stop, legal_moves};
use serde_json::Value;

fn reports() -> Value {
    serde_json::from_str(include_str!("data/reports.json")).expect("JSON")
}

fn numbers(value: &Value) -> Vec<u32> {
    let number = |n: &Value| n.as_u64().expect("a number") as u32;
    value.as_array().expect("a list").iter().map(number).collect()
}

#[test]
fn nim_values_as_reported() {
    let reports = reports();
    let values = Values::up_to(3000);
    assert_eq!(values.bound(), 3000);
    for (n, value) in numbers(&reports["values"]["from_0"]).into_iter().enumerate() {
        assert_eq!(u32::from(values.get(n as u32)), value, "heap {n}");
    }
    for n in [100, 1000, 2000, 3000] {
        assert_eq!(u64::from(values.get(n)), reports["values"][n.to_string()], "heap {n}");
    }
    // Any bound gives the same values.
    for bound in [0, 1, 2, 3, 7, 100] {
        let few = Values::up_to(bound);
        assert_eq!(few.bound(), bound);
        assert!((0..=bound).all(|n| few.get(n) == values.get(n)), "{bound}");
    }
}

#[test]
fn winning_splits_as_reported() {
    let report = &reports()["winning_splits"];
    let heaps = Heaps::new(&numbers(&report["heaps"])).expect("heaps");
    let nim = NimSum::up_to(20);
    assert_eq!(nim.of(&heaps).map(u64::from), report["nim_sum"].as_u64());
    let mut found: Vec<_> = nim.winning_splits(&heaps).collect();
    found.sort();
    let splits = report["splits"].as_array().expect("a list").iter().map(numbers);
    let expected: Vec<_> = splits.map(|s| Split { heap: s[0], small: s[1] }).collect();
    assert_eq!(found, expected);
    assert!(found.iter().all(|&m| heaps.check(m).is_ok()));
}

/// Every move that is suggested is legal and keeps the promise: whoever follows
/// them wins against every reply.
#[test]
fn who_follows_the_theory_never_loses() {
    /// The winner to move: whether he has made the last move wherever the game ended.
    fn wins(nim: &NimSum, heaps: &Heaps) -> bool {
        let Some(m) = nim.winning_splits(heaps).next() else { return false };
        let Ok(m) = heaps.check(m) else { return false };
        let next = heaps.after(m);
        legal_moves(&next).into_iter().all(|reply| wins(nim, &next.after(reply)))
    }
    let nim = NimSum::up_to(20);
    let mut won = 0;
    for n in 1..=15 {
        let heaps = Heaps::new(&[n, 4]).expect("heaps");
        if nim.of(&heaps) != Some(0) {
            assert!(wins(&nim, &heaps), "{heaps}");
            won += 1;
        }
    }
    assert_eq!(won, 10);
}

/// The engine too, with proofs or without, on either side and by either rules.
#[test]
fn the_engine_never_loses_a_won_game() {
    let nim = NimSum::up_to(20);
    let options = Options { hash_mb: 1, ..Options::default() };
    let mut probing = Engine::new(nim.clone(), options.clone()).expect("memory");
    let mut plain = Engine::new(NoEvaluation, options).expect("memory");
    for n in [5, 8, 12, 14, 17] {
        for know in [true, false] {
            let mut pos = Heaps::new(&[n, 3, 3, 2]).expect("heaps");
            assert_ne!(nim.of(&pos), Some(0));
            while !pos.is_over() {
                let (limits, stop) = (Limits::default(), Stop::new());
                let best = match know {
                    true => probing.search(&pos, &limits, &stop, |_| ()).best(),
                    false => plain.search(&pos, &limits, &stop, |_| ()).best(),
                };
                pos.make(best.expect("a move"));
                assert_eq!(nim.of(&pos), Some(0), "{pos}");
                // The loser plays his last move.
                if let Some(&m) = legal_moves(&pos).last() {
                    pos.make(m);
                }
            }
            // Who moves now has lost: it is the loser.
            assert_eq!(pos.side_to_move(), grundy::Side::Second);
        }
    }
}

#[test]
fn misere_as_reported() {
    let report = &reports()["misere"];
    let mut solver = MisereSolver::new();
    let mut wins = |sizes: &[u32]| solver.wins(&Heaps::new(sizes).expect("heaps")).expect("small");
    let to = report["single_heaps_to"].as_u64().expect("a number") as u32;
    let losing: Vec<_> = (1..=to).filter(|&n| !wins(&[n])).collect();
    assert_eq!(losing, numbers(&report["losing"]));
    // Found by brute force, heaps of 1 and 2 included, without any normal form.
    let losing = report["losing_without_dead_heaps_to_14_coins"].as_array().expect("a list");
    assert_eq!(losing.len(), 19);
    for sizes in losing.iter().map(numbers) {
        assert!(!wins(&sizes), "{sizes:?}");
        assert!(!wins(&[&sizes[..], &[2, 1, 1, 4, 3, 3]].concat()), "{sizes:?}");
        // The other side to move: by the rules a move from there wins.
        let heaps = Heaps::new(&sizes).expect("heaps");
        assert!(legal_moves(&heaps).iter().all(|&m| wins(heaps.after(m).sizes())), "{sizes:?}");
    }
    assert!(wins(&[1]) && wins(&[2, 2]) && wins(&[4]) && wins(&[3, 3]));
}

#[test]
fn misere_has_limits() {
    let heaps = |sizes: &[u32]| Heaps::new(sizes).expect("heaps");
    let error = MisereSolver::new().wins(&heaps(&[3, 256])).unwrap_err();
    assert_eq!(error, MisereError::TooLarge(256));
    assert!(error.to_string().contains("a heap of 256 is too large for misère play"), "{error}");
    let mut small = MisereSolver::with_limit(100);
    assert_eq!(small.wins(&heaps(&[60])), Err(MisereError::TooManyPositions(100)));
    assert_eq!(small.positions(), 100);
    // What is known stays true.
    assert_eq!(small.wins(&heaps(&[3])), Ok(false));
    let moves = MisereSolver::new().winning_splits(&heaps(&[7])).expect("small");
    assert_eq!(moves, [Split { heap: 7, small: 1 }, Split { heap: 7, small: 3 }]);
}
