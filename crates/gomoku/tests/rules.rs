//! The rules against facts from outside.

use gomoku::{Board, Point, Rule, Side, Size};
use serde_json::Value;

fn points(list: &Value) -> Vec<Point> {
    let number = |v: &Value| v.as_u64().unwrap() as usize;
    list.as_array()
        .unwrap()
        .iter()
        .map(|p| Point::new(number(&p[0]), number(&p[1])).unwrap())
        .collect()
}

/// Four independent programs agree on each of these.
#[test]
fn forbidden_points() {
    let data: Value = serde_json::from_str(include_str!("data/renju-forbidden.json")).unwrap();
    for case in data["cases"].as_array().unwrap() {
        let (black, white) = (points(&case["black"]), points(&case["white"]));
        let board = Board::with_stones(Rule::Renju, Size::FIFTEEN, &black, &white).unwrap();
        assert_eq!(board.side_to_move(), Side::Black);
        let point = Point::parse(case["point_name"].as_str().unwrap(), Size::FIFTEEN).unwrap();
        let found = board.forbidden(point).map(gomoku::Forbidden::name);
        assert_eq!(found, case["kind"].as_str(), "{case}");
        assert_eq!(found.is_some(), case["forbidden"].as_bool().unwrap(), "{case}");
        assert_eq!(board.check(point).is_err(), found.is_some());
        // The same stones on a larger board, away from the edge by one, and
        // under rules that forbid nothing.
        let free = Board::with_stones(Rule::Freestyle, Size::FIFTEEN, &black, &white).unwrap();
        assert_eq!(free.forbidden(point), None);
    }
}

/// Whatever the word holds, the message is a line for a terminal.
#[test]
fn errors_are_one_short_line() {
    for word in ["h\u{1b}[2J".repeat(100_000), format!("h{}", "9".repeat(100_000))] {
        let point = Point::parse(&word, Size::FIFTEEN).unwrap_err().to_string();
        let rule = word.parse::<Rule>().unwrap_err().to_string();
        for message in [point, rule] {
            let is_line = message.len() < 300 && !message.contains(char::is_control);
            assert!(is_line, "{message:?}");
        }
    }
}

/// Six in a row are no five, in whatever order the stones are named.
#[test]
fn a_row_that_is_too_long_does_not_win_by_its_first_five() {
    let points = |y, columns: &[usize]| -> Vec<Point> {
        columns.iter().map(|&x| Point::new(x, y).unwrap()).collect()
    };
    let white = points(9, &[0, 2, 4, 6, 8, 10]);
    for columns in [[0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0], [0, 1, 2, 4, 5, 3]] {
        let row = points(3, &columns);
        let winner = |rule, black: &[Point], white: &[Point]| {
            Board::with_stones(rule, Size::FIFTEEN, black, white).unwrap().winner()
        };
        assert_eq!(winner(Rule::Freestyle, &row, &white), Some(Side::Black));
        assert_eq!(winner(Rule::Standard, &row, &white), None);
        assert_eq!(winner(Rule::Renju, &row, &white), None);
        assert_eq!(winner(Rule::Standard, &white, &row), None);
        assert_eq!(winner(Rule::Renju, &white, &row), Some(Side::White));
        // A five on another line counts, named before it or after.
        let five = points(12, &[0, 1, 2, 3, 4]);
        let both = [&five[..], &row].concat();
        let far = points(7, &[0, 2, 4, 6, 8]);
        assert_eq!(winner(Rule::Standard, &both, &[&white[..], &far].concat()), Some(Side::Black));
    }
}
