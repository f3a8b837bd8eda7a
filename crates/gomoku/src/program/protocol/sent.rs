//! A position that is being sent: lines between BOARD and DONE.

use cli::words::quote;
use gomoku::{Side, Size};

use super::stones::Stones;
use super::words::{self, numbers};

/// What to do with the position when it is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    Board,
    YxBoard,
    Swap2Board,
}

impl What {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Board => "BOARD",
            Self::YxBoard => "YXBOARD",
            Self::Swap2Board => "SWAP2BOARD",
        }
    }
}

/// Lines that are kept: more than the largest board has points.
const MOST: usize = 1000;

/// What has come of it so far.
#[derive(Debug)]
pub(super) struct Sent {
    pub what: What,
    lines: Vec<[i64; 3]>,
    /// The first thing that was wrong.
    error: Option<String>,
}

impl Sent {
    /// Nothing yet; `rest` stands behind the word and should not.
    pub fn new(what: What, rest: &str) -> Self {
        let error = (!rest.is_empty())
            .then(|| format!("{}: expected X,Y in a line of its own", quote(rest)));
        Self { what, lines: Vec::new(), error }
    }

    /// A line: `x,y,f`, or `x,y` in a swap2 opening.
    pub fn read(&mut self, line: &str) {
        let read = match self.what {
            // The order tells the colour; a third number is not needed.
            What::Swap2Board => numbers::<2>(line, "X,Y or DONE")
                .map(|[x, y]| [x, y, 1])
                .or_else(|e| numbers::<3>(line, "X,Y or DONE").map_err(|_| e)),
            What::Board | What::YxBoard => numbers::<3>(line, "X,Y,F or DONE"),
        };
        match read {
            Ok(_) if self.lines.len() >= MOST => self.wrong(format!("more than {MOST} stones")),
            Ok(stone) => self.lines.push(stone),
            Err(e) => self.wrong(e),
        }
    }

    pub fn wrong(&mut self, error: String) {
        self.error.get_or_insert(error);
    }

    /// The stones.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn stones(self, size: Size) -> Result<Stones, String> {
        if let Some(error) = self.error {
            return Err(error);
        }
        match self.what {
            What::Swap2Board => in_turns(&self.lines, size),
            What::Board => coloured(&self.lines, size, false),
            What::YxBoard => coloured(&self.lines, size, true),
        }
    }
}

/// Stones with the colours that their numbers tell: as many of ours as of the
/// opponent's, and we are Black; one less, and we are White. Where no move is
/// asked for, it may be the opponent's turn as well.
fn coloured(lines: &[[i64; 3]], size: Size, any: bool) -> Result<Stones, String> {
    let of = |field| lines.iter().filter(|line| line[2] == field).count();
    let (ours, theirs) = (of(1), of(2));
    let us = match ours.checked_signed_diff(theirs) {
        Some(0) => Some(Side::Black),
        Some(-1) => Some(Side::White),
        Some(1) if any => Some(Side::Black),
        _ => None,
    };
    let mut stones = Stones::none(size);
    for &[x, y, field] in lines {
        let own = match field {
            1 => true,
            2 => false,
            3 => return Err(format!("{x},{y},3: points out of play are not known here")),
            _ => return Err(format!("{x},{y},{field}: expected 1, 2 or 3 at the end")),
        };
        let us = us.unwrap_or(Side::Black);
        let side = if own { us } else { us.other() };
        stones.put(words::point([x, y], size)?, side)?;
    }
    match us {
        Some(_) => Ok(stones),
        None => Err(format!(
            "{ours} own stones and {theirs} of the opponent: expected as many, or one own less"
        )),
    }
}

/// Stones in the order of play.
fn in_turns(lines: &[[i64; 3]], size: Size) -> Result<Stones, String> {
    let mut stones = Stones::none(size);
    for &[x, y, _] in lines {
        stones.put_in_turn(words::point([x, y], size)?)?;
    }
    match lines.len() {
        0 | 3 | 5 => Ok(stones),
        n => Err(format!("{n} stones: expected 0, 3 or 5")),
    }
}
