//! What a step costs each process, by a property that counts.

use super::Compiled;
use crate::channel::Bag;
use crate::ir::Charge;
use model::{Action, PerProcess};

impl Compiled {
    /// What a step costs each process.
    pub(super) fn cost(
        &self,
        cost: &Charge,
        before: &[u8],
        action: Action,
        after: &[u8],
    ) -> PerProcess {
        let mut all = PerProcess::default();
        match cost {
            // who looks again and again takes no step of the run
            Charge::Run(_) if before == after => {}
            Charge::Run(each) => {
                let each = self.cost(each, before, action, after);
                all[0] = each.iter().fold(0, |sum: u8, it| sum.saturating_add(*it));
            }
            Charge::Steps => {
                if let Action::Step { process, .. } = action
                    && !self.is_open(before)
                {
                    let who = usize::from(process);
                    let point = self.points[who].point(before);
                    all[who] = u8::from(!self.program.processes[who].points[point].pauses);
                }
            }
            Charge::StepsIn(sections) => {
                all = self.cost(&Charge::Steps, before, action, after);
                for (who, cost) in all.iter_mut().enumerate().take(sections.len()) {
                    *cost *= u8::from(sections[who][self.points[who].section(before)]);
                }
            }
            Charge::Overtakes(sections) => {
                let is_in = |state: &[u8], it: usize| sections[it][self.points[it].section(state)];
                let others = 0..self.program.processes.len();
                for it in others.clone().filter(|&it| is_in(after, it) && !is_in(before, it)) {
                    others.clone().filter(|&other| other != it).for_each(|other| all[other] += 1);
                }
            }
            Charge::Messages => {
                let Some(channels) = &self.program.channels else { return all };
                if action.is_fault() || before == after {
                    return all;
                }
                let bag = Bag::new(channels);
                let delivered = action.delivered().and_then(|mail| bag.find(before, mail));
                let whose = |state: &[u8], nth: usize| {
                    let channel = bag.channel(state, nth);
                    let kind = channels.kind(bag.entry(state, nth));
                    let answers = channels.kinds[usize::from(kind)].answers;
                    usize::from(if answers { channel & 15 } else { channel >> 4 })
                };
                (0..bag.len(after)).for_each(|nth| all[whose(after, nth)] += 1);
                let there = (0..bag.len(before)).filter(|&nth| Some(nth) != delivered);
                there.for_each(|nth| {
                    let who = whose(before, nth);
                    all[who] = all[who].saturating_sub(1);
                });
            }
        }
        all
    }
}
