//! Signs between values, and what is taken from a value.

use crate::eval::{Eval, Result, Stop, wrong};
use crate::state::{Life, Part};
use crate::value::Value;
use listing::tree::{Binary, Compare, Expr};

impl Eval<'_> {
    pub fn binary(&self, sign: Binary, one: Value, other: Value) -> Result<Value> {
        use Value::{List, Set};
        let roster = &self.world.roster;
        match (sign, &one, &other) {
            (Binary::Add, List(one), List(other)) => Ok(List([&one[..], other].concat())),
            (Binary::Add, List(_), Set(none)) if none.is_empty() => Ok(one),
            (Binary::Add, Set(none), List(_)) if none.is_empty() => Ok(other),
            (Binary::Add, Set(one), Set(other)) => Ok(roster.set([&one[..], other].concat())),
            (Binary::Subtract, Set(one), Set(other)) => {
                Ok(Set(one.iter().filter(|value| !roster.has(other, value)).cloned().collect()))
            }
            _ => {
                let (one, other) = (self.as_number(&one)?, self.as_number(&other)?);
                let by_zero = || Stop::Wrong("a division by zero".into());
                // a remainder is not negative, and the quotient is the one that leaves it
                Ok(Value::Number(match sign {
                    Binary::Add => one + other,
                    Binary::Subtract => one - other,
                    Binary::Multiply => one * other,
                    Binary::Divide => one.checked_div_euclid(other).ok_or_else(by_zero)?,
                    _ => one.checked_rem_euclid(other).ok_or_else(by_zero)?,
                }))
            }
        }
    }

    pub fn comparison(&mut self, all: &[Expr], signs: &[Compare]) -> Result<Value> {
        let mut values = Vec::new();
        for (at, expr) in all.iter().enumerate() {
            let neighbours = [at.checked_sub(1), Some(at + 1)];
            let beside = neighbours.into_iter().flatten().filter_map(|it| all.get(it)?.name());
            let is_beside_option =
                beside.into_iter().any(|text| self.world.options.contains_key(text));
            let is_set = at > 0 && matches!(signs[at - 1], Compare::In | Compare::NotIn);
            values.push(match expr.name() {
                // next to an option, a name means the option's value
                Some(name) if is_beside_option && !self.world.options.contains_key(name) => {
                    Value::Symbol(name.into())
                }
                _ if is_set => self.members(expr)?,
                _ => self.eval(expr)?,
            });
        }
        for (pair, sign) in values.windows(2).zip(signs) {
            if !self.compare(&pair[0], *sign, &pair[1])? {
                return Ok(Value::Bool(false));
            }
        }
        Ok(Value::Bool(true))
    }

    pub fn compare(&self, one: &Value, sign: Compare, other: &Value) -> Result<bool> {
        let roster = &self.world.roster;
        let all = |value: &Value| match value {
            Value::Set(all) | Value::List(all) | Value::Array(all) => Ok(all.clone()),
            _ => wrong(format!("{value} has no members")),
        };
        Ok(match sign {
            Compare::Equal => roster.same(one, other),
            Compare::NotEqual => !roster.same(one, other),
            Compare::In => roster.has(&all(other)?, one),
            Compare::NotIn => !roster.has(&all(other)?, one),
            Compare::Subset => {
                let (one, other) = (all(one)?, all(other)?);
                one.iter().all(|value| roster.has(&other, value))
            }
            _ => {
                let Some(order) = roster.compare(one, other) else {
                    return wrong(format!("{one} and {other} have no order"));
                };
                match sign {
                    Compare::Less => order.is_lt(),
                    Compare::LessEqual => order.is_le(),
                    Compare::Greater => order.is_gt(),
                    _ => order.is_ge(),
                }
            }
        })
    }

    pub fn decision(&self, process: usize) -> Result<Value> {
        let state = self.state()?;
        match &state.processes[process].decision {
            Some(it) if state.processes[process].life == Life::Decided => Ok(it.clone()),
            Some(it) => Ok(it.clone()),
            None => wrong("nothing is decided yet"),
        }
    }

    /// A list, an array or a tuple that is no variable.
    pub fn element(&mut self, whole: &Value, at: &Value) -> Result<Value> {
        let at = self.as_number(at)?;
        Part::Element(at).of(whole).map_or_else(|| wrong(format!("{whole} has no {at}")), Ok)
    }
}
