//! Chance, for games that must not all go the same way.

use std::hash::{BuildHasher, RandomState};

/// A number that nobody foresees.
#[must_use]
pub fn any_seed() -> u64 {
    RandomState::new().hash_one(0)
}
