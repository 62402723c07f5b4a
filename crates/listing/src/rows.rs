//! The lines of a text with their tokens: what formatter, colours and editor work on.
//!
//! Needs no syntax tree, so a text with errors has rows, too.

use crate::hidden::BYTE_ORDER_MARK;
use crate::lexer::lex;
use crate::token::{Sign, Span, Token};
use crate::words::{self, Class, is_property};

/// The words of a line that claims that no freed cell is touched.
const FREED_IS_TOUCHED: [&str; 6] = ["never", "a", "freed", "cell", "is", "touched"];

/// One line of a text.
pub(crate) struct Row<'a> {
    /// The line without its line break and without spaces at its end.
    pub text: &'a str,
    /// The byte of the text at which the line begins.
    pub start: usize,
    /// Words, numbers, signs and the comment.
    pub tokens: Vec<(Token, Span)>,
    /// How many blocks the line is in.
    pub level: usize,
    /// The line goes on with what the line above began inside brackets.
    pub continues: bool,
}

/// What a word is to the signs behind it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum WordKind {
    Keyword,
    /// A keyword in some places, a name in others.
    Contextual,
    Name,
}

pub(crate) fn word_kind(word: &str) -> WordKind {
    match words::find(word).map(|word| word.class) {
        Some(Class::Reserved) => WordKind::Keyword,
        Some(Class::Contextual) => WordKind::Contextual,
        Some(Class::Value | Class::Plain) | None => WordKind::Name,
    }
}

/// The lines of `text`. Lines beyond the bounds of a text have no tokens.
pub(crate) fn rows(text: &str) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    let seen = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let mut start = text.len() - seen.len();
    for line in seen.split('\n') {
        let tokens = Vec::new();
        rows.push(Row { text: line.trim_end(), start, tokens, level: 0, continues: false });
        start += line.len() + 1;
    }
    let (mut at, mut level, mut is_open) = (0, 0_usize, false);
    for (token, span) in lex(text).tokens {
        while rows.get(at + 1).is_some_and(|next| next.start <= span.start as usize) {
            at += 1;
        }
        match token {
            Token::Indent => level += 1,
            Token::Dedent => level = level.saturating_sub(1),
            Token::Newline => is_open = false,
            Token::End => {}
            _ => {
                let row = &mut rows[at];
                if row.tokens.is_empty() {
                    (row.level, row.continues) = (level, is_open);
                }
                is_open |= token != Token::Comment;
                row.tokens.push((token, span));
            }
        }
    }
    rows
}

impl<'a> Row<'a> {
    /// The tokens without the comment.
    pub fn code(&self) -> &[(Token, Span)] {
        match self.tokens.last() {
            Some((Token::Comment, _)) => &self.tokens[..self.tokens.len() - 1],
            _ => &self.tokens,
        }
    }

    pub fn comment(&self) -> Option<Span> {
        self.tokens.last().filter(|token| token.0 == Token::Comment).map(|token| token.1)
    }

    pub fn is_blank(&self) -> bool {
        self.tokens.is_empty()
    }

    /// What a span of this row says.
    pub fn of(&self, span: Span) -> &'a str {
        let (start, end) = (span.start as usize, span.end as usize);
        self.text.get(start.wrapping_sub(self.start)..end.wrapping_sub(self.start)).unwrap_or("")
    }

    /// The word at a place of the code, or nothing.
    pub fn word(&self, at: usize) -> &'a str {
        match self.code().get(at) {
            Some(&(Token::Word, span)) => self.of(span),
            _ => "",
        }
    }

    /// The code tokens that are prose: the name of the algorithm, of a property.
    pub fn prose(&self) -> std::ops::Range<usize> {
        let code = self.code();
        if self.level > 0 || self.continues {
            return 0..0;
        }
        let colon =
            || code.iter().position(|it| it.0 == Token::Sign(Sign::Colon)).unwrap_or(code.len());
        match self.word(0) {
            "algorithm" => 1..code.len(),
            "eventually" if self.word(1) == "always" => 2..colon(),
            "at" if self.word(1) == "end" => 2..colon(),
            "never" if self.touches_freed() && colon() != FREED_IS_TOUCHED.len() => {
                1..FREED_IS_TOUCHED.len()
            }
            // neither has a name
            "linearizable" | "sequentially" => 0..0,
            "limit" if colon() == code.len() => 0..0,
            "say" if colon() < code.len() => 1..code.len(),
            // neither the number of states nor that of lines has a name
            "expect" if colon() < code.len() => 1..colon(),
            word if is_property(word) || matches!(word, "assume" | "limit") => 1..colon(),
            _ => 0..0,
        }
    }

    /// Whether its words are a name that is a claim, too.
    fn touches_freed(&self) -> bool {
        FREED_IS_TOUCHED.iter().enumerate().all(|(at, word)| self.word(at) == *word)
    }

    /// The place of the `with` that says when the line is part of the program.
    pub fn with(&self) -> Option<usize> {
        let prose = self.prose();
        (1..self.code().len()).find(|&at| self.word(at) == "with" && !prose.contains(&at))
    }
}

/// What the property that a line declares is called: "mutual exclusion". Some need no name: "wait-free".
pub fn property_of(line: &str) -> Option<String> {
    let mut claimed = line.split(' ');
    match (claimed.next(), claimed.next().map(|word| word.trim_end_matches(':'))) {
        (Some(word @ "linearizable"), _) => return Some(word.to_owned()),
        (Some("sequentially"), Some("consistent")) => {
            return Some(words::SEQUENTIALLY_CONSISTENT.to_owned());
        }
        _ => {}
    }
    let touched = model::never(model::FREED_IS_TOUCHED);
    let behind = line.strip_prefix(&touched).map(str::trim_start);
    if behind.is_some_and(|it| it.is_empty() || it.starts_with('#') || it.starts_with("with ")) {
        return Some(touched);
    }
    let (head, _) = line.split_once(':')?;
    let (word, name) = head.split_once(' ').unwrap_or((head, head));
    let name = name.trim();
    let name = match word {
        "eventually" => name.strip_prefix("always ").unwrap_or(name).to_owned(),
        "at" => name.strip_prefix("end ").unwrap_or(name).to_owned(),
        "never" => model::never(name),
        _ => name.to_owned(),
    };
    is_property(word).then_some(name)
}

/// The lines of a declaration or a statement, counted from 1, with the block below them.
pub fn with_block(text: &str, span: Span) -> std::ops::RangeInclusive<usize> {
    let indents: Vec<Option<usize>> = text.lines().map(indent).collect();
    let head = span.line(text);
    let last = head + span.of(text).trim_end().matches('\n').count();
    let margin = indents.get(head - 1).copied().flatten().unwrap_or_default();
    let is_below = |at: &usize| indents[*at].is_none_or(|indent| indent > margin);
    let below = (last..indents.len()).take_while(is_below);
    // empty lines behind it are not its own
    head..=below.filter(|at| indents[*at].is_some()).last().map_or(last, |at| at + 1)
}

/// How far to the right a line begins; none of an empty line.
pub fn indent(line: &str) -> Option<usize> {
    let words = line.trim_start();
    (!words.is_empty()).then(|| line.len() - words.len())
}
