//! Octal games: values by two methods, and periods that are known from elsewhere.

mod program;

use grundy::octal::{OctalCode, OctalValues, Periodicity, plain};
use program::{ok, run};
use proptest::prelude::*;
use serde_json::{Value, json};

fn code(text: &str) -> OctalCode {
    text.parse().expect("a code")
}

/// The values of the fast method up to a heap.
fn fast(text: &str, bound: usize) -> OctalValues {
    let mut values = OctalValues::new(code(text));
    values.advance(bound).expect("small values");
    values
}

fn proof(text: &str, bound: usize) -> Option<Periodicity> {
    OctalValues::new(code(text)).advance_to_proof(bound, &mut |_| ()).expect("small values")
}

#[test]
fn first_values_are_those_of_the_tables() {
    // OEIS A002186 (Kayles) and A002187 (Dawson's Chess, which is .137).
    let kayles = [
        0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4, 1, 2, 8, 5, 4,
        7, 2, 1, 8, 6, 7, 4, 1, 2, 3, 1, 4, 7, 2, 1, 8, 2, 7, 4, 1, 2, 8, 1, 4, 7, 2, 1, 4, 2, 7,
    ];
    assert_eq!(fast(".77", 59).values(), kayles);
    let dawson = [
        0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4,
        5, 2, 7, 4,
    ];
    assert_eq!(fast(".137", 33).values(), dawson);
    // Dawson's Kayles is the same, one coin later.
    assert_eq!(fast(".07", 34).values()[1..], dawson);
    // Nim with one coin at a time; a heap that is split into single coins.
    assert_eq!(fast(".3", 4).values(), [0, 1, 0, 1, 0]);
    assert_eq!(fast("4.0", 5).values(), [0, 0, 1, 0, 1, 0]);
}

/// Period and last exception as in Winning Ways, chapter 4, table 7.
/// (Some sources count from the first heap that is no exception: one more.)
#[test]
fn known_periods_are_proved() {
    for (text, period, last) in [
        (".77", 12, 70),
        (".137", 34, 51),
        (".07", 34, 52),
        (".156", 349, 3478),
        (".165", 1550, 5180),
        (".055", 148, 258),
        (".644", 442, 3255),
        (".356", 142, 7314),
    ] {
        let found = proof(text, 1 << 16).unwrap_or_else(|| panic!("{text} has a period"));
        assert_eq!((found.period, found.last_exception()), (period, Some(last)), "{text}");
    }
    let exceptions = proof(".77", 200).expect("a period").exceptions;
    assert_eq!(exceptions, [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]);
    assert_eq!(proof(".137", 200).expect("a period").exceptions, [0, 14, 16, 17, 31, 34, 51]);
}

/// The proof with the longest way to go.
#[test]
fn the_period_of_16_is_proved() {
    let found = proof(".16", 600_000).expect("a period");
    assert_eq!((found.period, found.start), (149_459, 105_351));
    assert_eq!(found.proved_by, 2 * (105_351 + 149_459) + 2 - 1);
    assert_eq!(proof(".16", found.proved_by - 1), None);
    assert_eq!(proof(".16", found.proved_by), Some(found));
}

#[test]
fn where_nothing_is_proved_nothing_is_said() {
    // Its period is known to be 328,226,140,474 (Flammenkamp).
    assert_eq!(proof(".106", 20_000), None);
    assert_eq!(proof(".6", 20_000), None);
    // One value fewer than the proof takes.
    let found = proof(".77", 1000).expect("a period");
    let values = fast(".77", found.proved_by);
    assert_eq!(Periodicity::find(values.code(), values.values()), Some(found));
    assert_eq!(Periodicity::find(values.code(), &values.values()[..values.heap()]), None);
    assert_eq!(Periodicity::find(values.code(), &[]), None);
}

/// With rare values, new ones among them, in games that leave two heaps at one place, at
/// several, and without taking; with long codes.
#[test]
fn the_fast_method_finds_the_plain_values() {
    for (text, bound) in [
        (".6", 26_000),
        (".264", 26_000),
        (".777", 14_000),
        (".165", 17_000),
        (".404", 16_000),
        (".354", 12_000),
        ("4.324", 14_000),
        (".0000000000000006044", 12_000),
    ] {
        let values = fast(text, bound);
        assert_eq!(values.values(), plain(&code(text), bound).expect("small values"), "{text}");
        assert!(values.split().is_some() || text.len() > 10, "{text}");
    }
    // Rare values were used, and told.
    let values = fast(".264", 25_000);
    let split = values.split().expect("few rare values");
    let rares: Vec<_> = (1..)
        .zip(values.values()[1..].iter().copied())
        .filter(|&(_, value)| split.is_rare(value))
        .collect();
    assert!(values.rares().eq(rares) && values.rares().len() > 1000);
}

/// However the way is cut into steps.
#[test]
fn steps_do_not_matter() {
    let whole = fast(".264", 12_000);
    let mut steps = OctalValues::new(code(".264"));
    for bound in (0..12_000).step_by(37).chain([12_000]) {
        steps.advance(bound).expect("small values");
        assert_eq!(steps.heap(), bound);
    }
    assert_eq!(steps.values(), whole.values());
    assert_eq!(steps.counts(), whole.counts());
    assert_eq!(steps.maximum(), whole.maximum());
    assert_eq!(whole.counts().iter().sum::<u64>(), 12_001);
    let (heap, greatest) = whole.maximum();
    assert_eq!(whole.values().iter().position(|&value| value == greatest), Some(heap));
    assert_eq!(whole.values().iter().max(), Some(&greatest));
}

fn any_code() -> impl Strategy<Value = String> {
    let digits = prop::collection::vec(0..8u8, 1..7);
    (prop::bool::ANY, digits).prop_filter_map("no move", |(splits, digits)| {
        let digits: String = digits.iter().map(|&digit| char::from(b'0' + digit)).collect();
        let text = format!("{}.{digits}", if splits { "4" } else { "" });
        text.parse::<OctalCode>().ok().map(|_| text)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Of random games, the rule written out once more included.
    #[test]
    fn random_games(text in any_code(), bound in 1..400usize) {
        let game = code(&text);
        let values = fast(&text, bound);
        let by_rule = by_rule(&game, bound);
        prop_assert_eq!(values.values(), &by_rule[..]);
        prop_assert_eq!(&plain(&game, bound).expect("small values"), &by_rule);
    }

    /// A period that is proved holds on; none shorter does; the least start is told.
    #[test]
    fn proved_periods_hold(text in any_code()) {
        let game = code(&text);
        if let Some(found) = proof(&text, 600) {
            let values = plain(&game, 3 * found.proved_by + 100).expect("small values");
            let agree = |n: usize, period| values[n] == values[n + period];
            prop_assert!(
                (found.start..values.len() - found.period).all(|n| agree(n, found.period))
            );
            if let Some(last) = found.last_exception() {
                prop_assert!(!agree(last, found.period));
                prop_assert_eq!(found.exceptions.last(), Some(&last));
            }
            for shorter in 1..found.period {
                prop_assert!(!(found.start..values.len() - shorter).all(|n| agree(n, shorter)));
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[-.0-9a ]{0,40}|.*") {
        if let Ok(code) = text.parse::<OctalCode>() {
            prop_assert_eq!(code.to_string().parse(), Ok(code));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    /// Of random games, far enough for rare values to serve.
    #[test]
    fn random_games_further(text in any_code()) {
        let values = fast(&text, 9_500);
        prop_assert_eq!(values.values(), plain(&code(&text), 9_500).expect("small values"));
    }
}

/// The values by the rule, with sets.
fn by_rule(code: &OctalCode, bound: usize) -> Vec<u16> {
    let mut values: Vec<u16> = Vec::new();
    for heap in 0..=bound {
        let mut options = std::collections::BTreeSet::new();
        for taken in 0..=heap {
            let left = heap - taken;
            if left == 0 && code.may_leave(taken, 0) {
                options.insert(0);
            }
            if left > 0 && code.may_leave(taken, 1) {
                options.insert(values[left]);
            }
            if code.may_leave(taken, 2) {
                options.extend((1..left).map(|part| values[part] ^ values[left - part]));
            }
        }
        values.push((0..).find(|value| !options.contains(value)).expect("a value"));
    }
    values
}

#[test]
fn the_program_tells_values_and_period() {
    let text = ok(&["octal", ".77"]);
    for part in [
        "game          .77\n",
        "take 2, leave no heap, one heap or two heaps\n",
        "heaps 0 to 59 0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2\n",
        "maximum       8, first at heap 27\n",
        "distinct      9\n",
        "period        12\n",
        "pre-period    71: the last exception is heap 70\n",
        "exceptions    0 3 6 9 11 15 18 21 22 28 34 39 57 70\n",
        "proved by     the values up to heap 167",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    // Heaps up to the bound alone, where it is smaller.
    let text = ok(&["octal", "0.77", "5"]);
    assert!(text.contains("heaps 0 to 5  0 1 2 3 1 4\n"), "{text}");
    assert!(text.contains("none is proved by the values up to heap 5\n"), "{text}");
    assert!(ok(&["octal", "4.7", "100"]).contains("take nothing, leave two heaps\n"));
    let text = ok(&["octal", ".106", "9000"]);
    assert!(text.contains("none is proved by the values up to heap 9000\n"), "{text}");
    let (few, all) = (ok(&["octal", ".156", "10000"]), ok(&["octal", ".156", "10000", "--all"]));
    assert!(few.contains("more: --all shows them") && !all.contains("--all"), "{few}");
    assert!(all.contains(" 3478\n") && few.contains("rare values   those with"), "{few}");
}

#[test]
fn the_program_tells_them_as_json() {
    let object = |args: &[&str]| -> Value {
        let text = ok(&[&["octal", "--json"], args].concat());
        assert_eq!(text.lines().count(), 1);
        serde_json::from_str(&text).expect("JSON")
    };
    let found = object(&[".137"]);
    assert_eq!(
        found["period"],
        json!({
            "period": 34, "pre_period": 52, "last_exception": 51,
            "exceptions": [0, 14, 16, 17, 31, 34, 51], "proved_by": 174,
        })
    );
    assert_eq!((&found["code"], &found["rare_values"]), (&json!(".137"), &Value::Null));
    assert_eq!(found["maximum"], json!({"value": 9, "heap": 85}));
    let found = object(&[".264", "25000"]);
    assert_eq!((&found["period"], &found["heap"]), (&Value::Null, &json!(25_000)));
    assert!(found["rare_values"]["heaps"].as_u64() > Some(100), "{found}");
}

#[test]
fn the_program_refuses_what_is_no_code() {
    let long = format!(".{}", "7".repeat(33));
    let cases: [(&[&str], &str); 16] = [
        (&["octal"], "<CODE>"),
        (&["octal", ""], "`` is no octal code: expected a point"),
        (&["octal", "77"], "`77` is no octal code"),
        (&["octal", "-.77"], "`-.77` is no octal code"),
        (&["octal", "-1"], "`-1` is no octal code"),
        (&["octal", ".7\n"], "`.7\\n` is no octal code"),
        (&["octal", ".78"], "digit 8 is not from 0 to 7"),
        (&["octal", ".9"], "digit 9"),
        (&["octal", "3.7"], "expected nothing, 0 or 4 before the point"),
        (&["octal", ".000"], "`.000` allows no move"),
        (&["octal", &long], "at most 32 digits"),
        (&["octal", ".77", "0"], "from 1 to 100000000"),
        (&["octal", ".77", "-5"], "from 1 to 100000000"),
        (&["octal", ".77", "100000001"], "from 1 to 100000000"),
        (&["octal", ".77", "x"], "'x'"),
        (&["octal", ".77", "5", "6"], "'6'"),
    ];
    for (args, part) in cases {
        let (status, out, err) = run(args, "");
        assert_eq!((status, &*out, err.lines().count()), (2, "", 1), "{args:?}: {err}");
        assert!(err.starts_with("grundy: ") && err.contains(part), "{part:?} is not in {err:?}");
    }
}
