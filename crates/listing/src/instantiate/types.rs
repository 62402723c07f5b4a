//! The types that domains of the text come to.

use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::domain::{Domain, Ty};
use crate::instantiate::instance::Instance;
use crate::instantiate::value::Env;
use crate::limits::{LIST_MAX, NUMBER_MAX, SET_MAX, STATE_BYTES_MAX};
use crate::token::Span;
use crate::tree::{Domain as TreeDomain, DomainKind, Expr as Tree, ExprKind};

impl<'t> Instance<'t> {
    pub fn ty(&mut self, domain: &'t TreeDomain, env: &Env<'t>) -> Result<Ty> {
        let ty = self.ty_here(domain, env)?;
        self.check_width(ty.width(&self.types.records), domain.span)?;
        Ok(ty)
    }

    /// An error if so many numbers have no room in a state.
    pub fn check_width(&mut self, numbers: usize, span: Span) -> Result<()> {
        if numbers > STATE_BYTES_MAX {
            let message = format!(
                "With this, a state takes at least {numbers} bytes before it is packed; \
                 {STATE_BYTES_MAX} is the most."
            );
            let help = "Use fewer processes, smaller records, or shorter lists and arrays.";
            return self
                .fail(DiagnosticDraft::new(ErrorCode::StateTooLarge, span, message).help(help));
        }
        Ok(())
    }

    fn ty_here(&mut self, domain: &'t TreeDomain, env: &Env<'t>) -> Result<Ty> {
        match &domain.kind {
            DomainKind::Bool => Ok(Ty::Bool),
            DomainKind::Range(low, high) => self.range_type(domain, low, high, env),
            DomainKind::Expr(expr) => {
                if let ExprKind::Name(name) = &expr.kind
                    && crate::instantiate::value::look_up(env, name).is_none()
                    && let Some(ty) = self.named_domain(name)
                {
                    return Ok(ty);
                }
                let value = self.constant(expr, env, ErrorCode::NotConstant)?;
                match crate::instantiate::domain::is_symbol(value) {
                    true => Ok(Ty::Scalar(Domain::symbol(value))),
                    false => self.one_number(expr.span),
                }
            }
            DomainKind::Set(inner) => {
                let element = self.ty(inner, env)?;
                let count = element.members(&self.types.records).map_or(usize::MAX, |it| it.len());
                if count > SET_MAX {
                    let message = format!("A set has at most {SET_MAX} possible members.");
                    return self.error(ErrorCode::DomainTooLarge, domain.span, message);
                }
                Ok(Ty::Set(element.into()))
            }
            DomainKind::List(inner, max) => {
                let element = self.ty(inner, env)?;
                let max = self.number_constant(max, env)?;
                if !(0..=LIST_MAX).contains(&max) {
                    let message = format!("A list has at most {LIST_MAX} elements.");
                    return self.error(ErrorCode::DomainTooLarge, domain.span, message);
                }
                Ok(Ty::List(element.into(), max as usize))
            }
            DomainKind::Copy(name) => {
                let var = self.vars_called(&name.text).next();
                match var.map(|at| &self.vars[at]) {
                    Some(var) if !var.dims.is_empty() => {
                        Ok(Ty::Array(var.dims.clone(), var.element.clone().into()))
                    }
                    Some(var) => Ok(var.element.clone()),
                    None if self.family(&name.text).is_some() => Ok(self.family_type(&name.text)),
                    None => self.unknown_name(&name.text, name.span),
                }
            }
            DomainKind::Union(all) => self.union_type(all, env),
        }
    }

    /// `A | B`.
    fn union_type(&mut self, all: &'t [TreeDomain], env: &Env<'t>) -> Result<Ty> {
        let mut joined: Option<Domain> = None;
        for one in all {
            match self.part_of_union(one, env)? {
                Ty::Scalar(domain) => {
                    if let Some(before) = &joined {
                        self.refuse_union(before, &domain, one.span)?;
                    }
                    joined = Some(joined.map_or(domain.clone(), |joined| joined.join(&domain)));
                }
                _ => {
                    let message = "Only numbers, symbols and processes can be joined by `|`.";
                    return self.error(ErrorCode::WrongDomain, one.span, message);
                }
            }
        }
        Ok(Ty::Scalar(joined.unwrap_or(Domain::numbers(0, 0))))
    }

    /// `low..high`.
    fn range_type(
        &mut self,
        domain: &'t TreeDomain,
        low: &'t Tree,
        high: &'t Tree,
        env: &Env<'t>,
    ) -> Result<Ty> {
        let low = self.number_constant(low, env)?;
        let high = self.number_constant(high, env)?;
        if low < -NUMBER_MAX || high > NUMBER_MAX {
            let message = format!("A number is at most {NUMBER_MAX}.");
            return self.error(ErrorCode::NumberTooLarge, domain.span, message);
        }
        if high < low {
            let [first, last] = [low, high].map(|it| self.say(it));
            let message = format!("`{first}..{last}` has no values.");
            let help = empty_range_help(domain.span.of(self.source.text));
            return self.fail(
                DiagnosticDraft::new(ErrorCode::EmptyDomain, domain.span, message).help(help),
            );
        }
        Ok(Ty::numbers(low, high))
    }

    /// A union may have a single number: `none | 0`.
    fn part_of_union(&mut self, one: &'t TreeDomain, env: &Env<'t>) -> Result<Ty> {
        if let DomainKind::Expr(expr) = &one.kind
            && self.domain_named(expr, env).is_none()
        {
            let value = self.constant(expr, env, ErrorCode::NotConstant)?;
            if !crate::instantiate::domain::is_symbol(value) {
                return Ok(Ty::numbers(value, value));
            }
        }
        self.ty(one, env)
    }

    /// Where a domain is meant, a number would be the only value: `a[2]` had one element.
    pub fn one_number<T>(&mut self, span: Span) -> Result<T> {
        let number = span.of(self.source.text);
        let message = format!("`{number}` is one number, and no range.");
        let last =
            number.parse().map_or(format!("{number} − 1"), |count: i64| (count - 1).to_string());
        let help = format!("Write `0..{last}` for {number} values, or `0..{number}`.");
        self.fail(DiagnosticDraft::new(ErrorCode::WrongDomain, span, message).help(help))
    }

    /// The numbers of a union are one range, and are no processes beside.
    fn refuse_union(&mut self, before: &Domain, domain: &Domain, span: Span) -> Result<()> {
        if !before.has_numbers() || !domain.has_numbers() {
            return Ok(());
        }
        if before.is_plain() != domain.is_plain() {
            let message = "A variable has processes for its values, or numbers, and not both.";
            let help = "Write a symbol in place of the number: `nobody | process`.";
            return self
                .fail(DiagnosticDraft::new(ErrorCode::WrongDomain, span, message).help(help));
        }
        if before.is_plain() && (domain.low < before.low || domain.low > before.high + 1) {
            let (low, high) = (before.low.min(domain.low), before.high.max(domain.high));
            let message =
                format!("A domain has one range of numbers, and {}.", left_out(before, domain));
            let help = format!("Write `{low}..{high}`, or name the values by words.");
            return self
                .fail(DiagnosticDraft::new(ErrorCode::WrongDomain, span, message).help(help));
        }
        Ok(())
    }
}

/// What is wrong with two ranges: "this leaves out 1".
fn left_out(one: &Domain, other: &Domain) -> String {
    let (first, last) = match one.high < other.low {
        true => (one.high + 1, other.low - 1),
        false => (other.high + 1, one.low - 1),
    };
    match last - first {
        0 => format!("this leaves out {first}"),
        1 => format!("this leaves out {first} and {last}"),
        2.. => format!("this leaves out {first} to {last}"),
        _ => "these are two".into(),
    }
}

/// What to write in place of a range without values.
fn empty_range_help(range: &str) -> String {
    let is_written_out = |bound: &str| bound.trim().replace('−', "-").parse::<i64>().is_ok();
    match range.split_once("..") {
        Some((low, high)) if !is_written_out(low) || !is_written_out(high) => format!(
            "Where there may be none, a loop leaves values out of a larger range: \
             `k in 0..9 where {} ≤ k ≤ {}`.",
            low.trim(),
            high.trim()
        ),
        _ => "Write the smaller number first.".to_owned(),
    }
}
