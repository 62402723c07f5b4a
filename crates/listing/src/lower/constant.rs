//! What is known of an expression when a text is instantiated: of options, constants, definitions, and
//! names that stand for one member of a set.
//!
//! Nothing is noted here, neither code nor errors. To evaluate what is known makes no code.

mod members;
mod values;

use super::domain::Ty;
use super::operators::computes;
use super::{Env, Lower, Meaning, Val, define_env};
use crate::limits::{DEFINITION_DEPTH_MAX, DEPTH_MAX};
use crate::tree::{Binary, Binder, Compare, Define, Expr as Tree, ExprKind, Name, Quantifier};
use program::ir::Expr;
use std::cell::Cell;
use values::{distinct, folded, is_constant, is_in, less, members, number, same, truth};

/// Folds expressions. What it gives none of is known to the program only, or is wrong.
pub struct Constants<'a, 't> {
    pub lower: &'a Lower<'t>,
    nesting: Cell<usize>,
    /// How many definitions are being put in, one in the other.
    depth: Cell<usize>,
}

impl<'t> Lower<'t> {
    pub fn constants(&self) -> Constants<'_, 't> {
        let (nesting, depth) = (self.nesting, self.here.depth);
        Constants { lower: self, nesting: Cell::new(nesting), depth: Cell::new(depth) }
    }

    /// Whether a condition holds if that is known before the program runs.
    pub fn if_known(&mut self, condition: &'t Tree, env: &Env<'t>) -> Option<bool> {
        self.constants().holds(condition, env)?;
        let value = self.atomically(|lower| lower.eval(condition, env));
        value.ok()?.constant().map(|holds| holds != 0)
    }

    /// The value of an expression if it is known before the program runs.
    pub fn if_constant(&mut self, expr: &'t Tree, env: &Env<'t>) -> Option<i64> {
        self.constants().value(expr, env)?;
        // for what is noted of it, such as that it tells processes apart: there is no step in it
        self.atomically(|lower| lower.eval(expr, env)).ok()?.constant()
    }
}

impl<'t> Constants<'_, 't> {
    pub fn value(&self, expr: &'t Tree, env: &Env<'t>) -> Option<Val> {
        self.deeper(|| self.value_here(expr, env)).flatten()
    }

    /// Looks at a part one level deeper, unless that is too deep.
    pub fn deeper<T>(&self, part: impl FnOnce() -> T) -> Option<T> {
        let nesting = self.nesting.get();
        if nesting >= DEPTH_MAX || !self.lower.work.take(1) {
            return None;
        }
        self.nesting.set(nesting + 1);
        let result = part();
        self.nesting.set(nesting);
        Some(result)
    }

    /// Looks at what a definition stands for.
    pub fn within<T>(
        &self,
        define: &'t Define,
        arguments: &'t [Tree],
        env: &Env<'t>,
        part: impl FnOnce(&'t Tree, &Env<'t>) -> T,
    ) -> Option<T> {
        let body = define.value()?;
        let depth = self.depth.get();
        if depth >= DEFINITION_DEPTH_MAX || define.parameters.len() != arguments.len() {
            return None;
        }
        let inner = define_env(define, arguments, env).ok()?;
        self.depth.set(depth + 1);
        let result = part(body, &inner);
        self.depth.set(depth);
        Some(result)
    }

    fn value_here(&self, expr: &'t Tree, env: &Env<'t>) -> Option<Val> {
        match &expr.kind {
            ExprKind::Number(value) => Some(Val::number(*value)),
            ExprKind::Name(name) => self.name(name, env),
            ExprKind::Call(name, arguments) => self.call(name, arguments, env),
            ExprKind::Tuple(all) => {
                let all: Vec<Val> = self.each(all, env)?;
                let tys = all.iter().map(|it| it.ty.clone()).collect();
                let parts = all.into_iter().flat_map(|it| it.parts).collect();
                Some(Val { ty: Ty::Tuple(tys), parts, items: Vec::new() })
            }
            ExprKind::List(all) => Some(members(self.each(all, env)?)),
            ExprKind::Set(all) => distinct(self.each(all, env)?),
            ExprKind::Not(inner) => Some(truth(!self.holds(inner, env)?)),
            ExprKind::Minus(inner) => values::minus(&self.value(inner, env)?),
            ExprKind::Binary(operator @ (Binary::And | Binary::Or), left, right) => {
                let one = self.holds(left, env)?;
                let is_decided = one == (*operator == Binary::Or);
                Some(truth(if is_decided { one } else { self.holds(right, env)? }))
            }
            ExprKind::Binary(operator, left, right) => {
                let (one, other) = (self.value(left, env)?, self.value(right, env)?);
                self.combine(*operator, &one, &other, self.lower.is_set(expr, env))
            }
            ExprKind::Compare(operands, signs) => self.compare(operands, signs, env),
            ExprKind::If { then, condition, otherwise } => {
                let is_then = self.holds(condition, env)?;
                self.value(if is_then { then } else { otherwise }, env)
            }
            ExprKind::Implies { from, to, always: false } => {
                Some(truth(!self.holds(from, env)? || self.holds(to, env)?))
            }
            ExprKind::Quantified(quantifier, binders, body) => {
                self.quantified(*quantifier, binders, body, env)
            }
            ExprKind::Where { value, .. } => self.value(value, env),
            ExprKind::SetOf { element, binders, filter } => {
                let mut all = Vec::new();
                for inner in self.members(binders, env)? {
                    if let Some(filter) = filter
                        && !self.holds(filter, &inner)?
                    {
                        continue;
                    }
                    all.push(match element {
                        Some(element) => self.value(element, &inner)?,
                        None => self.name(&binders[0].names[0].text, &inner)?,
                    });
                }
                distinct(all)
            }
            _ => None,
        }
    }

    fn each(&self, all: &'t [Tree], env: &Env<'t>) -> Option<Vec<Val>> {
        all.iter().map(|it| self.value(it, env)).collect()
    }

    fn holds(&self, condition: &'t Tree, env: &Env<'t>) -> Option<bool> {
        let value = self.value(condition, env)?;
        value.constant().filter(|_| value.ty == Ty::Bool).map(|it| it != 0)
    }

    fn name(&self, name: &str, env: &Env<'t>) -> Option<Val> {
        match self.lower.meaning(name, env) {
            Meaning::Argument(argument, env) => self.value(argument, &env),
            Meaning::Value(value) => Some(value).filter(is_constant),
            Meaning::Define(define) => {
                self.within(define, &[], env, |body, inner| self.value(body, inner))?
            }
            meaning => self.lower.constant_of(&meaning),
        }
    }

    fn call(&self, name: &Name, arguments: &'t [Tree], env: &Env<'t>) -> Option<Val> {
        if let Some(define) = self.lower.find_define(&name.text) {
            return self.within(define, arguments, env, |body, inner| self.value(body, inner))?;
        }
        if let Some(record) = self.lower.find_record(&name.text) {
            let fields: Vec<Val> = self.each(arguments, env)?;
            let is_plain = fields.len() == self.lower.records[record].fields.len()
                && fields.iter().all(|field| matches!(field.ty, Ty::Bool | Ty::Scalar(_)));
            let parts = fields.into_iter().flat_map(|field| field.parts).collect();
            return is_plain.then_some(Val { ty: Ty::Record(record), parts, items: Vec::new() });
        }
        let quantifier = match name.text.as_str() {
            "max" => Quantifier::Max,
            "min" => Quantifier::Min,
            "sum" => Quantifier::Sum,
            "size" | "length" => Quantifier::Count,
            _ => return None,
        };
        let all = match arguments {
            [one] => self.items(&self.value(one, env)?)?,
            all if matches!(quantifier, Quantifier::Max | Quantifier::Min) => {
                self.each(all, env)?
            }
            _ => return None,
        };
        folded(quantifier, &all)
    }

    fn combine(&self, operator: Binary, one: &Val, other: &Val, is_set: bool) -> Option<Val> {
        if let (Some(a), Some(b)) = (number(one), number(other)) {
            let operator = computes(operator);
            return program::binary(operator, a, b).ok().map(Val::number);
        }
        let is_typed = |it: &Val| matches!(it.ty, Ty::Set(_));
        let is_list = !is_set && !is_typed(one) && !is_typed(other);
        let (mut all, more) = (self.items(one)?, self.items(other)?);
        match operator {
            Binary::Add if is_list => {
                all.extend(more);
                Some(members(all))
            }
            Binary::Add => {
                all.extend(more);
                distinct(all)
            }
            Binary::Subtract => {
                let mut kept = Vec::new();
                for item in all {
                    if !is_in(&item, &more)? {
                        kept.push(item);
                    }
                }
                Some(members(kept))
            }
            _ => None,
        }
    }

    fn compare(&self, operands: &'t [Tree], signs: &[Compare], env: &Env<'t>) -> Option<Val> {
        let option = self.lower.option_among(operands, env);
        let mut values = Vec::new();
        for operand in operands {
            values.push(match option {
                Some(option) => self.beside_option(operand, option, env)?,
                None => self.value(operand, env)?,
            });
        }
        let mut all = true;
        for (sign, pair) in signs.iter().zip(values.windows(2)) {
            let (one, other) = (&pair[0], &pair[1]);
            all &= match sign {
                Compare::Equal => self.same(one, other)?,
                Compare::NotEqual => !self.same(one, other)?,
                Compare::In => is_in(one, &self.items(other)?)?,
                Compare::NotIn => !is_in(one, &self.items(other)?)?,
                Compare::Subset => self.is_subset(one, other)?,
                Compare::Less => less(one, other)?,
                Compare::LessEqual => !less(other, one)?,
                Compare::Greater => less(other, one)?,
                Compare::GreaterEqual => !less(one, other)?,
            };
        }
        Some(truth(all))
    }

    fn beside_option(&self, expr: &'t Tree, option: usize, env: &Env<'t>) -> Option<Val> {
        let it = &self.lower.options[option];
        match &expr.kind {
            ExprKind::Name(name) if *name != it.name => {
                it.named(name).or_else(|| self.value(expr, env))
            }
            ExprKind::Set(all) => {
                let all = all.iter().map(|it| self.beside_option(it, option, env));
                Some(members(all.collect::<Option<_>>()?))
            }
            _ => self.value(expr, env),
        }
    }

    fn same(&self, one: &Val, other: &Val) -> Option<bool> {
        if let (Ty::Items | Ty::Set(_), Ty::Items | Ty::Set(_)) = (&one.ty, &other.ty) {
            return Some(self.is_subset(one, other)? && self.is_subset(other, one)?);
        }
        same(one, other)
    }

    fn is_subset(&self, one: &Val, other: &Val) -> Option<bool> {
        let (all, of) = (self.items(one)?, self.items(other)?);
        let all: Option<Vec<bool>> = all.iter().map(|it| is_in(it, &of)).collect();
        Some(all?.into_iter().all(|it| it))
    }

    fn quantified(
        &self,
        quantifier: Quantifier,
        binders: &'t [Binder],
        body: &'t Tree,
        env: &Env<'t>,
    ) -> Option<Val> {
        let (filter, body) = match &body.kind {
            ExprKind::Where { condition, value } => (Some(&**condition), &**value),
            _ => (None, body),
        };
        let mut all = Vec::new();
        for inner in self.members(binders, env)? {
            if let Some(filter) = filter
                && !self.holds(filter, &inner)?
            {
                continue;
            }
            all.push(self.value(body, &inner)?);
        }
        let is_true = |it: &Val| (it.ty == Ty::Bool).then(|| it.parts[0] == Expr::Const(1));
        let truths = || all.iter().map(is_true).collect::<Option<Vec<bool>>>();
        match quantifier {
            Quantifier::All => Some(truth(!truths()?.contains(&false))),
            Quantifier::Some => Some(truth(truths()?.contains(&true))),
            Quantifier::Count => {
                Some(Val::number(truths()?.into_iter().filter(|it| *it).count() as i64))
            }
            _ => folded(quantifier, &all),
        }
    }
}
