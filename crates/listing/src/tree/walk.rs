//! Walks over a tree: what is asked of all of its parts is one of these.

use super::{Binary, Block, Choice, Expr, ExprKind, ItemKind, Listing, Property, Role, Statement};
use crate::token::Span;

impl Listing {
    pub fn options(&self) -> impl Iterator<Item = &Choice> {
        self.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Option(option) => Some(option),
            _ => None,
        })
    }

    pub fn roles(&self) -> impl Iterator<Item = &Role> {
        self.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Role(role) => Some(role),
            _ => None,
        })
    }

    pub fn properties(&self) -> impl Iterator<Item = &Property> {
        self.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Property(property) => Some(property),
            _ => None,
        })
    }
}

/// The statements of a block and of the blocks in it, in the order of the text.
pub fn statements(block: &Block) -> Vec<&Statement> {
    let mut all = Vec::new();
    for statement in block.iter().flat_map(|line| &line.statements) {
        all.push(statement);
        all.extend(statement.blocks().into_iter().flat_map(statements));
    }
    all
}

/// The names among these, and in tuples of names: of parameters, targets and fields of messages.
pub fn names_in<'t>(all: impl IntoIterator<Item = &'t Expr>) -> Vec<(&'t str, Span)> {
    let mut names = Vec::new();
    for expr in all {
        match &expr.kind {
            ExprKind::Name(name) => names.push((name.as_str(), expr.span)),
            ExprKind::Tuple(inner) => names.extend(names_in(inner)),
            _ => {}
        }
    }
    names
}

impl Expr {
    /// Itself and all that it is made of, but for what binders name.
    pub fn with_parts(&self) -> Vec<&Expr> {
        let mut all = vec![self];
        all.extend(self.parts().into_iter().flat_map(Expr::with_parts));
        all
    }

    /// The parts that one of these operators joins, itself if none does.
    pub fn joined_by(&self, operators: &[Binary]) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Binary(operator, one, other) if operators.contains(operator) => {
                let mut all = one.joined_by(operators);
                all.extend(other.joined_by(operators));
                all
            }
            _ => vec![self],
        }
    }
}
