//! Whatever the language has is known in each place that tells of it: a word or a function that was added and
//! forgotten somewhere fails here, by its name.

use crate::texts;
use listing::Document;
use listing::editor::{functions, section, vocabulary};

/// Where the editor is asked: an expression within a line.
const TEXT: &str = "algorithm A\nshared x: 0..3\np i of 2:\n  going:\n    x ← \n";

/// Fenced texts and code between backticks of the reference.
fn code_of_the_reference() -> String {
    let page = texts::page();
    let mut code: Vec<&str> = page.split('`').skip(1).step_by(2).collect();
    let fences = texts::fences();
    code.extend(fences.iter().map(|it| it.text.as_str()));
    code.join("\n")
}

pub fn has_word(code: &str, word: &str) -> bool {
    let is_letter = |it: char| it.is_alphanumeric() || it == '_' || it == '-';
    code.match_indices(word).any(|(at, _)| {
        let (before, after) = (&code[..at], &code[at + word.len()..]);
        !before.ends_with(is_letter) && !after.starts_with(is_letter)
    })
}

#[test]
fn every_word_stands_in_the_reference_and_says_what_it_does() {
    let code = code_of_the_reference();
    for entry in vocabulary() {
        let words = entry.label.split(|it: char| !it.is_alphanumeric() && it != '_' && it != '-');
        let first = words.into_iter().find(|it| !it.is_empty()).expect("a word");
        assert!(has_word(&code, first), "the reference has no `{first}`");
        assert!(entry.says.ends_with(['.', ':']), "{}: {}", entry.label, entry.says);
    }
}

#[test]
fn every_function_is_offered_explained_and_documented() {
    let code = code_of_the_reference();
    let at = TEXT.len() - 1;
    let offered = Document::new(TEXT).completion(at);
    for name in functions() {
        assert!(code.contains(&format!("{name}(")), "the reference has no `{name}(…)`");
        assert!(offered.all.iter().any(|it| it.label == name), "completion has no `{name}`");
        let text = TEXT.replace("x ← ", &format!("x ← {name}(x)"));
        let hover = Document::new(&text).hover(at + 1).expect("something to say");
        assert_eq!(hover.name, name);
        assert!(hover.says != "The language gives it.", "nothing is said of `{name}`");
        assert!(section(name) != "declarations", "no section of the reference on `{name}`");
    }
}
