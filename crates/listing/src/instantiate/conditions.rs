//! Which lines options leave in.

use crate::instantiate::Chosen;
use crate::instantiate::instance::Instance;
use crate::instantiate::rows::with_conditions;
use crate::resolve::{Meant, Names};
use crate::token::Span;
use crate::tree::{Define, DefineBody, Expr as Tree, ItemKind, Listing, PartKind};
use crate::work::Work;
use std::collections::BTreeMap;

/// Which lines of a text the options leave in; see [`conditions`](crate::conditions).
pub fn conditions(
    text: &str,
    listing: &Listing,
    chosen: &Chosen,
    work: &Work,
) -> BTreeMap<usize, bool> {
    // conditions are over options, and run over no processes
    let meant = Meant::of_domains(&Names::new(text, listing));
    let mut instance = Instance::new(text, listing, &meant, chosen, work);
    // options are known, whatever else is wrong
    let _ = instance.declare();
    let mut all: Vec<(Span, &Option<Tree>)> = Vec::new();
    for item in &listing.items {
        all.push((item.span, &item.with));
        if let ItemKind::Define(Define { body: DefineBody::Block(body), .. }) = &item.kind {
            all.extend(with_conditions(body));
        }
        let ItemKind::Role(role) = &item.kind else { continue };
        for part in &role.parts {
            all.push((part.span, &part.with));
            match &part.kind {
                PartKind::Section(_, body) => all.extend(with_conditions(body)),
                PartKind::Rule(rule) => all.extend(with_conditions(&rule.body)),
                _ => {}
            }
        }
    }
    let line = |span: Span| span.line(text);
    let conditional = all.into_iter().filter(|it| it.1.is_some());
    let mut parts: BTreeMap<usize, bool> =
        conditional.map(|(span, with)| (line(span), instance.is_part(with))).collect();
    // what is left out takes the block below it along
    let indents: Vec<usize> =
        text.lines().map(|line| line.len() - line.trim_start().len()).collect();
    let heads: Vec<usize> = parts.iter().filter(|part| !part.1).map(|part| *part.0).collect();
    for head in heads {
        let below = indents.iter().enumerate().skip(head);
        for (at, _) in below.take_while(|it| *it.1 > indents[head - 1]) {
            parts.insert(at + 1, false);
        }
    }
    parts
}
