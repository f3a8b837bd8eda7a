//! Whether the machine has the memory that was asked for.

use std::fs;

use crate::error::Error;

/// Refuses a table that does not fit. The system promises memory that it does
/// not have and ends the process at the first touch; so it is asked before.
///
/// # Errors
/// [`Error::Failure`] names both sizes.
pub fn check(megabytes: usize) -> Result<(), Error> {
    match available() {
        Some(free) if megabytes > free => Err(Error::failure(format_args!(
            "no memory for a table of {megabytes} MiB: {free} MiB are free (see --hash)"
        ))),
        _ => Ok(()),
    }
}

/// Free memory in MiB: the machine's, or what the control group leaves.
/// `None` where the system does not tell.
fn available() -> Option<usize> {
    let free = fs::read_to_string("/proc/meminfo").ok().as_deref().and_then(meminfo)?;
    let group = |name: &str| {
        let text = fs::read_to_string(format!("/sys/fs/cgroup/memory.{name}")).ok()?;
        text.trim().parse::<usize>().ok()
    };
    let left = group("max").zip(group("current")).map(|(max, used)| max.saturating_sub(used) >> 20);
    Some(left.map_or(free, |left| left.min(free)))
}

fn meminfo(text: &str) -> Option<usize> {
    let line = text.lines().find_map(|l| l.strip_prefix("MemAvailable:"))?;
    let kib: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib >> 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_meminfo() {
        let text = "MemTotal:  8000000 kB\nMemAvailable:    2048000 kB\n";
        assert_eq!(meminfo(text), Some(2000));
        assert_eq!(meminfo("MemTotal: 1 kB\n"), None);
        assert!(check(1).is_ok());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn refuses_the_absurd() {
        let error = check(1 << 25).unwrap_err().to_string();
        assert!(error.starts_with("no memory for a table of 33554432 MiB"), "{error}");
    }
}
