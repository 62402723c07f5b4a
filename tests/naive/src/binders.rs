//! Quantifiers, and what a name runs over.

use crate::eval::{Bind, Eval, Names, Result, wrong};
use crate::value::{Domain, Value};
use listing::tree::{self, Binder, DomainKind, Expr, ExprKind, Quantifier};

impl Eval<'_> {
    pub fn quantified(
        &mut self,
        quantifier: Quantifier,
        binders: &[Binder],
        body: &Expr,
    ) -> Result<Value> {
        let (condition, value) = match &body.kind {
            ExprKind::Where { value, condition } => (Some(&**condition), &**value),
            _ => (None, body),
        };
        if quantifier.stops() && condition.is_none() {
            let (value, seen) = self.all_or_some(quantifier == Quantifier::All, binders, body)?;
            self.seen = seen;
            return Ok(Value::Bool(value));
        }
        let asks: Vec<&Expr> = std::iter::once(value).chain(condition).collect();
        let mut values = Vec::new();
        let (mut is_first, is_open) = (true, self.is_open(binders, &asks));
        for names in self.bindings(binders, &asks)? {
            // after the first member, reading may have stopped
            let before = (is_open || !is_first && quantifier.stops()).then(|| self.seen.clone());
            is_first = false;
            if let Some(one) = self.within(names, |eval| eval.where_true(condition, value))? {
                let is_true = one == Value::Bool(true);
                values.push(one);
                match quantifier {
                    Quantifier::All if !is_true => return Ok(Value::Bool(false)),
                    Quantifier::Some if is_true => return Ok(Value::Bool(true)),
                    _ => {}
                }
            }
            if let Some(seen) = before {
                self.seen = seen;
            }
        }
        let true_ones = values.iter().filter(|value| **value == Value::Bool(true)).count();
        match quantifier {
            Quantifier::All => Ok(Value::Bool(true)),
            Quantifier::Some => Ok(Value::Bool(false)),
            Quantifier::Count => Ok(Value::Number(true_ones as i64)),
            Quantifier::Sum => self.sum(&values),
            Quantifier::Max | Quantifier::Min => {
                self.extreme(values, quantifier == Quantifier::Max)
            }
        }
    }

    pub fn set_of(
        &mut self,
        element: Option<&Expr>,
        binders: &[Binder],
        filter: Option<&Expr>,
    ) -> Result<Value> {
        let asks: Vec<&Expr> = element.into_iter().chain(filter).collect();
        let mut values = Vec::new();
        let is_open = self.is_open(binders, &asks);
        for names in self.bindings(binders, &asks)? {
            let name = &binders[0].names[0].text;
            let before = is_open.then(|| self.seen.clone());
            let one = self.within(names, |eval| match element {
                Some(it) => eval.where_true(filter, it),
                None => eval.filtered(filter, |eval| eval.name(name)),
            })?;
            values.extend(one);
            self.seen = before.unwrap_or_else(|| self.seen.clone());
        }
        Ok(self.world.roster.set(values))
    }

    /// The value, if the condition is true.
    fn where_true(&mut self, condition: Option<&Expr>, value: &Expr) -> Result<Option<Value>> {
        self.filtered(condition, |eval| eval.eval(value))
    }

    fn filtered(
        &mut self,
        condition: Option<&Expr>,
        value: impl FnOnce(&mut Self) -> Result<Value>,
    ) -> Result<Option<Value>> {
        let Some(condition) = condition else { return value(self).map(Some) };
        let (is_true, seen) = self.condition(condition)?;
        let value = if is_true { Some(value(self)?) } else { None };
        self.seen = seen;
        Ok(value)
    }

    pub fn list_of(&mut self, binders: &[Binder], filter: &Expr) -> Result<Value> {
        let mut values = Vec::new();
        let is_open = self.is_open(binders, &[filter]);
        for names in self.bindings(binders, &[filter])? {
            let name = &binders[0].names[0].text;
            let before = is_open.then(|| self.seen.clone());
            let one = self.within(names, |eval| {
                let it = eval.name(name)?;
                Ok(eval.truth_value(filter)?.then_some(it))
            })?;
            values.extend(one);
            self.seen = before.unwrap_or_else(|| self.seen.clone());
        }
        Ok(Value::List(values))
    }

    /// Whether it is known only as the program runs who the members are: then each is a branch.
    pub fn is_open(&self, binders: &[Binder], asks: &[&Expr]) -> bool {
        let mut eval = Eval { me: self.me, ..Eval::constant(self.world, self.names.clone()) };
        eval.bindings(binders, asks).is_err()
    }

    /// What the names mean for each member, or for each pair of them.
    pub fn bindings(&mut self, binders: &[Binder], asks: &[&Expr]) -> Result<Vec<Names>> {
        let mut all = vec![self.names.clone()];
        for binder in binders {
            let mut names: Vec<&str> = binder.names.iter().map(|name| &name.text[..]).collect();
            // `some j ≠ k` binds both, if nothing is called k yet
            let other = binder.unequal.as_ref().and_then(|unequal| unequal.name());
            let is_new = other.filter(|other| {
                self.names.get(other).is_none()
                    && self.variable(other).is_none()
                    && !self.world.definitions.contains_key(*other)
                    && !self.world.options.contains_key(*other)
                    && self.world.role(other).is_none()
                    && *other != "self"
            });
            names.extend(is_new);
            let mut next = Vec::new();
            for outer in all {
                next.extend(self.within(outer.clone(), |eval| eval.bound(binder, &names, asks))?);
            }
            all = next;
        }
        Ok(all)
    }

    fn bound(&mut self, binder: &Binder, names: &[&str], asks: &[&Expr]) -> Result<Vec<Names>> {
        let members = self.range(binder, asks)?;
        let mut all = vec![self.names.clone()];
        for name in names {
            let with = |outer: &Names| {
                let one = |value: &Value| outer.with(name, Bind::Value(value.clone()));
                members.iter().map(one).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(with).collect();
        }
        let Some(unequal) = &binder.unequal else { return Ok(all) };
        let mut kept = Vec::new();
        for inner in all {
            let is_kept = self.within(inner.clone(), |eval| {
                let other = eval.eval(unequal)?;
                for name in binder.names.iter() {
                    let one = eval.name(&name.text)?;
                    if eval.world.roster.same(&one, &other) {
                        return Ok(false);
                    }
                }
                Ok(true)
            })?;
            if is_kept {
                kept.push(inner);
            }
        }
        Ok(kept)
    }

    /// What a name runs over.
    pub fn range(&mut self, binder: &Binder, asks: &[&Expr]) -> Result<Vec<Value>> {
        let roster = &self.world.roster;
        match &binder.domain {
            Some(domain) => self.range_of(domain),
            None => {
                let name = &binder.names[0].text;
                let domain = asks.iter().find_map(|ask| self.indexed_by(name, ask));
                let domain =
                    domain.or_else(|| asks.iter().find_map(|ask| self.compared_with(name, ask)));
                let domain = domain.or_else(|| {
                    let role = binder.unequal.as_ref()?;
                    let Ok(Value::Process(_, role)) = self.eval(role) else { return None };
                    Some(Domain::Process(role))
                });
                let of_number = |role: &crate::world::Role| role.number.as_ref() == Some(name);
                let role = self.world.roles.iter().position(of_number);
                let domain = domain.or_else(|| role.map(|it| Domain::Process(Some(it))));
                let alone = (self.world.roles.len() == 1).then_some(0);
                Ok(roster.values(&domain.unwrap_or(Domain::Process(alone))))
            }
        }
    }

    pub fn range_of(&mut self, domain: &tree::Domain) -> Result<Vec<Value>> {
        match &domain.kind {
            DomainKind::Expr(expr) => {
                if let Some(name) = expr.name()
                    && self.names.get(name).is_none()
                    && self.variable(name).is_none()
                    && let Some(domain) = self.world.domain_of_name(name)
                {
                    return Ok(self.world.roster.values(&domain));
                }
                match self.members(expr)? {
                    Value::Set(all) | Value::List(all) | Value::Array(all) => Ok(all),
                    it @ Value::Process(..) => Ok(vec![it]),
                    other => wrong(format!("{other} has no members")),
                }
            }
            DomainKind::Range(low, high) => {
                let (low, high) = (self.number(low)?, self.number(high)?);
                Ok((low..=high).map(Value::Number).collect())
            }
            _ => Ok(self.world.roster.values(&self.world.domain(domain))),
        }
    }

    /// The domain of the index that the name is, somewhere in an expression.
    fn indexed_by(&self, name: &str, expr: &Expr) -> Option<Domain> {
        if let ExprKind::Index(base, indices) = &expr.kind {
            let (mut base, mut before) = (&**base, Vec::new());
            while let ExprKind::Index(inner, more) = &base.kind {
                before = [&more[..], &before[..]].concat();
                base = inner;
            }
            let at = indices.iter().position(|index| index.name() == Some(name));
            if let (Some(at), Some(variable)) = (at, base.name()) {
                if variable == "decision" {
                    return Some(Domain::Process(None));
                }
                let (owner, domains) = self.variable(variable)?;
                let at = at + before.len();
                return match (owner, domains.get(at)) {
                    (_, Some(it)) => Some(it.clone()),
                    (crate::places::Owner::Mine(_), None) => {
                        Some(Domain::Process(Some(self.world.roster.role_of(self.me?))))
                    }
                    _ => None,
                };
            }
        }
        let mut parts = expr.parts();
        if let ExprKind::Call(definition, _) = &expr.kind
            && let Some(define) = self.world.definitions.get(&definition.text)
            && let tree::DefineBody::Expr(body) = &define.body
        {
            let ExprKind::Call(_, arguments) = &expr.kind else { return None };
            for (parameter, argument) in define.parameters.iter().zip(arguments) {
                if let (Some(name_of), true) = (parameter.name(), argument.name() == Some(name))
                    && let Some(found) = self.indexed_by(name_of, body)
                {
                    return Some(found);
                }
            }
        }
        parts.retain(|part| part.name() != Some(name));
        parts.into_iter().find_map(|part| self.indexed_by(name, part))
    }

    /// The role of a section or of a value with which the name is compared.
    fn compared_with(&self, name: &str, expr: &Expr) -> Option<Domain> {
        if let ExprKind::Field(base, field) = &expr.kind
            && base.name() == Some(name)
        {
            let has = |role: &crate::world::Role| {
                role.own.iter().any(|variable| variable.name == field.text)
            };
            let role = self.world.roles.iter().position(has)?;
            return Some(Domain::Process(Some(role)));
        }
        if let ExprKind::Compare(all, _) = &expr.kind
            && all.iter().any(|expr| expr.name() == Some(name))
        {
            for other in all.iter().filter_map(|expr| expr.name()).filter(|text| *text != name) {
                let has = |role: &crate::world::Role| {
                    role.sections.iter().any(|section| section == other)
                };
                if let Some(role) = self.world.roles.iter().position(has) {
                    return Some(Domain::Process(Some(role)));
                }
                if let Some((owner, domains)) = self.variable(other)
                    && domains.is_empty()
                {
                    let domain = match owner {
                        crate::places::Owner::Shared(at) => &self.world.shared[at].domain,
                        crate::places::Owner::Mine(at) => {
                            &self.world.role_of(self.me?).own[at].domain
                        }
                        crate::places::Owner::Of(..) => continue,
                    };
                    if let Some(it) = process_of(domain) {
                        return Some(it);
                    }
                }
                if let Some(Bind::Value(Value::Process(_, role))) = self.names.get(other) {
                    return Some(Domain::Process(*role));
                }
            }
        }
        expr.parts().into_iter().find_map(|part| self.compared_with(name, part))
    }
}

fn process_of(domain: &Domain) -> Option<Domain> {
    match domain {
        Domain::Process(_) => Some(domain.clone()),
        Domain::Union(_, Some(rest)) => process_of(rest),
        Domain::Set(of) | Domain::List(of, _) => process_of(of),
        _ => None,
    }
}

trait Stops {
    fn stops(self) -> bool;
}

impl Stops for Quantifier {
    /// Whether reading may stop before the last member.
    fn stops(self) -> bool {
        matches!(self, Quantifier::All | Quantifier::Some)
    }
}
