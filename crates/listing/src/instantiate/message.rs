//! Waiting for conditions and messages, and sending.

use crate::core::{Code, Field, Op, Statement, To, each};
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::domain::Ty;
use crate::instantiate::instance::{Instance, Mode};
use crate::instantiate::meaning::Meaning;
use crate::instantiate::value::{Bound, Env, Val, bind};
use crate::token::Span;
use crate::tree::{Expr as Tree, ExprKind, Pattern, Storage, Target};
use program::ir::{Expr, Instruction, SENDER};

impl<'t> Instance<'t> {
    pub fn await_or_receive(
        &mut self,
        condition: &'t Tree,
        span: Span,
        env: &mut Env<'t>,
    ) -> Result<()> {
        if let Some((name, fields)) = condition.named()
            && self.source.meant.is_message(condition.span, self.my_role())
        {
            return self.receive_message(name, condition.span, fields, None, env);
        }
        if self.here.mode == Mode::Atomic {
            let value = self.bool(condition, env)?;
            self.push(Op::Guard(value));
            return Ok(());
        }
        if let Some((message, help)) =
            condition.with_parts().into_iter().find_map(changes_each_time)
        {
            return self
                .fail(DiagnosticDraft::new(ErrorCode::OutOfPlace, span, message).help(help));
        }
        let condition = self.condition(condition, env)?;
        // what is true without any access is waited for by nobody
        if condition.known().is_none_or(|holds| holds == 0) {
            self.says(Statement::Await(condition));
        }
        Ok(())
    }

    pub fn receive(
        &mut self,
        pattern: &'t Pattern,
        from: Option<&'t Tree>,
        env: &mut Env<'t>,
    ) -> Result<()> {
        let name = &pattern.message;
        self.receive_message(&name.text, name.span, &pattern.fields, from, env)
    }

    fn receive_message(
        &mut self,
        name: &str,
        span: Span,
        fields: &'t [Tree],
        from: Option<&'t Tree>,
        env: &mut Env<'t>,
    ) -> Result<()> {
        let kind = self.message_kind(name, span)?;
        if self.here.mode == Mode::Atomic {
            let message = "A message is received in a step of its own, not within an atomic one.";
            return self.error(ErrorCode::OutOfPlace, span, message);
        }
        let new = from.filter(|from| self.source.meant.is_new(from.span, self.my_role()));
        let sender = match (from, new) {
            (Some(from), None) => Some(self.computed(|instance| {
                let value = instance.eval(from, env)?;
                instance.process_number(value, from.span)
            })?),
            _ => None,
        };
        let (take, ()) = self.aside(|instance| {
            instance.take_fields(kind, fields, span, env)?;
            if let Some(ExprKind::Name(name)) = new.map(|from| &from.kind) {
                let domain = instance.sender_domain();
                let sender = instance.copy(Val::one(Ty::Scalar(domain), Expr::Temp(SENDER)));
                *env = bind(env, name, Bound::Value(sender));
            }
            Ok(())
        })?;
        self.says(Statement::Receive { kind, from: sender, take, span });
        Ok(())
    }

    /// Binds new names to the fields of the message in hand, and assigns to variables.
    pub fn take_fields(
        &mut self,
        kind: u8,
        fields: &'t [Tree],
        span: Span,
        env: &mut Env<'t>,
    ) -> Result<()> {
        let declared = self.messages[usize::from(kind)].fields.clone();
        if declared.len() != fields.len() {
            let message =
                other_count(&self.messages[usize::from(kind)].name, declared.len(), fields.len());
            return self.error(ErrorCode::WrongArguments, span, message);
        }
        let mut at = SENDER + 1;
        for ((_, ty), field) in declared.into_iter().zip(fields) {
            let width = ty.width(&self.types.records);
            let parts = (at..at + width).map(Expr::Temp).collect();
            at += width;
            let value = Val { ty, parts, items: Vec::new() };
            let ExprKind::Name(name) = &field.kind else {
                let Some(spot) = self.spot(field, env)? else {
                    let message = "A field of a message is taken by a name or a variable.";
                    return self.error(ErrorCode::NotAssignable, field.span, message);
                };
                let parts = self.fit(value, &spot.ty.clone(), field.span)?;
                self.push(Op::Store(spot, parts));
                continue;
            };
            let meaning = self.meaning(name, env);
            let is_assigned = matches!(meaning, Meaning::Argument(..) | Meaning::Variable(_));
            if is_assigned && !self.here.in_rule {
                let Some(spot) = self.spot(field, env)? else {
                    return self.not_assignable(field, env);
                };
                let parts = self.fit(value, &spot.ty.clone(), field.span)?;
                self.push(Op::Store(spot, parts));
                continue;
            }
            let value = if self.here.in_rule { value } else { self.copy(value) };
            *env = bind(env, name, Bound::Value(value));
        }
        Ok(())
    }

    /// A copy in temporaries of its own.
    pub fn copy(&mut self, mut value: Val) -> Val {
        let mut slots = Vec::new();
        value.ty.slots(&self.types.records, &mut slots);
        for (part, slot) in value.parts.iter_mut().zip(slots) {
            let temp = self.temp_for(slot);
            let expr = std::mem::replace(part, Expr::Temp(temp));
            self.does(Instruction::Set(temp, expr));
        }
        value
    }

    pub fn send(&mut self, message: &'t Pattern, to: &'t Target, env: &Env<'t>) -> Result<()> {
        let kind = self.message_kind(&message.message.text, message.message.span)?;
        let declared = self.messages[usize::from(kind)].fields.clone();
        if declared.len() != message.fields.len() {
            let words = other_count(&message.message.text, declared.len(), message.fields.len());
            return self.error(ErrorCode::WrongArguments, message.span, words);
        }
        let mut fields = Vec::new();
        for (field, (_, ty)) in message.fields.iter().zip(&declared) {
            let (code, parts) = self.aside(|instance| {
                let value = instance.eval(field, env)?;
                instance.fit(value, ty, field.span)
            })?;
            let names_ghost = self.names_ghost(&code, &parts);
            fields.push(Field { code, parts, names_ghost });
            let own = self.own_var(field, env);
            self.notes.sent.extend(own);
        }
        if let Target::One(Tree { kind: ExprKind::Name(name), .. }) = to
            && self.hand.sender.as_ref() == Some(name)
        {
            self.notes.answers.insert(kind);
        }
        let to = self.sent_to(to, env)?;
        self.says(Statement::Send { kind, fields, to });
        Ok(())
    }

    fn sent_to(&mut self, to: &'t Target, env: &Env<'t>) -> Result<To> {
        let process = self.here.process.unwrap_or_default();
        let role = self.role_of(process);
        let (base, count) = (self.roles[role].base, self.roles[role].count);
        Ok(match to {
            Target::All => To::All((base..base + count).collect()),
            Target::AllOthers => {
                To::All((base..base + count).filter(|other| *other != process).collect())
            }
            Target::One(one) => To::One(self.computed(|instance| {
                let value = instance.eval(one, env)?;
                instance.process_number(value, one.span)
            })?),
            Target::AllIn(set) => {
                let own = self.own_var(set, env);
                self.notes.owed.extend(own);
                let (code, members) = self.aside(|instance| instance.receivers(set, env))?;
                To::Members(code, members)
            }
        })
    }

    /// The processes in a set, each with whether it is in it.
    fn receivers(&mut self, set: &'t Tree, env: &Env<'t>) -> Result<Vec<(Expr, Expr)>> {
        let value = self.set_value(set, env)?;
        let value = self.keep(value);
        let members = match value.ty {
            // a single process
            Ty::Scalar(_) => vec![(value, Expr::Const(1))],
            _ => self.items_of(&value, set.span)?,
        };
        let number = |(member, counts)| Ok((self.process_number(member, set.span)?, counts));
        members.into_iter().map(number).collect()
    }

    /// Whether a ghost is read.
    fn names_ghost(&self, code: &Code, parts: &[Expr]) -> bool {
        let mut finds = false;
        let mut look = |value: &Expr| {
            value.each_inner(&mut |part| {
                if let Expr::Load(place) = part {
                    let var = self.var_at(place.slot);
                    finds |= var.is_some_and(|var| self.vars[var].storage == Storage::Ghost);
                }
            });
        };
        parts.iter().for_each(&mut look);
        each(code, &mut |op| match op {
            Op::Do(instruction) => instruction.each_expr(&mut |value| look(value)),
            Op::Keep { value, .. } => look(value),
            Op::Read { spot, .. } => spot.indices.iter().for_each(&mut look),
            _ => {}
        });
        finds
    }

    /// The variable of the process that an expression is.
    fn own_var(&self, expr: &Tree, env: &Env<'t>) -> Option<usize> {
        self.var_named(expr, env).filter(|var| self.vars[*var].role.is_some())
    }
}

/// What changes something each time that a condition is evaluated, whatever comes of it, and what to write
/// instead.
fn changes_each_time(expr: &Tree) -> Option<(String, String)> {
    let (message, help) = match &expr.kind {
        ExprKind::Call(name, _) if name.text == "fetch_and_add" => (
            "`fetch_and_add` in an `await` would add each time that the condition is false.",
            "Assign what it gives to a variable, and wait for that: `ticket ← fetch_and_add(x, 1)`."
                .to_owned(),
        ),
        ExprKind::New(pool) => (
            "`new` in an `await` would take a cell each time that the condition is false.",
            format!("Take it in a line above, and name the variable here: `c ← new {}`.", pool.text),
        ),
        _ => return None,
    };
    Some((message.to_owned(), help))
}

/// A message has another number of fields than are written.
fn other_count(name: &str, fields: usize, here: usize) -> String {
    let plural = if fields == 1 { "" } else { "s" };
    let here = match here {
        0 => "here is none".to_owned(),
        1 => "here is 1".to_owned(),
        _ => format!("here are {here}"),
    };
    format!("The message `{name}` has {fields} field{plural}, and {here}.")
}
