//! What goes with lines that declare something: where else it stands.

use super::fold::Fold;
use super::page::Changes;
use crate::Document;
use crate::token::Span;
use crate::tree::{
    Cause, Claim, Cost, ItemKind, Limit, Listing, Measure, Name, PartKind, Property, PropertyKind,
    Scope, Variables,
};
use std::collections::BTreeSet;

/// Names, each with the place of the line that declares it.
type Declared<'t> = Vec<(&'t str, Span)>;

/// Takes out what names only lines that go: of limits the variables, of properties and guards the sections.
pub fn follow(fold: &mut Fold<'_>) {
    let document = fold.document();
    let (text, listing) = (document.text(), document.listing());
    fold.known.never = only_gone(document, &fold.changes, sections(listing));
    let variables = only_gone(document, &fold.changes, variables(listing));
    for item in &listing.items {
        match &item.kind {
            ItemKind::Limit(Limit::Domains(names)) => {
                limited(text, item.span, names, &variables, &mut fold.changes);
            }
            ItemKind::Property(property) => {
                let is_never = |name: &&Name| fold.known.never.contains(name.text.as_str());
                if sections_of(property).iter().any(is_never) {
                    fold.changes.remove(text, item.span);
                }
            }
            ItemKind::Role(role) => {
                for part in &role.parts {
                    // whether there is a rule for crashes says more than what it does
                    if let PartKind::Rule(rule) = &part.kind
                        && !matches!(rule.cause, Cause::Crash)
                        && rule.guard.iter().any(|guard| fold.known.truth(guard) == Some(false))
                    {
                        fold.changes.remove(text, part.span);
                    }
                }
            }
            _ => {}
        }
    }
    if !fold.known.never.is_empty() {
        listing.expressions().into_iter().for_each(|expr| fold.fold(expr));
    }
    remove_sayings(document, &mut fold.changes);
}

/// The names that only lines declare that go.
fn only_gone<'t>(
    document: &Document,
    changes: &Changes,
    declared: Declared<'t>,
) -> BTreeSet<&'t str> {
    let is_gone = |at: &Span| changes.is_gone(at.line(document.text()));
    let (gone, left): (Declared, Declared) =
        declared.into_iter().partition(|name| is_gone(&name.1));
    let left: BTreeSet<&str> = left.into_iter().map(|name| name.0).collect();
    gone.into_iter().map(|name| name.0).filter(|name| !left.contains(name)).collect()
}

fn sections(listing: &Listing) -> Declared<'_> {
    let mut all = Vec::new();
    for part in listing.roles().flat_map(|role| &role.parts) {
        match &part.kind {
            PartKind::Section(name, _) => all.push((name.text.as_str(), part.span)),
            PartKind::Sections(names) if !part.span.is_empty() => {
                all.extend(names.iter().map(|name| (name.text.as_str(), part.span)));
            }
            _ => {}
        }
    }
    all
}

fn variables(listing: &Listing) -> Declared<'_> {
    let mut all = Vec::new();
    let mut declare = |variables| {
        let names = Variables::names(variables);
        all.extend(names.map(|name| (name.text.as_str(), name.span)));
    };
    for item in &listing.items {
        match &item.kind {
            ItemKind::Variables(variables) => declare(variables),
            ItemKind::Row(row) => row.variables.iter().for_each(&mut declare),
            ItemKind::Role(role) => {
                for part in &role.parts {
                    if let PartKind::Variables(variables) = &part.kind {
                        declare(variables);
                    }
                }
            }
            _ => {}
        }
    }
    all
}

fn limited(text: &str, line: Span, names: &[Name], gone: &BTreeSet<&str>, changes: &mut Changes) {
    let left: Vec<&str> =
        names.iter().map(|name| &*name.text).filter(|name| !gone.contains(name)).collect();
    let (Some(first), Some(last)) = (names.first(), names.last()) else { return };
    if left.is_empty() {
        changes.remove(text, line);
    } else if left.len() < names.len() {
        changes.edit(text, first.span.to(last.span), left.join(", "));
    }
}

/// The sections that a property is about, where it is no expression.
fn sections_of(property: &Property) -> Vec<&Name> {
    match &property.kind {
        PropertyKind::Always(claim)
        | PropertyKind::Never(claim)
        | PropertyKind::Reachable(claim) => Claim::parts(claim).1,
        PropertyKind::Progress(_, from, to) => [from].into_iter().chain(to).collect(),
        PropertyKind::Most(Measure::Cost(cost, scope))
        | PropertyKind::Least(Measure::Cost(cost, scope)) => {
            let mut all = match scope {
                Scope::All => Vec::new(),
                Scope::In(name) => vec![name],
                Scope::FromTo(from, to) => vec![from, to],
            };
            if let Cost::StepsIn(name) = cost {
                all.push(name);
            }
            all
        }
        _ => Vec::new(),
    }
}

/// Sentences and expectations go with the last property of their name.
fn remove_sayings(document: &Document, changes: &mut Changes) {
    let (text, listing) = (document.text(), document.listing());
    let properties = listing.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Property(property) => Some((property.title.text.as_str(), item.span)),
        _ => None,
    });
    let gone = only_gone(document, changes, properties.collect());
    for item in &listing.items {
        let title = match &item.kind {
            ItemKind::Say(sentence) => Some(&sentence.title),
            ItemKind::Expect(expectation) => expectation.title.as_ref(),
            _ => None,
        };
        if title.is_some_and(|title| gone.contains(title.text.as_str())) {
            changes.remove(text, item.span);
        }
    }
}
