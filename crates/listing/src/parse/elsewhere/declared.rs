//! Declarations of variables as in other languages, each with the whole line that is written here.

use super::habits::other_than;
use crate::parse::{Parser, Result};
use crate::token::{Sign, Span, Token};
use crate::tree::{Binary, Domain, DomainKind, Expr, ExprKind};
use crate::words::{Line, is_reserved, line};

/// Types of other languages, and a domain for each.
pub const TYPES: &[(&str, &str)] = &[
    ("int", NUMBERS),
    ("integer", NUMBERS),
    ("nat", NUMBERS),
    ("byte", NUMBERS),
    ("unsigned", NUMBERS),
    ("bool", "bool"),
    ("boolean", "bool"),
    ("string", "none | one | other"),
];
pub const NUMBERS: &str = "0..9";

/// Words before a name that is declared, and where the variable stands here.
const WORDS: &[(&str, Option<&str>)] = &[
    ("var", None),
    ("variable", None),
    ("variables", None),
    ("let", None),
    ("volatile", None),
    ("const", Some("define")),
    ("global", Some("shared")),
    ("static", Some("shared")),
    ("shared", Some("shared")),
    ("ghost", Some("ghost")),
    ("local", Some("own")),
    ("private", Some("own")),
    ("own", Some("own")),
    ("stable", Some("stable")),
];

const CONSTANT: &str = "What never changes is a definition.";
const VALUES: &str = "A variable is declared with the values that it can have.";

/// Whether it begins a declaration here, too.
fn is_storage(word: &str) -> bool {
    line(word) == Some(Line::Stores)
}

/// A declaration as it is written here.
struct Declared {
    /// `own`, `shared`, `define` and the like.
    storage: String,
    line: String,
    span: Span,
    /// It is written in another way.
    is_foreign: bool,
}

impl Parser<'_> {
    /// `int x = 0`, `shared x`, `shared x: 0-3` outside of processes, or in one.
    pub(in crate::parse) fn declared_elsewhere(&mut self, here: &str) -> Result<()> {
        if !(self.begins_a_declaration() || self.begins_with_its_name()) {
            return Ok(());
        }
        let Some(found) = self.declaration(here).filter(|found| found.is_foreign) else {
            return Ok(());
        };
        let Declared { storage, line, span, .. } = found;
        let place = match (here, storage.as_str()) {
            (_, "ghost") | ("own", "own" | "stable") => "",
            ("own", _) => " above the process, without indentation",
            (_, "own" | "stable") => " in a process, above its sections",
            _ => "",
        };
        let message = if storage == "define" { CONSTANT } else { VALUES };
        let error = other_than(span, message, &format!("Write `{line}`{place}."));
        self.fail(if place.is_empty() { error.replace(span, line) } else { error })
    }

    /// `x ← 1`, where `x` is a variable already: a statement that stands in no section.
    pub(in crate::parse) fn is_assignment(&mut self) -> bool {
        let name = self.word();
        matches!(self.sign_after(), Some(Sign::Equal | Sign::Arrow))
            && self.is_declared(&["shared", "own", "stable", "ghost"], name)
    }

    /// `int x = 0`, `own x: bool` among the lines of a section.
    pub(in crate::parse) fn declared_in_a_section(&mut self) -> Result<()> {
        let is_let = self.word() == "let" && self.token_ahead(2) != Token::Sign(Sign::Colon);
        if is_let || !self.begins_a_declaration() {
            return Ok(());
        }
        let Some(found) = self.declaration("own") else { return Ok(()) };
        let Declared { storage, line, span, .. } = found;
        let message = match storage == "define" {
            true => CONSTANT,
            false => "Variables are declared above the sections.",
        };
        let help = match storage.as_str() {
            "own" | "stable" | "ghost" => format!("Write `{line}` there."),
            _ => format!("Write `{line}` above the process, without indentation."),
        };
        self.fail(other_than(span, message, &help))
    }

    fn begins_a_declaration(&mut self) -> bool {
        let word = self.word();
        let is_followed = !self.word_after().is_empty() && self.word_ahead(2) != "of";
        is_type(word) && (is_followed || self.sign_after() == Some(Sign::OpenSquare))
            || WORDS.iter().any(|entry| entry.0 == word) && is_followed
    }

    /// `x = 0`, `x: 0..3`
    fn begins_with_its_name(&mut self) -> bool {
        let is_name = !self.word().is_empty() && !is_reserved(self.word());
        is_name
            && match self.sign_after() {
                Some(Sign::Equal | Sign::Arrow) => true,
                Some(Sign::Colon) => match self.token_ahead(2) {
                    Token::Number(_) => true,
                    Token::Word => is_type(self.word_ahead(2)),
                    _ => false,
                },
                _ => false,
            }
    }

    fn token_ahead(&mut self, count: usize) -> Token {
        self.peek();
        self.tokens.get(self.at + count).map_or(Token::End, |token| token.0)
    }

    /// What the line declares, if it is a declaration in any language. Nothing is passed.
    fn declaration(&mut self, storage: &str) -> Option<Declared> {
        let at = self.at;
        let found = self.attempt(|parser| parser.read_declaration(storage));
        self.at = at;
        found
    }

    fn read_declaration(&mut self, storage: &str) -> Result<Declared> {
        let start = self.span();
        let mut storage = storage.to_owned();
        let mut is_foreign = !is_storage(self.word());
        let (mut domain, mut indices) = (None, String::new());
        while !self.word_after().is_empty() || is_type(self.word()) {
            let word = self.word();
            let known = TYPES.iter().find(|entry| entry.0 == word);
            let before = WORDS.iter().find(|entry| entry.0 == word);
            if known.is_none() && before.is_none() {
                break;
            }
            is_foreign |= !is_storage(word);
            domain = known.map(|entry| entry.1.to_owned()).or(domain);
            storage = before.and_then(|entry| entry.1).map_or(storage, str::to_owned);
            self.advance();
            indices = self.indices_elsewhere()?;
        }
        let mut all = Vec::new();
        loop {
            let (one, is_other) = self.one_declared(&storage, domain.as_deref(), &indices)?;
            is_foreign |= is_other;
            all.push(one);
            let goes_on = self.eat(Sign::Comma) || self.eat(Sign::Semicolon);
            if !goes_on || matches!(self.peek(), Token::Newline | Token::End) {
                break;
            }
        }
        if !matches!(self.peek(), Token::Newline | Token::End) {
            return Err(());
        }
        let line = format!("{storage} {}", all.join("; "));
        Ok(Declared { storage, line, span: start.to(self.last_span()), is_foreign })
    }

    /// `x[2] = 0` or `x, y: bool`, and whether that is another language.
    fn one_declared(
        &mut self,
        storage: &str,
        domain: Option<&str>,
        indices: &str,
    ) -> Result<(String, bool)> {
        let name = self.new_name("a name")?.text;
        let mut names = format!("{name}{indices}{}", self.indices_elsewhere()?);
        if let Some(others) = self.attempt(Self::names_of_one_domain) {
            names += &others;
        }
        let mut is_foreign = self.word() == "in";
        let mut given = None;
        if self.eat(Sign::Colon) || self.eat_word("in") {
            let (text, behind, is_other) = self.domain_elsewhere()?;
            names += &behind;
            given = Some(text);
            is_foreign |= is_other || !behind.is_empty();
        }
        let is_assigned = self.peek() == Token::Sign(Sign::Arrow);
        let mut initial = None;
        if self.eat(Sign::Equal) || self.eat(Sign::Arrow) {
            let is_last = given.is_none();
            initial = if is_last { self.attempt(Self::value_before_domain) } else { None };
            match initial {
                Some(_) => given = Some(self.domain_elsewhere()?.0),
                None => initial = Some(self.expr()?),
            }
            is_foreign |= is_last;
        }
        let text = initial.as_ref().map(|expr| expr.span.of(self.text));
        if storage == "define" {
            return Ok((format!("{name}: {}", text.or(given.as_deref()).ok_or(())?), true));
        }
        is_foreign |= given.is_none() || is_assigned;
        let domain = given
            .or(domain.filter(|known| *known != NUMBERS).map(str::to_owned))
            .unwrap_or_else(|| domain_of(initial.as_ref()));
        let initial = text.map_or(String::new(), |value| format!(" = {value}"));
        Ok((format!("{names}: {domain}{initial}"), is_foreign))
    }

    /// The value in `x = 0 in 0..3`, and the word behind it.
    fn value_before_domain(&mut self) -> Result<Expr> {
        let value = self.sum()?;
        if self.eat_word("in") { Ok(value) } else { Err(()) }
    }

    /// The rest of `x, y[process]` before a colon.
    fn names_of_one_domain(&mut self) -> Result<String> {
        let mut names = String::new();
        while self.eat(Sign::Comma) {
            let name = self.new_name("a name")?.text;
            names += ", ";
            names += &name;
            names += &self.indices_elsewhere()?;
        }
        if self.peek() == Token::Sign(Sign::Colon) { Ok(names) } else { Err(()) }
    }

    /// `[2]` as `[0..1]`, or nothing.
    fn indices_elsewhere(&mut self) -> Result<String> {
        if !self.eat(Sign::OpenSquare) {
            return Ok(String::new());
        }
        let domain = self.domain()?;
        self.expect(Sign::CloseSquare)?;
        let text = domain.span.of(self.text);
        let count = match &domain.kind {
            DomainKind::Expr(expr) => number(expr),
            _ => None,
        };
        Ok(match count {
            Some(count) => format!("[0..{}]", count - 1),
            None if self.is_declared(&["option", "define"], text) => format!("[0..{text} − 1]"),
            None => format!("[{text}]"),
        })
    }

    /// A domain, indices that stand behind it or before it, and whether that is another language.
    fn domain_elsewhere(&mut self) -> Result<(String, String, bool)> {
        if self.word() == "array" {
            self.advance();
            let indices = self.indices_elsewhere()?;
            if indices.is_empty() {
                return Err(());
            }
            self.expect_word("of")?;
            return Ok((self.domain_elsewhere()?.0, indices, true));
        }
        if let Some(range) = self.bracketed_range() {
            return Ok((range.of(self.text).to_owned(), String::new(), true));
        }
        let domain = self.domain()?;
        let text = domain.span.of(self.text);
        let of_type = TYPES.iter().find(|entry| entry.0 == text).map(|entry| entry.1);
        let shape = self.range_of_another_shape(&domain);
        let is_other = shape.is_some();
        let text = shape.unwrap_or_else(|| of_type.unwrap_or(text).to_owned());
        Ok((text, self.indices_elsewhere()?, is_other))
    }

    /// `0-3`, `{0, 1}`, `{red, green}` as domains.
    fn range_of_another_shape(&self, domain: &Domain) -> Option<String> {
        let DomainKind::Expr(expr) = &domain.kind else { return None };
        match &expr.kind {
            ExprKind::Binary(Binary::Subtract, low, high) => match (&low.kind, &high.kind) {
                (ExprKind::Number(low), ExprKind::Number(high)) => Some(format!("{low}..{high}")),
                _ => None,
            },
            ExprKind::Set(all) => {
                let numbers: Vec<i64> = all.iter().filter_map(number).collect();
                if numbers.len() == all.len() {
                    return Some(format!("{}..{}", numbers.iter().min()?, numbers.iter().max()?));
                }
                let names: Vec<&str> = all.iter().map(|expr| expr.span.of(self.text)).collect();
                Some(names.join(" | "))
            }
            _ => None,
        }
    }
}

fn is_type(word: &str) -> bool {
    TYPES.iter().any(|entry| entry.0 == word)
}

fn number(expr: &Expr) -> Option<i64> {
    match expr.kind {
        ExprKind::Number(number) => Some(number),
        _ => None,
    }
}

/// A domain in which the initial value is.
fn domain_of(initial: Option<&Expr>) -> String {
    match initial.map(|expr| &expr.kind) {
        Some(ExprKind::Name(name)) if matches!(name.as_str(), "true" | "false") => "bool".into(),
        Some(ExprKind::Number(number)) if *number > 9 => format!("0..{number}"),
        Some(ExprKind::Minus(inner)) => match number(inner) {
            Some(number) => format!("−{number}..9"),
            None => NUMBERS.into(),
        },
        _ => NUMBERS.into(),
    }
}
