//! The members over which names run, where these are known.

use super::super::domain::Ty;
use super::super::{Bound, Env, Val, bind};
use super::Constants;
use super::values::same;
use crate::limits::MEMBERS_MAX;
use crate::tree::{Binder, Domain as TreeDomain, DomainKind};

impl<'t> Constants<'_, 't> {
    /// The names in force for each member.
    pub fn members(&self, binders: &'t [Binder], env: &Env<'t>) -> Option<Vec<Env<'t>>> {
        let mut all = vec![env.clone()];
        for binder in binders {
            let mut next = Vec::new();
            for env in all {
                next.extend(self.one_binder(binder, &env)?);
                if next.len() > MEMBERS_MAX {
                    return None;
                }
            }
            all = next;
        }
        Some(all)
    }

    pub fn one_binder(&self, binder: &'t Binder, env: &Env<'t>) -> Option<Vec<Env<'t>>> {
        let values = match &binder.domain {
            Some(domain) => self.domain(domain, env)?,
            None => self.lower.processes_of(binder)?,
        };
        let (names, unequal) = self.lower.names_of(binder);
        let both = names.len() > binder.names.len();
        let other = match unequal {
            Some(unequal) => Some(self.value(unequal, env)?),
            None => None,
        };
        let mut all: Vec<(Env<'t>, Option<&Val>)> = vec![(env.clone(), None)];
        for (nth, name) in names.iter().enumerate() {
            let mut next = Vec::new();
            for (env, first) in &all {
                for value in &values {
                    let differs = match (&other, first) {
                        (Some(other), _) => !same(value, other)?,
                        (None, Some(first)) if both && nth + 1 == names.len() => {
                            !same(value, first)?
                        }
                        _ => true,
                    };
                    if differs {
                        let inner = bind(env, name, Bound::Value(value.clone()));
                        next.push((inner, Some(first.unwrap_or(value))));
                    }
                }
                if next.len() > MEMBERS_MAX || !self.lower.work.take(values.len()) {
                    return None;
                }
            }
            all = next;
        }
        Some(all.into_iter().map(|it| it.0).collect())
    }

    /// The members of what a name runs over.
    fn domain(&self, domain: &'t TreeDomain, env: &Env<'t>) -> Option<Vec<Val>> {
        let lower = self.lower;
        let ty = match &domain.kind {
            DomainKind::Bool => Ty::Bool,
            DomainKind::Range(low, high) => {
                let (low, high) = (self.value(low, env)?, self.value(high, env)?);
                Ty::numbers(low.constant()?, high.constant()?)
            }
            DomainKind::Expr(expr) => match lower.domain_named(expr, env) {
                Some(ty) => ty,
                None => {
                    let value = self.value(expr, env)?;
                    return match value.ty {
                        Ty::Scalar(_) => Some(vec![value]),
                        _ => self.items(&value),
                    };
                }
            },
            _ => return None,
        };
        lower.values_of(&ty)
    }

    /// The members of a set or a list.
    pub fn items(&self, value: &Val) -> Option<Vec<Val>> {
        match &value.ty {
            Ty::Items => Some(value.items.iter().map(|it| it.0.clone()).collect()),
            Ty::Set(element) => {
                let bits = value.constant()?;
                let all = self.lower.values_of(element)?.into_iter().enumerate();
                Some(all.filter(|(at, _)| bits >> at & 1 == 1).map(|it| it.1).collect())
            }
            _ => None,
        }
    }
}
