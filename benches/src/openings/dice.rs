//! Random numbers that are the same on every machine.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Numbers by a seed. How they follow from it is written out here: files tell
/// the seed that they were made with.
#[derive(Clone, Debug)]
pub struct Dice(ChaCha8Rng);

impl Dice {
    /// The stream whose key begins with the seed, low byte first, and is zero
    /// from there on.
    pub fn new(seed: u64) -> Self {
        let mut key = [0; 32];
        for (byte, of_seed) in key.iter_mut().zip(seed.to_le_bytes()) {
            *byte = of_seed;
        }
        Self(ChaCha8Rng::from_seed(key))
    }

    /// A number below `n`; 0 if `n` is 0. Each is as likely as the others but
    /// for `n` parts in 2^64.
    pub fn below(&mut self, n: usize) -> usize {
        let product = u128::from(self.0.next_u64()) * n as u128;
        (product >> 64) as usize
    }

    /// One of these; `None` if there are none, and nothing is drawn then.
    pub fn pick<T: Copy>(&mut self, of: &[T]) -> Option<T> {
        if of.is_empty() { None } else { of.get(self.below(of.len())).copied() }
    }
}

/// The items in an order that follows from the seed: every order is as likely as
/// the others.
#[must_use]
pub fn shuffled<T>(mut items: Vec<T>, seed: u64) -> Vec<T> {
    let mut dice = Dice::new(seed);
    for last in (1..items.len()).rev() {
        items.swap(last, dice.below(last + 1));
    }
    items
}
