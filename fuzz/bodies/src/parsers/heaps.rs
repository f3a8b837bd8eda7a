//! Heaps and splits of Grundy's game: the first line are heaps, the others moves.

use grundy::{Heaps, Split};
use search_core::Position;

use crate::input::{Input, check_message};

pub(crate) fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let heaps = match String::from_utf8_lossy(input.line()).parse::<Heaps>() {
        Ok(heaps) => heaps,
        Err(e) => {
            check_message(&e.to_string());
            return;
        }
    };
    assert!(heaps.sizes().is_sorted_by(|a, b| a >= b));
    assert_eq!(heaps.to_string().parse().as_ref(), Ok(&heaps));
    while !input.is_empty() {
        let text = String::from_utf8_lossy(input.line());
        let split = match text.parse::<Split>() {
            Ok(split) => split,
            Err(e) => {
                check_message(&e.to_string());
                continue;
            }
        };
        assert_eq!(split.to_string().parse(), Ok(split));
        match heaps.check(split) {
            Ok(split) => {
                let after = heaps.after(split);
                assert_eq!(after.coins(), heaps.coins());
                assert_eq!(after.sizes().len(), heaps.sizes().len() + 1);
                let anew = Heaps::new(after.sizes()).map(|new| new.with_side(after.side_to_move()));
                if after.sizes().len() <= Heaps::MAX_HEAPS {
                    assert_eq!(anew.as_ref().map(Position::key), Ok(after.key()));
                    assert_eq!(anew, Ok(after));
                }
            }
            Err(e) => check_message(&e.to_string()),
        }
    }
}
