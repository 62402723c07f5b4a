//! What the steps from a state come to.

use super::{CostAnalysis, UNBOUNDED};
use crate::report::operation_labels::{self, OperationLabels};
use crate::report::operation_query::StepEffect;
use crate::report::transition_store::GraphView;
use model::{Pids, SYSTEM_PROCESSES_MAX};

/// What is known of the steps from a state, for each lane.
pub struct Seen {
    /// The most or the least that they come to.
    pub sums: [u32; SYSTEM_PROCESSES_MAX],
    /// A set of lanes: a step costs something inside of the part.
    pub grows: Pids,
    /// An operation begins.
    pub begins: bool,
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
            let mut effect = question.effect(labels, state, step.1);
            seen.begins |= effect.begins != 0;
            if asked == 0 {
                continue;
            }
            let costs = question.costs(labels, state, step);
            let cost = |at: usize| operation_labels::of(costs, at);
            if !is_least && is_inside(to) {
                let costly = (0..lanes).fold(0, |set, at| set | Pids::from(cost(at) > 0) << at);
                seen.grows |= costly & effect.stays & asked;
                effect.stays = 0;
            }
            let all_to_come = &self.to_come[to as usize * lanes..][..lanes];
            for ((at, &to_come), sum) in all_to_come.iter().enumerate().zip(&mut seen.sums) {
                let all = cost(at).saturating_add(rest(&effect, at, to_come, is_least));
                *sum = if is_least { all.min(*sum) } else { all.max(*sum) };
            }
        }
        seen
    }
}

impl Seen {
    pub fn new(is_least: bool) -> Seen {
        let none = if is_least { UNBOUNDED } else { 0 };
        Seen { sums: [none; SYSTEM_PROCESSES_MAX], grows: 0, begins: false }
    }

    /// The most of both.
    pub fn join(&mut self, other: &Seen) {
        self.sums.iter_mut().zip(other.sums).for_each(|(one, it)| *one = it.max(*one));
        self.grows |= other.grows;
        self.begins |= other.begins;
    }
}

/// What is to come to a lane after a step, given what is to come in the state that it leads to. Without
/// branches, which nobody could predict.
#[inline]
pub fn rest(effect: &StepEffect, at: usize, to_come: u32, is_least: bool) -> u32 {
    let all_if = |set: Pids| u32::from(set >> at & 1).wrapping_neg();
    let none = if is_least { UNBOUNDED & !all_if(effect.stays | effect.ends) } else { 0 };
    to_come & all_if(effect.stays) | none
}
