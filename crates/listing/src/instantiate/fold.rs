//! Sums, counts, maxima and minima: one member after the other.

use crate::core::{Computed, Op, any};
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::domain::Ty;
use crate::instantiate::fold_so_far::Fold;
use crate::instantiate::instance::Instance;
use crate::instantiate::terms::{binary, select, unary};
use crate::instantiate::value::{Env, Val};
use crate::token::Span;
use crate::tree::{Binder, Expr as Tree, ExprKind, Quantifier};
use program::ir::{self, Expr};

impl<'t> Instance<'t> {
    /// `sum`, `count`, `max` or `min` over names that run over a domain or a set.
    pub fn fold(
        &mut self,
        quantifier: Quantifier,
        binders: &'t [Binder],
        body: &'t Tree,
        env: &Env<'t>,
    ) -> Result<Val> {
        let (code, value) =
            self.aside(|instance| instance.fold_each(quantifier, binders, body, env))?;
        if !code.is_empty() {
            self.push(Op::InOrder(code));
        }
        Ok(value)
    }

    fn fold_each(
        &mut self,
        quantifier: Quantifier,
        binders: &'t [Binder],
        body: &'t Tree,
        env: &Env<'t>,
    ) -> Result<Val> {
        let mut folded = Fold::new(quantifier, body.span);
        let filter = match &body.kind {
            ExprKind::Where { condition, .. } => Some(&**condition),
            _ => None,
        };
        for (env, counts) in self.members(binders, env)? {
            let filter = match filter {
                Some(filter) => Some(self.condition(filter, &env)?),
                None => None,
            };
            let filter = match filter.as_ref().map(Computed::known) {
                Some(Some(0)) => continue,
                Some(None) => filter,
                _ => None,
            };
            let (code, value) = self.aside(|instance| instance.term(quantifier, body, &env))?;
            let reads = any(&code, &Op::is_access);
            if filter.is_some() || reads && counts != Expr::Const(1) {
                folded = folded.add_if(self, (code, value), counts, filter)?;
            } else if reads {
                folded.add_read(self, code, value)?;
            } else {
                self.hand.code.extend(code);
                folded.add(self, value, counts)?;
            }
        }
        if folded.value.is_none() {
            return self.nothing_to_choose(quantifier, binders, filter, body);
        }
        folded.result(self)
    }

    /// `min j > i: x[j]`, where no `j` is higher.
    fn nothing_to_choose(
        &mut self,
        quantifier: Quantifier,
        binders: &'t [Binder],
        filter: Option<&'t Tree>,
        body: &'t Tree,
    ) -> Result<Val> {
        let which = if quantifier == Quantifier::Max { "highest" } else { "lowest" };
        let message = match self.here.process {
            Some(process) => {
                let (role, number) = (self.role_of(process), self.my_number());
                let noun = self.roles[role].noun.clone();
                let who = match self.roles[role].number {
                    Some(_) => format!("`{noun}` {number}"),
                    None => format!("`{noun}`"),
                };
                format!("For {who}, this asks for the {which} of nothing.")
            }
            None => format!("This asks for the {which} of nothing."),
        };
        let names = binders.iter().map(|binder| binder.span).reduce(Span::to).unwrap_or_default();
        let names = names.of(self.source.text);
        let some = match filter {
            Some(filter) => format!("some {names}: {}", filter.span.of(self.source.text)),
            None => format!("some {names}: true"),
        };
        let help = format!("Ask only where there is one: behind `if {some}:`.");
        self.fail(DiagnosticDraft::new(ErrorCode::EmptyDomain, body.span, message).help(help))
    }

    fn term(&mut self, quantifier: Quantifier, body: &'t Tree, env: &Env<'t>) -> Result<Val> {
        if quantifier == Quantifier::Count {
            return Ok(Val::one(Ty::numbers(0, 1), self.bool(body, env)?));
        }
        self.eval(body, env)
    }

    /// `max`, `min` or `sum` of the members of a set, list or array.
    pub fn fold_members(
        &mut self,
        quantifier: Quantifier,
        of: &Val,
        expr: &'t Tree,
    ) -> Result<Val> {
        if let (Ty::Set(element), Quantifier::Max | Quantifier::Min) = (&of.ty, quantifier)
            && let Ty::Scalar(domain) = &**element
            && domain.symbols.is_empty()
        {
            self.depends_on_identity(domain.of);
            let operator = match quantifier {
                Quantifier::Max => ir::Unary::Highest,
                _ => ir::Unary::Lowest,
            };
            let mut set = of.parts[0].clone();
            if self.claimed.allows_none {
                let is_none = binary(ir::Binary::Equal, set.clone(), Expr::Const(0));
                set = select(is_none, Expr::Const(1), set);
            }
            let at = unary(operator, set);
            let value = binary(ir::Binary::Add, at, Expr::Const(domain.low));
            return Ok(Val::one((**element).clone(), value));
        }
        let mut folded = Fold::new(quantifier, expr.span);
        for (value, condition) in self.items_of(of, expr.span)? {
            folded.add(self, value, condition)?;
        }
        folded.result(self)
    }

    /// The fold of a shared array, one element read after the other.
    pub fn fold_shared(
        &mut self,
        quantifier: Quantifier,
        spot: &crate::instantiate::place::LValue,
        expr: &'t Tree,
    ) -> Result<Val> {
        let mut folded = Fold::new(quantifier, expr.span);
        let dim = spot.dims[0].clone();
        self.depends_on_identity(dim.of);
        let rest = spot.dims[1..].to_vec();
        let stride = crate::instantiate::domain::size(&rest) * spot.ty.width(&self.types.records);
        for at in 0..dim.count() {
            let mut element = spot.clone();
            element.dims.clone_from(&rest);
            element.indices.push(Expr::Const(at as i64));
            element.slot += at * stride;
            let (code, value) = self.aside(|instance| Ok(instance.load(&element)))?;
            folded.add_read(self, code, value)?;
        }
        folded.result(self)
    }
}
