//! Colours of a text for a reader, also of a text with errors.

use crate::Diagnostic;
use crate::rows::{Row, WordKind, is_property, rows, word_kind};
use crate::token::{Sign, Span, Token};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// What a piece of a text is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shade {
    /// Spaces, and names without a shade of their own: domains, parameters, bound names.
    Plain,
    Keyword,
    /// The name of the algorithm.
    Title,
    Section,
    Shared,
    /// A variable of one process, or a ghost.
    Own,
    Number,
    Operator,
    Comment,
    /// An option, or one of its values.
    Option,
    Message,
    /// The name of a property.
    Property,
    /// A name that `define` declares.
    Definition,
    /// A character that the language does not have.
    Error,
}

/// A part of a text with one shade.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    pub bytes: Range<usize>,
    pub shade: Shade,
    /// An error of the text stands here.
    pub is_wrong: bool,
}

/// Cuts a text into pieces, which cover each byte once and in order; underlines `errors`.
pub fn highlight(text: &str, errors: &[Diagnostic]) -> Vec<Piece> {
    let rows = rows(text);
    let names = Names::new(&rows);
    let mut shades = Shades { pieces: Vec::new(), end: 0, wrong: wrong_places(text, errors) };
    let mut scope = Scope::Top;
    for (number, row) in rows.iter().enumerate() {
        scope = scope.of(number, row);
        shade_row(row, scope, &names, &mut shades);
    }
    shades.add(text.len(), Shade::Plain);
    shades.pieces
}

fn shade_row(row: &Row, scope: Scope, names: &Names, shades: &mut Shades) {
    let prose = row.prose();
    let with = row.with().unwrap_or(usize::MAX);
    let prose_shade = if row.word(0) == "algorithm" { Shade::Title } else { Shade::Property };
    for (at, &(token, span)) in row.code().iter().enumerate() {
        // a name of several words is one piece, with its spaces
        let is_inside = prose.contains(&at) && at > prose.start;
        if !is_inside {
            shades.add(span.start as usize, Shade::Plain);
        }
        let shade = if prose.contains(&at) {
            prose_shade
        } else {
            match token {
                Token::Number(_) => Shade::Number,
                Token::Sign(_) => Shade::Operator,
                Token::Word => word_shade(row, at, scope, names, at > with),
                _ => Shade::Error,
            }
        };
        shades.add(span.end as usize, shade);
    }
    if let Some(comment) = row.comment() {
        shades.add(comment.start as usize, Shade::Plain);
        shades.add(comment.end as usize, Shade::Comment);
    }
}

fn word_shade(row: &Row, at: usize, scope: Scope, names: &Names, is_condition: bool) -> Shade {
    let word = row.word(at);
    let after_dot = at > 0 && row.code()[at - 1].0 == Token::Sign(Sign::Dot);
    if word_kind(word) == WordKind::Keyword || matches!(word, "true" | "false" | "none" | "bool") {
        return Shade::Keyword;
    }
    if let Some(shade) = names.shade(word, scope).filter(|it| !after_dot || *it == Shade::Own) {
        return shade;
    }
    let begins = at == 0 && !row.continues;
    if begins && row.level == 0 && (is_property(word) || matches!(word, "record" | "row" | "limit"))
    {
        return Shade::Keyword;
    }
    match word_kind(word) {
        WordKind::Contextual if begins || is_phrase(row, at) => Shade::Keyword,
        _ if names.is_value(word) || is_condition => Shade::Option,
        _ if matches!(word, "end" | "decided" | "crashed") => Shade::Section,
        _ => Shade::Plain,
    }
}

/// Whether a word that can be a name is a word of the language here: it stands between words.
fn is_phrase(row: &Row, at: usize) -> bool {
    let operand = |it: &(Token, Span)| {
        matches!(it.0, Token::Word | Token::Number(_))
            || matches!(it.0, Token::Sign(Sign::Open | Sign::OpenBrace | Sign::OpenSquare))
    };
    let ends = |it: &(Token, Span)| {
        matches!(it.0, Token::Word | Token::Number(_))
            || matches!(it.0, Token::Sign(Sign::Close | Sign::CloseBrace | Sign::CloseSquare))
    };
    let code = row.code();
    let follows = at > 0 && ends(&code[at - 1]);
    let precedes = code.get(at + 1).is_some_and(|it| operand(it) && it.1.start > code[at].1.end);
    precedes || follows && matches!(row.word(at), "times" | "ever" | "others" | "end" | "crash")
}

/// The pieces so far; each goes from the end of the last one.
struct Shades {
    pieces: Vec<Piece>,
    end: usize,
    wrong: Vec<Range<usize>>,
}

impl Shades {
    fn add(&mut self, end: usize, shade: Shade) {
        while self.end < end {
            while self.wrong.last().is_some_and(|it| it.end <= self.end) {
                self.wrong.pop();
            }
            let (is_wrong, border) = match self.wrong.last() {
                Some(wrong) if wrong.start <= self.end => (true, wrong.end),
                Some(wrong) => (false, wrong.start),
                None => (false, end),
            };
            let to = end.min(border);
            let bytes = self.end..to;
            match self.pieces.last_mut() {
                Some(last) if last.shade == shade && last.is_wrong == is_wrong => {
                    last.bytes.end = to;
                }
                _ => self.pieces.push(Piece { bytes, shade, is_wrong }),
            }
            self.end = to;
        }
    }
}

/// Where to underline, the last place first. A place without width takes the character before.
fn wrong_places(text: &str, errors: &[Diagnostic]) -> Vec<Range<usize>> {
    let mut places: Vec<Range<usize>> = Vec::new();
    for error in errors {
        let end = boundary(text, error.span.end as usize);
        let start = boundary(text, error.span.start as usize).min(end);
        let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let before = text[line..end].char_indices().next_back().map_or(end, |(at, _)| line + at);
        places.push(if start == end { before..end } else { start..end });
    }
    places.retain(|it| !it.is_empty());
    places.sort_by_key(|it| std::cmp::Reverse((it.start, it.end)));
    places
}

fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// Whose names a line sees.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Scope {
    Top,
    /// Inside the role that begins on this line.
    Role(usize),
    /// Inside a row of a store.
    Store,
    /// Inside a definition.
    Define,
}

impl Scope {
    /// The scope of the next line.
    fn of(self, number: usize, row: &Row) -> Scope {
        if row.code().is_empty() || row.level > 0 || row.continues {
            return self;
        }
        match row.word(0) {
            "row" => Scope::Store,
            "define" => Scope::Define,
            word if is_role(row, word) => Scope::Role(number),
            _ => Scope::Top,
        }
    }
}

/// Whether a line without indentation begins a role: a noun, and a colon at the end.
fn is_role(row: &Row, word: &str) -> bool {
    let end = row.with().unwrap_or(row.code().len());
    row.prose().is_empty()
        && word_kind(word) != WordKind::Keyword
        && !matches!(word, "record" | "row" | "")
        && matches!(row.code()[..end].last(), Some((Token::Sign(Sign::Colon), _)))
}

/// What the declarations of a text name.
struct Names<'a> {
    /// Names that the whole text sees, and names of one role.
    shades: HashMap<(Option<Scope>, &'a str), Shade>,
    values: HashSet<&'a str>,
}

impl<'a> Names<'a> {
    fn new(rows: &[Row<'a>]) -> Names<'a> {
        let mut names = Names { shades: HashMap::new(), values: HashSet::new() };
        let mut scope = Scope::Top;
        for (number, row) in rows.iter().enumerate() {
            scope = scope.of(number, row);
            if !row.continues {
                names.declare(row, scope);
            }
        }
        names
    }

    fn declare(&mut self, row: &Row<'a>, scope: Scope) {
        match (row.word(0), scope) {
            ("option", _) => {
                self.add(None, row.word(1), Shade::Option);
                let colon = |it: &(Token, Span)| it.0 == Token::Sign(Sign::Colon);
                let values = row.code().iter().position(colon).unwrap_or(row.code().len());
                let words = (values..row.code().len()).map(|at| row.word(at));
                self.values.extend(words.filter(|it| !it.is_empty()));
            }
            ("shared", _) => self.add_all(row, 1, None, Shade::Shared),
            ("message", _) => self.add_all(row, 1, None, Shade::Message),
            ("define", _) => self.add(None, row.word(1), Shade::Definition),
            ("own" | "stable" | "ghost", Scope::Role(_)) => {
                self.add_all(row, 1, Some(scope), Shade::Own);
                self.add_all(row, 1, None, Shade::Own);
            }
            ("ghost", _) => self.add_all(row, 1, None, Shade::Own),
            ("sections", _) => self.add_all(row, 1, None, Shade::Section),
            (_, Scope::Store) if row.level > 0 => self.add_all(row, 0, None, Shade::Shared),
            (word, Scope::Role(_)) if row.level == 1 && word_kind(word) != WordKind::Keyword => {
                if matches!(row.code().get(1), Some((Token::Sign(Sign::Colon), _))) {
                    self.add(None, word, Shade::Section);
                }
            }
            _ => {}
        }
    }

    /// Declares the names of a list from a place on: `x[process], y: 0..9; z: bool`.
    fn add_all(&mut self, row: &Row<'a>, from: usize, scope: Option<Scope>, shade: Shade) {
        let (mut depth, mut is_name) = (0_usize, true);
        for (at, &(token, _)) in row.code().iter().enumerate().skip(from) {
            match token {
                Token::Word if row.word(at) == "with" => return,
                Token::Word if row.word(at) == "safe" && at == 1 && !row.word(2).is_empty() => {}
                Token::Word if depth == 0 && is_name => {
                    self.add(scope, row.word(at), shade);
                    is_name = false;
                }
                Token::Sign(Sign::Comma) if depth == 0 => is_name = true,
                Token::Sign(Sign::Semicolon) => is_name = true,
                Token::Sign(Sign::Colon) => is_name = false,
                Token::Sign(Sign::Open | Sign::OpenSquare | Sign::OpenBrace) => depth += 1,
                Token::Sign(Sign::Close | Sign::CloseSquare | Sign::CloseBrace) => {
                    depth = depth.saturating_sub(1);
                }
                _ => {}
            }
        }
    }

    /// The first declaration counts.
    fn add(&mut self, scope: Option<Scope>, name: &'a str, shade: Shade) {
        if !name.is_empty() {
            self.shades.entry((scope, name)).or_insert(shade);
        }
    }

    fn shade(&self, name: &'a str, scope: Scope) -> Option<Shade> {
        let own = self.shades.get(&(Some(scope), name));
        own.or_else(|| self.shades.get(&(None, name))).copied()
    }

    fn is_value(&self, name: &str) -> bool {
        self.values.contains(name)
    }
}
