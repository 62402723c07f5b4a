//! What a text says twice: sections, variables, and rules of which the second never runs.

use super::Resolver;
use crate::diagnostic::ErrorCode;
use crate::token::Span;
use crate::tree::{Cause, Expr, Item, ItemKind, Listing, Name, Part, PartKind, Role, Rule};

/// A name or a rule, and the conditions of its line.
struct Line<'t, T> {
    it: &'t T,
    span: Span,
    with: Vec<&'t Expr>,
}

impl Resolver<'_> {
    pub fn check_duplicates(&mut self, listing: &Listing) {
        for item in &listing.items {
            if let ItemKind::Role(role) = &item.kind {
                self.section_twice(item, role);
                self.dead_rules(item, role);
            }
        }
        self.check_namesakes(listing);
        self.symbols_as_sections(listing);
        self.repeats(listing);
    }

    /// A section stands once in `sections …`, and once with its lines.
    fn section_twice(&mut self, item: &Item, role: &Role) {
        let (mut listed, mut begun): (Vec<Line<'_, Name>>, Vec<Line<'_, Name>>) =
            Default::default();
        // what it has for the operations that it calls stands there
        for part in role.parts.iter().filter(|part| !part.span.is_empty()) {
            match &part.kind {
                PartKind::Section(name, _) => self.one_more(&mut begun, item, part, name),
                PartKind::Sections(all) => {
                    for name in all {
                        self.one_more(&mut listed, item, part, name);
                    }
                }
                _ => {}
            }
        }
    }

    fn one_more<'t>(
        &mut self,
        before: &mut Vec<Line<'t, Name>>,
        item: &'t Item,
        part: &'t Part,
        name: &'t Name,
    ) {
        let with: Vec<&Expr> = item.with.iter().chain(&part.with).collect();
        let first = before
            .iter()
            .find(|line| line.it.text == name.text && self.can_be_together(&line.with, &with));
        if let Some(first) = first {
            let message = format!(
                "The section `{}` begins in line {} already.",
                name.text,
                self.line(first.span)
            );
            let help = "Give this one another name; to go back to that one, write `become`.";
            self.error(ErrorCode::DeclaredTwice, name.span, message, help);
        }
        before.push(Line { it: name, span: name.span, with });
    }

    /// Of several rules for one message, the first whose guard is true runs.
    fn dead_rules(&mut self, item: &Item, role: &Role) {
        let mut before: Vec<Line<'_, Rule>> = Vec::new();
        for part in &role.parts {
            let PartKind::Rule(rule) = &part.kind else { continue };
            let with: Vec<&Expr> = item.with.iter().chain(&part.with).collect();
            let takes_all = |line: &&Line<'_, Rule>| {
                self.covers(line.it, rule) && self.can_be_together(&line.with, &with)
            };
            if let Some(first) = before.iter().find(takes_all) {
                let message = format!(
                    "This rule never runs: the rule in line {} does.",
                    self.line(first.span)
                );
                let help = "Join the two, or give the first a guard with `when`.";
                self.error(ErrorCode::DeadRule, part.span, message, help);
            }
            before.push(Line { it: rule, span: part.span, with });
        }
    }

    /// Whether the first rule for a crash runs whenever the second one could: of these only one runs,
    /// and of all others each that is possible may.
    fn covers(&self, first: &Rule, second: &Rule) -> bool {
        let text = |guard: &Expr| guard.span.of(self.names.text).to_owned();
        matches!((&first.cause, &second.cause), (Cause::Crash, Cause::Crash))
            && match (&first.guard, &second.guard) {
                (None, _) => true,
                (Some(one), Some(other)) => text(one) == text(other),
                (Some(_), None) => false,
            }
    }

    pub fn line(&self, span: Span) -> usize {
        span.line(self.names.text)
    }
}
