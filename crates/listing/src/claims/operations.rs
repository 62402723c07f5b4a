//! Operations: what belongs to one, from a section to a section.

use crate::claims::Claims;
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::tree::Name;

/// For each process the sections of an operation; and the slot that counts operations, with the
/// section in which they begin.
type Sections = (Vec<Vec<bool>>, Vec<Option<(usize, usize)>>);

impl Claims<'_> {
    pub fn marks(&self, name: &str) -> Vec<Vec<bool>> {
        let one = |it| self.sections[self.role_of(it)].iter().map(|text| text == name).collect();
        (0..self.process_count()).map(one).collect()
    }

    /// What belongs to an operation from one section to another, or from a process's first section to
    /// itself: then the count of its passes tells one operation from the next.
    pub fn operation(&mut self, from: &Name, to: &Name) -> Result<Sections> {
        let mut sections = self.between(from, to)?;
        if from.text != to.text {
            return Ok((sections, Vec::new()));
        }
        let passes: Vec<_> = (0..self.process_count())
            .map(|process| {
                let first = self.blocks.begins[process].2;
                let is_it = self.sections[self.role_of(process)][first] == from.text;
                self.places.counters[process].filter(|_| is_it).map(|slot| (slot, first))
            })
            .collect();
        if passes.iter().all(Option::is_none) {
            let message = format!("How often a process comes to `{}` is not counted.", from.text);
            let help =
                "Begin a role with that section, and say how often: `process i of 2, 3 times:`.";
            return self
                .fail(DiagnosticDraft::new(ErrorCode::OutOfPlace, to.span, message).help(help));
        }
        for (sections, passes) in sections.iter_mut().zip(&passes) {
            for it in sections.iter_mut() {
                *it &= passes.is_some();
            }
        }
        Ok((sections, passes))
    }

    /// For each process the section of an operation that it calls: it goes on elsewhere when that returns.
    pub fn called_within(&mut self, operation: &Name) -> Result<Vec<Vec<bool>>> {
        let all = self.marks(&operation.text);
        if !all.iter().flatten().any(|&is_it| is_it) {
            let message = format!("Nobody calls `{}` with these options.", operation.text);
            let help = format!("Call it in a line of a section: `call {}`.", operation.text);
            return self.fail(
                DiagnosticDraft::new(ErrorCode::OutOfPlace, operation.span, message).help(help),
            );
        }
        Ok(all)
    }

    /// For each process the sections that it can be in after it came to `from` and before it comes
    /// to `to`.
    fn between(&mut self, from: &Name, to: &Name) -> Result<Vec<Vec<bool>>> {
        self.section_named(from)?;
        self.section_named(to)?;
        let (mut all, mut arrives) = (Vec::new(), Vec::new());
        for process in 0..self.process_count() {
            let role = self.role_of(process);
            let names = self.sections[role].clone();
            let count = names.len();
            // where the options leave out the first section, the next one begins it
            let left_out: Vec<bool> = (0..count).map(|it| self.omits_section(role, it)).collect();
            let points = &self.program.processes[process].points;
            let first = names.iter().position(|name| *name == from.text).and_then(|from| {
                let mut all = from..count - 3;
                all.find(|&it| !left_out[it] && points.iter().any(|point| point.section == it))
            });
            let mut inside = vec![false; count];
            if let Some(first) = first {
                inside[first] = true;
            }
            let steps = self.section_steps(process);
            loop {
                let new = steps.iter().find(|(a, b)| {
                    inside[*a] && !inside[*b] && names[*b] != to.text && *b < count - 3
                });
                match new {
                    Some(&(_, b)) => inside[b] = true,
                    None => break,
                }
            }
            arrives.push(steps.iter().any(|(a, b)| inside[*a] && names[*b] == to.text));
            all.push(inside);
        }
        // who cannot come there has no such operation, if others can
        if arrives.contains(&true) {
            for (inside, _) in all.iter_mut().zip(&arrives).filter(|it| !it.1) {
                inside.fill(false);
            }
        }
        Ok(all)
    }

    /// Who ends within an operation never comes to its end: it stays pending. After its last pass, a
    /// process has come to its first section.
    pub fn keep_until(&self, to: &Name, sections: &mut [Vec<bool>]) {
        for (process, inside) in sections.iter_mut().enumerate() {
            let names = &self.sections[self.role_of(process)];
            let (first, end) = (self.blocks.begins[process].2, names.len() - 3);
            let is_elsewhere =
                |section: &usize| names[*section] != to.text && names[first] != to.text;
            for over in [end, end + 1].into_iter().filter(is_elsewhere) {
                inside[over] |=
                    self.section_steps(process).iter().any(|&(a, b)| inside[a] && b == over);
            }
        }
    }

    /// The sections to which those sections lead.
    pub fn behind(&self, sections: &[Vec<bool>]) -> Vec<Vec<bool>> {
        let one = |(process, inside): (usize, &Vec<bool>)| {
            let mut next = vec![false; inside.len()];
            for (from, to) in self.section_steps(process) {
                next[to] |= inside[from] && !inside[to] && to < inside.len() - 3;
            }
            next
        };
        sections.iter().enumerate().map(one).collect()
    }
}
