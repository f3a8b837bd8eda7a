//! The sparse-space method as it is told, with the whole history: the
//! reference, and the beginning of the fast computation.

use super::code::is_common;

/// The values of single heaps from 0 on, each proved.
///
/// A common option has a rare half and a common one. So what no common option
/// equals is read off the rare halves alone (about 1,274 of them), and that every
/// smaller rare value is an option is shown by going through the halves until
/// all have turned up. The value is rare where one does not.
#[derive(Clone, Debug)]
pub struct Sparse {
    values: Vec<u16>,
    rares: Vec<u32>,
}

impl Default for Sparse {
    fn default() -> Self {
        Self::new()
    }
}

/// Values above are beyond what this method's sets hold.
const SET: usize = 1024;

impl Sparse {
    /// With the value of no heap alone.
    #[must_use]
    pub fn new() -> Self {
        Self { values: vec![0], rares: Vec::new() }
    }

    /// The values of heaps from 0 to `bound`.
    #[must_use]
    pub fn up_to(bound: u32) -> Self {
        let mut sparse = Self::new();
        sparse.values.reserve(bound as usize);
        while sparse.values.len() <= bound as usize {
            sparse.step();
        }
        sparse
    }

    /// The values so far.
    #[must_use]
    pub fn values(&self) -> &[u16] {
        &self.values
    }

    /// The heaps of rare value, from 1 on.
    #[must_use]
    pub fn rares(&self) -> &[u32] {
        &self.rares
    }

    /// The next value.
    ///
    /// # Panics
    /// If it is above 1023; a heap of that value would be far beyond what 32 bits
    /// can count.
    pub fn step(&mut self) -> u16 {
        let (g, n) = (&self.values, self.values.len());
        let mut seen = [false; SET];
        for &r in &self.rares {
            let r = r as usize;
            if r < n && 2 * r != n {
                seen[usize::from(g[r] ^ g[n - r])] = true;
            }
        }
        let mut value = 0;
        while !is_common(value) || seen[usize::from(value)] {
            value += 1;
        }
        // Rare options by two rare halves are in the set already.
        let missing = |seen: &[bool; SET]| {
            (0..value).filter(|&v| !is_common(v) && !seen[usize::from(v)]).count()
        };
        let mut left = missing(&seen);
        for a in 1..n.div_ceil(2) {
            if left == 0 {
                break;
            }
            let option = g[a] ^ g[n - a];
            if option < value && !seen[usize::from(option)] {
                seen[usize::from(option)] = true;
                left -= usize::from(!is_common(option));
            }
        }
        if left > 0 {
            value = (0..value).find(|&v| !is_common(v) && !seen[usize::from(v)]).unwrap_or(value);
        }
        if !is_common(value) {
            self.rares.push(n as u32);
        }
        self.values.push(value);
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_plain_rule() {
        let sparse = Sparse::up_to(3000);
        let mut plain = vec![0u16; 3001];
        for n in 3..=3000usize {
            let options: std::collections::HashSet<u16> =
                (1..n.div_ceil(2)).map(|a| plain[a] ^ plain[n - a]).collect();
            plain[n] = (0..).find(|v| !options.contains(v)).unwrap();
        }
        assert_eq!(sparse.values(), plain);
    }
}
