//! Roles: their variables, sections and rules.

use super::super::{Parser, Result};
use crate::diagnostic::{Found, Kind, nearest};
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
        self.claim_of_another_language(&noun)?;
        if is_reserved(&noun.text) || !is_role {
            if self.word() == "of" {
                let message = "A role of several processes has a name for the number of each.";
                let (help, text) =
                    (format!("Write `{} i of`.", noun.text), format!("{} i", noun.text));
                let found = Found::new(Kind::NotAnItem, noun.span, message).help(help);
                return self.fail(found.replace(noun.span, text));
            }
            let near = nearest(&noun.text, words::at(Place::Item).chain(["process"]));
            let is_number = matches!(self.sign_after(), Some(Sign::Colon | Sign::Comma));
            if self.peek() == Token::Word && is_number && near.is_none() {
                return self.role_without_count(&noun);
            }
            if noun.text == "process" {
                return self.process_without_of(&noun);
            }
            let message = format!("`{}` begins no declaration.", noun.text);
            let mut found = Found::new(Kind::NotAnItem, noun.span, message);
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
        self.times_without_comma()?;
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
        if !self.is_assignment() {
            self.declared_elsewhere("own")?;
        }
        if !is_section {
            self.misspelt_part()?;
            self.rule_of_another_language()?;
            self.item_in_a_process()?;
        }
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
                return self.fail(Found::new(Kind::OutOfPlace, start, message).help(help));
            }
            _ if is_section => return self.section(start),
            _ => {
                if let Some(comment) = self.other_comment() {
                    return self.fail(comment);
                }
                self.guarded_rule()?;
                if let Some(count) = self.words_before_colon() {
                    return self.section_of_words(count);
                }
                let message = "A statement stands in a section, and this line is in none.";
                let help = "Put a line like `waiting:` above it and indent it below that.";
                return self.fail(Found::new(Kind::OutOfPlace, start, message).help(help));
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

    /// How many words stand here, if they are all of a line up to its colon.
    fn words_before_colon(&mut self) -> Option<usize> {
        let mut count = 0;
        while !self.word_ahead(count).is_empty() {
            count += 1;
        }
        let sign = self.tokens.get(self.at + count).map(|it| it.0);
        (count > 1 && sign == Some(Token::Sign(Sign::Colon))).then_some(count)
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
