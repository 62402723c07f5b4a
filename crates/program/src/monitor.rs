//! Linearizability and sequential consistency, decided as a run goes on.
//!
//! An object is correct if the operations of each history have an order in which they come one at a time with the
//! same results, each between its call and its return (M. Herlihy and J. Wing, 1990,
//! [DOI 10.1145/78969.78972](https://doi.org/10.1145/78969.78972)). What the object does one operation at a time
//! is found by running the program so ([`graph`]); its states are told apart by what can follow them
//! ([`classes`]). A state of the monitor is the set of all ways in which the pending operations can have taken
//! effect ([`sets`]): where it is empty, no order is left. This is exact both ways, and needs no points at which
//! operations are to take effect. Sequential consistency asks for an order that keeps that of each process and no
//! other (L. Lamport, 1979, [DOI 10.1109/TC.1979.1675439](https://doi.org/10.1109/TC.1979.1675439)). What is called
//! later can then come before what has returned, so that the state is all that each process has done ([`orders`]).

mod alone;
mod classes;
mod graph;
mod orders;
mod sets;
mod table;

pub use alone::{Alone, Several};
pub use graph::NotMonitored;

use crate::Compiled;
use crate::ir::OrderMonitor;
pub use classes::Specification;
use std::sync::Arc;

/// The most states of a monitor.
pub const MONITOR_MAX: usize = 1 << 15;

/// What is asked of the order of operations.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Criteria {
    /// It keeps the order in time: what returned before another one was called comes before it.
    pub linearizable: bool,
    /// It keeps the order of each process.
    pub sequential: bool,
}

impl Compiled {
    /// What is right, and what is called and returned, if something is claimed of that.
    pub fn right(&self) -> Option<(Arc<Specification>, &OrderMonitor)> {
        let monitor = self.program().order_monitor.as_ref()?;
        let right = self.right.get_or_init(|| self.specification(monitor).ok());
        Some((right.clone()?, monitor))
    }

    /// What is right by a monitor, whose table may be there or not: what the program does one operation at a time, or
    /// another variant of it.
    pub fn specification(
        &self,
        monitor: &OrderMonitor,
    ) -> Result<Arc<Specification>, NotMonitored> {
        if let Some(like) = &monitor.like {
            return Ok(Arc::clone(like));
        }
        let monitor = OrderMonitor { next: Vec::new(), ..monitor.clone() };
        let mut program = self.program().clone();
        program.slots[monitor.slot].high = MONITOR_MAX as i64 - 1;
        program.order_monitor = Some(monitor.clone());
        let graph = Compiled::new(program).serial_graph(&monitor)?;
        Ok(Arc::new(Specification::of(&graph, &monitor)?))
    }
}
