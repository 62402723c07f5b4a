//! How a process goes elsewhere: jumps, crashes, its end, and beginning again.

use crate::core::{Code, Computed};
use crate::diagnostic::ErrorCode;
use crate::instantiate::Result;
use crate::instantiate::instance::{Here, Instance, Mode};
use crate::token::Span;
use crate::tree::{Cause, Define, Line, PartKind, Rule, Statement, StatementKind};

/// What a rule says of crashes of a process.
pub struct Crash {
    pub row: model::RowId,
    /// Of the rules before it, on which condition they apply; none: always.
    pub earlier: Vec<Option<Computed>>,
    pub guard: Option<Computed>,
    pub body: Code,
    pub begins_atomic: bool,
}

impl<'t> Instance<'t> {
    /// A reserved option, or a definition of that name, as a number.
    pub fn reserved(&mut self, name: &str) -> i64 {
        if let Some(option) = self.find_option(name).map(|it| &self.options[it]) {
            return option.values[option.chosen].1;
        }
        let Some(body) = self.find_define(name).and_then(Define::value) else { return 0 };
        self.constant(body, &None, ErrorCode::NotConstant).unwrap_or(0)
    }

    /// What happens to a process in a crash, by its rules; and what would, where no options grant crashes.
    pub fn lines_of_crashes(&mut self, process: usize) -> Result<(Vec<Crash>, Vec<Code>)> {
        let role = self.role_of(process);
        let all: Vec<(&'t Rule, Span)> = self.crash_rules(role);
        if self.reserved("crashes") <= 0 {
            return Ok((Vec::new(), self.never_crashes(process, &all)));
        }
        if let Some(strikes) = self.crashes_of(role)? {
            if !strikes && all.is_empty() {
                return Ok((Vec::new(), Vec::new()));
            }
            if !strikes {
                let message = "Nobody of this role crashes: `crashes` are of others.";
                return self.error(ErrorCode::OutOfPlace, all[0].1, message);
            }
        }
        let env = self.number_binding(role, self.my_number());
        let (mut crashes, mut result) = (Vec::new(), Ok(()));
        for (nth, (rule, span)) in all.iter().enumerate() {
            let row = self.numbered.rows.get(&span.start).copied().unwrap_or(0);
            self.here = Here { in_guard: true, ..Here::new(Some(process), Mode::Atomic) };
            let mut earlier = Vec::new();
            for (rule, _) in &all[..nth] {
                let guard = rule.guard.as_ref();
                earlier.push(guard.map(|guard| self.condition(guard, &env)).transpose()?);
            }
            let guard = rule.guard.as_ref();
            let guard = guard.map(|guard| self.condition(guard, &env)).transpose()?;
            self.here = Here::new(Some(process), Mode::Stepped);
            let never = guard.as_ref().and_then(Computed::known) == Some(0);
            let before = std::mem::take(&mut self.hand.code);
            if !never && self.lines(&rule.body, &env).is_err() {
                result = Err(());
            }
            let body = std::mem::replace(&mut self.hand.code, before);
            let begins_atomic = self.begins_atomic(&rule.body);
            crashes.push(Crash { row, earlier, guard, body, begins_atomic });
        }
        result.map(|()| (crashes, Vec::new()))
    }

    /// Whether a text says anything of crashes, be it that there are none.
    pub fn grants_crashes(&self) -> bool {
        self.find_option("crashes").is_some() || self.find_define("crashes").is_some()
    }

    /// What would follow a crash, where the text grants none with any options.
    fn never_crashes(&mut self, process: usize, rules: &[(&'t Rule, Span)]) -> Vec<Code> {
        if self.grants_crashes() {
            return Vec::new();
        }
        let env = self.number_binding(self.role_of(process), self.my_number());
        let mut all = Vec::new();
        for (rule, _) in rules {
            let before = std::mem::take(&mut self.hand.code);
            self.never_run(&rule.body, &env);
            all.push(std::mem::replace(&mut self.hand.code, before));
        }
        all
    }

    /// Whether a role has rules for messages, wherever its processes stand.
    pub fn takes_messages(&mut self, role: usize) -> bool {
        let tree = self.roles[role].tree;
        tree.parts.iter().any(|part| match &part.kind {
            PartKind::Rule(rule) => {
                let is_of_message = matches!(rule.cause, Cause::Message { .. });
                is_of_message && !rule.is_for_crashed() && self.is_part(&part.with)
            }
            _ => false,
        })
    }

    /// Whether `define crashes of …` names this role; none if the text does not say whose they are.
    pub fn crashes_of(&mut self, role: usize) -> Result<Option<bool>> {
        let of = self.find_define("crashes").map_or(&[][..], |define| &define.of);
        for name in of {
            if self.find_role(&name.text).is_none() {
                let message = format!("No role is called `{}`.", name.text);
                return self.error(ErrorCode::UnknownName, name.span, message);
            }
        }
        let noun = &self.roles[role].noun;
        Ok((!of.is_empty()).then(|| of.iter().any(|name| name.text == *noun)))
    }

    /// Whether the first line that the options leave in is atomic.
    fn begins_atomic(&mut self, body: &'t [Line]) -> bool {
        let first = body.iter().find(|line| self.is_part(&line.with));
        let first = first.and_then(|line| line.statements.first());
        first.is_some_and(|first| matches!(first.kind, StatementKind::Atomic(_)))
    }

    pub fn crash_rules(&mut self, role: usize) -> Vec<(&'t Rule, Span)> {
        let tree = self.roles[role].tree;
        let mut all = Vec::new();
        for part in &tree.parts {
            if let PartKind::Rule(rule) = &part.kind
                && matches!(rule.cause, Cause::Crash)
                && self.is_part(&part.with)
            {
                all.push((rule, part.span));
            }
        }
        all
    }

    /// Whether a rule surely leaves the first section: it is not run once too often, so that what its lines
    /// compute then need not fit anywhere.
    pub fn surely_leaves(&mut self, body: &'t [Line]) -> bool {
        let role = self.role_of(self.here.process.unwrap_or_default());
        let first = self.first_section(role);
        let first = self.sections[role][first].clone();
        let leaves = |statement: &Statement| {
            matches!(&statement.kind, StatementKind::Become(to) if to.text != first)
                || matches!(statement.kind, StatementKind::Stop)
        };
        let lines = body.iter().filter(|line| line.statements.iter().any(leaves));
        lines.collect::<Vec<_>>().into_iter().any(|line| self.is_part(&line.with))
    }
}
