//! How much memory the system lets this process have, and what of it is for machine code.
//!
//! Where there is no more, one worker ends its search and says so. Several cannot: each takes memory
//! for itself while the others do. So where the address space is limited (`ulimit -v`), there are
//! only as many as have plenty, and they keep to a part of it.

use crate::args::Command;
use std::fs;

/// A worker's share: its stack, and what its allocator reserves.
const PER_WORKER: usize = 256_000_000;

/// How many workers there may be of those that were asked for, and how many bytes several may take for
/// states.
pub fn bound(workers: usize) -> (usize, usize) {
    bound_by(workers, of_process())
}

fn bound_by(workers: usize, limit: Option<usize>) -> (usize, usize) {
    let Some(limit) = limit else { return (workers, usize::MAX) };
    let workers = workers.min(limit / PER_WORKER).max(1);
    (workers, if workers > 1 { limit / 2 } else { usize::MAX })
}

/// How many bytes may be taken to make machine code: half of all that there may be.
pub fn for_machine_code(command: &Command) -> usize {
    let asked = match command {
        Command::Check(check) => check.bounds.memory,
        Command::Test(test) => test.bounds.memory,
        Command::Sweep(sweep) => sweep.bounds.memory,
        Command::Grade(grade) => grade.bounds.memory,
        _ => None,
    };
    let least = asked.into_iter().chain(of_process()).min();
    least.map_or(usize::MAX, |least| least / 2)
}

fn of_process() -> Option<usize> {
    limit(&fs::read_to_string("/proc/self/limits").unwrap_or_default())
}

/// The lowest limit that is set, in bytes.
fn limit(limits: &str) -> Option<usize> {
    let of =
        |name| limits.lines().find_map(|line| line.strip_prefix(name)?.split_whitespace().next());
    let all = ["Max address space", "Max data size"].into_iter().filter_map(of);
    all.filter_map(|text| text.parse().ok()).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_and_leave_each_worker_enough() {
        let limits = |data, space| {
            format!(
                "Limit                     Soft Limit           Hard Limit           Units     \n\
                 Max data size             {data:20} unlimited            bytes     \n\
                 Max address space         {space:20} unlimited            bytes     \n"
            )
        };
        for (data, space, expected) in [
            ("unlimited", "unlimited", (8, usize::MAX)),
            ("unlimited", "204800000", (1, usize::MAX)),
            ("204800000", "unlimited", (1, usize::MAX)),
            ("1000000000", "4000000000", (3, 500_000_000)),
            ("unlimited", "4000000000", (8, 2_000_000_000)),
        ] {
            assert_eq!(bound_by(8, limit(&limits(data, space))), expected, "{data} {space}");
        }
        assert_eq!(limit(""), None);
    }
}
