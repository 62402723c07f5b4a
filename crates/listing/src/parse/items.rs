//! The lines without indentation: the title, and declarations.

mod define;
mod operation;
mod roles;
mod row;
mod variables;

use super::properties::PROPERTY_TITLE;
use super::{Parser, Result};
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::limits::OPTION_VALUES_MAX;
use crate::token::{Sign, Span, Token};
use crate::tree::{Choice, Field, Item, ItemKind, Limit, Listing, Message, Name};
use crate::words::{INDUCTIVE, is_property};

impl Parser<'_> {
    pub(super) fn listing(&mut self) -> Listing {
        let mut listing = Listing::default();
        while matches!(self.peek(), Token::Newline) {
            self.advance();
        }
        match self.title() {
            Ok(title) => listing.title = title,
            Err(()) if self.peek() == Token::End => return listing,
            Err(()) => {}
        }
        loop {
            match self.peek() {
                Token::End => return listing,
                Token::Newline | Token::Dedent => {
                    self.advance();
                }
                Token::Indent => {
                    let span = self.span();
                    let message = "This line is indented, but no block begins above it.";
                    let help = "Take the spaces away at its beginning.";
                    self.found.push(
                        DiagnosticDraft::new(ErrorCode::UnexpectedIndentation, span, message)
                            .help(help),
                    );
                    self.skip_block();
                }
                _ => match self.item() {
                    Ok(item) => listing.items.push(item),
                    Err(()) => self.skip_line(),
                },
            }
        }
    }

    fn title(&mut self) -> Result<String> {
        let start = self.span();
        if self.word() != "algorithm" {
            let message = "Start with a line like: `algorithm My lock`";
            return self.fail(DiagnosticDraft::new(ErrorCode::NoAlgorithm, start, message));
        }
        self.advance();
        let (from, mut to) = (self.span().start, self.span().start);
        while !matches!(self.peek(), Token::Newline | Token::End) {
            self.no_sign_after_title()?;
            to = self.span().end;
            self.advance();
        }
        let title = Span { start: from, end: to }.of(self.text).trim().to_owned();
        if title.is_empty() {
            let message = "The algorithm has no name.";
            return self.fail(
                DiagnosticDraft::new(ErrorCode::NoAlgorithm, start, message).help("Write one."),
            );
        }
        Ok(title)
    }

    /// A `;` or `:` that ends the first line is not part of the title.
    fn no_sign_after_title(&mut self) -> Result<()> {
        let span = self.span();
        let sign = match self.peek() {
            Token::Sign(Sign::Semicolon) => ";",
            Token::Sign(Sign::Colon) => ":",
            _ => return Ok(()),
        };
        if self.next_but_comments(1) != Some(Token::Newline) {
            return Ok(());
        }
        self.advance();
        let message = format!("The line of the title needs no `{sign}` at its end.");
        self.fail(
            DiagnosticDraft::new(ErrorCode::OtherLanguage, span, message)
                .help("Remove it.")
                .replace(span, ""),
        )
    }

    fn item(&mut self) -> Result<Item> {
        let start = self.span();
        let word = self.word().to_owned();
        let kind = match word.as_str() {
            "option" => self.option()?,
            "domain" => {
                self.advance();
                let name = self.new_name("the name of the domain")?;
                self.expect(Sign::Colon)?;
                ItemKind::Domain(name, self.domain()?)
            }
            "record" => {
                self.advance();
                let name = self.new_name("the name of the record")?;
                ItemKind::Record(name, self.fields()?)
            }
            "pool" => self.pool()?,
            "message" => ItemKind::Messages(self.messages()?),
            "shared" | "ghost" => ItemKind::Variables(self.variables()?),
            "row" if self.word_after() != "" => return self.row(start),
            "define" => return self.define(start),
            "operation" if self.is_operation() => return self.operation(start),
            "assume" => {
                self.advance();
                let title = self.title_to_colon(PROPERTY_TITLE)?;
                ItemKind::Assume { title, claim: self.expr()? }
            }
            "limit" if self.sign_after() != Some(Sign::Open) => ItemKind::Limit(self.limit()?),
            INDUCTIVE if !matches!(self.sign_after(), Some(Sign::Comma)) => {
                return self.inductive(start);
            }
            property if is_property(property) => ItemKind::Property(self.property()?),
            "expect" if !matches!(self.sign_after(), Some(Sign::Colon | Sign::Comma)) => {
                ItemKind::Expect(self.expectation()?)
            }
            "say" if !matches!(self.sign_after(), Some(Sign::Colon | Sign::Comma)) => {
                // words stand to its end, so no condition does
                let sentence = self.sentence()?;
                let span = start.to(self.last_span());
                let comment = self.end_of_line()?;
                return Ok(Item { kind: ItemKind::Say(sentence), with: None, comment, span });
            }
            "watch" if !matches!(self.sign_after(), Some(Sign::Colon | Sign::Comma)) => {
                self.advance();
                ItemKind::Watch(self.expr()?)
            }
            "own" | "stable" => return self.belongs_in_a_process(&word, start),
            _ => return self.role(start),
        };
        let with = self.with()?;
        let span = start.to(self.last_span());
        let comment = self.end_of_line()?;
        Ok(Item { kind, with, comment, span })
    }

    fn belongs_in_a_process<T>(&mut self, word: &str, span: Span) -> Result<T> {
        let message = format!("`{word}` belongs inside a process, not at the top level.");
        let help = "Indent it below `process …:`; what all processes share is `shared`.";
        self.fail(DiagnosticDraft::new(ErrorCode::OutOfPlace, span, message).help(help))
    }

    fn option(&mut self) -> Result<ItemKind> {
        self.advance();
        let name = self.new_name("the name of the option")?;
        let link = if self.eat_word("as") { Some(self.name("its name in links")?) } else { None };
        self.expect(Sign::Colon)?;
        let mut values = Vec::new();
        loop {
            values.push(self.option_value()?);
            if !self.eat(Sign::Comma) {
                break;
            }
        }
        if values.len() > OPTION_VALUES_MAX {
            let message = format!("An option has at most {OPTION_VALUES_MAX} values.");
            return self.fail(DiagnosticDraft::new(ErrorCode::DomainTooLarge, name.span, message));
        }
        let help = "Take it away here, and write it behind the lines that are about the option.";
        self.refuse_with("An option is there in every setting", help)?;
        Ok(ItemKind::Option(Choice { name, link, values }))
    }

    /// `limit clock, number` or `limit NAME: P`.
    fn limit(&mut self) -> Result<Limit> {
        self.advance();
        let names = self.attempt(|parser| {
            let mut names = vec![parser.name("the name of a variable")?];
            while parser.eat(Sign::Comma) {
                names.push(parser.name("the name of a variable")?);
            }
            match parser.peek() {
                Token::Newline | Token::End => Ok(names),
                _ if parser.word() == "with" => Ok(names),
                _ => Err(()),
            }
        });
        if let Some(names) = names {
            return Ok(Limit::Domains(names));
        }
        let title = self.title_to_colon(PROPERTY_TITLE)?;
        Ok(Limit::States { title, claim: self.expr()? })
    }

    /// A word or a number.
    pub(super) fn option_value(&mut self) -> Result<Name> {
        let span = self.span();
        if let Token::Number(value) = self.peek() {
            self.advance();
            return Ok(Name { text: value.to_string(), span });
        }
        if let word @ ("true" | "false") = self.word() {
            let instead = if word == "true" { "yes" } else { "no" };
            let message = "An option that is true or false has the values `yes` and `no`.";
            let found = DiagnosticDraft::new(ErrorCode::OtherLanguage, span, message);
            return self
                .fail(found.help(format!("Write `{instead}` here.")).replace(span, instead));
        }
        self.name("a value, a word or a number")
    }

    fn pool(&mut self) -> Result<ItemKind> {
        self.advance();
        let name = self.new_name("the name of the pool")?;
        self.expect_word("of")?;
        let size = self.sum()?;
        self.expect(Sign::Colon)?;
        let mut fields = vec![self.field()?];
        while self.eat(Sign::Semicolon) {
            fields.push(self.field()?);
        }
        Ok(ItemKind::Pool { name, size, fields })
    }

    fn field(&mut self) -> Result<Field> {
        let name = self.new_name("the name of a field")?;
        self.expect(Sign::Colon)?;
        Ok(Field { name, domain: self.domain()? })
    }

    fn fields(&mut self) -> Result<Vec<Field>> {
        self.expect(Sign::Open)?;
        let mut fields = vec![self.field()?];
        while self.eat(Sign::Comma) {
            fields.push(self.field()?);
        }
        self.expect(Sign::Close)?;
        Ok(fields)
    }

    fn messages(&mut self) -> Result<Vec<Message>> {
        self.advance();
        let mut all = vec![self.message()?];
        while self.eat(Sign::Comma) {
            all.push(self.message()?);
        }
        Ok(all)
    }

    fn message(&mut self) -> Result<Message> {
        let name = self.new_name("the name of the message")?;
        let has_fields = self.peek() == Token::Sign(Sign::Open);
        let fields = if has_fields { self.fields()? } else { Vec::new() };
        Ok(Message { name, fields })
    }

    pub(super) fn missing_block<T>(&mut self, span: Span) -> Result<T> {
        let message = "An indented block is missing below this line.";
        let help = "Indent the lines that belong to it by two spaces.";
        self.fail(DiagnosticDraft::new(ErrorCode::MissingIndentation, span, message).help(help))
    }
}
