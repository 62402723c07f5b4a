//! Rules: one step as a whole, wherever the process stands.

use super::domain::{Of, Ty, and, binary, not};
use super::{Bound, Env, Lower, Mode, Result, Val, bind, look_up};
use crate::tree::{
    Binary, Binder, Cause, Compare, Expr as Tree, ExprKind, PartKind, Quantifier, Rule,
};
use program::ir::{self, At, Awaited, BlockId, End, Expr, Instruction, Query, SENDER};

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
            let kinds = self.kinds_of(rule);
            if kinds.into_iter().any(|kind| self.rule(process, rule, kind, row).is_err()) {
                result = Err(());
            }
        }
        result
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

    fn rule(
        &mut self,
        process: usize,
        rule: &'t Rule,
        kind: Option<u8>,
        row: model::RowId,
    ) -> Result<()> {
        let role = self.role_of(process);
        let code = self.begin_anywhere(process);
        self.here.in_rule = true;
        self.here.mode = Mode::Atomic;
        self.here.row = row;
        if rule.strongly.is_some() {
            self.program.strongly.insert(row);
        }
        if let Cause::Message { .. } = &rule.cause {
            self.tell_message(rule.is_for_crashed());
        }
        self.here.touches = false;
        let result = self.rule_body(role, rule, kind, code);
        self.end(End::Done);
        let code = self.whole_from(code);
        self.here.in_rule = false;
        self.sender = None;
        let kind = result?;
        let at = |up| if rule.is_for_crashed() { At::Crashed } else { up };
        match (&rule.cause, kind) {
            (Cause::Message { .. }, Some(kind)) => {
                self.add_rule(ir::Cause::Message(kind), at(At::Up), code, row);
            }
            (Cause::Timeout, _) => self.add_rule(ir::Cause::Timeout, at(At::Work), code, row),
            _ => {
                self.add_rule(ir::Cause::Own, At::Work, code, row);
                return self.note_awaited(process, rule);
            }
        }
        Ok(())
    }

    /// Whom a process waits for before a rule can run: those for whom `all j: …` in its guard is not
    /// true, and those in a set that has to be empty.
    fn note_awaited(&mut self, process: usize, rule: &'t Rule) -> Result<()> {
        let Some(guard) = &rule.guard else { return Ok(()) };
        let parts = guard.joined_by(&[Binary::And]);
        let names = &self.sections[self.role_of(process)];
        let section = parts.iter().find_map(|it| match &it.kind {
            ExprKind::Name(name) => names.iter().position(|it| it == name),
            _ => None,
        });
        let Some(section) = section else { return Ok(()) };
        let env = self.number_binding(self.role_of(process), self.my_number());
        let code = self.begin_anywhere(process);
        self.here.in_rule = true;
        let mut awaited = Vec::new();
        for part in parts {
            awaited.extend(self.awaited_by(part, &env)?);
        }
        for (who, value) in awaited {
            let result = self.temp();
            self.emit(Instruction::Set(result, value));
            let query = Query { code, result };
            let it = Awaited { section, process: who, query };
            self.program.processes[process].awaited.push(it);
        }
        self.end(End::Done);
        self.here.in_rule = false;
        Ok(())
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

    fn rule_body(
        &mut self,
        role: usize,
        rule: &'t Rule,
        mut kind: Option<u8>,
        code: BlockId,
    ) -> Result<Option<u8>> {
        let mut env = self.number_binding(role, self.my_number());
        if let Cause::Message { pattern, from } = &rule.cause {
            if kind.is_none() {
                let number = self.message_kind(&pattern.message.text, pattern.message.span)?;
                kind = Some(number);
                self.take_fields(number, &pattern.fields, pattern.span, &mut env)?;
            }
            if let Some(from) = from {
                let domain = self.sender_domain();
                let value = Val::one(Ty::Scalar(domain), Expr::Temp(SENDER));
                env = bind(&env, &from.text, Bound::Value(value));
                self.sender = Some(from.text.clone());
            }
        }
        if let Some(guard) = &rule.guard {
            for part in guard.joined_by(&[Binary::And]) {
                let value = self.bool(part, &env)?;
                self.guard(value.clone());
                // what never runs need not make sense, such as the left one of the first
                if value == Expr::Const(0) {
                    self.never_run(&rule.body, &env);
                    return Ok(kind);
                }
            }
        }
        if kind.is_some() {
            self.take_message(code);
        }
        self.may_run(self.here.process.unwrap_or_default(), &rule.body);
        self.lines(&rule.body, &env)?;
        Ok(kind)
    }

    /// The sender of a message is one of all processes.
    pub fn sender_domain(&self) -> super::domain::Domain {
        super::domain::Domain { of: Of::Processes, ..self.process_domain() }
    }
}
