//! Vector instructions, where the processor has them.

/// Which instructions the runs are computed with. The values do not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vectors {
    /// Those of every processor that the program is built for.
    Portable,
    /// The widest that this processor has (of x86-64: AVX2), found out at run time.
    Detected,
}

impl Vectors {
    /// The widest that this processor has.
    #[must_use]
    pub const fn detected() -> Self {
        Self::Detected
    }

    /// Runs what is compiled for each. All of it must be inlined, which no closure
    /// is bound to be: hence a type with a method.
    #[inline(always)]
    pub(super) fn run<T: pulp::NullaryFnOnce>(self, work: T) -> T::Output {
        match self {
            Self::Portable => work.call(),
            Self::Detected => pulp::Arch::new().dispatch(work),
        }
    }
}
