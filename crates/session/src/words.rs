//! Words of the page that are nobody else's.

use catalog::{Family, grouped};

/// The heading over a family of algorithms.
pub fn family(family: Family) -> &'static str {
    match family {
        Family::SharedRegisters => "Mutual exclusion with shared registers",
        Family::Messages => "Mutual exclusion by messages",
        Family::Store => "Locks on a replicated store",
        Family::WorkQueues => "Work queues",
        Family::Waiting => "Semaphores and monitors",
        Family::LockFree => "Data without locks",
        Family::AtomicUpdates => "Atomic updates",
        Family::Consensus => "Consensus",
        Family::Elections => "Elections",
        Family::Time => "Logical time",
        Family::Links => "Bad networks",
        Family::Memory => "Memory of processors",
    }
}

/// The question of a part of the gallery, what it has, and the families that belong to it.
pub const QUESTIONS: [(&str, &str, &[Family]); 6] = [
    ("Who goes first?", "Locks in shared memory", &[Family::SharedRegisters]),
    ("May I come in?", "Locks by messages and on stores", &[Family::Messages, Family::Store]),
    ("Can they agree?", "Consensus, commit and elections", &[Family::Consensus, Family::Elections]),
    (
        "Who waits for whom?",
        "Semaphores, monitors, and data without locks",
        &[Family::Waiting, Family::LockFree],
    ),
    (
        "Is it all or nothing?",
        "Half-written words, rows, queues and disks",
        &[Family::AtomicUpdates, Family::WorkQueues],
    ),
    (
        "Who knows what?",
        "Clocks, snapshots, bad networks, and memory",
        &[Family::Time, Family::Links, Family::Memory],
    ),
];

/// "1 step", "2 steps".
pub fn count(number: usize, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}
