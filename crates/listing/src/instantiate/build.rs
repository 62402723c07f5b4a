//! How each function of the language is built. Which functions there are is said in [`crate::functions`].

use crate::diagnostic::Kind;
use crate::instantiate::Result;
use crate::instantiate::domain::Ty;
use crate::instantiate::instance::Instance;
use crate::instantiate::sets::all_equal;
use crate::instantiate::terms::{binary, select};
use crate::instantiate::value::{Env, Val};
use crate::tree::{Expr as Tree, Name, Quantifier};
use program::ir::{self, Expr};

/// A function where it is called.
pub struct Call<'a, 't> {
    pub name: &'a Name,
    pub arguments: &'t [Tree],
    pub expr: &'t Tree,
    pub env: &'a Env<'t>,
}

pub type Build = for<'a, 't> fn(&mut Instance<'t>, Call<'a, 't>) -> Result<Val>;

pub fn max<'t>(lower: &mut Instance<'t>, call: Call<'_, 't>) -> Result<Val> {
    extreme(lower, ir::Binary::Max, Quantifier::Max, &call)
}

pub fn min<'t>(lower: &mut Instance<'t>, call: Call<'_, 't>) -> Result<Val> {
    extreme(lower, ir::Binary::Min, Quantifier::Min, &call)
}

/// Of several numbers, or of the elements of one argument.
fn extreme<'t>(
    lower: &mut Instance<'t>,
    operator: ir::Binary,
    quantifier: Quantifier,
    call: &Call<'_, 't>,
) -> Result<Val> {
    match call.arguments {
        [argument] => lower.fold_argument(quantifier, argument, call.expr, call.env),
        several => lower.extreme(operator, several, call.env),
    }
}

pub fn sum<'t>(lower: &mut Instance<'t>, call: Call<'_, 't>) -> Result<Val> {
    lower.fold_argument(Quantifier::Sum, &call.arguments[0], call.expr, call.env)
}

pub fn size<'t>(lower: &mut Instance<'t>, call: Call<'_, 't>) -> Result<Val> {
    lower.size_of(&call.arguments[0], call.env)
}

pub fn head<'t>(lower: &mut Instance<'t>, call: Call<'_, 't>) -> Result<Val> {
    lower.head_or_tail(&call.name.text, &call.arguments[0], call.env)
}

pub fn reverse<'t>(lower: &mut Instance<'t>, call: Call<'_, 't>) -> Result<Val> {
    lower.reversed(&call.arguments[0], call.env)
}

pub fn signed<'t>(lower: &mut Instance<'t>, call: Call<'_, 't>) -> Result<Val> {
    lower.signed(&call.arguments[0], call.env)
}

pub fn cas<'t>(lower: &mut Instance<'t>, call: Call<'_, 't>) -> Result<Val> {
    let old = lower.eval(&call.arguments[1], call.env)?;
    let new = lower.eval(&call.arguments[2], call.env)?;
    lower.operate(&call.arguments[0], call.env, |lower, ty, now, span| {
        let old = lower.fit(old, ty, span)?;
        let new = lower.fit(new, ty, span)?;
        let same = all_equal(now, &old);
        let parts = now.iter().zip(new);
        let parts = parts.map(|(now, new)| select(same.clone(), new, now.clone()));
        Ok((parts.collect(), Val::bool(same)))
    })
}

pub fn swap<'t>(lower: &mut Instance<'t>, call: Call<'_, 't>) -> Result<Val> {
    let new = lower.eval(&call.arguments[1], call.env)?;
    lower.operate(&call.arguments[0], call.env, |lower, ty, now, span| {
        let new = lower.fit(new, ty, span)?;
        Ok((new, Val { ty: ty.clone(), parts: now.to_vec(), items: Vec::new() }))
    })
}

pub fn fetch_and_add<'t>(lower: &mut Instance<'t>, call: Call<'_, 't>) -> Result<Val> {
    let by = lower.eval(&call.arguments[1], call.env)?;
    lower.operate(&call.arguments[0], call.env, |lower, ty, now, span| {
        let by = lower.fit(by, &Ty::numbers(-65_535, 65_535), span)?;
        let before = Val::one(ty.clone(), now[0].clone());
        let now = lower.number(&before, span)?;
        Ok((vec![binary(ir::Binary::Add, now, by[0].clone())], before))
    })
}

pub fn test_and_set<'t>(lower: &mut Instance<'t>, call: Call<'_, 't>) -> Result<Val> {
    lower.operate(&call.arguments[0], call.env, |lower, ty, now, span| {
        if *ty != Ty::Bool {
            let message = "`test_and_set` needs a variable that is true or false.";
            return lower.error(Kind::WrongDomain, span, message);
        }
        Ok((vec![Expr::Const(1)], Val::bool(now[0].clone())))
    })
}

pub fn in_transit<'t>(lower: &mut Instance<'t>, call: Call<'_, 't>) -> Result<Val> {
    lower.in_transit(call.arguments, call.env)
}

pub fn reach<'t>(lower: &mut Instance<'t>, call: Call<'_, 't>) -> Result<Val> {
    lower.reach(call.arguments, call.expr.span, call.env)
}

pub fn seen<'t>(lower: &mut Instance<'t>, call: Call<'_, 't>) -> Result<Val> {
    lower.seen_by(call.arguments, call.expr.span, call.env)
}

pub fn pending<'t>(lower: &mut Instance<'t>, call: Call<'_, 't>) -> Result<Val> {
    lower.pending_of(&call.arguments[0], call.expr.span, call.env)
}
