//! A line that could not be read, and what the text declares.

use super::pattern::is_name;
use crate::diagnostic::nearest;
use crate::token::{Span, Token, WORD_SIGNS};
use crate::words::{self, Place, is_reserved};

pub const ORDERINGS: [&str; 5] = ["relaxed", "acquire", "release", "acq_rel", "seq_cst"];

/// Words behind which a condition stands.
const CONDITIONS: [&str; 14] = [
    "await",
    "if",
    "while",
    "until",
    "when",
    "where",
    "with",
    "always",
    "never",
    "reachable",
    "eventually",
    "at",
    "assume",
    "limit",
];

/// Words behind which an access may stand.
const ACCESSES: [&str; 6] = ["await", "if", "while", "until", "atomic", "fence"];

/// Words before the name of a message that is taken.
const TAKES: [&str; 8] =
    ["receive", "receives", "received", "receiving", "receipt", "recv", "deliver", "delivery"];

/// The longest line that is asked about, in tokens.
const LINE_MAX: usize = 256;

/// Where a line stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Where {
    /// Without indentation.
    Item,
    /// In a role, beside its sections.
    Part,
    /// Among statements.
    Block,
    /// In a replicated row.
    Column,
}

pub struct Line<'a> {
    pub text: &'a str,
    /// All tokens of the text.
    all: &'a [(Token, Span)],
    /// Those of the line, without comments; the last one is its end.
    pub tokens: Vec<(Token, Span)>,
    pub stands: Where,
    /// An indented block stands below it.
    pub has_block: bool,
    /// The token at which it could not be read any more.
    pub error: usize,
}

impl<'a> Line<'a> {
    /// The line in which an error is.
    pub fn of(text: &'a str, all: &'a [(Token, Span)], error: Span) -> Option<Line<'a>> {
        let is_end = |token: Token| matches!(token, Token::Newline | Token::End);
        let is_margin = |token: Token| matches!(token, Token::Indent | Token::Dedent);
        let at = all.iter().position(|&(token, span)| {
            !is_margin(token)
                && (span.end > error.start || is_end(token) && span.start >= error.start)
        })?;
        let first = all[..at].iter().rposition(|token| is_end(token.0)).map_or(0, |end| end + 1);
        let last = at + all[at..].iter().position(|token| is_end(token.0))?;
        let is_shown = |token: Token| !is_margin(token) && token != Token::Comment;
        let tokens: Vec<_> =
            all[first..=last].iter().copied().filter(|token| is_shown(token.0)).collect();
        if tokens.len() > LINE_MAX {
            return None;
        }
        let error =
            tokens.iter().position(|token| token.1.start >= all[at].1.start).unwrap_or_default();
        let mut depth = 0;
        let mut head = "";
        for (nth, &(token, span)) in all[..=at].iter().enumerate() {
            depth += i32::from(token == Token::Indent) - i32::from(token == Token::Dedent);
            let begins = nth == 0 || is_end(all[nth - 1].0) || is_margin(all[nth - 1].0);
            if begins && depth == 0 && is_shown(token) {
                head = span.of(text);
            }
        }
        let is_definition = matches!(head, "define" | "operation");
        let stands = match depth {
            0 => Where::Item,
            _ if head == "row" => Where::Column,
            1 if !is_definition => Where::Part,
            _ => Where::Block,
        };
        let behind = all[last..]
            .iter()
            .map(|token| token.0)
            .find(|token| !is_end(*token) && *token != Token::Comment);
        Some(Line { text, all, tokens, stands, has_block: behind == Some(Token::Indent), error })
    }

    /// A token as the formatter writes it.
    pub fn word(&self, at: usize) -> &'a str {
        let Some(&(token, span)) = self.tokens.get(at) else { return "" };
        let text = span.of(self.text);
        match token {
            Token::Sign(sign) => sign.text(),
            Token::Word => {
                WORD_SIGNS.iter().find(|sign| sign.0 == text).map_or(text, |sign| sign.1)
            }
            _ => text,
        }
    }

    /// From a token to the one before another; nothing at the first one, if these are none.
    pub fn span(&self, from: usize, to: usize) -> Span {
        let start = self.tokens[from.min(self.tokens.len() - 1)].1;
        if from < to { start.to(self.tokens[to - 1].1) } else { Span { end: start.start, ..start } }
    }

    /// Whether there is no space before a token.
    pub fn touches(&self, at: usize) -> bool {
        let here = self.tokens.get(at).map(|token| token.1.start);
        at > 0 && here == Some(self.tokens[at - 1].1.end)
    }

    /// Where statements begin in the line, up to the error.
    pub fn statements(&self) -> Vec<usize> {
        let (mut starts, mut depth) = (Vec::new(), 0);
        let is_block = self.stands == Where::Block;
        let has_none = match self.stands {
            Where::Item => !matches!(self.word(0), "define" | "operation"),
            stands => stands == Where::Column,
        };
        if has_none {
            return starts;
        }
        for at in 0..=self.error {
            let before = if at == 0 { "" } else { self.word(at - 1) };
            let is_first = at == 0 && is_block
                || matches!(before, "atomic" | "strongly") && starts.last() == Some(&(at - 1));
            if is_first || depth == 0 && matches!(before, ":" | ";") {
                starts.push(at);
            }
            depth += match self.word(at) {
                "(" | "[" | "{" => 1,
                ")" | "]" | "}" => -1,
                _ => 0,
            };
        }
        starts
    }

    /// Whether a token is of a class that patterns name.
    pub fn is_class(&self, class: &str, at: usize) -> bool {
        let Some(&(token, _)) = self.tokens.get(at) else { return false };
        let word = self.word(at);
        let is_word = token == Token::Word;
        match class {
            "TOKEN" => true,
            "NUMBER" => matches!(token, Token::Number(_)),
            "BELOW" => self.has_block && at + 1 == self.tokens.len(),
            "DOES" => word == "←" || words::begins_a_statement(word),
            "COMPARES" => matches!(word, "=" | "≠" | "<" | "≤" | ">" | "≥" | "⊆"),
            _ if !is_word => false,
            "WORD" => true,
            "NAME" => is_name(word),
            // a name that is not nearly a word with which a declaration begins
            "NOUN" => {
                is_name(word) && nearest(word, words::at(Place::Item).chain(["process"])).is_none()
            }
            "ROLE" => self.is_role(word),
            "MESSAGE" => self.declares(&["message"], word),
            "MEMBER" => {
                is_name(word)
                    && (self.stands != Where::Item || self.declares(&["record", "pool"], word))
            }
            "ORDERING" => self.is_ordering(word),
            "ACCESS" => ACCESSES.contains(&word),
            "CONDITIONAL" => CONDITIONS.contains(&word),
            "TAKES" => TAKES.contains(&word),
            "DECLARES" => {
                is_reserved(word)
                    && matches!(words::line(word), Some(words::Line::Names | words::Line::Says))
            }
            "CLAIMS" => is_reserved(word) && words::is_property(word),
            "OPENS" => words::line(word) == Some(words::Line::Block),
            _ => unreachable!("a class of tokens: {class}"),
        }
    }

    /// Whether a line that begins with one of these words has that name.
    pub fn declares(&self, words: &[&str], name: &str) -> bool {
        let ends = |token: &(Token, Span)| {
            matches!(token.0, Token::Newline | Token::Indent | Token::Dedent)
        };
        self.all.split(ends).any(|line| {
            let mut texts = line.iter().map(|token| token.1.of(self.text));
            texts.next().is_some_and(|first| words.contains(&first))
                && texts.any(|text| text == name)
        })
    }

    /// Whether a line without indentation begins a role with that noun.
    fn is_role(&self, noun: &str) -> bool {
        let begins = |line: &str| {
            line.strip_prefix(noun).is_some_and(|rest| rest.starts_with([':', ',', ' ']))
        };
        self.text.lines().any(begins)
    }

    /// An ordering of accesses, unless the text has something of that name.
    fn is_ordering(&self, word: &str) -> bool {
        let kinds =
            ["shared", "own", "stable", "ghost", "option", "define", "message", "operation"];
        ORDERINGS.contains(&word) && !self.declares(&kinds, word)
    }
}
