//! What can stand at a caret.

use super::NameKind;
use super::context::{Context, Head};
use super::snippets::{SNIPPETS, word_of};
use crate::Document;
use crate::functions::FUNCTIONS;
use crate::occurrences::Entity;
use crate::words::{FOLLOW, GIVEN, Place, SECTIONS, WORDS, Word, is_word};
use std::collections::BTreeSet;
use std::ops::Range;

/// What can take the place of the word at a caret, the likeliest first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Completions {
    /// The bytes to replace: the word at the caret, or nothing.
    pub bytes: Range<usize>,
    pub all: Vec<Completion>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Completion {
    /// What the reader chooses from.
    pub label: String,
    pub kind: CompletionKind,
    /// A name's domain, values or parameters; what a word does.
    pub detail: String,
    /// What is put in.
    pub text: String,
    /// The bytes of it that are selected afterwards; empty: the caret.
    pub selection: Range<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CompletionKind {
    Name(NameKind),
    Keyword,
    /// A line, or several, to begin with.
    Snippet,
}

impl Document {
    /// What can stand where a caret is, as far as it begins with the letters before the caret.
    pub fn completion(&self, at: usize) -> Completions {
        let context = self.context(at);
        let mut all = Vec::new();
        // a name that is declared is a new one
        if context.places.iter().any(|place| *place != Place::Declaration) {
            self.names_here(&context, &mut all);
        }
        words(&context, &mut all);
        let behind = self.text()[context.word.end..].lines().next().unwrap_or_default();
        if is_end(behind) {
            shapes(&context, &mut all);
        }
        let prefix = context.prefix.to_lowercase();
        all.retain(|entry| entry.label.to_lowercase().starts_with(&prefix));
        all.sort_by_key(|entry| (rank(entry, &context), entry.label.to_lowercase()));
        let mut seen = BTreeSet::new();
        all.retain(|entry| seen.insert(entry.label.clone()));
        Completions { bytes: context.word, all }
    }

    fn names_here(&self, context: &Context<'_>, all: &mut Vec<Completion>) {
        let is_member = context.places.contains(&Place::Member);
        for entity in &self.names().entities {
            let is_of_message = entity.kind == NameKind::MessageField
                && context.words.last().is_some_and(|word| word.of(self.text()) == entity.owner);
            if is_in_force(entity, context, is_member) || is_member && is_of_message {
                all.push(name(&entity.name, entity.kind, &entity.detail));
            }
        }
        if is_member {
            return;
        }
        let functions = FUNCTIONS.iter().map(|function| function.name);
        for given in functions.chain(GIVEN.iter().map(|given| given.name)).chain(["others"]) {
            all.push(name(given, NameKind::Given, ""));
        }
        for section in SECTIONS {
            all.push(name(section, NameKind::Section, ""));
        }
        // what a line that is not finished binds
        for word in context.words.iter().map(|word| word.of(self.text())) {
            if !is_word(word) && !all.iter().any(|entry| entry.label == word) {
                all.push(name(word, NameKind::Bound, ""));
            }
        }
    }
}

/// Whether a line at the caret can use the name.
fn is_in_force(entity: &Entity, context: &Context<'_>, is_member: bool) -> bool {
    let members = [NameKind::Field, NameKind::Column, NameKind::Own, NameKind::Ghost];
    if is_member {
        return members.contains(&entity.kind);
    }
    match entity.kind {
        NameKind::Title | NameKind::Link => false,
        // a definition is put into lines of any role
        // and of operations, which have variables of their own
        NameKind::Number | NameKind::Parameter if context.head == Head::Definition => true,
        kind if kind.is_local() => entity.declared.iter().any(|declared| {
            context.lines.iter().any(|line| line.contains(&(declared.start as usize)))
        }),
        NameKind::Own | NameKind::Ghost => match &context.head {
            Head::Role(noun) => entity.owner == *noun || entity.owner.is_empty(),
            Head::Definition | Head::Operation | Head::Row | Head::Inductive | Head::Other => true,
        },
        _ => true,
    }
}

fn name(label: &str, kind: NameKind, detail: &str) -> Completion {
    entry(label, CompletionKind::Name(kind), detail)
}

fn entry(label: &str, kind: CompletionKind, detail: &str) -> Completion {
    let (label, detail) = (label.to_owned(), detail.to_owned());
    let end = label.len();
    Completion { text: label.clone(), label, kind, detail, selection: end..end }
}

/// The words of the language that fit.
fn words(context: &Context<'_>, all: &mut Vec<Completion>) {
    let follow = FOLLOW.iter().find(|(word, follow)| {
        // such a word may be a value, too
        let place = match **follow {
            ["of"] => Some(Place::Domain),
            ["bound" | "line" | "is" | "are" | "needed" | "not", ..] => Some(Place::Expectation),
            _ => None,
        };
        *word == context.after && place.is_none_or(|place| context.places.contains(&place))
    });
    let follow = follow.map(|(_, follow)| follow);
    let fits = |word: &&Word| match follow {
        Some(follow) => follow.contains(&word.text),
        None => word.places.iter().any(|place| context.places.contains(place)),
    };
    let fitting = WORDS.iter().filter(fits);
    all.extend(fitting.map(|word| entry(word.text, CompletionKind::Keyword, word.says)));
}

/// Whether nothing but a comment stands there.
fn is_end(rest_of_line: &str) -> bool {
    matches!(rest_of_line.trim_start().chars().next(), None | Some('#'))
}

/// The shapes of lines that fit, each in the place of the word that it begins with.
fn shapes(context: &Context<'_>, all: &mut Vec<Completion>) {
    for snippet in SNIPPETS.iter().filter(|snippet| context.places.contains(&snippet.place)) {
        let (text, selection) = snippet.written(context.margin);
        let word = word_of(snippet.label);
        all.retain(|entry| entry.kind != CompletionKind::Keyword || entry.label != word);
        all.push(Completion {
            text,
            selection,
            ..entry(snippet.label, CompletionKind::Snippet, snippet.says)
        });
    }
}

/// What is likelier has a smaller rank.
fn rank(entry: &Completion, context: &Context<'_>) -> u8 {
    let expected = match context.after {
        "become" => Some(NameKind::Section),
        "send" | "on" => Some(NameKind::Message),
        "with" => Some(NameKind::Option),
        _ => None,
    };
    match entry.kind {
        _ if SECTIONS.contains(&entry.label.as_str()) => 5,
        CompletionKind::Name(kind) if Some(kind) == expected => 0,
        CompletionKind::Name(kind) if kind.is_local() => 1,
        CompletionKind::Name(kind) if kind.is_variable() => 2,
        CompletionKind::Name(NameKind::Value | NameKind::MessageField | NameKind::Given) => 5,
        CompletionKind::Name(_) => 3,
        // values behind words
        CompletionKind::Keyword if matches!(&*entry.label, "true" | "false" | "none") => 5,
        CompletionKind::Keyword => 4,
        CompletionKind::Snippet => 6,
    }
}
