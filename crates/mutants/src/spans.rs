//! Where lines and statements begin and end.

use crate::changes::Walk;
use listing::Span;
use listing::tree::Statement;

/// Its first row.
pub fn head<'t>(statement: &Statement, text: &'t str) -> &'t str {
    statement.span.of(text).lines().next().unwrap_or_default().trim()
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
