//! Wins by threats: continuous fours (VCF), continuous threats (VCT).

mod sight;
pub(crate) mod vcf;
pub(crate) mod vct;

pub use vcf::Vcf;
pub use vct::Vct;

use crate::point::Point;

/// A win that was proved: moves of both sides, ending with the five, or before
/// the five where nothing can stop it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Win {
    /// Plies to the five, both sides' moves counted, if the loser resists as
    /// the line does.
    pub plies: usize,
    /// The moves, all legal, the last one the five.
    pub line: Vec<Point>,
}

/// What a search for a win found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// There is one.
    Win(Win),
    /// There is none of the kind that was looked for.
    None,
    /// A limit came first.
    Unknown,
}
