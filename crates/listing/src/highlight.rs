//! Colours of a text for a reader, also of a text with errors.

use crate::editor::{NameKind, TokenKind};
use crate::{Diagnostic, Document};
use std::ops::Range;

/// What a piece of a text is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shade {
    /// Spaces, and names without a shade of their own: domains, roles, parameters, bound names.
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

impl Shade {
    /// Its class in style sheets.
    pub fn class(self) -> Option<&'static str> {
        Some(match self {
            Shade::Plain | Shade::Operator => return None,
            Shade::Keyword => "keyword",
            Shade::Title => "title",
            Shade::Section => "section",
            Shade::Shared => "shared",
            Shade::Own => "own",
            Shade::Number => "value",
            Shade::Comment => "comment",
            Shade::Option => "option",
            Shade::Message => "message",
            Shade::Property => "property",
            Shade::Definition => "definition",
            Shade::Error => "wrong",
        })
    }
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
    shade(&Document::new(text), errors)
}

/// The same for a text that is analysed already.
pub fn shade(document: &Document, errors: &[Diagnostic]) -> Vec<Piece> {
    let text = document.text();
    let mut shades = Shades { pieces: Vec::new(), end: 0, wrong: wrong_places(text, errors) };
    for token in document.tokens() {
        shades.add(token.bytes.start, Shade::Plain);
        shades.add(token.bytes.end, shade_of(token.kind));
    }
    shades.add(text.len(), Shade::Plain);
    shades.pieces
}

fn shade_of(kind: TokenKind) -> Shade {
    match kind {
        TokenKind::Name(name) => shade_of_name(name),
        TokenKind::Keyword => Shade::Keyword,
        TokenKind::Number => Shade::Number,
        TokenKind::Operator => Shade::Operator,
        TokenKind::Algorithm => Shade::Title,
        TokenKind::Comment => Shade::Comment,
        TokenKind::UnknownWord => Shade::Plain,
        TokenKind::UnknownCharacter => Shade::Error,
    }
}

fn shade_of_name(kind: NameKind) -> Shade {
    match kind {
        NameKind::Option | NameKind::Link | NameKind::Value => Shade::Option,
        NameKind::Section => Shade::Section,
        NameKind::Shared | NameKind::Row | NameKind::Column => Shade::Shared,
        NameKind::Own | NameKind::Ghost => Shade::Own,
        NameKind::Message => Shade::Message,
        NameKind::Definition => Shade::Definition,
        NameKind::Title => Shade::Property,
        NameKind::Domain
        | NameKind::Symbol
        | NameKind::Record
        | NameKind::Field
        | NameKind::Pool
        | NameKind::MessageField
        | NameKind::Role
        | NameKind::Number
        | NameKind::Parameter
        | NameKind::Bound
        | NameKind::Given => Shade::Plain,
    }
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
            while self.wrong.last().is_some_and(|range| range.end <= self.end) {
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
    places.retain(|place| !place.is_empty());
    places.sort_by_key(|place| std::cmp::Reverse((place.start, place.end)));
    places
}

fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}
