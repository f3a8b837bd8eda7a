//! Octal games: coins are taken from a heap, and what is left may be split in two.
//!
//! - [`OctalCode`]: the rules, such as `.77` for Kayles.
//! - [`plain`]: values by the rule itself, the reference.
//! - [`OctalValues`]: the same values faster, each of them proved.
//! - [`Periodicity`]: where the values repeat for ever, with proof.
//!
//! ```
//! use grundy::octal::OctalValues;
//!
//! let mut kayles = OctalValues::new(".77".parse()?);
//! let found = kayles.advance_to_proof(1000, &mut |_| ())?.expect("a period");
//! assert_eq!((found.period, found.last_exception()), (12, Some(70)));
//! assert_eq!(found.proved_by, 167);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod code;
mod lanes;
mod period;
mod plain;
mod sets;
mod sparse;
mod values;

pub use code::{CodeError, OctalCode};
pub use period::Periodicity;
pub use plain::plain;
pub use sparse::Split;
pub use values::OctalValues;

/// A value of 2^15 or more, beyond what is computed here. (None is known to come up:
/// the values of octal games grow slowly.)
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the heap of {heap} has a value of 32768 or more: the method ends before it")]
pub struct TooGreat {
    /// The heap.
    pub heap: usize,
}

/// The least value that is not seen; values beyond the slice are not.
fn mex(seen: &[bool], heap: usize) -> Result<u16, TooGreat> {
    // Words of eight values first.
    let full = seen.chunks_exact(8).take_while(|chunk| chunk.iter().all(|&seen| seen)).count() * 8;
    let more = seen[full..].iter().take_while(|&&seen| seen).count();
    match u16::try_from(full + more) {
        Ok(value) if value < 1 << 15 => Ok(value),
        _ => Err(TooGreat { heap }),
    }
}

/// How many low bits hold the value and all smaller ones.
const fn bits(value: u16) -> u32 {
    u16::BITS - value.leading_zeros()
}
