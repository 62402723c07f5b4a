//! Indentation while one types, and the comparison with the published text.

use listing::compare::{Comparison, LineChange, Removed, compare};
use listing::edit::{Edit, back, indent, new_line, new_section, unindent};
use std::ops::Range;

/// A text whose selection stands between two bars, or whose caret is one bar.
fn selected(marked: &str) -> (String, Range<usize>) {
    let start = marked.find('|').expect("a bar");
    let text = marked.replacen('|', "", 1);
    match text.find('|') {
        Some(end) => (text.replacen('|', "", 1), start..end),
        None => (text, start..start),
    }
}

fn marked(text: &str, edit: &Edit) -> String {
    let mut text = edit.apply(text);
    text.insert(edit.selection.end, '|');
    if !edit.selection.is_empty() {
        text.insert(edit.selection.start, '|');
    }
    text
}

fn check(edit: impl Fn(&str, Range<usize>) -> Edit, before: &str, after: &str) {
    let (text, selection) = selected(before);
    let edit = edit(&text, selection);
    assert_eq!(marked(&text, &edit), after, "{before}");
}

#[test]
fn a_new_line_is_indented_like_the_line_above_or_deeper() {
    for (before, after) in [
        ("    x ← 1|", "    x ← 1\n    |"),
        ("  waiting:|", "  waiting:\n    |"),
        ("process i of 2, for ever:|", "process i of 2, for ever:\n  |"),
        ("    if x = 1:    with a = b # c|", "    if x = 1:    with a = b # c\n      |"),
        ("    else:|\n    y", "    else:\n      |\n    y"),
        ("    if x = 1: pause|", "    if x = 1: pause\n    |"),
        ("always mutual exclusion:|", "always mutual exclusion:\n|"),
        ("option ties:|", "option ties:\n|"),
        ("  own x:|", "  own x:\n  |"),
        ("define tick:|", "define tick:\n  |"),
        ("    x ←|   1", "    x ←\n    |1"),
        ("    x|abc| ← 1", "    x\n    |← 1"),
        ("  |", "  \n  |"),
        ("|", "\n|"),
    ] {
        check(new_line, before, after);
    }
}

/// Typed from top to bottom a lock stands right.
#[test]
fn a_section_stands_beside_the_one_above() {
    let begun = "process i of 2:\n  remainder:\n    pause\n";
    for (line, after) in [
        ("    entry|", Some("  entry:|")),
        ("  entry|", None),
        // in a block of a section
        ("    if x = 1:\n      entry|", Some("    if x = 1:\n  entry:|")),
        ("    else|", None),
        ("    repeat|", None),
        ("    atomic|", None),
        ("    x ← y|", None),
        ("    entry| # why", None),
    ] {
        let (text, selection) = selected(&format!("{begun}{line}"));
        let found = new_section(&text, selection).map(|edit| marked(&text, &edit));
        assert_eq!(found, after.map(|after| format!("{begun}{after}")), "{line}");
    }
    // with what is below it
    let (text, selection) =
        selected(&format!("{begun}    entry|:|\n      await x\n\n      y\n  exit:"));
    let edit = new_section(&text, selection).unwrap();
    assert_eq!(marked(&text, &edit), format!("{begun}  entry:|\n    await x\n\n    y\n  exit:"));
    // the first section of a role, and a role of one process
    for alone in ["process i of 2:\n    entry|", "server:\n  entry|"] {
        let (text, selection) = selected(alone);
        assert_eq!(new_section(&text, selection), None, "{alone}");
    }
}

#[test]
fn backspace_takes_a_level() {
    for (before, after) in [
        ("    |x", Some("  |x")),
        ("   |", Some("  |")),
        ("a\n  |", Some("a\n|")),
        ("|x", None),
        ("  x|", None),
        ("  | |", None),
        ("\t|", None),
    ] {
        let (text, selection) = selected(before);
        assert_eq!(
            back(&text, selection).map(|edit| marked(&text, &edit)).as_deref(),
            after,
            "{before}"
        );
    }
}

#[test]
fn selected_lines_move_by_two_spaces() {
    check(indent, "a\n|b\n\n  c|\nd", "a\n|  b\n\n    c|\nd");
    check(indent, "a\nb|c\nd", "a\n  b|c\nd");
    check(indent, "|a\n|b", "|  a\n|b");
    check(unindent, "a\n |   b\n c\n\td|", "a\n|  b\nc\nd|");
    check(unindent, "    ab|c", "  ab|c");
    check(unindent, " |  a", "| a");
    check(unindent, "a|", "a|");
}

fn lines(comparison: &Comparison) -> String {
    let letters = comparison.lines.iter().map(|change| match change {
        LineChange::Kept(line) => format!("k{line}"),
        LineChange::Changed(line) => format!("c{line}"),
        LineChange::Added => "a".into(),
    });
    letters.collect::<Vec<_>>().join(" ")
}

#[test]
fn a_comparison_names_the_published_line() {
    let old = "one\n  two ← 1\n  three ← 2\nfour\n";
    for (new, expected, differences) in [
        (old, "k0 k1 k2 k3", 0),
        // spaces and spelling make no difference
        ("one\n  two<-1\n  three  :=  2\nfour", "k0 k1 k2 k3", 0),
        ("one\n  two ← 1\n  three ← 3\nfour\n", "k0 k1 c2 k3", 1),
        ("one\n  two ← 1\n    three ← 2\nfour\n", "k0 k1 c2 k3", 1),
        ("one\n  two ← 1\n  other\n  three ← 2\nfour\n", "k0 k1 a k2 k3", 1),
        ("one\n  two ← 7\n  skip\n  three ← 2\nfour\n", "k0 c1 a k2 k3", 2),
        ("one\n  skip\n  two ← 7\n  three ← 2\nfour\n", "k0 a c1 k2 k3", 2),
        ("one\nfour\n", "k0 k3", 2),
        // two lines that change places are two changed lines
        ("one\n  three ← 2\n  two ← 1\nfour\n", "k0 c1 c2 k3", 2),
        ("", "", 4),
    ] {
        let comparison = compare(old, new);
        assert_eq!(lines(&comparison), expected, "{new}");
        assert_eq!(comparison.differences(), differences, "{new}");
    }
    let removed = compare(old, "one\nfour\n").removed;
    assert_eq!(removed, [Removed { above: 1, lines: 1..3 }]);
}

/// Lines in order, each published line once: kept, changed or removed.
fn assert_whole(old: &str, new: &str) {
    let comparison = compare(old, new);
    let mut seen: Vec<usize> = Vec::new();
    let mut removed = comparison.removed.iter().peekable();
    for (at, line) in comparison.lines.iter().enumerate() {
        while let Some(it) = removed.next_if(|removed| removed.above <= at) {
            seen.extend(it.lines.clone());
        }
        if let LineChange::Kept(line) | LineChange::Changed(line) = line {
            seen.push(*line);
        }
    }
    seen.extend(removed.flat_map(|removed| removed.lines.clone()));
    let count = |text: &str| text.lines().count();
    assert_eq!(comparison.lines.len(), count(new), "{old:?} {new:?}");
    assert_eq!(seen, (0..count(old)).collect::<Vec<_>>(), "{old:?} {new:?} {comparison:?}");
}

#[test]
fn every_published_line_is_kept_changed_or_removed() {
    let text = |mut number: usize| {
        let mut text = String::new();
        while number > 0 {
            text.push_str(["a\n", "b\n", "a ← 1\n", "a ← 2\n"][number % 4]);
            number /= 5;
        }
        text
    };
    for old in 0..200 {
        for new in 0..200 {
            assert_whole(&text(old * 7), &text(new * 11));
        }
    }
    let long = "x ← 1\n".repeat(3000);
    assert_whole(&long, &"y ← 2\n".repeat(2000));
    assert_whole("a\n\n\n", "a\n");
}
