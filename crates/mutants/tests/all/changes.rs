//! The changes of a line, each at its place.

use mutants::{Mutant, mutants};

/// The changes of the lines of a section, as the words of each and the section's lines then.
fn of_lines(lines: &str) -> Vec<(String, String)> {
    let before = "algorithm A\nshared x[process]: 0..3\nshared s: 0..3\np i of 2:\n  going:\n";
    let lines: Vec<String> = lines.lines().map(|line| format!("    {line}")).collect();
    let text = format!("{before}{}\n", lines.join("\n"));
    let change = |mutant: Mutant| {
        let now = &mutant.text[before.len()..];
        let now: Vec<&str> =
            now.lines().map(|line| line.strip_prefix("    ").unwrap_or(line)).collect();
        (mutant.words, now.join("\n"))
    };
    mutants(&text, &[]).into_iter().map(change).collect()
}

/// Whether a change of these words gives this text.
#[track_caller]
fn has(lines: &str, words: &str, now: &str) {
    let all = of_lines(lines);
    let is_there = all.iter().any(|it| it.0 == words && it.1 == now);
    assert!(is_there, "{words}: {now}\nThere are {all:#?}");
}

#[test]
fn a_line_is_left_out_with_all_below_it() {
    has("s ← 1\ns ← 2", "without it", "s ← 2");
    has("if s = 1:\n  s ← 2\n  s ← 3\ns ← 0", "without it", "s ← 0");
    has("repeat:\n  s ← 1\nuntil s = 1\npause", "without it", "pause");
    // a body without lines is none
    has("if s = 1:\n  s ← 2\npause", "without it", "if s = 1:\n  skip\npause");
    has("if s = 1: s ← 2", "without `s ← 2`", "if s = 1: skip");
    has("s ← 1; s ← 2\npause", "without `s ← 2`", "s ← 1\npause");
    has("s ← 1; s ← 2\npause", "without `s ← 1`", "s ← 2\npause");
    has("if s = 1: s ← 2\nelse: s ← 3", "without it", "if s = 1: s ← 2");
}

#[test]
fn a_condition_is_left_out_in_part_or_wholly() {
    has("if s = 1: s ← 2", "without its condition", "if true: s ← 2");
    has("await s = 1 or s = 2", "without `s = 1`", "await s = 2");
    has("await (s = 1 or s = 2) and s < 3", "without `(s = 1 or s = 2)`", "await s < 3");
    has(
        "await all j ≠ i where x[j] > 0: s = 1",
        "without `where x[j] > 0`",
        "await all j ≠ i: s = 1",
    );
    has("s ← max j ≠ i where x[j] > 0: x[j]", "without `where x[j] > 0`", "s ← max j ≠ i: x[j]");
    has("repeat:\n  s ← 1\nuntil s = 1", "ending at once", "repeat:\n  s ← 1\nuntil true");
    has("await s = 1", "negated", "await not (s = 1)");
}

#[test]
fn a_word_or_a_number_is_changed() {
    has("await s < 2", "with `≤` for `<`", "await s ≤ 2");
    has("await s >= 2", "with `>` for `>=`", "await s > 2");
    has("s ← s + 1", "without `+ 1`", "s ← s");
    has("s ← 1 + s", "without `1 +`", "s ← s");
    has("s ← 2", "with 3 for 2", "s ← 3");
    has("s ← x[i]", "with `[1 − i]` for `[i]`", "s ← x[1 − i]");
    has("for each j: s ← x[i]", "with `[j]` for `[i]`", "for each j: s ← x[j]");
    has("atomic: await s > 0; s ← 1", "not atomic", "if true: await s > 0; s ← 1");
    has("atomic s ← s + 1", "not atomic", "s ← s + 1");
    has("strongly await s = 1", "not strongly", "await s = 1");
}

#[test]
fn lines_change_places_with_their_conditions() {
    has("s ← 1    # one\ns ← 2", "behind `s ← 2`", "s ← 2\ns ← 1    # one");
    has("if s = 1:\n  s ← 2\ns ← 3", "behind `s ← 3`", "s ← 3\nif s = 1:\n  s ← 2");
    has(
        "repeat:\n  s ← 1\n  s ← 2\nuntil s = 1",
        "before the loop",
        "s ← 1\nrepeat:\n  s ← 2\nuntil s = 1",
    );
}

#[test]
fn what_only_claims_see_is_not_changed() {
    let text = "algorithm A
option hand: on, off
shared s: 0..3
ghost g: 0..3
p i of 2:
  going:
    pause
    g ← 1
    s ← 1    with hand = off
    s ← 2    with hand = on
define is_two: s = 2
define is_one: s = 1
always not two: not is_two
reachable one: is_one
";
    let lines = |chosen: &[(&str, &str)]| -> Vec<usize> {
        let mut lines: Vec<usize> =
            mutants(text, chosen).iter().map(|mutant| mutant.line).collect();
        lines.dedup();
        lines
    };
    assert_eq!(lines(&[]), [10]);
    assert_eq!(lines(&[("hand", "off")]), [9]);
}

#[test]
fn a_change_gives_another_text_each_time() {
    for file in catalog::entries() {
        let all = mutants(file.source, &[]);
        assert!(!all.is_empty(), "{}", file.slug);
        for (at, one) in all.iter().enumerate() {
            assert_ne!(one.text, file.source, "{}: {}", file.slug, one.words);
            let is_same = |mutant: &Mutant| mutant.line == one.line && mutant.text == one.text;
            assert!(!all[at + 1..].iter().any(is_same), "{}: {}", file.slug, one.words);
        }
    }
}
