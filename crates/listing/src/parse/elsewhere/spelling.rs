//! Words of the language that are misspelt.

use crate::diagnostic::{Found, Kind, nearest};
use crate::parse::SIMPLE;
use crate::parse::{Parser, Result};
use crate::token::{Span, Token};
use crate::words::{self, Place, is_reserved};

/// Those that stand before an operand.
const BEFORE: &[&str] = &["all", "count", "max", "min", "new", "not", "read", "some", "sum"];
/// Those that stand behind one.
const BEHIND: &[&str] = &[
    "and", "else", "from", "if", "in", "mod", "not", "or", "times", "to", "until", "when", "where",
    "with",
];

/// Words with which a statement begins that goes on behind them.
fn goes_on() -> Vec<&'static str> {
    let is_alone = |word: &str| SIMPLE.iter().any(|it| it.0 == word);
    words::at(Place::Statement).filter(|it| *it != "with" && !is_alone(it)).collect()
}

impl Parser<'_> {
    /// The error for what stands here, where a word is nearly one of the language.
    pub(in crate::parse) fn misspelt(&mut self) -> Option<Found> {
        let (here, last) = (self.span(), self.last_span());
        let is_word = self.peek() == Token::Word;
        let begun = self.line_before(last).1;
        if begun.is_empty() || matches!(begun, "atomic" | "strongly") {
            return self.nearly(last, &goes_on());
        }
        let behind = if is_word { self.nearly(here, BEHIND) } else { None };
        behind.or_else(|| self.nearly(last, BEFORE))
    }

    /// `whne x = 1: …` beside the sections of a role.
    pub(in crate::parse) fn misspelt_part(&mut self) -> Result<()> {
        let span = self.span();
        // `sent off:` is a section of two words
        let begins_a_block = span.of(self.text).len() < 4 && self.line_ends_in_a_block();
        let is_followed = !self.word_after().is_empty() && !begins_a_block;
        match self.nearly(span, &words::at(Place::Part).collect::<Vec<_>>()).filter(|_| is_followed)
        {
            Some(found) => self.fail(found),
            None => Ok(()),
        }
    }

    fn line_ends_in_a_block(&self) -> bool {
        let mut rest = self.tokens[self.at..].iter().map(|token| token.0);
        rest.any(|token| token == Token::Newline) && rest.next() == Some(Token::Indent)
    }

    fn nearly(&self, span: Span, words: &[&'static str]) -> Option<Found> {
        let word = span.of(self.text);
        let is_free = !is_reserved(word) && word.starts_with(char::is_alphabetic);
        let near = nearest(word, words.iter().copied()).filter(|_| is_free)?;
        let message = format!("The language has no word `{word}`, and a name cannot stand here.");
        let found = Found::new(Kind::Expected, span, message);
        Some(found.help(format!("Did you mean `{near}`?")).replace(span, near))
    }
}
