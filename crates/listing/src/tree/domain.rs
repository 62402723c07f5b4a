//! The domains that a text writes, and the words in them.

use super::{
    Block, DefineBody, Domain, DomainKind, Item, ItemKind, PartKind, StatementKind, Variables,
    statements,
};
use crate::token::Span;

impl Item {
    /// The domains of what it declares, and those from which its lines choose.
    pub fn domains(&self) -> Vec<&Domain> {
        match &self.kind {
            ItemKind::Domain(_, domain) => vec![domain],
            ItemKind::Record(_, fields) | ItemKind::Pool { fields, .. } => {
                fields.iter().map(|field| &field.domain).collect()
            }
            ItemKind::Messages(all) => {
                all.iter().flat_map(|message| &message.fields).map(|field| &field.domain).collect()
            }
            ItemKind::Variables(it) => of_variables(it),
            ItemKind::Row(row) => row.variables.iter().flat_map(of_variables).collect(),
            ItemKind::Define(define) => {
                let mut all = match &define.body {
                    DefineBody::Block(block) => of_block(block),
                    DefineBody::Expr(_) => Vec::new(),
                };
                if let Some(operation) = &define.operation {
                    all.extend(&operation.result);
                    all.extend(operation.own.iter().flat_map(of_variables));
                }
                all
            }
            ItemKind::Role(role) => {
                let parts = role.parts.iter().flat_map(|part| match &part.kind {
                    PartKind::Variables(it) => of_variables(it),
                    PartKind::Section(_, block) => of_block(block),
                    PartKind::Rule(rule) => of_block(&rule.body),
                    PartKind::Sections(_) | PartKind::Rests(..) | PartKind::History(_) => {
                        Vec::new()
                    }
                });
                parts.collect()
            }
            _ => Vec::new(),
        }
    }
}

impl Domain {
    /// The names in its unions, which can be symbols.
    pub fn words(&self) -> Vec<(&str, Span)> {
        match &self.kind {
            DomainKind::Set(inner) | DomainKind::List(inner, _) => inner.words(),
            DomainKind::Union(all) => {
                let words = all.iter().filter_map(|one| match &one.kind {
                    DomainKind::Expr(expr) => Some((expr.name()?, expr.span)),
                    _ => None,
                });
                words.collect()
            }
            _ => Vec::new(),
        }
    }
}

fn of_variables(variables: &Variables) -> Vec<&Domain> {
    let mut all = Vec::new();
    for it in &variables.variables {
        all.extend(it.names.iter().flat_map(|name| &name.1).map(|index| &index.domain));
        all.push(&it.domain);
    }
    all
}

fn of_block(block: &Block) -> Vec<&Domain> {
    let binders = statements(block).into_iter().flat_map(|statement| match &statement.kind {
        StatementKind::Choose { binders, .. } => &binders[..],
        _ => &[],
    });
    binders.filter_map(|binder| binder.domain.as_ref()).collect()
}
