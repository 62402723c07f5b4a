//! Waiting for conditions and messages, and sending.

use super::domain::{Ty, binary};
use super::{Await, Bound, Env, Lower, Meaning, Mode, Open, Result, Val, bind};
use crate::diagnostic::{Found, Kind};
use crate::token::Span;
use crate::tree::{Expr as Tree, ExprKind, Pattern, Target};
use program::ir::{self, BlockId, End, Expr, Instruction, SENDER, TempId};

impl<'t> Lower<'t> {
    pub fn await_or_receive(
        &mut self,
        condition: &'t Tree,
        span: Span,
        env: &mut Env<'t>,
    ) -> Result<()> {
        if let Some((name, fields)) = condition.named()
            && self.meant.is_message(condition.span, self.my_role())
        {
            return self.receive_message(name, condition.span, fields, None, env);
        }
        if self.here.mode == Mode::Atomic {
            let (on, off) = (self.block(), self.block());
            let value = self.bool(condition, env)?;
            self.branch(value, on, off);
            self.current = off;
            self.end(End::Blocked);
            self.current = on;
            return Ok(());
        }
        if let Some((message, help)) =
            condition.with_parts().into_iter().find_map(changes_each_time)
        {
            return self.fail(Found::new(Kind::OutOfPlace, span, message).help(help));
        }
        // what is true without any access is waited for by nobody
        if self.if_known(condition, env) == Some(true) {
            return Ok(());
        }
        self.await_steps(condition, env)
    }

    /// Reads in turn and begins again when the condition was false; a round that would begin again
    /// at once waits.
    fn await_steps(&mut self, condition: &'t Tree, env: &Env<'t>) -> Result<()> {
        let process = self.here.process.unwrap_or_default();
        let it =
            Await { point: self.program.processes[process].points.len(), is_first: self.temp() };
        self.here.awaits = Some(it);
        let point = self.point();
        let first = self.current;
        self.emit(Instruction::Set(it.is_first, Expr::Const(1)));
        let (on, off) = (self.block(), self.block());
        let known = self.condition(condition, env, on, off);
        self.here.awaits = None;
        self.forget_unless_asked(it.is_first, first);
        let points = &mut self.program.processes[process].points;
        if points.len() == point + 1 {
            points[point].spins = None;
        }
        let (known, _) = known?;
        self.current = off;
        self.end(End::Retry(point));
        self.current = on;
        self.know((Vec::new(), known.1));
        self.here.open = Open::No;
        Ok(())
    }

    /// Takes back what was noted from a block on of whether an access is the first, where nothing asks for it.
    fn forget_unless_asked(&mut self, is_first: TempId, from: BlockId) {
        let blocks = &mut self.program.blocks[from..];
        let asks = |end: &End| matches!(end, End::Branch(Expr::Temp(it), ..) if *it == is_first);
        if blocks.iter().any(|block| asks(&block.end)) {
            return;
        }
        for block in blocks {
            let before = block.instructions.len();
            block
                .instructions
                .retain(|it| !matches!(it, Instruction::Set(it, _) if *it == is_first));
            self.instructions -= before - block.instructions.len();
        }
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
        self.refuse_beside_calls();
        let kind = self.message_kind(name, span)?;
        if self.here.mode == Mode::Atomic {
            let message = "A message is received in a step of its own, not within an atomic one.";
            return self.error(Kind::OutOfPlace, span, message);
        }
        let point = self.add_point(None);
        self.end(End::Stop(point));
        let code = self.start();
        self.tell_message(false);
        let process = self.here.process.unwrap_or_default();
        self.add_rule(ir::Cause::Message(kind), ir::At::Point(point), code, self.here.row);
        self.here.open = Open::No;
        let new = from.filter(|from| self.meant.is_new(from.span, self.my_role()));
        if let (Some(from), None) = (from, new) {
            let value = self.eval(from, env)?;
            let expected = self.process_number(value, from.span)?;
            let same = binary(ir::Binary::Equal, Expr::Temp(SENDER), expected);
            self.guard(same);
        }
        self.take_message(code);
        self.take_fields(kind, fields, span, env)?;
        if let Some(ExprKind::Name(name)) = new.map(|from| &from.kind) {
            let domain = self.sender_domain();
            let sender = self.copy(Val::one(Ty::Scalar(domain), Expr::Temp(SENDER)));
            *env = bind(env, name, Bound::Value(sender));
        }
        if self.program.processes[process].points.len() > point + 1 {
            let message = "To take a message is one step, and to read or write a shared variable is another one.";
            let help = "Read it before, into a variable of the process; or take the field by a new name, and \
                        assign it below.";
            return self.fail(Found::new(Kind::OutOfPlace, span, message).help(help));
        }
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
            return self.error(Kind::WrongArguments, span, message);
        }
        let mut at = SENDER + 1;
        for ((_, ty), field) in declared.into_iter().zip(fields) {
            let width = ty.width(&self.records);
            let parts = (at..at + width).map(Expr::Temp).collect();
            at += width;
            let value = Val { ty, parts, items: Vec::new() };
            let ExprKind::Name(name) = &field.kind else {
                let Some(spot) = self.spot(field, env)? else {
                    let message = "A field of a message is taken by a name or a variable.";
                    return self.error(Kind::NotAssignable, field.span, message);
                };
                let parts = self.fit(value, &spot.ty.clone(), field.span)?;
                self.store(&spot, parts);
                continue;
            };
            let meaning = self.meaning(name, env);
            let is_assigned = matches!(meaning, Meaning::Argument(..) | Meaning::Variable(_));
            if is_assigned && !self.here.in_rule {
                let Some(spot) = self.spot(field, env)? else {
                    return self.not_assignable(field, env);
                };
                let parts = self.fit(value, &spot.ty.clone(), field.span)?;
                self.store(&spot, parts);
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
        value.ty.slots(&self.records, &mut slots);
        for (part, slot) in value.parts.iter_mut().zip(slots) {
            let temp = self.temp_for(slot);
            let expr = std::mem::replace(part, Expr::Temp(temp));
            self.emit(Instruction::Set(temp, expr));
        }
        value
    }

    fn field_sent(&mut self, field: &'t Tree, ty: &Ty, env: &Env<'t>) -> Result<Vec<Expr>> {
        let value = self.eval(field, env)?;
        self.fit(value, ty, field.span)
    }

    /// All fields: those that others may change between two steps are computed in the step that sends them.
    fn fields_sent(
        &mut self,
        known: Vec<Option<Vec<Expr>>>,
        message: &'t Pattern,
        declared: &[(String, Ty)],
        env: &Env<'t>,
    ) -> Result<Vec<Expr>> {
        let mut fields = Vec::new();
        for ((known, field), (_, ty)) in known.into_iter().zip(&message.fields).zip(declared) {
            fields.extend(known.map_or_else(|| self.field_sent(field, ty, env), Ok)?);
        }
        Ok(fields)
    }

    pub fn send(
        &mut self,
        message: &'t Pattern,
        to: &'t Target,
        span: Span,
        env: &Env<'t>,
    ) -> Result<()> {
        let kind = self.message_kind(&message.message.text, message.message.span)?;
        let declared = self.messages[usize::from(kind)].fields.clone();
        if declared.len() != message.fields.len() {
            let words = other_count(&message.message.text, declared.len(), message.fields.len());
            return self.error(Kind::WrongArguments, message.span, words);
        }
        let mut fields = Vec::new();
        for (field, (_, ty)) in message.fields.iter().zip(&declared) {
            let is_late = !self.touches(field, env) && self.names_ghost(field, env);
            fields.push(if is_late { None } else { Some(self.field_sent(field, ty, env)?) });
            let own = self.own_var(field, env);
            self.sent.extend(own);
        }
        let process = self.here.process.unwrap_or_default();
        let role = self.role_of(process);
        let (base, count) = (self.roles[role].base, self.roles[role].count);
        match to {
            Target::All | Target::AllOthers => {
                self.access();
                let fields = self.fields_sent(fields, message, &declared, env)?;
                for other in base..base + count {
                    if matches!(to, Target::All) || other != process {
                        let to = Expr::Const(other as i64);
                        self.emit(Instruction::Send {
                            kind,
                            from: None,
                            to,
                            fields: fields.clone(),
                        });
                    }
                }
            }
            Target::One(one) => {
                if let ExprKind::Name(name) = &one.kind
                    && self.sender.as_ref() == Some(name)
                {
                    self.answers.insert(kind);
                }
                let value = self.eval(one, env)?;
                let to = self.process_number(value, one.span)?;
                self.access();
                let fields = self.fields_sent(fields, message, &declared, env)?;
                self.emit(Instruction::Send { kind, from: None, to, fields });
            }
            Target::AllIn(set) => {
                let own = self.own_var(set, env);
                self.owed.extend(own);
                let value = self.set_value(set, env)?;
                let value = self.keep(value);
                let members = match value.ty {
                    // a single process
                    Ty::Scalar(_) => vec![(value, Expr::Const(1))],
                    _ => self.items_of(&value, set.span)?,
                };
                self.access();
                let fields = self.fields_sent(fields, message, &declared, env)?;
                for (member, condition) in members {
                    let to = self.process_number(member, set.span)?;
                    self.when(condition, |lower| {
                        lower.emit(Instruction::Send {
                            kind,
                            from: None,
                            to,
                            fields: fields.clone(),
                        });
                    });
                }
            }
        }
        let _ = span;
        Ok(())
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
