//! Values of single heaps, each of them proved.

use super::lanes::{LANES, Lanes, Witnesses, below};
use super::sets::Sets;
use super::sparse::Split;
use super::{OctalCode, Periodicity, TooGreat, bits, mex};

/// Values before a split is looked for.
const START: usize = 8192;
/// The first bound up to which a period is looked for.
const FIRST_CHECK: usize = 100;
/// Halves that are looked at first, in chunks of 64; at most half of a heap.
const NEAR: usize = 4032;
/// Heaps between two words of progress.
const STRETCH: usize = 1024;

/// The values of the single heaps of an octal game, from 0 on, as far as asked.
///
/// Each is the least value that no option has (Sprague and Grundy), and proved to be:
///
/// - The first 8,192, and all of games where no split makes rare values few, by going
///   through all options, as [`plain`](super::plain) does.
/// - The others, where a [`Split`] makes rare values few, by runs of up to 512 heaps.
///   Which common values are options is read off the options with a rare half.
///   That each smaller rare value is one as well is shown for the whole run,
///   from rows of bits: where has the other half the value that it takes? Where
///   a few hundred halves do not show it, all are looked at. If none does, the heap
///   has that rare value, and the run begins again behind it.
///
/// ```
/// let mut values = grundy::octal::OctalValues::new(".16".parse()?);
/// values.advance(10_000)?;
/// assert_eq!(values.values()[..10], [0, 1, 0, 0, 1, 2, 2, 1, 4, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct OctalValues {
    code: OctalCode,
    /// Where the whole heap may be taken, and where all but one heap.
    gone: Vec<usize>,
    one: Vec<usize>,
    values: Vec<u16>,
    /// How many heaps have a value.
    counts: Vec<u64>,
    /// The first heap with the greatest value.
    greatest: usize,
    sets: Sets,
    /// The values of the options of one heap.
    set: Vec<bool>,
    /// Values below 2^this are planned for.
    bits: u32,
    /// So many values need a new plan.
    planned: usize,
    sparse: Option<Sparse>,
    /// The next bound up to which a period is looked for.
    check: usize,
}

/// What the method with a split needs.
#[derive(Clone, Debug)]
struct Sparse {
    split: Split,
    /// Heaps of rare value, with their values.
    rares: Vec<(u32, u16)>,
    witnesses: Witnesses,
    /// The values of the first heaps, that of heap 1 last.
    turned: Vec<u16>,
    /// Heaps of the next run.
    run: usize,
}

impl OctalValues {
    /// The greatest heap that is meant, in coins: values and what finds a period take
    /// about 1 GB then.
    pub const MAX_HEAP: u32 = 100_000_000;

    /// With the value of no heap alone.
    #[must_use]
    pub fn new(code: OctalCode) -> Self {
        let [gone, one, two] = [0, 1, 2].map(|heaps| code.places(heaps));
        Self {
            code,
            gone,
            one,
            values: vec![0],
            counts: vec![1],
            greatest: 0,
            sets: Sets::new(two),
            set: Vec::new(),
            bits: 0,
            planned: 1,
            sparse: None,
            check: FIRST_CHECK,
        }
    }

    /// The rules.
    #[must_use]
    pub const fn code(&self) -> &OctalCode {
        &self.code
    }

    /// The values so far, from that of no heap on.
    #[must_use]
    pub fn values(&self) -> &[u16] {
        &self.values
    }

    /// The greatest heap whose value is known.
    #[must_use]
    pub fn heap(&self) -> usize {
        self.values.len() - 1
    }

    /// How many heaps have each value, from 0 to the greatest; no heap is counted.
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The first heap that has the greatest value, and the value.
    #[must_use]
    pub fn maximum(&self) -> (usize, u16) {
        (self.greatest, self.values[self.greatest])
    }

    /// The split by which values are being found, if they are.
    #[must_use]
    pub fn split(&self) -> Option<Split> {
        self.sparse.as_ref().map(|sparse| sparse.split)
    }

    /// The heaps of rare value with their values, growing; none without a split.
    pub fn rares(&self) -> impl ExactSizeIterator<Item = (usize, u16)> + '_ {
        let rares = self.sparse.as_ref().map_or(&[][..], |sparse| &sparse.rares);
        rares.iter().map(|&(heap, value)| (heap as usize, value))
    }

    /// Finds all values up to that of `bound`.
    ///
    /// # Errors
    /// [`TooGreat`] if a value is 2^15 or more; those before it are there.
    ///
    /// # Panics
    /// If `bound` is 2^32 or more: heaps are kept as numbers of 32 bits, and memory and days would
    /// end before.
    pub fn advance(&mut self, bound: usize) -> Result<(), TooGreat> {
        assert!(u32::try_from(bound).is_ok(), "heaps are numbers of 32 bits");
        while self.values.len() <= bound {
            if self.values.len() >= self.planned {
                self.plan();
            }
            match self.sparse.take() {
                None => {
                    let value = self.least(None)?;
                    self.push(value);
                }
                Some(mut sparse) => {
                    let room = bound.min(self.planned - 1) + 1 - self.values.len();
                    let found = self.run(&mut sparse, room);
                    self.sparse = Some(sparse);
                    found?;
                }
            }
        }
        Ok(())
    }

    /// Finds values until a period is proved, or up to that of `bound`; `seen` is told the
    /// heap reached from time to time. A period is looked for whenever there are
    /// a quarter more values.
    ///
    /// # Errors
    /// As [`advance`](Self::advance).
    ///
    /// # Panics
    /// As [`advance`](Self::advance).
    pub fn advance_to_proof(
        &mut self,
        bound: usize,
        seen: &mut dyn FnMut(usize),
    ) -> Result<Option<Periodicity>, TooGreat> {
        loop {
            let target = self.check.min(bound);
            while self.heap() < target {
                self.advance(target.min(self.heap() + STRETCH))?;
                seen(self.heap());
            }
            let found = Periodicity::find(&self.code, &self.values);
            if found.is_some() || target == bound {
                return Ok(found);
            }
            self.check = target + target / 4;
        }
    }

    /// How the next values are found. The plan holds for a quarter more of them.
    fn plan(&mut self) {
        let heap = self.values.len();
        let greatest = self.maximum().1;
        self.bits = bits(greatest);
        self.planned = START.max(heap + heap / 4);
        let split = if heap >= START { self.good_split() } else { None };
        let blank = match split {
            None => vec![false; 1 << self.bits],
            // Common values are looked for; some are beyond all options.
            Some(split) => (0..(2u16 << self.bits).max(64)).map(|v| split.is_rare(v)).collect(),
        };
        self.set = blank.clone();
        let run = self.sparse.take().map_or(LANES, |sparse| sparse.run);
        self.sparse = split.map(|split| {
            let rares = (1..).zip(&self.values[1..]).filter(|&(_, &value)| split.is_rare(value));
            Sparse {
                split,
                rares: rares.map(|(heap, &value)| (heap, value)).collect(),
                witnesses: Witnesses::new(
                    &self.code,
                    split,
                    &self.values,
                    greatest,
                    1 << self.bits,
                ),
                turned: self.values[1..=NEAR].iter().rev().copied().collect(),
                run,
            }
        });
        let halves = self.sparse.as_ref().map(|sparse| &sparse.rares[..]);
        self.sets.resize(blank);
        self.sets.restart(&self.values, halves);
    }

    /// The best split, if rare values are few, and fewer still of late.
    fn good_split(&self) -> Option<Split> {
        if self.sets.places().is_empty() || self.bits > 12 {
            return None;
        }
        let split = Split::best(&self.counts)?;
        let rares = |values: &[u16]| values.iter().filter(|&&value| split.is_rare(value)).count();
        let (all, late) = (&self.values[1..], &self.values[self.values.len() / 2..]);
        (rares(all) * 8 < all.len() && rares(late) * 64 < late.len()).then_some(split)
    }

    /// The least value of the next heap that the set does not have.
    fn least(&mut self, halves: Option<&[(u32, u16)]>) -> Result<u16, TooGreat> {
        let heap = self.values.len();
        self.sets.of(heap, &self.values, halves, &mut self.set);
        for &place in self.one.iter().take_while(|&&place| place < heap) {
            self.set[usize::from(self.values[heap - place])] = true;
        }
        self.set[0] |= self.gone.contains(&heap);
        mex(&self.set, heap)
    }

    /// Takes up what is counted of the next value.
    fn count(&mut self, heap: usize) {
        let value = self.values[heap];
        if usize::from(value) >= self.counts.len() {
            self.counts.resize(usize::from(value) + 1, 0);
            self.greatest = heap;
        }
        self.counts[usize::from(value)] += 1;
        if value >> self.bits != 0 {
            self.planned = self.values.len();
        }
    }

    fn push(&mut self, value: u16) {
        self.values.push(value);
        self.count(self.values.len() - 1);
    }

    /// The values of the next heaps, at least one and at most so many.
    fn run(&mut self, sparse: &mut Sparse, room: usize) -> Result<(), TooGreat> {
        let first = self.values.len();
        let mut end = Ok(());
        for _ in 0..sparse.run.min(room) {
            match self.least(Some(&sparse.rares)) {
                Ok(value) => self.values.push(value),
                Err(e) => {
                    end = Err(e);
                    break;
                }
            }
            // The sets do not hold what comes of it.
            if self.values[self.values.len() - 1] >> self.bits != 0 {
                break;
            }
        }
        sparse.run = match self.first_rare(sparse, first) {
            None => LANES.min(2 * sparse.run),
            Some((heap, value)) => {
                self.values.truncate(heap);
                self.values.push(value);
                sparse.rares.push((heap as u32, value));
                // Those of the run behind may be wrong, and stand where others stood.
                self.sets.restart(&self.values, Some(&sparse.rares));
                end = Ok(());
                (sparse.run / 2).max(8)
            }
        };
        for heap in first..self.values.len() {
            self.count(heap);
        }
        if self.planned > self.values.len() {
            sparse.witnesses.extend(&self.values);
        }
        end
    }

    /// The first heap of the run that has a rare value instead, with that value.
    fn first_rare(&self, sparse: &Sparse, first: usize) -> Option<(usize, u16)> {
        let run = &self.values[first..];
        let greatest = usize::from(*run.iter().max()?);
        // Where each common value stands, and where a rare one is left as one heap.
        let mut lanes: Vec<Lanes> = vec![[0; _]; greatest + 1];
        for (lane, &value) in run.iter().enumerate() {
            lanes[usize::from(value)][lane / 64] |= 1 << (lane % 64);
            for &place in &self.one {
                let option = self.values[first + lane - place];
                if option < value && sparse.split.is_rare(option) {
                    lanes[usize::from(option)][lane / 64] |= 1 << (lane % 64);
                }
            }
        }
        let mut found = None;
        // Heaps of greater value, before what is found.
        let mut greater = below(run.len());
        for (value, lanes) in (0..).zip(&lanes) {
            if !sparse.split.is_rare(value) {
                greater.iter_mut().zip(lanes).for_each(|(greater, here)| *greater &= !here);
                continue;
            }
            let mut doubtful = greater;
            doubtful.iter_mut().zip(lanes).for_each(|(doubtful, left)| *doubtful &= !left);
            sparse.witnesses.take_from(&mut doubtful, value, first);
            let doubts = doubtful.iter().enumerate().flat_map(|(i, &word)| {
                (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| 64 * i + bit)
            });
            for lane in doubts {
                if !self.is_left_as_two(sparse, first + lane, value) {
                    found = Some((first + lane, value));
                    let before = below(lane);
                    greater.iter_mut().zip(before).for_each(|(greater, b)| *greater &= b);
                    break;
                }
            }
        }
        found
    }

    /// Whether some option that leaves two heaps has this value.
    fn is_left_as_two(&self, sparse: &Sparse, heap: usize, value: u16) -> bool {
        self.sets.places().iter().any(|place| {
            // Most often one with a near half does. Both slices go the same way.
            let coins = heap - place;
            let others = self.values[coins - NEAR..coins].rchunks_exact(64);
            let near = sparse.turned.rchunks_exact(64).zip(others).any(|(a, b)| any(a, b, value));
            near || (NEAR + 1..=coins / 2).any(|a| self.values[a] ^ self.values[coins - a] == value)
        })
    }
}

/// Whether a pair has this value. Without an early end: that goes by vectors.
#[inline(always)]
fn any(a: &[u16], b: &[u16], value: u16) -> bool {
    a.iter().zip(b).fold(false, |is, (a, b)| is | (a ^ b == value))
}
