//! What can stand at a caret.

use super::{place, words};
use crate::texts::texts;
use listing::Document;
use listing::editor::{CompletionKind, Completions, NameKind};
use listing::parse;

fn labels(completions: &Completions) -> Vec<&str> {
    completions.all.iter().map(|entry| entry.label.as_str()).collect()
}

/// The keywords that begin with their word, and no signs such as `∈`.
fn is_typed(word: &str) -> bool {
    word.starts_with(char::is_alphabetic) || word.contains('_')
}

#[test]
fn every_word_of_every_text_is_offered_after_its_first_letter() {
    for (file, text) in texts() {
        let document = Document::new(&text);
        let is_use = |at: usize| document.definition(at).iter().all(|there| there.start != at);
        for (bytes, _) in words(&document).into_iter().filter(|(bytes, _)| is_use(bytes.start)) {
            let word = &text[bytes.clone()];
            let first = word.chars().next().map_or(0, char::len_utf8);
            let found = document.completion(bytes.start + first);
            let line = text[..bytes.start].matches('\n').count() + 1;
            let is_there = labels(&found).contains(&word) || !is_typed(word);
            assert!(is_there, "{file}:{line}: {word} is not in {:?}", labels(&found));
            assert!(
                is_typed(word) == (found.bytes == bytes) || word.contains('-'),
                "{file}: {word}"
            );
        }
    }
}

/// As a reader types it: the rest of the word and of its line is not there yet.
#[test]
fn most_words_are_offered_while_their_line_is_typed() {
    let mut missing = Vec::new();
    let mut count = 0;
    for (file, text) in texts() {
        let whole = Document::new(&text);
        let is_use = |at: usize| whole.definition(at).iter().all(|there| there.start != at);
        let used = words(&whole).into_iter().filter(|(bytes, _)| is_use(bytes.start));
        for (bytes, kind) in used.step_by(5) {
            let word = &text[bytes.clone()];
            let first = word.chars().next().map_or(0, char::len_utf8);
            let caret = bytes.start + first;
            let end = text[caret..].find('\n').map_or(text.len(), |at| caret + at);
            let typed = [&text[..caret], &text[end..]].concat();
            let document = Document::new(&typed);
            // a name that the rest of the line binds is not there yet
            let definition = whole.definition(bytes.start);
            let is_bound_behind =
                definition.iter().any(|range| (caret..end).contains(&range.start));
            if !is_typed(word) || is_bound_behind {
                continue;
            }
            count += 1;
            let found = document.completion(caret);
            // or the shape of a line that begins with it
            let shape = format!("{word} …");
            if !labels(&found).iter().any(|label| *label == word || *label == shape) {
                missing.push(format!(
                    "{file}: {kind:?} {word} in {}",
                    &text[text[..caret].rfind('\n').unwrap_or(0)..end]
                ));
            }
        }
    }
    assert!(count > 500, "{count} words");
    assert!(missing.is_empty(), "{} of {count}: {missing:#?}", missing.len());
}

const TEXT: &str = "\
algorithm A
option ties: lower_first, nobody
shared flag[process]: bool
record item(t: 0..9, from: process)
message ask(v: 0..9), reply
client i of 2:
  own mine: item
  waiting:
    flag[i] ← true
    for each j in process:
      await flag[j]
    skip
  critical:
    pause
server:
  own queue: set of client
  on ask(v) from j:
    skip
";

/// What is offered where a line is typed instead of another one.
fn offered(line: &str, typed: &str) -> Completions {
    let start = place(TEXT, line, line);
    let text = TEXT.replacen(line, typed, 1);
    Document::new(&text).completion(start + typed.len())
}

#[test]
fn what_fits_is_offered_and_the_likeliest_first() {
    assert_eq!(labels(&offered("    skip", "    become "))[..2], ["critical", "waiting"]);
    assert_eq!(labels(&offered("    skip", "    send "))[..2], ["ask", "reply"]);
    assert_eq!(labels(&offered("    skip", "    skip with t"))[0], "ties");
    assert_eq!(labels(&offered("    skip", "    await mine.")), ["mine", "queue", "from", "t"]);
    assert_eq!(
        labels(&offered("shared flag[process]: bool", "shared flag[process]: li"))[0],
        "list"
    );
    assert_eq!(labels(&offered("shared flag[process]: bool", "shared s")), ["safe"]);
    let flag = offered("      await flag[j]", "      await fl");
    assert_eq!(flag.all[0].label, "flag");
    assert_eq!(flag.all[0].kind, CompletionKind::Name(NameKind::Shared));
    assert_eq!(flag.all[0].detail, "[process]: bool");
    assert!(labels(&offered("server:", "al")).contains(&"always …"));
}

#[test]
fn names_of_other_blocks_and_roles_are_not_offered() {
    let inside = offered("      await flag[j]", "      await ");
    assert_eq!(labels(&inside)[..2], ["i", "j"]);
    assert_eq!(inside.all[1].detail, "process");
    let open = offered("      await flag[j]", "      await flag[i] or (\n  j");
    assert_eq!(labels(&open), ["j"]);
    let behind = offered("    skip", "    await ");
    assert!(labels(&behind).contains(&"i") && !labels(&behind).contains(&"j"));
    assert!(labels(&behind).contains(&"mine") && !labels(&behind).contains(&"queue"));
    let server = offered("  on ask(v) from j:\n    skip", "  on ask(v) from j:\n    await ");
    assert_eq!(labels(&server)[..2], ["j", "v"]);
    assert!(labels(&server).contains(&"queue") && !labels(&server).contains(&"mine"));
}

#[test]
fn nothing_is_offered_in_titles_and_comments() {
    for typed in ["algorithm A", "    pause  # a", "always a"] {
        let line = if typed.starts_with(' ') { "    pause" } else { "algorithm A" };
        assert_eq!(labels(&offered(line, typed)), [""; 0], "{typed}");
    }
}

#[test]
fn a_name_that_the_line_binds_is_offered_before_the_line_is_finished() {
    let typed = offered("    skip", "    for each other in process where o");
    assert_eq!(typed.all[0].label, "other");
}

/// One entry for a word: the shape of its line where the line ends, and else the word alone.
#[test]
fn a_shape_stands_in_the_place_of_its_word() {
    let of_always = |typed: &str, behind: &str| {
        let start = place(TEXT, "server:", "server:");
        let text = TEXT.replacen("server:", &format!("{typed}{behind}\nserver:"), 1);
        let found = Document::new(&text).completion(start + typed.len());
        found
            .all
            .iter()
            .map(|entry| entry.label.clone())
            .filter(|text| text.starts_with("always"))
            .collect::<Vec<_>>()
    };
    assert_eq!(of_always("alw", ""), ["always …"]);
    assert_eq!(of_always("alw", "   # once"), ["always …"]);
    assert_eq!(of_always("alw", " exclusion: true"), ["always"]);
}

#[test]
fn snippets_are_texts_without_errors_and_select_a_part() {
    let places =
        [("server:", "", 6), ("  critical:\n    pause\n", "  ", 2), ("    skip", "    ", 4)];
    for (line, typed, count) in places {
        let start = place(TEXT, line, line) + typed.len();
        let rest = line.trim_start();
        let text = TEXT.replacen(line, &format!("{typed}\n{typed}{rest}"), 1);
        let found = Document::new(&text).completion(start);
        let snippets = found.all.iter().filter(|entry| entry.kind == CompletionKind::Snippet);
        let snippets: Vec<_> = snippets.collect();
        assert_eq!(snippets.len(), count, "{line}");
        for snippet in snippets {
            let whole = [&text[..start], &snippet.text, &text[start..]].concat();
            assert_eq!(parse(&whole).diagnostics, [], "{whole}");
            assert!(!snippet.text[snippet.selection.clone()].is_empty(), "{}", snippet.text);
        }
    }
}
