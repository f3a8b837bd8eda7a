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

/// Refuses threads that do not fit, each with this many bytes, beside a table that is still to
/// be had: what they remember fills as they search.
///
/// # Errors
/// [`Error::Failure`] names both sizes.
pub fn check_threads(threads: usize, bytes: usize, megabytes: usize) -> Result<(), Error> {
    let needed = threads.saturating_mul(bytes) >> 20;
    match available() {
        Some(free) if needed.saturating_add(megabytes) > free => {
            let beside = match megabytes {
                0 => String::new(),
                _ => format!(" beside a table of {megabytes} MiB"),
            };
            Err(Error::failure(format_args!(
                "no memory for {threads} threads of {needed} MiB{beside}: {free} MiB are free"
            )))
        }
        _ => Ok(()),
    }
}

/// Memory in MiB that can be had and used to the last page: of what the machine has free, of what
/// each control group leaves and of what this process may still address, the least; less a part,
/// since others take some of it in the meantime. `None` where the system does not tell.
fn available() -> Option<usize> {
    let read = |path: String| fs::read_to_string(path).ok();
    let free = meminfo(&read("/proc/meminfo".into())?)?;
    let groups = read("/proc/self/cgroup".into()).unwrap_or_default();
    let limits = read("/proc/self/limits".into()).unwrap_or_default();
    let status = read("/proc/self/status".into()).unwrap_or_default();
    let left = group_folders(&groups).into_iter().filter_map(|(folder, names)| {
        let number = |name: &str| read(format!("{folder}/{name}"))?.trim().parse::<usize>().ok();
        // Files that were read count as used, and give way.
        let stat = read(format!("{folder}/memory.stat")).unwrap_or_default();
        let used = number(names.used)?.saturating_sub(giving_way(&stat, names.files));
        Some(number(names.most)?.saturating_sub(used) >> 20)
    });
    let least = left.chain(addressable(&limits, &status)).fold(free, usize::min);
    Some(least.saturating_sub(least / 32 + 8))
}

/// How a version of control groups calls its files, and a line of `memory.stat`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Names {
    most: &'static str,
    used: &'static str,
    files: &'static str,
}

const FIRST: Names = Names {
    most: "memory.limit_in_bytes",
    used: "memory.usage_in_bytes",
    files: "total_inactive_file",
};
const SECOND: Names = Names { most: "memory.max", used: "memory.current", files: "inactive_file" };

/// The folders of this process's control group and of those above it, by `/proc/self/cgroup`.
fn group_folders(groups: &str) -> Vec<(String, Names)> {
    let mut folders = Vec::new();
    for line in groups.lines() {
        let mut parts = line.splitn(3, ':').skip(1);
        let (Some(kinds), Some(group)) = (parts.next(), parts.next()) else { continue };
        let (root, names) = match kinds {
            "" => ("/sys/fs/cgroup", SECOND),
            _ if kinds.split(',').any(|kind| kind == "memory") => ("/sys/fs/cgroup/memory", FIRST),
            _ => continue,
        };
        // In a container the group may not be seen from inside; the root then is its own.
        let mut group = group.trim_end_matches('/');
        loop {
            folders.push((format!("{root}{group}"), names));
            match group.rsplit_once('/') {
                Some((above, _)) => group = above,
                None => break,
            }
        }
    }
    folders
}

fn giving_way(stat: &str, name: &str) -> usize {
    let line = stat.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.and_then(|bytes| bytes.parse().ok()).unwrap_or(0)
}

/// What the process may still address, in MiB, if that is limited (`ulimit -v`).
fn addressable(limits: &str, status: &str) -> Option<usize> {
    let limit = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    let limit: usize = limit.split_whitespace().next()?.parse().ok()?;
    let used = status.lines().find_map(|line| line.strip_prefix("VmSize:"))?;
    let kib: usize = used.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some((limit >> 20).saturating_sub(kib >> 10))
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
    fn control_groups_of_both_versions() {
        let folders = |groups: &str| -> Vec<_> {
            group_folders(groups).into_iter().map(|(folder, names)| (folder, names.most)).collect()
        };
        let second = |folder: &str| (format!("/sys/fs/cgroup{folder}"), "memory.max");
        assert_eq!(folders("0::/\n"), [second("")]);
        assert_eq!(folders("0::/a/b\n"), ["/a/b", "/a", ""].map(second));
        let first =
            |folder: &str| (format!("/sys/fs/cgroup/memory{folder}"), "memory.limit_in_bytes");
        let groups = "9:name=systemd:/\n4:cpu,memory:/a\n3:cpuset:/b\n";
        assert_eq!(folders(groups), ["/a", ""].map(first));
        assert_eq!(folders("nonsense\n\n"), []);
        let stat = "cache 7\ninactive_file 4096\ntotal_inactive_file 8192\n";
        assert_eq!([FIRST, SECOND].map(|names| giving_way(stat, names.files)), [8192, 4096]);
    }

    #[test]
    fn limits_of_a_process() {
        let limits = "Limit   Soft Limit  Hard Limit  Units\n\
                      Max address space         1073741824           unlimited            bytes\n";
        assert_eq!(addressable(limits, "VmPeak: 9 kB\nVmSize:\t  204800 kB\n"), Some(824));
        let unlimited = "Max address space         unlimited            unlimited            bytes";
        assert_eq!(addressable(unlimited, "VmSize: 1 kB\n"), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn refuses_the_absurd() {
        let error = check_threads(512, 1 << 40, 16).unwrap_err().to_string();
        assert!(error.starts_with("no memory for 512 threads of "), "{error}");
        assert!(error.contains("MiB beside a table of 16 MiB: "), "{error}");
        assert!(check_threads(1, 1 << 20, 1).is_ok());
        let error = check(1 << 25).unwrap_err().to_string();
        assert!(error.starts_with("no memory for a table of 33554432 MiB"), "{error}");
    }
}
