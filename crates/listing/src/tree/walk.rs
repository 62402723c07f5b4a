//! Walks over a tree: what is asked of all of its parts is one of these.

use super::{
    Binary, Block, Choice, DefineBody, Expr, ExprKind, Item, ItemKind, Line, Listing, PartKind,
    Property, Role, Statement, StatementKind,
};
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

impl Listing {
    /// All blocks: those of declarations, and those in lines.
    pub fn blocks(&self) -> Vec<&Block> {
        self.items.iter().flat_map(Item::blocks).flat_map(with_inner).collect()
    }

    /// The lines and branches with a condition over options: from where to where they go with all that belongs to
    /// them, and the condition.
    pub fn conditional(&self) -> Vec<(Span, &Expr)> {
        let mut all = Vec::new();
        for item in &self.items {
            all.push((item.span, &item.with));
            if let ItemKind::Role(role) = &item.kind {
                // what operations add stands nowhere in the text
                let parts = role.parts.iter().filter(|part| !part.span.is_empty());
                all.extend(parts.map(|part| (part.span, &part.with)));
            }
        }
        let of_items = all.into_iter().filter_map(|(span, with)| Some((span, with.as_ref()?)));
        let blocks = self.items.iter().flat_map(Item::blocks);
        of_items.chain(blocks.flat_map(conditional_in)).collect()
    }
}

/// The same of a block and the blocks in it.
pub fn conditional_in(block: &Block) -> Vec<(Span, &Expr)> {
    let mut all = Vec::new();
    for line in block {
        all.push((Span { start: line.span.start, end: line.end() }, &line.with));
    }
    for statement in statements(block) {
        match &statement.kind {
            StatementKind::If(branches) => all.extend(branches.iter().map(|branch| {
                (Span { start: branch.span.start, end: end_of(&branch.body) }, &branch.with)
            })),
            StatementKind::Repeat { untils, .. } => {
                all.extend(untils.iter().map(|until| (until.span, &until.with)));
            }
            _ => {}
        }
        for line in statement.blocks().into_iter().flatten() {
            all.push((Span { start: line.span.start, end: line.end() }, &line.with));
        }
    }
    all.into_iter().filter_map(|(span, with)| Some((span, with.as_ref()?))).collect()
}

impl Item {
    /// The blocks of what it declares, without those in their lines.
    pub fn blocks(&self) -> Vec<&Block> {
        match &self.kind {
            ItemKind::Define(define) => match &define.body {
                DefineBody::Block(block) => vec![block],
                DefineBody::Expr(_) => Vec::new(),
            },
            ItemKind::Role(role) => {
                let blocks = role.parts.iter().filter_map(|part| match &part.kind {
                    PartKind::Section(_, block) => Some(block),
                    PartKind::Rule(rule) => Some(&rule.body),
                    _ => None,
                });
                blocks.collect()
            }
            _ => Vec::new(),
        }
    }
}

/// A block and the blocks in it.
fn with_inner(block: &Block) -> Vec<&Block> {
    let mut all = vec![block];
    for statement in block.iter().flat_map(|line| &line.statements) {
        all.extend(statement.blocks().into_iter().flat_map(with_inner));
    }
    all
}

impl Line {
    /// Where the last letter stands of it and of all below it.
    pub fn end(&self) -> u32 {
        self.statements.iter().map(Statement::end).max().unwrap_or(self.span.end)
    }
}

impl Statement {
    /// Where the last letter stands of it and of all below it.
    pub fn end(&self) -> u32 {
        let below = self.blocks().into_iter().map(end_of).max();
        let until = match &self.kind {
            StatementKind::Repeat { untils, .. } => untils.last().map(|until| until.span.end),
            _ => None,
        };
        below.max(until).unwrap_or(self.span.end)
    }
}

/// Where the last letter of a block stands.
pub fn end_of(block: &Block) -> u32 {
    block.iter().map(Line::end).max().unwrap_or_default()
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
