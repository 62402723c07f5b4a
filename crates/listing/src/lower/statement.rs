//! Statements.

use super::domain::{Ty, and, not, select, size};
use super::effects::OPERATIONS;
use super::place::Spot;
use super::{Bound, Env, Lower, Mode, Result, Val, bind, look_up};
use crate::diagnostic::{Found, Kind, nearest};
use crate::token::Span;
use crate::tree::{
    Block, DefineBody, Expr as Tree, ExprKind, Line, Name, Statement, StatementKind, Storage,
};
use program::ir::{self, End, Expr, FIELDS_MAX, Instruction, Place};

/// Whether a comment is more than the reason for a step.
pub fn is_sentence(comment: &str) -> bool {
    comment.ends_with('.')
}

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
        if let Some(strongly) = line.strongly {
            self.strongly(strongly)?;
        }
        self.program.lines.push((self.current, self.line_of(line.span)));
        let note = line.comment.as_deref().filter(|it| is_sentence(it));
        for statement in &line.statements {
            self.cache.clear();
            self.spend(1, statement.span)?;
            self.check_size(statement.span)?;
            match &statement.kind {
                StatementKind::If(branches) => self.branches(branches, note, env)?,
                _ => self.statement(statement, env)?,
            }
        }
        if !matches!(line.statements[..], [Statement { kind: StatementKind::If(_), .. }, ..]) {
            self.note(note);
        }
        Ok(())
    }

    /// The steps of the line in hand are taken if they are possible again and again.
    fn strongly(&mut self, span: Span) -> Result<()> {
        if self.here.mode != Mode::Stepped {
            let message = "This line is a part of a step, so it has no fairness of its own.";
            let help = "Write `strongly` before the rule, or before `atomic`.";
            return self.fail(Found::new(Kind::OutOfPlace, span, message).help(help));
        }
        self.program.strongly.insert(self.here.row);
        Ok(())
    }

    /// Readers see the sentence where this runs.
    pub fn note(&mut self, sentence: Option<&str>) {
        if let Some(sentence) = sentence {
            self.emit(Instruction::Event(ir::Told::Note(model::intern(sentence))));
        }
    }

    /// Steps from here on are those of this line.
    pub fn at_row(&mut self, span: Span) {
        if let Some(&row) = self.rows.get(&span.start) {
            self.here.row = row;
        }
    }

    fn statement(&mut self, statement: &'t Statement, env: &mut Env<'t>) -> Result<()> {
        let span = statement.span;
        match &statement.kind {
            StatementKind::Skip => Ok(()),
            StatementKind::Pause if self.here.mode == Mode::Atomic => {
                let message = "A `pause` is a step, and this is a part of one.";
                let help = "Leave it out, or end the `atomic` block before it.";
                self.fail(Found::new(Kind::OutOfPlace, span, message).help(help))
            }
            StatementKind::Pause => {
                self.pause();
                Ok(())
            }
            StatementKind::Assign { targets, values, until } => {
                if let Some(until) = until
                    && !matches!(&values[..], [Tree { kind: ExprKind::RowRead(_), .. }])
                {
                    let message = "`until` stands behind a read of a row.";
                    let help = "Wait with `await`, or repeat with `repeat: … until …`.";
                    return self.fail(Found::new(Kind::OutOfPlace, until.span, message).help(help));
                }
                self.assign(targets, values, span, env)?;
                match until {
                    // the read is no step where it gives something else
                    Some(until) if self.touches(until, env) => {
                        let message = "What ends a read is known without another access.";
                        self.error(Kind::OutOfPlace, until.span, message)
                    }
                    Some(until) => {
                        let holds = self.bool(until, env)?;
                        self.guard(holds);
                        Ok(())
                    }
                    None => Ok(()),
                }
            }
            StatementKind::Await(condition) => self.await_or_receive(condition, span, env),
            StatementKind::Receive { pattern, from } => self.receive(pattern, from.as_ref(), env),
            StatementKind::Atomic(body) => {
                let mode = self.here.mode;
                self.writes_last(body)?;
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
            StatementKind::If(branches) => self.branches(branches, None, env),
            StatementKind::While { condition, body } => self.while_loop(condition, body, span, env),
            StatementKind::Repeat { body, untils } => self.repeat(body, untils, span, env),
            StatementKind::ForEach { binder, filter, body } => {
                self.for_each(binder, filter.as_ref(), body, env)
            }
            StatementKind::Choose { binders, filter } => self.choose(binders, filter.as_ref(), env),
            StatementKind::Let(name, value) => {
                let kept = self.let_value(value, env)?;
                *env = bind(env, &name.text, Bound::Value(kept));
                Ok(())
            }
            StatementKind::Propose(value) => {
                let value = self.eval(value, env)?;
                self.note_proposal(&value);
                if let (Some(process), Some(ty)) = (self.here.process, self.proposal.clone())
                    && let Some(&slot) = self.proposal_slots.get(process)
                {
                    self.require_domain(&ty, "propose", span)?;
                    let parts = self.fit(value, &ty, span)?;
                    self.store_parts(slot, parts);
                    self.store_parts(slot - 1, vec![Expr::Const(1)]);
                }
                Ok(())
            }
            StatementKind::Decide(value) => self.decide(value, env),
            StatementKind::Free(cell) => self.free_cell(cell, env),
            StatementKind::RowWrite(all) => self.write_row(all, span, env),
            StatementKind::RowDelete(target) => self.delete_row(target, span, env),
            StatementKind::Call { name, arguments } => {
                self.call_statement(name, arguments, span, env)
            }
        }
    }

    /// A set or a list, where it is known of a value in braces or brackets which it is.
    pub fn definite(&mut self, value: Val, tree: &'t Tree, env: &Env<'t>) -> Result<Val> {
        match value.ty {
            Ty::Items if self.is_set(tree, env) => {
                let none = Val { ty: Ty::Items, parts: Vec::new(), items: Vec::new() };
                let (ty, members, _) = self.as_sets(value, none, tree.span)?;
                Ok(Val::one(ty, members))
            }
            Ty::Items => self.list_of(value.items, tree.span),
            _ => Ok(value),
        }
    }

    /// A value as it is now.
    fn let_value(&mut self, tree: &'t Tree, env: &Env<'t>) -> Result<Val> {
        let value = self.eval(tree, env)?;
        let value = self.definite(value, tree, env)?;
        let is_constant = value.parts.iter().all(|part| matches!(part, Expr::Const(_)));
        Ok(if is_constant { value } else { self.copy(value) })
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
            if OPERATIONS.contains(&name.text.as_str()) {
                let message = format!("`{}` has a result; assign it or test it.", name.text);
                let help = "Write `await …`, or assign it to a variable of the process: `got ← …`.";
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
        if let ([value], [_, _, ..]) = (values, targets)
            && let ExprKind::RowRead(row) = &value.kind
        {
            return self.assign_row(targets, row, value.span, env);
        }
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
        self.settle(&mut spots);
        // what is kept for properties costs no step
        let is_ghost = |it: &Spot| self.vars[it.var].storage == Storage::Ghost;
        let (mode, peeks) = (self.here.mode, self.here.peeks);
        if spots.iter().all(is_ghost) {
            (self.here.mode, self.here.peeks) = (Mode::Atomic, true);
        }
        let all = self.new_values(&spots, values, env);
        (self.here.mode, self.here.peeks) = (mode, peeks);
        for (spot, parts) in spots.iter().zip(all?) {
            self.store(spot, parts);
        }
        Ok(())
    }

    /// Of several variables, the indices are those before any of them is written.
    pub fn settle(&mut self, spots: &mut [Spot]) {
        for at in 1..spots.len() {
            let (before, rest) = spots.split_at_mut(at);
            let vars: Vec<usize> = before.iter().map(|spot| spot.var).collect();
            let Spot { offsets, indices, .. } = &mut rest[0];
            for (offset, _) in offsets {
                if !self.reads_any(offset, &vars) {
                    continue;
                }
                let Expr::Below(index, count) = offset.clone() else { continue };
                let kept = self.keep(Val::one(Ty::numbers(0, count - 1), offset.clone()));
                offset.clone_from(&kept.parts[0]);
                indices.iter_mut().filter(|it| **it == *index).for_each(|it| it.clone_from(offset));
            }
        }
    }

    /// Whether an index is read from one of these variables.
    fn reads_any(&self, index: &Expr, vars: &[usize]) -> bool {
        let holds = |var: &usize, slot: usize| {
            let var = &self.vars[*var];
            let count = size(&var.dims) * var.element.width(&self.records);
            var.bases.iter().any(|base| (*base..base + count).contains(&slot))
        };
        let mut reads = false;
        index.each_inner(&mut |part| {
            if let Expr::Load(place) = part {
                reads |= vars.iter().any(|var| holds(var, place.slot));
            }
        });
        reads
    }

    /// What is assigned to each of several variables.
    fn new_values(
        &mut self,
        spots: &[Spot],
        values: &'t [Tree],
        env: &Env<'t>,
    ) -> Result<Vec<Vec<Expr>>> {
        let mut all = Vec::new();
        for (spot, value) in spots.iter().zip(values) {
            let ty = match spot.dims.is_empty() {
                true => spot.ty.clone(),
                false => Ty::Array(spot.dims.clone(), spot.ty.clone().into()),
            };
            let new = self.eval(value, env)?;
            let parts = self.fit(new, &ty, value.span)?;
            all.push(match spots.len() {
                1 => parts,
                _ => self.keep(Val { ty, parts, items: Vec::new() }).parts,
            });
        }
        Ok(all)
    }

    pub fn not_assignable<T>(&mut self, target: &'t Tree, env: &Env<'t>) -> Result<T> {
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
            self.require_domain(&ty, "decide", span)?;
            let words = ty.words(self);
            let parts = self.fit(value, &ty, span)?;
            let told = ir::Told::Decide { value: parts.clone(), words };
            self.emit(Instruction::Event(told));
            let parts = self.irrevocable(process, ty, parts, span)?;
            self.store_parts(slot, parts);
        }
        self.stand_at("decided");
        self.ends_rule();
        Ok(())
    }

    /// What a process decides, or a fault if it has decided another value: a rule still runs then.
    fn irrevocable(
        &mut self,
        process: usize,
        ty: Ty,
        mut parts: Vec<Expr>,
        span: Span,
    ) -> Result<Vec<Expr>> {
        if !self.here.in_rule {
            return Ok(parts);
        }
        let Some(known) = self.decision_of(process, &ty) else { return Ok(parts) };
        let new = Val { ty, parts: parts.clone(), items: Vec::new() };
        let differs = not(self.equal(&known, &new, span)?);
        let is_revoked = and(self.is_in_section(process, "decided"), differs);
        if let Some(first) = parts.first_mut() {
            *first = select(is_revoked, Expr::Const(program::REVOKED), first.clone());
        }
        Ok(parts)
    }

    /// What is kept needs a domain, which a set or list that is written out has from its variable only.
    fn require_domain(&mut self, ty: &Ty, verb: &str, span: Span) -> Result<()> {
        if *ty != Ty::Items {
            return Ok(());
        }
        let message = "A set or list that is written out has no domain here.";
        let help = format!("Assign it to a variable of the process, and {verb} that.");
        self.fail(Found::new(Kind::NotYetSupported, span, message).help(help))
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
