//! Messages that are taken as in other languages, each with how a message is taken here; and rules that
//! begin with `upon`.

use super::habits::other_than;
use crate::parse::{Parser, Result};
use crate::token::{Sign, Span, Token};
use crate::words::is_reserved;

/// Words before the name of the message that is taken.
const TAKES: &[&str] =
    &["receive", "receives", "received", "receiving", "receipt", "recv", "deliver", "delivery"];

/// Words of which a rule needs none between its beginning and the message.
const BETWEEN: &[&str] = &["of", "a", "an", "the"];

/// What begins so, as another language has it.
struct Receipt<'a> {
    /// Up to the message or the condition.
    lead: Span,
    /// From there to the colon, or to the end of the line.
    what: &'a str,
    is_message: bool,
    has_colon: bool,
}

impl<'a> Parser<'a> {
    /// `upon m from j: …` or `when receive m: …` as a rule.
    pub(in crate::parse) fn rule_of_another_language(&mut self) -> Result<()> {
        let Some(Receipt { lead, what, is_message, has_colon }) = self.receipt() else {
            return Ok(());
        };
        if is_message && !has_colon {
            return self.receipt_in_a_line();
        }
        let (message, word) = match is_message {
            true => ("A rule for a message begins with `on`.", "on"),
            false => ("A rule with a condition begins with `when`.", "when"),
        };
        let help = format!("Write `{word} {what}:`.");
        self.fail(other_than(lead, message, &help).replace(lead, format!("{word} ")))
    }

    /// The same among the lines of a section.
    pub(in crate::parse) fn receipt_in_a_line(&mut self) -> Result<()> {
        let Some(Receipt { lead, what, is_message, has_colon }) = self.receipt() else {
            return Ok(());
        };
        if !is_message {
            let message = "`upon` begins no statement.";
            let help = format!(
                "Write `await {what}` to wait until it is true, or `if {what}:` to go on otherwise."
            );
            return self.fail(other_than(lead, message, &help));
        }
        let message = "A line of a section takes a message with `await`.";
        if has_colon {
            let help = format!("Write `await {what}`, and below it what is done then.");
            return self.fail(other_than(lead, message, &help));
        }
        let help = format!("Write `await {what}`.");
        self.fail(other_than(lead, message, &help).replace(lead, "await "))
    }

    fn receipt(&mut self) -> Option<Receipt<'a>> {
        let start = self.span();
        let is_upon = self.word() == "upon";
        let mut count = usize::from(matches!(self.word(), "upon" | "when" | "on" | "await"));
        let takes = TAKES.contains(&self.word_ahead(count)) && self.is_name_ahead(count + 1);
        count += usize::from(takes);
        while takes && BETWEEN.contains(&self.word_ahead(count)) && self.is_name_ahead(count + 1) {
            count += 1;
        }
        let name = self.word_ahead(count);
        if !takes && !(is_upon && (self.is_name_ahead(1) || name == "not")) {
            return None;
        }
        let from = self.at + count;
        let mut rest = self.tokens[from..].iter().enumerate().map(|(nth, it)| (from + nth, it.0));
        let at = rest.find(|&(at, token)| match token {
            Token::Newline | Token::Comment | Token::End => true,
            _ => token == Token::Sign(Sign::Colon) && self.depth_between(from, at) == 0,
        });
        let at = at.map_or(from, |token| token.0);
        let what = self.tokens[from].1.to(self.tokens[at.max(from + 1) - 1].1).of(self.text);
        Some(Receipt {
            lead: Span { start: start.start, end: self.tokens[from].1.start },
            what,
            is_message: takes
                || matches!(name, "timeout" | "crash")
                || self.is_declared(&["message"], name),
            has_colon: self.tokens[at].0 == Token::Sign(Sign::Colon),
        })
    }

    /// Whether a word stands so many tokens ahead that can be a name.
    fn is_name_ahead(&mut self, count: usize) -> bool {
        let word = self.word_ahead(count);
        !word.is_empty() && !is_reserved(word) && !matches!(word, "from" | "is")
    }

    /// How many brackets that open from one token on are open before the other.
    fn depth_between(&self, from: usize, to: usize) -> i32 {
        let change = |token: &(Token, Span)| match token.0 {
            Token::Sign(Sign::Open | Sign::OpenSquare | Sign::OpenBrace) => 1,
            Token::Sign(Sign::Close | Sign::CloseSquare | Sign::CloseBrace) => -1,
            _ => 0,
        };
        self.tokens[from..to].iter().map(change).sum()
    }

    /// Whether a line that begins with one of these words has that name.
    pub(in crate::parse) fn is_declared(&self, words: &[&str], name: &str) -> bool {
        let ends = |token: &(Token, Span)| {
            matches!(token.0, Token::Newline | Token::Indent | Token::Dedent)
        };
        self.tokens.split(ends).any(|line| {
            let mut texts = line.iter().map(|token| token.1.of(self.text));
            texts.next().is_some_and(|first| words.contains(&first))
                && texts.any(|text| text == name)
        })
    }
}
