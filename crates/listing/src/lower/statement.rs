//! Statements.

use super::domain::{Ty, binary, not, select};
use super::expr::meet;
use super::{Bound, Env, Lower, Mode, Result, Val, bind, look_up};
use crate::diagnostic::{Found, Kind, nearest};
use crate::token::Span;
use crate::tree::{
    Binder, Block, Branch, DefineBody, Expr as Tree, ExprKind, Line, Name, Pattern, Statement,
    StatementKind, Storage, Target, Until,
};
use program::ir::{self, End, Expr, FIELDS_MAX, Instruction, Place, SENDER};

impl<'t> Lower<'t> {
    pub fn lines(&mut self, block: &'t Block, env: &Env<'t>) -> Result<()> {
        let mut env = env.clone();
        let mut result = Ok(());
        for line in block {
            // the other lines are looked at even where one is wrong
            if self.line(line, &mut env).is_err() {
                result = Err(());
            }
        }
        result
    }

    fn line(&mut self, line: &'t Line, env: &mut Env<'t>) -> Result<()> {
        if !self.is_part(&line.with) {
            return Ok(());
        }
        self.at_row(line.span);
        for statement in &line.statements {
            self.cache.clear();
            self.check_size(statement.span)?;
            self.statement(statement, env)?;
        }
        Ok(())
    }

    /// Steps from here on are those of this line.
    fn at_row(&mut self, span: Span) {
        if let Some(&row) = self.rows.get(&span.start) {
            self.here.row = row;
        }
    }

    fn statement(&mut self, statement: &'t Statement, env: &mut Env<'t>) -> Result<()> {
        let span = statement.span;
        match &statement.kind {
            StatementKind::Skip => Ok(()),
            StatementKind::Pause => {
                self.pause();
                Ok(())
            }
            StatementKind::Assign { targets, values, until } => {
                if let Some(until) = until {
                    return self.later(until.span, "`until` behind an assignment");
                }
                self.assign(targets, values, span, env)
            }
            StatementKind::Await(condition) => self.await_or_receive(condition, span, env),
            StatementKind::Receive { pattern, from } => self.receive(pattern, from.as_ref(), env),
            StatementKind::Atomic(body) => {
                let mode = self.here.mode;
                self.access();
                self.here.mode = Mode::Atomic;
                let result = self.lines(body, env);
                self.here.mode = mode;
                result
            }
            StatementKind::Stop => {
                self.stop();
                Ok(())
            }
            StatementKind::Restart => {
                self.restart();
                Ok(())
            }
            StatementKind::Become(section) => self.go_to(section),
            StatementKind::Send { message, to } => self.send(message, to, span, env),
            StatementKind::If(branches) => self.branches(branches, env),
            StatementKind::While { condition, body } => self.while_loop(condition, body, span, env),
            StatementKind::Repeat { body, untils } => self.repeat(body, untils, span, env),
            StatementKind::ForEach { binder, filter, body } => {
                self.for_each(binder, filter.as_ref(), body, env)
            }
            StatementKind::Choose { binders, filter } => self.choose(binders, filter.as_ref(), env),
            StatementKind::Propose(value) => {
                let value = self.eval(value, env)?;
                self.note_proposal(&value);
                if let (Some(process), Some(ty)) = (self.here.process, self.proposal.clone())
                    && let Some(&slot) = self.proposal_slots.get(process)
                {
                    let parts = self.fit(value, &ty, span)?;
                    self.store_parts(slot, parts);
                }
                Ok(())
            }
            StatementKind::Decide(value) => self.decide(value, env),
            StatementKind::Free(_) => self.later(span, "`free`"),
            StatementKind::RowWrite(_) | StatementKind::RowDelete(_) => {
                self.later(span, "A replicated row")
            }
            StatementKind::Call { name, arguments } => {
                self.call_statement(name, arguments, span, env)
            }
        }
    }

    pub fn pause(&mut self) {
        if self.here.mode == Mode::Stepped {
            let point = self.point();
            self.here.is_open = false;
            let process = self.here.process.unwrap_or_default();
            self.program.processes[process].points[point].pauses = true;
        }
    }

    fn store_parts(&mut self, slot: usize, parts: Vec<Expr>) {
        for (nth, part) in parts.into_iter().enumerate() {
            self.emit(Instruction::Store(Place { slot: slot + nth, index: None }, part));
        }
    }

    fn call_statement(
        &mut self,
        name: &'t Name,
        arguments: &'t [Tree],
        span: Span,
        env: &Env<'t>,
    ) -> Result<()> {
        let Some(define) = self.find_define(&name.text) else {
            let is_operation =
                ["cas", "swap", "fetch_and_add", "test_and_set"].contains(&name.text.as_str());
            if is_operation {
                let message = format!("`{}` has a result; assign it or test it.", name.text);
                let help = "Write `x ← …` before it.";
                return self.fail(Found::new(Kind::NotAStatement, span, message).help(help));
            }
            let known = self.defines.iter().map(|it| it.name.text.as_str());
            let near = nearest(&name.text, known).map(str::to_owned);
            let message = format!("No definition is called `{}`.", name.text);
            let mut found = Found::new(Kind::UnknownName, name.span, message);
            found = match near {
                Some(near) => {
                    found.help(format!("Did you mean `{near}`?")).replace(name.span, near)
                }
                None => found.help("A statement begins with a word such as `await`, or assigns."),
            };
            return self.fail(found);
        };
        let DefineBody::Block(body) = &define.body else {
            // `define pass: other` with a block behind another name
            if let DefineBody::Expr(inner) = &define.body {
                let inner_env = self.arguments(define, arguments, span, env)?;
                let target = match &inner.kind {
                    ExprKind::Name(name) => Some((name.clone(), &[][..])),
                    ExprKind::Call(name, arguments) => Some((name.text.clone(), &arguments[..])),
                    _ => None,
                };
                if let Some((next, arguments)) = target
                    && let Some(next) = self.find_define(&next)
                {
                    self.here.depth += 1;
                    let result = self.call_statement(&next.name, arguments, inner.span, &inner_env);
                    self.here.depth -= 1;
                    return result;
                }
            }
            let message = format!("`{}` is a value, not a statement.", name.text);
            return self.error(Kind::NotAStatement, span, message);
        };
        let inner = self.arguments(define, arguments, span, env)?;
        self.here.depth += 1;
        let result = self.lines(body, &inner);
        self.here.depth -= 1;
        result
    }

    fn assign(
        &mut self,
        targets: &'t [Tree],
        values: &'t [Tree],
        span: Span,
        env: &Env<'t>,
    ) -> Result<()> {
        if targets.len() != values.len() {
            let message = format!(
                "{} variables are assigned, but there are {} values.",
                targets.len(),
                values.len()
            );
            return self.error(Kind::WrongArguments, span, message);
        }
        if let [target] = targets
            && let ExprKind::Name(name) = &target.kind
            && let Some(Bound::Value(bound)) = look_up(env, name)
            && !bound.parts.is_empty()
            && bound.parts.iter().all(|it| matches!(it, Expr::Temp(temp) if *temp > FIELDS_MAX))
        {
            // a name that was chosen or received can be changed
            let value = self.eval(&values[0], env)?;
            let parts = self.fit(value, &bound.ty, values[0].span)?;
            for (temp, part) in bound.parts.iter().zip(parts) {
                if let Expr::Temp(temp) = temp {
                    self.emit(Instruction::Set(*temp, part));
                }
            }
            return Ok(());
        }
        let mut spots = Vec::new();
        for target in targets {
            match self.spot(target, env)? {
                Some(spot) => spots.push(spot),
                None => return self.not_assignable(target, env),
            }
        }
        let mut all = Vec::new();
        for (spot, value) in spots.iter().zip(values) {
            let ty = match spot.dims.is_empty() {
                true => spot.ty.clone(),
                false => Ty::Array(spot.dims.clone(), spot.ty.clone().into()),
            };
            let new = self.eval(value, env)?;
            let parts = self.fit(new, &ty, value.span)?;
            all.push(match targets.len() {
                1 => parts,
                _ => self.keep(Val { ty, parts, items: Vec::new() }).parts,
            });
        }
        for (spot, parts) in spots.iter().zip(all) {
            self.store(spot, parts);
        }
        Ok(())
    }

    fn not_assignable<T>(&mut self, target: &'t Tree, env: &Env<'t>) -> Result<T> {
        if let ExprKind::Name(name) = &target.kind {
            let is_known = look_up(env, name).is_some()
                || self.options.iter().any(|it| it.name == *name)
                || self.find_define(name).is_some();
            if !is_known {
                return self.unknown_name(name, target.span);
            }
            let message = format!("`{name}` is no variable, so nothing can be assigned to it.");
            let help = "Declare a variable with `own` or `shared`.";
            return self.fail(Found::new(Kind::NotAssignable, target.span, message).help(help));
        }
        if let ExprKind::Index(base, _) | ExprKind::Field(base, _) = &target.kind {
            return self.not_assignable(base, env);
        }
        self.error(Kind::NotAssignable, target.span, "Nothing can be assigned to this.")
    }

    fn await_or_receive(
        &mut self,
        condition: &'t Tree,
        span: Span,
        env: &mut Env<'t>,
    ) -> Result<()> {
        let message = match &condition.kind {
            ExprKind::Name(name) => Some((name.clone(), &[][..])),
            ExprKind::Call(name, fields) => Some((name.text.clone(), &fields[..])),
            _ => None,
        };
        if let Some((name, fields)) = message
            && self.messages.iter().any(|it| it.name == name)
            && look_up(env, &name).is_none()
        {
            return self.receive_message(&name, condition.span, fields, None, env);
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
        let _ = span;
        self.await_steps(condition, env)
    }

    /// Reads in turn and begins again when the condition was false; a round that would begin again
    /// at once waits.
    fn await_steps(&mut self, condition: &'t Tree, env: &Env<'t>) -> Result<()> {
        let process = self.here.process.unwrap_or_default();
        let spins = self.here.spins;
        self.here.spins = true;
        let point = self.point();
        let (on, off) = (self.block(), self.block());
        let known = self.condition(condition, env, on, off);
        self.here.spins = spins;
        let points = &mut self.program.processes[process].points;
        if points.len() == point + 1 {
            points[point].spins = spins;
        }
        let (known, _) = known?;
        self.current = off;
        self.end(End::Retry(point));
        self.current = on;
        self.know((Vec::new(), known.1));
        self.here.is_open = false;
        Ok(())
    }

    fn receive(
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
            return self.error(Kind::OutOfPlace, span, message);
        }
        let point = self.add_point(None);
        self.end(End::Stop(point));
        let code = self.start();
        let process = self.here.process.unwrap_or_default();
        self.program.processes[process].points[point].receives.push((kind, code));
        self.here.is_open = false;
        if let Some(from) = from {
            let value = self.eval(from, env)?;
            let expected = self.process_number(value, from.span)?;
            let same = binary(ir::Binary::Equal, Expr::Temp(SENDER), expected);
            self.guard(same);
        }
        self.take_fields(kind, fields, span, env)
    }

    /// Goes on only if the condition is true; else the step is not possible.
    pub fn guard(&mut self, condition: Expr) {
        if condition == Expr::Const(1) {
            return;
        }
        let (on, off) = (self.block(), self.block());
        self.branch(condition, on, off);
        self.current = off;
        self.end(End::Blocked);
        self.current = on;
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
            let message = format!(
                "The message `{}` has {} fields, here are {}.",
                self.messages[usize::from(kind)].name,
                declared.len(),
                fields.len()
            );
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
            let is_variable =
                !self.here.in_rule && look_up(env, name).is_none() && self.find_var(name).is_some();
            if is_variable && let Some(spot) = self.spot(field, env)? {
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
    fn copy(&mut self, mut value: Val) -> Val {
        let mut slots = Vec::new();
        value.ty.slots(&self.records, &mut slots);
        for (part, slot) in value.parts.iter_mut().zip(slots) {
            let temp = self.temp_for(slot);
            let expr = std::mem::replace(part, Expr::Temp(temp));
            self.emit(Instruction::Set(temp, expr));
        }
        value
    }

    fn send(
        &mut self,
        message: &'t Pattern,
        to: &'t Target,
        span: Span,
        env: &Env<'t>,
    ) -> Result<()> {
        let kind = self.message_kind(&message.message.text, message.message.span)?;
        let declared = self.messages[usize::from(kind)].fields.clone();
        if declared.len() != message.fields.len() {
            let words = format!(
                "The message `{}` has {} fields, here are {}.",
                message.message.text,
                declared.len(),
                message.fields.len()
            );
            return self.error(Kind::WrongArguments, message.span, words);
        }
        let mut fields = Vec::new();
        for (field, (_, ty)) in message.fields.iter().zip(&declared) {
            let value = self.eval(field, env)?;
            fields.extend(self.fit(value, ty, field.span)?);
        }
        let process = self.here.process.unwrap_or_default();
        let role = self.role_of(process);
        let (base, count) = (self.roles[role].base, self.roles[role].count);
        match to {
            Target::All | Target::AllOthers => {
                self.access();
                for other in base..base + count {
                    if matches!(to, Target::All) || other != process {
                        let to = Expr::Const(other as i64);
                        self.emit(Instruction::Send { kind, to, fields: fields.clone() });
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
                self.emit(Instruction::Send { kind, to, fields });
            }
            Target::AllIn(set) => {
                let value = self.set_value(set, env)?;
                let value = self.keep(value);
                let members = self.items_of(&value, set.span)?;
                self.access();
                for (member, condition) in members {
                    let to = self.process_number(member, set.span)?;
                    self.when(condition, |lower| {
                        lower.emit(Instruction::Send { kind, to, fields: fields.clone() });
                    });
                }
            }
        }
        let _ = span;
        Ok(())
    }

    /// Does something only if the condition is true.
    pub fn when(&mut self, condition: Expr, body: impl FnOnce(&mut Self)) {
        if condition == Expr::Const(1) {
            return body(self);
        }
        if condition == Expr::Const(0) {
            return;
        }
        let (inside, behind) = (self.block(), self.block());
        self.branch(condition, inside, behind);
        self.current = inside;
        body(self);
        self.jump(behind);
        self.current = behind;
    }

    fn branches(&mut self, branches: &'t [Branch], env: &Env<'t>) -> Result<()> {
        let behind = self.block();
        let mut after: Option<super::expr::Known> = None;
        let mut result = Ok(());
        for branch in branches {
            if !self.is_part(&branch.with) {
                continue;
            }
            if branch.condition.is_some() {
                self.at_row(branch.span);
            }
            let (inside, next) = (self.block(), self.block());
            let (yes, no) = match &branch.condition {
                Some(condition) => match self.condition(condition, env, inside, next) {
                    Ok(known) => known,
                    Err(()) => {
                        result = Err(());
                        self.jump(inside);
                        (self.known(), self.known())
                    }
                },
                None => {
                    self.jump(inside);
                    (self.known(), self.known())
                }
            };
            self.current = inside;
            self.know(yes);
            if self.lines(&branch.body, env).is_err() {
                result = Err(());
            }
            self.jump(behind);
            let here = self.known();
            after = Some(match after {
                Some(after) => meet(after, here),
                None => here,
            });
            self.current = next;
            self.know(no);
            if branch.condition.is_none() {
                break;
            }
        }
        self.jump(behind);
        self.current = behind;
        let known = self.known();
        self.know(after.map_or(known.clone(), |after| meet(after, known)));
        result
    }

    fn loop_head(&mut self, span: Span) -> usize {
        let head = self.block();
        self.jump(head);
        self.current = head;
        self.cache.clear();
        self.here.is_open = false;
        self.loops.push((head, span));
        head
    }

    fn while_loop(
        &mut self,
        condition: &'t Tree,
        body: &'t Block,
        span: Span,
        env: &Env<'t>,
    ) -> Result<()> {
        let head = self.loop_head(span);
        let row = self.here.row;
        let (inside, behind) = (self.block(), self.block());
        let (yes, no) = self.condition(condition, env, inside, behind)?;
        self.current = inside;
        self.know(yes);
        let result = self.lines(body, env);
        self.jump(head);
        self.current = behind;
        self.know((Vec::new(), no.1));
        self.here.row = row;
        result
    }

    fn repeat(
        &mut self,
        body: &'t Block,
        untils: &'t [Until],
        span: Span,
        env: &Env<'t>,
    ) -> Result<()> {
        let head = self.loop_head(span);
        self.lines(body, env)?;
        let mut is_over = false;
        for until in untils {
            if !self.is_part(&until.with) {
                continue;
            }
            is_over = true;
            self.at_row(until.span);
            self.cache.clear();
            let next = self.block();
            let (yes, _) = self.condition(&until.condition, env, next, head)?;
            self.current = next;
            self.know((Vec::new(), yes.1));
        }
        if !is_over {
            self.jump(head);
            self.start();
        }
        Ok(())
    }

    fn for_each(
        &mut self,
        binder: &'t Binder,
        filter: Option<&'t Tree>,
        body: &'t Block,
        env: &Env<'t>,
    ) -> Result<()> {
        let row = self.here.row;
        for (inner, condition) in self.one_binder(binder, env)? {
            let behind = self.block();
            if condition != Expr::Const(1) {
                let inside = self.block();
                self.branch(condition, inside, behind);
                self.current = inside;
            }
            if let Some(filter) = filter {
                self.here.row = row;
                let inside = self.block();
                let (yes, _) = self.condition(filter, &inner, inside, behind)?;
                self.current = inside;
                self.know(yes);
            }
            self.lines(body, &inner)?;
            self.jump(behind);
            self.current = behind;
            self.cache.clear();
            self.here.is_open = false;
        }
        Ok(())
    }

    fn choose(
        &mut self,
        binders: &'t [Binder],
        filter: Option<&'t Tree>,
        env: &mut Env<'t>,
    ) -> Result<()> {
        if self.here.process.is_some_and(|it| self.program.processes[it].points.len() <= 3)
            && self.here.mode == Mode::Stepped
        {
            // an open outcome before the first access is a step of its own
            self.pause();
        }
        for binder in binders {
            let Some(domain) = &binder.domain else {
                let message = "Say from what to choose: `choose x in 0..2`.";
                return self.error(Kind::Expected, binder.span, message);
            };
            let members = self.members_of(domain, env)?;
            if members.is_empty() || members.len() > 64 {
                let message = "A choice is between one and 64 values.";
                return self.error(Kind::TooManyOutcomes, binder.span, message);
            }
            for name in &binder.names {
                let digit = self.temp();
                self.emit(Instruction::Choose(digit, members.len() as i64));
                let mut chosen: Option<(Val, Expr)> = None;
                for (at, (value, condition)) in members.iter().enumerate().rev() {
                    let Some((so_far, is_one)) = chosen else {
                        chosen = Some((value.clone(), condition.clone()));
                        continue;
                    };
                    let is_it =
                        binary(ir::Binary::Equal, Expr::Temp(digit), Expr::Const(at as i64));
                    let ty = self.join(value, &so_far, binder.span)?;
                    let new = self.fit(value.clone(), &ty, binder.span)?;
                    let old = self.fit(so_far, &ty, binder.span)?;
                    let parts = new.into_iter().zip(old);
                    let parts = parts.map(|(new, old)| select(is_it.clone(), new, old)).collect();
                    let value = Val { ty, parts, items: Vec::new() };
                    chosen = Some((value, select(is_it, condition.clone(), is_one)));
                }
                let Some((value, is_one)) = chosen else { continue };
                self.guard(is_one);
                let value = self.copy(value);
                let is_variable =
                    look_up(env, &name.text).is_none() && self.find_var(&name.text).is_some();
                if is_variable {
                    let var = self.find_var(&name.text).unwrap_or_default();
                    if self.vars[var].storage == Storage::Shared {
                        let message = "A choice goes to a variable of the process.";
                        return self.error(Kind::NotAssignable, name.span, message);
                    }
                    let spot = self.whole(var, name.span)?;
                    let parts = self.fit(value, &spot.ty.clone(), name.span)?;
                    self.store(&spot, parts);
                } else {
                    *env = bind(env, &name.text, Bound::Value(value));
                }
            }
            if let Some(unequal) = &binder.unequal {
                let other = self.eval(unequal, env)?;
                if let Some(Bound::Value(value)) = look_up(env, &binder.names[0].text) {
                    let same = self.equal(&value, &other, unequal.span)?;
                    self.guard(not(same));
                }
            }
        }
        if let Some(filter) = filter {
            let value = self.bool(filter, env)?;
            self.guard(value);
        }
        Ok(())
    }

    fn decide(&mut self, value: &'t Tree, env: &Env<'t>) -> Result<()> {
        let span = value.span;
        let value = self.eval(value, env)?;
        let value = self.keep(value);
        self.decision = Some(match self.decision.clone() {
            None => value.ty.clone(),
            Some(ty) => {
                let known = Val { ty, parts: Vec::new(), items: Vec::new() };
                self.join(&known, &value, span)?
            }
        });
        let process = self.here.process.unwrap_or_default();
        if let (Some(&slot), Some(ty)) = (self.decision_slots.get(process), self.decision.clone()) {
            let words = ty.words(&self.records, &self.symbols);
            let parts = self.fit(value, &ty, span)?;
            let told = ir::Told::Decide { value: parts.clone(), words };
            self.emit(Instruction::Event(told));
            self.store_parts(slot, parts);
        }
        self.stand_at("decided");
        Ok(())
    }

    fn note_proposal(&mut self, value: &Val) {
        if self.proposal.is_none() {
            self.proposal = Some(value.ty.clone());
        }
    }

    fn go_to(&mut self, section: &'t Name) -> Result<()> {
        let process = self.here.process.unwrap_or_default();
        let role = self.role_of(process);
        if !self.sections[role].contains(&section.text) {
            let known: Vec<String> = self.sections[role].clone();
            let message = format!("There is no section `{}` here.", section.text);
            let mut found = Found::new(Kind::UnknownSection, section.span, message);
            found = match nearest(&section.text, known.iter().map(String::as_str)) {
                Some(near) => {
                    found.help(format!("Did you mean `{near}`?")).replace(section.span, near)
                }
                None => found.help(format!("The sections are {}.", known.join(", "))),
            };
            return self.fail(found);
        }
        self.stand_at(&section.text);
        Ok(())
    }
}
