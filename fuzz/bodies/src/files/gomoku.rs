//! Files of five in a row: stones of records lie on the board, no two on one point, and
//! a record comes back as it went in every format that has a place for it.

use gomoku::formats::{self, Format, Options, ReadError, Record, openings, psq, renlib, sgf};
use gomoku::{Point, Side, Size};

use crate::input::{Input, check_message};

/// A tree may have more lines than there is time for.
const MOST: usize = 2000;

pub(crate) fn psq(bytes: &[u8]) {
    each(std::iter::once(psq::read(&formats::decode(bytes))));
    detected(bytes, "psq");
}

pub(crate) fn sgf(bytes: &[u8]) {
    let text = formats::decode(bytes);
    let main = each(sgf::read(&text));
    let all = each(sgf::lines(&text));
    // Every game has its main line among its lines.
    if all < MOST {
        assert!(main <= all, "{main} main lines, {all} lines");
    }
    detected(bytes, "sgf");
}

pub(crate) fn renlib(bytes: &[u8]) {
    match renlib::lines(bytes) {
        Ok(lines) => drop(each(lines)),
        Err(e) => check_message(&e.to_string()),
    }
    detected(bytes, "lib");
}

pub(crate) fn openings(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let size = Size::new(5 + input.below(18)).unwrap_or_default();
    each(openings::read(&formats::decode(input.rest()), size));
    detected(input.rest(), "txt");
}

/// As a program that is given a file of any kind reads it.
fn detected(bytes: &[u8], extension: &str) {
    for (extension, variations) in [(None, true), (Some(extension), false)] {
        let options = Options { extension, variations, ..Options::default() };
        match formats::records(bytes, &options) {
            Ok(records) => drop(each(records)),
            Err(e) => check_message(&e.to_string()),
        }
    }
}

/// How many there were.
fn each(records: impl Iterator<Item = Result<Record, ReadError>>) -> usize {
    let mut count = 0;
    for record in records.take(MOST) {
        count += 1;
        match record {
            Ok(record) => check(&record),
            Err(e) => check_message(&e.to_string()),
        }
    }
    count
}

fn check(record: &Record) {
    let stones = record.setup.iter().map(|&(point, _)| point).chain(record.points());
    let mut points: Vec<Point> = stones.collect();
    assert!(points.iter().all(|&point| record.size.contains(point)), "{record:?}");
    let count = points.len();
    points.sort();
    points.dedup();
    assert_eq!(points.len(), count, "{record:?}");
    for text in [&record.black, &record.white, &record.date, &record.event, &record.result] {
        assert!(text.as_ref().is_none_or(|text| !text.contains(char::is_control)), "{record:?}");
    }
    let _ = record.outcome();
    for format in Format::ALL {
        match formats::write(format, record) {
            Ok(text) => comes_back(format, record, &text),
            Err(e) => {
                check_message(&e.to_string());
                let plain = record.setup.is_empty() && record.first == Side::Black;
                assert!(format == Format::RenLib || (format != Format::Sgf && !plain), "{e}");
            }
        }
    }
}

fn comes_back(format: Format, record: &Record, text: &str) {
    let options = Options { size: record.size, ..Options::default() };
    let again = match formats::read(text.as_bytes(), &options) {
        Ok(again) => again,
        // A game without moves is an empty line, which no format has.
        Err(_) if format == Format::Moves && record.moves.is_empty() => return,
        Err(e) => panic!("{format}: {e} in\n{text}"),
    };
    let [again] = again.as_slice() else { panic!("{} records in\n{text}", again.len()) };
    assert_eq!(again.size, record.size, "{text}");
    assert!(again.points().eq(record.points()), "{text}");
    match format {
        Format::Psq => {
            assert_eq!(again.rule, record.rule, "{text}");
            assert_eq!(again.end_code.unwrap_or(0), record.end_code.unwrap_or(0), "{text}");
            for (again, played) in again.moves.iter().zip(&record.moves) {
                assert_eq!(again.time_ms.unwrap_or(0), played.time_ms.unwrap_or(0), "{text}");
            }
        }
        Format::Sgf => {
            let mut again = again.clone();
            again.end_code = record.end_code;
            for (again, played) in again.moves.iter_mut().zip(&record.moves) {
                again.time_ms = played.time_ms;
            }
            let sort = |record: &Record| {
                let mut record = record.clone();
                record.setup.sort_by_key(|&(point, _)| point);
                record.comment = as_sgf_has_it(record.comment.take());
                for played in &mut record.moves {
                    played.comment = as_sgf_has_it(played.comment.take());
                }
                record
            };
            assert_eq!(sort(&again), sort(record), "{text}");
        }
        Format::Moves | Format::RenLib => {}
    }
    // Nothing changes any more.
    let once = formats::write(format, again).expect("it was written before");
    let third = formats::read(once.as_bytes(), &options).expect("it was read before");
    assert_eq!(third.as_slice(), std::slice::from_ref(again), "{once}");
}

/// Of white space SGF keeps spaces and ends of lines. (RenLib has any.)
fn as_sgf_has_it(comment: Option<String>) -> Option<String> {
    let text = comment?.replace("\r\n", "\n").replace("\n\r", "\n").replace('\r', "\n");
    let spaced = |c: char| if c.is_whitespace() && c != '\n' { ' ' } else { c };
    let text: String = text.chars().map(spaced).collect();
    let text = text.trim_end();
    (!text.is_empty()).then(|| text.to_owned())
}
