//! Signs of mathematics and of other languages, each with what is written here.

use super::habits::{other, other_than};
use crate::diagnostic::{Found, Kind};
use crate::parse::Parser;
use crate::token::Span;

/// Signs of mathematics and of other languages, what to say of each, and what to write.
const SIGNS_ELSEWHERE: &[(&str, &str, &str)] = &[
    ("∪", "The members of two sets are written `S + T`.", "+"),
    ("∖", "The members of one set without those of another are written `S − T`.", "−"),
    ("\\", "The members of one set without those of another are written `S − T`.", "−"),
    ("∉", "Not to be in a set is written `not in`.", "not in"),
    ("∅", "The empty set is written `{}`.", "{}"),
    ("∀", "“For all” is written `all`.", "all"),
    ("∃", "“There is” is written `some`.", "some"),
    ("∑", "A sum is written `sum`.", "sum"),
    ("&", "“And” is written `and`.", "and"),
    ("÷", "A division is written `/`.", "/"),
];

/// Those that are written in another way altogether.
const NO_SIGN: &[(&str, &str, &str)] = &[
    ("∩", "The members that two sets share are chosen.", "Write `{k in S: k in T}`."),
    ("⊇", "That a set is part of another is written `⊆`.", "Write `T ⊆ S` for `S ⊇ T`."),
    ("⊂", "That a set is part of another is written `⊆`.", "Write `S ⊆ T and S ≠ T`."),
    (
        "^",
        "The language has no power: a product is written out.",
        "Write `x · x` for the square of x.",
    ),
    (
        "–",
        "A minus is written `−` or `-`, and a range `..`.",
        "Write `0..3` for the numbers from 0 to 3.",
    ),
    ("⇔", "That two conditions are true together is written `=`.", "Write `(P) = (Q)`."),
];

/// Signs that other languages join with `=`.
const JOINED: &[&str] = &["+", "-", "−", "*", "·", "/"];

impl Parser<'_> {
    /// `x += 1`, `x++`, `x ** 2`: two signs, the second right behind the first.
    pub(in crate::parse) fn joined(&self, before: Span, span: Span) -> Option<Found> {
        let (last, here) = (before.of(self.text), span.of(self.text));
        let are_joined = before.end == span.start && (here == "=" || here == last);
        if !JOINED.contains(&last) || !are_joined {
            return None;
        }
        let both = before.to(span);
        let (start, target) = self.statement_before(before);
        let is_value = target.contains(['←', '=', '<', '>']);
        if last == here && matches!(last, "*" | "·") {
            let message = "The language has no power: a product is written out.";
            return Some(other_than(both, message, "Write `x · x` for the square of x."));
        }
        if is_value {
            return Some(other(both, format!("The language has no `{last}{here}`."), both, last));
        }
        let message = format!("The language has no `{last}{here}`; `←` assigns.");
        if here == "=" {
            return Some(other(both, message, both, &format!("← {target} {last}")));
        }
        let whole = Span { start, end: span.end };
        Some(other(both, message, whole, &format!("{target} ← {target} {last} 1")))
    }

    /// `0..2` where a value is needed.
    pub(in crate::parse) fn range_as_value(&mut self) -> Found {
        let (low, span) = (self.last_span(), self.span());
        let high = self.tokens.get(self.at + 1).map_or(span, |it| it.1);
        let range = low.to(high).of(self.text);
        let message = "A range is no value: it is a domain.";
        let help = format!("Write `{{k for k in {range}}}` for the set of its numbers.");
        Found::new(Kind::WrongDomain, span, message).help(help)
    }

    /// `∪` and other signs that the language has not.
    pub(in crate::parse) fn sign_of_another_language(&self, span: Span) -> Option<Found> {
        let sign = span.of(self.text);
        if let Some(&(_, message, help)) = NO_SIGN.iter().find(|it| it.0 == sign) {
            return Some(other_than(span, message, help));
        }
        let &(_, message, text) = SIGNS_ELSEWHERE.iter().find(|it| it.0 == sign)?;
        // a word is no part of the words beside it
        let is_word = text.chars().all(|it| it.is_ascii_alphabetic() || it == ' ');
        let begins = self.text[..span.start as usize].ends_with(char::is_alphanumeric);
        let goes_on = self.text[span.end as usize..].starts_with(char::is_alphanumeric);
        let [before, behind] = [begins, goes_on].map(|it| if it && is_word { " " } else { "" });
        Some(other(span, message, span, &format!("{before}{text}{behind}")))
    }

    /// The same of the statement in this line.
    fn statement_before(&self, span: Span) -> (u32, &str) {
        let (mut start, mut statement) = self.line_before(span);
        while let Some((before, behind)) = statement.split_once([':', ';']) {
            let rest = behind.trim_start();
            start += (before.len() + 1 + behind.len() - rest.len()) as u32;
            statement = rest;
        }
        for word in ["strongly ", "atomic "] {
            if let Some(rest) = statement.strip_prefix(word) {
                start += word.len() as u32;
                statement = rest;
            }
        }
        (start, statement)
    }
}
