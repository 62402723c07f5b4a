//! What stands around a caret, also in a line that is not finished.

use crate::Document;
use crate::occurrences::NameKind;
use crate::rows::{Row, rows};
use crate::token::{Sign, Span, Token};
use crate::words::{self, INDUCTIVE, Place, is_property};
use std::ops::Range;

/// Whose line it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Head {
    Role(String),
    Definition,
    Operation,
    Row,
    Inductive,
    /// A property, a declaration, or nothing yet.
    Other,
}

pub struct Context<'t> {
    /// The letters of the word before the caret, and where the word ends.
    pub word: Range<usize>,
    pub prefix: &'t str,
    /// The spaces at the beginning of the line.
    pub margin: usize,
    /// What can stand here; nothing in titles and comments.
    pub places: Vec<Place>,
    /// The word before.
    pub after: &'t str,
    pub head: Head,
    /// The lines with names that are still in force here, and the words before in this line.
    pub lines: Vec<Range<usize>>,
    pub words: Vec<Span>,
}

impl Document {
    pub(super) fn context(&self, at: usize) -> Context<'_> {
        let at = (0..=at.min(self.text().len())).rev().find(|&at| self.text().is_char_boundary(at));
        let at = at.unwrap_or(0);
        let rows = rows(self.text());
        let nth = rows.iter().rposition(|row| row.start <= at).unwrap_or(0);
        let start = word_start(self.text(), at);
        let line = Line { document: self, rows: &rows, nth, start };
        let margin = line.margin();
        let head = line.head(margin);
        let before = line.before();
        let after = match &before[..] {
            // the claim has no name before its colon
            [word, (Token::Sign(Sign::Colon), _)] | [_, word, (Token::Sign(Sign::Colon), _)]
                if matches!(rows[nth].word(0), "linearizable" | "sequentially") =>
            {
                word_of(self.text(), word)
            }
            before => before.last().map_or("", |token| word_of(self.text(), token)),
        };
        Context {
            word: start..word_end(self.text(), at),
            prefix: &self.text()[start..at],
            margin,
            places: line.places(&before, &head, margin),
            after,
            lines: line.lines_in_force(margin),
            words: before
                .iter()
                .filter(|token| token.0 == Token::Word)
                .map(|token| token.1)
                .collect(),
            head,
        }
    }
}

/// A line with the beginning of the word at the caret.
struct Line<'a, 't> {
    document: &'t Document,
    rows: &'a [Row<'t>],
    nth: usize,
    start: usize,
}

impl<'t> Line<'_, 't> {
    fn row(&self) -> &Row<'t> {
        &self.rows[self.nth]
    }

    /// The tokens of the line before the word, without comments.
    fn before(&self) -> Vec<(Token, Span)> {
        let code = self.row().code().iter();
        code.take_while(|token| (token.1.end as usize) <= self.start).copied().collect()
    }

    /// How far the line is indented; a line without words as far as its caret.
    fn margin(&self) -> usize {
        let line = &self.document.text()[self.row().start.min(self.start)..self.start];
        line.len() - line.trim_start_matches([' ', '\t']).len()
    }

    /// The line without indentation to which this one belongs.
    fn head(&self, margin: usize) -> Head {
        let mut above = self.rows[..self.nth].iter().rev();
        let is_head = |row: &&Row| !row.code().is_empty() && !row.continues && margin_of(row) == 0;
        let row = match margin == 0 && !self.row().continues {
            true => Some(self.row()),
            false => above.find(is_head),
        };
        let Some(row) = row else { return Head::Other };
        let word = row.word(0);
        let names = self.document.names();
        match word {
            "define" => Head::Definition,
            "operation" if names.find(NameKind::Definition, "", row.word(1)).is_some() => {
                Head::Operation
            }
            "row" => Head::Row,
            INDUCTIVE => Head::Inductive,
            _ if names.find(NameKind::Role, "", word).is_some() => Head::Role(word.to_owned()),
            _ => Head::Other,
        }
    }

    fn places(&self, before: &[(Token, Span)], head: &Head, margin: usize) -> Vec<Place> {
        let row = self.row();
        let is_comment = row.comment().is_some_and(|comment| (comment.start as usize) < self.start);
        if is_comment || row.prose().contains(&before.len()) {
            return Vec::new();
        }
        let first = before.first().map_or("", |token| word_of(self.document.text(), token));
        let is_declaring =
            matches!(words::line(first), Some(words::Line::Names | words::Line::Stores));
        let is_claim = margin == 0 && is_property(first) || *head == Head::Inductive;
        let has_statements = !(is_declaring || is_claim);
        match before.last() {
            None if *head == Head::Operation && margin > 0 => {
                vec![Place::Statement, Place::Operation]
            }
            None if *head == Head::Inductive && margin > 0 => {
                vec![Place::Conjunct, Place::Expression]
            }
            Some((Token::Sign(Sign::Colon), _)) if first == INDUCTIVE && margin == 0 => {
                vec![Place::Conjunct, Place::Expression]
            }
            None => vec![self.begins(head, margin)],
            Some((Token::Sign(Sign::Dot), _)) => vec![Place::Member],
            _ if first == "expect"
                && margin == 0
                && row.with().is_none_or(|with| before.len() <= with) =>
            {
                vec![Place::Expectation, Place::Expression]
            }
            Some((Token::Sign(Sign::Semicolon | Sign::Colon), _)) if has_statements => {
                vec![Place::Statement, Place::Expression]
            }
            Some(last) if word_of(self.document.text(), last) == "atomic" => vec![Place::Statement],
            Some(last) if word_of(self.document.text(), last) == "strongly" => {
                vec![Place::Statement, Place::Part]
            }
            _ if *head == Head::Row && (margin > 0 || before.len() > 1) => {
                vec![Place::Store, Place::Domain, Place::Expression]
            }
            // how many cells there are
            _ if first == "pool" && !before.iter().any(|it| it.0 == Token::Sign(Sign::Colon)) => {
                vec![Place::Expression]
            }
            // what it takes, and what it returns
            _ if first == "operation" && margin == 0 && before.len() > 1 => {
                vec![Place::Domain, Place::Expression]
            }
            _ if is_declaring => declaring(before),
            Some(last) if matches!(word_of(self.document.text(), last), "in" | "of") => {
                vec![Place::Domain, Place::Expression]
            }
            Some(_) => vec![Place::Expression],
        }
    }

    /// What a line begins with.
    fn begins(&self, head: &Head, margin: usize) -> Place {
        if margin == 0 && !self.row().continues {
            return Place::Item;
        }
        let parent = self.rows[..self.nth].iter().rev().filter(|row| !row.code().is_empty());
        let parent = parent.map(margin_of).find(|&above| above < margin);
        match head {
            _ if self.row().continues => Place::Expression,
            Head::Role(_) if parent == Some(0) => Place::Part,
            Head::Row => Place::Store,
            _ => Place::Statement,
        }
    }

    /// The lines whose names are in force here: this one, those above in the same blocks, and the
    /// headers of these blocks.
    fn lines_in_force(&self, margin: usize) -> Vec<Range<usize>> {
        let mut lines = vec![line_of(self.row())];
        // lines between brackets are one line, indented like the first
        let mut is_one = self.row().continues;
        let mut least = if is_one { usize::MAX } else { margin };
        for row in self.rows[..self.nth].iter().rev().filter(|row| !row.code().is_empty()) {
            if least == 0 && !is_one {
                break;
            }
            let above = margin_of(row);
            // a block behind which this line stands has taken its names along
            let is_before = !row.continues && above == least && !is_header(row);
            if is_one || above < least || is_before {
                lines.push(line_of(row));
            }
            is_one &= row.continues;
            if !row.continues {
                least = least.min(above);
            }
        }
        lines
    }
}

fn line_of(row: &Row) -> Range<usize> {
    row.start..row.start + row.text.len() + 1
}

/// Whether a block follows.
fn is_header(row: &Row) -> bool {
    let end = row.with().unwrap_or(row.code().len());
    matches!(row.code()[..end].last(), Some((Token::Sign(Sign::Colon), _)))
}

/// Beside names that are declared, or behind the colon in their domain.
fn declaring(before: &[(Token, Span)]) -> Vec<Place> {
    let signs = before.iter().rev().map(|token| token.0);
    let part = signs.take_while(|sign| *sign != Token::Sign(Sign::Semicolon));
    let is_domain = |sign: Token| {
        matches!(sign, Token::Sign(Sign::Colon | Sign::OpenSquare | Sign::Open | Sign::Equal))
    };
    match part.into_iter().any(is_domain) {
        true => vec![Place::Domain, Place::Expression],
        false => vec![Place::Declaration],
    }
}

fn margin_of(row: &Row) -> usize {
    row.text.len() - row.text.trim_start_matches([' ', '\t']).len()
}

fn word_of<'t>(text: &'t str, token: &(Token, Span)) -> &'t str {
    if token.0 == Token::Word { token.1.of(text) } else { "" }
}

fn is_letter(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

fn word_start(text: &str, at: usize) -> usize {
    text[..at].trim_end_matches(is_letter).len()
}

fn word_end(text: &str, at: usize) -> usize {
    text.len() - text[at..].trim_start_matches(is_letter).len()
}
