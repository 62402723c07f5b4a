//! Where lines and statements begin and end.

use crate::changes::Walk;
use listing::Span;
use listing::tree::{Block, Line, Statement, StatementKind};

/// Its first row.
pub fn head<'t>(statement: &Statement, text: &'t str) -> &'t str {
    statement.span.of(text).lines().next().unwrap_or_default().trim()
}

pub fn end_of(block: &Block) -> u32 {
    block.iter().map(end_of_line).max().unwrap_or_default()
}

pub fn end_of_line(line: &Line) -> u32 {
    line.statements.iter().map(end_of_statement).max().unwrap_or(line.span.end)
}

/// Where the last letter stands of a statement and all below it.
pub fn end_of_statement(statement: &Statement) -> u32 {
    let below = statement.blocks().into_iter().map(end_of).max();
    let until = match &statement.kind {
        StatementKind::Repeat { untils, .. } => untils.last().map(|until| until.span.end),
        _ => None,
    };
    below.max(until).unwrap_or(statement.span.end)
}

impl Walk<'_> {
    pub fn row_start(&self, at: u32) -> usize {
        self.text[..at as usize].rfind('\n').map_or(0, |at| at + 1)
    }

    /// Whether nothing stands before it on its row.
    pub fn is_own_row(&self, at: u32) -> bool {
        self.text[self.row_start(at)..at as usize].trim().is_empty()
    }

    /// The whole rows of a part of the text.
    pub fn rows(&self, start: u32, end: u32) -> Span {
        let end = end as usize;
        let end = self.text[end..].find('\n').map_or(self.text.len(), |at| end + at + 1);
        Span::new(self.row_start(start), end)
    }
}
