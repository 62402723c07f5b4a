use super::*;
use catalog::{
    Diagnostic, Limits, Scenario, entries, entry,
    listing::{
        check,
        editor::{NameKind, functions},
    },
};
use std::collections::BTreeSet;

const TEXT: &str = "algorithm A lock
shared flag[process]: bool
shared number[process]: 0..7
process i of 2:
  waiting:
    await not flag[1 - i]
    number[i] ← 1
";

fn typed(text: &str, more: &str) -> Editing {
    let before = Editing::new(text);
    let text = [text, more].concat();
    let caret = text.len();
    more.char_indices().fold(before, |editing, (at, letter)| {
        let end = text.len() - more.len() + at + letter.len_utf8();
        editing.after(Did::Typed { text: text[..end].to_owned(), caret: end.min(caret) })
    })
}

fn labels(editing: &Editing) -> Vec<&str> {
    editing
        .list
        .iter()
        .flat_map(|suggestions| &suggestions.all)
        .map(|suggestion| suggestion.label.as_str())
        .collect()
}

#[test]
fn two_letters_open_a_list_with_names_and_their_domains_first() {
    assert!(typed(TEXT, "    n").list.is_none());
    let list = typed(TEXT, "    await nu").list.expect("a list");
    assert_eq!(list.chosen().label, "number");
    assert!(list.chosen().is_name && list.chosen().detail.contains("0..7"), "{list:?}");
    // values come behind words
    let after = typed(TEXT, "    await no");
    assert_eq!(labels(&after), ["not", "none"], "a name before a word, and that before a value");
    assert!(typed(TEXT, "    await flag").list.is_none(), "nothing is missing");
}

#[test]
fn no_more_than_six_can_be_chosen_around_both_ends() {
    let text = format!("{TEXT}    ");
    let asked = Editing::new(&text).after(Did::Asked(text.len()));
    let count = labels(&asked).len();
    assert_eq!(count, SUGGESTIONS_MAX);
    let up = asked.after(Did::Chose(-1));
    assert_eq!(up.list.as_ref().unwrap().chosen, count - 1);
    assert_eq!(up.after(Did::Chose(1)).list.unwrap().chosen, 0);
    assert!(asked.after(Did::Closed).list.is_none());
    assert!(asked.after(Did::Moved(3)).list.is_none());
    assert!(asked.after(Did::Moved(text.len())).list.is_some());
}

#[test]
fn what_is_chosen_takes_the_place_of_the_word() {
    let editing = typed(TEXT, "    await num");
    let edit = &editing.list.as_ref().unwrap().chosen().edit;
    let after = edit.apply(editing.text());
    assert!(after.ends_with("    await number"), "{after}");
    assert_eq!(edit.selection, after.len()..after.len());
}

#[test]
fn letters_that_are_taken_away_open_nothing() {
    let editing = typed(TEXT, "    await numb");
    let closed = editing.after(Did::Closed);
    let shorter = format!("{TEXT}    await num");
    let caret = shorter.len();
    assert!(closed.after(Did::Typed { text: shorter.clone(), caret }).list.is_none());
    assert!(editing.after(Did::Typed { text: shorter, caret }).list.is_some());
}

#[test]
fn a_word_has_an_entry_and_a_section_of_the_reference() {
    let editing = Editing::new(TEXT);
    let at = |word: &str| editing.entry(TEXT.find(word).unwrap()).expect("an entry");
    let waits = at("await");
    assert_eq!((waits.section, waits.line), ("statements", None));
    let flag = at("flag[1");
    assert_eq!((flag.section, flag.line), ("declarations", Some(2)));
    assert!(flag.says.contains("bool"), "{}", flag.says);
    assert_eq!(editing.entry(TEXT.find("lock").unwrap()), None);
}

#[test]
fn every_section_is_one_of_the_reference() {
    let text = include_str!("../../../../docs/LANGUAGE.md");
    let anchors: Vec<String> = text
        .lines()
        .filter_map(|line| line.strip_prefix("##"))
        .map(|text| {
            text.trim_start_matches('#').trim().to_lowercase().replace(' ', "-").replace(',', "")
        })
        .collect();
    let is_there = |section: &str| anchors.iter().any(|anchor| anchor == section);
    let functions = functions().map(|function| of_word(Some(NameKind::Given), function));
    for section in functions.chain(vocabulary().iter().map(|entry| entry.section)) {
        assert!(is_there(section), "{section}");
    }
    for (_, errors) in broken() {
        for error in errors {
            assert!(is_there(of_error(error.kind)), "{:?}", error.kind);
        }
    }
}

/// The text after an entry was put in behind some words, and what is selected.
fn put(text: &str, behind: &str, label: &str) -> (String, String) {
    let caret = text.find(behind).expect("the words") + behind.len();
    let editing = Editing::new(text).after(Did::Moved(caret));
    let entry = vocabulary().into_iter().find(|entry| entry.label == label).expect("an entry");
    let edit = editing.insertion(&entry);
    let after = edit.apply(text);
    let selected = after[edit.selection].to_owned();
    (after, selected)
}

#[test]
fn a_word_is_put_in_apart_from_others_or_in_the_place_of_its_beginning() {
    let (after, selected) = put(TEXT, "await not", "all");
    assert!(after.contains("await not all flag[1 - i]"), "{after}");
    assert_eq!(selected, "");
    let begun = TEXT.replace("number[i] ← 1", "number[i] ← s");
    assert!(put(&begun, "← s", "self").0.contains("number[i] ← self\n"));
    assert!(put(TEXT, "flag[1", "mod").0.contains("flag[1 mod - i]"));
    assert!(put(TEXT, "not flag[", "self").0.contains("flag[self 1 - i]"));
}

#[test]
fn a_shape_has_lines_of_its_own_where_it_can_stand() {
    let (after, selected) = put(TEXT, "await not flag[1 - i]", "if …");
    let lines = "    await not flag[1 - i]\n    if true:\n      skip\n    number[i] ← 1\n";
    assert!(after.contains(lines), "{after}");
    assert_eq!(selected, "true");
    let paused = TEXT.replace("await not flag[1 - i]", "pause");
    assert!(put(&paused, "pause", "if …").0.contains("    pause\n    if true:\n"));
    let begun = TEXT.replace("await not flag[1 - i]", "rep");
    assert!(put(&begun, "rep", "repeat …").0.contains("waiting:\n    repeat:\n"));
    // behind the whole block of the caret
    let (after, _) = put(TEXT, "await", "when …");
    assert!(after.contains("    number[i] ← 1\n  when true:\n    skip\n"), "{after}");
    let (after, selected) = put(TEXT, "shared number", "shared …");
    assert!(after.contains("0..7\nshared name: 0..9\nprocess i of 2:"), "{after}");
    assert_eq!(selected, "name");
    let (after, _) = put(TEXT, "await", "always …");
    assert!(after.ends_with("    number[i] ← 1\nalways name: true\n"), "{after}");
    // in an empty line it stands where the caret is
    let empty = format!("{TEXT}    ");
    assert!(
        put(&empty, "← 1\n    ", "repeat …")
            .0
            .ends_with("    repeat:\n      pause\n    until true")
    );
}

#[test]
fn words_are_found_by_their_letters_and_by_what_they_do() {
    let found = |asked: &str| -> Vec<&str> {
        vocabulary()
            .iter()
            .filter(|entry| entry.is_found_by(asked))
            .map(|entry| entry.label)
            .collect()
    };
    assert!(found("awai").starts_with(&["await"]), "{:?}", found("awai"));
    assert!(found("crash").contains(&"stable"));
    assert_eq!(found("").len(), vocabulary().len());
    assert!(found("no such word").is_empty());
    // each group stands together
    let groups: Vec<&str> = vocabulary().iter().map(|entry| entry.group).collect();
    let runs = groups.chunk_by(|a, b| a == b).count();
    assert_eq!(runs, groups.iter().collect::<BTreeSet<_>>().len());
}

/// Published texts with one line less: all sorts of errors.
fn broken() -> Vec<(String, Vec<Diagnostic>)> {
    let listings = entries().iter().map(|entry| entry.source);
    let without = |source: &str, gone: usize| -> String {
        let lines = source.lines().enumerate().filter(|(at, _)| *at != gone);
        lines.flat_map(|(_, line)| [line, "\n"]).collect()
    };
    let texts = listings.take(6).flat_map(|source| {
        (0..source.lines().count()).step_by(3).map(move |gone| without(source, gone))
    });
    texts.map(|text| (text.clone(), check(&text))).collect()
}

/// A letter at the beginning of line 6 breaks what is above and below it, too.
#[test]
fn lines_that_cannot_be_changed_are_not_wrong_beside_one_that_is() {
    let errors = check(&TEXT.replace("    await", "x   await"));
    let lines = |errors: &[Diagnostic]| {
        errors.iter().map(|error| error.line as usize).collect::<BTreeSet<_>>()
    };
    assert!(lines(&errors).len() > 1, "{errors:?}");
    let own = |free: usize| own_errors(&errors, &[1, 2, 3, 4, 5, 6, 7].map(|line| line == free));
    assert_eq!(lines(&own(6)), BTreeSet::from([6]));
    assert_eq!(own(1), errors, "what is wrong elsewhere is not hidden");
}

#[test]
fn an_error_is_mended_by_what_a_button_says() {
    let wrong = TEXT.replace("await not flag", "await not flog");
    let [error] = &check(&wrong)[..] else { panic!("one error") };
    let all = fixes(&Document::new(&wrong), error);
    assert_eq!(all[0].words, "Write “flag”");
    assert_eq!(check(&all[0].edit.apply(&wrong)), []);
    let wrong =
        TEXT.replace("shared number", "shared flags").replace("await not flag", "await not flago");
    let error = &check(&wrong)[0];
    let all = fixes(&Document::new(&wrong), error);
    let words: Vec<&str> = all.iter().map(|fix| fix.words.as_str()).collect();
    assert_eq!(words, ["Write “flag”", "Write “flags”"]);
    let wrong = [TEXT, "    critical:\n      pause\n"].concat();
    let error = &check(&wrong)[0];
    let all = fixes(&Document::new(&wrong), error);
    assert_eq!((all[0].words.as_str(), all.len()), ("Move “critical:” out", 1), "{error}");
    assert_eq!(all[0].edit.apply(&wrong), [TEXT, "  critical:\n    pause\n"].concat());
    for (text, errors) in broken() {
        let document = Document::new(&text);
        for fix in errors.iter().flat_map(|error| fixes(&document, error)) {
            assert!(text.get(fix.edit.range.clone()).is_some());
            assert_ne!(fix.edit.apply(&text), text, "{}", fix.words);
        }
    }
}

/// Everything holds, as a reader expects of what is offered.
#[test]
fn what_an_empty_text_begins_with_is_right() {
    for (words, text) in beginnings() {
        assert_eq!(check(text), [], "{words}");
        let new = entry(crate::state::NEW).unwrap();
        let mut search = Scenario::new(new).with_text(text).search(Limits::default());
        search.advance(usize::MAX);
        for verdict in search.report().verdicts {
            assert!(verdict.good(), "{words}: {}", verdict.property);
        }
    }
}

#[test]
fn the_editor_opens_at_the_error_at_the_change_or_at_the_process() {
    let line = |text: &str, published: &str| line_at(text, begin(text, published, &check(text)));
    assert_eq!(line(TEXT, TEXT), 4);
    let changed = TEXT.replace("number[i] ← 1", "number[i] ← 2");
    assert_eq!(line(&changed, TEXT), 7);
    assert_eq!(line(&changed.replace("flag[1 - i]", "flog"), TEXT), 6);
    assert_eq!(line_start(TEXT, 6), TEXT.find("await").unwrap());
    for entry in entries() {
        let source = entry.source;
        let at = begin(source, source, &[]);
        let first = source[at..].lines().next().unwrap();
        assert!(first.ends_with(':'), "{}: {first}", entry.slug);
    }
}

#[test]
fn the_editor_and_what_runs_read_a_text_once() {
    let scenario = Scenario::new(entry("peterson").unwrap());
    let text = scenario.source().replace("turn ← 1 − i", "turn ← i");
    let changed = scenario.with_text(&text);
    assert!(Arc::ptr_eq(&Editing::new(&text).document, &changed.document()));
    // the program that is run is the one of which the errors were asked
    let first = changed.program().map_err(drop).unwrap();
    assert_eq!(changed.text.as_ref().unwrap().errors(), []);
    let again = changed.document().compile(&[]).map_err(drop).unwrap();
    assert!(Arc::ptr_eq(&first, &again));
}
