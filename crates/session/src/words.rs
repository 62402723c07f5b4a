//! Words of the page that are nobody else's.

use catalog::{Family, grouped};

/// The heading over a family of algorithms.
pub fn family(family: Family) -> &'static str {
    match family {
        Family::SharedRegisters => "Mutual exclusion with shared registers",
        Family::Messages => "Mutual exclusion by messages",
        Family::Store => "Locks on a replicated store",
        Family::WorkQueues => "Work queues",
        Family::AtomicUpdates => "Atomic updates",
        Family::Consensus => "Consensus",
        Family::Time => "Logical time",
    }
}

/// The question of a part of the gallery, what it has, and the families that belong to it.
pub const QUESTIONS: [(&str, &str, &[Family]); 3] = [
    (
        "Who goes first?",
        "Locks, by memory and by messages",
        &[Family::SharedRegisters, Family::Messages, Family::Store],
    ),
    ("Can they agree?", "Consensus, and time without a clock", &[Family::Consensus, Family::Time]),
    (
        "Is it all or nothing?",
        "Half-written words, rows, queues and disks",
        &[Family::AtomicUpdates, Family::WorkQueues],
    ),
];

/// "1 step", "2 steps".
pub fn count(number: usize, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}
