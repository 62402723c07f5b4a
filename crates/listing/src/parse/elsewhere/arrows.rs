//! Arrows of pointers and of guards, and the signs with which other languages send and receive.

use super::habits::{other, other_than};
use crate::diagnostic::Found;
use crate::parse::{Parser, Result};
use crate::token::{Sign, Span, Token};
use crate::words::{Line, is_reserved, line};

const LEADS_TO: &str =
    "`→` leads to something later, once in `eventually`. “Implies” is written `⇒`.";
const GUARD: &str = "A condition before a statement has a word, and no arrow.";

impl Parser<'_> {
    /// `n->next`, `if C -> …`, `P → Q`, where an arrow cannot stand.
    pub(in crate::parse) fn arrow(&self, before: Span, span: Span) -> Found {
        let first = self.line_before(span).1.split(' ').next().unwrap_or_default();
        if self.is_field(before, span) {
            return other(span, "A field is written with a dot.", span, ".");
        }
        if line(first) == Some(Line::Block) && !self.rest_of_line(span).contains(':') {
            return other(span, "A block begins with a colon.", span, ":");
        }
        let leads = self.arrow_in_eventually(span);
        leads.unwrap_or_else(|| other(span, LEADS_TO, span, "⇒"))
    }

    /// Whether an arrow stands close between two names, the second of which may be a field.
    fn is_field(&self, before: Span, span: Span) -> bool {
        let behind = self.rest_of_line(span);
        let field: String = behind
            .chars()
            .take_while(|letter| letter.is_alphanumeric() || *letter == '_')
            .collect();
        let begins = |it: &str| it.starts_with(|it: char| it.is_alphabetic() || it == '_');
        let is_close = before.end == span.start
            && begins(&field)
            && (begins(before.of(self.text)) || before.of(self.text) == "]");
        // only lines of processes are indented
        let line = self.text[..span.start as usize].rsplit('\n').next().unwrap_or_default();
        is_close && (line.starts_with([' ', '\t']) || self.is_declared(&["record", "pool"], &field))
    }

    /// `x > 0 -> y ← 1` among the lines of a section.
    pub(in crate::parse) fn guarded_statement(&mut self) -> Result<()> {
        let Some((span, condition, statement)) = self.guard() else { return Ok(()) };
        let help = format!(
            "Write `await {condition}; {statement}` to wait until it is true, or \
             `if {condition}: {statement}` to go on otherwise."
        );
        self.fail(other_than(span, GUARD, &help))
    }

    /// The same as a rule.
    pub(in crate::parse) fn guarded_rule(&mut self) -> Result<()> {
        let Some((span, condition, statement)) = self.guard() else { return Ok(()) };
        let help = format!("Write `when {condition}: {statement}`.");
        self.fail(other_than(span, GUARD, &help))
    }

    /// The arrow behind a condition, the condition, and the rest of the line.
    fn guard(&mut self) -> Option<(Span, &str, &str)> {
        let start = self.span();
        let line = &self.tokens[self.at..];
        let is_end = |token: &Token| {
            matches!(
                token,
                Token::Newline | Token::Comment | Token::End | Token::Sign(Sign::Semicolon)
            )
        };
        let length = line.iter().position(|token| is_end(&token.0)).unwrap_or(line.len());
        let is_guard = |pair: &[(Token, Span)]| {
            pair[1].0 == Token::Sign(Sign::Leads) && !self.is_field(pair[0].1, pair[1].1)
        };
        let span = line[..length].windows(2).find(|token| is_guard(token))?[1].1;
        let condition = Span { start: start.start, end: span.start }.of(self.text).trim();
        let statement = self.rest_of_line(span);
        (!statement.is_empty()).then_some((span, condition, statement))
    }

    /// `ch!m(1)`, `ch?m`, `c ? a : b`.
    pub(in crate::parse) fn sign_between(&self, before: Span, span: Span) -> Option<Found> {
        let (sign, behind) = (span.of(self.text), self.rest_of_line(span));
        let target = before.of(self.text);
        let is_name = target.starts_with(|it: char| it.is_alphabetic()) && !is_reserved(target);
        let is_first = self.line_before(span).1 == target;
        if sign == "?" && behind.contains(':') {
            let message = "One of two values is written `a if C else b`.";
            return Some(other_than(span, message, "Write `a if C else b` for `C ? a : b`."));
        }
        let is_channel = matches!(sign, "!" | "?")
            && is_name
            && (before.end == span.start || is_first)
            && !behind.is_empty();
        if !is_channel {
            return None;
        }
        let sent = behind.split(';').next().unwrap_or_default().trim();
        let sent = match sent.starts_with(|it: char| it.is_alphabetic()) {
            true => sent.to_owned(),
            false => format!("MESSAGE({sent})"),
        };
        let (message, word, to) = match sign {
            "!" => ("A message is sent with `send`, to a process.", "send", "to"),
            _ => ("A message is taken with `await`, from a process.", "await", "from"),
        };
        let help = match self.is_role(target) {
            true => format!("Write `{word} {sent} {to} {target}`."),
            false => format!("Write `{word} {sent} {to} j`, where `j` is that process."),
        };
        Some(other_than(before.to(span), message, &help))
    }

    /// Whether a line without indentation begins a role with that noun.
    fn is_role(&self, noun: &str) -> bool {
        self.text.lines().any(|line| {
            line.strip_prefix(noun).is_some_and(|rest| rest.starts_with([':', ',', ' ']))
        })
    }

    /// What stands behind a place in its line, without a comment.
    pub(super) fn rest_of_line(&self, span: Span) -> &str {
        let rest = self.text.get(span.end as usize..).unwrap_or_default();
        let line = rest.lines().next().unwrap_or_default();
        line.split('#').next().unwrap_or_default().trim_end_matches([' ', '\t', '\r']).trim_start()
    }
}
