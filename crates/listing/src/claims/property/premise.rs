//! What a property begins with: one that never happens says nothing.

use crate::claims::Claims;
use crate::instantiate::Result;
use crate::instantiate::terms::or;
use crate::instantiate::value::Env;
use crate::token::Span;
use crate::tree::{
    Binder, Claim as TreeClaim, Expr as Tree, ExprKind, Property, PropertyKind, Quantifier,
};
use model::ClaimKind;
use program::ir::{Claim, Expr};

impl<'t> Claims<'t> {
    /// Asks besides whether what a property begins with is ever true.
    pub fn ask_premise(&mut self, property: &'t Property, span: Span, nth: usize) -> Result<()> {
        self.begin_query();
        self.claimed.primes = Some(0);
        let premise = match &property.kind {
            PropertyKind::Always(TreeClaim::Holds(expr))
            | PropertyKind::AtEnd(expr)
            | PropertyKind::EventuallyAlways(expr)
                if has_premise(expr) =>
            {
                Some(self.premise(expr, &None)?)
            }
            PropertyKind::Eventually { each, from: Some(from), .. } if !each.is_empty() => {
                Some(self.some_member(each, &None, |claims, env| claims.bool(from, env))?)
            }
            PropertyKind::Eventually { from: Some(from), .. }
                if self.section_names(from).is_none() =>
            {
                Some(self.bool(from, &None)?)
            }
            _ => None,
        };
        let is_of_states = self.claimed.primes.take() == Some(0);
        let Some(premise) = premise else { return Ok(()) };
        let query = self.end_claim(premise);
        // what a step has to be like is true in no state
        if !is_of_states {
            return Ok(());
        }
        self.add(property, ClaimKind::Sometimes, Claim::State(query), span);
        if let Some(premise) = self.program.properties.last_mut() {
            premise.premise_of = Some(nth);
        }
        Ok(())
    }

    /// Whether P is true in `P ⇒ Q`, or in `all j: P ⇒ Q` for some j.
    fn premise(&mut self, expr: &'t Tree, env: &Env<'t>) -> Result<Expr> {
        match &expr.kind {
            ExprKind::Implies { from, .. } => self.bool(from, env),
            ExprKind::Quantified(_, binders, body) => {
                self.some_member(binders, env, |claims, env| claims.premise(body, env))
            }
            _ => Ok(Expr::Const(1)),
        }
    }

    fn some_member(
        &mut self,
        binders: &'t [Binder],
        env: &Env<'t>,
        premise: impl Fn(&mut Self, &Env<'t>) -> Result<Expr>,
    ) -> Result<Expr> {
        let mut some = Expr::Const(0);
        for (inner, counts) in self.members(binders, env)? {
            let (code, value) = {
                let before = std::mem::take(&mut self.hand.code);
                let value = premise(self, &inner);
                (std::mem::replace(&mut self.hand.code, before), value?)
            };
            let premise = self.counts_if(counts, |lines| {
                lines.hand.code.extend(code);
                Ok(value)
            })?;
            some = or(some, premise);
        }
        Ok(some)
    }
}

fn has_premise(expr: &Tree) -> bool {
    match &expr.kind {
        ExprKind::Implies { .. } => true,
        ExprKind::Quantified(Quantifier::All, _, body) => has_premise(body),
        _ => false,
    }
}
