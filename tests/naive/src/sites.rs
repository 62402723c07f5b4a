//! How many accesses a condition has for a process, after what is known is left out.

use crate::binders::is_unknown;
use crate::eval::{Bind, Eval};
use crate::value::Value;
use listing::tree::{Binary, DefineBody, Expr, ExprKind, Quantifier};
use std::collections::BTreeSet;

/// Its value, if that is known before the first step, and what it accesses if not.
pub fn sites(eval: &mut Eval<'_>, expr: &Expr) -> (Option<bool>, BTreeSet<String>) {
    match eval.truth(expr) {
        Ok(it) => return (Some(it), BTreeSet::new()),
        result if !is_unknown(&result) => return (None, BTreeSet::new()),
        _ => {}
    }
    match &expr.kind {
        ExprKind::Not(inner) => {
            let (known, sites) = sites(eval, inner);
            (known.map(|it| !it), sites)
        }
        ExprKind::Binary(sign @ (Binary::And | Binary::Or), one, other) => {
            let (mut all, decides) = (BTreeSet::new(), *sign == Binary::Or);
            for side in [one, other] {
                let (known, sites) = sites(eval, side);
                if known == Some(decides) {
                    return (Some(decides), BTreeSet::new());
                }
                all.extend(sites);
            }
            (None, all)
        }
        ExprKind::Quantified(quantifier @ (Quantifier::All | Quantifier::Some), binders, body) => {
            let (condition, value) = match &body.kind {
                ExprKind::Where { value, condition } => (Some(&**condition), &**value),
                _ => (None, &**body),
            };
            let asks: Vec<&Expr> = std::iter::once(value).chain(condition).collect();
            let members = eval.bindings(binders, &asks);
            let mut all = BTreeSet::new();
            let Ok(members) = members else { return (None, several()) };
            let decides = *quantifier == Quantifier::Some;
            for names in members {
                let (known, some) = eval.within(names, |eval| {
                    let (is_in, mut some) =
                        condition.map_or((Some(true), BTreeSet::new()), |it| sites(eval, it));
                    if is_in == Some(false) {
                        return (Some(!decides), BTreeSet::new());
                    }
                    let (known, more) = sites(eval, value);
                    some.extend(more);
                    (known.filter(|_| is_in == Some(true)), some)
                });
                if known == Some(decides) {
                    return (known, BTreeSet::new());
                }
                all.extend(some);
            }
            match all.is_empty() {
                true => (Some(!decides), all),
                false => (None, all),
            }
        }
        _ => (None, accesses(eval, expr)),
    }
}

fn several() -> BTreeSet<String> {
    ["one".to_owned(), "another".to_owned()].into()
}

/// What an expression that is no condition reads.
fn accesses(eval: &mut Eval<'_>, expr: &Expr) -> BTreeSet<String> {
    if eval.eval(expr).is_ok() {
        return BTreeSet::new();
    }
    match &expr.kind {
        ExprKind::Name(name) => match eval.names.get(name).cloned() {
            Some(Bind::Argument(expr, names)) => eval.within(names, |eval| accesses(eval, &expr)),
            Some(_) => BTreeSet::new(),
            None if is_shared(eval, name) => [name.clone()].into(),
            None => match eval.world.definitions.get(name).cloned() {
                Some(define) => match &define.body {
                    DefineBody::Expr(body) => accesses(eval, body),
                    DefineBody::Block(_) => BTreeSet::new(),
                },
                None => BTreeSet::new(),
            },
        },
        ExprKind::Index(base, indices) => {
            let mut all: BTreeSet<String> =
                indices.iter().flat_map(|it| accesses(eval, it)).collect();
            let (mut root, mut words) = (&**base, Vec::new());
            while let ExprKind::Index(inner, more) = &root.kind {
                all.extend(more.iter().flat_map(|it| accesses(eval, it)));
                words.extend(more.iter());
                root = inner;
            }
            words.extend(indices.iter());
            if let Some(name) = root.name()
                && is_shared(eval, name)
                && !is_own(eval, name, &words)
            {
                let index = |eval: &mut Eval<'_>, it: &Expr| match eval.eval(it) {
                    Ok(value) => {
                        eval.world.roster.number(&value).map_or(value, Value::Number).to_string()
                    }
                    Err(_) => format!("{:?}", it.kind),
                };
                let words: Vec<String> = words.iter().map(|it| index(eval, it)).collect();
                all.insert(format!("{name}{words:?}"));
            }
            all
        }
        ExprKind::Field(base, field) => {
            let mut all = accesses(eval, base);
            if eval.world.shared(&field.text).is_some_and(|it| eval.world.shared[it].pool.is_some())
            {
                all.insert(format!("{:?}.{}", base.kind, field.text));
            }
            all
        }
        ExprKind::IsFree(cell) => {
            let mut all = accesses(eval, cell);
            all.insert(format!("{:?} is free", cell.kind));
            all
        }
        ExprKind::Call(name, arguments) => {
            if let Some(define) = eval.world.definitions.get(&name.text).cloned()
                && let DefineBody::Expr(body) = &define.body
            {
                let names = eval.parameters(&define.parameters, arguments);
                return eval.within(names, |eval| sites(eval, body).1);
            }
            let is_operation =
                ["cas", "swap", "fetch_and_add", "test_and_set"].contains(&&name.text[..]);
            let rest = if is_operation { &arguments[1..] } else { &arguments[..] };
            let mut all: BTreeSet<String> = rest.iter().flat_map(|it| accesses(eval, it)).collect();
            if is_operation {
                all.insert(format!("{expr:?}"));
            }
            all
        }
        ExprKind::Quantified(_, binders, body) => members(eval, binders, &[body]),
        ExprKind::SetOf { element, binders, filter } => {
            let asks: Vec<&Expr> = element.iter().chain(filter).map(|it| &**it).collect();
            members(eval, binders, &asks)
        }
        ExprKind::ListOf { binders, filter } => members(eval, binders, &[filter]),
        ExprKind::Binary(Binary::And | Binary::Or, ..) | ExprKind::Not(_) => sites(eval, expr).1,
        _ => expr.parts().into_iter().flat_map(|it| accesses(eval, it)).collect(),
    }
}

fn members(
    eval: &mut Eval<'_>,
    binders: &[listing::tree::Binder],
    asks: &[&Expr],
) -> BTreeSet<String> {
    let Ok(all) = eval.bindings(binders, asks) else { return several() };
    let mut found = BTreeSet::new();
    for names in all {
        found.extend(eval.within(names, |eval| {
            asks.iter().flat_map(|it| accesses(eval, it)).collect::<Vec<_>>()
        }));
    }
    found
}

fn is_shared(eval: &Eval<'_>, name: &str) -> bool {
    matches!(eval.variable(name), Some((crate::places::Owner::Shared(at), _))
        if eval.world.shared[at].storage != listing::tree::Storage::Ghost)
}

/// Whether it is an element that the process reads for free.
fn is_own(eval: &mut Eval<'_>, name: &str, indices: &[&Expr]) -> bool {
    let Some((crate::places::Owner::Shared(at), domains)) = eval.variable(name) else {
        return false;
    };
    let mut element = 0;
    for (domain, index) in domains.iter().zip(indices) {
        let Ok(value) = eval.eval(index) else { return false };
        let values = eval.world.roster.values(domain);
        let fit = eval.world.roster.fit(domain, &value);
        let Some(nth) = fit.and_then(|it| values.iter().position(|one| *one == it)) else {
            return false;
        };
        element = element * values.len() + nth;
    }
    eval.free.is_some_and(|it| it.contains(&(at, element)))
}
