//! What is no part of an algorithm, but seen by claims alone.

use listing::Span;
use listing::tree::{Expr, ExprKind, ItemKind, Listing, PartKind, Storage};
use std::collections::{BTreeMap, BTreeSet};

/// The variables that are ghosts.
pub fn ghosts(listing: &Listing) -> BTreeSet<&str> {
    let of_roles =
        listing.roles().flat_map(|role| &role.parts).filter_map(|part| match &part.kind {
            PartKind::Variables(variables) => Some(variables),
            _ => None,
        });
    let of_text = listing.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Variables(variables) => Some(variables),
        _ => None,
    });
    let ghosts = of_text.chain(of_roles).filter(|variables| variables.storage == Storage::Ghost);
    let names = ghosts.flat_map(|ghosts| &ghosts.variables).flat_map(|variable| &variable.names);
    names.map(|(name, _)| name.text.as_str()).collect()
}

/// The definitions that claims and limits name, also by other definitions: to change them changes what is claimed.
pub fn claimed<'t>(text: &'t str, listing: &'t Listing) -> BTreeSet<&'t str> {
    let mut definitions: BTreeMap<&str, Span> = BTreeMap::new();
    let mut open: Vec<&str> = Vec::new();
    for item in &listing.items {
        match &item.kind {
            ItemKind::Define(define) if define.value().is_some() => {
                definitions.insert(&define.name.text, item.span);
            }
            ItemKind::Property(_)
            | ItemKind::Assume { .. }
            | ItemKind::Limit(_)
            | ItemKind::Watch(_) => open.extend(words(item.span.of(text))),
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    while let Some(name) = open.pop() {
        if let Some(span) = definitions.get(name)
            && found.insert(name)
        {
            open.extend(words(span.of(text)));
        }
    }
    found
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|char: char| !char.is_alphanumeric() && char != '_')
}

/// The names in an expression.
pub fn named(expr: &Expr) -> Vec<&str> {
    expr.with_parts().into_iter().filter_map(|part| Some(part.named()?.0)).collect()
}

/// The variable of which an expression names a part.
pub fn root(target: &Expr) -> &Expr {
    match &target.kind {
        ExprKind::Index(of, _) | ExprKind::Field(of, _) => root(of),
        _ => target,
    }
}
