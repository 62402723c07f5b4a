//! What a name is, or what a word does.

use super::uses::bytes;
use crate::Document;
use crate::functions::{self, FUNCTIONS};
use crate::occurrences::{Entity, NameKind};
use crate::rows::rows;
use crate::token::{Span, Token};
use crate::words::{self, GIVEN};
use std::ops::Range;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hover {
    /// The word that is explained.
    pub bytes: Range<usize>,
    pub name: String,
    /// What the name is; none for a word of the language.
    pub kind: Option<NameKind>,
    /// A sentence for each thing that the name stands for.
    pub says: String,
    /// The line of the first declaration, from 1; none: the language gives it.
    pub line: Option<usize>,
}

impl Document {
    /// What is said about the word at a byte; none where no word stands.
    pub fn hover(&self, at: usize) -> Option<Hover> {
        if let Some(place) = self.names().at(at) {
            let entities = place.entities.iter().map(|&entity| &self.names().entities[entity]);
            let all: Vec<String> = entities.clone().map(describe).collect();
            let declared = entities.clone().find_map(|entity| entity.declared.first());
            return Some(Hover {
                bytes: bytes(place.span),
                name: place.span.of(self.text()).to_owned(),
                kind: entities.map(|entity| entity.kind).next(),
                says: all.join(" "),
                line: declared.map(|&span| self.line(span)),
            });
        }
        let span = self.word_at(at)?;
        let name = span.of(self.text());
        let says = words::find(name)?.says.to_owned();
        Some(Hover { bytes: bytes(span), name: name.to_owned(), kind: None, says, line: None })
    }

    /// The word of the code that begins, ends or goes on at a byte.
    fn word_at(&self, at: usize) -> Option<Span> {
        let rows = rows(self.text());
        let row = rows.iter().rev().find(|row| row.start <= at)?;
        let prose = row.prose();
        let words = row.code().iter().enumerate().filter(|(nth, _)| !prose.contains(nth));
        let words = words.filter(|(_, token)| token.0 == Token::Word).map(|(_, token)| token.1);
        let touches = |span: &Span| bytes(*span).contains(&at) || span.end as usize == at;
        words.rev().find(touches)
    }
}

/// A sentence on what a name stands for.
pub(super) fn describe(entity: &Entity) -> String {
    let Entity { owner, detail, .. } = entity;
    let what = match entity.kind {
        NameKind::Option => "An option",
        NameKind::Link => return format!("The name of the option `{detail}` in links."),
        NameKind::Value => return format!("A value of the option `{owner}`."),
        NameKind::Domain => "A domain",
        NameKind::Symbol => "A value that a domain lists",
        NameKind::Record => "A record",
        NameKind::Field | NameKind::MessageField => &format!("A field of `{owner}`"),
        NameKind::Pool => "A pool of objects",
        NameKind::Row => "A replicated row",
        NameKind::Column => &format!("A column of the row `{owner}`"),
        NameKind::Message => "A kind of message",
        NameKind::Role => "A role",
        NameKind::Number => "The number of the process",
        NameKind::Section if owner.is_empty() => "A section that every process has",
        NameKind::Section => &format!("A section of `{owner}`"),
        NameKind::Shared => "A variable that all processes share",
        NameKind::Own => &format!("A variable of each `{owner}`"),
        NameKind::Ghost => "A variable for properties",
        NameKind::Definition => "A definition",
        NameKind::Parameter => "A parameter of the definition",
        NameKind::Bound => "A name that this line binds",
        NameKind::Title => "The name of a property",
        NameKind::Given => return given(&entity.name),
    };
    match detail.is_empty() {
        true => format!("{what}."),
        false => format!("{what}: {detail}."),
    }
}

/// What the language gives by a name.
fn given(name: &str) -> String {
    known(name).map_or("The language gives it.", |it| it.0).to_owned()
}

/// The section of the reference on a function, a name that the language gives, or a word: its anchor.
pub fn section(word: &str) -> &'static str {
    known(word).map_or("declarations", |it| it.1)
}

/// What is known of it: a sentence, and a section of the reference.
fn known(word: &str) -> Option<(&'static str, &'static str)> {
    let function = functions::find(word).map(|function| (function.says, function.section));
    let given =
        || GIVEN.iter().find(|given| given.name == word).map(|given| (given.says, given.section));
    function.or_else(given).or_else(|| words::find(word).map(|word| (word.says, word.section)))
}

/// All functions of the language, by name.
pub fn functions() -> impl Iterator<Item = &'static str> {
    FUNCTIONS.iter().map(|function| function.name)
}
