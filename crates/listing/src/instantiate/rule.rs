//! Rules: one step as a whole, wherever the process stands.

use crate::core::{Code, Op, Statement};
use crate::instantiate::Result;
use crate::instantiate::domain::{Of, Ty};
use crate::instantiate::instance::{Here, Instance, Mode};
use crate::instantiate::terms::{and, binary, not};
use crate::instantiate::value::{Bound, Env, Val, bind, look_up};
use crate::tree::{
    Binary, Binder, Cause, Compare, Expr as Tree, ExprKind, PartKind, Quantifier, Rule,
};
use program::ir::{self, Expr, SENDER, Where};

/// A rule of a process.
pub struct RuleLines {
    pub row: model::RowId,
    pub cause: ir::Trigger,
    pub at: Where,
    /// Of a rule for a message, whether that is lost.
    pub tells: Option<bool>,
    /// What comes before its lines: fields of the message, and what guards it.
    pub head: Code,
    /// None: they never run.
    pub body: Option<Code>,
}

/// Whom a process waits for in a section, and on which condition.
pub struct AwaitedBy {
    pub section: usize,
    pub code: Code,
    pub who: Vec<(usize, Expr)>,
}

impl<'t> Instance<'t> {
    pub fn lines_of_rules(&mut self, process: usize) -> Result<(Vec<RuleLines>, Vec<AwaitedBy>)> {
        let role = self.role_of(process);
        let tree = self.roles[role].tree;
        let (mut rules, mut awaited, mut result) = (Vec::new(), Vec::new(), Ok(()));
        for part in &tree.parts {
            let PartKind::Rule(rule) = &part.kind else { continue };
            if matches!(rule.cause, Cause::Crash) || !self.is_part(&part.with) {
                continue;
            }
            let row = self.numbered.rows.get(&part.span.start).copied().unwrap_or(0);
            if rule.strongly.is_some() {
                self.notes.strongly.insert(row);
            }
            for kind in self.kinds_of(rule) {
                self.here = Here { in_rule: true, ..Here::new(Some(process), Mode::Atomic) };
                match self.rule_lines(role, rule, kind, row) {
                    Ok(lines) => rules.push(lines),
                    Err(()) => {
                        result = Err(());
                        break;
                    }
                }
                if let (Some(lines), Ok(())) = (rules.last(), &result)
                    && lines.cause == ir::Trigger::Own
                {
                    match self.awaited_in(process, rule) {
                        Ok(one) => awaited.extend(one),
                        Err(()) => result = Err(()),
                    }
                }
            }
        }
        result.map(|()| (rules, awaited))
    }

    /// The kinds of messages that `on any` stands for; one rule is made of every other.
    fn kinds_of(&self, rule: &Rule) -> Vec<Option<u8>> {
        match &rule.cause {
            Cause::Message { pattern, .. }
                if pattern.message.text == "any"
                    && pattern.fields.is_empty()
                    && self.find_message("any").is_none() =>
            {
                (0..self.messages.len())
                    .filter(|kind| self.mutation(*kind).is_none())
                    .map(|kind| Some(kind as u8))
                    .collect()
            }
            _ => vec![None],
        }
    }

    fn rule_lines(
        &mut self,
        role: usize,
        rule: &'t Rule,
        mut kind: Option<u8>,
        row: model::RowId,
    ) -> Result<RuleLines> {
        let mut env = self.number_binding(role, self.my_number());
        let before = std::mem::take(&mut self.hand.code);
        let result = self.rule_body(rule, &mut kind, &mut env);
        let head = std::mem::replace(&mut self.hand.code, before);
        self.hand.sender = None;
        let body = result?;
        let at = |up| if rule.is_for_crashed() { Where::Crashed } else { up };
        let (cause, at) = match (&rule.cause, kind) {
            (Cause::Message { .. }, Some(kind)) => (ir::Trigger::Message(kind), at(Where::Up)),
            (Cause::Timeout, _) => (ir::Trigger::Timeout, at(Where::Work)),
            _ => (ir::Trigger::Own, Where::Work),
        };
        let tells = match &rule.cause {
            Cause::Message { .. } => Some(rule.is_for_crashed()),
            _ => None,
        };
        Ok(RuleLines { row, cause, at, tells, head, body })
    }

    /// Whom a process waits for before a rule can run: those for whom `all j: …` in its guard is not
    /// true, and those in a set that has to be empty.
    fn awaited_in(&mut self, process: usize, rule: &'t Rule) -> Result<Option<AwaitedBy>> {
        let Some(guard) = &rule.guard else { return Ok(None) };
        let parts = guard.joined_by(&[Binary::And]);
        let names = &self.sections[self.role_of(process)];
        let section = parts.iter().find_map(|expr| match &expr.kind {
            ExprKind::Name(name) => names.iter().position(|text| text == name),
            _ => None,
        });
        let Some(section) = section else { return Ok(None) };
        let env = self.number_binding(self.role_of(process), self.my_number());
        let (code, who) = self.aside(|instance| {
            let mut awaited = Vec::new();
            for part in parts {
                awaited.extend(instance.awaited_by(part, &env)?);
            }
            Ok(awaited)
        })?;
        Ok(Some(AwaitedBy { section, code, who }))
    }

    /// Processes with the condition that a part of a guard waits for them.
    fn awaited_by(&mut self, part: &'t Tree, env: &Env<'t>) -> Result<Vec<(usize, Expr)>> {
        let mut all = Vec::new();
        match &part.kind {
            ExprKind::Quantified(Quantifier::All, binders, body) => {
                let [Binder { names, .. }] = &binders[..] else { return Ok(all) };
                for (inner, counts) in self.members(binders, env)? {
                    let Some(Bound::Value(value)) = look_up(&inner, &names[0].text) else {
                        continue;
                    };
                    let Ty::Scalar(domain) = &value.ty else { continue };
                    if let (Some(first), [Expr::Const(nth)]) =
                        (domain.first_process(), &value.parts[..])
                    {
                        let who = first + *nth as usize;
                        let holds = self.bool(body, &inner)?;
                        all.push((who, and(counts, not(holds))));
                    }
                }
            }
            ExprKind::Compare(sides, signs) => {
                let ([set, empty], [Compare::Equal]) = (&sides[..], &signs[..]) else {
                    return Ok(all);
                };
                if !matches!(&empty.kind, ExprKind::Set(members) if members.is_empty()) {
                    return Ok(all);
                }
                let set = self.eval(set, env)?;
                if let Ty::Set(member) = &set.ty
                    && let Ty::Scalar(domain) = &**member
                    && let Some(first) = domain.first_process()
                {
                    // nobody waits for itself
                    let others =
                        (0..domain.count()).filter(|nth| self.here.process != Some(first + nth));
                    all.extend(others.map(|nth| {
                        let is_in = Expr::Const(nth as i64);
                        (first + nth, binary(ir::Binary::Contains, set.parts[0].clone(), is_in))
                    }));
                }
            }
            _ => {}
        }
        Ok(all)
    }

    /// What comes before its lines, and its lines; none where they never run.
    fn rule_body(
        &mut self,
        rule: &'t Rule,
        kind: &mut Option<u8>,
        env: &mut Env<'t>,
    ) -> Result<Option<Code>> {
        if let Cause::Message { pattern, from } = &rule.cause {
            if kind.is_none() {
                let number = self.message_kind(&pattern.message.text, pattern.message.span)?;
                *kind = Some(number);
                self.take_fields(number, &pattern.fields, pattern.span, env)?;
            }
            if let Some(from) = from {
                let domain = self.sender_domain();
                let value = Val::one(Ty::Scalar(domain), Expr::Temp(SENDER));
                *env = bind(env, &from.text, Bound::Value(value));
                self.hand.sender = Some(from.text.clone());
            }
        }
        if let Some(guard) = &rule.guard {
            for part in guard.joined_by(&[Binary::And]) {
                let value = self.bool(part, env)?;
                // what never runs need not make sense, such as the left one of the first
                let never = value == Expr::Const(0);
                self.push(Op::Guard(value));
                if never {
                    self.never_run(&rule.body, env);
                    return Ok(None);
                }
            }
        }
        let (body, ()) = self.aside(|instance| {
            if instance.surely_leaves(&rule.body) {
                instance.says(Statement::MayRun);
            }
            instance.lines(&rule.body, env)
        })?;
        Ok(Some(body))
    }

    /// The sender of a message is one of all processes.
    pub fn sender_domain(&self) -> crate::instantiate::domain::Domain {
        crate::instantiate::domain::Domain { of: Of::Processes, ..self.process_domain() }
    }
}
