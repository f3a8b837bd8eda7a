//! Random lines and bytes.

use crate::openings::Dice;

/// Words with the chance that they are drawn.
pub(super) type Weighted<'a> = &'a [(usize, &'a [&'a str])];

/// A word of one of the groups.
pub(super) fn word(dice: &mut Dice, groups: Weighted<'_>) -> String {
    let whole: usize = groups.iter().map(|(weight, _)| weight).sum();
    let mut place = dice.below(whole);
    for (weight, words) in groups {
        if place < *weight {
            return dice.pick(words).unwrap_or_default().to_owned();
        }
        place -= weight;
    }
    String::new()
}

/// Numbers at which programs break.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "7",
    "10",
    "-1",
    "-0",
    "+1",
    "1.5",
    "1e3",
    "0x10",
    "00000000000000000001",
    "127",
    "128",
    "255",
    "256",
    "32767",
    "32768",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "-2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999999",
    "NaN",
    "inf",
    "\u{0663}",
];

/// A number, most often a harmless one.
pub(super) fn number(dice: &mut Dice) -> String {
    match dice.below(3) {
        0 => dice.pick(NUMBERS).unwrap_or_default().to_owned(),
        1 => dice.below(30).to_string(),
        _ => dice.below(2000).to_string(),
    }
}

/// Bytes of any kind, without a line end.
pub(super) fn noise(dice: &mut Dice) -> Vec<u8> {
    let length = match dice.below(20) {
        0 => dice.below(5000),
        1 => 0,
        _ => dice.below(40),
    };
    let printable = dice.below(2) == 0;
    let byte =
        |dice: &mut Dice| if printable { 32 + dice.below(95) } else { dice.below(256) } as u8;
    let bytes = std::iter::repeat_with(|| byte(dice)).take(length);
    bytes.filter(|&b| b != b'\n').collect()
}

/// The line with something wrong in it, sometimes.
pub(super) fn spoilt(dice: &mut Dice, line: String) -> Vec<u8> {
    let mut bytes = line.into_bytes();
    if dice.below(3) > 0 || bytes.is_empty() {
        return bytes;
    }
    for _ in 0..=dice.below(3) {
        let place = dice.below(bytes.len().max(1)).min(bytes.len());
        match dice.below(7) {
            0 => bytes.truncate(place),
            1 => bytes.insert(place, dice.below(256) as u8),
            2 if place < bytes.len() => bytes[place] = dice.below(256) as u8,
            3 if place < bytes.len() => {
                bytes.remove(place);
            }
            4 => bytes.extend_from_within(place..),
            5 => bytes.extend(b" ".iter().chain(number(dice).as_bytes())),
            _ => bytes.make_ascii_uppercase(),
        }
        bytes.truncate(20_000);
    }
    bytes.retain(|&b| b != b'\n');
    bytes
}
