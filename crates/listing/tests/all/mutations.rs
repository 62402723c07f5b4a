//! Formatter, colours and editor on texts that somebody is in the middle of typing.
//!
//! `MUTATIONS=1000000 cargo test -p listing --test all --release mutations` tries more of them, other
//! ones for each number, and asks one question of each.

use crate::texts;
use listing::Document;
use listing::compare::{LineChange, compare};
use listing::edit::{indent, new_line, unindent};
use listing::editor::Change;
use listing::{Diagnostic, compile, format, highlight, parse, tidy_line};
use sampler::{Dice, assert_same_tree};

/// How many run with the other tests, and are asked everything.
const MUTATIONS: usize = 2000;

/// All that an editor asks about a place, of which a text with errors may have no answer.
fn ask(text: &str, at: usize) {
    let document = Document::new(text);
    let found = document.completion(at);
    assert!(text.get(found.bytes.clone()).is_some(), "{text:?} {found:?}");
    let hover = document.hover(at);
    assert!(hover.is_none_or(|hover| text[hover.bytes] == hover.name), "{text:?} at {at}");
    let uses = document.uses(at);
    for there in document.definition(at) {
        assert!(uses.contains(&there), "{text:?} at {at}: {there:?} in {uses:?}");
    }
    if let Ok(changes) = document.rename(at, "fresh_name") {
        assert!(changes.len() >= uses.len(), "{text:?} at {at}");
        assert_eq!(
            parse(&Change::apply(&changes, text)).diagnostics.len(),
            parse(text).diagnostics.len()
        );
    }
}

/// Each is asked of a mutated text.
const QUESTIONS: [fn(&Mutated, &mut Dice); 7] = [
    pieces_are_the_text,
    lines_are_tidy,
    editor_answers,
    keys_edit,
    lines_are_compared,
    is_formatted,
    is_compiled,
];

struct Mutated<'a> {
    text: &'a str,
    original: &'a str,
    errors: Vec<Diagnostic>,
}

fn pieces_are_the_text(mutated: &Mutated, _: &mut Dice) {
    let text = mutated.text;
    let mut end = 0;
    for piece in highlight(text, &mutated.errors) {
        assert_eq!(piece.bytes.start, end, "the pieces follow each other in {text:?}");
        assert!(piece.bytes.end > end && text.get(piece.bytes.clone()).is_some(), "{text:?}");
        end = piece.bytes.end;
    }
    assert_eq!(end, text.len(), "the pieces cover {text:?}");
}

fn lines_are_tidy(mutated: &Mutated, _: &mut Dice) {
    for line in mutated.text.lines() {
        let tidy = tidy_line(line);
        assert_eq!(tidy_line(&tidy), tidy, "{line:?}");
    }
}

fn editor_answers(mutated: &Mutated, dice: &mut Dice) {
    ask(mutated.text, dice.place(mutated.text));
}

fn keys_edit(mutated: &Mutated, dice: &mut Dice) {
    let text = mutated.text;
    let (a, b) = (dice.place(text), dice.place(text));
    let selection = a.min(b)..a.max(b);
    for edit in [new_line, indent, unindent] {
        let edit = edit(text, selection.clone());
        let edited = edit.apply(text);
        assert!(edited.get(edit.selection.clone()).is_some(), "{text:?} {selection:?} {edit:?}");
    }
}

fn lines_are_compared(mutated: &Mutated, _: &mut Dice) {
    let comparison = compare(mutated.original, mutated.text);
    let kept = |change: &&LineChange| matches!(change, LineChange::Kept(_));
    let kept = comparison.lines.iter().filter(kept).count();
    assert!(kept <= mutated.original.lines().count());
}

fn is_formatted(mutated: &Mutated, _: &mut Dice) {
    let text = mutated.text;
    match format(text) {
        Ok(formatted) => {
            assert_eq!(format(&formatted).as_ref(), Ok(&formatted), "formatted twice: {text}");
            assert_same_tree(&formatted, text);
        }
        Err(found) => assert_eq!(found, mutated.errors),
    }
}

fn is_compiled(mutated: &Mutated, _: &mut Dice) {
    if let Err(found) = compile(mutated.text, &[]) {
        assert!(found.iter().all(|it| !it.message.is_empty() && it.line > 0), "{found:?}");
    }
}

#[test]
fn mutated_texts_are_formatted_coloured_and_compared() {
    let texts = texts::texts();
    let many: Option<usize> = std::env::var("MUTATIONS").ok().and_then(|text| text.parse().ok());
    let count = many.unwrap_or(MUTATIONS);
    let mut dice = Dice::new(count as u64);
    let (mut right, mut text, mut original) = (0, String::new(), "");
    for number in 0..count {
        // a few changes to each text, then the next one
        if number % 4 == 0 {
            original = &texts[dice.below(texts.len())].1;
            text = original.to_owned();
        }
        let other = &texts[dice.below(texts.len())].1;
        dice.mutate(&mut text, other);
        let mutated = Mutated { text: &text, original, errors: parse(&text).diagnostics };
        right += usize::from(mutated.errors.is_empty());
        match many {
            // of very many one question each
            Some(_) => QUESTIONS[dice.below(QUESTIONS.len())](&mutated, &mut dice),
            None => QUESTIONS.iter().for_each(|ask| ask(&mutated, &mut dice)),
        }
    }
    assert!(right * 10 > count, "enough texts stay right: {right} of {count}");
}
