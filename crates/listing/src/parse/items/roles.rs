//! Roles: their variables, sections and rules.

use super::super::{Parser, Result};
use crate::diagnostic::{DiagnosticDraft, ErrorCode, nearest};
use crate::token::{Sign, Span, Token};
use crate::tree::{Block, Cause, Expr, History, Item, ItemKind, Part, PartKind, Role, Rule, Times};
use crate::words::{self, Place, is_reserved};

impl Parser<'_> {
    /// `process i of 2, for ever:` and its parts.
    pub(super) fn role(&mut self, start: Span) -> Result<Item> {
        let noun = self.name("a declaration")?;
        let after = self.word_after();
        let is_role =
            matches!(self.peek(), Token::Sign(Sign::Colon | Sign::Comma)) || after == "of";
        if is_reserved(&noun.text) || !is_role {
            let near = nearest(&noun.text, words::at(Place::Item).chain(["process"]));
            let message = format!("`{}` begins no declaration.", noun.text);
            let mut found = DiagnosticDraft::new(ErrorCode::NotAnItem, noun.span, message);
            found = match near {
                Some(near) => {
                    found.help(format!("Did you mean `{near}`?")).replace(noun.span, near)
                }
                None => found.help(
                    "Declarations begin with `option`, `shared`, `message`, `process`, `define`, \
                     `always` and the like.",
                ),
            };
            return self.fail(found);
        }
        let number = if self.peek() == Token::Word {
            let name = self.new_name("the name for the number of the process")?;
            self.expect_word("of")?;
            Some((name, self.expr()?))
        } else {
            None
        };
        let mut times = Times::Once;
        if self.eat(Sign::Comma) {
            if self.word() == "for" {
                self.advance();
                self.expect_word("ever")?;
                times = Times::ForEver;
            } else {
                times = Times::Times(self.expr()?);
                self.expect_word("times")?;
            }
        }
        self.colon_of_block()?;
        let with = self.with()?;
        let comment = self.end_of_line()?;
        let span = start.to(self.last_span());
        if self.peek() != Token::Indent {
            return self.missing_block(span);
        }
        self.advance();
        let parts = self.indented(Self::part);
        let kind = ItemKind::Role(Role { noun, number, times, parts });
        Ok(Item { kind, with, comment, span })
    }

    fn part(&mut self) -> Result<Part> {
        let start = self.span();
        let is_section = self.sign_after() == Some(Sign::Colon) || self.is_section_without_colon();
        let word = self.word().to_owned();
        let kind = match word.as_str() {
            "own" | "stable" | "ghost" => PartKind::Variables(self.variables()?),
            "sections" => {
                self.advance();
                let mut names = vec![self.new_name("the name of a section")?];
                while self.eat(Sign::Comma) {
                    names.push(self.new_name("the name of a section")?);
                }
                PartKind::Sections(names)
            }
            "rests" if self.word_after() == "in" => {
                self.advance();
                self.advance();
                let mut names = vec![self.name("the name of a section")?];
                while self.eat(Sign::Comma) {
                    names.push(self.name("the name of a section")?);
                }
                let while_true = if self.eat_word("when") { Some(self.expr()?) } else { None };
                PartKind::Rests(names, while_true)
            }
            "history" if !self.word_after().is_empty() => PartKind::History(self.history()?),
            "when" | "on" => return self.rule(start),
            "strongly" if matches!(self.word_after(), "when" | "on") => return self.rule(start),
            "shared" => {
                let message = "`shared` variables are declared outside of processes.";
                let help = "Move the line above the process, without indentation.";
                return self
                    .fail(DiagnosticDraft::new(ErrorCode::OutOfPlace, start, message).help(help));
            }
            _ if is_section => return self.section(start),
            _ => {
                let message = "A statement stands in a section, and this line is in none.";
                let help = "Put a line like `waiting:` above it and indent it below that.";
                return self
                    .fail(DiagnosticDraft::new(ErrorCode::OutOfPlace, start, message).help(help));
            }
        };
        let with = self.with()?;
        let span = start.to(self.last_span());
        let comment = self.end_of_line()?;
        Ok(Part { kind, with, comment, span })
    }

    /// `history happened: stamp, counts after past`.
    fn history(&mut self) -> Result<History> {
        self.advance();
        let count = self.name("the variable that counts events")?;
        self.expect(Sign::Colon)?;
        let mut stamps = vec![self.name("a variable with the stamp of each event")?];
        while self.eat(Sign::Comma) {
            stamps.push(self.name("a variable with another stamp of each event")?);
        }
        self.expect_word("after")?;
        let causes = self.name("the variable with what led to each event")?;
        Ok(History { count, stamps, causes })
    }

    /// A word alone on its line, with a block below.
    fn is_section_without_colon(&mut self) -> bool {
        self.peek() == Token::Word
            && self.next_but_comments(1) == Some(Token::Newline)
            && self.next_but_comments(2) == Some(Token::Indent)
    }

    fn section(&mut self, start: Span) -> Result<Part> {
        let name = self.new_name("the name of a section")?;
        self.colon_of_block()?;
        let span = start.to(self.last_span());
        let (mut block, with, comment) = self.part_body()?;
        // what stands behind a section of one line is about that line
        if let [line] = &mut block[..]
            && !span.to(line.span).of(self.text).contains('\n')
        {
            line.comment.clone_from(&comment);
        }
        Ok(Part { kind: PartKind::Section(name, block), with, comment, span })
    }

    pub(super) fn part_body(&mut self) -> Result<(Block, Option<Expr>, Option<String>)> {
        self.ended = None;
        let mut body = self.body()?;
        let (with, comment) = match (body.inline, self.ended.take()) {
            (true, None) => (self.with()?, self.end_of_line()?),
            (true, Some(ended)) => ended,
            (false, _) => (body.with.take(), body.comment.take()),
        };
        Ok((body.block, with, comment))
    }

    fn rule(&mut self, start: Span) -> Result<Part> {
        let strongly = self.strongly();
        let is_when = self.eat_word("when");
        let (cause, guard) = if is_when {
            (Cause::When, Some(self.expr()?))
        } else {
            self.advance();
            let cause = match self.word() {
                "timeout" => {
                    self.advance();
                    Cause::Timeout
                }
                "crash" => {
                    self.advance();
                    Cause::Crash
                }
                _ => {
                    let pattern = self.pattern()?;
                    let from =
                        if self.eat_word("from") { Some(self.new_name("a name")?) } else { None };
                    Cause::Message { pattern, from }
                }
            };
            let guard = if self.eat_word("when") { Some(self.expr()?) } else { None };
            (cause, guard)
        };
        self.colon_of_block()?;
        let span = start.to(self.last_span());
        let (body, with, comment) = self.part_body()?;
        Ok(Part {
            kind: PartKind::Rule(Rule { strongly, cause, guard, body }),
            with,
            comment,
            span,
        })
    }
}
