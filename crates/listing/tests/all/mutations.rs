//! Formatter, colours and editor on texts that somebody is in the middle of typing.
//!
//! `MUTATIONS=1000000 cargo test -p listing --test all --release mutations` tries more of them.

use crate::texts;
use listing::compare::{LineChange, compare};
use listing::edit::{indent, new_line, unindent};
use listing::editor::{Analysis, Change};
use listing::{format, highlight, parse, tidy_line};
use sampler::{Dice, assert_same_tree};

/// All that an editor asks about a place, of which a text with errors may have no answer.
fn ask(text: &str, at: usize) {
    let analysis = Analysis::new(text);
    let found = analysis.completion(at);
    assert!(text.get(found.bytes.clone()).is_some(), "{text:?} {found:?}");
    let hover = analysis.hover(at);
    assert!(hover.is_none_or(|it| text[it.bytes] == it.name), "{text:?} at {at}");
    let uses = analysis.uses(at);
    for there in analysis.definition(at) {
        assert!(uses.contains(&there), "{text:?} at {at}: {there:?} in {uses:?}");
    }
    if let Ok(changes) = analysis.rename(at, "fresh_name") {
        assert!(changes.len() >= uses.len(), "{text:?} at {at}");
        assert_eq!(
            parse(&Change::apply(&changes, text)).diagnostics.len(),
            parse(text).diagnostics.len()
        );
    }
}

/// Whether it was formatted.
fn check(text: &str, original: &str, dice: &mut Dice) -> bool {
    let errors = parse(text).diagnostics;
    let mut end = 0;
    for piece in highlight(text, &errors) {
        assert_eq!(piece.bytes.start, end, "the pieces follow each other in {text:?}");
        assert!(piece.bytes.end > end && text.get(piece.bytes.clone()).is_some(), "{text:?}");
        end = piece.bytes.end;
    }
    assert_eq!(end, text.len(), "the pieces cover {text:?}");
    for line in text.lines() {
        let tidy = tidy_line(line);
        assert_eq!(tidy_line(&tidy), tidy, "{line:?}");
    }
    let (a, b) = (dice.place(text), dice.place(text));
    ask(text, a);
    let selection = a.min(b)..a.max(b);
    for edit in [new_line, indent, unindent] {
        let edit = edit(text, selection.clone());
        let edited = edit.apply(text);
        assert!(edited.get(edit.selection.clone()).is_some(), "{text:?} {selection:?} {edit:?}");
    }
    let comparison = compare(original, text);
    let kept = |it: &&LineChange| matches!(it, LineChange::Kept(_));
    let kept = comparison.lines.iter().filter(kept).count();
    assert!(kept <= original.lines().count());
    match format(text) {
        Ok(formatted) => {
            assert_eq!(format(&formatted).as_ref(), Ok(&formatted), "formatted twice: {text}");
            assert_same_tree(&formatted, text);
            true
        }
        Err(found) => {
            assert_eq!(found, errors);
            false
        }
    }
}

#[test]
fn mutated_texts_are_formatted_coloured_and_compared() {
    let texts = texts::texts();
    let count = std::env::var("MUTATIONS").ok().and_then(|it| it.parse().ok()).unwrap_or(2000);
    let mut dice = Dice::new(7);
    let (mut formatted, mut text, mut original) = (0, String::new(), "");
    for number in 0..count {
        // a few changes to each text, then the next one
        if number % 4 == 0 {
            original = &texts[dice.below(texts.len())].1;
            text = original.to_owned();
        }
        let other = &texts[dice.below(texts.len())].1;
        dice.mutate(&mut text, other);
        formatted += usize::from(check(&text, original, &mut dice));
    }
    assert!(formatted * 10 > count, "enough texts stay right: {formatted} of {count}");
}
