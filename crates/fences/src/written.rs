//! Fences as lines of a text.

use crate::hitting::Set;
use crate::memory::Insertion;
use crate::places::{At, Place};

/// What fences at some places put into the text.
pub fn fences(places: &[Place], chosen: &Set) -> Vec<Insertion> {
    let put = |place: &Place| match &place.at {
        At::Below { end, margin, with } => {
            let with = with.as_ref().map_or_else(String::new, |with| format!("    with {with}"));
            (*end, format!("\n{margin}fence{with}"))
        }
        At::Behind(end) => (*end, "; fence".to_owned()),
    };
    chosen.iter().map(|&at| put(&places[at])).collect()
}

/// The text with all of this, in columns if it was so before.
pub fn written(text: &str, mut insertions: Vec<Insertion>) -> String {
    insertions.sort_by_key(|insertion| insertion.0);
    let (mut new, mut from) = (String::new(), 0);
    for (at, words) in insertions {
        new += &text[from..at];
        new += &words;
        from = at;
    }
    new += &text[from..];
    let is_tidy = listing::format(text).is_ok_and(|tidy| tidy == text);
    if is_tidy { listing::format(&new).unwrap_or(new) } else { new }
}
