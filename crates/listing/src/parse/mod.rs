//! From tokens to a syntax tree, by hand, with recovery: an error costs its line, or its block.

mod blocks;
mod conditional;
mod expect;
mod expressions;
mod inductive;
mod items;
mod leads;
mod properties;
mod quantified;
mod sentence;
mod statements;

pub use leads::STANDS_ONCE;
pub use statements::SIMPLE;

use crate::advice::advise;
use crate::diagnostic::{Diagnostic, Found, Kind, capital};
use crate::lexer::lex;
use crate::limits::{DIAGNOSTICS_MAX, NESTING_MAX};
use crate::token::{Sign, Span, Token, WORD_SIGNS};
use crate::tree::{Binder, Expr, Listing, Name};
use crate::words::is_reserved;
use std::collections::HashSet;

/// A tree of all that could be read, and what could not.
pub struct Parsed {
    pub listing: Listing,
    pub diagnostics: Vec<Diagnostic>,
    /// How often a token was taken: again where an attempt to read a part failed.
    pub steps: usize,
}

/// Reads a text.
pub fn parse(text: &str) -> Parsed {
    let mut parser = Parser::new(text);
    let mut listing = parser.listing();
    listing.complete_operations();
    listing.complete_sentences();
    let found = first_of_lines(text, parser.found).into_iter();
    let advised = found.map(|error| advise(text, &parser.tokens, error).place(text));
    Parsed { listing, diagnostics: advised.collect(), steps: parser.steps }
}

/// The tokens of a text, and what the grammar alone says of it.
pub fn without_advice(text: &str) -> (Vec<(Token, Span)>, Vec<Found>) {
    let mut parser = Parser::new(text);
    parser.listing();
    (parser.tokens, parser.found)
}

/// Works out the places of errors, in the order of the text; one per line, the first.
pub fn place_all(text: &str, found: Vec<Found>) -> Vec<Diagnostic> {
    first_of_lines(text, found).into_iter().map(|error| error.place(text)).collect()
}

fn first_of_lines(text: &str, mut found: Vec<Found>) -> Vec<Found> {
    found.sort_by_key(|it| it.span.start);
    let mut all = Vec::new();
    let mut line_end = None;
    for it in found {
        let start = it.span.start as usize;
        if line_end.is_some_and(|end| start <= end) {
            continue;
        }
        line_end = text.get(start..).and_then(|rest| rest.find('\n')).map(|at| start + at);
        line_end = line_end.or(Some(text.len()));
        all.push(it);
        if all.len() == DIAGNOSTICS_MAX {
            break;
        }
    }
    all
}

/// What a rule of the grammar gives, or that an error was noted.
type Result<T> = std::result::Result<T, ()>;

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<(Token, Span)>,
    at: usize,
    found: Vec<Found>,
    nesting: usize,
    /// Condition and comment of a block's first line, once a statement has read up to a line's end.
    ended: Option<(Option<Expr>, Option<String>)>,
    /// Places where no binders stand: without this memory, nested brackets would be read twice
    /// on each level.
    no_binders: HashSet<usize>,
    /// How many tokens were passed, again in each attempt.
    steps: usize,
    /// The lines are those of an operation.
    in_operation: bool,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Parser<'a> {
        let lexed = lex(text);
        Parser {
            text,
            tokens: lexed.tokens,
            at: 0,
            found: lexed.found,
            nesting: 0,
            ended: None,
            no_binders: HashSet::new(),
            steps: 0,
            in_operation: false,
        }
    }

    /// The next token that is no comment.
    fn peek(&mut self) -> Token {
        while self.tokens[self.at].0 == Token::Comment {
            self.at += 1;
        }
        self.tokens[self.at].0
    }

    fn span(&mut self) -> Span {
        self.peek();
        self.tokens[self.at].1
    }

    /// The span of the token before.
    fn last_span(&self) -> Span {
        let before = self.tokens[..self.at].iter().rev();
        before
            .filter(|(token, _)| {
                !matches!(token, Token::Comment | Token::Newline | Token::Indent | Token::Dedent)
            })
            .map(|&(_, span)| span)
            .next()
            .unwrap_or_default()
    }

    fn advance(&mut self) -> Token {
        let token = self.peek();
        self.steps += 1;
        if token != Token::End {
            self.at += 1;
        }
        token
    }

    /// The word that comes next, or nothing.
    fn word(&mut self) -> &'a str {
        match self.peek() {
            Token::Word => said(self.tokens[self.at].1.of(self.text)),
            _ => "",
        }
    }

    /// The word behind the next token.
    fn word_after(&mut self) -> &'a str {
        self.word_ahead(1)
    }

    /// The word so many tokens behind the next one.
    fn word_ahead(&mut self, count: usize) -> &'a str {
        self.peek();
        match self.tokens.get(self.at + count) {
            Some((Token::Word, span)) => said(span.of(self.text)),
            _ => "",
        }
    }

    fn sign_after(&mut self) -> Option<Sign> {
        self.sign_ahead(1)
    }

    fn sign_ahead(&mut self, count: usize) -> Option<Sign> {
        self.peek();
        match self.tokens.get(self.at + count) {
            Some((Token::Sign(sign), _)) => Some(*sign),
            _ => None,
        }
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let is_next = self.word() == word;
        if is_next {
            self.advance();
        }
        is_next
    }

    fn eat(&mut self, sign: Sign) -> bool {
        let is_next = self.peek() == Token::Sign(sign);
        if is_next {
            self.advance();
        }
        is_next
    }

    fn fail<T>(&mut self, found: Found) -> Result<T> {
        self.found.push(found);
        Err(())
    }

    /// What stands here instead of what was expected, in words.
    fn here(&mut self) -> String {
        let span = self.span();
        match self.peek() {
            Token::End => "the end of the text".into(),
            Token::Newline | Token::Dedent => "the end of the line".into(),
            Token::Indent => "an indented line".into(),
            _ => format!("`{}`", span.of(self.text)),
        }
    }

    fn expected<T>(&mut self, what: &str) -> Result<T> {
        if self.peek() == Token::Unknown {
            return self.unknown_character();
        }
        let (here, span) = (self.here(), self.span());
        self.fail(Found::new(Kind::Expected, span, missing(what, &here)))
    }

    fn unknown_character<T>(&mut self) -> Result<T> {
        let span = self.span();
        let message = format!("The language has no character `{}`.", span.of(self.text));
        self.fail(Found::new(Kind::UnknownCharacter, span, message).help("Remove it."))
    }

    fn expect(&mut self, sign: Sign) -> Result<()> {
        if self.eat(sign) { Ok(()) } else { self.expected(&format!("`{}`", sign.text())) }
    }

    fn expect_word(&mut self, word: &str) -> Result<()> {
        if self.eat_word(word) { Ok(()) } else { self.expected(&format!("the word `{word}`")) }
    }

    /// Any word.
    fn name(&mut self, what: &str) -> Result<Name> {
        if self.peek() != Token::Word {
            return self.expected(what);
        }
        let span = self.span();
        let text = span.of(self.text);
        if WORD_SIGNS.iter().any(|it| it.0 == text) {
            return self.expected(what);
        }
        self.advance();
        Ok(Name { text: text.to_owned(), span })
    }

    /// A word that is free to name something.
    fn new_name(&mut self, what: &str) -> Result<Name> {
        let name = self.name(what)?;
        if is_reserved(&name.text) {
            let message =
                format!("`{}` is a word of the language and cannot be a name.", name.text);
            let text = format!("{}_", name.text);
            return self.fail(
                Found::new(Kind::ReservedName, name.span, message)
                    .help("Choose another name.")
                    .replace(name.span, text),
            );
        }
        Ok(name)
    }

    /// Runs `rule` one level deeper, unless that is too deep.
    fn nested<T>(&mut self, rule: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.nesting == NESTING_MAX {
            let span = self.span();
            let message = format!(
                "Blocks and brackets nest at most {NESTING_MAX} deep; a bracket counts twice."
            );
            let help = "Use a `define` for the inner part.";
            return self.fail(Found::new(Kind::NestingTooDeep, span, message).help(help));
        }
        self.nesting += 1;
        let result = rule(self);
        self.nesting -= 1;
        result
    }

    /// Tries `rule`; where it fails, nothing has been read or noted.
    fn attempt<T>(&mut self, rule: impl FnOnce(&mut Self) -> Result<T>) -> Option<T> {
        let (at, found) = (self.at, self.found.len());
        let result = rule(self).ok();
        if result.is_none() {
            self.at = at;
            self.found.truncate(found);
        }
        result
    }

    /// `j ≠ i in S:`, if binders and a colon stand here.
    fn try_binders(&mut self) -> Option<Vec<Binder>> {
        self.try_binders_before(|parser| parser.eat(Sign::Colon))
    }

    /// Binders, if `end` finds behind them what it reads.
    fn try_binders_before(&mut self, end: impl FnOnce(&mut Self) -> bool) -> Option<Vec<Binder>> {
        let at = self.at;
        if self.no_binders.contains(&at) {
            return None;
        }
        let binders = self.attempt(|parser| {
            let binders = parser.binders()?;
            if end(parser) { Ok(binders) } else { Err(()) }
        });
        if binders.is_none() {
            self.no_binders.insert(at);
        }
        binders
    }

    fn next_but_comments(&self, count: usize) -> Option<Token> {
        let tokens = self.tokens[self.at..].iter().map(|token| token.0);
        tokens.filter(|token| *token != Token::Comment).nth(count)
    }

    /// Passes the rest of the line, and the block below it.
    fn skip_line(&mut self) {
        while !matches!(self.peek(), Token::Newline | Token::End | Token::Dedent) {
            if self.peek() == Token::Indent {
                return self.skip_block();
            }
            self.advance();
        }
        if self.peek() == Token::Newline {
            self.advance();
        }
        if self.peek() == Token::Indent {
            self.skip_block();
        }
    }

    fn skip_block(&mut self) {
        let mut depth = 0;
        loop {
            match self.advance() {
                Token::Indent => depth += 1,
                Token::Dedent => depth -= 1,
                Token::End => return,
                _ => {}
            }
            if depth == 0 {
                return;
            }
        }
    }

    /// The end of a line; the comment there is returned.
    fn end_of_line(&mut self) -> Result<Option<String>> {
        match self.peek() {
            Token::Newline => {
                let comment = self.comment_here();
                self.advance();
                Ok(comment)
            }
            Token::End | Token::Dedent => Ok(self.comment_here()),
            _ => self.expected(END_OF_LINE),
        }
    }

    /// The comment just before the next token, which may have been passed by a look ahead.
    fn comment_here(&self) -> Option<String> {
        let &(token, span) = self.tokens.get(self.at.checked_sub(1)?)?;
        let is_comment = token == Token::Comment;
        is_comment.then(|| span.of(self.text).trim_start_matches('#').trim().to_owned())
    }

    /// What follows the colon of a block: the rest of the line, with a condition there.
    fn with(&mut self) -> Result<Option<Expr>> {
        if self.eat_word("with") { self.expr().map(Some) } else { Ok(None) }
    }

    /// What is there whatever the options are has no condition.
    fn refuse_with(&mut self, what: &str, help: &str) -> Result<()> {
        if self.word() != "with" {
            return Ok(());
        }
        let span = self.span();
        let message = format!("{what}, so no `with` stands here.");
        self.fail(Found::new(Kind::OutOfPlace, span, message).help(help))
    }
}

/// The word that a sign such as `∈` stands for, or the word itself.
fn said(text: &str) -> &str {
    WORD_SIGNS.iter().find(|it| it.0 == text).map_or(text, |it| it.1)
}

const END_OF_LINE: &str = "the end of the line";

/// "A `)` is missing before `with`."
fn missing(what: &str, here: &str) -> String {
    if what == END_OF_LINE {
        return format!("The line has to end before {here}.");
    }
    let article = if what.starts_with('`') { "A " } else { "" };
    format!("{article}{} is missing before {here}.", capital(what))
}
