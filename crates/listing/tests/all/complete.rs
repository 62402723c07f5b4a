//! Whatever the language has is known in each place that tells of it: a word or a function that was added and
//! forgotten somewhere fails here, by its name.

use crate::texts;
use listing::editor::{NameKind, TokenKind, functions, section, vocabulary};
use listing::{Document, format};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Where the editor is asked: an expression within a line.
const TEXT: &str = "algorithm A\nshared x: 0..3\np i of 2:\n  going:\n    x ← \n";

/// Code between backticks of the reference, and what its examples have of the language: a name in an example says
/// nothing of a word that is spelled like it.
fn code_of_the_reference() -> String {
    let mut is_example = false;
    let prose: Vec<String> = texts::page()
        .lines()
        .filter(|line| {
            let is_border = line.starts_with("```");
            is_example ^= is_border;
            !is_example && !is_border
        })
        .map(str::to_owned)
        .collect();
    let prose = prose.join("\n");
    let mut code: Vec<String> = prose.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    let examples = texts::fences().into_iter().filter(|fence| fence.info == "interleave");
    code.extend(examples.flat_map(|fence| of_the_language(&fence.text)));
    code.join("\n")
}

fn has_word(code: &str, word: &str) -> bool {
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '-';
    code.match_indices(word).any(|(at, _)| {
        let (before, after) = (&code[..at], &code[at + word.len()..]);
        !before.ends_with(is_letter) && !after.starts_with(is_letter)
    })
}

#[test]
fn every_word_stands_in_the_reference_and_says_what_it_does() {
    let code = code_of_the_reference();
    for entry in vocabulary() {
        let words = entry
            .label
            .split(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != '-');
        let first = words.into_iter().find(|word| !word.is_empty()).expect("a word");
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
        assert!(has_word(&code, name), "the reference has no `{name}`");
        assert!(offered.all.iter().any(|it| it.label == name), "completion has no `{name}`");
        let text = TEXT.replace("x ← ", &format!("x ← {name}(x)"));
        let hover = Document::new(&text).hover(at + 1).expect("something to say");
        assert_eq!(hover.name, name);
        assert!(hover.says != "The language gives it.", "nothing is said of `{name}`");
        assert!(section(name) != "declarations", "no section of the reference on `{name}`");
    }
}

/// All words of the table, without the shapes of lines.
pub fn words() -> impl Iterator<Item = &'static str> {
    vocabulary().into_iter().filter(|entry| entry.lines().is_none()).map(|entry| entry.label)
}

/// The words and the functions of a text that are of the language there, and names of nothing.
pub fn of_the_language(text: &str) -> BTreeSet<String> {
    let document = Document::new(text);
    let tokens = document.tokens();
    let is_of_it = |kind| matches!(kind, TokenKind::Keyword | TokenKind::Name(NameKind::Given));
    let all = tokens.into_iter().filter(|token| is_of_it(token.kind));
    all.map(|token| text[token.bytes].to_owned()).collect()
}

/// What is in a text is parsed, formatted, coloured, explained and offered, since tests do that with all that these
/// texts have. So a word that has been taken out of the grammar fails here, too.
#[test]
fn every_word_and_every_function_stands_in_a_text_that_is_read() {
    let all: BTreeSet<String> =
        texts::texts().iter().flat_map(|(_, text)| of_the_language(text)).collect();
    let missing: Vec<&str> =
        words().chain(functions()).filter(|word| !all.contains(*word)).collect();
    assert!(missing.is_empty(), "no text has {missing:?}");
}

fn sources(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        match entry.expect("an entry").path() {
            path if path.is_dir() => sources(&path, all),
            path => all.push(path),
        }
    }
}

/// Of the grammar, what the table has no row for.
const OF_NO_ROW: [(&str, &str); 2] = [
    ("process", "a role is called so, or otherwise"),
    ("yes", "a value of an option that is a condition"),
];

/// A word that the grammar takes and the table does not have would have no colour, no completion and no hover.
#[test]
fn every_word_of_the_grammar_is_in_the_table() {
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/parse"), &mut files);
    let known: BTreeSet<&str> = words().chain(OF_NO_ROW.map(|(word, _)| word)).collect();
    let is_word = |it: &&str| {
        let is_letter = |it: char| it.is_ascii_lowercase() || it == '_' || it == '-';
        !it.is_empty() && it.chars().all(is_letter)
    };
    let mut found = 0;
    for file in files {
        let text = fs::read_to_string(&file).expect("a source");
        let code = text.lines().map(|line| line.split("//").next().unwrap_or_default());
        for word in code.flat_map(|line| line.split('"').skip(1).step_by(2)).filter(is_word) {
            assert!(known.contains(word), "{}: `{word}` is not in the table", file.display());
            found += 1;
        }
    }
    assert!(found > 100, "{found} words");
}

/// Behind these no brackets stand in earnest: an option and its value, or a number of a row.
const WITHOUT_BRACKETS: [&str; 7] =
    ["answers", "down", "falls_back", "late", "like", "starts", "timestamps"];

/// The class of a word says what the formatter does: a word before an expression keeps its space before brackets, and
/// the name of a function has none.
#[test]
fn brackets_stand_apart_from_words_and_close_to_functions() {
    let mut joined = BTreeMap::new();
    for (file, text) in texts::texts() {
        let tokens = Document::new(&text).tokens();
        for (word, next) in tokens.iter().zip(&tokens[1..]) {
            let is_value = matches!(next.kind, TokenKind::Name(_) | TokenKind::Number);
            let name = &text[word.bytes.clone()];
            let is_apart = &text[word.bytes.end..next.bytes.start] == " ";
            if word.kind == TokenKind::Keyword && is_value && is_apart && !joined.contains_key(name)
            {
                let (from, to) = (next.bytes.start, next.bytes.end);
                let other = [&text[..from], "(", &text[from..to], ")", &text[to..]].concat();
                let is_joined = |text: String| {
                    !text.contains(&format!("{name} (")) && text.contains(&format!("{name}("))
                };
                if format(&other).is_ok_and(is_joined) {
                    joined.insert(name.to_owned(), file.clone());
                }
            }
        }
    }
    let joined: Vec<&str> = joined.keys().map(String::as_str).collect();
    assert_eq!(joined, WITHOUT_BRACKETS);
    for name in functions() {
        let text =
            format!("algorithm A\nshared x: 0..3\np i of 2:\n  going:\n    x ← {name}(x, x)\n");
        assert_eq!(format(&text).as_ref(), Ok(&text));
    }
}
