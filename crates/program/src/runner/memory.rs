//! What properties remember after each step.

use super::Runner;
use crate::ir::{Ahead, Memory, PointId, Stage};

impl Runner<'_> {
    /// Brings what properties remember up to date.
    pub fn remember(&mut self, before: &[u8], after: &mut [u8], who: Option<usize>) {
        if self.program.memories.is_empty() || self.choices_left(after) > 0 {
            return;
        }
        let program = self.program;
        for memory in &program.memories {
            match memory {
                Memory::Latch { slot, when } => {
                    if self.query(*when, after) == Some(1) {
                        self.machine.set(after, *slot, 1);
                    }
                }
                Memory::Pending { slot, from, to } => {
                    let begins = match from {
                        // what cannot be computed speaks against the claim
                        Some(from) => self.query(*from, after) != Some(0),
                        None => false,
                    };
                    let ends = self.query(*to, after) == Some(1);
                    if begins {
                        self.machine.set(after, *slot, 1);
                    }
                    if ends {
                        self.machine.set(after, *slot, 0);
                    }
                }
                Memory::Step { slot, when, unknown } => {
                    // the initial state is no step
                    if who.is_some() {
                        self.machine.before.clear();
                        self.machine.before.extend_from_slice(before);
                        let happened = self.query(*when, after).map_or(*unknown, |it| it == 1);
                        self.machine.set(after, *slot, happened.into());
                    }
                }
                // a part of the steps that call and return
                Memory::Monitored { .. } => {}
                Memory::Ahead(ahead) => {
                    if let Some(who) = who.filter(|who| *who < ahead.stages.len()) {
                        let ran = self.machine.point(before, who);
                        self.order(ahead, who, ran, after);
                    }
                }
            }
        }
    }

    /// What the network does by itself is no step that a property is about.
    pub fn forget_step(&self, state: &mut [u8]) {
        for memory in &self.program.memories {
            if let Memory::Step { slot, .. } = memory {
                self.machine.set(state, *slot, 0);
            }
        }
    }

    /// Who passes the first section while others are between it and the second comes behind them.
    /// A rule that leaves a process where it is, such as an answer to others, passes nothing.
    fn order(&mut self, ahead: &Ahead, who: usize, ran: PointId, after: &mut [u8]) {
        let me = &self.program.processes[who];
        let moves = me.has_lines() || self.machine.point(after, who) != ran;
        let processes = ahead.stages.len();
        let stage = |runner: &Self, it: usize| ahead.stages[it][runner.section(after, it)];
        let ran = ahead.stages[who][self.program.processes[who].points[ran].section];
        let now = stage(self, who);
        let slot = |it: usize| ahead.slot + it;
        let mine = self.machine.get(after, slot(who));
        if ran == Stage::First && mine == 0 && moves {
            let between = |it: &usize| stage(self, *it) == Stage::Between && *it != who;
            let set = (0..processes).filter(between).fold(1 << who, |set, it| set | 1 << it);
            self.machine.set(after, slot(who), set);
        }
        let clears = match now {
            Stage::Second => true,
            Stage::First if ran == Stage::First => false,
            Stage::Outside | Stage::First => {
                self.machine.set(after, slot(who), 0);
                true
            }
            Stage::Between => false,
        };
        if clears {
            for it in (0..processes).filter(|&it| it != who) {
                let set = self.machine.get(after, slot(it));
                self.machine.set(after, slot(it), set & !(1 << who));
            }
        }
    }
}
