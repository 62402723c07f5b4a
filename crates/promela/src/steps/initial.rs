//! The choice of initial values, and what follows from it.

use super::Choice;
use crate::writer::Writer;
use program::ir::{BlockId, Expr, Place, PointId, Rule, Trigger, Where};
use std::fmt::Write as _;
use ways::path::Ways;
use ways::paths::paths;
use ways::queries::value_after;

impl Writer<'_> {
    /// The choice of initial values that are open.
    pub(super) fn initial_values(&self, number: usize) -> Result<Vec<Choice>, String> {
        let (program, mut choices) = (self.program(), Vec::new());
        let Some(begun) = program.choices_made else { return Ok(choices) };
        let begun = self.names.place(&Place { slot: begun, index: None })?;
        for (nth, any) in program.any.iter().enumerate().filter(|(_, any)| any.process == number) {
            let slot = &program.slots[any.slot];
            let place = Place { slot: any.slot, index: None };
            for code in 0..slot.count().min(254) as u64 {
                let value = slot.decode(code);
                let stores = [(place.clone(), Expr::Const(value))];
                let mut guard = Expr::Const(1);
                let mut behind = String::new();
                if nth + 1 == program.any.len() {
                    self.first_lines(&mut behind)?;
                    self.remember_state(&mut behind)?;
                    for &(_, assumption) in &program.assumptions {
                        let holds = value_after(self.source(), assumption, 0, &stores)?;
                        guard = ways::terms::and(guard, holds);
                    }
                }
                if matches!(guard, Expr::Const(0)) {
                    continue;
                }
                let (name, value) = (self.names.place(&place)?, self.names.value(value)?);
                choices.push(Choice {
                    words: self.words(program.any_row),
                    when: [Some(format!("{begun} == {nth}")), None],
                    points: (0..program.processes[number].points.len()).collect(),
                    guard: self.all_of(&[], &guard)?,
                    to: None,
                    body: Some(format!("{name} = {value}; {begun} = {};{behind}", nth + 1)),
                });
            }
        }
        Ok(choices)
    }

    /// The lines before the first access that need a value which has just been chosen.
    fn first_lines(&self, step: &mut String) -> Result<(), String> {
        for &(process, code) in &self.program().beginnings {
            let ways = self.first_ways(process, code)?;
            if !ways.beyond.is_empty() {
                return Err("First lines that may leave a domain are not exported.".into());
            }
            step.push_str(" if");
            for path in &ways.paths {
                let _ = write!(step, " :: {} ->", self.all_of(&[], &path.guard)?);
                self.effects(process, path, step)?;
                let at = self.at(process)?;
                let _ = write!(step, " {at} = {}", self.names.point(process, path.to));
            }
            step.push_str(" fi;");
        }
        Ok(())
    }

    /// Where a process can stand once all initial values are chosen, if not where it stood before.
    pub(super) fn first_points(&self, number: usize) -> Result<Vec<PointId>, String> {
        let mut all = Vec::new();
        for &(_, code) in self.program().beginnings.iter().filter(|(process, _)| *process == number)
        {
            all.extend(self.first_ways(number, code)?.paths.iter().map(|path| path.to));
        }
        Ok(all)
    }

    fn first_ways(&self, process: usize, code: BlockId) -> Result<Ways, String> {
        let from = self.first_value(self.program().processes[process].point) as PointId;
        let rule =
            Rule { trigger: Trigger::Own, at: Where::Point(from), code, row: 0, outcomes: 1 };
        paths(self.source(), process, from, rule)
    }
}
