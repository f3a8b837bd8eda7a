//! What patterns are worth: numbers by hand, all in one place for a tuner.

use crate::pattern::Pattern;

/// What a pattern that a stone would make adds to the value of its point, by
/// [`Pattern`], in hundredths of about a tempo.
pub(crate) const PATTERN: [i16; 16] = {
    let mut values = [0; 16];
    values[Pattern::One as usize] = 1;
    values[Pattern::OpenOne as usize] = 3;
    values[Pattern::Two as usize] = 6;
    values[Pattern::OpenTwo as usize] = 16;
    values[Pattern::Three as usize] = 18;
    values[Pattern::OpenThree as usize] = 48;
    values[Pattern::Four as usize] = 56;
    values[Pattern::OpenFour as usize] = 120;
    values[Pattern::Five as usize] = 240;
    values
};

/// What it is worth to be on move.
pub(crate) const TEMPO: i32 = 170;
