//! Chinese records.

use super::described::{Description, Order, Place, Way, Words, goes_straight};
use crate::board::Board;
use crate::moves::Move;
use crate::piece::{Kind, Piece, Side};

pub(super) const EXPECTED: &str = "a Chinese move such as 炮二平五: a piece and its file, or 前 中 后 \
                                   and a piece, then 进 退 or 平 and a number from 1 to 9";

/// How [`write_chinese`] writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ChineseStyle {
    /// The characters.
    pub script: Script,
    /// Black's numbers.
    pub digits: Digits,
}

/// Which characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Script {
    /// 帅 马 车 炮 进 后.
    #[default]
    Simplified,
    /// 帥 馬 車 炮 進 後; Black's cannon is 砲.
    Traditional,
}

/// How wide Black's digits are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Digits {
    /// `马8进7`.
    #[default]
    Half,
    /// `马８进７`: as wide as the characters around.
    Full,
}

const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// The Chinese text of a move that is legal on the board: piece, file, 进
/// (forward) 退 (back) or 平 (sideways), and the new file, or the number of
/// ranks for pieces that go straight. Red's numbers are Chinese numerals,
/// Black's are digits.
///
/// Of two equal pieces on a file, 前 or 后 before the piece says which and its
/// file is left out: 前车进一. Advisors and elephants keep their file: only
/// one of the two can make the move. Of three pawns on a file, the one between
/// is 中兵. This much is common practice; the tests compare it with the program
/// cchess.
///
/// Beyond it programs differ. Here four or five pawns on a file are counted
/// from the front, 一兵 to 五兵; where two files have two pawns or more, these
/// keep their file too: 前兵九平八. Read are also 二兵 for 中兵, 前九平八
/// without the 兵, and, with several such files, 一兵 to 五兵 counted through
/// all of them, from the mover's right and each from the front, as programs do
/// that keep to four characters.
///
/// A move from an empty point has no other text than that of UCI.
#[must_use]
pub fn write_chinese(board: &Board, m: Move, style: ChineseStyle) -> String {
    let Some(d) = Description::new(board, m) else { return m.to_string() };
    let number = |n: usize| match (d.side, style.digits) {
        (Side::Red, _) => NUMERALS.get(n.wrapping_sub(1)).copied().unwrap_or('〇'),
        (Side::Black, Digits::Half) => char::from(b'0' + (n % 10) as u8),
        (Side::Black, Digits::Full) => {
            char::from_u32('０' as u32 + (n % 10) as u32).unwrap_or('０')
        }
    };
    let piece = character(Piece::new(d.side, d.kind), style.script);
    let mut text = String::new();
    let alone = d.on_file < 2 || matches!(d.kind, Kind::Advisor | Kind::Elephant);
    if !alone {
        text.push(match (d.ahead, d.on_file) {
            (ahead, 4..) => NUMERALS.get(ahead).copied().unwrap_or('〇'),
            (0, _) => '前',
            (1, 3) => '中',
            _ if style.script == Script::Traditional => '後',
            _ => '后',
        });
    }
    text.push(piece);
    if alone || d.crowded > 1 {
        text.push(number(d.file));
    }
    text.push(match (d.way, style.script) {
        (Way::Forward, Script::Simplified) => '进',
        (Way::Forward, Script::Traditional) => '進',
        (Way::Back, _) => '退',
        (Way::Sideways, _) => '平',
    });
    text.push(number(d.number));
    text
}

const fn character(piece: Piece, script: Script) -> char {
    match (script, piece.side(), piece.kind()) {
        (Script::Traditional, Side::Red, Kind::General) => '帥',
        (Script::Traditional, Side::Black, Kind::General) => '將',
        (Script::Traditional, _, Kind::Horse) => '馬',
        (Script::Traditional, _, Kind::Rook) => '車',
        (Script::Traditional, Side::Black, Kind::Cannon) => '砲',
        _ => piece.character(),
    }
}

const fn kind(c: char) -> Option<Kind> {
    Some(match c {
        '帅' | '帥' | '将' | '將' => Kind::General,
        '仕' | '士' => Kind::Advisor,
        '相' | '象' => Kind::Elephant,
        '马' | '馬' | '傌' => Kind::Horse,
        '车' | '車' | '俥' => Kind::Rook,
        '炮' | '砲' | '包' => Kind::Cannon,
        '兵' | '卒' => Kind::Pawn,
        _ => return None,
    })
}

const fn order(c: char) -> Option<Order> {
    Some(match c {
        '前' => Order::Front,
        '中' => Order::Middle,
        '后' | '後' => Order::Rear,
        _ => return None,
    })
}

/// A numeral or a digit, from 1. Full-width digits are plain by now.
fn number(c: char) -> Option<usize> {
    let digit = c.to_digit(10).filter(|&n| n > 0).map(|n| n as usize);
    digit.or_else(|| NUMERALS.iter().position(|&numeral| numeral == c).map(|i| i + 1))
}

fn nth(c: char) -> Option<Order> {
    number(c).filter(|&n| n <= Kind::Pawn.max_count()).map(Order::Nth)
}

pub(super) fn read(letters: &[char]) -> Option<Words> {
    let (name, &[way, last]) = letters.split_last_chunk()?;
    let way = match way {
        '进' | '進' => Way::Forward,
        '退' => Way::Back,
        '平' => Way::Sideways,
        _ => return None,
    };
    let (kind, place) = match *name {
        [first, second] => match (kind(first), kind(second)) {
            (Some(kind), _) => (kind, Place::File(number(second)?)),
            (None, Some(Kind::Pawn)) => {
                (Kind::Pawn, Place::Order(order(first).or_else(|| nth(first))?))
            }
            (None, Some(kind)) => (kind, Place::Order(order(first)?)),
            (None, None) => (Kind::Pawn, Place::OrderOnFile(order(first)?, number(second)?)),
        },
        [first, second, third] => {
            let kind = kind(second)?;
            let which =
                order(first).or_else(|| if kind == Kind::Pawn { nth(first) } else { None })?;
            (kind, Place::OrderOnFile(which, number(third)?))
        }
        _ => return None,
    };
    if way == Way::Sideways && !goes_straight(kind) {
        return None;
    }
    Some(Words { kind, place, way, number: number(last)? })
}
