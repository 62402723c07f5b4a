//! Loops and quantifiers as in other languages, each with what they are here.

use super::habits::{other, other_than};
use crate::parse::{Parser, Result};
use crate::token::{Sign, Span, Token};
use crate::tree::{Binder, Expr};
use crate::words::begins_a_statement;

const EACH: &str = "A loop over numbers or processes begins with `for each`.";

impl Parser<'_> {
    /// `for j in S:`, `for all j:`, `for j = 0 to 3:`, behind `for`.
    pub(in crate::parse) fn loop_of_another_language(&mut self) -> Result<()> {
        let span = self.span();
        let is_each = self.word() == "each" && !self.word_after().is_empty();
        if matches!(self.word(), "all" | "every" | "any") && !self.word_after().is_empty() {
            return self.fail(other(span, EACH, span, "each"));
        }
        let counted = self.attempt(|parser| {
            let _ = is_each && parser.eat_word("each");
            parser.counted()
        });
        if let Some((name, low, high)) = counted {
            let help = format!("Write `for each {name} in {low}..{high}:`.");
            let whole = span.to(self.last_span());
            let text = format!("each {name} in {low}..{high}");
            return self.fail(other_than(whole, EACH, &help).replace(whole, text));
        }
        if is_each {
            return Ok(());
        }
        let before = Span { start: span.start, end: span.start };
        if self.word_after() == "in"
            || matches!(self.sign_after(), Some(Sign::Colon | Sign::NotEqual))
        {
            let found = other_than(span, EACH, "Write `each` before this.");
            return self.fail(found.replace(before, "each "));
        }
        let help = "Write `for each j in 0..3:`, with the first and the last value.";
        self.fail(other_than(span, EACH, help))
    }

    /// `j = 0 to 3`, `j in range(3)`, `j from 0 to 3`: the name, the first and the last value.
    fn counted(&mut self) -> Result<(String, String, String)> {
        let name = self.new_name("a name")?;
        let is_begun = self.eat(Sign::Equal) || self.eat(Sign::Arrow);
        if !(is_begun || self.eat_word("from") || self.eat_word("in")) {
            return Err(());
        }
        let (low, high) = match self.word() {
            "range" => {
                self.advance();
                self.expect(Sign::Open)?;
                let mut all = self.exprs()?;
                self.expect(Sign::Close)?;
                let end = all.pop().ok_or(())?;
                let low = all.first().map_or("0", |expr| expr.span.of(self.text));
                (low.to_owned(), self.one_less(&end))
            }
            _ => {
                let low = self.sum()?.span.of(self.text).to_owned();
                if !(self.eat_word("to") || (is_begun && self.eat(Sign::Range))) {
                    return Err(());
                }
                (low, self.sum()?.span.of(self.text).to_owned())
            }
        };
        let is_whole = matches!(self.word(), "do" | "") && self.peek() != Token::Sign(Sign::Comma);
        if is_whole { Ok((name.text, low, high)) } else { Err(()) }
    }

    fn one_less(&self, end: &Expr) -> String {
        let text = end.span.of(self.text);
        text.parse::<i64>()
            .map_or_else(|_| format!("{text} − 1"), |number| (number - 1).to_string())
    }

    /// `for each j < i:`, `all j ≤ i: P`, behind the name that is bound.
    pub(in crate::parse) fn compared_binder(&mut self) -> Result<()> {
        let is_compared = matches!(
            self.peek(),
            Token::Sign(Sign::Less | Sign::LessEqual | Sign::Greater | Sign::GreaterEqual)
        );
        if !is_compared {
            return Ok(());
        }
        let name = self.last_span();
        let text = name.of(self.text);
        let message = "Which ones are meant is a condition behind `where`.";
        let help = format!("Write `{text} where {text} {} …` here.", self.span().of(self.text));
        self.fail(other_than(name, message, &help).replace(name, format!("{text} where {text}")))
    }

    /// The same behind the word of a quantifier, where a value cannot stand.
    pub(in crate::parse) fn compared_quantifier(&mut self) -> Result<()> {
        let name = self.attempt(|parser| {
            parser.advance();
            parser.new_name("a name")
        });
        if name.is_some() { self.compared_binder() } else { Ok(()) }
    }

    /// `for each process j:`, where the set stands before the name.
    pub(in crate::parse) fn set_before_name(&mut self, binder: &Binder) -> Result<()> {
        let name = self.word();
        let is_name = !matches!(name, "" | "in" | "where" | "do");
        if !is_name || binder.domain.is_some() {
            return Ok(());
        }
        let set = self.last_span();
        let whole = set.to(self.span());
        let message = "The name stands first, and behind `in` what it runs over.";
        let text = format!("{name} in {}", set.of(self.text));
        let help = format!("Write `{text}`.");
        self.fail(other_than(whole, message, &help).replace(whole, text))
    }

    /// `for each j in [0..3]:`
    pub(in crate::parse) fn range_in_brackets(&mut self) -> Result<()> {
        let start = self.span();
        let Some(range) = self.bracketed_range() else { return Ok(()) };
        let span = start.to(self.last_span());
        self.fail(other(span, "A range has no brackets.", span, range.of(self.text)))
    }

    /// The range in `[0..3]`, if that stands here.
    pub(in crate::parse) fn bracketed_range(&mut self) -> Option<Span> {
        self.attempt(|parser| {
            parser.expect(Sign::OpenSquare)?;
            let low = parser.sum()?;
            parser.expect(Sign::Range)?;
            let high = parser.sum()?;
            parser.expect(Sign::CloseSquare)?;
            Ok(low.span.to(high.span))
        })
    }

    /// `all j: up[j] ← true` as a statement.
    pub(in crate::parse) fn quantified_statement(&mut self) -> Result<()> {
        let span = self.span();
        if !matches!(self.word(), "all" | "every" | "forall" | "foreach")
            || self.word_after().is_empty()
        {
            return Ok(());
        }
        let line = &self.tokens[self.at..];
        let length = line.iter().position(|token| token.0 == Token::Newline).unwrap_or(line.len());
        let does = |token: &(Token, Span)| match token.0 {
            Token::Sign(Sign::Arrow) => true,
            Token::Word => begins_a_statement(token.1.of(self.text)),
            _ => false,
        };
        let has_block = line.get(length + 1).is_some_and(|token| token.0 == Token::Indent);
        if !has_block && !line[..length].iter().any(does) {
            return Ok(());
        }
        self.fail(other(span, EACH, span, "for each"))
    }
}
