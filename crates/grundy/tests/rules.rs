//! The rules: heaps and moves as text, counts from outside, the promises of a position.

use grundy::{Heaps, HeapsError, Misere, OddHeaps, Side, Split, SplitError, ways};
use proptest::prelude::*;
use search_core::conformance::Conformance;
use search_core::perft::perft;
use search_core::reference::and_or::StateGraph;
use search_core::{Outcome, Player, Position, final_outcome, legal_moves};
use serde_json::Value;

fn heaps(text: &str) -> Heaps {
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn numbers(value: &Value) -> Vec<u64> {
    value.as_array().expect("a list").iter().map(|n| n.as_u64().expect("a number")).collect()
}

/// `tests/data/perft.json`: lines of each length, positions of each level, moves.
#[test]
fn as_many_lines_and_positions_as_counted_elsewhere() {
    let data: Value = serde_json::from_str(include_str!("data/perft.json")).expect("JSON");
    let games = data["games"].as_array().expect("a list");
    assert_eq!(games.len(), 9);
    for game in games {
        let sizes: Vec<_> = numbers(&game["heaps"]).into_iter().map(|h| h as u32).collect();
        let start = Heaps::new(&sizes).expect("heaps");
        // Lines of 20 coins are many from here on, also above the few longest.
        let counts = numbers(&game["perft"]).into_iter().take_while(|&count| count < 200_000);
        for (i, count) in counts.enumerate() {
            assert_eq!(perft(&start, i as u32 + 1), count, "{start}: depth {}", i + 1);
        }
        let graph = StateGraph::build(&start, Player::Min, 10_000).expect("small");
        let levels: Vec<_> = graph.level_sizes().into_iter().map(|n| n as u64).collect();
        assert_eq!(levels, numbers(&game["levels"]), "{start}");
        assert_eq!(graph.edge_count() as u64, game["edges"].as_u64().expect("a number"));
    }
}

#[test]
fn moves_come_in_the_order_of_the_figure() {
    let moves = |text: &str| -> Vec<String> {
        legal_moves(&heaps(text)).iter().map(ToString::to_string).collect()
    };
    assert_eq!(moves("7"), ["7=6+1", "7=5+2", "7=4+3"]);
    assert_eq!(moves("2 4 1 6 4"), ["6=5+1", "6=4+2", "4=3+1"], "equal heaps once");
    for over in ["1", "2", "1 2 2 1"] {
        assert!(moves(over).is_empty(), "{over}");
        assert_eq!(final_outcome(&heaps(over)), Some(Outcome::Loss), "{over}");
        assert_eq!(final_outcome(&Misere(heaps(over))), Some(Outcome::Win), "{over}");
    }
    assert_eq!(final_outcome(&heaps("3")), None);
    assert_eq!([1, 2, 3, 4, 5, 6, 7].map(ways), [0, 0, 1, 1, 2, 2, 3]);
}

#[test]
fn who_moves() {
    let start = heaps("7");
    assert_eq!(start.side_to_move(), Side::First);
    let next = start.after(Split { heap: 7, small: 3 });
    assert_eq!((next.sizes(), next.side_to_move()), (&[4, 3][..], Side::Second));
    // Whose turn it is changes nothing for the search, but is told.
    assert_eq!(next, heaps("3 4").with_side(Side::Second));
    assert_ne!(next, heaps("3 4"));
    assert_eq!(next.key(), heaps("3 4").key());
    // So it is with heaps that cannot be split.
    assert_eq!(next.key(), heaps("1 4 2 3 2").key());
    assert_ne!(next.key(), heaps("4 3 3").key(), "equal heaps are not one");
    assert_ne!(heaps("5 5").key(), heaps("6 6").key());
}

#[test]
fn bad_heaps_are_named() {
    let error = |text: &str| Heaps::from_words(text.split(' ')).expect_err(text).to_string();
    for word in ["0", "-1", "+3", "abc", "3.5", "1e3", "", "7;4", "٣", "0x7", "00"] {
        let expected = format!("`{word}` is no heap: expected a whole number from 1 to 100000000");
        assert_eq!(error(word), expected);
        assert_eq!(error(&format!("7 {word}")), expected);
    }
    for word in ["100000001", "4294967296", "99999999999999999999999"] {
        assert_eq!(
            error(word),
            format!("`{word}` is too large: a heap has at most 100000000 coins")
        );
    }
    assert_eq!(error("7\n"), "`7\\n` is no heap: expected a whole number from 1 to 100000000");
    let long = error(&"9".repeat(5000));
    assert!(long.len() < 120 && long.contains("999..."), "{long}");
    assert_eq!("".parse::<Heaps>(), Err(HeapsError::None));
    assert_eq!(Heaps::new(&[]), Err(HeapsError::None));
    assert_eq!(Heaps::new(&[3, 0]), Err(HeapsError::NoHeap("0".into())));
    assert_eq!(Heaps::new(&[u32::MAX]), Err(HeapsError::TooLarge("4294967295".into())));
    assert!(Heaps::new(&[7; 1000]).is_ok());
    assert_eq!(Heaps::new(&[7; 1001]), Err(HeapsError::TooMany(1001)));
    assert!(Heaps::new(&[Heaps::MAX_HEAP]).is_ok());
    assert_eq!(heaps("007").sizes(), [7]);
    assert_eq!(OddHeaps::try_from(&heaps("128 3")).map_err(|e| e.0), Err(128));
    assert!(OddHeaps::try_from(&heaps("127 3")).is_ok());
}

#[test]
fn bad_moves_are_named() {
    let start = heaps("7 4 2");
    for (text, why) in [
        ("", "`` is no move: expected one such as 7=4+3"),
        ("x", "`x` is no move: expected one such as 7=4+3"),
        ("7", "`7` is no move: expected one such as 7=4+3"),
        ("7=4+2+1", "`7=4+2+1` is no move: expected one such as 7=4+3"),
        ("-7=4+3", "`-7=4+3` is no move: expected one such as 7=4+3"),
        ("4=2+2", "4 into 2 and 2 is no move: expected two unequal parts that make 4"),
        ("7=7+0", "7 into 7 and 0 is no move: expected two unequal parts that make 7"),
        ("7=4+4", "7 into 4 and 4 is no move: expected two unequal parts that make 7"),
        ("7 8", "7 into 8 and 0 is no move: expected two unequal parts that make 7"),
        ("2=1+1", "a heap of 2 cannot be split: expected one of at least 3"),
        ("6=5+1", "there is no heap of 6: expected one of 7 4"),
    ] {
        let split = text.parse::<Split>().and_then(|m| start.check(m));
        assert_eq!(split.map_err(|e| e.to_string()), Err(why.to_owned()), "{text}");
    }
    for text in ["7=4+3", "7=3+4", "7 4 3", " 7  3 ", "7=4", "7,4,3"] {
        assert_eq!(text.parse(), Ok(Split { heap: 7, small: 3 }), "{text}");
    }
    let odd = Split { heap: 7, small: 9 };
    assert_eq!(start.check(odd), Err(SplitError::Parts { heap: 7, a: 9, b: 0 }));
    let error = heaps("2 1").check(Split { heap: 3, small: 1 }).unwrap_err();
    assert_eq!(error.to_string(), "there is no heap of 3: expected no move, the game is over");
}

#[test]
fn every_position_keeps_the_promises() {
    for text in ["1", "3", "7", "20", "7 4", "9 7 7 2 1", "5 5 5 5", "30 12 12 3"] {
        let rebuilt = |p: &Heaps| heaps(&p.to_string()).with_side(p.side_to_move());
        let seen = Conformance::new(&heaps(text)).walks(10).rebuild(rebuilt).check();
        assert!(seen.is_ok(), "{text}: {seen:?}");
        let rebuilt = |p: &Misere| Misere(heaps(&p.to_string()).with_side(p.0.side_to_move()));
        let seen = Conformance::new(&Misere(heaps(text))).walks(10).rebuild(rebuilt).check();
        assert!(seen.is_ok(), "{text}, misère: {seen:?}");
    }
    // The largest have many moves, which are compared each with each.
    let seen = Conformance::new(&heaps("127 3")).walks(1).plies(20).depth(2).check();
    assert!(seen.is_ok(), "{seen:?}");
    let odd = OddHeaps::from_bits(1 << 127 | 1 << 3);
    let seen = Conformance::new(&odd).walks(1).plies(20).depth(2).check();
    assert!(seen.is_ok(), "{seen:?}");
    for text in ["1", "3", "7", "20", "7 4", "9 7 7 2 1", "30 12 3"] {
        let odd = OddHeaps::try_from(&heaps(text)).expect("small");
        let seen =
            Conformance::new(&odd).walks(10).rebuild(|p| OddHeaps::from_bits(p.bits())).check();
        assert!(seen.is_ok(), "{text}: {seen:?}");
    }
}

#[test]
fn moves_beyond_the_table_s_bits_are_not_stored() {
    let large = heaps("100000 50000");
    assert_eq!(large.count_moves(), 49_999 + 24_999);
    let last = Split { heap: 50_000, small: 24_999 };
    assert_eq!(large.pack(last), None);
    let first = Split { heap: 50_000, small: 1 };
    let bits = large.pack(first).expect("the 50000th");
    assert_eq!((bits.get(), large.unpack(bits)), (50_000, Some(first)));
}

proptest! {
    /// Any order of the words, any way to split and join: the same position.
    #[test]
    fn heaps_are_a_multiset(mut sizes in prop::collection::vec(1u32..60, 1..40), seed: u64) {
        let start = Heaps::new(&sizes).expect("heaps");
        sizes.sort_unstable_by_key(|&h| u64::from(h).wrapping_mul(seed | 1));
        prop_assert_eq!(&Heaps::new(&sizes).expect("heaps"), &start);
        prop_assert_eq!(start.to_string().parse::<Heaps>(), Ok(start.clone()));
        let (mut pos, mut played) = (start.clone(), Vec::new());
        let mut random = seed;
        while let moves @ [_, ..] = &legal_moves(&pos)[..] {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let m = moves[(random >> 33) as usize % moves.len()];
            pos.make(m);
            played.push(m);
            prop_assert_eq!(pos.coins(), start.coins());
            prop_assert_eq!(pos.sizes().len(), start.sizes().len() + played.len());
        }
        while let Some(m) = played.pop() {
            pos.unmake(m, ());
        }
        prop_assert_eq!(pos.key(), start.key());
        prop_assert_eq!(pos, start);
    }

    #[test]
    fn moves_come_back_from_text(heap in 3u32..=Heaps::MAX_HEAP, small: u32) {
        let split = Split { heap, small: 1 + small % ways(heap) };
        prop_assert_eq!(split.to_string().parse(), Ok(split));
        prop_assert_eq!(format!("{heap} {}", split.small).parse(), Ok(split));
    }
}
