//! How much memory the engine may take.
//!
//! Tournaments end a program that takes more than `max_memory`, counted by
//! what is resident. A table is filled as the search goes on, so what counts
//! is its whole size, what the program has besides, and what each thread takes.

use super::info::Info;

/// Without a word about memory, in MiB.
const DEFAULT: usize = 64;
/// More than this is of no use in the time of a game, in MiB.
pub(super) const MOST: u64 = 4096;
/// What the program and one thread take at most besides the table, measured
/// and rounded up, in bytes.
const PROGRAM: u64 = 16 << 20;
/// What each further thread takes.
const THREAD: u64 = 8 << 20;
const MIB: u64 = 1 << 20;

/// The engine's share, and what is to be said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Share {
    /// The table, in MiB.
    pub hash_mb: usize,
    pub threads: usize,
    /// What people should know.
    pub remark: Option<String>,
    /// It cannot be met at all.
    pub error: Option<String>,
}

impl Share {
    /// What the settings come to, if the machine has it.
    pub fn wanted(info: &Info) -> Self {
        let mut threads = info.thread_num.unwrap_or(1) as u64;
        let most = info.max_memory.and_then(|n| u64::try_from(n).ok()).filter(|&n| n > 0);
        let asked = info.hash_size.map(|kib| (kib as u64 >> 10).max(1));
        let (mut remark, mut error) = (None, None);
        let room = most.map(|most| {
            let fits = 1 + most.saturating_sub(PROGRAM + MIB) / THREAD;
            if threads > fits {
                remark =
                    Some(format!("max_memory {most} has room for {fits} of {threads} threads"));
                threads = fits;
            }
            let room = most.saturating_sub(PROGRAM + (threads - 1) * THREAD) / MIB;
            if room == 0 {
                error =
                    Some(format!("INFO max_memory {most}: at least {} are needed", PROGRAM + MIB));
            }
            room.clamp(1, MOST)
        });
        let hash_mb = match (asked, room) {
            (Some(asked), Some(room)) => asked.min(room),
            (Some(size), None) | (None, Some(size)) => size,
            (None, None) => DEFAULT as u64,
        };
        let hash_mb = usize::try_from(hash_mb).unwrap_or(DEFAULT);
        Self { hash_mb, threads: threads as usize, remark, error }
    }
}

impl Default for Share {
    fn default() -> Self {
        Self::wanted(&Info::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(lines: &[&str]) -> Share {
        let mut info = Info::default();
        lines.iter().for_each(|line| {
            info.set(line);
        });
        Share::wanted(&info)
    }

    #[test]
    fn the_table_and_all_else_fit() {
        let size = |lines: &[&str]| wanted(lines).hash_mb;
        assert_eq!(size(&[]), DEFAULT);
        assert_eq!(size(&["max_memory 0"]), DEFAULT);
        assert_eq!(size(&["max_memory 83886080"]), 64);
        assert_eq!(size(&["max_memory 350000000"]), 317);
        assert_eq!(size(&["max_memory 99999999999999999999"]), 4096);
        assert_eq!(size(&["hash_size 2097152"]), 2048);
        assert_eq!(size(&["hash_size 1"]), 1);
        assert_eq!(size(&["hash_size 0"]), 1);
        assert_eq!(size(&["hash_size 1048576", "max_memory 83886080"]), 64);
        assert_eq!(size(&["max_memory 83886080", "thread_num 2"]), 56);
    }

    #[test]
    fn what_does_not_fit_is_told() {
        let small = wanted(&["max_memory 1000"]);
        assert_eq!((small.hash_mb, small.threads), (1, 1));
        assert!(small.error.is_some());
        let many = wanted(&["max_memory 83886080", "thread_num 64"]);
        assert_eq!((many.threads, many.error), (8, None));
        assert!(many.remark.is_some());
    }
}
