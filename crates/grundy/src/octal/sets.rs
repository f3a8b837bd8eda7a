//! The values of the options that leave two heaps.

/// For a number of coins, which values two non-empty heaps of so many together have.
/// The sets of the latest numbers are kept: one serves each place of the code.
#[derive(Clone, Debug)]
pub(super) struct Sets {
    /// The places at which two heaps may be left, growing.
    places: Vec<usize>,
    /// Values of a set, a power of 2.
    width: usize,
    /// What a set begins with.
    blank: Vec<bool>,
    /// Those of coins, coins - 1, ... in turn.
    ring: Vec<bool>,
    /// What far halves show of a group of numbers of coins, the first of them first.
    ahead: Vec<bool>,
    group: Option<usize>,
}

/// Numbers of coins that are looked at together.
const GROUP: usize = 8;

impl Sets {
    pub(super) fn new(places: Vec<usize>) -> Self {
        Self {
            places,
            width: 0,
            blank: Vec::new(),
            ring: Vec::new(),
            ahead: Vec::new(),
            group: None,
        }
    }

    pub(super) fn places(&self) -> &[usize] {
        &self.places
    }

    /// Sets that begin as `blank` says, their width a power of 2.
    pub(super) fn resize(&mut self, blank: Vec<bool>) {
        self.width = blank.len();
        self.blank = blank;
        let [first, .., last] = self.places[..] else {
            self.ring = vec![false; self.places.len() * self.width];
            return;
        };
        self.ring = vec![false; (last - first + 1) * self.width];
    }

    /// Forgets all sets, and begins again for the next heap, all values before it
    /// being known.
    pub(super) fn restart(&mut self, values: &[u16], halves: Option<&[(u32, u16)]>) {
        self.group = None;
        if let [first, .., last] = self.places[..] {
            let heap = values.len();
            for coins in heap.saturating_sub(last)..heap.saturating_sub(first) {
                self.fill(coins, values, halves);
            }
        }
    }

    /// The set of the values of all options of `heap` that leave two heaps; if `halves`
    /// are given, heaps and their values, growing, of those with such a half.
    pub(super) fn of(
        &mut self,
        heap: usize,
        values: &[u16],
        halves: Option<&[(u32, u16)]>,
        set: &mut [bool],
    ) {
        set.copy_from_slice(&self.blank);
        let Some(first) = self.places.first() else {
            return;
        };
        if let Some(coins) = heap.checked_sub(*first) {
            self.fill(coins, values, halves);
        }
        for place in self.places.iter().take_while(|&&place| place <= heap) {
            let kept = &self.ring[self.slot(heap - place)..][..self.width];
            set.iter_mut().zip(kept).for_each(|(seen, &kept)| *seen |= kept);
        }
    }

    fn slot(&self, coins: usize) -> usize {
        coins % (self.ring.len() / self.width) * self.width
    }

    fn fill(&mut self, coins: usize, values: &[u16], halves: Option<&[(u32, u16)]>) {
        let (slot, width) = (self.slot(coins), self.width);
        let Some(halves) = halves else {
            let set = &mut self.ring[slot..slot + width];
            set.copy_from_slice(&self.blank);
            let half = coins / 2;
            let others = values[coins - half..coins].iter().rev();
            for (&a, &b) in values[1..].iter().take(half).zip(others) {
                mark(set, a ^ b);
            }
            return;
        };
        let group = match self.group {
            Some(group) if (group..group + GROUP).contains(&coins) => group,
            _ => {
                self.look_ahead(coins, values, halves);
                coins
            }
        };
        let set = &mut self.ring[slot..slot + width];
        set.copy_from_slice(&self.ahead[(coins - group) * width..][..width]);
        // Halves that are near to nothing, or to all.
        let near = halves.iter().take_while(|&&(half, _)| (half as usize) < GROUP);
        let late = halves.iter().rev().skip_while(|&&(half, _)| half as usize >= coins);
        let late = late.take_while(|&&(half, _)| half as usize >= group);
        for &(half, value) in near.chain(late) {
            mark(set, value ^ values[coins - half as usize]);
        }
    }

    /// Finds what the halves from 8 up to `group` show of the eight numbers of coins
    /// from `group` on: eight steps at a time, so that a half is looked up once.
    fn look_ahead(&mut self, group: usize, values: &[u16], halves: &[(u32, u16)]) {
        self.group = Some(group);
        let width = self.width;
        self.ahead.resize(GROUP * width, false);
        self.ahead.chunks_exact_mut(width).for_each(|set| set.copy_from_slice(&self.blank));
        let below = |bound: usize| halves.partition_point(|&(half, _)| (half as usize) < bound);
        let halves = &halves[below(GROUP)..below(group)];
        // With a width that is known to the compiler no index needs a check.
        let look = match width {
            ..=64 => look::<64>,
            128 => look::<128>,
            256 => look::<256>,
            512 => look::<512>,
            1024 => look::<1024>,
            2048 => look::<2048>,
            4096 => look::<4096>,
            _ => look::<8192>,
        };
        look(&mut self.ahead, group, values, halves);
    }
}

/// Marks the values of eight numbers of coins, from `group` on, each with so many halves.
fn look<const WIDTH: usize>(
    ahead: &mut [bool],
    group: usize,
    values: &[u16],
    halves: &[(u32, u16)],
) {
    let Ok(sets) = <&mut [[bool; WIDTH]; GROUP]>::try_from(ahead.as_chunks_mut().0) else {
        unreachable!("eight sets of the width");
    };
    for &(half, value) in halves {
        let others = &values[group - half as usize..][..GROUP];
        for (set, &other) in sets.iter_mut().zip(others) {
            // Nothing is cut off: the width is greater than any value.
            set[usize::from(value ^ other) % WIDTH] = true;
        }
    }
}

#[inline(always)]
fn mark(set: &mut [bool], value: u16) {
    let last = set.len() - 1;
    // The width is a power of 2 greater than any value: nothing is cut off.
    debug_assert!(usize::from(value) <= last);
    set[usize::from(value) & last] = true;
}
