//! Conditions behind `with`: lines of other settings go, and true conditions go from their lines.

use super::Setting;
use super::declared;
use super::fold::Fold;
use super::page::Changes;
use crate::Document;
use crate::token::Span;
use std::collections::BTreeSet;

pub fn pass(document: &Document, chosen: Setting) -> Changes {
    Fold::run(document, chosen, |mut fold| {
        let document = fold.document();
        let (text, listing) = (document.text(), document.listing());
        for (span, with) in listing.conditional() {
            match fold.known.truth(with) {
                Some(true) => {
                    let before = text[..with.span.start as usize].trim_end();
                    let Some(before) = before.strip_suffix("with") else { continue };
                    let start = before.trim_end().len();
                    let condition = Span::new(start, with.span.end as usize);
                    fold.changes.edit(text, condition, "");
                }
                Some(false) => fold.changes.remove(text, span),
                None => fold.fold(with),
            }
        }
        declared::follow(&mut fold);
        fill_blocks(document, &mut fold.changes);
        fold.changes
    })
}

/// A block of which no line is left does nothing.
fn fill_blocks(document: &Document, changes: &mut Changes) {
    let text = document.text();
    let rows: Vec<&str> = text.lines().collect();
    let margin = |row: &str| row.len() - row.trim_start().len();
    let mut filled = BTreeSet::new();
    for block in document.listing().blocks() {
        let Some(first) = block.first() else { continue };
        let row = first.span.line(text);
        let own = margin(rows[row - 1]);
        let begins_row =
            text[..first.span.start as usize].ends_with(&format!("\n{}", " ".repeat(own)));
        let is_above = |at: &usize| !rows[*at].trim().is_empty() && margin(rows[*at]) < own;
        let has_head = (0..row)
            .rev()
            .find(is_above)
            .is_some_and(|above| !changes.is_gone(above + 1) && !filled.contains(&(above + 1)));
        let is_empty = block.iter().all(|line| changes.is_gone(line.span.line(text)));
        if begins_row && has_head && is_empty {
            filled.insert(row);
            changes.stays(row);
            let start = first.span.start as usize;
            changes.edit(text, Span::new(start, start + rows[row - 1].trim().len()), "skip");
        }
    }
}
