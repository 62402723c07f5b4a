//! What properties remember after each step.

use super::Runner;
use crate::ir::{Clears, Flag, Monitor, Overtaking, PointId, Stage, When};

impl Runner<'_> {
    /// Brings what properties remember up to date.
    pub fn remember(&mut self, before: &[u8], after: &mut [u8], who: Option<usize>) {
        if self.program.monitors.is_empty() || self.choices_left(after) > 0 {
            return;
        }
        for monitor in &self.program.monitors {
            match monitor {
                // neither the initial state nor what arrives by itself is a step of a process
                Monitor::Flag(flag) if flag.is_of_steps() && who.is_none() => {}
                Monitor::Flag(flag) => self.raise(flag, before, after),
                Monitor::Overtaking(overtaking) => {
                    if let Some(who) = who.filter(|who| *who < overtaking.stages.len()) {
                        let ran = self.machine.point(before, who);
                        self.order(overtaking, who, ran, after);
                    }
                }
            }
        }
    }

    /// Sets or clears a flag. Both are asked before either changes anything.
    fn raise(&mut self, flag: &Flag, before: &[u8], after: &mut [u8]) {
        if flag.is_of_steps() {
            self.machine.before.clear();
            self.machine.before.extend_from_slice(before);
        }
        let mut is_true = |runner: &mut Self, when: When| {
            runner.query(when.query, after).map_or(when.unknown, |value| value == 1)
        };
        let sets = flag.sets.is_some_and(|when| is_true(self, when));
        let clears = match flag.clears {
            Clears::Never => false,
            Clears::When(when) => is_true(self, when),
            Clears::NextStep => !sets,
        };
        if sets || clears {
            self.machine.set(after, flag.slot, (!clears).into());
        }
    }

    /// What the network does by itself is no step that a property is about.
    pub fn forget_step(&self, state: &mut [u8]) {
        let flags = self.program.monitors.iter().filter_map(Monitor::flag);
        for flag in flags.filter(|flag| flag.is_of_steps()) {
            self.machine.set(state, flag.slot, 0);
        }
    }

    /// Who passes the first section while others are between it and the second comes behind them.
    /// A rule that leaves a process where it is, such as an answer to others, passes nothing.
    fn order(&mut self, overtaking: &Overtaking, who: usize, ran: PointId, after: &mut [u8]) {
        let me = &self.program.processes[who];
        let moves = me.has_lines() || self.machine.point(after, who) != ran;
        let processes = overtaking.stages.len();
        let stage = |runner: &Self, it: usize| overtaking.stages[it][runner.section(after, it)];
        let ran = overtaking.stages[who][self.program.processes[who].points[ran].section];
        let now = stage(self, who);
        let slot = |it: usize| overtaking.slot + it;
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
