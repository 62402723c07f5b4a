//! Which sections lead to which, and loops without a step.

use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::sequence::Sequence;
use program::flow;
use program::ir::{BlockId, Rule, Trigger, Where};
use std::collections::BTreeSet;

impl Sequence<'_> {
    /// From which section a process can step to which, crashes aside.
    pub fn section_steps(&self, process: usize) -> Vec<(usize, usize)> {
        let mut known = self.section_steps.borrow_mut();
        known.entry(process).or_insert_with(|| self.walk_sections(process)).clone()
    }

    fn walk_sections(&self, process: usize) -> Vec<(usize, usize)> {
        let me = &self.program.processes[process];
        let mut steps = BTreeSet::new();
        let is_anywhere = |rule: &&Rule| {
            !matches!(rule.trigger, Trigger::Crash | Trigger::Arrival)
                && !matches!(rule.at, Where::Point(_))
        };
        let anywhere = || me.rules.iter().filter(is_anywhere).map(|rule| rule.code);
        for (at, point) in me.points.iter().enumerate() {
            for code in me.codes_at(at).chain(anywhere()) {
                let take = |work: usize| self.budget.work.take(work);
                for to in flow::targets(&self.program, process, (code, at), &take) {
                    steps.insert((point.section, me.points[to].section));
                }
            }
        }
        steps.into_iter().collect()
    }

    /// Adds the sections that a process comes to from some before it comes to others, by those steps and by a
    /// crash.
    pub fn go_on(&self, process: usize, steps: &[(usize, usize)], way: &mut [bool], to: &[String]) {
        let names = &self.sections[self.role_of(process)];
        let crashed = names.len() - 1;
        way[crashed] |= self.program.processes[process].has(Trigger::Crash) && way.contains(&true);
        let is_over = |section: usize| (names.len() - 3..crashed).contains(&section);
        let leads_on = |way: &[bool], (a, b): (usize, usize)| {
            way[a] && !way[b] && !is_over(b) && !to.contains(&names[b])
        };
        while let Some(&(_, b)) = steps.iter().find(|step| leads_on(way, **step)) {
            way[b] = true;
        }
    }

    /// Whether the process in hand can come here from its beginning without a step.
    pub fn is_before_first_step(&self) -> bool {
        let begins = self.here.process.and_then(|process| self.blocks.begins.get(process));
        begins.is_some_and(|&(_, entry, _)| {
            flow::reached(&self.program, &[entry]).contains(&self.current)
        })
    }

    /// Notes an error for each loop that has no step.
    pub fn find_endless_loops(&mut self) {
        let loops = flow::loops(&self.program, |block| !self.blocks.in_rule.contains(&block));
        let on_cycle: BTreeSet<BlockId> = loops.into_iter().flatten().collect();
        if on_cycle.is_empty() {
            return;
        }
        let found = self.blocks.loops.iter().rfind(|one| on_cycle.contains(&one.head));
        let (span, is_atomic, wait) = found
            .map(|found| (found.span, found.is_atomic, found.wait.clone()))
            .unwrap_or_default();
        let (message, help) = match is_atomic {
            true => (
                "`atomic` makes one step, and this loop would have to take several.",
                "Write `atomic` inside of the loop, or run over a set: `for each k in 0..4: …`.",
            ),
            false if !wait.is_empty() => ("This loop can go round without a step.", &*wait),
            false => (
                "This loop can go round without a step.",
                "Put an access to a shared variable, an `await` or a `pause` into it.",
            ),
        };
        let _: crate::instantiate::Result<()> =
            self.fail(DiagnosticDraft::new(ErrorCode::LoopWithoutStep, span, message).help(help));
    }
}
