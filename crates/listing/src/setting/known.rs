//! Which conditions are true or false whatever the program does, because of the options alone.

use crate::Document;
use crate::instantiate::instance::Instance;
use crate::occurrences::NameKind;
use crate::tree::{Binary, Compare, Define, Expr, ExprKind, PropertyKind};
use std::collections::{BTreeMap, BTreeSet};

/// How deep definitions lead from one to the other.
const DEPTH_MAX: usize = 24;

/// What options decide in a text.
pub struct Known<'t> {
    pub document: &'t Document,
    instance: Instance<'t>,
    /// Options of which a claim names another value than the chosen one, `like object = atomic`: nothing is decided by
    /// them.
    apart: BTreeSet<&'t str>,
    /// Sections that no role has with this setting.
    pub never: BTreeSet<&'t str>,
    /// What definitions without parameters come to.
    defined: BTreeMap<&'t str, Option<bool>>,
}

impl<'t> Known<'t> {
    pub fn new(document: &'t Document, mut instance: Instance<'t>) -> Known<'t> {
        // options are known, whatever else is wrong
        let _ = instance.declare();
        let (apart, never, defined) = Default::default();
        let mut known = Known { document, instance, apart, never, defined };
        for property in document.listing().properties() {
            if let PropertyKind::Linearizable(Some(like))
            | PropertyKind::SequentiallyConsistent(Some(like)) = &property.kind
            {
                let names = like.with_parts().into_iter().filter_map(Expr::name);
                known.apart.extend(names);
            }
        }
        known
    }

    /// Whether a condition is true; none if that is not known from the options.
    pub fn truth(&mut self, expr: &'t Expr) -> Option<bool> {
        match &expr.kind {
            ExprKind::Name(name) if name == "true" || name == "false" => Some(name == "true"),
            ExprKind::Name(_) if self.is_never(expr) => Some(false),
            ExprKind::Name(_) => match self.define(expr) {
                Some(define) => self.defined(define),
                None => self.evaluated(expr),
            },
            ExprKind::Not(inner) => self.truth(inner).map(|truth| !truth),
            ExprKind::Binary(Binary::And, one, other) => match (self.truth(one), self.truth(other))
            {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
            ExprKind::Binary(Binary::Or, one, other) => {
                match (self.truth(one), self.truth(other)) {
                    (Some(true), _) | (_, Some(true)) => Some(true),
                    (Some(false), Some(false)) => Some(false),
                    _ => None,
                }
            }
            ExprKind::Implies { from, to, always: false } => {
                match (self.truth(from), self.truth(to)) {
                    (Some(false), _) | (_, Some(true)) => Some(true),
                    (Some(true), to) => to,
                    _ => None,
                }
            }
            ExprKind::If { then, condition, otherwise } => match self.truth(condition)? {
                true => self.truth(then),
                false => self.truth(otherwise),
            },
            ExprKind::Compare(operands, signs) => match (&operands[..], &signs[..]) {
                ([_, section], [sign @ (Compare::In | Compare::NotIn)])
                    if self.is_never(section) =>
                {
                    Some(*sign == Compare::NotIn)
                }
                _ => self.evaluated(expr),
            },
            _ => None,
        }
    }

    /// A section in which nobody ever is.
    fn is_never(&self, expr: &Expr) -> bool {
        let is_name = expr.name().is_some_and(|name| self.never.contains(name));
        is_name && self.kind(expr) == Some(NameKind::Section)
    }

    /// The value of what is made of options alone.
    fn evaluated(&mut self, expr: &'t Expr) -> Option<bool> {
        if !(self.is_over_options(expr, DEPTH_MAX) && self.names_option(expr)) {
            return None;
        }
        let found = self.instance.found.len();
        let value = self.instance.constant_condition(expr).ok();
        // numbers and symbols are no conditions
        self.instance.found.truncate(found);
        value
    }

    fn defined(&mut self, define: &'t Define) -> Option<bool> {
        let name = define.name.text.as_str();
        if let Some(known) = self.defined.get(name) {
            return *known;
        }
        self.defined.insert(name, None);
        let truth = define.value().and_then(|value| self.truth(value));
        self.defined.insert(name, truth);
        truth
    }

    fn is_over_options(&self, expr: &'t Expr, depth: usize) -> bool {
        match &expr.kind {
            ExprKind::Number(_) => true,
            ExprKind::Name(name) => match self.kind(expr) {
                Some(NameKind::Option) => !self.apart.contains(name.as_str()),
                Some(NameKind::Value | NameKind::Symbol) => true,
                Some(NameKind::Definition) if depth > 0 => {
                    let value = self.define(expr).and_then(Define::value);
                    value.is_some_and(|value| self.is_over_options(value, depth - 1))
                }
                _ => matches!(name.as_str(), "none" | "true" | "false"),
            },
            ExprKind::Compare(..)
            | ExprKind::Set(_)
            | ExprKind::Not(_)
            | ExprKind::Minus(_)
            | ExprKind::Binary(..)
            | ExprKind::If { .. } => {
                expr.parts().into_iter().all(|part| self.is_over_options(part, depth))
            }
            _ => false,
        }
    }

    /// Of an expression that is over options: whether it names one.
    fn names_option(&self, expr: &'t Expr) -> bool {
        let names = |part: &'t Expr| match self.kind(part) {
            Some(NameKind::Option) => true,
            Some(NameKind::Definition) => {
                let value = self.define(part).and_then(Define::value);
                value.is_some_and(|value| self.names_option(value))
            }
            _ => false,
        };
        expr.with_parts().into_iter().any(names)
    }

    /// What a name stands for; none if it is not one name, or stands for several things.
    fn kind(&self, expr: &Expr) -> Option<NameKind> {
        let name = expr.name()?;
        let written = expr.span.of(self.document.text());
        // the span of what stands in brackets begins with them
        let at = expr.span.start + written.find(name)? as u32;
        let names = self.document.names();
        let place = names.beginning_at(at)?;
        let mut kinds = place.entities.iter().map(|&entity| names.entities[entity].kind);
        let first = kinds.next()?;
        kinds.all(|kind| kind == first).then_some(first)
    }

    /// The definition without parameters that a name stands for with this setting.
    fn define(&self, expr: &'t Expr) -> Option<&'t Define> {
        if self.kind(expr) != Some(NameKind::Definition) {
            return None;
        }
        let define = self.instance.find_define(expr.name()?)?;
        (define.parameters.is_empty() && define.value().is_some()).then_some(define)
    }
}
