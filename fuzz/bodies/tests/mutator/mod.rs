//! Mutations of seeds, the same in every run.

/// More bytes show nothing that fewer do not.
const LONGEST: usize = 4096;

/// Bytes that mean something in one format or another.
const TELLING: &[u8] = b"\0\x01\x7f\x80\xff\n\r\t \"'()[]{};:,.-+=/\\*#%0129xXoOkKaz";

/// Numbers at which counting goes wrong.
const NUMBERS: &[&str] = &[
    "0",
    "-1",
    "1",
    "9",
    "10",
    "15",
    "16",
    "22",
    "23",
    "127",
    "128",
    "255",
    "256",
    "32767",
    "32768",
    "65535",
    "65536",
    "2147483647",
    "-2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999999",
];

pub(crate) struct Mutator {
    seeds: Vec<Vec<u8>>,
    state: u64,
}

impl Mutator {
    pub(crate) const fn new(seeds: Vec<Vec<u8>>) -> Self {
        Self { seeds, state: 1 }
    }

    /// SplitMix64 (Steele, Lea and Flood 2014).
    const fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let n = self.state;
        let n = (n ^ (n >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let n = (n ^ (n >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        n ^ (n >> 31)
    }

    const fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// A place in so many bytes, the one behind them included.
    const fn place(&mut self, length: usize) -> usize {
        self.below(length + 1)
    }

    /// A seed, changed in one to six ways.
    pub(crate) fn mutant(&mut self) -> Vec<u8> {
        let seed = self.below(self.seeds.len());
        let mut bytes = self.seeds[seed].clone();
        for _ in 0..1 + self.below(6) {
            self.mutate(&mut bytes);
        }
        bytes.truncate(LONGEST);
        bytes
    }

    fn mutate(&mut self, bytes: &mut Vec<u8>) {
        let at = self.place(bytes.len());
        let longest = 1 + self.below(64);
        let end = at + self.place((bytes.len() - at).min(longest));
        match self.below(9) {
            0 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << self.below(8);
                }
            }
            1 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = self.next() as u8;
                }
            }
            2 => bytes.insert(at, TELLING[self.below(TELLING.len())]),
            3 => drop(bytes.drain(at..end)),
            4 => {
                let piece = bytes[at..end].to_vec();
                let to = self.place(bytes.len());
                bytes.splice(to..to, piece);
            }
            5 => bytes.truncate(at),
            6 => {
                // A piece of another seed.
                let other = self.below(self.seeds.len());
                let length = self.seeds[other].len();
                let from = self.place(length);
                let to = from + self.place((length - from).min(64));
                let piece = self.seeds[other][from..to].to_vec();
                bytes.splice(at..end, piece);
            }
            7 => {
                // A number in the place of one, or of anything.
                let number = NUMBERS[self.below(NUMBERS.len())];
                let start = bytes[at..].iter().position(u8::is_ascii_digit).map_or(at, |n| at + n);
                let digits = bytes[start..].iter().take_while(|b| b.is_ascii_digit()).count();
                bytes.splice(start..start + digits, number.bytes());
            }
            _ => {
                if at < end {
                    let byte = bytes[at];
                    bytes[at..end].fill(byte);
                }
            }
        }
    }
}
