//! Arguments that are written with the names of other languages.

use super::Resolver;
use crate::diagnostic::ErrorCode;
use crate::tree::{Compare, Expr, ExprKind, Pattern};

impl Resolver<'_> {
    /// `send vote(yes = true)`, where `yes` is a field of `vote`: it compares, and names nothing.
    pub fn named_fields(&mut self, message: &Pattern) {
        let called = &message.message.text;
        let declared = self.names.messages.iter().find(|message| message.name.text == *called);
        let fields = declared.map_or(&[][..], |declared| &declared.fields);
        let names: Vec<&str> = fields.iter().map(|field| field.name.text.as_str()).collect();
        self.named_values(called, &names, &message.fields);
    }

    /// The same of a record, and of a definition with parameters.
    pub fn named_arguments(&mut self, called: &str, arguments: &[Expr]) {
        let (names, text) = (self.names, self.names.text);
        let define = names.defines.iter().find(|define| define.0.name.text == called);
        let record = names.records.iter().find(|record| record.0.text == called);
        let parameters: Vec<&str> = match (define, record) {
            (Some((define, _)), _) => {
                define.parameters.iter().map(|parameter| parameter.span.of(text)).collect()
            }
            (None, Some((_, fields))) => {
                fields.iter().map(|field| field.name.text.as_str()).collect()
            }
            (None, None) => return,
        };
        self.named_values(called, &parameters, arguments);
    }

    fn named_values(&mut self, called: &str, names: &[&str], arguments: &[Expr]) {
        let named: Vec<Option<(&str, &Expr)>> =
            arguments.iter().map(|it| named(it).filter(|it| names.contains(&it.0))).collect();
        let Some(first) = named.iter().position(Option::is_some) else { return };
        let text = self.names.text;
        // a name that is given has its place, and any other value the one in which it stands
        let value_of = |(at, name): (usize, &str)| {
            let given = named.iter().flatten().find(|it| it.0 == name).map(|it| it.1);
            let here = || arguments.get(at).filter(|_| named[at].is_none());
            given
                .or_else(here)
                .map_or_else(|| name.to_owned(), |value| value.span.of(text).to_owned())
        };
        let values: Vec<String> = names.iter().copied().enumerate().map(value_of).collect();
        let (argument, name) = (&arguments[first], named[first].map_or("", |it| it.0));
        let message =
            format!("`{}` compares, and gives `{name}` no value.", argument.span.of(text));
        let help =
            format!("Write the values alone, in their order: `{called}({})`.", values.join(", "));
        self.error(ErrorCode::WrongArguments, argument.span, message, &help);
    }
}

/// `NAME = e`
fn named(argument: &Expr) -> Option<(&str, &Expr)> {
    let ExprKind::Compare(operands, signs) = &argument.kind else { return None };
    match (&operands[..], &signs[..]) {
        ([name, value], [Compare::Equal]) => Some((name.name()?, value)),
        _ => None,
    }
}
