//! Comparisons, and what a name means beside an option.

use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::domain::{Domain, Of, Ty, Written};
use crate::instantiate::instance::Instance;
use crate::instantiate::meaning::Meaning;
use crate::instantiate::terms::{and, binary, not, number, or};
use crate::instantiate::value::{Env, Val, look_up};
use crate::token::Span;
use crate::tree::{Compare, Expr as Tree, ExprKind};
use program::ir::{self, Expr};

impl<'t> Instance<'t> {
    pub fn compare(
        &mut self,
        operands: &'t [Tree],
        signs: &[Compare],
        env: &Env<'t>,
    ) -> Result<Val> {
        use Compare::{Equal, In, NotEqual, NotIn};
        let option = self.option_among(operands, env);
        let is_equal = signs.iter().all(|sign| matches!(sign, Equal | NotEqual | In | NotIn));
        let mut values = Vec::new();
        for (at, operand) in operands.iter().enumerate() {
            let is_set = at > 0 && matches!(signs[at - 1], In | NotIn);
            values.push(match option {
                Some(option) => self.beside_option(operand, option, is_equal, env)?,
                None if is_set => self.set_value(operand, env)?,
                None => self.eval(operand, env)?,
            });
        }
        let mut all = Expr::Const(1);
        for (at, sign) in signs.iter().enumerate() {
            let (left, right) = (&operands[at], &operands[at + 1]);
            let span = left.span.to(right.span);
            self.refuse_role(*sign, (left, &values[at]), (right, &values[at + 1]), env)?;
            if matches!(sign, Equal | NotEqual | In | NotIn) {
                self.check_numbers((left, &values[at]), (right, &values[at + 1]), env)?;
            }
            if matches!(sign, Equal | NotEqual) {
                self.note_outside(left, &values[at], &values[at + 1]);
                self.note_outside(right, &values[at + 1], &values[at]);
            }
            let both = ((left, &values[at]), (right, &values[at + 1]));
            match sign {
                Equal => self.one_beside_many("=", both.0, both.1)?,
                NotEqual => self.one_beside_many("≠", both.0, both.1)?,
                Compare::Subset => self.one_beside_many("⊆", both.0, both.1)?,
                In => self.in_one_value("=", left, both.1)?,
                NotIn => self.in_one_value("≠", left, both.1)?,
                _ => {}
            }
            let are_sets = values[at].ty.is_written()
                && values[at + 1].ty.is_written()
                && (values[at].ty.is_set() || values[at + 1].ty.is_set());
            let one = match sign {
                Equal | NotEqual if are_sets => {
                    let same = self.equal_sets(&values[at], &values[at + 1], span)?;
                    if *sign == Equal { same } else { not(same) }
                }
                _ => self.compare_two(*sign, &values[at], &values[at + 1], span)?,
            };
            all = and(all, one);
        }
        Ok(Val::bool(all))
    }

    /// Whether it is a variable, or an element of one, beside a number that it never is.
    fn note_outside(&mut self, expr: &Tree, value: &Val, other: &Val) {
        let is_variable = matches!(expr.kind, ExprKind::Name(_) | ExprKind::Index(..));
        let (Ty::Scalar(domain), Some(number)) = (&value.ty, other.constant()) else { return };
        let is_number = matches!(&other.ty, Ty::Scalar(it) if it.is_plain()) && domain.is_plain();
        if is_variable && is_number && value.constant().is_none() && !domain.contains(number) {
            let (name, values) = (expr.span.of(self.source.text), self.say_domain(domain));
            let number = self.say(number);
            let sentence = format!("{number} is none of the values of `{name}`: {values}.");
            self.claimed.outside.insert(sentence);
        }
    }

    /// `p in s`, where `p` is a role: all its processes stand where one of them is meant.
    fn refuse_role(
        &mut self,
        sign: Compare,
        left: (&'t Tree, &Val),
        right: (&'t Tree, &Val),
        env: &Env<'t>,
    ) -> Result<()> {
        let is_one = |value: &Val| matches!(value.ty, Ty::Scalar(_));
        let (role, other) = match sign {
            Compare::In | Compare::NotIn => (left.0, right.0),
            _ if is_one(right.1) => (left.0, right.0),
            _ if is_one(left.1) => (right.0, left.0),
            _ => return Ok(()),
        };
        let noun = role.name().filter(|name| look_up(env, name).is_none());
        let Some(noun) = noun.and_then(|name| self.role_called(name)) else { return Ok(()) };
        let other = other.span.of(self.source.text);
        let example = match sign {
            Compare::In | Compare::NotIn => format!("j in {other}"),
            _ => format!("j = {other}"),
        };
        self.all_of_a_role(&noun, Some(example), role.span)
    }

    /// Whether two sets that are written out have the same members.
    fn equal_sets(&mut self, left: &Val, right: &Val, span: Span) -> Result<Expr> {
        let mut all = Expr::Const(1);
        for (some, others) in [(left, right), (right, left)] {
            for (item, counts) in &some.items {
                let is_there = self.member(item, others, span)?;
                all = and(all, or(not(counts.clone()), is_there));
            }
        }
        Ok(all)
    }

    /// The option that one of the operands is.
    pub fn option_among(&self, operands: &[Tree], env: &Env<'t>) -> Option<usize> {
        operands.iter().find_map(|operand| match self.meaning(operand.name()?, env) {
            Meaning::Option(option) => Some(option),
            _ => None,
        })
    }

    /// Next to an option, a name is one of its values.
    fn beside_option(
        &mut self,
        expr: &'t Tree,
        option: usize,
        is_equal: bool,
        env: &Env<'t>,
    ) -> Result<Val> {
        match &expr.kind {
            ExprKind::Number(number) if is_equal => {
                let name = number.to_string();
                match self.options[option].named(&name) {
                    Some(value) => Ok(value),
                    None => self.unknown_value(&name, option, expr.span),
                }
            }
            ExprKind::Name(name) if *name != self.options[option].name => {
                match self.options[option].named(name) {
                    Some(value) => Ok(value),
                    None => match self.meaning(name, env) {
                        // a value of a domain or of another option, or none at all
                        Meaning::Symbol(_)
                        | Meaning::Nothing
                        | Meaning::Passes
                        | Meaning::Truth(_) => self.unknown_value(name, option, expr.span),
                        _ => self.eval(expr, env),
                    },
                }
            }
            ExprKind::Set(all) => {
                let mut items = Vec::new();
                for one in all {
                    items.push((self.beside_option(one, option, is_equal, env)?, Expr::Const(1)));
                }
                Ok(Val { ty: Ty::Literal(Written::Set), parts: Vec::new(), items })
            }
            _ => self.eval(expr, env),
        }
    }

    pub fn unknown_value<T>(&mut self, name: &str, option: usize, span: Span) -> Result<T> {
        let option = &self.options[option];
        let all: Vec<&str> = option.values.iter().map(|value| value.0.as_str()).collect();
        let message = format!(
            "The option `{}` has no value `{name}`; it has {}.",
            option.name,
            all.join(", ")
        );
        self.fail(
            DiagnosticDraft::new(ErrorCode::UnknownOptionValue, span, message).near(name, all, ""),
        )
    }

    fn compare_two(&mut self, sign: Compare, left: &Val, right: &Val, span: Span) -> Result<Expr> {
        match sign {
            Compare::Equal => self.equal(left, right, span),
            Compare::NotEqual => Ok(not(self.equal(left, right, span)?)),
            Compare::In => self.member(left, right, span),
            Compare::NotIn => Ok(not(self.member(left, right, span)?)),
            Compare::Subset => {
                let (_, one, other) = self.as_sets(left.clone(), right.clone(), span)?;
                let rest = binary(ir::Binary::Without, one, other);
                Ok(binary(ir::Binary::Equal, rest, Expr::Const(0)))
            }
            Compare::Less | Compare::LessEqual => {
                self.less(left, right, sign == Compare::LessEqual, span)
            }
            Compare::Greater | Compare::GreaterEqual => {
                self.less(right, left, sign == Compare::GreaterEqual, span)
            }
        }
    }

    pub fn less(&mut self, left: &Val, right: &Val, or_equal: bool, span: Span) -> Result<Expr> {
        self.value_depends_on_identity(&left.ty);
        self.value_depends_on_identity(&right.ty);
        match (&left.ty, &right.ty) {
            (Ty::Scalar(Domain { of: Of::Cells(_), .. }), _)
            | (_, Ty::Scalar(Domain { of: Of::Cells(_), .. })) => self.refuse_cell(span),
            (Ty::Tuple(a), Ty::Tuple(b)) if a.len() == b.len() => {
                let is_flat = left.parts.len() == a.len() && right.parts.len() == b.len();
                if !is_flat || !a.iter().chain(b).all(Ty::is_number) {
                    return self.no_order(left, right, span);
                }
                let operator = if or_equal { ir::Binary::LessEqual } else { ir::Binary::Less };
                let last = a.len() - 1;
                let mut simple = |val: &Val| -> Vec<Expr> {
                    val.parts.iter().map(|part| self.simple(part.clone())).collect()
                };
                let (left, right) = (simple(left), simple(right));
                let compare = |at: usize, operator| {
                    let (x, y) = (left[at].clone(), right[at].clone());
                    binary(operator, number_of(x, &a[at]), number_of(y, &b[at]))
                };
                let mut all = compare(last, operator);
                for at in (0..last).rev() {
                    let same = binary(ir::Binary::Equal, left[at].clone(), right[at].clone());
                    all = or(compare(at, ir::Binary::Less), and(same, all));
                }
                Ok(all)
            }
            (Ty::Scalar(a), Ty::Scalar(b)) if a.has_numbers() && b.has_numbers() => {
                let operator = if or_equal { ir::Binary::LessEqual } else { ir::Binary::Less };
                let (left, right) = (left.parts[0].clone(), right.parts[0].clone());
                Ok(binary(operator, number(left, a), number(right, b)))
            }
            _ => self.no_order(left, right, span),
        }
    }

    fn no_order<T>(&mut self, left: &Val, right: &Val, span: Span) -> Result<T> {
        let message = "Only numbers, and tuples of numbers, are higher or lower.";
        let is_set = |val: &Val| matches!(val.ty, Ty::Set(_));
        let help = match is_set(left) || is_set(right) {
            true => "A set has a size, which is a number: `size(S) ≤ 2`.",
            false => "Symbols alone have no order; compare them with `=` or `≠`.",
        };
        self.fail(DiagnosticDraft::new(ErrorCode::NoOrder, span, message).help(help))
    }
}

/// The value of a type, to compare: a symbol is neither higher nor lower than a number.
fn number_of(value: Expr, ty: &Ty) -> Expr {
    match ty {
        Ty::Scalar(domain) => number(value, domain),
        _ => value,
    }
}
