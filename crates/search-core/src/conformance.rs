//! Checks that every game must pass: the promises of [`Position`](crate::Position) and
//! [`Heuristics`], tried on random games.
//!
//! ```
//! use search_core::conformance::Conformance;
//! use search_core::numbers::NumberTree;
//!
//! let tree: NumberTree = "[[3,[5,1]],[6,2]]".parse()?;
//! let seen = Conformance::new(&tree).walks(20).check()?;
//! assert!(seen.positions > 20);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::num::NonZeroU16;
use std::ops::ControlFlow::{Break, Continue};

use crate::heuristics::Heuristics;
use crate::memory::Memory;
use crate::perft::perft;
use crate::picker::{Hints, Picker, Wanted};
use crate::position::{MoveSet, legal_moves};

/// A promise that was broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Which one, and how.
    pub what: String,
    /// The moves that lead to the position, printed for people.
    pub path: Vec<String>,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, after [{}]", self.what, self.path.join(" "))
    }
}

impl std::error::Error for Violation {}

/// How much was looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// Positions, with repetitions.
    pub positions: u64,
    /// Legal moves made and taken back.
    pub moves: u64,
}

/// A run of checks from one position.
#[derive(Debug)]
pub struct Conformance<'a, P: Heuristics> {
    start: &'a P,
    walks: u32,
    plies: u32,
    depth: u32,
    rng: Rng,
    rebuild: Option<fn(&P) -> P>,
    path: Vec<String>,
    /// Packed moves of positions seen before: foreign ones, most of them.
    foreign: Vec<NonZeroU16>,
    seen: Seen,
}

impl<'a, P: Heuristics + PartialEq> Conformance<'a, P> {
    /// Checks from this position: 50 random games of at most 200 plies.
    #[must_use]
    pub const fn new(start: &'a P) -> Self {
        Self {
            start,
            walks: 50,
            plies: 200,
            depth: 3,
            rng: Rng(1),
            rebuild: None,
            path: Vec::new(),
            foreign: Vec::new(),
            seen: Seen { positions: 0, moves: 0 },
        }
    }

    /// How many random games.
    #[must_use]
    pub fn walks(self, walks: u32) -> Self {
        Self { walks, ..self }
    }

    /// How long they may be.
    #[must_use]
    pub fn plies(self, plies: u32) -> Self {
        Self { plies, ..self }
    }

    /// How deep the two ways to count a tree are compared; 3 unless told. It recurses once a ply.
    #[must_use]
    pub fn depth(self, depth: u32) -> Self {
        Self { depth, ..self }
    }

    /// Other games.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { rng: Rng(seed), ..self }
    }

    /// A function that builds the position anew, from what a person would
    /// write down of it: whatever is kept up move by move must come out the same.
    #[must_use]
    pub fn rebuild(self, rebuild: fn(&P) -> P) -> Self {
        Self { rebuild: Some(rebuild), ..self }
    }

    /// Runs the checks.
    ///
    /// # Errors
    /// The first [`Violation`] that is met.
    pub fn check(mut self) -> Result<Seen, Violation> {
        self.counts_agree()?;
        for _ in 0..self.walks {
            let mut pos = self.start.clone();
            pos.reserve(self.plies as usize);
            self.path.clear();
            for _ in 0..self.plies {
                self.position(&mut pos)?;
                let moves = legal_moves(&pos);
                let Some(&m) = self.rng.pick(&moves) else { break };
                self.path.push(format!("{m:?}"));
                pos.make(m);
            }
        }
        Ok(self.seen)
    }

    fn fail<T>(&self, what: impl Into<String>) -> Result<T, Violation> {
        Err(Violation { what: what.into(), path: self.path.clone() })
    }

    fn position(&mut self, pos: &mut P) -> Result<(), Violation> {
        self.seen.positions += 1;
        if let Some(rebuild) = self.rebuild {
            let anew = rebuild(pos);
            if anew != *pos {
                return self.fail("the position built anew is another");
            }
            if anew.key() != pos.key() {
                return self.fail("the key differs from that of the position built anew");
            }
        }
        if pos.outcome().is_some() {
            return Ok(());
        }
        self.generation(pos)?;
        self.candidates(pos)?;
        self.packing(pos)?;
        self.picking(pos)?;
        self.passing(pos)?;
        let moves = legal_moves(pos);
        if pos.count_moves() != moves.len() as u64 {
            let (counted, legal) = (pos.count_moves(), moves.len());
            return self.fail(format!("count_moves counts {counted}, {legal} moves are legal"));
        }
        for m in moves {
            self.step(pos, m)?;
        }
        Ok(())
    }

    /// All = Noisy + Quiet; nothing twice; the same order again; early exit.
    fn generation(&self, pos: &P) -> Result<(), Violation> {
        let [all, noisy, quiet] = [MoveSet::All, MoveSet::Noisy, MoveSet::Quiet]
            .map(|set| collect(|visit| pos.generate(set, visit)));
        if collect(|visit| pos.generate(MoveSet::All, visit)) != all {
            return self.fail("generate gives another order the second time");
        }
        if let Err(what) = partition(&all, &noisy, &quiet) {
            return self.fail(format!("generate: {what}"));
        }
        for set in [MoveSet::All, MoveSet::Noisy, MoveSet::Quiet] {
            let mut visits = 0;
            let flow = pos.generate(set, |_| {
                visits += 1;
                Break(())
            });
            if visits > 1 || flow.is_break() != (visits == 1) {
                return self.fail(format!("generate({set:?}) does not heed a break"));
            }
        }
        for m in all {
            if pos.is_noisy(m) != noisy.contains(&m) {
                return self.fail(format!("is_noisy({m:?}) contradicts generate"));
            }
            if pos.history_slot(m) >= P::HISTORY_SLOTS {
                return self.fail(format!("history_slot({m:?}) is not below HISTORY_SLOTS"));
            }
            if pos.is_noisy(m) && pos.noisy_slot(m) >= P::NOISY_SLOTS {
                return self.fail(format!("noisy_slot({m:?}) is not below NOISY_SLOTS"));
            }
            if !(-1_000_000..=1_000_000).contains(&pos.static_order(m)) {
                return self.fail(format!("static_order({m:?}) is beyond 1,000,000"));
            }
        }
        Ok(())
    }

    /// Candidates are generated moves, split the same way, and some are left.
    fn candidates(&self, pos: &P) -> Result<(), Violation> {
        let [all, noisy, quiet] = [MoveSet::All, MoveSet::Noisy, MoveSet::Quiet]
            .map(|set| collect(|visit| pos.candidates(set, visit)));
        if let Err(what) = partition(&all, &noisy, &quiet) {
            return self.fail(format!("candidates: {what}"));
        }
        let generated = collect(|visit| pos.generate(MoveSet::All, visit));
        if let Some(m) = all.iter().find(|m| !generated.contains(m)) {
            return self.fail(format!("the candidate {m:?} is not generated"));
        }
        let legal = generated.iter().any(|&m| pos.is_legal(m));
        if legal && !all.iter().any(|&m| pos.is_legal(m)) {
            return self.fail("no candidate is left, but there are legal moves");
        }
        Ok(())
    }

    /// Packed moves come back; bits of other positions are no illegal moves.
    fn packing(&mut self, pos: &P) -> Result<(), Violation> {
        let legal = legal_moves(pos);
        for &m in &legal {
            if let Some(bits) = pos.pack(m) {
                if pos.unpack(bits) != Some(m) {
                    return self.fail(format!("{m:?} is unpacked as {:?}", pos.unpack(bits)));
                }
                if self.foreign.len() < 256 {
                    self.foreign.push(bits);
                } else {
                    let at = self.rng.below(256);
                    self.foreign[at] = bits;
                }
            }
        }
        let random = (0..64).filter_map(|_| NonZeroU16::new(self.rng.next() as u16));
        let all: Vec<_> = random.collect();
        // Every pattern where it costs least: once a walk.
        let every = (1..=u16::MAX).filter_map(NonZeroU16::new).filter(|_| self.path.is_empty());
        for bits in all.into_iter().chain(self.foreign.iter().copied()).chain(every) {
            if let Some(m) = pos.unpack(bits)
                && !legal.contains(&m)
            {
                return self.fail(format!("the bits {bits:#06x} are unpacked as illegal {m:?}"));
            }
        }
        Ok(())
    }

    /// A pass that is allowed is another position, and is taken back whole.
    fn passing(&self, pos: &mut P) -> Result<(), Violation> {
        if pos.under_threat() {
            return Ok(());
        }
        let (before, key) = (pos.clone(), pos.key());
        let undo = pos.make_null();
        if undo.is_some() && pos.key() == key {
            return self.fail("the key is the same after a pass");
        }
        if let Some(undo) = undo {
            pos.unmake_null(undo);
        }
        if *pos != before || pos.key() != key {
            return self.fail("unmake_null does not take a pass back");
        }
        Ok(())
    }

    /// The picker hands out every legal move once, whatever its hints.
    fn picking(&mut self, pos: &P) -> Result<(), Violation> {
        let mut memory = Memory::new::<P>(false);
        let legal = legal_moves(pos);
        for m in &legal {
            memory.history.update(pos.history_slot(*m), self.rng.below(2000) as i32 - 1000);
        }
        for narrow in [false, true] {
            for which in [Wanted::All, Wanted::Noisy, Wanted::Forcing] {
                let mut hint = || self.rng.pick(&legal).copied();
                let (table, killers, counter) = (hint(), [hint(), hint()], hint());
                let hints = Hints { table, killers, counter, ..Hints::default() };
                let of = |set| {
                    collect(|visit| {
                        if narrow { pos.candidates(set, visit) } else { pos.generate(set, visit) }
                    })
                };
                let mut wanted = match which {
                    Wanted::All => of(MoveSet::All),
                    Wanted::Noisy | Wanted::Forcing => of(MoveSet::Noisy),
                };
                if which == Wanted::Forcing {
                    wanted.extend(of(MoveSet::Quiet).into_iter().filter(|&m| pos.is_forcing(m)));
                }
                wanted.retain(|&m| pos.is_legal(m) && Some(m) != hints.table);
                wanted.extend(hints.table);
                let mut picker = Picker::new(hints, narrow, which, &memory.buffer);
                let mut picked = Vec::new();
                while let Some((m, _)) = picker.next(pos, &mut memory) {
                    picked.push(m);
                }
                if picked.len() != wanted.len() || wanted.iter().any(|m| !picked.contains(m)) {
                    return self.fail(format!("the picker gives {picked:?}, not {wanted:?}"));
                }
                memory.buffer.clear();
            }
        }
        Ok(())
    }

    /// Make and unmake are the identity, `after` is `make`, the key moves on.
    fn step(&mut self, pos: &mut P, m: P::Move) -> Result<(), Violation> {
        self.seen.moves += 1;
        let (before, key) = (pos.clone(), pos.key());
        let child = pos.after(m);
        let foreseen = pos.key_after(m);
        let undo = pos.make(m);
        if *pos != child || pos.key() != child.key() {
            return self.fail(format!("after({m:?}) differs from make"));
        }
        if foreseen.is_some_and(|foreseen| foreseen != pos.key()) {
            return self.fail(format!("key_after({m:?}) is not the key after it"));
        }
        if pos.key() == key {
            return self.fail(format!("{m:?} leaves the key as it was: the side is missing"));
        }
        pos.unmake(m, undo);
        if *pos != before || pos.key() != key {
            return self.fail(format!("unmake does not take {m:?} back"));
        }
        Ok(())
    }

    /// The tree counted by the generator and by the picker.
    fn counts_agree(&self) -> Result<(), Violation> {
        let mut memory = Memory::new::<P>(false);
        for depth in 0..=self.depth {
            let generated = perft(self.start, depth);
            let picked = picked_perft(&mut self.start.clone(), depth, &mut memory);
            if generated != picked {
                let what = format!("perft {depth}: {generated} by generator, {picked} by picker");
                return self.fail(what);
            }
        }
        Ok(())
    }
}

fn picked_perft<P: Heuristics>(pos: &mut P, depth: u32, memory: &mut Memory<P::Move>) -> u64 {
    if depth == 0 {
        return 1;
    }
    if pos.outcome().is_some() {
        return 0;
    }
    let mut picker = Picker::new(Hints::default(), false, Wanted::All, &memory.buffer);
    let room = memory.mark();
    let mut sum = 0;
    while let Some((m, _)) = picker.next(pos, memory) {
        let undo = pos.make(m);
        sum += picked_perft(pos, depth - 1, memory);
        pos.unmake(m, undo);
    }
    memory.release(room);
    sum
}

fn collect<M>(
    generate: impl FnOnce(&mut dyn FnMut(M) -> std::ops::ControlFlow<()>) -> std::ops::ControlFlow<()>,
) -> Vec<M> {
    let mut moves = Vec::new();
    let _ = generate(&mut |m| {
        moves.push(m);
        Continue(())
    });
    moves
}

fn partition<M: Copy + Eq + fmt::Debug>(all: &[M], noisy: &[M], quiet: &[M]) -> Result<(), String> {
    for (i, m) in all.iter().enumerate() {
        if all[..i].contains(m) {
            return Err(format!("{m:?} is there twice"));
        }
        if noisy.contains(m) == quiet.contains(m) {
            return Err(format!("{m:?} must be noisy or quiet, not both or neither"));
        }
    }
    if noisy.len() + quiet.len() != all.len() {
        return Err("noisy and quiet moves together are not all moves".to_owned());
    }
    Ok(())
}

/// SplitMix64 (S. Steele, D. Lea, C. Flood, 2014).
#[derive(Clone, Debug)]
struct Rng(u64);

impl Rng {
    const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    const fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        if list.is_empty() { None } else { list.get(self.below(list.len())) }
    }
}

#[cfg(test)]
mod tests;
