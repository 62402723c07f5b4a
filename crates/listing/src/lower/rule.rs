//! Rules: one step as a whole, wherever the process stands.

use super::domain::{Of, Ty};
use super::{Bound, Lower, Mode, Result, Val, bind};
use crate::diagnostic::Kind;
use crate::tree::{Binary, Cause, Expr as Tree, ExprKind, PartKind, Rule};
use program::ir::{self, End, Expr, SENDER};

impl<'t> Lower<'t> {
    pub fn rules_of(&mut self, process: usize) -> Result<()> {
        let role = self.role_of(process);
        let tree = self.roles[role].tree;
        let mut result = Ok(());
        for part in &tree.parts {
            let PartKind::Rule(rule) = &part.kind else { continue };
            if matches!(rule.cause, Cause::Crash) || !self.is_part(&part.with) {
                continue;
            }
            let row = self.rows.get(&part.span.start).copied().unwrap_or(0);
            if self.rule(process, rule, row).is_err() {
                result = Err(());
            }
        }
        result
    }

    fn rule(&mut self, process: usize, rule: &'t Rule, row: model::RowId) -> Result<()> {
        let role = self.role_of(process);
        let code = self.begin_anywhere(process);
        self.here.in_rule = true;
        self.here.mode = Mode::Atomic;
        self.here.row = row;
        let result = self.rule_body(role, rule);
        self.end(End::Done);
        self.here.in_rule = false;
        self.sender = None;
        let kind = result?;
        let rule_ = ir::Rule { code, row, outcomes: 1 };
        let me = &mut self.program.processes[process];
        match (&rule.cause, kind) {
            (Cause::Message { .. }, Some(kind)) => {
                let is_for_crashed = rule.guard.as_ref().is_some_and(asks_for_crashed);
                let rules = if is_for_crashed { &mut me.when_crashed } else { &mut me.on_message };
                rules[usize::from(kind)].push(rule_);
            }
            (Cause::Timeout, _) => me.on_timeout.push(rule_),
            _ => me.whens.push(rule_),
        }
        Ok(())
    }

    fn rule_body(&mut self, role: usize, rule: &'t Rule) -> Result<Option<u8>> {
        let mut env = self.number_binding(role, self.my_number());
        let mut kind = None;
        if let Cause::Message { pattern, from } = &rule.cause {
            let number = self.message_kind(&pattern.message.text, pattern.message.span)?;
            kind = Some(number);
            self.take_fields(number, &pattern.fields, pattern.span, &mut env)?;
            if let Some(from) = from {
                let domain = self.sender_domain();
                let value = Val::one(Ty::Scalar(domain), Expr::Temp(SENDER));
                env = bind(&env, &from.text, Bound::Value(value));
                self.sender = Some(from.text.clone());
            }
        }
        if let Some(guard) = &rule.guard {
            let value = self.bool(guard, &env)?;
            self.guard(value);
        }
        self.may_run(self.here.process.unwrap_or_default(), &rule.body);
        self.lines(&rule.body, &env)?;
        if self.program.blocks.len() > 60_000 {
            return self.error(Kind::ProgramTooLarge, rule.body[0].span, "This rule is too large.");
        }
        Ok(kind)
    }

    /// The sender of a message is one of all processes.
    fn sender_domain(&self) -> super::domain::Domain {
        super::domain::Domain { of: Of::Processes, ..self.process_domain() }
    }
}

/// Whether a guard is true only of a process that has crashed: `crashed`, or `crashed and …`.
fn asks_for_crashed(guard: &Tree) -> bool {
    match &guard.kind {
        ExprKind::Name(name) => name == "crashed",
        ExprKind::Binary(Binary::And, one, other) => {
            asks_for_crashed(one) || asks_for_crashed(other)
        }
        _ => false,
    }
}
