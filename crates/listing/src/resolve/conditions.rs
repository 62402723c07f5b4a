//! Whether two lines can be part of one program: their conditions over options.

use super::Resolver;
use crate::tree::{Binary, Choice, Compare, DefineBody, Expr, ExprKind};

/// How many settings are tried at most.
const SETTINGS: usize = 4096;
/// How deep definitions lead from one to the other in a condition.
const DEPTH: usize = 24;

#[derive(Clone, PartialEq, Eq)]
enum Value {
    Bool(bool),
    Number(i64),
    Symbol(String),
}

/// The number of the value of each option.
type Setting<'s> = [(&'s Choice, usize)];

impl Resolver<'_> {
    /// Whether some options leave in both lines, each with its conditions.
    pub fn can_be_together(&self, one: &[&Expr], other: &[&Expr]) -> bool {
        let all: Vec<&Expr> = one.iter().chain(other).copied().collect();
        if all.is_empty() {
            return true;
        }
        if !self.settings.take(1) {
            return false;
        }
        let mut options = Vec::new();
        for condition in &all {
            self.options_in(condition, &mut options, DEPTH);
        }
        let counts = options.iter().map(|option| option.values.len());
        let count = counts.fold(1, usize::saturating_mul);
        if count > SETTINGS {
            return false;
        }
        (0..count).any(|nth| {
            let mut rest = nth;
            let setting: Vec<(&Choice, usize)> = options
                .iter()
                .map(|&option| {
                    let value = rest % option.values.len();
                    rest /= option.values.len();
                    (option, value)
                })
                .collect();
            all.iter().all(|expr| self.value(expr, &setting, DEPTH) == Some(Value::Bool(true)))
        })
    }

    fn options_in<'s>(&'s self, expr: &'s Expr, options: &mut Vec<&'s Choice>, depth: usize) {
        if !self.settings.take(1) {
            return;
        }
        match &expr.kind {
            ExprKind::Name(name) => {
                if let Some(option) =
                    self.names.options.iter().find(|option| option.name.text == *name)
                {
                    if !options.iter().any(|option| option.name.text == *name) {
                        options.push(option);
                    }
                } else if depth > 0 {
                    for (define, with) in
                        self.names.defines.iter().filter(|define| define.0.name.text == *name)
                    {
                        if let Some(it) = with {
                            self.options_in(it, options, depth - 1);
                        }
                        if let DefineBody::Expr(body) = &define.body {
                            self.options_in(body, options, depth - 1);
                        }
                    }
                }
            }
            ExprKind::Compare(all, _) | ExprKind::Set(all) => {
                for it in all {
                    self.options_in(it, options, depth);
                }
            }
            ExprKind::Not(inner) => self.options_in(inner, options, depth),
            ExprKind::Binary(_, one, other) => {
                self.options_in(one, options, depth);
                self.options_in(other, options, depth);
            }
            ExprKind::If { then, condition, otherwise } => {
                for it in [then, condition, otherwise] {
                    self.options_in(it, options, depth);
                }
            }
            _ => {}
        }
    }

    /// The value of a condition's part; none where it is more than this understands.
    fn value(&self, expr: &Expr, setting: &Setting<'_>, depth: usize) -> Option<Value> {
        if !self.settings.take(1) {
            return None;
        }
        match &expr.kind {
            ExprKind::Number(number) => Some(Value::Number(*number)),
            ExprKind::Name(name) => self.value_of(name, setting, depth),
            ExprKind::Not(inner) => match self.value(inner, setting, depth)? {
                Value::Bool(it) => Some(Value::Bool(!it)),
                _ => None,
            },
            ExprKind::Binary(operator @ (Binary::And | Binary::Or), one, other) => {
                let (Value::Bool(one), Value::Bool(other)) =
                    (self.value(one, setting, depth)?, self.value(other, setting, depth)?)
                else {
                    return None;
                };
                Some(Value::Bool(match operator {
                    Binary::And => one && other,
                    _ => one || other,
                }))
            }
            ExprKind::If { then, condition, otherwise } => {
                let is_true = self.value(condition, setting, depth)? == Value::Bool(true);
                self.value(if is_true { then } else { otherwise }, setting, depth)
            }
            ExprKind::Compare(operands, signs) => {
                let pairs = operands.windows(2).zip(signs);
                let mut all = true;
                for (pair, sign) in pairs {
                    all &= self.compares(&pair[0], *sign, &pair[1], setting, depth)?;
                }
                Some(Value::Bool(all))
            }
            _ => None,
        }
    }

    fn value_of(&self, name: &str, setting: &Setting<'_>, depth: usize) -> Option<Value> {
        if let Some((option, at)) = setting.iter().find(|it| it.0.name.text == name) {
            let is_bool = option.values.iter().all(|it| it.text == "yes" || it.text == "no");
            let value = &option.values[*at].text;
            return Some(match value.parse() {
                Ok(number) => Value::Number(number),
                Err(_) if is_bool => Value::Bool(value == "yes"),
                Err(_) => Value::Symbol(value.clone()),
            });
        }
        match name {
            "true" | "yes" => return Some(Value::Bool(true)),
            "false" | "no" => return Some(Value::Bool(false)),
            _ => {}
        }
        if !self.names.is_defined(name) {
            return Some(Value::Symbol(name.to_owned()));
        }
        let depth = depth.checked_sub(1)?;
        let is_part = |with: Option<&Expr>| {
            with.is_none_or(|with| self.value(with, setting, depth) == Some(Value::Bool(true)))
        };
        let all = self.names.defines.iter().filter(|define| define.0.name.text == name);
        let (define, _) = all.into_iter().find(|it| is_part(it.1))?;
        match &define.body {
            DefineBody::Expr(body) => self.value(body, setting, depth),
            DefineBody::Block(_) => None,
        }
    }

    fn compares(
        &self,
        left: &Expr,
        sign: Compare,
        right: &Expr,
        setting: &Setting<'_>,
        depth: usize,
    ) -> Option<bool> {
        let one = self.value(left, setting, depth)?;
        if let (Compare::In | Compare::NotIn, ExprKind::Set(members)) = (sign, &right.kind) {
            let mut is_in = false;
            for member in members {
                is_in |= self.value(member, setting, depth)? == one;
            }
            return Some(is_in == (sign == Compare::In));
        }
        let other = self.value(right, setting, depth)?;
        match (sign, &one, &other) {
            (Compare::Equal, ..) => Some(one == other),
            (Compare::NotEqual, ..) => Some(one != other),
            (_, Value::Number(one), Value::Number(other)) => match sign {
                Compare::Less => Some(one < other),
                Compare::LessEqual => Some(one <= other),
                Compare::Greater => Some(one > other),
                Compare::GreaterEqual => Some(one >= other),
                _ => None,
            },
            _ => None,
        }
    }
}
