//! Codes of octal games: the first byte says how many values, the rest is the code. The
//! values are those of the rule itself, and a period that is proved goes on.

use grundy::octal::{OctalCode, OctalValues, Periodicity, plain};

use crate::input::{Input, check_message};

pub(crate) fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let bound = usize::from(input.byte());
    let text = String::from_utf8_lossy(input.rest());
    let code: OctalCode = match text.parse() {
        Ok(code) => code,
        Err(e) => {
            check_message(&format!("{e}"));
            return;
        }
    };
    assert_eq!(code.to_string().parse().as_ref(), Ok(&code));
    let last = code.last_place();
    assert!(last <= OctalCode::MAX_PLACES && code.digit(last) != 0 && code.digit(last + 1) == 0);

    let expected = plain(&code, 2 * bound).expect("values of small heaps are small");
    let mut values = OctalValues::new(code.clone());
    values.advance(bound).expect("values of small heaps are small");
    assert_eq!(values.values(), &expected[..=bound], "{code}");
    let maximum = expected[..=bound].iter().max();
    assert_eq!(Some(&values.maximum().1), maximum);
    for (value, &count) in values.counts().iter().enumerate() {
        let found = values.values().iter().filter(|&&v| usize::from(v) == value).count();
        assert_eq!(count, found as u64, "{code}: {value}");
    }
    if let Some(found) = Periodicity::find(&code, &expected[..=bound]) {
        assert!(found.proved_by <= bound);
        let pairs = expected[found.start..].iter().zip(&expected[found.start + found.period..]);
        for (one, next) in pairs {
            assert_eq!(one, next, "{code}: {found:?}");
        }
        // The same proof, met on the way.
        let mut values = OctalValues::new(code);
        let met = values.advance_to_proof(2 * bound, &mut |_| ()).expect("small values");
        assert_eq!(met.map(|met| (met.period, met.start)), Some((found.period, found.start)));
    }
}
