//! Expressions.

use super::domain::{Domain, Of, Ty, and, binary, is_symbol, not, or, select, unary};
use super::{Bound, Cache, Env, Lower, Mode, Result, Val, look_up};
use crate::diagnostic::{Found, Kind, nearest};
use crate::limits::DEFINITION_DEPTH_MAX;
use crate::token::Span;
use crate::tree::{Binary, Compare, DefineBody, Expr as Tree, ExprKind, Name, Quantifier, Storage};
use program::ir::{self, BlockId, Expr, Instruction, Place};

/// Beyond all numbers that an expression of numbers is thought to reach.
const FAR: i64 = 1 << 30;

/// What is known at the beginning of a block.
pub type Known = (Cache, bool);

impl<'t> Lower<'t> {
    pub fn bool(&mut self, expr: &'t Tree, env: &Env<'t>) -> Result<Expr> {
        let value = self.eval(expr, env)?;
        match value.ty {
            Ty::Bool => Ok(value.parts[0].clone()),
            _ => {
                let message = format!(
                    "Here something true or false is needed, and this is {}.",
                    self.say_ty(&value.ty)
                );
                self.error(Kind::NotABoolean, expr.span, message)
            }
        }
    }

    fn number(&mut self, value: &Val, span: Span) -> Result<Expr> {
        match &value.ty {
            Ty::Scalar(domain) if domain.has_numbers() => Ok(value.parts[0].clone()),
            _ => {
                let message =
                    format!("Here a number is needed, and this is {}.", self.say_ty(&value.ty));
                self.error(Kind::NotANumber, span, message)
            }
        }
    }

    pub fn eval(&mut self, expr: &'t Tree, env: &Env<'t>) -> Result<Val> {
        self.check_size(expr.span)?;
        self.deeper(expr.span, |lower| lower.eval_here(expr, env))
    }

    fn eval_here(&mut self, expr: &'t Tree, env: &Env<'t>) -> Result<Val> {
        match &expr.kind {
            ExprKind::Number(value) => Ok(Val::number(*value)),
            ExprKind::Name(name) => self.name(name, expr, env),
            ExprKind::Index(base, indices) => {
                if let Some(value) = self.implicit(base, indices, env)? {
                    return Ok(value);
                }
                if let Some(spot) = self.spot(expr, env)? {
                    return Ok(self.load(&spot));
                }
                let mut value = self.eval(base, env)?;
                for index in indices {
                    value = self.element(value, index, env)?;
                }
                Ok(value)
            }
            ExprKind::Field(base, name) => {
                if let Some(spot) = self.spot(expr, env)? {
                    return Ok(self.load(&spot));
                }
                let value = self.eval(base, env)?;
                self.field_of(value, name)
            }
            ExprKind::Call(name, arguments) => self.call(name, arguments, expr, env),
            ExprKind::Tuple(all) => {
                let (mut tys, mut parts) = (Vec::new(), Vec::new());
                for one in all {
                    let value = self.eval(one, env)?;
                    tys.push(value.ty);
                    parts.extend(value.parts);
                }
                Ok(Val { ty: Ty::Tuple(tys), parts, items: Vec::new() })
            }
            ExprKind::List(all) | ExprKind::Set(all) => {
                let mut items = Vec::new();
                for one in all {
                    items.push((self.eval(one, env)?, Expr::Const(1)));
                }
                Ok(Val { ty: Ty::Items, parts: Vec::new(), items })
            }
            ExprKind::Not(inner) => {
                if self.steps(inner, env) {
                    return self.flow(expr, env);
                }
                Ok(Val::bool(not(self.bool(inner, env)?)))
            }
            ExprKind::Minus(inner) => {
                let value = self.eval(inner, env)?;
                let part = self.number(&value, inner.span)?;
                let ty = match &value.ty {
                    Ty::Scalar(it) => Ty::numbers(-it.high, -it.low),
                    _ => value.ty,
                };
                Ok(Val::one(ty, unary(ir::Unary::Minus, part)))
            }
            ExprKind::Binary(Binary::And | Binary::Or, left, right) => {
                if self.steps(right, env) {
                    return self.flow(expr, env);
                }
                let one = self.bool(left, env)?;
                let other = self.bool(right, env)?;
                Ok(Val::bool(match &expr.kind {
                    ExprKind::Binary(Binary::And, ..) => and(one, other),
                    _ => or(one, other),
                }))
            }
            ExprKind::Binary(operator, left, right) => {
                let (one, other) = (self.eval(left, env)?, self.eval(right, env)?);
                self.combine(*operator, one, other, expr.span)
            }
            ExprKind::Compare(operands, signs) => self.compare(operands, signs, env),
            ExprKind::IsFree(_) => self.later(expr.span, "`is free`"),
            ExprKind::If { then, condition, otherwise } => {
                self.conditional(then, condition, otherwise, env)
            }
            ExprKind::Implies { from, to, always } => {
                if *always {
                    let message = "`⇒ always` stands only in a property.";
                    return self.error(Kind::OutOfPlace, expr.span, message);
                }
                let from = self.bool(from, env)?;
                Ok(Val::bool(or(not(from), self.bool(to, env)?)))
            }
            ExprKind::Quantified(quantifier, binders, body) => {
                self.quantified(*quantifier, binders, body, expr, env)
            }
            ExprKind::SetOf { element, binders, filter } => {
                let mut items = Vec::new();
                for (inner, mut condition) in self.members(binders, env)? {
                    if let Some(filter) = filter {
                        condition = and(condition, self.bool(filter, &inner)?);
                    }
                    let value = match element {
                        Some(element) => self.eval(element, &inner)?,
                        None => match look_up(&inner, &binders[0].names[0].text) {
                            Some(Bound::Value(value)) => value,
                            _ => Val::number(0),
                        },
                    };
                    if condition != Expr::Const(0) {
                        items.push((value, condition));
                    }
                }
                Ok(Val { ty: Ty::Items, parts: Vec::new(), items })
            }
            ExprKind::ListOf { .. } => self.later(expr.span, "A filtered list"),
            ExprKind::Sort(..) => self.later(expr.span, "`sort`"),
            ExprKind::New(_) => self.later(expr.span, "`new`"),
            ExprKind::RowRead(_) => self.later(expr.span, "`read` of a replicated row"),
        }
    }

    /// Whether an expression takes steps here.
    pub fn steps(&mut self, expr: &'t Tree, env: &Env<'t>) -> bool {
        self.here.mode == Mode::Stepped && self.touches(expr, env)
    }

    /// A condition with steps, as a value.
    pub fn flow(&mut self, expr: &'t Tree, env: &Env<'t>) -> Result<Val> {
        let (yes, no, behind) = (self.block(), self.block(), self.block());
        let known = self.condition(expr, env, yes, no)?;
        let temp = self.temp_for(super::domain::slot(Vec::new(), 0, 1));
        for (block, value) in [(yes, 1), (no, 0)] {
            self.current = block;
            self.emit(Instruction::Set(temp, Expr::Const(value)));
            self.jump(behind);
        }
        self.current = behind;
        self.know(meet(known.0, known.1));
        Ok(Val::bool(Expr::Temp(temp)))
    }

    pub fn known(&self) -> Known {
        (self.cache.clone(), self.here.is_open)
    }

    pub fn know(&mut self, known: Known) {
        (self.cache, self.here.is_open) = known;
    }

    /// Goes on at one block if the condition is true, at another if it is false, and stops reading
    /// when that is known.
    pub fn condition(
        &mut self,
        expr: &'t Tree,
        env: &Env<'t>,
        yes: BlockId,
        no: BlockId,
    ) -> Result<(Known, Known)> {
        self.check_size(expr.span)?;
        if !self.steps(expr, env) {
            let value = self.bool(expr, env)?;
            self.branch(value, yes, no);
            return Ok((self.known(), self.known()));
        }
        match &expr.kind {
            ExprKind::Not(inner) => {
                let (t, f) = self.condition(inner, env, no, yes)?;
                Ok((f, t))
            }
            ExprKind::Binary(Binary::And, left, right) => {
                let next = self.block();
                let (t, f) = self.condition(left, env, next, no)?;
                self.current = next;
                self.know(t);
                let (t, other) = self.condition(right, env, yes, no)?;
                Ok((t, meet(f, other)))
            }
            ExprKind::Binary(Binary::Or, left, right) => {
                let next = self.block();
                let (t, f) = self.condition(left, env, yes, next)?;
                self.current = next;
                self.know(f);
                let (other, f) = self.condition(right, env, yes, no)?;
                Ok((meet(t, other), f))
            }
            ExprKind::Quantified(it @ (Quantifier::All | Quantifier::Some), binders, body) => {
                let is_all = *it == Quantifier::All;
                let mut early: Option<Known> = None;
                for (inner, condition) in self.members(binders, env)? {
                    let next = self.block();
                    if condition != Expr::Const(1) {
                        let counts = self.block();
                        self.branch(condition, counts, next);
                        self.current = counts;
                    }
                    let before = self.known();
                    let (t, f) = match is_all {
                        true => self.condition(body, &inner, next, no)?,
                        false => self.condition(body, &inner, yes, next)?,
                    };
                    let (on, off) = if is_all { (t, f) } else { (f, t) };
                    early = Some(match early {
                        Some(early) => meet(early, off),
                        None => off,
                    });
                    self.current = next;
                    self.know(meet(on, before));
                }
                let known = self.known();
                self.jump(if is_all { yes } else { no });
                let early = early.unwrap_or_else(|| known.clone());
                Ok(if is_all { (known, early) } else { (early, known) })
            }
            ExprKind::Name(name) => match look_up(env, name) {
                Some(Bound::Alias(inner, env)) => self.condition(inner, &env, yes, no),
                _ => self.condition_of_define(name, &[], expr, env, yes, no),
            },
            ExprKind::Call(name, arguments) => {
                self.condition_of_define(&name.text, arguments, expr, env, yes, no)
            }
            _ => self.plain_condition(expr, env, yes, no),
        }
    }

    fn condition_of_define(
        &mut self,
        name: &str,
        arguments: &'t [Tree],
        expr: &'t Tree,
        env: &Env<'t>,
        yes: BlockId,
        no: BlockId,
    ) -> Result<(Known, Known)> {
        let define = if self.find_var(name).is_some() { None } else { self.find_define(name) };
        let Some((define, DefineBody::Expr(body))) = define.map(|it| (it, &it.body)) else {
            return self.plain_condition(expr, env, yes, no);
        };
        let inner = self.arguments(define, arguments, expr.span, env)?;
        self.here.depth += 1;
        let known = self.condition(body, &inner, yes, no);
        self.here.depth -= 1;
        known
    }

    fn plain_condition(
        &mut self,
        expr: &'t Tree,
        env: &Env<'t>,
        yes: BlockId,
        no: BlockId,
    ) -> Result<(Known, Known)> {
        let value = self.bool(expr, env)?;
        self.branch(value, yes, no);
        Ok((self.known(), self.known()))
    }

    /// Whether an expression reads a shared variable in a step.
    pub fn touches(&mut self, expr: &'t Tree, env: &Env<'t>) -> bool {
        let found = self.found.len();
        let touches = self.deeper(expr.span, |lower| Ok(lower.touches_here(expr, env)));
        // what is wrong is found again when it is evaluated
        self.found.truncate(found);
        touches.unwrap_or(true)
    }

    fn touches_here(&mut self, expr: &'t Tree, env: &Env<'t>) -> bool {
        match &expr.kind {
            ExprKind::Number(_) | ExprKind::New(_) => false,
            ExprKind::Name(name) => match look_up(env, name) {
                Some(Bound::Alias(inner, env)) => self.touches(inner, &env),
                Some(Bound::Value(_)) => false,
                None if self.options.iter().any(|it| it.name == *name) => false,
                None => match self.find_var(name) {
                    Some(var) => self.vars[var].storage == Storage::Shared,
                    None => self.define_touches(name, &[], expr.span, env),
                },
            },
            ExprKind::Index(base, indices) => {
                if indices.iter().any(|it| self.touches(it, env)) {
                    return true;
                }
                if !self.touches(base, env) {
                    return false;
                }
                // an own element of an array that only its processes write
                let (ExprKind::Name(name), Some(process)) = (&base.kind, self.here.process) else {
                    return true;
                };
                let var = match look_up(env, name) {
                    None => self.find_var(name),
                    Some(_) => None,
                };
                let Some(var) = var.filter(|it| self.free.contains(it)) else { return true };
                let index = self.speculate(|lower| lower.eval(&indices[0], env));
                let own = self.own_index(var, process);
                let Ok(index) = index else { return true };
                let by = match (&index.ty, self.vars[var].dims[0].of) {
                    (Ty::Scalar(Domain { of: Of::Role(role), .. }), Of::Processes) => {
                        self.roles[*role].base as i64
                    }
                    _ => 0,
                };
                index.constant().map(|it| it + by) != Some(own)
            }
            ExprKind::Call(name, arguments) => {
                if name.text == "in_transit" {
                    return false;
                }
                arguments.iter().any(|it| !is_reference(it) && self.touches(it, env))
                    || matches!(
                        name.text.as_str(),
                        "cas" | "swap" | "fetch_and_add" | "test_and_set"
                    )
                    || self.define_touches(&name.text, arguments, expr.span, env)
            }
            ExprKind::Field(base, _)
            | ExprKind::Not(base)
            | ExprKind::Minus(base)
            | ExprKind::IsFree(base)
            | ExprKind::Sort(base, _)
            | ExprKind::RowRead(base) => self.touches(base, env),
            ExprKind::Tuple(all) | ExprKind::List(all) | ExprKind::Set(all) => {
                all.iter().any(|it| self.touches(it, env))
            }
            ExprKind::Compare(all, _) => all.iter().any(|it| self.touches(it, env)),
            ExprKind::Binary(_, left, right) => self.touches(left, env) || self.touches(right, env),
            ExprKind::Implies { from, to, .. } => self.touches(from, env) || self.touches(to, env),
            ExprKind::If { then, condition, otherwise } => match self.if_constant(condition, env) {
                Some(0) => self.touches(otherwise, env),
                Some(_) => self.touches(then, env),
                None => {
                    self.touches(condition, env)
                        || self.touches(then, env)
                        || self.touches(otherwise, env)
                }
            },
            ExprKind::Quantified(_, binders, body) => {
                match self.speculate(|lower| lower.members(binders, env)) {
                    Ok(all) => all.iter().any(|(inner, _)| self.touches(body, inner)),
                    Err(()) => true,
                }
            }
            ExprKind::SetOf { element, binders, filter } => {
                let members = self.speculate(|lower| lower.members(binders, env));
                let members = members.unwrap_or_default();
                members.iter().any(|(inner, _)| {
                    element.as_ref().is_some_and(|it| self.touches(it, inner))
                        || filter.as_ref().is_some_and(|it| self.touches(it, inner))
                })
            }
            ExprKind::ListOf { .. } => true,
        }
    }

    /// The value of a condition if it is known before the program runs.
    pub fn if_constant(&mut self, condition: &'t Tree, env: &Env<'t>) -> Option<i64> {
        let found = self.found.len();
        let value = self.speculate(|lower| lower.eval(condition, env));
        self.found.truncate(found);
        value.ok().and_then(|it| it.constant())
    }

    fn define_touches(
        &mut self,
        name: &str,
        arguments: &'t [Tree],
        span: Span,
        env: &Env<'t>,
    ) -> bool {
        let Some(define) = self.find_define(name) else {
            return arguments.iter().any(|it| self.touches(it, env));
        };
        let DefineBody::Expr(body) = &define.body else { return true };
        if self.here.depth >= DEFINITION_DEPTH_MAX {
            return true;
        }
        let found = self.found.len();
        let Ok(inner) = self.arguments(define, arguments, span, env) else {
            self.found.truncate(found);
            return true;
        };
        self.here.depth += 1;
        let touches = self.touches(body, &inner);
        self.here.depth -= 1;
        touches
    }

    pub fn unknown_name<T>(&mut self, name: &str, span: Span) -> Result<T> {
        let mut known: Vec<String> = self.vars.iter().map(|it| it.name.clone()).collect();
        known.extend(self.options.iter().map(|it| it.name.clone()));
        known.extend(self.defines.iter().map(|it| it.name.text.clone()));
        known.extend(self.sections.iter().flatten().cloned());
        known.extend(self.roles.iter().map(|it| it.noun.clone()));
        known.extend(self.symbols.iter().cloned());
        known.extend(self.roles.iter().filter_map(|it| it.number.clone()));
        let message = format!("Nothing is called `{name}`.");
        let mut found = Found::new(Kind::UnknownName, span, message);
        found = match nearest(name, known.iter().map(String::as_str)) {
            Some(near) => found.help(format!("Did you mean `{near}`?")).replace(span, near),
            None => found.help("Declare it, or mend its spelling."),
        };
        self.fail(found)
    }

    fn name(&mut self, name: &str, expr: &'t Tree, env: &Env<'t>) -> Result<Val> {
        match look_up(env, name) {
            Some(Bound::Alias(inner, env)) => return self.eval(inner, &env),
            Some(Bound::Value(value)) => return Ok(value),
            None => {}
        }
        match name {
            "true" => return Ok(Val::bool(Expr::Const(1))),
            "false" => return Ok(Val::bool(Expr::Const(0))),
            _ => {}
        }
        if let Some(option) = self.options.iter().find(|it| it.name == name) {
            let value = option.values[option.chosen].1;
            return Ok(match () {
                () if option.is_bool => Val::bool(Expr::Const(value)),
                () if is_symbol(value) => {
                    Val::one(Ty::Scalar(Domain::symbol(value)), Expr::Const(value))
                }
                () => Val::number(value),
            });
        }
        if name == "self" {
            let Some(process) = self.here.process else {
                let message = "`self` is a process, and a property is none’s.";
                return self.error(Kind::OutOfPlace, expr.span, message);
            };
            let domain = self.role_domain(self.role_of(process));
            return Ok(Val::one(Ty::Scalar(domain), Expr::Const(self.my_number() as i64)));
        }
        if let Some(spot) = self.spot(expr, env)? {
            return Ok(self.load(&spot));
        }
        if let Some(define) = self.find_define(name) {
            return self.use_define(define, &[], expr, env);
        }
        if let Some(process) = self.here.process.filter(|_| self.here.mode != Mode::Query) {
            let role = self.role_of(process);
            if self.sections.get(role).is_some_and(|all| all.iter().any(|it| it == name)) {
                return Ok(Val::bool(self.is_in_section(process, name)));
            }
        }
        if !self.sections.is_empty()
            && let Some(set) = self.section_set(name)
        {
            return Ok(set);
        }
        if let Some(role) = self.roles.iter().position(|it| it.noun == name) {
            let domain = self.role_domain(role);
            // a role with one process stands for it, too
            if self.roles[role].number.is_none() {
                return Ok(Val::one(Ty::Scalar(domain), Expr::Const(0)));
            }
            let all = Expr::Const((1i64 << domain.count()) - 1);
            return Ok(Val::one(Ty::Set(Box::new(Ty::Scalar(domain))), all));
        }
        if name == "process" {
            let domain = self.process_domain();
            let all = Expr::Const((1i64 << domain.count()) - 1);
            return Ok(Val::one(Ty::Set(Box::new(Ty::Scalar(domain))), all));
        }
        if name == "others" && self.here.process.is_some() {
            let domain = self.role_domain(self.role_of(self.here.process.unwrap_or_default()));
            let all = ((1i64 << domain.count()) - 1) & !(1 << self.my_number());
            return Ok(Val::one(Ty::Set(Box::new(Ty::Scalar(domain))), Expr::Const(all)));
        }
        if let Some(symbol) = self.known_symbol(name) {
            return Ok(Val::one(Ty::Scalar(Domain::symbol(symbol)), Expr::Const(symbol)));
        }
        self.unknown_name(name, expr.span)
    }

    pub fn use_define(
        &mut self,
        define: &'t crate::tree::Define,
        arguments: &'t [Tree],
        expr: &'t Tree,
        env: &Env<'t>,
    ) -> Result<Val> {
        let DefineBody::Expr(body) = &define.body else {
            let message = format!("`{}` is a block of statements, not a value.", define.name.text);
            return self.error(Kind::NotAnExpression, expr.span, message);
        };
        let inner = self.arguments(define, arguments, expr.span, env)?;
        self.here.depth += 1;
        let value = self.eval(body, &inner);
        self.here.depth -= 1;
        value
    }

    /// `decision[i]`
    fn implicit(
        &mut self,
        base: &'t Tree,
        indices: &'t [Tree],
        env: &Env<'t>,
    ) -> Result<Option<Val>> {
        let ExprKind::Name(name) = &base.kind else { return Ok(None) };
        if name != "decision" || self.find_var(name).is_some() || indices.len() != 1 {
            return Ok(None);
        }
        let number = self.eval(&indices[0], env)?;
        let domain = Ty::Scalar(self.process_domain());
        let at = self.fit(number, &domain, indices[0].span)?.swap_remove(0);
        let (Expr::Const(at), Some(ty)) = (at, self.decision.clone()) else {
            let message = "No process decides anything.";
            return self.error(Kind::UnknownName, base.span, message).map(Some);
        };
        Ok(self.decision_of(at as usize, &ty))
    }

    /// What a process has decided.
    pub fn decision_of(&self, process: usize, ty: &Ty) -> Option<Val> {
        let slot = *self.decision_slots.get(process)?;
        let width = ty.width(&self.records);
        let parts =
            (0..width).map(|nth| Expr::Load(Place { slot: slot + nth, index: None })).collect();
        Some(Val { ty: ty.clone(), parts, items: Vec::new() })
    }

    /// An element of a value that is no variable.
    fn element(&mut self, value: Val, index: &'t Tree, env: &Env<'t>) -> Result<Val> {
        let Ty::Array(dims, element) = value.ty.clone() else {
            let message = format!("{} has no elements.", self.say_ty(&value.ty));
            return self.error(Kind::NotAnArray, index.span, message);
        };
        let at = self.eval(index, env)?;
        let at = self.fit(at, &Ty::Scalar(dims[0].clone()), index.span)?.swap_remove(0);
        let at = self.simple(at);
        let at = dims[0].ordinal(&at);
        let rest = dims[1..].to_vec();
        let ty = match rest.is_empty() {
            true => *element,
            false => Ty::Array(rest, element),
        };
        let width = ty.width(&self.records);
        let chunks: Vec<Vec<Expr>> = value.parts.chunks(width).map(<[Expr]>::to_vec).collect();
        if let Expr::Const(at) = at {
            let parts = chunks.get(at as usize).cloned().unwrap_or_default();
            return Ok(Val { ty, parts, items: Vec::new() });
        }
        let at = self.simple(Expr::Below(at.into(), chunks.len() as i64));
        let parts = (0..width).map(|nth| {
            let all = chunks.iter().enumerate().rev();
            let mut chosen: Option<Expr> = None;
            for (place, chunk) in all {
                let is_it = binary(ir::Binary::Equal, at.clone(), Expr::Const(place as i64));
                chosen = Some(match chosen {
                    None => chunk[nth].clone(),
                    Some(rest) => select(is_it, chunk[nth].clone(), rest),
                });
            }
            chosen.unwrap_or(Expr::Const(0))
        });
        let parts = parts.collect();
        Ok(Val { ty, parts, items: Vec::new() })
    }

    fn field_of(&mut self, value: Val, name: &Name) -> Result<Val> {
        let Ty::Record(id) = value.ty else {
            let message = format!("{} has no fields.", self.say_ty(&value.ty));
            return self.error(Kind::UnknownName, name.span, message);
        };
        let mut at = 0;
        for (field, ty) in self.records[id].fields.clone() {
            let width = ty.width(&self.records);
            if field == name.text {
                let parts = value.parts[at..at + width].to_vec();
                return Ok(Val { ty, parts, items: Vec::new() });
            }
            at += width;
        }
        let message = format!("The record has no field `{}`.", name.text);
        self.error(Kind::UnknownName, name.span, message)
    }

    fn combine(&mut self, operator: Binary, left: Val, right: Val, span: Span) -> Result<Val> {
        let is_many = |it: &Val| matches!(it.ty, Ty::Set(_) | Ty::Items | Ty::List(..));
        if is_many(&left) || is_many(&right) {
            return self.combine_sets(operator, left, right, span);
        }
        let (one, other) = (self.number(&left, span)?, self.number(&right, span)?);
        let operator = match operator {
            Binary::Add => ir::Binary::Add,
            Binary::Subtract => ir::Binary::Subtract,
            Binary::Multiply => ir::Binary::Multiply,
            Binary::Divide => ir::Binary::Divide,
            _ => ir::Binary::Modulo,
        };
        let ty = arithmetic(operator, &left.ty, &right.ty);
        Ok(Val::one(ty, binary(operator, one, other)))
    }

    fn combine_sets(
        &mut self,
        operator: Binary,
        mut left: Val,
        right: Val,
        span: Span,
    ) -> Result<Val> {
        let is_list = matches!(left.ty, Ty::List(..)) || matches!(right.ty, Ty::List(..));
        match operator {
            Binary::Add if is_list => self.concatenate(&left, &right, span),
            Binary::Add if left.ty == Ty::Items && right.ty == Ty::Items => {
                left.items.extend(right.items);
                Ok(left)
            }
            Binary::Add if !self.fits_set(&left, &right) => {
                let mut items = self.items_of(&left, span)?;
                items.extend(self.items_of(&right, span)?);
                Ok(Val { ty: Ty::Items, parts: Vec::new(), items })
            }
            Binary::Add | Binary::Subtract if !is_list => {
                let operator = match operator {
                    Binary::Add => ir::Binary::Or,
                    _ => ir::Binary::Without,
                };
                let (ty, one, other) = self.as_sets(left, right, span)?;
                Ok(Val::one(ty, binary(operator, one, other)))
            }
            _ => {
                let message = "Sets know `+`, `−`, `in` and `⊆`; lists know `+`.";
                self.error(Kind::NotANumber, span, message)
            }
        }
    }

    fn compare(&mut self, operands: &'t [Tree], signs: &[Compare], env: &Env<'t>) -> Result<Val> {
        let option = operands.iter().find_map(|it| match &it.kind {
            ExprKind::Name(name) if look_up(env, name).is_none() => {
                self.options.iter().position(|option| option.name == *name)
            }
            _ => None,
        });
        let mut values = Vec::new();
        for (at, operand) in operands.iter().enumerate() {
            let is_set = at > 0 && matches!(signs[at - 1], Compare::In | Compare::NotIn);
            values.push(match option {
                Some(option) => self.beside_option(operand, option, env)?,
                None if is_set => self.set_value(operand, env)?,
                None => self.eval(operand, env)?,
            });
        }
        let mut all = Expr::Const(1);
        for (at, sign) in signs.iter().enumerate() {
            let span = operands[at].span.to(operands[at + 1].span);
            let one = self.compare_two(*sign, &values[at], &values[at + 1], span)?;
            all = and(all, one);
        }
        Ok(Val::bool(all))
    }

    /// Next to an option, a name is one of its values.
    fn beside_option(&mut self, expr: &'t Tree, option: usize, env: &Env<'t>) -> Result<Val> {
        match &expr.kind {
            ExprKind::Name(name) if *name != self.options[option].name => {
                let it = &self.options[option];
                let Some((_, value)) = it.values.iter().find(|it| it.0 == *name) else {
                    if self.is_known(name, env) {
                        return self.eval(expr, env);
                    }
                    return self.unknown_value(name, option, expr.span);
                };
                let value = *value;
                Ok(match it.is_bool {
                    true => Val::bool(Expr::Const(value)),
                    false if !is_symbol(value) => Val::number(value),
                    false => Val::one(Ty::Scalar(Domain::symbol(value)), Expr::Const(value)),
                })
            }
            ExprKind::Set(all) => {
                let mut items = Vec::new();
                for one in all {
                    items.push((self.beside_option(one, option, env)?, Expr::Const(1)));
                }
                Ok(Val { ty: Ty::Items, parts: Vec::new(), items })
            }
            _ => self.eval(expr, env),
        }
    }

    pub fn unknown_value<T>(&mut self, name: &str, option: usize, span: Span) -> Result<T> {
        let option = &self.options[option];
        let all: Vec<&str> = option.values.iter().map(|it| it.0.as_str()).collect();
        let message = format!(
            "The option `{}` has no value `{name}`; it has {}.",
            option.name,
            all.join(", ")
        );
        let mut found = Found::new(Kind::UnknownOptionValue, span, message);
        if let Some(near) = nearest(name, all.iter().copied()) {
            found = found.help(format!("Did you mean `{near}`?")).replace(span, near);
        }
        self.fail(found)
    }

    fn compare_two(&mut self, sign: Compare, left: &Val, right: &Val, span: Span) -> Result<Expr> {
        match sign {
            Compare::Equal => self.equal(left, right, span),
            Compare::NotEqual => Ok(not(self.equal(left, right, span)?)),
            Compare::In => self.member(left, right, span),
            Compare::NotIn => Ok(not(self.member(left, right, span)?)),
            Compare::Subset => {
                let (_, one, other) = self.as_sets(left.clone(), right.clone(), span)?;
                let rest = binary(ir::Binary::Without, one, other);
                Ok(binary(ir::Binary::Equal, rest, Expr::Const(0)))
            }
            Compare::Less | Compare::LessEqual => {
                self.less(left, right, sign == Compare::LessEqual, span)
            }
            Compare::Greater | Compare::GreaterEqual => {
                self.less(right, left, sign == Compare::GreaterEqual, span)
            }
        }
    }

    fn less(&mut self, left: &Val, right: &Val, or_equal: bool, span: Span) -> Result<Expr> {
        match (&left.ty, &right.ty) {
            (Ty::Tuple(a), Ty::Tuple(b)) if a.len() == b.len() => {
                let is_flat = left.parts.len() == a.len() && right.parts.len() == b.len();
                if !is_flat {
                    return self.no_order(span);
                }
                let operator = if or_equal { ir::Binary::LessEqual } else { ir::Binary::Less };
                let last = a.len() - 1;
                let mut simple = |it: &Val| -> Vec<Expr> {
                    it.parts.iter().map(|part| self.simple(part.clone())).collect()
                };
                let (left, right) = (simple(left), simple(right));
                let mut all = binary(operator, left[last].clone(), right[last].clone());
                for at in (0..last).rev() {
                    let (x, y) = (left[at].clone(), right[at].clone());
                    let same = binary(ir::Binary::Equal, x.clone(), y.clone());
                    all = or(binary(ir::Binary::Less, x, y), and(same, all));
                }
                Ok(all)
            }
            (Ty::Scalar(a), Ty::Scalar(b)) if a.has_numbers() && b.has_numbers() => {
                let operator = if or_equal { ir::Binary::LessEqual } else { ir::Binary::Less };
                Ok(binary(operator, left.parts[0].clone(), right.parts[0].clone()))
            }
            _ => self.no_order(span),
        }
    }

    fn no_order<T>(&mut self, span: Span) -> Result<T> {
        let message = "Only numbers, and tuples of numbers, are higher or lower.";
        let help = "Symbols such as `none` have no order; compare them with `=` or `≠`.";
        self.fail(Found::new(Kind::NoOrder, span, message).help(help))
    }

    fn conditional(
        &mut self,
        then: &'t Tree,
        condition: &'t Tree,
        otherwise: &'t Tree,
        env: &Env<'t>,
    ) -> Result<Val> {
        if !self.steps(condition, env) {
            let value = self.bool(condition, env)?;
            if let Expr::Const(value) = value {
                return self.eval(if value == 0 { otherwise } else { then }, env);
            }
            if !self.steps(then, env) && !self.steps(otherwise, env) {
                let (one, other) = (self.eval(then, env)?, self.eval(otherwise, env)?);
                return self.either(value, one, other, otherwise.span);
            }
        }
        let (yes, no, behind) = (self.block(), self.block(), self.block());
        let known = self.condition(condition, env, yes, no)?;
        self.current = yes;
        self.know(known.0);
        let one = self.eval(then, env)?;
        let one = self.keep(one);
        let (yes, after_yes) = (self.current, self.known());
        self.current = no;
        self.know(known.1);
        let other = self.eval(otherwise, env)?;
        let other = self.keep(other);
        let after_no = self.known();
        let ty = self.join(&one, &other, otherwise.span)?;
        let mut parts = Vec::new();
        let mut slots = Vec::new();
        ty.slots(&self.records, &mut slots);
        let temps: Vec<usize> = slots.into_iter().map(|it| self.temp_for(it)).collect();
        for (block, value) in [(self.current, other), (yes, one)] {
            let values = self.fit(value, &ty, otherwise.span)?;
            self.current = block;
            for (&temp, value) in temps.iter().zip(values) {
                self.emit(Instruction::Set(temp, value));
            }
            self.jump(behind);
        }
        parts.extend(temps.into_iter().map(Expr::Temp));
        self.current = behind;
        self.know(meet(after_yes, after_no));
        Ok(Val { ty, parts, items: Vec::new() })
    }

    fn either(&mut self, condition: Expr, one: Val, other: Val, span: Span) -> Result<Val> {
        let condition = match one.parts.len() == 1 && other.parts.len() == 1 {
            true => condition,
            false => self.simple(condition),
        };
        if one.ty == Ty::Items && other.ty == Ty::Items {
            let yes = one.items.into_iter().map(|(it, if_)| (it, and(condition.clone(), if_)));
            let mut items: Vec<(Val, Expr)> = yes.collect();
            let no = not(condition);
            items.extend(other.items.into_iter().map(|(it, if_)| (it, and(no.clone(), if_))));
            return Ok(Val { ty: Ty::Items, parts: Vec::new(), items });
        }
        let ty = self.join(&one, &other, span)?;
        let (one, other) = (self.fit(one, &ty, span)?, self.fit(other, &ty, span)?);
        let parts = one.into_iter().zip(other);
        let parts = parts.map(|(a, b)| select(condition.clone(), a, b)).collect();
        Ok(Val { ty, parts, items: Vec::new() })
    }

    /// A type for both.
    pub fn join(&mut self, one: &Val, other: &Val, span: Span) -> Result<Ty> {
        match (&one.ty, &other.ty) {
            (a, b) if a == b => Ok(a.clone()),
            (Ty::Scalar(a), Ty::Scalar(b)) => Ok(Ty::Scalar(a.join(b))),
            (Ty::Items, it @ (Ty::Set(_) | Ty::List(..)))
            | (it @ (Ty::Set(_) | Ty::List(..)), Ty::Items) => Ok(it.clone()),
            (a, b) => {
                let (a, b) = (self.say_ty(a), self.say_ty(b));
                let message = format!("This is {a} in one case and {b} in the other.");
                self.error(Kind::WrongDomain, span, message)
            }
        }
    }
}

/// An argument that is handed on to a definition counts where the definition reads it.
fn is_reference(expr: &Tree) -> bool {
    matches!(expr.kind, ExprKind::Name(_))
}

/// The numbers that a computation can give.
pub fn arithmetic(operator: ir::Binary, left: &Ty, right: &Ty) -> Ty {
    let (Ty::Scalar(a), Ty::Scalar(b)) = (left, right) else { return left.clone() };
    let (low, high) = match operator {
        ir::Binary::Add => (a.low + b.low, a.high + b.high),
        ir::Binary::Subtract => (a.low - b.high, a.high - b.low),
        ir::Binary::Max => (a.low.max(b.low), a.high.max(b.high)),
        ir::Binary::Min => (a.low.min(b.low), a.high.min(b.high)),
        ir::Binary::Modulo => (0, (b.high - 1).max(0)),
        ir::Binary::Divide => (a.low.min(-a.high), a.high.max(-a.low)),
        _ => {
            let all = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
            let low = all.iter().copied().min().unwrap_or(0);
            (low, all.iter().copied().max().unwrap_or(0))
        }
    };
    Ty::numbers(low.clamp(-FAR, FAR), high.clamp(-FAR, FAR))
}

/// What is known if either of two ways was gone.
pub fn meet(one: Known, other: Known) -> Known {
    let same = |it: &(usize, Option<Expr>, usize, Val)| {
        other.0.iter().any(|o| o.0 == it.0 && o.1 == it.1 && o.2 == it.2 && o.3.parts == it.3.parts)
    };
    (one.0.into_iter().filter(same).collect(), one.1 && other.1)
}
