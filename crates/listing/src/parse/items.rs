//! Declarations: options, variables, roles, definitions.

use super::{Parser, RESERVED, Result};
use crate::diagnostic::{Found, Kind, nearest};
use crate::limits::OPTION_VALUES_MAX;
use crate::token::{Sign, Span, Token};
use crate::tree::{
    Block, Cause, Choice, Define, DefineBody, Expr, Field, Index, Initial, Item, ItemKind, Listing,
    Message, Name, Part, PartKind, Role, Rule, Storage, Times, Variable, Variables,
};

/// Words with which a declaration begins.
const ITEMS: &[&str] = &[
    "option",
    "domain",
    "record",
    "pool",
    "message",
    "shared",
    "row",
    "process",
    "define",
    "assume",
    "always",
    "never",
    "reachable",
    "eventually",
    "most",
    "least",
    "outcomes",
    "ghost",
];

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
            let message = "A text begins with `algorithm` and the name of the algorithm.";
            let help = "Put a line like `algorithm My lock` at the top.";
            return self.fail(Found::new(Kind::NoAlgorithm, start, message).help(help));
        }
        self.advance();
        let (from, mut to) = (self.span().start, self.span().start);
        while !matches!(self.peek(), Token::Newline | Token::End) {
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
            "assume" => {
                self.advance();
                let title = self.title_to_colon()?;
                ItemKind::Assume { title, claim: self.expr()? }
            }
            "always" | "never" | "reachable" | "eventually" | "at" | "outcomes"
            | "serializable" | "most" | "least" | "wait-free" | "lock-free"
            | "obstruction-free" => ItemKind::Property(self.property()?),
            "picture" | "show" | "watch" => self.hint()?,
            "own" | "stable" => {
                let message = format!("`{word}` belongs into a process, not at the top level.");
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
            let span = self.span();
            if let Token::Number(value) = self.peek() {
                self.advance();
                values.push(Name { text: value.to_string(), span });
            } else {
                values.push(self.name("a value, a word or a number")?);
            }
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

    fn hint(&mut self) -> Result<ItemKind> {
        let start = self.span();
        while !matches!(self.peek(), Token::Newline | Token::End) {
            self.advance();
        }
        let span = start.to(self.last_span());
        Ok(ItemKind::Hint(Name { text: span.of(self.text).to_owned(), span }))
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
        let domain = self.domain()?;
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

    fn index(&mut self) -> Result<Index> {
        let binder = self.attempt(|parser| {
            let name = parser.new_name("a name")?;
            parser.expect_word("in")?;
            Ok(name)
        });
        Ok(Index { binder, domain: self.domain()? })
    }

    fn row(&mut self, start: Span) -> Result<Item> {
        self.advance();
        let name = self.new_name("the name of the row")?;
        self.expect_word("on")?;
        let replicas = self.sum()?;
        for word in ["reads", "writes"] {
            self.expect(Sign::Comma)?;
            self.expect_word(word)?;
            self.name("a level")?;
        }
        self.expect(Sign::Colon)?;
        let comment = self.end_of_line()?;
        let span = start.to(self.last_span());
        if self.peek() != Token::Indent {
            return self.missing_block(span);
        }
        self.advance();
        let mut variables = Vec::new();
        while !matches!(self.peek(), Token::Dedent | Token::End) {
            let mut all = vec![self.variable()?];
            while self.eat(Sign::Semicolon) {
                all.push(self.variable()?);
            }
            self.end_of_line()?;
            variables.push(Variables { storage: Storage::Shared, safe: false, variables: all });
        }
        self.advance();
        Ok(Item { kind: ItemKind::Row { name, replicas, variables }, with: None, comment, span })
    }

    fn missing_block<T>(&mut self, span: Span) -> Result<T> {
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
            let kind = ItemKind::Define(Define { name, of, parameters, body });
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
        let kind = ItemKind::Define(Define { name, of, parameters, body });
        Ok(Item { kind, with, comment, span })
    }

    /// `process i of 2, for ever:` and its parts.
    fn role(&mut self, start: Span) -> Result<Item> {
        let noun = self.name("a declaration")?;
        let after = self.word_after();
        let is_role =
            matches!(self.peek(), Token::Sign(Sign::Colon | Sign::Comma)) || after == "of";
        if RESERVED.contains(&noun.text.as_str()) || !is_role {
            if self.word() == "of" {
                let message = "A role of several processes has a name for the number of each.";
                let (help, text) =
                    (format!("Write `{} i of`.", noun.text), format!("{} i", noun.text));
                let found = Found::new(Kind::NotAnItem, noun.span, message).help(help);
                return self.fail(found.replace(noun.span, text));
            }
            let message = format!("`{}` begins no declaration.", noun.text);
            let mut found = Found::new(Kind::NotAnItem, noun.span, message);
            found = match nearest(&noun.text, ITEMS.iter().copied()) {
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
        self.expect(Sign::Colon)?;
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
        let is_section = self.sign_after() == Some(Sign::Colon);
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
            "when" | "on" => return self.rule(start),
            "shared" => {
                let message = "`shared` variables are declared outside of processes.";
                let help = "Move the line above the process, without indentation.";
                return self.fail(Found::new(Kind::OutOfPlace, start, message).help(help));
            }
            _ if is_section => return self.section(start),
            _ => {
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

    fn section(&mut self, start: Span) -> Result<Part> {
        let name = self.new_name("the name of a section")?;
        self.expect(Sign::Colon)?;
        let span = start.to(self.last_span());
        let (block, with, comment) = self.part_body()?;
        Ok(Part { kind: PartKind::Section(name, block), with, comment, span })
    }

    fn part_body(&mut self) -> Result<(Block, Option<Expr>, Option<String>)> {
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
        self.expect(Sign::Colon)?;
        let span = start.to(self.last_span());
        let (body, with, comment) = self.part_body()?;
        Ok(Part { kind: PartKind::Rule(Rule { cause, guard, body }), with, comment, span })
    }
}
