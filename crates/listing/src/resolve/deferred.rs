//! What names stand for that only the whole walk tells.

use super::kind::Kind;
use super::{Local, Resolver};
use crate::occurrences::NameKind;
use crate::token::Span;
use crate::tree::{Define, DefineBody, names_in};

impl Resolver<'_> {
    /// Walks through the definitions that no line uses: the language may, or nobody yet.
    pub fn unused_definitions(&mut self) {
        let (names, found) = (self.names, self.found.len());
        for &(define, _) in &names.defines {
            if !self.walked.contains(&define.name.span.start) {
                self.unused_definition(define);
            }
        }
        self.found.truncate(found);
    }

    fn unused_definition(&mut self, define: &Define) {
        self.walked.insert(define.name.span.start);
        self.note_parameters(&define.parameters);
        let unknown = |(name, at): (&str, Span)| {
            let name = name.to_owned();
            Local { name, sort: Kind::Unknown, at }
        };
        let bound = names_in(&define.parameters).into_iter().map(unknown).collect();
        self.with_names(bound, |resolver| match &define.body {
            DefineBody::Expr(body) => drop(resolver.kind_of(body)),
            DefineBody::Block(block) => resolver.block(block),
        });
    }

    /// The owners of variables whose binders have told by now over what they run.
    pub fn owners_of_bound(&mut self) {
        for (span, name, binder) in std::mem::take(&mut self.of_bound) {
            let owners = self.names.owners(&name);
            let role = self.role_of_binding(binder).filter(|role| owners.contains(role));
            match role {
                Some(role) => self.note_owners(&[role], &name, span),
                None => self.note_owners(&owners, &name, span),
            }
        }
    }

    /// An option in an expression gives its values to variables: then symbols of these names are the
    /// same as the values.
    pub fn values_as_symbols(&mut self) {
        let (names, as_values) = (self.names, std::mem::take(&mut self.as_values));
        for option in names.options.iter().filter(|option| as_values.contains(&option.name.text)) {
            if option.values.iter().any(|value| matches!(value.text.as_str(), "yes" | "no")) {
                continue;
            }
            for value in &option.values {
                match value.text.as_str() {
                    "none" => self.table.give(NameKind::Symbol, "none", value.span),
                    text => _ = self.note(NameKind::Symbol, "", text, value.span),
                }
            }
        }
    }
}
