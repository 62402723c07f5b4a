//! What is open in a program: initial values, and the outcomes of steps.

use crate::claims::Claims;
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::limits::{OPEN_MAX, OUTCOMES_MAX};
use crate::token::Span;
use program::effects::effects;
use program::ir::{AnyValue, BlockId, End, Slot, SlotId, Trigger};
use program::{flow, passes};
use std::collections::BTreeSet;

impl Claims<'_> {
    /// Lines before the first access belong to the initial state. If they need a value that is still
    /// open there, or write what an assumption reads, they run once all values are chosen.
    pub fn wait_for_open_values(&mut self) {
        let open = self.vars.iter().filter(|var| var.any);
        let slots = open.flat_map(|var| {
            let copies = var.bases.iter().zip(&var.initial);
            copies.flat_map(|(&base, initial)| base..base + initial.len())
        });
        let mut slots: BTreeSet<SlotId> = slots.collect();
        if slots.is_empty() {
            return;
        }
        for (_, assumption) in &self.program.assumptions {
            slots.extend(effects(&self.program, &[assumption.code]).touches);
        }
        for (process, (block, first, section)) in self.blocks.begins.clone().into_iter().enumerate()
        {
            if effects(&self.program, &[first]).touches.is_disjoint(&slots) {
                continue;
            }
            (self.here.process, self.here.section, self.here.row) = (Some(process), section, 0);
            let point = self.add_point(None);
            self.program.blocks[block].end = End::Stop(point);
            self.program.beginnings.push((process, first));
        }
    }

    pub fn count_outcomes(&mut self) -> Result<()> {
        let work = self.budget.work;
        let most = passes::count_outcomes(&mut self.program, &|parts| work.take(parts));
        self.spend(1, Span::default())?;
        for process in 0..self.program.processes.len() {
            self.refuse_choosing_loops(process)?;
        }
        self.refuse_open_crashes()?;
        self.spend(1, Span::default())?;
        let most = most.unwrap_or(1);
        if most > OUTCOMES_MAX {
            let most = if most == i64::MAX { "countless".into() } else { most.to_string() };
            let message = format!("One step has {most} outcomes; {OUTCOMES_MAX} is the most.");
            let help = "Choose in several steps.";
            let found = DiagnosticDraft::new(ErrorCode::TooManyOutcomes, Span::default(), message);
            return self.fail(found.help(help));
        }
        Ok(())
    }

    /// Where a loop takes no step, it chooses nothing: its rounds are not counted.
    fn refuse_choosing_loops(&mut self, process: usize) -> Result<()> {
        let me = &self.program.processes[process];
        let points =
            me.points.iter().filter(|point| point.outcomes > 1).filter_map(|point| point.code);
        let rules = me.rules.iter().filter(|rule| rule.outcomes > 1).map(|rule| rule.code);
        let choosing = |code: BlockId| passes::choosing_loop(&self.program, code);
        let Some(blocks) = points.chain(rules).find_map(choosing) else { return Ok(()) };
        let head = self.blocks.loops.iter().rfind(|one| blocks.contains(&one.head));
        let span = head.map(|one| one.span).unwrap_or_default();
        let message = "This loop takes no step, and would choose anew in each round.";
        let help = "Choose before the loop, or in rounds that are written out: `for each`.";
        self.fail(DiagnosticDraft::new(ErrorCode::ChoiceInLoop, span, message).help(help))
    }

    /// A crash has one outcome.
    fn refuse_open_crashes(&mut self) -> Result<()> {
        let crashes =
            self.program.processes.iter().flat_map(|process| process.all_on(Trigger::Crash));
        let work = |parts: usize| self.budget.work.take(parts);
        let outcomes = |code: BlockId| flow::outcomes(&self.program, code, &work);
        let open = crashes.copied().find(|rule| outcomes(rule.code).is_some_and(|count| count > 1));
        let Some(rule) = open else { return Ok(()) };
        let start = self.numbered.rows.iter().find(|row| *row.1 == rule.row).map_or(0, |it| *it.0);
        let span = Span { start, end: start + 1 };
        let message = "Nothing can be chosen in the step of a crash.";
        let help = "Remember what has happened, and choose in a rule `when …:`.";
        self.fail(DiagnosticDraft::new(ErrorCode::NotYetSupported, span, message).help(help))
    }

    pub fn open_values(&mut self) -> Result<()> {
        let mut any = Vec::new();
        for var in self.vars.iter().filter(|var| var.any) {
            for (copy, &base) in var.bases.iter().enumerate() {
                for nth in 0..var.initial[copy].len() {
                    let by_process = var
                        .dims
                        .first()
                        .is_some_and(|dim| dim.of.are_processes() && var.dims.len() == 1);
                    let process = match var.role {
                        Some(role) => self.roles[role].base + copy,
                        None if by_process => nth,
                        None => 0,
                    };
                    any.push(AnyValue { slot: base + nth, process });
                }
            }
        }
        for it in &any {
            let count = self.program.slots[it.slot].count();
            if count > OPEN_MAX {
                let var =
                    self.vars.iter().rfind(|var| var.bases.iter().any(|base| *base <= it.slot));
                let name = var.map_or("", |var| &var.name);
                let message =
                    format!("`{name}` can begin with {count} values; {OPEN_MAX} is the most.");
                let help = "Give it a smaller domain.";
                let found =
                    DiagnosticDraft::new(ErrorCode::TooManyOutcomes, Span::default(), message);
                return self.fail(found.help(help));
            }
        }
        if !any.is_empty() {
            self.program.slots.push(Slot::new(Vec::new(), 0, any.len() as i64));
            self.program.choices_made = Some(self.program.slots.len() - 1);
        }
        self.program.any = any;
        Ok(())
    }
}
