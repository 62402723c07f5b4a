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

/// "1 step", "2 steps".
pub fn count(number: usize, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}
