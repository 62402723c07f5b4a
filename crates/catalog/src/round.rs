//! What a run breaks by going round and round in its loop.

use crate::engine::{Pending, Simulator};
use model::{Action, ClaimKind, Fairness, Pids};

/// A loop, step by step.
pub(crate) struct Round {
    first: Vec<Pending>,
    /// Of those, what has stayed as it was, and what was so in any state.
    stays: Vec<Pending>,
    ever: Vec<Pending>,
    /// Weak-fairness constraints that the rest of the loop has to meet.
    open: Vec<Fairness>,
    /// Strong constraints on steps that were possible, and those that were met.
    strong: Vec<Fairness>,
    met: Vec<Fairness>,
    /// The processes that have taken a step: a set.
    stepped: Pids,
}

impl Round {
    /// From the state in which the loop begins.
    pub fn begin(live: &Simulator) -> Round {
        let first = live.pending();
        let (strong, open) =
            live.constraints().into_iter().partition(|constraint| constraint.is_strong());
        Round {
            stays: first.clone(),
            ever: first.clone(),
            first,
            open,
            strong,
            met: Vec::new(),
            stepped: 0,
        }
    }

    /// The step `action`, which meets a constraint, has led to where `live` is.
    pub fn step(&mut self, action: Action, meets: Option<Fairness>, live: &Simulator) {
        let possible = live.constraints();
        self.met.extend(meets.into_iter().flat_map(Fairness::all));
        self.open.retain(|fairness| !self.met.contains(fairness) && possible.contains(fairness));
        self.strong.extend(possible.into_iter().filter(|fairness| fairness.is_strong()));
        if let Action::Step { process, .. } = action {
            self.stepped |= 1 << process;
        }
        let all = self.stays.iter_mut().zip(&mut self.ever);
        for ((stays, ever), now) in all.zip(live.pending()) {
            let all = stays.of.iter_mut().zip(&mut ever.of);
            for ((stays, ever), now) in all.zip(now.of) {
                *stays = if *stays == now { now } else { 0 };
                *ever |= now;
            }
        }
    }

    /// The properties that the loop breaks if it repeats for ever.
    pub fn breaks(self) -> Vec<&'static str> {
        let Round { first, stays, ever, open, strong, met, stepped } = self;
        let is_fair = open.is_empty() && strong.iter().all(|fairness| met.contains(fairness));
        let is_broken = |((first, stays), ever): &((Pending, Pending), Pending)| {
            let steps = |process: usize| stepped & 1 << process != 0;
            let mut pending = (0..stays.of.len()).filter(|&it| stays.of[it] != 0);
            match stays.kind {
                ClaimKind::Eventually => is_fair && pending.next().is_some(),
                ClaimKind::EventuallyAlways => is_fair && ever.of.iter().any(|it| *it != 0),
                ClaimKind::WaitFree => pending.any(steps),
                ClaimKind::LockFree => first.of == stays.of && pending.any(steps),
                ClaimKind::ObstructionFree => stepped.is_power_of_two() && pending.any(steps),
                _ => false,
            }
        };
        let all = first.into_iter().zip(stays).zip(ever);
        all.filter(is_broken).map(|it| it.1.property).collect()
    }
}
