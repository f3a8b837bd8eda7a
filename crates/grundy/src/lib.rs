//! Grundy's game: a move splits one heap into two unequal heaps; who cannot
//! move has lost.
#![forbid(unsafe_code)]

mod values;

pub use values::Values;
