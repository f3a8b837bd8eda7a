//! Games of piskvork, the manager of the Gomocup tournaments.
//!
//! ```text
//! Piskvorky 20x20, 11:11, 0
//! 11,10,0
//! 12,9,1530
//! pbrain-one.zip
//! pbrain-two.zip
//! 0,freestyle
//! ```
//!
//! The first line has the board; a line a move follows: column from the left
//! and row from above, both from 1, and milliseconds; then the names, Black's
//! first, and a line that begins with a number for how the game ended. Between
//! versions of the program this end differs, so that it is read as it comes:
//! lines may be missing, and more may follow.

use super::error::{MoveErrorKind, clip};
use super::record::{Line, rule_in};
use super::{Place, Played, PsqError, ReadError, ReadErrorKind, Record, name, numbered_lines};
use crate::{Point, Size};

const WORD: &str = "Piskvorky";
const EXPECTED: &str = "column, row and milliseconds, such as 8,8,1500";

/// Whether a text begins as games of piskvork do.
pub(super) fn has_header(text: &[u8]) -> bool {
    text.get(..WORD.len()).is_some_and(|word| word.eq_ignore_ascii_case(WORD.as_bytes()))
}

/// The game of a text.
///
/// # Errors
/// [`ReadError`] names the line.
pub fn read(text: &str) -> Result<Record, ReadError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = numbered_lines(text)
        .map(|(number, line)| (number, line.trim()))
        .filter(|(_, line)| !line.is_empty());
    let (number, header) = lines.next().unwrap_or((1, ""));
    let mut game = Line::new(size(header).map_err(|kind| at(number, kind))?);
    let mut names = 0;
    for (number, line) in lines {
        let fields: Vec<&str> = line.split(',').map(str::trim).collect();
        // Names follow the last move, and may be anything that is no move.
        if names == 0 && seems_move(&fields) {
            let played = played(&game, line, &fields).map_err(|e| at(number, e))?;
            game.play(line, played).map_err(|e| at(number, e))?;
            continue;
        }
        if fields.len() == 3 && fields.iter().all(|field| field.parse::<i64>().is_ok()) {
            return Err(at(number, PsqError::MoveBehindNames(clip(line))));
        }
        names += 1;
        // `?` is what this library writes for a name that is not known.
        let known = name(line).filter(|name| name != "?");
        match names {
            1 => game.record.black = known,
            2 => game.record.white = known,
            3 => end(&mut game.record, line),
            _ => {}
        }
    }
    // Without names, the last line is the end.
    let record = &mut game.record;
    if names == 1
        && let Some(line) = record.black.take_if(|line| line.parse::<i32>().is_ok())
    {
        end(record, &line);
    }
    Ok(game.record)
}

fn at(line: usize, kind: impl Into<ReadErrorKind>) -> ReadError {
    ReadError { place: Place::Line(line), kind: kind.into() }
}

fn size(header: &str) -> Result<Size, PsqError> {
    let bad = || PsqError::Header(clip(header));
    if !has_header(header.as_bytes()) {
        return Err(bad());
    }
    let rest = header.get(WORD.len()..).unwrap_or_default();
    let board = rest.split(',').next().unwrap_or_default().trim();
    let (width, height) = board.split_once(['x', 'X']).ok_or_else(bad)?;
    let digits = |n: &str| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit());
    let (width, height) = (width.trim(), height.trim());
    if !digits(width) || !digits(height) {
        return Err(bad());
    }
    // A number that no machine has room for is no board either.
    let side: Option<usize> = width.parse().ok().filter(|_| width == height);
    side.and_then(Size::new).ok_or_else(|| PsqError::Board(clip(board)))
}

/// Whether a line is meant as a move: three fields, or two numbers.
fn seems_move(fields: &[&str]) -> bool {
    let number = |field: &str| {
        field.contains(|c: char| c.is_ascii_digit())
            && field.chars().all(|c| c.is_ascii_digit() || "+-.".contains(c))
    };
    match fields {
        [x, _, _] => number(x),
        [x, y] => number(x) && number(y),
        _ => false,
    }
}

fn played(game: &Line, line: &str, fields: &[&str]) -> Result<Played, ReadErrorKind> {
    let wrong = |kind| ReadErrorKind::from(game.wrong(line, kind));
    let size = game.record.size;
    let [x, y, time @ ..] = fields else {
        return Err(wrong(MoveErrorKind::Malformed { expected: EXPECTED }));
    };
    let whole = |field: &str| {
        let number = field.parse::<i64>();
        number.map_err(|_| wrong(MoveErrorKind::Malformed { expected: EXPECTED }))
    };
    // Rows from above become rows from below.
    let column = usize::try_from(whole(x)?).ok().and_then(|x| x.checked_sub(1));
    let row = usize::try_from(whole(y)?).ok().filter(|&y| y > 0);
    let row = row.and_then(|y| size.get().checked_sub(y));
    let point = column.zip(row).and_then(|(x, y)| Point::new(x, y));
    let point = point.ok_or_else(|| wrong(MoveErrorKind::OffBoard { size }))?;
    let time_ms = match time.first() {
        // A clock that was set back is no reason to lose the game.
        Some(time) => match time.parse::<i64>() {
            Ok(time) => Some(u64::try_from(time).unwrap_or(0)),
            Err(_) => return Err(wrong(MoveErrorKind::Time { expected: EXPECTED })),
        },
        None => None,
    };
    Ok(Played { time_ms, ..Played::from(point) })
}

fn end(record: &mut Record, line: &str) {
    let code = line.split(',').next().unwrap_or_default().trim();
    record.end_code = code.parse().ok();
    record.rule = rule_in(line);
}

/// The text of a game. Comments, date, event and result have no place in it;
/// names that would be taken for a move come in quotes, `?` stands for those
/// not known.
pub(super) fn write(record: &Record) -> String {
    let size = record.size;
    let mut text = format!("{WORD} {size}x{size}, 11:11, 0\n");
    for played in &record.moves {
        let (x, y) = (played.point.x() + 1, size.get().saturating_sub(played.point.y()));
        text += &format!("{x},{y},{}\n", played.time_ms.unwrap_or(0));
    }
    for player in [&record.black, &record.white] {
        let player = player.as_deref().and_then(name).unwrap_or_else(|| "?".to_owned());
        let fields: Vec<&str> = player.split(',').map(str::trim).collect();
        match seems_move(&fields) {
            true => text += &format!("\"{player}\"\n"),
            false => text += &format!("{player}\n"),
        }
    }
    text += &record.end_code.unwrap_or(0).to_string();
    if let Some(rule) = record.rule {
        text += &format!(",{rule}");
    }
    text.push('\n');
    text
}
