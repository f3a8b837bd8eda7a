//! How much less is spent on moves that promise little: pure functions of the tunables.

use crate::params::Params;
use crate::score::Depth;

/// Plies by which late quiet moves are reduced, by depth and place in the
/// order, computed once: the node knows no logarithm.
#[derive(Clone, Debug)]
pub(crate) struct Reductions {
    plies: Vec<u8>,
}

/// Depths, and places; beyond, the last one counts.
const SIZE: usize = 64;

impl Reductions {
    /// `base + ln(depth) ln(place) / divisor`, in hundredths of a ply; nothing
    /// where the divisor is 0.
    pub fn new(params: &Params) -> Self {
        let (base, divisor) = (params.reduction_base, params.reduction_divisor);
        if divisor <= 0 {
            return Self { plies: Vec::new() };
        }
        let plies = (0..SIZE * SIZE).map(|i| {
            let ln = |n: usize| f64::from(n.max(1) as u32).ln();
            let product = ln(i / SIZE) * ln(i % SIZE);
            let plies = f64::from(base) / 100.0 + product * 100.0 / f64::from(divisor);
            plies.clamp(0.0, 60.0) as u8
        });
        Self { plies: plies.collect() }
    }

    /// The reduction of the move at this place, from 1, of a node of this
    /// depth: at least one ply stays to be searched.
    #[inline]
    pub fn get(&self, depth: Depth, place: usize) -> i32 {
        let d = depth.get().clamp(0, SIZE as i32 - 1) as usize;
        let plies = self.plies.get(d * SIZE + place.min(SIZE - 1));
        plies.map_or(0, |&r| i32::from(r).min(depth.get() - 2).max(0))
    }
}

/// How many moves are searched at a node of this depth before late quiet ones are left
/// out; all where the base is 0.
#[inline]
pub(crate) fn late_moves(params: &Params, depth: Depth) -> usize {
    if params.late_moves == 0 || depth.get() > params.late_moves_depth {
        return usize::MAX;
    }
    (params.late_moves + params.late_moves_growth * depth.get() * depth.get()).max(1) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_reduced_unless_asked_for() {
        let off = Reductions::new(&Params::default());
        assert_eq!(off.get(Depth::new(20), 60), 0);
        assert_eq!(late_moves(&Params::default(), Depth::new(1)), usize::MAX);
    }

    #[test]
    fn later_and_deeper_is_reduced_more() {
        let params = Params { reduction_base: 20, reduction_divisor: 200, ..Params::default() };
        let on = Reductions::new(&params);
        assert_eq!(on.get(Depth::new(2), 60), 0);
        assert_eq!(on.get(Depth::new(10), 1), 0);
        // 0.2 + ln 10 ln 10 / 2 = 2.85
        assert_eq!(on.get(Depth::new(10), 10), 2);
        // 0.2 + ln 20 ln 40 / 2 = 5.7
        assert_eq!(on.get(Depth::new(20), 40), 5);
        assert_eq!(on.get(Depth::new(200), 2000), on.get(Depth::new(63), 63));
    }
}
