//! What properties remember of a run: part of the state, and updated behind every step.

use crate::writer::{Writer, any_of};
use program::ir::{Ahead, Memory, Place, PointId, Stage};
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
        self.remember_state(step)?;
        for memory in &self.program().memories {
            match memory {
                // the model lacks properties of steps
                Memory::Latch { .. } | Memory::Pending { .. } | Memory::Step { .. } => {}
                Memory::Monitored { .. } => return Err(ways::paths::OPERATIONS.into()),
                // replicas pass nothing
                Memory::Ahead(ahead) if number >= ahead.stages.len() => {}
                Memory::Ahead(ahead) => {
                    let me = &self.program().processes[number];
                    let points = &me.points;
                    let stage = |point: PointId| ahead.stages[number][points[point].section];
                    if me.has_lines() || from != to {
                        self.order(ahead, number, stage(from), stage(to), step)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// What is remembered of a state, whichever step led there; the initial one is a state, too.
    pub fn remember_state(&self, step: &mut String) -> Result<(), String> {
        for memory in &self.program().memories {
            match memory {
                Memory::Latch { slot, when } => {
                    let slot = self.names.place(&Place { slot: *slot, index: None })?;
                    let when = self.names.expr(&value(self.source(), *when, 0)?)?;
                    let _ = write!(step, " {slot} = ({when} == 1 -> 1 : {slot});");
                }
                Memory::Pending { slot, from, to } => {
                    let slot = self.names.place(&Place { slot: *slot, index: None })?;
                    let begins = match from {
                        Some(from) => self.names.expr(&value(self.source(), *from, 1)?)?,
                        None => "0".into(),
                    };
                    let ends = self.names.expr(&value(self.source(), *to, 0)?)?;
                    let _ = write!(
                        step,
                        " {slot} = ({ends} == 1 -> 0 : ({begins} == 1 -> 1 : {slot}));"
                    );
                }
                Memory::Step { .. } | Memory::Ahead(_) | Memory::Monitored { .. } => {}
            }
        }
        Ok(())
    }

    /// Who passed the first section of `A before B` before whom.
    fn order(
        &self,
        ahead: &Ahead,
        who: usize,
        ran: Stage,
        now: Stage,
        step: &mut String,
    ) -> Result<(), String> {
        let set = |it: usize| self.names.place(&Place { slot: ahead.slot + it, index: None });
        let mine = set(who)?;
        let others = (0..ahead.stages.len()).filter(|&it| it != who);
        if ran == Stage::First {
            let mut before = (1 << who).to_string();
            for it in others.clone() {
                let is_between = |section: usize| ahead.stages[it][section] == Stage::Between;
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
