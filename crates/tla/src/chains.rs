//! What a text says of all processes or of some comes written out for each: as a quantifier, or as a set of
//! those that.

use crate::expressions::Speech;
use crate::fold::quantified;
use program::ir::{Binary, Expr};

/// Names of what quantifiers bind, by how deep they stand.
const BOUND: [&str; 4] = ["p", "q", "r", "s"];

impl Speech<'_> {
    /// Conditions that are joined by one word.
    pub fn conditions(&self, expr: &Expr) -> Result<Option<String>, String> {
        let (all, sign, quantifier) = match expr {
            Expr::Select(_, then, otherwise)
                if **otherwise == Expr::Const(0) && **then != Expr::Const(1) =>
            {
                (joined(expr, true), "/\\", "\\A")
            }
            Expr::Select(_, then, otherwise)
                if **then == Expr::Const(1) && **otherwise != Expr::Const(0) =>
            {
                (joined(expr, false), "\\/", "\\E")
            }
            _ => return Ok(None),
        };
        if let Some((bound, set, text)) = self.of_each(&all)? {
            return Ok(Some(format!("({quantifier} {bound} \\in {set} : {text})")));
        }
        let all: Result<Vec<String>, String> =
            all.iter().map(|expr| self.condition(expr)).collect();
        Ok(Some(format!("({})", all?.join(&format!(" {sign} ")))))
    }

    /// The set of those of which a condition is true.
    pub fn those(&self, expr: &Expr) -> Result<Option<String>, String> {
        let Some(all) = members(expr) else { return Ok(None) };
        if all.iter().zip(0..).any(|((member, _), nth)| *member != nth) {
            return Ok(None);
        }
        let all: Vec<&Expr> = all.into_iter().map(|it| it.1).collect();
        Ok(self.of_each(&all)?.map(|(bound, set, text)| {
            format!("{{{bound} \\in {set} : {}}}", crate::fold::inner(&text))
        }))
    }

    /// The condition that a number is a member of such a set.
    pub fn is_among(&self, set: &Expr, member: &Expr) -> Option<Result<String, String>> {
        let (Expr::Const(member), Some(all)) = (member, members(set)) else { return None };
        Some(match all.iter().find(|it| it.0 == *member) {
            Some((_, condition)) => self.condition(condition),
            None => Ok("FALSE".into()),
        })
    }

    /// One condition of each process of a role: what the process is called, the role, and the condition.
    fn of_each(&self, all: &[&Expr]) -> Result<Option<(&'static str, String, String)>, String> {
        let role = self
            .layout
            .roles
            .iter()
            .find(|role| role.set.is_some() && role.processes.len() == all.len());
        let (Some(set), Some(bound)) =
            (role.and_then(|role| role.set.clone()), BOUND.get(self.depth.get()))
        else {
            return Ok(None);
        };
        self.depth.set(self.depth.get() + 1);
        let texts: Result<Vec<String>, String> =
            all.iter().map(|expr| self.condition(expr)).collect();
        self.depth.set(self.depth.get() - 1);
        Ok(quantified(&texts?, bound).map(|text| (*bound, set, text)))
    }
}

/// The parts of a conjunction or disjunction, however they are nested.
fn joined(expr: &Expr, is_and: bool) -> Vec<&Expr> {
    match expr {
        Expr::Select(a, b, c) if is_and && **c == Expr::Const(0) && **b != Expr::Const(1) => {
            [joined(a, is_and), joined(b, is_and)].concat()
        }
        Expr::Select(a, b, c) if !is_and && **b == Expr::Const(1) && **c != Expr::Const(0) => {
            [joined(a, is_and), joined(c, is_and)].concat()
        }
        expr => vec![expr],
    }
}

/// The members that a set can have, each with the condition that it has it.
fn members(expr: &Expr) -> Option<Vec<(i64, &Expr)>> {
    match expr {
        Expr::Binary(Binary::Or, left, right) => Some([members(left)?, members(right)?].concat()),
        Expr::Select(condition, then, otherwise) if **otherwise == Expr::Const(0) => match **then {
            Expr::Const(mask) if mask.count_ones() == 1 => {
                Some(vec![(i64::from(mask.trailing_zeros()), condition)])
            }
            _ => None,
        },
        _ => None,
    }
}
