//! The values of Grundy's game as far as a machine can go.
//!
//! The sparse-space method ([`Sparse`] is the plain one) in runs of 3,840 heaps:
//!
//! 1. Many of the common values that are options are found for a whole run at a time, from
//!    rows of bits (`level.rs`), by rare heaps at two runs or more, at a run or more,
//!    and then for short runs of 960 by those at a short run or more. Which rows are
//!    worth reading is learned from the last values (`plan.rs`).
//! 2. The least four values left are compared with the options by all rare heaps,
//!    64 or 32 heaps at a time, and those by the nearest one by one (`lanes.rs`).
//! 3. That every smaller rare value is an option is shown for the whole run, again
//!    from rows, and heap by heap where these do not do (`witnesses.rs`).
//!
//! One thread does the second step and what it waits for; another is two runs ahead
//! with the first and one behind with the third.
//!
//! A rare value that comes late (the first is 259, of heap 47,595,779) is an option by
//! halves of all heaps after it, whose other halves begin again from the start: hence
//! a byte is kept for every value (`history.rs`, `rares.rs`). The whole history also
//! decides where nothing within the window shows that a rare value is an option.

mod checkpoint;
mod code;
mod head;
mod history;
mod lanes;
mod level;
mod plan;
mod rares;
mod sparse;
mod tally;
mod vectors;
mod verify;
mod window;
mod witnesses;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, LazyLock};
use std::thread;

use pulp::NullaryFnOnce;

pub use checkpoint::{CheckpointError, history_file};
pub use code::{LIMIT, is_common};
pub use sparse::Sparse;
pub use tally::Tally;
pub use vectors::Vectors;
pub use verify::{Checked, Disagreement};

use code::{code, common, rare};
use head::Head;
use history::History;
use lanes::{Lanes, Late};
use level::{Level, Sets};
use plan::{Plan, SETS};
use rares::{Past, RARE};
use window::{WINDOW, Window};
use witnesses::{Doubt, Witnesses};

/// Heaps of a run.
pub const RUN: u64 = witnesses::RUN as u64;

/// The first heap that runs begin with: the last rare heap, 82,860, is beyond
/// the window then.
const START: u32 = 1 << 18;

/// Values until the rows are chosen anew, at most: they change slowly.
const PLAN: u64 = 1 << 26;

/// Halves of a heap that are looked at for a rare option before the history is.
const DEPTH: usize = WINDOW;

/// Rare heaps from here on are far, in the middle, and near: at two runs, at one, and
/// at a short one at least.
const FAR: u32 = 2 * RUN as u32;
const MIDDLE: u32 = RUN as u32;
const NEAR: u32 = lanes::RUN as u32;

type Far = Level<64, { witnesses::WORDS }>;
type Near = Level<16, { lanes::WORDS }>;

/// Why a computation cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Halt {
    /// A value that codes cannot tell.
    #[error("a heap near {heap} has a value of 509 or more: the method ends before it")]
    Great {
        /// A heap of the run.
        heap: u64,
    },
}

/// Values computed so far, and all that the next ones need.
///
/// ```
/// use grundy::record::{Computation, RUN, Vectors};
/// use std::sync::atomic::AtomicBool;
///
/// let mut computation = Computation::start();
/// computation.advance(10 * RUN, Vectors::detected(), &AtomicBool::new(false), &mut |_| ())?;
/// assert_eq!(computation.rares().last(), Some(&(82_860, 108)));
/// assert_eq!(computation.tally().maxima().last(), Some(&(45_668, 230)));
/// # Ok::<(), grundy::record::Halt>(())
/// ```
#[derive(Clone, Debug)]
pub struct Computation {
    past: Past,
    head: Arc<Head>,
    tail: Vec<u8>,
    tally: Tally,
    /// What to read from rows, until a heap.
    plan: Plan,
    planned: u64,
    depth: usize,
    /// Codes of the history that its file has.
    saved: u64,
}

/// What the partner sends.
enum Message {
    /// Which values are options of the run two ahead, by far rare heaps.
    Sets(Sets<{ witnesses::WORDS }>),
    /// Which rare values may not be options of heaps of a run, and its codes. All
    /// earlier runs are proved; an answer is waited for.
    Doubts(Vec<Doubt>, Vec<u8>),
    /// The codes of a run that are all proved.
    Proved(Vec<u8>),
}

impl Computation {
    /// The first heap that is not there from the [start](Self::start).
    pub const FIRST: u64 = START as u64;

    /// From the beginning: the first 2^18 values, by the plain method (seconds, the
    /// first time in a process).
    #[must_use]
    pub fn start() -> Self {
        static START: LazyLock<Computation> = LazyLock::new(Computation::from_nothing);
        START.clone()
    }

    fn from_nothing() -> Self {
        let sparse = Sparse::up_to(START - 1);
        let tally = sparse.values()[1..].iter().copied().collect();
        let tail = sparse.values()[START as usize - WINDOW..].iter();
        let tail = tail.map(|&value| code(value)).collect();
        Self::of_parts(Arc::new(sparse), tail, tally)
    }

    fn of_parts(beginning: Arc<Sparse>, tail: Vec<u8>, tally: Tally) -> Self {
        Self {
            head: Arc::new(Head::of_values(beginning.values())),
            past: Past {
                beginning,
                history: History::default(),
                great: Vec::new(),
                late: Vec::new(),
            },
            tail,
            tally,
            plan: Plan::default(),
            planned: 0,
            depth: DEPTH,
            saved: 0,
        }
    }

    /// The greatest heap whose value is known.
    #[must_use]
    pub const fn heap(&self) -> u64 {
        self.tally.values()
    }

    /// Counts, maxima and checksum up to [`heap`](Self::heap).
    #[must_use]
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The heaps of rare value, with their values.
    #[must_use]
    pub fn rares(&self) -> Vec<(u64, u16)> {
        let early = self.head.rares.iter().map(|&(heap, c)| (u64::from(heap), rare(c)));
        early.chain(self.past.late.iter().copied()).collect()
    }

    /// Adds at least so many values, in whole runs, unless told to stop; `seen` gets
    /// those of each run when they are proved.
    ///
    /// # Errors
    /// Where the method ends. All values before the run in which it ends are there.
    pub fn advance(
        &mut self,
        values: u64,
        vectors: Vectors,
        stop: &AtomicBool,
        seen: &mut dyn FnMut(&[u16]),
    ) -> Result<(), Halt> {
        let end = self.heap().saturating_add(values.div_ceil(RUN).saturating_mul(RUN));
        while self.heap() < end && !stop.load(Ordering::Relaxed) {
            self.stretch((end - self.heap()) / RUN, vectors, stop, seen)?;
        }
        Ok(())
    }

    /// Adds runs until the last, a late rare value, a halt, or a word to stop.
    fn stretch(
        &mut self,
        runs: u64,
        vectors: Vectors,
        stop: &AtomicBool,
        seen: &mut dyn FnMut(&[u16]),
    ) -> Result<(), Halt> {
        let (first, late) = (self.heap() + 1, self.past.late.len());
        if self.heap() >= self.planned {
            self.plan = Plan::of_codes(&self.head, &self.tail);
            self.planned = self.heap() + (3 * self.heap()).min(PLAN);
        }
        let window = Window::new(&self.tail, first, &self.plan.rows);
        let partner = Partner {
            far: Far::of_places(&self.plan.far, usize::MAX),
            witnesses: Witnesses::new(&self.plan, self.depth),
            head: self.head.clone(),
            late: self.past.late.clone(),
            window: window.clone(),
            tally: self.tally.clone(),
            vectors,
        };
        let mut leader = Leader {
            head: self.head.clone(),
            middle: Far::of_places(&self.plan.middle, usize::MAX),
            near: Near::of_places(&self.plan.near, usize::MAX),
            lanes: Lanes::new(&self.head),
            window,
            vectors,
        };
        let (runs_out, runs_in) = mpsc::channel();
        let (messages_out, messages_in) = mpsc::channel();
        let (answers_out, answers_in) = mpsc::channel();
        let partner = thread::scope(|scope| {
            let partner = scope.spawn(move || partner.work(&runs_in, &messages_out, &answers_in));
            let mut runs_out = Some(runs_out);
            let mut sent = 0;
            // The partner ends, and with it the messages, when no run can come.
            for message in messages_in {
                match message {
                    Message::Proved(codes) => {
                        let heaps = self.past.heap()..;
                        let values = heaps.zip(&codes).map(|(n, &code)| self.past.value(n, code));
                        seen(&values.collect::<Vec<_>>());
                        self.past.push(&codes);
                    }
                    Message::Doubts(doubts, run) => {
                        let are_options = doubts.into_iter().all(|doubt| self.settle(doubt, &run));
                        // A partner that does not listen has panicked, which is told below.
                        let _ = answers_out.send(are_options);
                    }
                    Message::Sets(_) if sent == runs || stop.load(Ordering::Relaxed) => {
                        runs_out = None;
                    }
                    Message::Sets(sets) => {
                        let run = leader.run(first + sent * RUN, sets, &self.past);
                        sent += 1;
                        // A partner that has met its end does not listen.
                        let is_good = leader.lanes.beyond.is_none();
                        runs_out = runs_out.filter(|out| is_good && out.send(run).is_ok());
                    }
                }
            }
            match partner.join() {
                Ok(partner) => partner,
                Err(panic) => std::panic::resume_unwind(panic),
            }
        });
        self.tail = partner.window.tail(partner.tally.values() + 1).to_vec();
        self.tally = partner.tally;
        // Behind a rare value that was not known all is computed again.
        let is_final = self.past.late.len() == late;
        match leader.lanes.beyond.filter(|_| is_final) {
            Some(heap) => Err(Halt::Great { heap }),
            None => Ok(()),
        }
    }

    /// The first 2^18 values, with the heaps of rare value among them.
    #[must_use]
    pub fn beginning(&self) -> &Sparse {
        &self.past.beginning
    }

    /// The value of a heap, if it is known.
    #[must_use]
    pub fn value(&self, heap: u64) -> Option<u16> {
        (heap <= self.heap()).then(|| self.past.of(heap))
    }

    /// The tally up to a heap that is at most a run above [`heap`](Self::heap), or below
    /// the [`FIRST`](Self::FIRST); this computation stays where it is.
    ///
    /// # Errors
    /// Where the method ends.
    pub fn tally_up_to(&self, heap: u64) -> Result<Tally, Halt> {
        if heap < Self::FIRST {
            return Ok((1..=heap).map(|n| self.past.of(n)).collect());
        }
        let mut tally = self.tally.clone();
        let left = heap.saturating_sub(self.heap()).min(RUN) as usize;
        let mut add = |run: &[u16]| run[..left].iter().for_each(|&value| tally.add(value));
        if left > 0 {
            let never = AtomicBool::new(false);
            self.clone().advance(RUN, Vectors::detected(), &never, &mut add)?;
        }
        Ok(tally)
    }

    /// Decides by the whole history whether a rare value is an option of a heap, of whose
    /// run the codes are given. If it is not, it is the heap's value.
    #[cold]
    fn settle(&mut self, doubt: Doubt, run: &[u8]) -> bool {
        let Doubt { heap, rare } = doubt;
        let is_option = self.past.has_option(heap, rare, run);
        if !is_option {
            self.past.late.push((heap, rare));
        }
        is_option
    }
}

/// The thread that finds the values.
struct Leader {
    head: Arc<Head>,
    middle: Far,
    near: Near,
    lanes: Lanes,
    window: Window,
    vectors: Vectors,
}

impl Leader {
    /// The codes of a run, from what far rare heaps have shown.
    fn run(&mut self, heap: u64, mut sets: Sets<{ witnesses::WORDS }>, past: &Past) -> Vec<u8> {
        let Self { head, middle, near, lanes, window, vectors } = self;
        window.make_room(RUN as usize);
        let options = past.options(heap);
        vectors.run(AddTo { level: middle, window, heap, sets: &mut sets });
        let mut short = vec![[0; lanes::WORDS]; SETS];
        for (i, first) in (0..witnesses::WORDS).step_by(lanes::WORDS).enumerate() {
            for (short, long) in short.iter_mut().zip(&sets) {
                short.copy_from_slice(&long[first..first + lanes::WORDS]);
            }
            let heap = heap + (i * lanes::RUN) as u64;
            vectors.run(AddTo { level: near, window, heap, sets: &mut short });
            let late = Late { options: &options, first: i * lanes::RUN, heaps: &past.late };
            vectors.run(Settle { head, lanes, window, heap, sets: &short, late });
        }
        window.run(heap, RUN as usize).to_vec()
    }
}

/// The thread that is two runs ahead with the far rare heaps, and one behind with the
/// proofs.
struct Partner {
    head: Arc<Head>,
    far: Far,
    witnesses: Witnesses,
    late: Vec<(u64, u16)>,
    window: Window,
    /// Of the values that are proved.
    tally: Tally,
    vectors: Vectors,
}

impl Partner {
    /// Checks each run and prepares the next but one, until none comes or a check fails.
    fn work(
        mut self,
        runs: &Receiver<Vec<u8>>,
        out: &Sender<Message>,
        answers: &Receiver<bool>,
    ) -> Self {
        let mut heap = self.tally.values() + 1;
        let mut is_heard = self.prepare(heap, out) && self.prepare(heap + RUN, out);
        while is_heard && let Ok(codes) = runs.recv() {
            self.window.make_room(codes.len());
            codes.iter().for_each(|&code| self.window.push(code));
            is_heard = self.prepare(heap + 2 * RUN, out);
            let doubts = self.doubts(heap);
            if !doubts.is_empty() {
                let asked = out.send(Message::Doubts(doubts, codes.clone())).is_ok();
                if !asked || answers.recv() != Ok(true) {
                    break;
                }
            }
            for (n, &code) in (heap..).zip(&codes) {
                let late = || self.late.iter().find(|late| late.0 == n).map_or(0, |late| late.1);
                self.tally.add(if code == RARE { late() } else { common(code) });
            }
            is_heard &= out.send(Message::Proved(codes)).is_ok();
            heap += RUN;
        }
        self
    }

    /// Sends what far rare heaps show of a run.
    fn prepare(&mut self, heap: u64, out: &Sender<Message>) -> bool {
        let Self { far, window, vectors, .. } = self;
        let mut sets = vec![[0; witnesses::WORDS]; SETS];
        vectors.run(AddTo { level: far, window, heap, sets: &mut sets });
        out.send(Message::Sets(sets)).is_ok()
    }

    fn doubts(&mut self, heap: u64) -> Vec<Doubt> {
        let Self { head, witnesses, late, window, vectors, .. } = self;
        vectors.run(Check { witnesses, head, window, heap, late })
    }
}

/// What is compiled for several sets of instructions.
struct AddTo<'a, const N: usize, const M: usize> {
    level: &'a mut Level<N, M>,
    window: &'a Window,
    heap: u64,
    sets: &'a mut [[u64; M]],
}

impl<const N: usize, const M: usize> NullaryFnOnce for AddTo<'_, N, M> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        self.level.add(self.window, self.heap, self.sets);
    }
}

struct Settle<'a> {
    head: &'a Head,
    lanes: &'a mut Lanes,
    window: &'a mut Window,
    heap: u64,
    sets: &'a Sets<{ lanes::WORDS }>,
    late: Late<'a>,
}

impl NullaryFnOnce for Settle<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        self.lanes.settle(self.head, self.window, self.heap, self.sets, self.late);
    }
}

struct Check<'a> {
    witnesses: &'a mut Witnesses,
    head: &'a Head,
    window: &'a Window,
    heap: u64,
    late: &'a [(u64, u16)],
}

impl NullaryFnOnce for Check<'_> {
    type Output = Vec<Doubt>;

    #[inline(always)]
    fn call(self) -> Self::Output {
        let Self { witnesses, head, window, heap, late } = self;
        witnesses.check(head, window, heap, late)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn advanced(mut computation: Computation, runs: u64) -> Computation {
        let never = AtomicBool::new(false);
        computation.advance(runs * RUN, Vectors::detected(), &never, &mut |_| ()).unwrap();
        computation
    }

    #[test]
    fn doubts_are_settled_by_the_whole_history() {
        let start = Computation::start();
        let sure = advanced(start.clone(), 2);
        // Looks at a few halves only, so that it must doubt now and then.
        let doubtful = advanced(Computation { depth: 6 << 10, ..start }, 2);
        assert!(doubtful.past.late.is_empty());
        assert_eq!(doubtful.tally(), sure.tally());
        // Of the next heap, rare options and others.
        let past = &sure.past;
        let heap = past.heap();
        let options = (1..heap.div_ceil(2)).map(|a| past.of(a) ^ past.of(heap - a));
        let options: std::collections::HashSet<_> = options.collect();
        for value in (0..LIMIT).filter(|&value| !is_common(value)) {
            let is_option = past.has_option(heap, value, &[]);
            assert_eq!(is_option, options.contains(&value), "{value}");
        }
        assert!(options.contains(&0) && !options.contains(&258));
    }

    /// No late rare value comes early enough for a test. Here one is made up, and all
    /// that follows from it is held against the plain rule.
    #[test]
    fn a_late_rare_value_counts_in_all_that_follows() {
        let mut computation = Computation::start();
        let heap = computation.heap() + RUN + 100;
        computation.past.late.push((heap, 36));
        let computation = advanced(computation, 4);
        let last = computation.heap();
        let value = |n: u64| computation.past.of(n);
        assert_eq!((value(heap), computation.rares().last()), (36, Some(&(heap, 36))));
        for n in (heap - 3..heap).chain(heap + 1..heap + 2000).chain(last - 500..=last) {
            let mut is_option = [false; 1024];
            for a in 1..n.div_ceil(2) {
                is_option[usize::from(value(a) ^ value(n - a))] = true;
            }
            let mex = is_option.iter().position(|&is| !is).unwrap();
            assert_eq!(usize::from(value(n)), mex, "{n}");
        }
    }
}
