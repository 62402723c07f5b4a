//! A rule runs to its end, and goes to one section: a second `become` would take the place of the first.

use super::Resolver;
use crate::diagnostic::ErrorCode;
use crate::tree::{Block, Expr, ExprKind, ItemKind, Listing, Name, PartKind, StatementKind};

/// Where a rule goes, and the conditions under which the line is part of the program.
struct Jump<'t> {
    to: &'t Name,
    with: Vec<&'t Expr>,
}

impl Resolver<'_> {
    pub fn second_jumps(&mut self, listing: &Listing) {
        for item in &listing.items {
            let ItemKind::Role(role) = &item.kind else { continue };
            for part in &role.parts {
                if let PartKind::Rule(rule) = &part.kind {
                    let with: Vec<&Expr> = item.with.iter().chain(&part.with).collect();
                    self.jumps(&rule.body, &with);
                }
            }
        }
    }

    /// `critical ← true`
    pub fn section_as_target(&mut self, target: &Expr) {
        let ExprKind::Name(name) = &target.kind else { return };
        let is_mine = self.here.is_some_and(|it| self.names.roles[it].sections.contains(&&**name));
        if is_mine && !self.names.is_variable(name, self.here) {
            let message = format!("`{name}` is a section, and no variable.");
            let help = format!("To go there, write `become {name}`.");
            self.error(ErrorCode::NotAssignable, target.span, message, &help);
        }
    }

    /// Where a block goes. Of a line that may have gone somewhere, none below may go elsewhere.
    fn jumps<'t>(&mut self, block: &'t Block, with: &[&'t Expr]) -> Vec<Jump<'t>> {
        let mut before: Vec<Jump<'t>> = Vec::new();
        for line in block {
            let with: Vec<&Expr> = with.iter().copied().chain(&line.with).collect();
            for statement in &line.statements {
                let jumps = match &statement.kind {
                    StatementKind::Become(to) => vec![Jump { to, with: with.clone() }],
                    StatementKind::If(branches) => {
                        let mut jumps = Vec::new();
                        for branch in branches {
                            let with: Vec<&Expr> =
                                with.iter().copied().chain(&branch.with).collect();
                            jumps.extend(self.jumps(&branch.body, &with));
                        }
                        jumps
                    }
                    _ => {
                        let blocks = statement.blocks().into_iter();
                        blocks.flat_map(|block| self.jumps(block, &with)).collect()
                    }
                };
                for jump in &jumps {
                    self.second_jump(&before, jump);
                }
                before.extend(jumps);
            }
        }
        before
    }

    fn second_jump(&mut self, before: &[Jump<'_>], jump: &Jump<'_>) {
        let first = before
            .iter()
            .find(|it| it.to.text != jump.to.text && self.can_be_together(&it.with, &jump.with));
        let Some(first) = first else { return };
        let message = format!(
            "A rule runs to its end, and this `become` takes the place of that in line {}.",
            self.line(first.to.span)
        );
        let help = "Put it under `else`.";
        self.error(ErrorCode::SecondBecome, jump.to.span, message, help);
    }
}
