//! Replicated rows.

use super::super::{Parser, Result};
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::token::{Sign, Span, Token};
use crate::tree::{Item, ItemKind, Storage, StoredRow, Variables};

/// What can be said of a store, beside how many replicas it has.
pub const CLAUSES: [&str; 10] = [
    "reads",
    "writes",
    "answers",
    "lands",
    "timestamps",
    "clocks",
    "starts",
    "falls_back",
    "late",
    "down",
];

impl Parser<'_> {
    pub(super) fn row(&mut self, start: Span) -> Result<Item> {
        self.advance();
        let name = self.new_name("the name of the row")?;
        self.expect_word("on")?;
        let replicas = self.sum()?;
        let mut row = StoredRow { name, replicas, clauses: Vec::new(), variables: Vec::new() };
        while self.eat(Sign::Comma) {
            self.clause(&mut row)?;
        }
        self.refuse_with_of_row()?;
        self.expect(Sign::Colon)?;
        self.refuse_with_of_row()?;
        let comment = self.end_of_line()?;
        let span = start.to(self.last_span());
        if self.peek() != Token::Indent {
            return self.missing_block(span);
        }
        self.advance();
        while !matches!(self.peek(), Token::Dedent | Token::End) {
            let begins_clause = CLAUSES.contains(&self.word())
                && !matches!(self.sign_after(), Some(Sign::Colon | Sign::OpenSquare));
            if begins_clause {
                self.clause(&mut row)?;
                while self.eat(Sign::Comma) {
                    self.clause(&mut row)?;
                }
            } else {
                let mut all = vec![self.variable()?];
                while self.eat(Sign::Semicolon) {
                    all.push(self.variable()?);
                }
                row.variables.push(Variables {
                    storage: Storage::Shared,
                    safe: false,
                    variables: all,
                });
            }
            self.refuse_with_of_row()?;
            self.end_of_line()?;
        }
        self.advance();
        Ok(Item { kind: ItemKind::Row(row), with: None, comment, span })
    }

    fn refuse_with_of_row(&mut self) -> Result<()> {
        let help = "Take it away here. What is said of a store can be an option, or depend on one: \
                    `reads one if fast else all`.";
        self.refuse_with("A row is there in every setting, with its columns", help)
    }

    fn clause(&mut self, row: &mut StoredRow) -> Result<()> {
        let word = self.name("what is said of the store")?;
        if !CLAUSES.contains(&word.text.as_str()) {
            let message = format!("`{}` says nothing of a store.", word.text);
            let help = format!("What can be said of one begins with {}.", CLAUSES.join(", "));
            return self
                .fail(DiagnosticDraft::new(ErrorCode::Expected, word.span, message).help(help));
        }
        if row.clauses.iter().any(|clause| clause.0.text == word.text) {
            let message = format!("`{}` is said twice.", word.text);
            return self.fail(DiagnosticDraft::new(ErrorCode::DeclaredTwice, word.span, message));
        }
        let value = self.expr()?;
        row.clauses.push((word, value));
        Ok(())
    }
}
