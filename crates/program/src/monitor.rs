//! Linearizability, decided as a run goes on.
//!
//! An object is correct if the operations of each history have an order in which they come one at a time with the
//! same results, each between its call and its return (M. Herlihy and J. Wing, 1990,
//! [DOI 10.1145/78969.78972](https://doi.org/10.1145/78969.78972)). What the object does one operation at a time
//! is found by running the program so ([`graph`]); its states are told apart by what can follow them
//! ([`classes`]). A state of the monitor is the set of all ways in which the pending operations can have taken
//! effect ([`sets`]): where it is empty, no order is left. This is exact both ways, and needs no points at which
//! operations are to take effect.

mod classes;
mod graph;
mod history;
mod sets;

pub use graph::NotMonitored;
pub use history::Interval;

use crate::Compiled;
use crate::ir::Monitor;
use classes::Specification;

/// The most states of a monitor.
pub const MONITOR_MAX: usize = 1 << 15;

impl Compiled {
    /// The table of a monitor that has none yet, and how many states it has.
    pub fn monitor_table(&self, monitor: &Monitor) -> Result<(Vec<u16>, usize), NotMonitored> {
        let graph = self.serial_graph(monitor)?;
        sets::table(&Specification::of(&graph, monitor)?, monitor)
    }
}
