//! Declarations: options, variables, definitions.

mod operation;
mod roles;
mod row;

use super::properties::PROPERTY_TITLE;
use super::statements::SIMPLE;
use super::{Parser, Result};
use crate::diagnostic::{Found, Kind};
use crate::limits::OPTION_VALUES_MAX;
use crate::token::{Sign, Span, Token};
use crate::tree::{
    Binary, Choice, Define, DefineBody, Domain, DomainKind, Expr, ExprKind, Field, Index, Initial,
    Item, ItemKind, Limit, Listing, Message, Name, Storage, Variable, Variables,
};
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
                    self.found
                        .push(Found::new(Kind::UnexpectedIndentation, span, message).help(help));
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
            return self.fail(Found::new(Kind::NoAlgorithm, start, message));
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
            return self.fail(Found::new(Kind::NoAlgorithm, start, message).help("Write one."));
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
            Found::new(Kind::OtherLanguage, span, message).help("Remove it.").replace(span, ""),
        )
    }

    fn item(&mut self) -> Result<Item> {
        let start = self.span();
        let word = self.word().to_owned();
        let kind = match word.as_str() {
            "option" => {
                let option = self.option()?;
                let help =
                    "Take it away here, and write it behind the lines that are about the option.";
                self.refuse_with("An option is there in every setting", help)?;
                option
            }
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
            "message" => {
                self.advance();
                let mut all = vec![self.message()?];
                while self.eat(Sign::Comma) {
                    all.push(self.message()?);
                }
                ItemKind::Messages(all)
            }
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
            "own" | "stable" => {
                let message = format!("`{word}` belongs inside a process, not at the top level.");
                let help = "Indent it below `process …:`; what all processes share is `shared`.";
                return self.fail(Found::new(Kind::OutOfPlace, start, message).help(help));
            }
            _ => return self.role(start),
        };
        let with = self.with()?;
        let span = start.to(self.last_span());
        let comment = self.end_of_line()?;
        Ok(Item { kind, with, comment, span })
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
            return self.fail(Found::new(Kind::DomainTooLarge, name.span, message));
        }
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
            let found = Found::new(Kind::OtherLanguage, span, message);
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

    fn message(&mut self) -> Result<Message> {
        let name = self.new_name("the name of the message")?;
        let has_fields = self.peek() == Token::Sign(Sign::Open);
        let fields = if has_fields { self.fields()? } else { Vec::new() };
        Ok(Message { name, fields })
    }

    /// `shared safe x, y[process]: 0..9 = 1; z: bool`.
    fn variables(&mut self) -> Result<Variables> {
        let storage = match self.word() {
            "own" => Storage::Own,
            "stable" => Storage::Stable,
            "ghost" => Storage::Ghost,
            _ => Storage::Shared,
        };
        self.advance();
        let after = self.sign_after();
        let safe = self.word() == "safe" && after.is_none() && self.eat_word("safe");
        let mut variables = vec![self.variable()?];
        while self.eat(Sign::Semicolon) {
            variables.push(self.variable()?);
        }
        Ok(Variables { storage, safe, variables })
    }

    fn variable(&mut self) -> Result<Variable> {
        let mut names = Vec::new();
        loop {
            let name = self.new_name("the name of the variable")?;
            let mut indices = Vec::new();
            if self.eat(Sign::OpenSquare) {
                loop {
                    indices.push(self.index()?);
                    if !self.eat(Sign::Comma) {
                        break;
                    }
                }
                self.expect(Sign::CloseSquare)?;
            }
            names.push((name, indices));
            if !self.eat(Sign::Comma) {
                break;
            }
        }
        if self.peek() == Token::Sign(Sign::Arrow) {
            let span = self.span();
            let message = "A declaration gives the values that a variable can have: `x: 0..9`.";
            let help = "Write `:` and a domain; an initial value follows as `= 1`.";
            return self.fail(Found::new(Kind::Expected, span, message).help(help));
        }
        self.expect(Sign::Colon)?;
        let domain = self.domain_of_variable()?;
        let initial = if self.eat(Sign::Equal) {
            let span = self.span();
            if self.word() == "any" && self.sign_after().is_none() {
                self.advance();
                Some(Initial::Any(span))
            } else {
                Some(Initial::Value(self.expr()?))
            }
        } else {
            None
        };
        Ok(Variable { names, domain, initial })
    }

    /// Neither `0 − 3` nor `{red, green}`, which are values.
    fn domain_of_variable(&mut self) -> Result<Domain> {
        let domain = self.domain()?;
        let is_number = |it: &Expr| matches!(it.kind, ExprKind::Number(_));
        let is_value = match &domain.kind {
            DomainKind::Expr(expr) => match &expr.kind {
                ExprKind::Binary(Binary::Subtract, low, high) => is_number(low) && is_number(high),
                kind => matches!(kind, ExprKind::Set(_)),
            },
            _ => false,
        };
        if is_value {
            let message = "A variable is declared with a domain, and this is a value.";
            return self.fail(Found::new(Kind::WrongDomain, domain.span, message));
        }
        Ok(domain)
    }

    fn index(&mut self) -> Result<Index> {
        let binder = self.attempt(|parser| {
            let name = parser.new_name("a name")?;
            parser.expect_word("in")?;
            Ok(name)
        });
        Ok(Index { binder, domain: self.domain()? })
    }

    pub(super) fn missing_block<T>(&mut self, span: Span) -> Result<T> {
        let message = "An indented block is missing below this line.";
        let help = "Indent the lines that belong to it by two spaces.";
        self.fail(Found::new(Kind::MissingIndentation, span, message).help(help))
    }

    fn define(&mut self, start: Span) -> Result<Item> {
        self.advance();
        let name = self.new_name("the name of the definition")?;
        let mut of = Vec::new();
        if self.eat_word("of") {
            of.push(self.name("the name of a message")?);
            while self.eat(Sign::Comma) {
                of.push(self.name("the name of a message")?);
            }
        }
        let mut parameters = Vec::new();
        if self.eat(Sign::Open) {
            parameters = self.exprs()?;
            self.expect(Sign::Close)?;
        }
        self.expect(Sign::Colon)?;
        // an expression reaches to the end of the line; all else is statements
        let expr = self.attempt(|parser| {
            if SIMPLE.iter().any(|(word, _)| *word == parser.word()) {
                return Err(());
            }
            let expr = parser.expr()?;
            match parser.peek() {
                Token::Newline | Token::End => Ok(expr),
                _ if parser.word() == "with" => Ok(expr),
                _ => Err(()),
            }
        });
        if let Some(expr) = expr {
            let with = self.with()?;
            let span = start.to(self.last_span());
            let comment = self.end_of_line()?;
            let body = DefineBody::Expr(expr);
            let kind = ItemKind::Define(Define { name, of, parameters, body, operation: None });
            return Ok(Item { kind, with, comment, span });
        }
        self.ended = None;
        let span = start.to(self.last_span());
        let body = self.body()?;
        let (with, comment) = match (body.inline, self.ended.take()) {
            (true, None) => (self.with()?, self.end_of_line()?),
            (true, Some(ended)) => ended,
            (false, _) => (body.with, body.comment),
        };
        let body = DefineBody::Block(body.block);
        let kind = ItemKind::Define(Define { name, of, parameters, body, operation: None });
        Ok(Item { kind, with, comment, span })
    }
}
