//! Another name for what stands at a place, wherever it is named.

use super::uses::bytes;
use crate::Document;
use crate::lexer::is_numbered;
use crate::occurrences::{Entity, NameKind, Occurrence};
use crate::resolve::FOR_EVER;
use crate::resolve::{CHANNELS, STORE_WORDS};
use crate::words::{GRANTS, SECTIONS, is_reserved};
use std::collections::BTreeMap;
use std::ops::Range;

/// A piece of a text, and what takes its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// The bytes to replace.
    pub bytes: Range<usize>,
    pub text: String,
}

impl Change {
    /// Makes all changes of a list, which is in the order of the text.
    pub fn apply(changes: &[Change], text: &str) -> String {
        let mut changed = text.to_owned();
        for change in changes.iter().rev() {
            if let Some(before) = text.get(change.bytes.clone()) {
                let end = change.bytes.start + before.len();
                changed.replace_range(change.bytes.start..end, &change.text);
            }
        }
        changed
    }
}

impl Document {
    /// The changes that give the name at a byte a new spelling everywhere, in the order of the text; or
    /// a sentence that says why there are none.
    pub fn rename(&self, at: usize, name: &str) -> Result<Vec<Change>, String> {
        let Some(place) = self.names().at(at) else {
            return Err("Here stands no name.".into());
        };
        let old = place.span.of(self.text());
        is_name(name)?;
        let together = self.named_together(place);
        for &entity in &together {
            let entity = &self.names().entities[entity];
            can_change(entity)?;
            is_free(entity.kind, name)?;
        }
        if name == old {
            return Ok(Vec::new());
        }
        let is_part =
            |place: &&Occurrence| place.entities.iter().any(|entity| together.contains(entity));
        let places = self.names().iter().filter(is_part);
        let changes: Vec<Change> = places
            .map(|place| Change { bytes: bytes(place.span), text: name.to_owned() })
            .collect();
        let renamed = Document::new(&Change::apply(&changes, self.text()));
        let is_new = self.names().called(name).is_empty();
        match renamed.means_the_same(self, is_new) {
            true => Ok(changes),
            false => Err(self.why_not(old, name)),
        }
    }

    /// Whether its names stand for what those of another text do, and it has no error more.
    fn means_the_same(&self, other: &Document, is_new: bool) -> bool {
        self.errors_of_names() == other.errors_of_names()
            && self.shape() == other.shape()
            // what a word means that has two meanings is known only where programs are made
            && (is_new || self.errors().len() == other.errors().len())
    }

    /// Which places stand for the same, whatever it is called: for each place the sorts of what it
    /// stands for, and where each stands first.
    fn shape(&self) -> Vec<Vec<(NameKind, usize)>> {
        let mut first = BTreeMap::new();
        let mut shape = Vec::new();
        for (nth, place) in self.names().iter().enumerate() {
            let stands = |&entity: &usize| {
                (self.names().entities[entity].kind, *first.entry(entity).or_insert(nth))
            };
            let mut all: Vec<_> = place.entities.iter().map(stands).collect();
            all.sort_unstable();
            shape.push(all);
        }
        shape
    }

    fn why_not(&self, old: &str, name: &str) -> String {
        let others = self.names().called(name).iter().map(|&entity| &self.names().entities[entity]);
        match others.filter_map(|entity| entity.declared.first()).min_by_key(|span| span.start) {
            Some(&span) => format!("`{name}` is taken: line {} declares it.", self.line(span)),
            None => format!("Called `{name}`, `{old}` would have another meaning in some line."),
        }
    }
}

fn is_name(name: &str) -> Result<(), String> {
    let mut letters = name.chars();
    let begins = letters.next().is_some_and(|first| first.is_alphabetic() || first == '_');
    if !(begins || is_numbered(name))
        || !letters.all(|letter| letter.is_alphanumeric() || letter == '_')
    {
        return Err(format!(
            "`{name}` is no name: a name has letters, digits and `_`, and begins with no digit."
        ));
    }
    Ok(())
}

/// Names to which the language gives a meaning if a text declares them.
fn has_meaning(kind: NameKind, name: &str) -> bool {
    match kind {
        NameKind::Option => GRANTS.contains(&name),
        NameKind::Definition => GRANTS.contains(&name) || name == "input",
        NameKind::Section => name == "remainder" || SECTIONS.contains(&name),
        NameKind::Value => matches!(name, "yes" | "no") || FOR_EVER.contains(&name),
        _ => false,
    }
}

fn can_change(entity: &Entity) -> Result<(), String> {
    let name = &entity.name;
    if entity.kind == NameKind::Title {
        return Err("A title is changed where it stands, and in lines `expect`.".into());
    }
    if entity.declared.is_empty() {
        return Err(format!("`{name}` is a name that the language gives."));
    }
    let is_value = entity.kind == NameKind::Value;
    let is_order = is_value && CHANNELS.contains(&&**name);
    let is_of_store = is_value && STORE_WORDS.iter().any(|(_, words)| words.contains(&&**name));
    let is_known = is_value && has_meaning(NameKind::Option, &entity.owner);
    if has_meaning(entity.kind, name) || is_order || is_of_store || is_known {
        return Err(format!("The language knows `{name}` by this name."));
    }
    Ok(())
}

fn is_free(kind: NameKind, name: &str) -> Result<(), String> {
    // what stands only beside an option can be any word
    let can_be_any = matches!(kind, NameKind::Value | NameKind::Link);
    if is_reserved(name) && !can_be_any {
        return Err(format!("`{name}` is a word of the language and cannot be a name."));
    }
    match has_meaning(kind, name) {
        true => Err(format!("The language gives `{name}` a meaning of its own.")),
        false => Ok(()),
    }
}
