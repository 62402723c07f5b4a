//! Operations, and what a step costs each process, by a property that counts.

use super::Compiled;
use crate::channel::Network;
use crate::ir::{Charge, Claim, Property, SlotId};
use model::{PerProcess, System, Tariff};

impl Compiled {
    /// The first property of which that is the same as of this one.
    pub(super) fn first_like<'a, T: PartialEq>(
        &'a self,
        property: usize,
        of: impl Fn(&'a Claim) -> T,
    ) -> usize {
        let of = |property: &'a Property| of(&property.claim);
        let all = &self.program.properties;
        all.iter().position(|it| of(it) == of(&all[property])).unwrap_or(property)
    }

    /// The operations that are pending in each of some states.
    pub(super) fn pending(
        &self,
        sections: &[Vec<bool>],
        passes: &[Option<(SlotId, usize)>],
        states: &[u8],
        all: &mut [PerProcess],
    ) {
        let is_asked = self.by_points(sections.len(), |who, point| {
            sections[who][self.points[who].sections[point]]
        });
        self.read_points(&is_asked, true, states, all);
        for (who, passes) in passes.iter().enumerate().take(sections.len()) {
            let Some((slot, first)) = *passes else { continue };
            let (slot, points) = (&self.program.slots[slot], &self.points[who]);
            for (state, all) in states.chunks_exact(self.width()).zip(&mut *all) {
                // it is counted at the end of that section
                let passes = crate::machine::read(state, slot) as u8;
                all[who] *= passes + u8::from(points.section(state) == first);
            }
        }
    }

    /// Of so many processes what is said of each of their points: one or zero.
    fn by_points(&self, processes: usize, is_one: impl Fn(usize, usize) -> bool) -> Vec<Vec<u8>> {
        let of = |who: usize| {
            let points = 0..self.points[who].sections.len();
            points.map(|point| u8::from(is_one(who, point))).collect()
        };
        (0..processes.min(self.points.len())).map(of).collect()
    }

    /// What is said of the points at which processes are in each of some states; nothing, where that is asked
    /// for, if initial values are still open.
    fn read_points(
        &self,
        said: &[Vec<u8>],
        is_begun_asked: bool,
        states: &[u8],
        all: &mut [PerProcess],
    ) {
        let may_be_open = is_begun_asked && self.program.choices_made.is_some();
        for (state, all) in states.chunks_exact(self.width()).zip(all) {
            *all = PerProcess::default();
            if may_be_open && self.is_open(state) {
                continue;
            }
            for ((one, said), points) in all.iter_mut().zip(said).zip(&self.points) {
                *one = said[points.point(state)];
            }
        }
    }

    pub(super) fn tariff_of(&self, cost: &Charge) -> Tariff {
        match cost {
            Charge::Steps | Charge::StepsIn(_) => Tariff::OwnSteps,
            Charge::Overtakes(_) => Tariff::Entries(self.program.processes.len()),
            Charge::Messages => {
                let kinds = self.program.channels.iter().flat_map(|channels| &channels.kinds);
                Tariff::Messages(kinds.map(|kind| kind.answers).collect())
            }
            // who looks again and again takes no step of the run
            Charge::Run(each) => Tariff::Together(Box::new(self.tariff_of(each))),
        }
    }

    /// The rates of some states, for the tariff.
    pub(super) fn rate(&self, cost: &Charge, states: &[u8], all: &mut [PerProcess]) {
        let counts = |who: usize, point: usize| !self.program.processes[who].points[point].pauses;
        let is_in = |sections: &[Vec<bool>], who: usize, point: usize| {
            sections[who][self.points[who].sections[point]]
        };
        match cost {
            Charge::Run(each) => self.rate(each, states, all),
            Charge::Steps => {
                let said = self.by_points(self.points.len(), counts);
                self.read_points(&said, true, states, all);
            }
            Charge::StepsIn(sections) => {
                let said = self.by_points(self.points.len(), |who, point| {
                    counts(who, point) && (who >= sections.len() || is_in(sections, who, point))
                });
                self.read_points(&said, true, states, all);
            }
            Charge::Overtakes(sections) => {
                let said =
                    self.by_points(self.points.len(), |who, point| is_in(sections, who, point));
                self.read_points(&said, false, states, all);
            }
            Charge::Messages => {
                for (state, all) in states.chunks_exact(self.width()).zip(all) {
                    *all = self.messages(state);
                }
            }
        }
    }

    /// How many messages are on their way that each process is charged for.
    fn messages(&self, state: &[u8]) -> PerProcess {
        let mut all = PerProcess::default();
        let Some(channels) = &self.program.channels else { return all };
        let network = Network::new(channels);
        for nth in 0..network.len(state) {
            let channel = network.channel(state, nth);
            let kind = channels.kind(network.entry(state, nth));
            let answers = channels.kinds[usize::from(kind)].answers;
            all[usize::from(if answers { channel & 15 } else { channel >> 4 })] += 1;
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
