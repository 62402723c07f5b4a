//! What a property says of sections: who comes before whom, and what leads to what.

use crate::claims::Claims;
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::meaning::Meaning;
use crate::instantiate::terms::{and, binary, load, not, or};
use crate::instantiate::value::Val;
use crate::tree::{Expr as Tree, ExprKind, Name};
use program::ir::{self, Expr, Flag, Monitor, Overtaking, Query, Slot, Stage};

impl<'t> Claims<'t> {
    /// The processes in a section that a property names.
    pub fn section_named(&mut self, name: &Name) -> Result<Val> {
        match self.section_set(&name.text) {
            Some(set) => Ok(set),
            None => self.no_section(name),
        }
    }

    fn no_section<T>(&mut self, name: &Name) -> Result<T> {
        let message = format!("No process has a section `{}`.", name.text);
        let found = DiagnosticDraft::new(ErrorCode::PropertyWithoutSection, name.span, message);
        let known = self.sections.iter().flatten().map(String::as_str);
        let help = "A section is a line such as `waiting:` in a process.";
        let found = found.near(&name.text, known, help);
        self.fail(found)
    }

    pub fn before(&mut self, first: &Name, second: &Name) -> Result<Expr> {
        for name in [first, second] {
            self.section_named(name)?;
        }
        let follows = |names: &Vec<String>| {
            let at = |name: &Name| names.iter().position(|text| *text == name.text);
            at(first).zip(at(second)).is_some_and(|(one, other)| other == one + 1)
        };
        if self.sections.iter().any(follows) {
            let message = format!("Nothing lies between `{}` and `{}`.", first.text, second.text);
            let help = "Name the section before: who leaves it first is the first to wait.";
            let span = first.span.to(second.span);
            let found = DiagnosticDraft::new(ErrorCode::PropertyWithoutSection, span, message);
            return self.fail(found.help(help));
        }
        let slot_at = self.program.slots.len();
        let count = self.process_count();
        let mut stages = Vec::new();
        for process in 0..count {
            self.program.slots.push(Slot::new(Vec::new(), 0, (1 << count) - 1));
            let names = self.sections[self.role_of(process)].clone();
            let at = |name: &Name| names.iter().position(|text| *text == name.text);
            let (one, other) = (at(first), at(second));
            let mut row = vec![Stage::Outside; names.len()];
            if let (Some(one), Some(other)) = (one, other) {
                let between = if one < other { one + 1..other } else { one + 1..names.len() - 3 };
                between.for_each(|it| row[it] = Stage::Between);
                // a rule that leads into the first section is its first step
                let role = self.role_of(process);
                let is_rules = !self.has_code(role);
                row[if is_rules { 0..=one } else { one..=one }].fill(Stage::First);
                row[other] = Stage::Second;
            }
            stages.push(row);
        }
        let overtaking = Overtaking { slot: slot_at, stages };
        self.program.monitors.push(Monitor::Overtaking(overtaking));
        let mut holds = Expr::Const(1);
        for process in 0..count {
            let inside = self.stands_in(process, &second.text);
            let others =
                binary(ir::Binary::Without, load(slot_at + process), Expr::Const(1 << process));
            let is_first = binary(ir::Binary::Equal, others, Expr::Const(0));
            holds = and(holds, or(not(inside), is_first));
        }
        Ok(holds)
    }

    /// Those that wait for `to` since `from`: for each process if both are sections.
    pub fn leads_to(&mut self, from: Option<&'t Tree>, to: &'t Tree) -> Result<Vec<Query>> {
        if let Some(from) = from
            && let (Some(here), Some(there)) = (self.section_names(from), self.section_names(to))
        {
            return Ok(self.sections_lead(&here, &there));
        }
        // one of the two is misspelt
        if let Some(from) = from {
            for (one, other) in [(from, to), (to, from)] {
                if let (Some(_), ExprKind::Name(name)) = (self.section_names(one), &other.kind)
                    && !matches!(
                        self.meaning(name, &None),
                        Meaning::Section | Meaning::Variable(_) | Meaning::Define(_)
                    )
                {
                    return self.no_section(&Name { text: name.clone(), span: other.span });
                }
            }
        }
        let to = self.query(to, &None)?;
        let from = match from {
            Some(from) => Some(self.query(from, &None)?),
            None => None,
        };
        let slot = self.memory_slot();
        if from.is_none() {
            // it is waited for from the beginning
            self.starts_pending.push(slot);
        }
        self.program.monitors.push(Monitor::Flag(Flag::pending(slot, from, to)));
        let waits = self.query_of(load(slot));
        Ok(vec![waits])
    }

    /// The sections that an expression such as `committed or aborted` names.
    pub fn section_names(&self, expr: &Tree) -> Option<Vec<String>> {
        match &expr.kind {
            ExprKind::Name(name) => match self.meaning(name, &None) {
                Meaning::Section => Some(vec![name.clone()]),
                _ => None,
            },
            ExprKind::Binary(crate::tree::Binary::Or, left, right) => {
                let mut all = self.section_names(left)?;
                all.extend(self.section_names(right)?);
                Some(all)
            }
            _ => None,
        }
    }

    fn sections_lead(&mut self, here: &[String], there: &[String]) -> Vec<Query> {
        let mut waits = Vec::new();
        for process in 0..self.process_count() {
            let inside = |claims: &Self, names: &[String]| {
                names
                    .iter()
                    .fold(Expr::Const(0), |any, name| or(any, claims.stands_in(process, name)))
            };
            let is_here = inside(self, here);
            // who leaves for another section waits on, and only a memory knows it
            let waiting = if self.leads_only(process, here, there) {
                is_here
            } else {
                let over = inside(self, &["end".into(), "crashed".into()]);
                let arrived = or(inside(self, there), over);
                let slot = self.memory_slot();
                let (from, to) = (self.query_of(is_here), self.query_of(arrived));
                self.program.monitors.push(Monitor::Flag(Flag::pending(slot, Some(from), to)));
                load(slot)
            };
            waits.push(self.query_of(waiting));
        }
        waits
    }

    /// Whether a process goes from some sections to nothing but others.
    fn leads_only(&self, process: usize, here: &[String], there: &[String]) -> bool {
        let names = &self.sections[self.role_of(process)];
        let is_in = |section: usize, all: &[String]| all.contains(&names[section]);
        let over = ["end", "crashed"];
        self.section_steps(process).into_iter().all(|(from, to)| {
            !is_in(from, here)
                || is_in(to, here)
                || is_in(to, there)
                || over.contains(&names[to].as_str())
        })
    }
}
