//! What an operation adds to the roles that call it: a section, and the operation's own variables.

use super::{
    Block, DefineBody, Expr, Item, ItemKind, Listing, Name, Operation, Part, PartKind, Role,
    StatementKind,
};
use crate::token::Span;
use std::collections::BTreeSet;

/// An operation as its callers need it.
struct Called {
    name: String,
    operation: Operation,
    with: Option<Expr>,
}

impl Listing {
    /// Gives every role what the operations need that it calls. No letter of the text stands for it, so that
    /// its place is none.
    pub fn complete_operations(&mut self) {
        let all: Vec<Called> = self.items.iter().filter_map(called).collect();
        // a definition calls for each role that uses it
        let blocks = self.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Define(define) => match &define.body {
                DefineBody::Block(block) => Some(block),
                DefineBody::Expr(_) => None,
            },
            _ => None,
        });
        let by_definitions: BTreeSet<String> = blocks.flat_map(called_in).collect();
        for item in &mut self.items {
            if let ItemKind::Role(role) = &mut item.kind {
                role.complete(&all, &by_definitions);
            }
        }
    }
}

fn called(item: &Item) -> Option<Called> {
    let ItemKind::Define(define) = &item.kind else { return None };
    let operation = define.operation.clone()?;
    Some(Called { name: define.name.text.clone(), operation, with: item.with.clone() })
}

impl Role {
    fn complete(&mut self, all: &[Called], by_definitions: &BTreeSet<String>) {
        let blocks = self.parts.iter().filter_map(|part| match &part.kind {
            PartKind::Section(_, block) => Some(block),
            PartKind::Rule(rule) => Some(&rule.body),
            _ => None,
        });
        let names: BTreeSet<String> = blocks.flat_map(called_in).collect();
        let is_called = |name: &String| names.contains(name) || by_definitions.contains(name);
        for called in all.iter().filter(|called| is_called(&called.name)) {
            let section = Name { text: called.name.clone(), span: Span::default() };
            self.parts.push(implied(PartKind::Sections(vec![section]), called));
            for own in &called.operation.own {
                self.parts.push(implied(PartKind::Variables(own.clone()), called));
            }
        }
    }
}

fn implied(kind: PartKind, called: &Called) -> Part {
    Part { kind, with: called.with.clone(), comment: None, span: Span::default() }
}

/// The operations that a block calls.
fn called_in(block: &Block) -> Vec<String> {
    let all = super::statements(block).into_iter().filter_map(|statement| match &statement.kind {
        StatementKind::Invoke(all) => Some(all),
        _ => None,
    });
    all.flatten().map(|one| one.operation.text.clone()).collect()
}
