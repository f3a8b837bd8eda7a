//! The rule itself: the reference for all else.

use super::{OctalCode, TooGreat, bits, mex};

/// The values of single heaps from 0 to `bound` by the rule alone: the least value
/// that no option has. Steps grow with the square of `bound`.
///
/// ```
/// let kayles = grundy::octal::plain(&".77".parse()?, 10)?;
/// assert_eq!(kayles, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`TooGreat`] if a value is 2^15 or more.
pub fn plain(code: &OctalCode, bound: usize) -> Result<Vec<u16>, TooGreat> {
    let [gone, one, two] = [0, 1, 2].map(|heaps| code.places(heaps));
    let mut values: Vec<u16> = vec![0];
    let mut greatest = 0;
    for heap in 1..=bound {
        let mut seen = vec![false; 1 << bits(greatest)];
        seen[0] |= gone.contains(&heap);
        for &taken in one.iter().take_while(|&&taken| taken < heap) {
            seen[usize::from(values[heap - taken])] = true;
        }
        for &taken in &two {
            let left = heap.saturating_sub(taken);
            for part in 1..=left / 2 {
                seen[usize::from(values[part] ^ values[left - part])] = true;
            }
        }
        let value = mex(&seen, heap)?;
        values.push(value);
        greatest = greatest.max(value);
    }
    Ok(values)
}
