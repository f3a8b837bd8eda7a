//! `go`: what is asked of a search, read from either protocol.

use std::time::Duration;

use search_core::{Clock, Depth, Limits};
use xiangqi::notation::{self, Notation};
use xiangqi::{Move, Side, Xiangqi};

use super::words::{Remarks, Words};

/// No clock shows more. Sums and products of such times stay far from overflow.
const LONGEST: u64 = 365 * 24 * 3600 * 1000;

/// What `ponderhit` does to the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Hit {
    /// Nothing: the search does not ponder, or not only.
    #[default]
    Nothing,
    /// Its clock begins.
    Release,
    /// It answers: it was given no limit to go on to.
    Stop,
}

/// A `go`, read.
#[derive(Debug, Default)]
pub(super) struct Go {
    pub ponder: bool,
    pub infinite: bool,
    /// UCCI: the opponent offers a draw.
    pub draw: bool,
    pub depth: Option<u64>,
    pub nodes: Option<u64>,
    pub mate: Option<u64>,
    /// In milliseconds.
    pub movetime: Option<u64>,
    /// Only count lines of play.
    pub perft: Option<u64>,
    pub clock: Option<Clock>,
    pub moves: Option<Vec<Move>>,
    pub remarks: Remarks,
    /// A number was missing or bad.
    broken: bool,
}

/// Time, increment, moves to go, as they were sent.
#[derive(Clone, Copy, Debug, Default)]
struct Sent {
    time: Option<u64>,
    increment: Option<u64>,
}

impl Sent {
    const fn is_given(self) -> bool {
        self.time.is_some() || self.increment.is_some()
    }

    fn clock(self, moves_to_go: Option<u64>, unit: u64) -> Option<Clock> {
        let time = |n: Option<u64>| milliseconds(n.unwrap_or(0).saturating_mul(unit));
        // GUIs say 0 where there is no time control to come.
        let moves_to_go = moves_to_go.filter(|&n| n > 0).map(|n| n.min(1000) as u32);
        // An increment alone: nothing is left but that.
        self.is_given().then(|| Clock {
            remaining: time(self.time).max(Duration::from_millis(1)),
            increment: time(self.increment),
            moves_to_go,
        })
    }
}

fn milliseconds(n: u64) -> Duration {
    Duration::from_millis(n.min(LONGEST))
}

impl Go {
    /// Reads the words behind a UCI `go`.
    pub fn uci(text: &str, pos: &Xiangqi) -> Self {
        const KEYWORDS: &[&str] = &[
            "searchmoves",
            "ponder",
            "wtime",
            "btime",
            "winc",
            "binc",
            "movestogo",
            "depth",
            "nodes",
            "mate",
            "movetime",
            "infinite",
            "perft",
        ];
        let mut words = Words::new(text, KEYWORDS);
        let mut go = Self::default();
        let [mut red, mut black] = [Sent::default(); 2];
        let mut moves_to_go = None;
        while let Some(word) = words.next() {
            match word {
                "searchmoves" => {
                    if let Some(moves) = search_moves(&mut words, pos) {
                        go.moves.get_or_insert_default().extend(moves);
                    }
                }
                "wtime" => red.time = words.number(word).or(red.time),
                "btime" => black.time = words.number(word).or(black.time),
                "winc" => red.increment = words.number(word).or(red.increment),
                "binc" => black.increment = words.number(word).or(black.increment),
                "movestogo" => moves_to_go = words.number(word).or(moves_to_go),
                "mate" => go.mate = words.number(word).or(go.mate),
                "movetime" => go.movetime = words.number(word).or(go.movetime),
                "perft" => go.perft = words.number(word).or(go.perft),
                _ => go.common(word, &mut words),
            }
        }
        let (ours, theirs) = match pos.side_to_move() {
            Side::Red => (red, black),
            Side::Black => (black, red),
        };
        // A clock that only the other side was given is better than none:
        // without any limit no answer would ever come.
        let sent = if ours.is_given() { ours } else { theirs };
        go.clock = sent.clock(moves_to_go, 1);
        go.broken = words.broken;
        go.remarks = words.remarks;
        go
    }

    /// Reads the words behind a UCCI `go`, times in this many milliseconds.
    pub fn ucci(text: &str, unit: u64) -> Self {
        const KEYWORDS: &[&str] = &[
            "ponder",
            "draw",
            "depth",
            "infinite",
            "nodes",
            "time",
            "movestogo",
            "increment",
            "opptime",
            "oppmovestogo",
            "oppincrement",
            "movetime",
        ];
        let mut words = Words::new(text, KEYWORDS);
        let mut go = Self::default();
        let mut sent = Sent::default();
        let mut moves_to_go = None;
        while let Some(word) = words.next() {
            match word {
                "draw" => go.draw = true,
                // `depth infinite` is how some GUIs write it.
                "depth" if words.next_if_infinite() => go.infinite = true,
                "time" => sent.time = words.number(word).or(sent.time),
                "increment" => sent.increment = words.number(word).or(sent.increment),
                "movestogo" => moves_to_go = words.number(word).or(moves_to_go),
                "movetime" => {
                    let time = words.number(word).map(|n| n.saturating_mul(unit));
                    go.movetime = time.or(go.movetime);
                }
                // The opponent's clock does not change what we may use.
                "opptime" | "oppmovestogo" | "oppincrement" => {
                    let _ = words.number(word);
                }
                _ => go.common(word, &mut words),
            }
        }
        go.clock = sent.clock(moves_to_go, unit);
        go.broken = words.broken;
        go.remarks = words.remarks;
        go
    }

    /// A word that both protocols have, or none.
    fn common(&mut self, word: &str, words: &mut Words<'_>) {
        match word {
            "ponder" => self.ponder = true,
            "infinite" => self.infinite = true,
            "depth" => self.depth = words.number(word).or(self.depth),
            "nodes" => self.nodes = words.number(word).or(self.nodes),
            _ => words.unknown(word),
        }
    }

    const fn is_limited(&self) -> bool {
        let number = self.depth.is_some() || self.nodes.is_some() || self.mate.is_some();
        number || self.movetime.is_some() || self.clock.is_some()
    }

    /// Only a mate ends the search, which may never come.
    pub const fn waits_for_mate(&self) -> bool {
        let number = self.depth.is_some() || self.nodes.is_some();
        self.mate.is_some() && !number && self.movetime.is_none() && self.clock.is_none()
    }

    /// Whether the search answers only when it is told to. Without any limit
    /// it would not end before the greatest depth: the same as `infinite`.
    pub const fn is_open(&self) -> bool {
        self.infinite || self.ponder || (!self.is_limited() && !self.broken)
    }

    /// What `ponderhit` will do.
    pub const fn hit(&self) -> Hit {
        if !self.ponder || self.infinite {
            Hit::Nothing
        } else if self.is_limited() {
            Hit::Release
        } else {
            Hit::Stop
        }
    }

    /// As the engine takes it.
    pub fn limits(&self, multipv: usize) -> Limits<Move> {
        // Who tried to give a limit does not want to wait for ever.
        let depth = if self.broken && !self.is_limited() { Some(1) } else { self.depth };
        let depth = depth.map(|n| n.clamp(1, Depth::MAX.get() as u64) as u32);
        Limits {
            depth,
            nodes: self.nodes.map(|n| n.max(1)),
            movetime: self.movetime.map(|n| milliseconds(n.max(1))),
            // A time for this very move is what is wanted; adapters send their
            // clocks, some of which stand at 0, along with it.
            clock: self.clock.filter(|_| self.movetime.is_none()),
            mate: self.mate.map(|n| n.clamp(1, u64::from(u32::MAX)) as u32),
            forced_at_once: false,
            // The host holds the answer of an open search; one that knows all
            // need not go on to the greatest depth.
            infinite: false,
            ponder: self.ponder,
            moves: self.moves.clone(),
            multipv,
            window: None,
        }
    }
}

/// The moves behind `searchmoves`; `None` if there is no word at all.
///
/// An illegal one is named and left out. If none is left, there is nothing to
/// search and the answer is `bestmove (none)`, as other engines give it.
fn search_moves(words: &mut Words<'_>, pos: &Xiangqi) -> Option<Vec<Move>> {
    let mut moves = None;
    while let Some(word) = words.next_plain() {
        let moves = moves.get_or_insert_with(Vec::new);
        match notation::parse(Notation::Uci, pos.board(), word) {
            Ok(m) => moves.push(m),
            Err(e) => words.remarks.add(format_args!("searchmoves: {e}")),
        }
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Option<Clock> {
        let [remaining, increment] = [remaining, increment].map(Duration::from_millis);
        Some(Clock { remaining, increment, moves_to_go })
    }

    #[test]
    fn clocks_of_uci() {
        let start = Xiangqi::start();
        let read = |text| Go::uci(text, &start).clock;
        assert_eq!(read("wtime 60 btime 70 winc 1 binc 2 movestogo 9"), clock(60, 1, Some(9)));
        assert_eq!(read("wtime 60 movestogo 0"), clock(60, 0, None));
        assert_eq!(read("wtime 60 movestogo -5"), clock(60, 0, None));
        assert_eq!(read("wtime -60 winc -1"), clock(1, 0, None));
        assert_eq!(read("winc 5"), clock(1, 5, None));
        // Only the other side's: taken for ours.
        assert_eq!(read("btime 70 binc 2"), clock(70, 2, None));
        assert_eq!(read("movestogo 3 infinite"), None);
        let most = "99999999999999999999";
        let long = format!("wtime {most} winc {most} movestogo {most}");
        assert_eq!(read(&long), clock(LONGEST, LONGEST, Some(1000)));
        let mut black = Xiangqi::start();
        black.play_text("h2e2").expect("a move");
        assert_eq!(Go::uci("wtime 60 btime 70 winc 1 binc 2", &black).clock, clock(70, 2, None));
    }

    #[test]
    fn clocks_of_ucci() {
        let read = |text, unit| Go::ucci(text, unit).clock;
        assert_eq!(read("time 60 increment 2", 1000), clock(60_000, 2000, None));
        assert_eq!(read("time 60 movestogo 2 opptime 9", 1), clock(60, 0, Some(2)));
        assert_eq!(read("time -1", 1), clock(1, 0, None));
        assert_eq!(read("opptime 60 oppincrement 2 oppmovestogo 4", 1), None);
        // A time for the move comes before clocks that stand still.
        let limits = Go::uci("btime 0 wtime 0 movetime 970", &Xiangqi::start()).limits(1);
        assert_eq!((limits.clock, limits.movetime), (None, Some(Duration::from_millis(970))));
        let movetime = |unit| Go::ucci("movetime 2", unit).movetime;
        assert_eq!((movetime(1000), movetime(1)), (Some(2000), Some(2)));
    }

    #[test]
    fn when_a_search_answers() {
        let start = Xiangqi::start();
        let read = |text| {
            let go = Go::uci(text, &start);
            (go.is_open(), go.hit(), go.waits_for_mate())
        };
        assert_eq!(read("depth 3"), (false, Hit::Nothing, false));
        assert_eq!(read(""), (true, Hit::Nothing, false));
        assert_eq!(read("depth"), (false, Hit::Nothing, false));
        assert_eq!(read("mate 3"), (false, Hit::Nothing, true));
        assert_eq!(read("mate 3 nodes 9"), (false, Hit::Nothing, false));
        assert_eq!(read("ponder wtime 3"), (true, Hit::Release, false));
        assert_eq!(read("ponder"), (true, Hit::Stop, false));
        assert_eq!(read("ponder infinite"), (true, Hit::Nothing, false));
        assert_eq!(Go::uci("depth 0 nodes 0 mate 0", &start).limits(1).depth, Some(1));
        assert_eq!(Go::uci("depth 999999", &start).limits(1).depth, Some(512));
        assert_eq!(Go::uci("searchmoves", &start).moves, None);
        assert_eq!(Go::uci("searchmoves a0a9", &start).moves, Some(Vec::new()));
    }
}
