//! How much less is spent on moves that promise little: pure functions of the tunables.

use crate::params::Params;
use crate::score::Depth;

/// Hundredths of a ply by which late moves are reduced, by depth and place in
/// the order, computed once: the node knows no logarithm.
#[derive(Clone, Debug)]
pub(crate) struct Reductions {
    hundredths: Vec<i16>,
}

/// Depths, and places; beyond, the last one counts.
const SIZE: usize = 64;

impl Reductions {
    /// `base + ln(depth) ln(place) / divisor`; nothing where the divisor is 0.
    pub fn new(params: &Params) -> Self {
        let (base, divisor) = (params.reduction_base, params.reduction_divisor);
        if divisor <= 0 {
            return Self { hundredths: Vec::new() };
        }
        let hundredths = (0..SIZE * SIZE).map(|i| {
            let ln = |n: usize| f64::from(n.max(1) as u32).ln();
            let product = ln(i / SIZE) * ln(i % SIZE);
            (f64::from(base) + product * 10_000.0 / f64::from(divisor)).clamp(-6000.0, 6000.0)
                as i16
        });
        Self { hundredths: hundredths.collect() }
    }

    /// The reduction of the move at this place, from 1, of a node of this
    /// depth, in hundredths of a ply.
    #[inline]
    pub fn get(&self, depth: Depth, place: usize) -> i32 {
        let d = depth.get().clamp(0, SIZE as i32 - 1) as usize;
        self.hundredths.get(d * SIZE + place.min(SIZE - 1)).map_or(0, |&r| i32::from(r))
    }
}

/// Whole plies of a reduction: at least one ply stays to be searched.
#[inline]
pub(crate) fn plies(hundredths: i32, depth: Depth) -> i32 {
    (hundredths / 100).min(depth.get() - 2).max(0)
}

/// By how many plies the search behind a null move is reduced, where the
/// evaluation lies this much above the window.
#[inline]
pub(crate) fn null_move(params: &Params, depth: Depth, above: i32) -> i32 {
    let plies = (params.null_move_base + params.null_move_growth * depth.get()) / 100;
    plies + (above / params.null_move_margin).clamp(0, 3)
}

/// How many moves are searched at a node of this depth before late quiet ones are left
/// out; all where the base is 0. Fewer
/// where the evaluation has not risen.
#[inline]
pub(crate) fn late_moves(params: &Params, depth: Depth, improving: bool) -> usize {
    if params.late_moves == 0 || depth.get() > params.late_moves_depth {
        return usize::MAX;
    }
    let moves = params.late_moves + params.late_moves_growth * depth.get() * depth.get();
    let percent = if improving { 100 } else { params.late_moves_worse };
    (moves * percent / 100).max(1) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_reduced_unless_asked_for() {
        let off = Reductions::new(&Params::default());
        assert_eq!(off.get(Depth::new(20), 60), 0);
        assert!(!Params::default().judges() && !Params::default().remembers());
        assert_eq!(late_moves(&Params::default(), Depth::new(1), true), usize::MAX);
    }

    #[test]
    fn later_and_deeper_is_reduced_more() {
        let params = Params { reduction_base: 20, reduction_divisor: 200, ..Params::default() };
        let on = Reductions::new(&params);
        let of = |depth, place| {
            let depth = Depth::new(depth);
            plies(on.get(depth, place), depth)
        };
        assert_eq!(of(2, 60), 0);
        assert_eq!(of(10, 1), 0);
        // 0.2 + ln 10 ln 10 / 2 = 2.85
        assert_eq!(of(10, 10), 2);
        // 0.2 + ln 20 ln 40 / 2 = 5.7
        assert_eq!(of(20, 40), 5);
        assert_eq!(on.get(Depth::new(10), 10), 285);
        assert_eq!(on.get(Depth::new(200), 2000), on.get(Depth::new(63), 63));
    }
}
