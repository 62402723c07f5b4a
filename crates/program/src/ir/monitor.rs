//! What claims remember of a run: part of the state, and brought up to date behind its steps.

use super::{Program, Query, SlotId};
use std::ops::Range;

#[derive(Clone, PartialEq, Debug)]
pub enum Monitor {
    Flag(Flag),
    Overtaking(Overtaking),
}

/// Whether something has happened.
#[derive(Clone, PartialEq, Debug)]
pub struct Flag {
    pub slot: SlotId,
    /// None: it is set from the beginning.
    pub sets: Option<When>,
    /// Goes before what sets it.
    pub clears: Clears,
}

/// What is asked of a state, and what holds where that cannot be computed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct When {
    pub query: Query,
    pub unknown: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Clears {
    Never,
    When(When),
    /// Every step that does not set it: it is about the last step of a process, and its query about the states before
    /// and after that.
    NextStep,
}

/// For `A before B`, who passed the first section before each process and has not come to the second: one set for each
/// process.
#[derive(Clone, PartialEq, Debug)]
pub struct Overtaking {
    /// The slot of process 0; the others follow.
    pub slot: SlotId,
    /// For each process and section: whether it is the first, lies between, or is the second.
    pub stages: Vec<Vec<Stage>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    Outside,
    First,
    Between,
    Second,
}

impl Monitor {
    pub fn flag(&self) -> Option<&Flag> {
        match self {
            Monitor::Flag(flag) => Some(flag),
            Monitor::Overtaking(_) => None,
        }
    }

    pub fn overtaking(&self) -> Option<&Overtaking> {
        match self {
            Monitor::Flag(_) => None,
            Monitor::Overtaking(overtaking) => Some(overtaking),
        }
    }

    /// Where it lies.
    pub fn slots(&self) -> Range<SlotId> {
        match self {
            Monitor::Flag(flag) => flag.slot..flag.slot + 1,
            Monitor::Overtaking(Overtaking { slot, stages }) => *slot..slot + stages.len(),
        }
    }
}

impl Flag {
    /// Set for good once something was true.
    pub fn latch(slot: SlotId, query: Query) -> Flag {
        let sets = Some(When { query, unknown: false });
        Flag { slot, sets, clears: Clears::Never }
    }

    /// Set while `to` is still to come, since `from` or from the beginning. What cannot be computed speaks against
    /// the claim.
    pub fn pending(slot: SlotId, from: Option<Query>, to: Query) -> Flag {
        let sets = from.map(|query| When { query, unknown: true });
        Flag { slot, sets, clears: Clears::When(When { query: to, unknown: false }) }
    }

    /// Whether something was true of the last step.
    pub fn of_step(slot: SlotId, query: Query, unknown: bool) -> Flag {
        Flag { slot, sets: Some(When { query, unknown }), clears: Clears::NextStep }
    }

    pub fn is_of_steps(&self) -> bool {
        self.clears == Clears::NextStep
    }

    /// What sets it for good.
    pub fn latches(&self) -> Option<When> {
        self.sets.filter(|_| self.clears == Clears::Never)
    }

    /// What ends a wait.
    pub fn ends(&self) -> Option<When> {
        match self.clears {
            Clears::When(when) => Some(when),
            Clears::Never | Clears::NextStep => None,
        }
    }

    /// All that it asks.
    pub fn whens(&self) -> impl Iterator<Item = When> {
        self.sets.into_iter().chain(self.ends())
    }
}

impl Program {
    /// The slots that are no part of the algorithm: what claims remember.
    pub fn remembered(&self) -> impl Iterator<Item = SlotId> {
        let orders = self.order_monitor.iter().map(|monitor| monitor.slot);
        self.monitors.iter().flat_map(Monitor::slots).chain(orders)
    }
}
