//! Functions, and operations of a processor.

use crate::eval::{Access, Eval, Result, Stop, wrong};
use crate::state::Place;
use crate::value::{Domain, Value};
use listing::tree::{DefineBody, Expr, Name};
use std::cmp::Ordering;

impl Eval<'_> {
    pub fn call(&mut self, name: &str, arguments: &[Expr]) -> Result<Value> {
        if let Some(define) = self.world.definitions.get(name).cloned() {
            let DefineBody::Expr(body) = &define.body else { return wrong("no expression") };
            let names = self.parameters(&define.parameters, arguments);
            return self.within(names, |it| it.eval(body));
        }
        if let Some(fields) = self.world.records.get(name) {
            let values = self.all(arguments)?;
            let fits = fields.iter().zip(&values);
            let fits = fits.map(|((_, domain), it)| self.world.roster.fit(domain, it));
            let Some(fields) = fits.collect() else {
                return wrong(format!("a field of {name} leaves its domain"));
            };
            return Ok(Value::Record(name.into(), fields));
        }
        match name {
            "cas" => {
                let place = self.target(&arguments[0])?;
                let (old, new) = (self.eval(&arguments[1])?, self.eval(&arguments[2])?);
                self.outcome(Access::Cas(place, old, new))
            }
            "swap" => {
                let place = self.target(&arguments[0])?;
                let new = self.eval(&arguments[1])?;
                self.outcome(Access::Swap(place, new))
            }
            "test_and_set" => {
                let place = self.target(&arguments[0])?;
                self.outcome(Access::Swap(place, Value::Bool(true)))
            }
            "fetch_and_add" => {
                let place = self.target(&arguments[0])?;
                let more = self.number(&arguments[1])?;
                self.outcome(Access::Add(place, more))
            }
            "in_transit" => self.in_transit(arguments),
            "reach" => self.reach(arguments),
            "max" | "min" | "sum" => {
                let mut all = self.all(arguments)?;
                if let [Value::Set(of) | Value::List(of) | Value::Array(of)] = &all[..] {
                    all = of.clone();
                }
                match name {
                    "sum" => self.sum(&all),
                    _ => self.extreme(all, name == "max"),
                }
            }
            "size" => {
                let value = self.members(&arguments[0])?;
                self.length(&value)
            }
            "length" => {
                let value = self.eval(&arguments[0])?;
                self.length(&value)
            }
            "head" | "tail" | "reverse" => {
                let value = self.eval(&arguments[0])?;
                let Value::List(mut all) = value else {
                    return wrong(format!("{value} is no list"));
                };
                match name {
                    "reverse" => all.reverse(),
                    _ if all.is_empty() => return wrong("the list is empty"),
                    "head" => return Ok(all.remove(0)),
                    _ => drop(all.remove(0)),
                }
                Ok(Value::List(all))
            }
            _ => wrong(format!("{name} is not understood")),
        }
    }

    /// What an operation changes.
    pub fn target(&mut self, expr: &Expr) -> Result<Place> {
        self.place(expr)?.ok_or_else(|| Stop::Wrong("no variable".into()))
    }

    fn length(&self, value: &Value) -> Result<Value> {
        match value {
            Value::Set(all) | Value::List(all) | Value::Array(all) => {
                Ok(Value::Number(all.len() as i64))
            }
            Value::Process(..) => Ok(Value::Number(1)),
            _ => wrong(format!("{value} has no members")),
        }
    }

    pub fn sum(&self, all: &[Value]) -> Result<Value> {
        let mut sum = 0;
        for it in all {
            sum += self.as_number(it)?;
        }
        Ok(Value::Number(sum))
    }

    pub fn extreme(&self, all: Vec<Value>, is_max: bool) -> Result<Value> {
        let mut best: Option<Value> = None;
        for it in all {
            let is_better = match &best {
                None => true,
                Some(best) => match self.world.roster.compare(&it, best) {
                    Some(order) => order == if is_max { Ordering::Greater } else { Ordering::Less },
                    None => return wrong("no order"),
                },
            };
            if is_better {
                best = Some(it);
            }
        }
        best.map_or_else(|| wrong("the highest or lowest of nothing"), Ok)
    }

    /// A list of records by some of their fields, or of numbers.
    pub fn sort(&mut self, list: &Expr, by: &[Name]) -> Result<Value> {
        let value = self.eval(list)?;
        let Value::List(mut all) = value else { return wrong(format!("{value} is no list")) };
        let key = |it: &Value| match it {
            Value::Record(name, fields) if !by.is_empty() => {
                let at = |field: &Name| {
                    self.world.records[name].iter().position(|it| it.0 == field.text)
                };
                Value::Tuple(by.iter().filter_map(|name| Some(fields[at(name)?].clone())).collect())
            }
            _ => it.clone(),
        };
        let roster = &self.world.roster;
        all.sort_by(|one, other| roster.compare(&key(one), &key(other)).unwrap_or(Ordering::Equal));
        Ok(Value::List(all))
    }

    fn in_transit(&mut self, arguments: &[Expr]) -> Result<Value> {
        use listing::tree::ExprKind;
        let ends = arguments[1..].iter().map(|it| {
            let value = self.eval(it)?;
            match self.world.roster.fit(&Domain::Process(None), &value) {
                Some(Value::Process(it, _)) => Ok(it),
                _ => wrong("no process"),
            }
        });
        let ends = ends.collect::<Result<Vec<usize>>>()?;
        let (kind, field) = match &arguments[0].kind {
            ExprKind::Name(kind) => (kind, None),
            ExprKind::Field(base, field) => match base.name() {
                Some(kind) => (&kind.to_owned(), Some(&field.text)),
                None => return wrong("no message"),
            },
            _ => return wrong("no message"),
        };
        let messages = &self.world.messages;
        let all = self.state()?.mail.iter().filter(|it| {
            (kind == "any" || messages[it.kind].name == *kind)
                && ends.first().is_none_or(|from| *from == it.from)
                && ends.get(1).is_none_or(|to| *to == it.to)
        });
        let Some(field) = field else { return Ok(Value::Number(all.count() as i64)) };
        let values = all.filter_map(|it| {
            let at = messages[it.kind].fields.iter().position(|it| it.0 == *field)?;
            it.fields.get(at).cloned()
        });
        Ok(self.world.roster.set(values))
    }

    /// The indices to which a way leads by the values of some arrays.
    fn reach(&mut self, arguments: &[Expr]) -> Result<Value> {
        let mut arrays = Vec::new();
        for it in &arguments[1..] {
            let Some(name) = it.name() else { return wrong("no array") };
            let Some((owner, domains)) = self.variable(name) else { return wrong("no array") };
            let Value::Array(values) = self.whole(&owner, &domains)? else {
                return wrong("no array");
            };
            arrays.push((domains[0].clone(), values));
        }
        let start = self.eval(&arguments[0])?;
        let (domain, _) = &arrays[0];
        let roster = &self.world.roster;
        let mut found: Vec<Value> = roster.fit(domain, &start).into_iter().collect();
        let mut next = 0;
        while let Some(from) = found.get(next).cloned() {
            next += 1;
            for (domain, values) in &arrays {
                let at = roster.values(domain).iter().position(|value| *value == from);
                let to = at.and_then(|at| roster.fit(domain, &values[at]));
                if let Some(to) = to
                    && !roster.has(&found, &to)
                {
                    found.push(to);
                }
            }
        }
        Ok(roster.set(found))
    }
}
