//! WXF: Chinese records in letters. What it looks like: [`super::parse`].

use super::described::{Description, Order, Place, Way, Words, goes_straight};
use crate::board::Board;
use crate::moves::Move;
use crate::piece::{Kind, Piece};

pub(super) const EXPECTED: &str = "a WXF move such as C2=5: a piece (K A E H R C P), its file or \
                                   + or - (front or rear), then + - or = and a digit from 1 to 9";

pub(super) fn read(letters: &[char]) -> Option<Words> {
    let &[first, second, way, number] = letters else { return None };
    let way = match way {
        '+' => Way::Forward,
        '-' => Way::Back,
        '=' | '.' => Way::Sideways,
        _ => return None,
    };
    let number = digit(number)?;
    let (kind, place) = match (order(first), kind(second)) {
        (Some(order), Some(kind)) => (kind, Place::Order(order)),
        _ => named(first, second)?,
    };
    if way == Way::Sideways && !goes_straight(kind) {
        return None;
    }
    Some(Words { kind, place, way, number })
}

/// The piece of the usual two characters.
fn named(first: char, second: char) -> Option<(Kind, Place)> {
    if let Some(nth) = digit(first) {
        let file = digit(second)?;
        return (nth <= Kind::Pawn.max_count())
            .then_some((Kind::Pawn, Place::OrderOnFile(Order::Nth(nth), file)));
    }
    let kind = kind(first)?;
    let place = match (digit(second), order(second), second.to_ascii_lowercase()) {
        (Some(file), ..) => Place::File(file),
        (_, Some(order), _) => Place::Order(order),
        // Xiangqi programs that need four characters for pawns on several files.
        (.., nth @ 'a'..='e') if kind == Kind::Pawn => {
            Place::Order(Order::Nth(nth as usize - 'a' as usize + 1))
        }
        _ => return None,
    };
    Some((kind, place))
}

fn kind(letter: char) -> Option<Kind> {
    Piece::from_letter(letter).map(Piece::kind)
}

const fn order(sign: char) -> Option<Order> {
    match sign {
        '+' => Some(Order::Front),
        '-' => Some(Order::Rear),
        '.' => Some(Order::Middle),
        _ => None,
    }
}

/// A digit, from 1.
fn digit(c: char) -> Option<usize> {
    c.to_digit(10).filter(|&n| n > 0).map(|n| n as usize)
}

const fn letter(kind: Kind) -> char {
    match kind {
        Kind::General => 'K',
        Kind::Advisor => 'A',
        Kind::Elephant => 'E',
        Kind::Horse => 'H',
        Kind::Rook => 'R',
        Kind::Cannon => 'C',
        Kind::Pawn => 'P',
    }
}

pub(super) fn write(board: &Board, m: Move) -> Option<String> {
    let d = Description::new(board, m)?;
    let way = match d.way {
        Way::Forward => '+',
        Way::Back => '-',
        Way::Sideways => '=',
    };
    let pawns = d.kind == Kind::Pawn && (d.on_file > 2 || d.on_file == 2 && d.crowded > 1);
    let signed = d.on_file == 2
        && !matches!(d.kind, Kind::Advisor | Kind::Elephant)
        && d.other_stays_on_board(board);
    let name = if pawns {
        format!("{}{}", d.ahead + 1, d.file)
    } else if signed {
        format!("{}{}", letter(d.kind), if d.ahead == 0 { '+' } else { '-' })
    } else {
        format!("{}{}", letter(d.kind), d.file)
    };
    Some(format!("{name}{way}{}", d.number))
}
