//! What properties remember of a run: part of the state, and updated behind every step.

use crate::writer::{Writer, any_of};
use program::ir::{Monitor, Overtaking, Place, PointId, Stage, When};
use std::fmt::Write;
use ways::queries::value;

impl Writer<'_> {
    /// What properties remember, after the stores.
    pub fn remember(
        &self,
        number: usize,
        from: PointId,
        to: PointId,
        step: &mut String,
    ) -> Result<(), String> {
        if self.program().order_monitor.is_some() {
            return Err(ways::paths::OPERATIONS.into());
        }
        self.remember_state(step)?;
        for overtaking in self.program().monitors.iter().filter_map(Monitor::overtaking) {
            let me = &self.program().processes[number];
            // replicas pass nothing
            if number < overtaking.stages.len() && (me.has_lines() || from != to) {
                let stage = |point: PointId| overtaking.stages[number][me.points[point].section];
                self.order(overtaking, number, stage(from), stage(to), step)?;
            }
        }
        Ok(())
    }

    /// What is remembered of a state, whichever step led there; the initial one is a state, too. The model lacks
    /// properties of steps.
    pub fn remember_state(&self, step: &mut String) -> Result<(), String> {
        let flags = self.program().monitors.iter().filter_map(Monitor::flag);
        for flag in flags.filter(|flag| !flag.is_of_steps()) {
            let slot = self.names.place(&Place { slot: flag.slot, index: None })?;
            let asked = |when: When| {
                self.names.expr(&value(self.source(), when.query, when.unknown.into())?)
            };
            let mut next = slot.clone();
            for (when, to) in [(flag.sets, 1), (flag.ends(), 0)] {
                if let Some(when) = when {
                    next = format!("({} == 1 -> {to} : {next})", asked(when)?);
                }
            }
            let _ = write!(step, " {slot} = {next};");
        }
        Ok(())
    }

    /// Who passed the first section of `A before B` before whom.
    fn order(
        &self,
        overtaking: &Overtaking,
        who: usize,
        ran: Stage,
        now: Stage,
        step: &mut String,
    ) -> Result<(), String> {
        let set = |it: usize| self.names.place(&Place { slot: overtaking.slot + it, index: None });
        let mine = set(who)?;
        let others = (0..overtaking.stages.len()).filter(|&it| it != who);
        if ran == Stage::First {
            let mut before = (1 << who).to_string();
            for it in others.clone() {
                let is_between = |section: usize| overtaking.stages[it][section] == Stage::Between;
                if let Some(stands) = self.stands(it, is_between)? {
                    let _ = write!(before, " | ({stands} -> {} : 0)", 1 << it);
                }
            }
            let _ = write!(step, " {mine} = ({mine} == 0 -> ({before}) : {mine});");
        }
        let is_gone = match now {
            Stage::Outside => ran != Stage::Outside,
            Stage::First => matches!(ran, Stage::Between | Stage::Second),
            Stage::Between | Stage::Second => false,
        };
        if is_gone {
            let _ = write!(step, " {mine} = 0;");
        }
        // others have it before them only if it was not outside before
        let leaves = now == Stage::Second || is_gone;
        if leaves && ran != Stage::Second {
            for it in others {
                let theirs = set(it)?;
                let _ = write!(step, " {theirs} = {theirs} & ~{};", 1 << who);
            }
        }
        Ok(())
    }

    /// The condition that a process stands in certain sections; none if it never does.
    pub fn stands(
        &self,
        process: usize,
        is_in: impl Fn(usize) -> bool,
    ) -> Result<Option<String>, String> {
        let it = &self.program().processes[process];
        let at = self.names.place(&Place { slot: it.point, index: None })?;
        let points = it.points.iter().enumerate().filter(|(_, point)| is_in(point.section));
        let all = points.map(|(point, _)| format!("{at} == {}", self.names.point(process, point)));
        Ok(any_of(&all.collect::<Vec<_>>()))
    }
}
