//! Editions of the language: what a text of an earlier one is called today.
//!
//! In edition 1 a process of rules could rest in every section, unless that was called `waiting` or a
//! property promised a way on from it. Since edition 2 a text says where: `rests in idle, done`.

use crate::parse::parse;
use crate::tree::{Expr, ExprKind, Listing, Part, PartKind, PropertyKind, Role};

/// The same program in today's edition, for a text of edition 1; a text with errors as it is.
pub fn from_first(text: &str) -> String {
    let parsed = parse(text);
    if !parsed.diagnostics.is_empty() {
        return text.to_owned();
    }
    let waits = waits(&parsed.listing);
    let roles = parsed.listing.roles();
    let mut lines: Vec<(usize, String)> =
        roles.flat_map(|role| resting_lines(text, role, &waits)).collect();
    lines.sort_unstable();
    let (mut new, mut from) = (String::with_capacity(text.len() + 64), 0);
    for (at, line) in lines {
        new.push_str(&text[from..at]);
        new.push_str(&line);
        from = at;
    }
    new + &text[from..]
}

/// Sections from which somebody waits to go on.
fn waits(listing: &Listing) -> Vec<String> {
    let mut waits = vec!["waiting".to_owned()];
    for property in listing.properties() {
        if let PropertyKind::Eventually { from: Some(from), .. } = &property.kind {
            names_in(from, &mut waits);
        }
    }
    waits
}

/// For a role of rules the lines to add below those that name its sections, and where.
fn resting_lines(text: &str, role: &Role, waits: &[String]) -> Vec<(usize, String)> {
    let says = |part: &Part| matches!(part.kind, PartKind::Section(..) | PartKind::Rests(..));
    if role.parts.iter().any(says) {
        return Vec::new();
    }
    let mut is_first = true;
    let mut lines = Vec::new();
    for part in &role.parts {
        let PartKind::Sections(names) = &part.kind else { continue };
        let others = names.iter().skip(usize::from(std::mem::take(&mut is_first)));
        let rests =
            others.map(|name| &*name.text).filter(|name| !waits.iter().any(|wait| wait == name));
        let rests = rests.collect::<Vec<_>>().join(", ");
        if rests.is_empty() {
            continue;
        }
        let start = part.span.start as usize;
        let margin = &text[text[..start].rfind('\n').map_or(0, |at| at + 1)..start];
        let end = text[part.span.end as usize..].find('\n');
        let at = end.map_or(text.len(), |end| part.span.end as usize + end);
        lines.push((at, format!("\n{margin}rests in {rests}")));
    }
    lines
}

/// The plain names in the premise of a property.
fn names_in(expr: &Expr, names: &mut Vec<String>) {
    match &expr.kind {
        ExprKind::Name(name) => names.push(name.clone()),
        ExprKind::Binary(_, left, right) => {
            names_in(left, names);
            names_in(right, names);
        }
        ExprKind::Quantified(_, _, body) => names_in(body, names),
        ExprKind::Compare(all, _) => all.iter().for_each(|part| names_in(part, names)),
        _ => {}
    }
}
