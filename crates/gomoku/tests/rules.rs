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
