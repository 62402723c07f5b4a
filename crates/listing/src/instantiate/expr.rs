//! Expressions.

use crate::core::{Choice, Chosen, ChosenMember, Code, Computed, Join, Op, Way};
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::domain::{Domain, Of, Ty, Written};
use crate::instantiate::instance::{Instance, Mode};
use crate::instantiate::lists::value_of;
use crate::instantiate::terms::{and, not, select, unary};
use crate::instantiate::value::{Env, Val};
use crate::token::Span;
use crate::tree::{Binary, Expr as Tree, ExprKind};
use program::ir::{self, Expr, TempId};

impl<'t> Instance<'t> {
    pub fn bool(&mut self, expr: &'t Tree, env: &Env<'t>) -> Result<Expr> {
        let value = self.eval(expr, env)?;
        self.truth(value, expr.span)
    }

    /// A value that is true or false.
    pub fn truth(&mut self, value: Val, span: Span) -> Result<Expr> {
        match value.ty {
            Ty::Bool => Ok(value.parts[0].clone()),
            _ => self.fail(self.no_condition(&value.ty, span)),
        }
    }

    pub fn number(&mut self, value: &Val, span: Span) -> Result<Expr> {
        match &value.ty {
            Ty::Scalar(Domain { of: Of::Cells(_), .. }) => self.refuse_cell(span),
            Ty::Scalar(domain) if domain.has_numbers() => {
                self.depends_on_identity(domain.of);
                Ok(crate::instantiate::terms::number(value.parts[0].clone(), domain))
            }
            _ => {
                let message =
                    format!("Here a number is needed, and this is {}.", self.say_ty(&value.ty));
                self.error(ErrorCode::NotANumber, span, message)
            }
        }
    }

    pub fn eval(&mut self, expr: &'t Tree, env: &Env<'t>) -> Result<Val> {
        self.check_size(expr.span)?;
        let value = self.deeper(expr.span, |instance| instance.eval_here(expr, env))?;
        self.spend(value.size(), expr.span)?;
        Ok(value)
    }

    fn eval_here(&mut self, expr: &'t Tree, env: &Env<'t>) -> Result<Val> {
        match &expr.kind {
            ExprKind::Number(value) => Ok(Val::number(*value)),
            ExprKind::Name(name) => self.name(name, expr, env),
            ExprKind::Index(base, indices) => self.indexed(expr, base, indices, env),
            ExprKind::Field(base, name) => self.field_value(expr, base, name, env),
            ExprKind::Call(name, arguments) => self.call(name, arguments, expr, env),
            ExprKind::Tuple(all) => self.tuple(all, env),
            ExprKind::List(all) | ExprKind::Set(all) => self.written(expr, all, env),
            ExprKind::Not(inner) => {
                let inner = self.condition(inner, env)?;
                Ok(Val::bool(self.negated_value(inner)))
            }
            ExprKind::Minus(inner) => self.minus(inner, env),
            ExprKind::Binary(operator @ (Binary::And | Binary::Or), left, right) => {
                let left = self.condition(left, env)?;
                let join = if *operator == Binary::And { Join::And } else { Join::Or };
                Ok(Val::bool(self.joined_with(left, join, |instance| instance.bool(right, env))?))
            }
            ExprKind::Binary(operator, left, right) => {
                self.operated(*operator, left, right, expr, env)
            }
            ExprKind::Compare(operands, signs) => self.compare(operands, signs, env),
            ExprKind::IsFree(cell) => self.is_free_cell(cell, env),
            ExprKind::Prime(inner) => self.primed(inner, expr.span, env),
            ExprKind::If { then, condition, otherwise } => {
                self.conditional(then, condition, otherwise, env)
            }
            ExprKind::Implies { from, to, always } => self.implied(expr, (from, to), *always, env),
            ExprKind::Quantified(quantifier, binders, body) => {
                self.quantified(*quantifier, binders, body, env)
            }
            // its fold has looked at the condition
            ExprKind::Where { value, .. } => self.eval(value, env),
            ExprKind::SetOf { element, binders, filter } => {
                self.set_of(expr, element.as_deref(), binders, filter.as_deref(), env)
            }
            ExprKind::ListOf { binders, filter } => self.filtered(expr, binders, filter, env),
            ExprKind::Sort(inner, keys) => self.sorted(inner, keys, env),
            ExprKind::New(pool) => self.new_cell(pool, expr.span),
            ExprKind::RowRead(inner) => self.read_row(inner, env),
        }
    }

    /// An implication within a state.
    fn implied(
        &mut self,
        expr: &'t Tree,
        (from, to): (&'t Tree, &'t Tree),
        always: bool,
        env: &Env<'t>,
    ) -> Result<Val> {
        if always {
            let message = "`P ⇒ always Q` is a whole property, and no part of an expression.";
            let help = "Write `always NAME: P ⇒ always Q`; within P and within Q may stand `all` and \
                        `some`.";
            return self
                .fail(DiagnosticDraft::new(ErrorCode::OutOfPlace, expr.span, message).help(help));
        }
        let from = self.condition(from, env)?;
        Ok(Val::bool(self.joined_with(from, Join::Implies, |instance| instance.bool(to, env))?))
    }

    /// A number with the other sign.
    fn minus(&mut self, inner: &'t Tree, env: &Env<'t>) -> Result<Val> {
        let value = self.eval(inner, env)?;
        let part = self.number(&value, inner.span)?;
        let ty = match &value.ty {
            Ty::Scalar(it) => Ty::numbers(-it.high, -it.low),
            _ => value.ty,
        };
        Ok(Val::one(ty, unary(ir::Unary::Minus, part)))
    }

    /// A list or a set that is written out.
    fn written(&mut self, expr: &'t Tree, all: &'t [Tree], env: &Env<'t>) -> Result<Val> {
        let mut items = Vec::new();
        for one in all {
            items.push((self.eval(one, env)?, Expr::Const(1)));
        }
        let mut ty = Ty::Literal(Written::List);
        if let ExprKind::Set(_) = &expr.kind {
            items = self.distinct(items, expr.span)?;
            ty = Ty::Literal(Written::Set);
        }
        Ok(Val { ty, parts: Vec::new(), items })
    }

    /// A value with several components.
    fn tuple(&mut self, all: &'t [Tree], env: &Env<'t>) -> Result<Val> {
        let (mut tys, mut parts) = (Vec::new(), Vec::new());
        for one in all {
            let value = self.eval(one, env)?;
            tys.push(value.ty);
            parts.extend(value.parts);
        }
        Ok(Val { ty: Ty::Tuple(tys), parts, items: Vec::new() })
    }

    /// An element: of a variable, of what has indices of its own, or of a value.
    fn indexed(
        &mut self,
        expr: &'t Tree,
        base: &'t Tree,
        indices: &'t [Tree],
        env: &Env<'t>,
    ) -> Result<Val> {
        if let Some(value) = self.implicit(base, indices, env)? {
            return Ok(value);
        }
        if let Some(spot) = self.spot(expr, env)? {
            return Ok(self.load(&spot));
        }
        let value = self.eval(base, env)?;
        let mut value = self.definite(value, base)?;
        for index in indices {
            value = self.element(value, index, env)?;
        }
        Ok(value)
    }

    fn conditional(
        &mut self,
        then: &'t Tree,
        condition: &'t Tree,
        otherwise: &'t Tree,
        env: &Env<'t>,
    ) -> Result<Val> {
        let condition = self.condition(condition, env)?;
        if let Some(holds) = condition.known() {
            return self.eval(if holds == 0 { otherwise } else { then }, env);
        }
        let (yes, one) = self.aside(|instance| instance.eval(then, env))?;
        let (no, other) = self.aside(|instance| instance.eval(otherwise, env))?;
        let is_at_once = self.here.mode == Mode::Atomic || condition.code.is_empty();
        if is_at_once && yes.is_empty() && no.is_empty() {
            self.hand.code.extend(condition.code);
            return self.either(condition.value, one, other, otherwise.span);
        }
        let ty = self.join(&one, &other, otherwise.span)?;
        if ty.is_written() {
            return self.either_items(condition, [(yes, one), (no, other)], otherwise.span);
        }
        let mut slots = Vec::new();
        ty.slots(&self.types.records, &mut slots);
        let to: Vec<TempId> = slots.into_iter().map(|slot| self.temp_for(slot)).collect();
        let yes = self.way(yes, one, &ty, otherwise.span)?;
        let no = self.way(no, other, &ty, otherwise.span)?;
        let kind = Chosen::Value;
        self.push(Op::Choice(Choice { condition, ways: [yes, no], to: to.clone(), kind }.into()));
        let parts = to.into_iter().map(Expr::Temp).collect();
        Ok(Val { ty, parts, items: Vec::new() })
    }

    /// One of two ways, with its value made to fit.
    fn way(&mut self, mut code: Code, value: Val, ty: &Ty, span: Span) -> Result<Way> {
        let (fitting, parts) = self.aside(|instance| instance.fit(value, ty, span))?;
        code.extend(fitting);
        Ok(Way { code, parts })
    }

    /// The members that one of two ways has: those of the other do not count.
    fn either_items(
        &mut self,
        condition: Computed,
        ways: [(Code, Val); 2],
        span: Span,
    ) -> Result<Val> {
        let mut items = Vec::new();
        let [(yes, one), (no, other)] = ways;
        let ty = one.ty;
        let members = [self.chosen(one.items, span)?, self.chosen(other.items, span)?];
        for (ty, member) in members.iter().flatten() {
            let parts = member.to.iter().copied().map(Expr::Temp).collect();
            let value = Val { ty: ty.clone(), parts, items: Vec::new() };
            items.push((value, Expr::Temp(member.counts_to)));
        }
        let kind = Chosen::Members(members.map(|all| all.into_iter().map(|it| it.1).collect()));
        let ways = [yes, no].map(|code| Way { code, parts: Vec::new() });
        self.push(Op::Choice(Choice { condition, ways, to: Vec::new(), kind }.into()));
        Ok(Val { ty, parts: Vec::new(), items })
    }

    fn chosen(&mut self, items: Vec<(Val, Expr)>, span: Span) -> Result<Vec<(Ty, ChosenMember)>> {
        let mut all = Vec::new();
        for (value, counts) in items {
            if value.ty.is_written() {
                return self.number_not_known(span);
            }
            let mut slots = Vec::new();
            value.ty.slots(&self.types.records, &mut slots);
            let none = slots.iter().map(|slot| slot.decode(0)).collect();
            let to = slots.into_iter().map(|slot| self.temp_for(slot)).collect();
            let counts_to = self.temp_for(ir::Slot::new(Vec::new(), 0, 1));
            all.push((value.ty, ChosenMember { to, parts: value.parts, none, counts_to, counts }));
        }
        Ok(all)
    }

    fn either(&mut self, condition: Expr, one: Val, other: Val, span: Span) -> Result<Val> {
        let condition = match one.parts.len() == 1 && other.parts.len() == 1 {
            true => condition,
            false => self.simple(condition),
        };
        if one.ty.is_written() && other.ty.is_written() {
            let yes = one.items.into_iter().map(|(it, if_)| (it, and(condition.clone(), if_)));
            let mut items: Vec<(Val, Expr)> = yes.collect();
            let no = not(condition);
            items.extend(other.items.into_iter().map(|(it, if_)| (it, and(no.clone(), if_))));
            return Ok(Val { ty: one.ty, parts: Vec::new(), items });
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
            (Ty::Literal(_), Ty::Literal(_)) => Ok(one.ty.clone()),
            (Ty::Scalar(a), Ty::Scalar(b)) => {
                self.both_depend_on_identity(a, b);
                Ok(Ty::Scalar(self.joined(a, b)))
            }
            (Ty::Literal(_), it @ (Ty::Set(_) | Ty::List(..)))
            | (it @ (Ty::Set(_) | Ty::List(..)), Ty::Literal(_)) => Ok(it.clone()),
            (Ty::List(one, few), Ty::List(other, many)) => {
                let element = self.join(&value_of(one), &value_of(other), span)?;
                Ok(Ty::List(element.into(), *few.max(many)))
            }
            (a, b) => {
                let (a, b) = self.say_apart(a, b);
                let message = format!("This is {a} in one case and {b} in the other.");
                self.error(ErrorCode::WrongDomain, span, message)
            }
        }
    }
}
