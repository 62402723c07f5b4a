//! Blocks: what stands behind a colon, or indented below it.

use super::{Parser, Result};
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::token::{Sign, Span, Token};
use crate::tree::{Block, Expr, Line};

/// A block behind a colon, and what its first line says beside.
pub(super) struct Body {
    pub block: Block,
    pub with: Option<Expr>,
    pub comment: Option<String>,
    /// The statements stand on the line of the colon.
    pub inline: bool,
}

impl Parser<'_> {
    /// The colon of a block. Without it, the block below is read all the same.
    pub(super) fn colon_of_block(&mut self) -> Result<()> {
        if self.is_block_below() { Ok(()) } else { self.expect(Sign::Colon) }
    }

    /// Whether the line ends here and a block begins below it, which is an error: its colon is missing.
    pub(super) fn is_block_below(&mut self) -> bool {
        let is_below =
            self.peek() == Token::Newline && self.next_but_comments(1) == Some(Token::Indent);
        if is_below {
            let (span, end) = (self.span(), self.last_span().end);
            let message = "A `:` is missing before the block below.";
            let found =
                DiagnosticDraft::new(ErrorCode::Expected, span, message).help("Write `:` here.");
            self.found.push(found.replace(Span { start: end, end }, ":"));
        }
        is_below
    }

    /// What follows a colon: statements on the same line, or an indented block.
    pub(super) fn body(&mut self) -> Result<Body> {
        let start = self.span();
        if !matches!(self.peek(), Token::Newline | Token::End) && self.word() != "with" {
            let statements = self.statements()?;
            let span = start.to(self.last_span());
            let line = Line { strongly: None, statements, with: None, comment: None, span };
            return Ok(Body { block: vec![line], with: None, comment: None, inline: true });
        }
        let with = self.with()?;
        let comment = self.end_of_line()?;
        if self.peek() != Token::Indent {
            let span = self.last_span();
            let message = "An indented block is missing below this line.";
            let help = "Indent the lines that belong to it by two spaces.";
            return self.fail(
                DiagnosticDraft::new(ErrorCode::MissingIndentation, span, message).help(help),
            );
        }
        self.advance();
        let block = self.nested(|parser| Ok(parser.indented(Self::line)))?;
        Ok(Body { block, with, comment, inline: false })
    }

    /// What stands in a block, up to its end; what cannot be read is passed.
    pub(super) fn indented<T>(&mut self, rule: impl Fn(&mut Self) -> Result<T>) -> Vec<T> {
        let mut all = Vec::new();
        loop {
            match self.peek() {
                Token::End => return all,
                Token::Dedent => {
                    self.advance();
                    return all;
                }
                Token::Newline => {
                    self.advance();
                }
                Token::Indent => {
                    let found = self.indented_below_statements().unwrap_or_else(|| {
                        let message = "This line is indented, but no block begins above it.";
                        DiagnosticDraft::new(ErrorCode::UnexpectedIndentation, self.span(), message)
                            .help("Give it as many spaces as the line above.")
                    });
                    self.found.push(found);
                    self.skip_block();
                }
                _ => match rule(self) {
                    Ok(it) => all.push(it),
                    Err(()) => self.skip_line(),
                },
            }
        }
    }

    /// What is wrong with an indented line below a colon with statements behind it.
    fn indented_below_statements(&mut self) -> Option<DiagnosticDraft> {
        let span = self.span();
        let before = self.text[..span.start as usize].trim_end();
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let above = self.tokens[..self.at].iter().rev();
        let above = above.take_while(|token| token.1.start as usize >= start);
        let above = above.filter(|token| !matches!(token.0, Token::Comment | Token::Newline));
        let mut above: Vec<&(Token, Span)> = above.collect();
        above.reverse();
        let colon = above.iter().position(|token| token.0 == Token::Sign(Sign::Colon))?;
        let behind = above.get(colon + 1).filter(|token| token.0 == Token::Word)?;
        let head = &self.text[start..above[colon].1.end as usize].trim_start();
        let message = format!("`{head}` has its block behind it already.");
        let help = format!(
            "Put `{}` on a line of its own below `{head}`.",
            self.text[behind.1.start as usize..above.last()?.1.end as usize].trim_end()
        );
        Some(DiagnosticDraft::new(ErrorCode::UnexpectedIndentation, span, message).help(help))
    }

    /// The body of a statement: where it is a block, it ends the line.
    pub(super) fn block_body(&mut self) -> Result<Block> {
        let body = self.body()?;
        if !body.inline {
            self.ended = Some((body.with, body.comment));
        }
        Ok(body.block)
    }
}
