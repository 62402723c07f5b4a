//! Definitions, records and functions where they are used.

use super::kind::Kind;
use super::{Local, Resolver};
use crate::functions::{self, Gives, Takes};
use crate::occurrences::NameKind;
use crate::tree::{Define, DefineBody, Expr, ExprKind, Name};

impl Resolver<'_> {
    pub fn definition(&mut self, name: &str, arguments: &[Kind]) -> Kind {
        let names = self.names;
        let all = names.defines.iter().filter(|define| define.0.name.text == name);
        let mut sort = None;
        for (define, _) in all {
            let body = self.definition_of(define, arguments);
            sort = Some(sort.map_or(body.clone(), |kind: Kind| kind.join(body)));
        }
        sort.unwrap_or(Kind::Unknown)
    }

    /// One of several definitions of that name.
    pub fn definition_of(&mut self, define: &Define, arguments: &[Kind]) -> Kind {
        self.walked.insert(define.name.span.start);
        self.note_parameters(&define.parameters);
        let bound = bound_to(&define.parameters, arguments);
        let parameters = bound.iter().map(|local| local.name.clone()).collect();
        let is_for_ghosts = self.is_for_ghosts;
        let outer = std::mem::replace(&mut self.parameters, parameters);
        self.definitions += 1;
        let body = self.with_names(bound, |it| match &define.body {
            DefineBody::Expr(body) => it.kind_of(body),
            DefineBody::Block(block) => {
                it.is_for_ghosts = false;
                it.deeper((), |resolver| resolver.block(block));
                Kind::Unknown
            }
        });
        self.definitions -= 1;
        (self.parameters, self.is_for_ghosts) = (outer, is_for_ghosts);
        body
    }

    pub fn call(&mut self, name: &Name, arguments: &[Expr]) -> Kind {
        self.note_called(name);
        if self.uses_operation(&name.text, name.span) {
            return Kind::Unknown;
        }
        self.named_arguments(&name.text, arguments);
        if self.names.is_defined(&name.text) {
            let arguments = self.kinds_of(arguments);
            return self.definition(&name.text, &arguments);
        }
        let function = functions::find(&name.text);
        match function.map(|function| function.takes) {
            Some(Takes::Messages) => {
                self.each(arguments.iter().skip(1));
                return self.asked_of_messages(arguments.first());
            }
            Some(Takes::Sets) => {
                for it in arguments {
                    self.set(it);
                }
                return Kind::Plain;
            }
            Some(Takes::Variable | Takes::Values) | None => {}
        }
        if name.text == "reach" {
            return self.reached(arguments);
        }
        let sorts = self.kinds_of(arguments);
        let first = sorts.first().cloned().unwrap_or(Kind::Unknown);
        if self.names.records.iter().any(|record| record.0.text == name.text) {
            self.fields(&name.text, &sorts, arguments);
            return Kind::Record(name.text.clone());
        }
        if function.is_some_and(|function| function.takes == Takes::Variable) {
            for (sort, argument) in sorts.iter().zip(arguments).skip(1) {
                self.check_comparable(&first, sort, argument.span);
                self.check_set_or_list(&first, argument);
            }
        }
        match function.map(|function| function.gives) {
            Some(Gives::Element) => first.member(),
            Some(Gives::First) => first,
            Some(Gives::Last) => sorts.last().cloned().unwrap_or(Kind::Unknown),
            Some(Gives::Bool) => Kind::Bool,
            Some(Gives::Plain) | None => Kind::Plain,
        }
    }

    /// `ack`: a number, and `ack.t`: the values of a field.
    fn asked_of_messages(&mut self, asked: Option<&Expr>) -> Kind {
        let Some(Expr { kind: ExprKind::Field(message, field), .. }) = asked else {
            self.note_message_expr(asked);
            return Kind::Plain;
        };
        self.note_message_expr(Some(message));
        let names = self.names;
        let ExprKind::Name(name) = &message.kind else { return Kind::Unknown };
        self.note(NameKind::MessageField, name, &field.text, field.span);
        let fields = names
            .messages
            .iter()
            .find(|message| message.name.text == *name)
            .map(|message| &message.fields);
        let field = fields.and_then(|all| all.iter().find(|it| it.name.text == field.text));
        field.map_or(Kind::Unknown, |field| Kind::set(names.domain(&field.domain)))
    }

    fn fields(&mut self, record: &str, sorts: &[Kind], arguments: &[Expr]) {
        let names = self.names;
        let Some((_, fields)) = names.records.iter().find(|it| it.0.text == record) else { return };
        for ((field, sort), argument) in fields.iter().zip(sorts).zip(arguments) {
            let needed = names.domain(&field.domain);
            self.check_comparable(&needed, sort, argument.span);
            self.check_set_or_list(&needed, argument);
        }
    }
}

/// The parameters of a definition with the sorts of its arguments.
pub fn bound_to(parameters: &[Expr], arguments: &[Kind]) -> Vec<Local> {
    let mut bound = Vec::new();
    for (parameter, argument) in parameters.iter().zip(arguments) {
        match (&parameter.kind, argument) {
            (ExprKind::Name(name), _) => {
                let (name, sort) = (name.clone(), argument.clone());
                bound.push(Local { name, sort, at: parameter.span });
            }
            (ExprKind::Tuple(names), Kind::Tuple(sorts)) => bound.extend(bound_to(names, sorts)),
            _ => {}
        }
    }
    bound
}
