//! `if`, `else if` and `else`.

use super::{Parser, Result};
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::token::Span;
use crate::tree::{Branch, StatementKind};

impl Parser<'_> {
    pub(super) fn if_statement(&mut self, start: Span) -> Result<StatementKind> {
        let mut branches = vec![self.branch(start, true)?];
        // the condition of the first line covers all branches
        let mut header = self.ended.take();
        let mut has_ended = header.is_some();
        loop {
            if !has_ended {
                self.refuse_else_in_line(start)?;
                let end = self.attempt(|parser| {
                    let (with, comment) = (parser.with()?, parser.end_of_line()?);
                    if parser.word() == "else" { Ok((with, comment)) } else { Err(()) }
                });
                match end {
                    Some(end) if branches.len() == 1 => header = Some(end),
                    Some(_) => {}
                    None => break,
                }
            }
            self.refuse_else_of_another(start)?;
            let span = self.span();
            if !self.eat_word("else") {
                break;
            }
            let has_condition = self.eat_word("if");
            let mut branch = self.branch(span, has_condition)?;
            has_ended = match self.ended.take() {
                Some((with, comment)) => {
                    (branch.with, branch.comment) = (with, comment);
                    true
                }
                None => {
                    branch.with = self.with()?;
                    false
                }
            };
            branches.push(branch);
        }
        if branches.len() > 1 && !has_ended {
            let comment = self.end_of_line()?;
            if let Some(last) = branches.last_mut() {
                last.comment = comment;
            }
            has_ended = true;
        }
        if has_ended {
            self.ended = Some(header.unwrap_or_default());
        }
        Ok(StatementKind::If(branches))
    }

    /// `if a: if b: x ← 1` with `else:` below it, which looks as if it belonged to the first.
    fn refuse_else_of_another(&mut self, start: Span) -> Result<()> {
        let line = self.text[..start.start as usize].rsplit('\n').next().unwrap_or_default();
        if self.word() != "else" || !line.contains(':') {
            return Ok(());
        }
        let message =
            "This `else` could belong to what begins the line above, or to the `if` in it.";
        let help = "Write that `if …:` on a new line of its own, and its `else:` below it, as far to the right.";
        let span = self.span();
        self.fail(DiagnosticDraft::new(ErrorCode::ElseWithoutIf, span, message).help(help))
    }

    /// `else` begins a line, and so does the `if` above it.
    fn refuse_else_in_line(&mut self, start: Span) -> Result<()> {
        if self.word() != "else" {
            return Ok(());
        }
        let line = self.text[..start.start as usize].rsplit('\n').next().unwrap_or_default();
        let help = match line.trim().is_empty() {
            true => {
                "Write `else:` on a new line directly below this one, as far to the right as `if`."
            }
            false => {
                "Write `if …:` on a new line of its own, and `else:` on the line below it, as far to the \
                 right."
            }
        };
        let message = "`else` does not stand on the line of its `if`.";
        let found = DiagnosticDraft::new(ErrorCode::ElseWithoutIf, self.span(), message);
        self.fail(found.help(help))
    }

    fn branch(&mut self, span: Span, has_condition: bool) -> Result<Branch> {
        let condition = if has_condition { Some(self.expr()?) } else { None };
        self.colon_of_block()?;
        let body = self.block_body()?;
        let span = span.to(condition.as_ref().map_or(span, |condition| condition.span));
        Ok(Branch { condition, body, with: None, comment: None, span })
    }
}
