//! From tokens to a syntax tree, by hand, with recovery: an error costs its line, or its block.

mod blocks;
mod conditional;
mod domains;
mod expect;
mod expressions;
mod inductive;
mod items;
mod leads;
mod operands;
mod properties;
mod quantified;
mod sentence;
mod statements;
mod tokens;

pub use leads::STANDS_ONCE;
pub use statements::SIMPLE;

use crate::advice::advise;
use crate::diagnostic::{Diagnostic, DiagnosticDraft, ErrorCode, capital};
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
pub fn without_advice(text: &str) -> (Vec<(Token, Span)>, Vec<DiagnosticDraft>) {
    let mut parser = Parser::new(text);
    parser.listing();
    (parser.tokens, parser.found)
}

/// Works out the places of errors, in the order of the text; one per line, the first.
pub fn place_all(text: &str, found: Vec<DiagnosticDraft>) -> Vec<Diagnostic> {
    first_of_lines(text, found).into_iter().map(|error| error.place(text)).collect()
}

fn first_of_lines(text: &str, mut found: Vec<DiagnosticDraft>) -> Vec<DiagnosticDraft> {
    found.sort_by_key(|draft| draft.span.start);
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
    found: Vec<DiagnosticDraft>,
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

    fn fail<T>(&mut self, found: DiagnosticDraft) -> Result<T> {
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
        self.fail(DiagnosticDraft::new(ErrorCode::Expected, span, missing(what, &here)))
    }

    fn unknown_character<T>(&mut self) -> Result<T> {
        let span = self.span();
        let message = format!("The language has no character `{}`.", span.of(self.text));
        self.fail(
            DiagnosticDraft::new(ErrorCode::UnknownCharacter, span, message).help("Remove it."),
        )
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
                DiagnosticDraft::new(ErrorCode::ReservedName, name.span, message)
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
            return self
                .fail(DiagnosticDraft::new(ErrorCode::NestingTooDeep, span, message).help(help));
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
        self.fail(DiagnosticDraft::new(ErrorCode::OutOfPlace, span, message).help(help))
    }
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
