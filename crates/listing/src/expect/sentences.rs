//! Sentences of properties that do not exist, or that have one already.

use super::unknown_title;
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::token::Span;
use crate::tree::{ItemKind, Listing, Property};
use std::collections::BTreeMap;

/// What is wrong with the sentences of a text.
pub fn find(text: &str, listing: &Listing) -> Vec<DiagnosticDraft> {
    let mut found = Vec::new();
    let mut lines: BTreeMap<&str, Span> = BTreeMap::new();
    for item in &listing.items {
        let ItemKind::Say(sentence) = &item.kind else { continue };
        let title = &sentence.title;
        let mut called =
            listing.properties().filter(|property| property.title.text == title.text).peekable();
        if called.peek().is_none() {
            found.push(unknown_title(listing, title));
        } else if !called.any(Property::can_say) {
            let message = "Only `always`, `never`, `at end` and `eventually` have a sentence.";
            let help =
                "What is reached, what is counted and how runs end is told in words of its own.";
            found.push(DiagnosticDraft::new(ErrorCode::OutOfPlace, title.span, message).help(help));
        }
        if let Some(first) = lines.insert(&title.text, item.span) {
            let line = first.line(text);
            let message = format!("Line {line} says already what is told of this.");
            let help = "Remove one of the two.";
            found.push(
                DiagnosticDraft::new(ErrorCode::DeclaredTwice, item.span, message).help(help),
            );
        }
    }
    found
}
