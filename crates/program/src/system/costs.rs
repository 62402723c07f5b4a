//! Operations, and what a step costs each process, by a property that counts.

use super::Compiled;
use crate::channel::Bag;
use crate::ir::{Charge, Claim, Property, SlotId};
use model::{PerProcess, Tariff};

impl Compiled {
    /// The first property of which that is the same as of this one.
    pub(super) fn first_like<'a, T: PartialEq>(
        &'a self,
        property: usize,
        of: impl Fn(&'a Claim) -> T,
    ) -> usize {
        let of = |it: &'a Property| of(&it.claim);
        let all = &self.program.properties;
        all.iter().position(|it| of(it) == of(&all[property])).unwrap_or(property)
    }

    /// The operations that are pending in a state.
    pub(super) fn pending(
        &self,
        sections: &[Vec<bool>],
        passes: &[Option<(SlotId, usize)>],
        state: &[u8],
    ) -> PerProcess {
        let mut all = PerProcess::default();
        if self.is_open(state) {
            return all;
        }
        for (process, (sections, points)) in sections.iter().zip(&self.points).enumerate() {
            let section = points.section(state);
            let nth = passes.get(process).copied().flatten().map_or(1, |(slot, first)| {
                // it is counted at the end of that section
                let passes = crate::machine::read(state, &self.program.slots[slot]) as u8;
                passes + u8::from(section == first)
            });
            all[process] = if sections[section] { nth } else { 0 };
        }
        all
    }

    pub(super) fn tariff_of(&self, cost: &Charge) -> Tariff {
        match cost {
            Charge::Steps | Charge::StepsIn(_) => Tariff::OwnSteps,
            Charge::Overtakes(_) => Tariff::Entries(self.program.processes.len()),
            Charge::Messages => {
                let kinds = self.program.channels.iter().flat_map(|it| &it.kinds);
                Tariff::Messages(kinds.map(|it| it.answers).collect())
            }
            // who looks again and again takes no step of the run
            Charge::Run(each) => Tariff::Together(Box::new(self.tariff_of(each))),
        }
    }

    /// The rates of a state, for the tariff.
    pub(super) fn rate(&self, cost: &Charge, state: &[u8]) -> PerProcess {
        let mut all = PerProcess::default();
        match cost {
            Charge::Run(each) => all = self.rate(each, state),
            Charge::Steps => {
                if !self.is_open(state) {
                    for (who, rate) in all.iter_mut().enumerate().take(self.points.len()) {
                        let point = self.points[who].point(state);
                        *rate = u8::from(!self.program.processes[who].points[point].pauses);
                    }
                }
            }
            Charge::StepsIn(sections) => {
                all = self.rate(&Charge::Steps, state);
                for (who, rate) in all.iter_mut().enumerate().take(sections.len()) {
                    *rate *= u8::from(sections[who][self.points[who].section(state)]);
                }
            }
            Charge::Overtakes(sections) => {
                for (who, rate) in all.iter_mut().enumerate().take(self.points.len()) {
                    *rate = u8::from(sections[who][self.points[who].section(state)]);
                }
            }
            Charge::Messages => {
                let Some(channels) = &self.program.channels else { return all };
                let bag = Bag::new(channels);
                for nth in 0..bag.len(state) {
                    let channel = bag.channel(state, nth);
                    let kind = channels.kind(bag.entry(state, nth));
                    let answers = channels.kinds[usize::from(kind)].answers;
                    all[usize::from(if answers { channel & 15 } else { channel >> 4 })] += 1;
                }
            }
        }
        all
    }
}

/// The operations that a property is about.
pub(super) fn operations(claim: &Claim) -> Option<(&[Vec<bool>], &[Option<(SlotId, usize)>])> {
    match claim {
        Claim::Operation { sections, passes, .. } => Some((sections, passes)),
        _ => None,
    }
}

/// What a property counts, if it does.
pub(super) fn counted(claim: &Claim) -> Option<&Charge> {
    match claim {
        Claim::Operation { cost, .. } => cost.as_ref(),
        _ => None,
    }
}
