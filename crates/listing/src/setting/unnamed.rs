//! Options and definitions that nothing names any more, and options of which one value is left.

use super::Setting;
use super::page::Changes;
use crate::Document;
use crate::occurrences::{Entity, NameKind};
use crate::resolve::{MEMORIES, MEMORY};
use crate::token::Span;
use crate::tree::{Choice, Define, ExprKind, ItemKind, Name};
use crate::words::GRANTS;
use std::collections::BTreeSet;

/// A definition that the language reads without a name in the text, beside what it reads of faults and channels.
const INPUT: &str = "input";

/// Faults that strike as often as their definition says, and never without one.
const FAULTS: [&str; 3] = ["losses", "duplicates", "crashes"];

pub fn pass(document: &Document, chosen: Setting) -> Changes {
    let (text, mut changes) = (document.text(), Changes::default());
    let named = named(document);
    let is_named =
        |kind, owner: &str, name: &str| named.contains(&(kind, owner.to_owned(), name.to_owned()));
    for item in &document.listing().items {
        match &item.kind {
            ItemKind::Option(option) => {
                let name = option.name.text.as_str();
                if !is_named(NameKind::Option, "", name) && !is_read(option) {
                    changes.remove(text, item.span);
                } else {
                    let is_left = |value: &str| is_named(NameKind::Value, name, value);
                    keep_values(document, option, chosen, is_left, &mut changes);
                }
            }
            ItemKind::Define(define) if define.operation.is_none() => {
                let name = define.name.text.as_str();
                let is_used = is_named(NameKind::Definition, "", name);
                let is_given = name == INPUT || GRANTS.contains(&name) && !never_strikes(define);
                if !is_used && !is_given {
                    changes.remove(text, item.span);
                }
            }
            _ => {}
        }
    }
    changes
}

/// Whether the language reads an option without a name in the text.
fn is_read(option: &Choice) -> bool {
    let is_memory = |value: &Name| MEMORIES.contains(&value.text.as_str());
    match option.name.text.as_str() {
        // another text may call stable storage so
        MEMORY => option.values.iter().any(is_memory),
        name => GRANTS.contains(&name),
    }
}

/// All that is named somewhere else than where it is declared: kind, owner and name.
fn named(document: &Document) -> BTreeSet<(NameKind, String, String)> {
    let names = document.names();
    let mut named = BTreeSet::new();
    for place in names.iter() {
        let entities = place.entities.iter().map(|&entity| &names.entities[entity]);
        let others = entities.filter(|entity| !entity.declared.contains(&place.span));
        named.extend(
            others.map(|Entity { kind, owner, name, .. }| (*kind, owner.clone(), name.clone())),
        );
    }
    named
}

/// `define losses: 0` says what is so without it.
fn never_strikes(define: &Define) -> bool {
    let is_zero = define.value().is_some_and(|value| matches!(value.kind, ExprKind::Number(0)));
    is_zero && FAULTS.contains(&define.name.text.as_str())
}

/// The chosen value first, and behind it those that some line names.
fn keep_values(
    document: &Document,
    option: &Choice,
    chosen: Setting,
    is_left: impl Fn(&str) -> bool,
    changes: &mut Changes,
) {
    let settings = document.settings(chosen);
    let at = settings.get(&option.name.text).copied().unwrap_or(0);
    let (Some(value), Some(first), Some(last)) =
        (option.values.get(at), option.values.first(), option.values.last())
    else {
        return;
    };
    let others = option.values.iter().filter(|other| other.text != value.text);
    let others = others.filter(|other| is_left(&other.text));
    let kept: Vec<&str> = [value].into_iter().chain(others).map(|value| &*value.text).collect();
    let all = Span { start: first.span.start, end: last.span.end };
    let before: Vec<&str> = option.values.iter().map(|value| &*value.text).collect();
    if kept != before {
        changes.edit(document.text(), all, kept.join(", "));
    }
}
