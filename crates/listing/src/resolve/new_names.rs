//! Names that a line binds, or assigns where they are known.

use super::kind::Kind;
use super::{Local, Resolver};
use crate::diagnostic::ErrorCode;
use crate::token::Span;
use crate::tree::{Expr, ExprKind, Pattern};

/// Words that are values, wherever they stand.
const VALUES: [&str; 3] = ["true", "false", "none"];

impl Resolver<'_> {
    /// A name that a line binds must not hide another. A definition may: it is put in anywhere.
    pub fn new_name(&mut self, name: &str, span: Span) {
        if self.definitions == 0 && (self.sees_variable(name) || self.look_up(name).is_some()) {
            self.has_another_meaning(name, span);
        } else if self.names.role_called(name).is_some() {
            let message = format!("`{name}` is a role, and here a new name is bound.");
            let help = format!(
                "Choose another name, `j`; to ask for one of that role, say `j = {name}` or `j in \
                 {name}` in the condition."
            );
            self.error(ErrorCode::DeclaredTwice, span, message, &help);
        } else {
            self.is_no_value(name, span);
        }
    }

    pub fn is_parameter(&self, name: &str) -> bool {
        self.parameters.iter().any(|parameter| parameter == name)
    }

    fn has_another_meaning(&mut self, name: &str, span: Span) {
        let message = format!("Here `{name}` has another meaning already.");
        self.error(ErrorCode::DeclaredTwice, span, message, "Choose another name.");
    }

    /// A new name is no value that the text has: `on vote(yes)` would take every vote.
    pub fn is_no_value(&mut self, name: &str, span: Span) {
        let what = if VALUES.contains(&name)
            || self.names.symbol_places.iter().any(|(word, _)| *word == name)
        {
            "a value"
        } else if self.names.is_option(name) {
            "an option"
        } else if self.names.is_defined(name) {
            "a definition"
        } else {
            return;
        };
        let message = format!("`{name}` is {what}, and here a new name is bound.");
        let help = format!("Take another name, `v`, and ask `v = {name}` in the condition.");
        self.error(ErrorCode::DeclaredTwice, span, message, &help);
    }

    /// A new name among the fields of a message is bound, a variable is assigned.
    pub fn receive(&mut self, pattern: &Pattern) {
        self.note_message(&pattern.message);
        self.unknown_message(&pattern.message);
        self.names_once(&pattern.fields);
        let sorts = self.names.message_fields(&pattern.message.text);
        for (nth, (field, sort)) in pattern.fields.iter().zip(sorts).enumerate() {
            match &field.kind {
                ExprKind::Name(name) if self.is_bound_anew(name) => {
                    self.bind_field(pattern, nth, field);
                    self.changing.insert(field.span.start);
                    self.scope.push(Local { name: name.clone(), sort, at: field.span });
                }
                _ => {
                    let is_ghost = self.is_in_ghost(field);
                    let target = self.for_ghosts(is_ghost, |resolver| resolver.kind_of(field));
                    self.check_comparable(&target, &sort, field.span);
                }
            }
            self.is_received(field);
        }
    }

    /// Whether a message gives a name a meaning: it has none, or an earlier message has given it one.
    fn is_bound_anew(&self, name: &str) -> bool {
        let known = self.local(name).filter(|_| !self.is_parameter(name));
        match known {
            Some(local) => self.definitions > 0 || self.changing.contains(&local.at.start),
            None => !self.is_parameter(name) && !self.sees_variable(name),
        }
    }

    /// What stands for a field is a new name, a variable or a parameter.
    fn is_received(&mut self, field: &Expr) {
        let ExprKind::Name(name) = &field.kind else { return };
        match self.local(name).map(|local| local.at.start) {
            Some(at) if at == field.span.start => self.is_no_value(name, field.span),
            Some(at) if self.definitions == 0 && !self.changing.contains(&at) => {
                self.has_another_meaning(name, field.span);
            }
            _ => {}
        }
    }

    /// A name that a choice gives a value: a variable and a parameter are assigned.
    pub fn chosen(&mut self, name: &str, span: Span, sort: &Kind, domain: Span) {
        if self.sees_variable(name) || self.is_parameter(name) {
            let target = match self.look_up(name) {
                Some(known) => {
                    self.note_local(name, span);
                    Some(known)
                }
                None => self.for_ghosts(true, |resolver| resolver.variable(name, span)),
            };
            self.check_comparable(&target.unwrap_or(Kind::Unknown), sort, domain);
            return;
        }
        self.new_name(name, span);
        let detail = domain.of(self.names.text);
        self.table.bind(crate::occurrences::NameKind::Bound, name, span, detail);
        self.changing.insert(span.start);
        self.scope.push(Local { name: name.to_owned(), sort: sort.clone(), at: span });
    }
}
