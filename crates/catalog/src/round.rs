//! What a run breaks by going round and round in its loop, and who never gets what it waits for.

use crate::engine::{Pending, Simulator};
use model::{Action, ClaimKind, Fairness, Pids};

/// A property that a loop breaks.
#[derive(Clone, PartialEq, Debug)]
pub struct Unserved {
    pub property: &'static str,
    /// Who waits or tries through the whole loop and gets nowhere: processes, or the members of which it is claimed;
    /// 0 where it is no matter of one.
    pub who: Vec<usize>,
}

/// A loop, step by step.
pub(crate) struct Round {
    now: Vec<Pending>,
    /// Whether an operation has ended.
    ends: Vec<bool>,
    /// What has stayed as it was from the start, and what was so in any state.
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
        let now = live.pending();
        let (strong, open) =
            live.constraints().into_iter().partition(|constraint| constraint.is_strong());
        Round {
            stays: now.clone(),
            ever: now.clone(),
            ends: vec![false; now.len()],
            now,
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
        let before = std::mem::replace(&mut self.now, live.pending());
        for (nth, (before, now)) in before.iter().zip(&self.now).enumerate() {
            let mut all = before.of.iter().zip(&now.of);
            self.ends[nth] |= all.any(|(before, now)| *before != 0 && before != now);
            let all = self.stays[nth].of.iter_mut().zip(&mut self.ever[nth].of);
            for ((stays, ever), now) in all.zip(&now.of) {
                *stays = if stays == now { *now } else { 0 };
                *ever |= now;
            }
        }
    }

    /// The properties that the loop breaks if it repeats for ever.
    pub fn breaks(self) -> Vec<Unserved> {
        let Round { ends, stays, ever, open, strong, met, stepped, .. } = self;
        let is_fair = open.is_empty() && strong.iter().all(|fairness| met.contains(fairness));
        let unserved = |((ends, stays), ever): ((bool, Pending), Pending)| {
            let steps = |who: &usize| stepped & 1 << who != 0;
            let set = |of: &[u8]| (0..of.len()).filter(|who| of[*who] != 0).collect::<Vec<_>>();
            let pending = set(&stays.of);
            let tries = pending.iter().any(steps);
            let who = match stays.kind {
                ClaimKind::Eventually if is_fair => pending,
                ClaimKind::EventuallyAlways if is_fair => set(&ever.of),
                ClaimKind::WaitFree => pending.into_iter().filter(steps).collect(),
                ClaimKind::LockFree if !ends && tries => pending,
                ClaimKind::ObstructionFree if stepped.is_power_of_two() && tries => {
                    pending.into_iter().filter(steps).collect()
                }
                _ => Vec::new(),
            };
            Unserved { property: stays.property, who }
        };
        let all = ends.into_iter().zip(stays).zip(ever).map(unserved);
        all.filter(|unserved| !unserved.who.is_empty()).collect()
    }
}
