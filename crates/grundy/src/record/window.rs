//! The last values, as codes and as rows of bits.

use super::plan::Rows;
use super::rares::RARE;

/// Values kept: more than the greatest heap of rare value, which is 82,860.
pub(super) const WINDOW: usize = 1 << 17;

/// Values that are added before the window is moved to the front.
const ROOM: usize = 1 << 18;

/// Bytes after a row, so that reading may go beyond what is known.
const SLACK: usize = 640;

/// Bytes from one row to the next.
pub(super) const STRIDE: usize = (WINDOW + ROOM) / 8 + SLACK;

/// The last [`WINDOW`] values and those that have come since: common ones, or [`RARE`].
#[derive(Clone, Debug)]
pub(super) struct Window {
    codes: Vec<u8>,
    /// The heap of the first code; a multiple of 64.
    base: u64,
    /// The heap that comes next.
    next: u64,
    /// One row for each code that is read from rows: bit i tells whether heap `base + i` has it.
    bits: Vec<u8>,
    rows: Rows,
    /// The last heap of rare value.
    late: Option<u64>,
}

impl Window {
    /// From the last [`WINDOW`] codes before heap `next`, a multiple of 64.
    pub fn new(codes: &[u8], next: u64, rows: &Rows) -> Self {
        let mut window = Self {
            codes: vec![0; WINDOW + ROOM],
            base: next - codes.len() as u64,
            next: next - codes.len() as u64,
            bits: vec![0; rows.len() * STRIDE],
            rows: rows.clone(),
            late: None,
        };
        codes.iter().for_each(|&code| window.push(code));
        window
    }

    /// The last [`WINDOW`] codes before a heap of the last run.
    pub fn tail(&self, heap: u64) -> &[u8] {
        self.before(heap, WINDOW)
    }

    /// The codes of a run of heaps.
    pub fn run(&self, heap: u64, count: usize) -> &[u8] {
        &self.codes[self.at(heap)..][..count]
    }

    /// The codes of so many heaps before one, the last one last.
    pub fn before(&self, heap: u64, count: usize) -> &[u8] {
        let end = self.at(heap);
        &self.codes[end - count..end]
    }

    /// Where a heap's code is.
    #[inline(always)]
    pub const fn at(&self, heap: u64) -> usize {
        (heap - self.base) as usize
    }

    #[inline(always)]
    pub fn codes(&self) -> &[u8] {
        &self.codes
    }

    #[inline(always)]
    pub fn bits(&self) -> &[u8] {
        &self.bits
    }

    /// Whether a rare value is among the last ones before a heap.
    pub fn has_rare(&self, heap: u64) -> bool {
        self.late.is_some_and(|late| late + WINDOW as u64 > heap)
    }

    /// Makes sure that this many values can be added.
    pub fn make_room(&mut self, count: usize) {
        let used = self.at(self.next);
        if used + count <= WINDOW + ROOM {
            return;
        }
        let from = used - WINDOW;
        self.codes.copy_within(from..used, 0);
        for row in self.bits.chunks_exact_mut(STRIDE) {
            row.copy_within(from / 8..used / 8, 0);
            row[WINDOW / 8..].fill(0);
        }
        self.base += from as u64;
    }

    /// The next value.
    #[inline(always)]
    pub fn push(&mut self, code: u8) {
        let at = self.at(self.next);
        self.codes[at] = code;
        if let Some(row) = self.rows.of(code) {
            self.bits[row * STRIDE + at / 8] |= 1 << (at % 8);
        } else if code == RARE {
            self.late = Some(self.next);
        }
        self.next += 1;
    }
}
