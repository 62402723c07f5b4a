//! How functions of the language are built that take more than a call. Which functions there are is said in
//! [`crate::functions`].

use crate::diagnostic::ErrorCode;
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

pub fn max<'t>(instance: &mut Instance<'t>, call: Call<'_, 't>) -> Result<Val> {
    extreme(instance, ir::Binary::Max, Quantifier::Max, &call)
}

pub fn min<'t>(instance: &mut Instance<'t>, call: Call<'_, 't>) -> Result<Val> {
    extreme(instance, ir::Binary::Min, Quantifier::Min, &call)
}

/// Of several numbers, or of the elements of one argument.
fn extreme<'t>(
    instance: &mut Instance<'t>,
    operator: ir::Binary,
    quantifier: Quantifier,
    call: &Call<'_, 't>,
) -> Result<Val> {
    match call.arguments {
        [argument] => instance.fold_argument(quantifier, argument, call.expr, call.env),
        several => instance.extreme(operator, several, call.env),
    }
}

pub fn cas<'t>(instance: &mut Instance<'t>, call: Call<'_, 't>) -> Result<Val> {
    let old = instance.eval(&call.arguments[1], call.env)?;
    let new = instance.eval(&call.arguments[2], call.env)?;
    instance.operate(&call.arguments[0], call.env, |instance, ty, now, span| {
        let old = instance.fit(old, ty, span)?;
        let new = instance.fit(new, ty, span)?;
        let same = all_equal(now, &old);
        let parts = now.iter().zip(new);
        let parts = parts.map(|(now, new)| select(same.clone(), new, now.clone()));
        Ok((parts.collect(), Val::bool(same)))
    })
}

pub fn swap<'t>(instance: &mut Instance<'t>, call: Call<'_, 't>) -> Result<Val> {
    let new = instance.eval(&call.arguments[1], call.env)?;
    instance.operate(&call.arguments[0], call.env, |instance, ty, now, span| {
        let new = instance.fit(new, ty, span)?;
        Ok((new, Val { ty: ty.clone(), parts: now.to_vec(), items: Vec::new() }))
    })
}

pub fn fetch_and_add<'t>(instance: &mut Instance<'t>, call: Call<'_, 't>) -> Result<Val> {
    let by = instance.eval(&call.arguments[1], call.env)?;
    instance.operate(&call.arguments[0], call.env, |instance, ty, now, span| {
        let by = instance.fit(by, &Ty::numbers(-65_535, 65_535), span)?;
        let before = Val::one(ty.clone(), now[0].clone());
        let now = instance.number(&before, span)?;
        Ok((vec![binary(ir::Binary::Add, now, by[0].clone())], before))
    })
}

pub fn test_and_set<'t>(instance: &mut Instance<'t>, call: Call<'_, 't>) -> Result<Val> {
    instance.operate(&call.arguments[0], call.env, |instance, ty, now, span| {
        if *ty != Ty::Bool {
            let message = "`test_and_set` needs a variable that is true or false.";
            return instance.error(ErrorCode::WrongDomain, span, message);
        }
        Ok((vec![Expr::Const(1)], Val::bool(now[0].clone())))
    })
}
