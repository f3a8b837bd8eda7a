//! What patterns are worth: numbers by hand, all in one place for a tuner.

use crate::pattern::Pattern;

/// What a pattern that a stone would make adds to the value of its point, by
/// [`Pattern`].
///
/// A pattern is worth several times the one below it. Where ones and twos
/// weighed more (3, 16 and 48 for open ones, twos and threes), a stone far from
/// the others was worth as much as one that joins them. These values won 35 to 25
/// against those at 40 ms a move: +58 Elo, with an error of about 90, so not
/// proved better. Against the lecture's first player no gain is shown either
/// (`docs/results.md`).
pub(crate) const PATTERN: [i16; 16] = {
    let mut values = [0; 16];
    values[Pattern::One as usize] = 0;
    values[Pattern::OpenOne as usize] = 1;
    values[Pattern::Two as usize] = 1;
    values[Pattern::OpenTwo as usize] = 5;
    values[Pattern::Three as usize] = 9;
    values[Pattern::OpenThree as usize] = 32;
    values[Pattern::Four as usize] = 34;
    values[Pattern::OpenFour as usize] = 120;
    values[Pattern::Five as usize] = 200;
    values
};

/// What it is worth to be on move.
pub(crate) const TEMPO: i32 = 70;
