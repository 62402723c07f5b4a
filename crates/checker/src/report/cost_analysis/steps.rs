//! What the steps from a state come to.

use super::{CostAnalysis, UNBOUNDED};
use crate::report::operation_labels::{self, OperationLabels};
use crate::report::operation_query::{StepEffect, movers};
use crate::report::transition_store::GraphView;
use model::{Pids, SYSTEM_PROCESSES_MAX};

/// What is known of the steps from a state, for each lane.
pub struct Seen {
    /// The most or the least that they come to.
    pub sums: [u32; SYSTEM_PROCESSES_MAX],
    /// Sets of lanes: an operation begins, one goes on in a state that is not later, one costs something
    /// inside of the part.
    pub beginners: Pids,
    pub leads_back: Pids,
    pub grows: Pids,
    /// A set of those who do not have to wait for others.
    pub movers: Pids,
}

impl CostAnalysis {
    /// What the steps from a state come to for some lanes, of which an operation is pending there.
    /// Where the most is in question, a step inside of a part costs nothing, or there is no bound.
    pub(super) fn see(
        &self,
        known: GraphView<'_>,
        labels: &OperationLabels,
        state: u32,
        asked: Pids,
        is_inside: impl Fn(u32) -> bool,
    ) -> Seen {
        match self.is_least() {
            true => self.see_by::<true>(known, labels, state, asked, is_inside),
            false => self.see_by::<false>(known, labels, state, asked, is_inside),
        }
    }

    /// Compiled for each of both, as it is done for every step.
    fn see_by<const IS_LEAST: bool>(
        &self,
        known: GraphView<'_>,
        labels: &OperationLabels,
        state: u32,
        asked: Pids,
        is_inside: impl Fn(u32) -> bool,
    ) -> Seen {
        let (question, is_least, lanes) = (self.question, IS_LEAST, self.lanes.len());
        let mut seen = Seen::new(is_least);
        for step in known.numbered(state) {
            let to = step.1.to;
            let effect = question.effect(labels, state, step.1);
            seen.movers |= movers(step.1);
            seen.beginners |= effect.begins;
            if to <= state {
                seen.leads_back |= effect.stays;
            }
            if asked == 0 {
                continue;
            }
            let costs = question.costs(labels, state, step);
            let is_inside = !is_least && is_inside(to);
            let all_to_come = &self.to_come[to as usize * lanes..][..lanes];
            for (at, &to_come) in all_to_come.iter().enumerate() {
                let cost = operation_labels::of(costs, at);
                let rest = match is_inside && effect.stays >> at & 1 != 0 {
                    false => rest(&effect, at, to_come, is_least),
                    true if cost == 0 => 0,
                    true => {
                        seen.grows |= 1 << at & asked;
                        UNBOUNDED
                    }
                };
                let (sum, all) = (&mut seen.sums[at], cost.saturating_add(rest));
                *sum = if is_least { all.min(*sum) } else { all.max(*sum) };
            }
        }
        seen
    }
}

impl Seen {
    pub fn new(is_least: bool) -> Seen {
        let none = if is_least { UNBOUNDED } else { 0 };
        Seen {
            sums: [none; SYSTEM_PROCESSES_MAX],
            beginners: 0,
            leads_back: 0,
            grows: 0,
            movers: 0,
        }
    }

    /// The most of both.
    pub fn join(&mut self, other: &Seen) {
        self.sums.iter_mut().zip(other.sums).for_each(|(one, it)| *one = it.max(*one));
        self.grows |= other.grows;
    }
}

/// What is to come to a lane after a step, given what is to come in the state that it leads to.
#[inline]
pub fn rest(effect: &StepEffect, at: usize, to_come: u32, is_least: bool) -> u32 {
    match effect.stays >> at & 1 != 0 {
        true => to_come,
        false if effect.ends >> at & 1 != 0 || !is_least => 0,
        false => UNBOUNDED,
    }
}
