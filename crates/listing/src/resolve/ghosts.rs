//! Ghost variables are for properties: nothing that the program does depends on them.

use super::Resolver;
use crate::diagnostic::ErrorCode;
use crate::token::Span;
use crate::tree::{Block, Branch, Expr, ExprKind, StatementKind};

impl Resolver<'_> {
    /// A line or a rule reads a ghost for more than other ghosts.
    pub fn reads_ghost(&mut self, name: &str, span: Span) {
        if self.here.is_some() && !self.is_for_ghosts && self.is_ghost(name) {
            let message = format!("`{name}` is a ghost, which the program does not see.");
            let help = "It is for properties, and to read it is no step. Declare what the program reads \
                        with `own` or `shared`.";
            self.error(ErrorCode::OutOfPlace, span, message, help);
        }
    }

    fn is_ghost(&self, name: &str) -> bool {
        let is_seen = |role: Option<usize>| role.is_none() || role == self.here;
        self.names
            .variables
            .iter()
            .any(|known| known.is_ghost && known.name.text == name && is_seen(known.role))
    }

    /// Walks through what may read ghosts.
    pub fn for_ghosts<T>(&mut self, is_for_ghosts: bool, part: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.is_for_ghosts;
        self.is_for_ghosts |= is_for_ghosts;
        let result = part(self);
        self.is_for_ghosts = before;
        result
    }

    /// Whether what is assigned is a ghost, or a part of one.
    pub fn is_in_ghost(&self, target: &Expr) -> bool {
        match &target.kind {
            ExprKind::Name(name) => self.local(name).is_none() && self.is_ghost(name),
            ExprKind::Index(base, _) | ExprKind::Field(base, _) => self.is_in_ghost(base),
            _ => false,
        }
    }

    /// Whether the branches of an `if` assign to ghosts only.
    pub fn are_for_ghosts(&self, branches: &[Branch]) -> bool {
        branches.iter().all(|branch| self.assigns_ghosts(&branch.body))
    }

    fn assigns_ghosts(&self, block: &Block) -> bool {
        block.iter().flat_map(|line| &line.statements).all(|statement| match &statement.kind {
            StatementKind::Assign { targets, .. } => {
                targets.iter().all(|target| self.is_in_ghost(target))
            }
            StatementKind::If(branches) => self.are_for_ghosts(branches),
            StatementKind::ForEach { body, .. } => self.assigns_ghosts(body),
            _ => false,
        })
    }
}
