//! Braces where a list is needed, and brackets where a set is.

use super::Resolver;
use super::kind::Kind;
use crate::diagnostic::ErrorCode;
use crate::limits::DEFINITION_DEPTH_MAX;
use crate::token::Span;
use crate::tree::{Binary, DefineBody, Expr, ExprKind, Name, Variable};

impl Resolver<'_> {
    /// A value beside what has to be a set or a list.
    pub fn check_set_or_list(&mut self, needed: &Kind, value: &Expr) {
        let (needs_list, member) = match self.known(needed) {
            Kind::List(member) => (true, *member),
            Kind::Set(member) => (false, *member),
            _ => return,
        };
        if let ExprKind::List(all) | ExprKind::Set(all) = &value.kind {
            for element in all {
                self.check_set_or_list(&member, element);
            }
        }
        let Some(span) = self.wrong_brackets(needs_list, value, &mut Vec::new()) else { return };
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
        self.error(ErrorCode::WrongDomain, span, message, &help);
    }

    /// Where the wrong ones stand, if they do. With nothing in them, they can be either. Each definition is
    /// looked at once.
    fn wrong_brackets<'e>(
        &self,
        needs_list: bool,
        value: &'e Expr,
        seen: &mut Vec<&'e str>,
    ) -> Option<Span>
    where
        Self: 'e,
    {
        match &value.kind {
            ExprKind::Set(all) => (needs_list && !all.is_empty()).then_some(value.span),
            ExprKind::List(all) => (!needs_list && !all.is_empty()).then_some(value.span),
            ExprKind::SetOf { .. } => needs_list.then_some(value.span),
            ExprKind::ListOf { .. } => (!needs_list).then_some(value.span),
            ExprKind::If { then: one, otherwise: other, .. }
            | ExprKind::Binary(Binary::Add, one, other) => {
                let first = self.wrong_brackets(needs_list, one, seen);
                first.or_else(|| self.wrong_brackets(needs_list, other, seen))
            }
            ExprKind::Name(name) | ExprKind::Call(Name { text: name, .. }, _) => {
                let is_other = self.look_up(name).is_some() || self.sees_variable(name);
                if is_other || seen.contains(&&**name) || seen.len() >= DEFINITION_DEPTH_MAX {
                    return None;
                }
                seen.push(name);
                let mut defines =
                    self.names.defines.iter().filter(|define| define.0.name.text == *name);
                let is_wrong = defines.any(|(define, _)| match &define.body {
                    DefineBody::Expr(body) => self.wrong_brackets(needs_list, body, seen).is_some(),
                    DefineBody::Block(_) => false,
                });
                is_wrong.then_some(value.span)
            }
            _ => None,
        }
    }

    /// The initial value of a variable: for an array, a list has a value for each element.
    pub fn initial_brackets(&mut self, variable: &Variable, element: &Kind, value: &Expr) {
        let is_array = variable.names.iter().any(|(_, indices)| !indices.is_empty());
        let ExprKind::List(all) = &value.kind else {
            return self.check_set_or_list(element, value);
        };
        let is_list = |value: &Expr| matches!(value.kind, ExprKind::List(_));
        let is_for_each = matches!(element, Kind::List(_)) && !all.iter().any(is_list);
        match is_array && !is_for_each {
            true => all.iter().for_each(|value| self.check_set_or_list(element, value)),
            false => self.check_set_or_list(element, value),
        }
    }
}
