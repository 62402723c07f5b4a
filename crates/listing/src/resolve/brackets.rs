//! Braces where a list is needed, and brackets where a set is.

use super::Resolver;
use super::sort::Sort;
use crate::diagnostic::Kind;
use crate::token::Span;
use crate::tree::{Binary, DefineBody, Expr, ExprKind, Name, Variable};

/// So many definitions within each other are looked through.
const DEFINITIONS_MAX: usize = 8;

impl Resolver<'_> {
    /// A value beside what has to be a set or a list.
    pub fn brackets(&mut self, needed: &Sort, value: &Expr) {
        let (needs_list, member) = match self.known(needed) {
            Sort::List(member) => (true, *member),
            Sort::Set(member) => (false, *member),
            _ => return,
        };
        if let ExprKind::List(all) | ExprKind::Set(all) = &value.kind {
            for element in all {
                self.brackets(&member, element);
            }
        }
        let Some(span) = self.wrong_brackets(needs_list, value, 0) else { return };
        let text = span.of(self.names.text);
        let inner = text.get(1..text.len().saturating_sub(1)).unwrap_or_default();
        let is_written_out = text.starts_with(if needs_list { '{' } else { '[' });
        let (message, example) = match needs_list {
            true => ("Braces are a set, and here a list is needed.", format!("[{inner}]")),
            false => ("Brackets are a list, and here a set is needed.", format!("{{{inner}}}")),
        };
        let help = match (is_written_out, needs_list) {
            (true, _) => format!("Write `{example}`."),
            (false, true) => "Write the definition in brackets: `[1, 2]`.".into(),
            (false, false) => "Write the definition in braces: `{1, 2}`.".into(),
        };
        self.error(Kind::WrongDomain, span, message, &help);
    }

    /// Where the wrong ones stand, if they do. With nothing in them, they can be either.
    fn wrong_brackets(&self, needs_list: bool, value: &Expr, depth: usize) -> Option<Span> {
        let either = |one: &Expr, other: &Expr| {
            let first = self.wrong_brackets(needs_list, one, depth);
            first.or_else(|| self.wrong_brackets(needs_list, other, depth))
        };
        match &value.kind {
            ExprKind::Set(all) => (needs_list && !all.is_empty()).then_some(value.span),
            ExprKind::List(all) => (!needs_list && !all.is_empty()).then_some(value.span),
            ExprKind::SetOf { .. } => needs_list.then_some(value.span),
            ExprKind::ListOf { .. } => (!needs_list).then_some(value.span),
            ExprKind::If { then, otherwise, .. } => either(then, otherwise),
            ExprKind::Binary(Binary::Add, one, other) => either(one, other),
            ExprKind::Name(name) | ExprKind::Call(Name { text: name, .. }, _) => {
                let is_local = self.look_up(name).is_some() || self.sees_variable(name);
                let defines = self.names.defines.iter().filter(|it| it.0.name.text == *name);
                let is_wrong = defines.into_iter().any(|(define, _)| match &define.body {
                    DefineBody::Expr(body) if !is_local && depth < DEFINITIONS_MAX => {
                        self.wrong_brackets(needs_list, body, depth + 1).is_some()
                    }
                    _ => false,
                });
                is_wrong.then_some(value.span)
            }
            _ => None,
        }
    }

    /// The initial value of a variable: a list is that of an array, element by element.
    pub fn initial_brackets(&mut self, variable: &Variable, element: &Sort, value: &Expr) {
        let is_array = variable.names.iter().any(|it| !it.1.is_empty());
        let ExprKind::List(all) = &value.kind else { return self.brackets(element, value) };
        let is_list = |it: &Expr| matches!(it.kind, ExprKind::List(_));
        let is_for_each = matches!(element, Sort::List(_)) && !all.iter().any(is_list);
        match is_array && !is_for_each {
            true => all.iter().for_each(|it| self.brackets(element, it)),
            false => self.brackets(element, value),
        }
    }
}
