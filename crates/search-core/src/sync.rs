//! What threads share, by one name for two builds: the atomics and locks of the standard
//! library, or those of `loom`, which runs a model through every order that the memory may show
//! (`tests/loom.rs`, `docs/threads.md`). What uses them is the same code in both.

#[cfg(not(loom))]
pub(crate) use std::sync::{
    Arc, Condvar, Mutex,
    atomic::{AtomicBool, AtomicU8, AtomicU64},
};

#[cfg(loom)]
pub(crate) use loom::sync::{
    Arc, Condvar, Mutex,
    atomic::{AtomicBool, AtomicU8, AtomicU64},
};

/// So many words of 0; `None` if the system refuses the memory. It is zeroed by the system page
/// by page, so that words that nobody uses cost nothing.
#[cfg(not(loom))]
pub(crate) fn zeroed(words: usize) -> Option<Box<[AtomicU64]>> {
    bytemuck::try_zeroed_slice_box(words).ok()
}

/// So many words of 0, each of which `loom` must hear of.
#[cfg(loom)]
pub(crate) fn zeroed(words: usize) -> Option<Box<[AtomicU64]>> {
    Some((0..words).map(|_| AtomicU64::new(0)).collect())
}

/// Writes what a word holds into it. The compiler would leave out a write that changes nothing.
#[cfg(not(loom))]
pub(crate) fn write_again(word: &mut AtomicU64) {
    *word.get_mut() = std::hint::black_box(*word.get_mut());
}

/// Writes what a word holds into it.
#[cfg(loom)]
pub(crate) fn write_again(word: &mut AtomicU64) {
    word.with_mut(|held| *held = std::hint::black_box(*held));
}
