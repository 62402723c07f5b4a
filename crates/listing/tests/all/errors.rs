//! Errors of texts that a table would not show well: hidden characters, bounds, what has no end.

use listing::{Diagnostic, ErrorCode, check, limits};

/// A text that is right; tests put a mistake in.
const RIGHT: &str = "algorithm A lock

option order: flag_first, turn_first

shared flag[process]: bool
shared turn: process
message hello(n: 0..3)

process i of 2, for ever:
  own seen: none | 0..9
  own friends: set of process
  remainder:
    pause
  waiting:
    flag[i] ← true    with order = flag_first
    turn ← 1 − i
    await not flag[1 − i] or turn = i
  critical:
    pause
  exit:
    flag[i] ← false

define other: 1 − i

always mutual exclusion: at most 1 in critical
eventually served: waiting → critical
";

/// The error of a text with one mistake.
fn only(text: &str) -> Diagnostic {
    let found = check(text);
    let all: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert_eq!(found.len(), 1, "{}\n{text}", all.join("\n"));
    found.into_iter().next().expect("one error")
}

/// The error that comes of `new` in place of `old`. It is in the line of `new`, and its words
/// contain `words`.
fn mistake(old: &str, new: &str, kind: ErrorCode, words: &str) -> Diagnostic {
    assert!(RIGHT.contains(old), "{old}");
    let text = RIGHT.replacen(old, new, 1);
    let found = only(&text);
    assert_eq!(found.kind, kind, "{found}");
    let sentence = found.to_string();
    assert!(sentence.contains(words), "{sentence}");
    assert!(found.message.ends_with('.'), "{sentence}");
    let at = RIGHT.find(old).expect("the place") as u32;
    let line = RIGHT[..at as usize].matches('\n').count() as u32 + 1;
    let lines = new.matches('\n').count() as u32;
    assert!((line..=line + lines).contains(&found.line), "line {line}: {sentence}");
    assert!(found.columns.0 < found.columns.1);
    found
}

#[test]
fn a_right_text_has_none() {
    assert_eq!(check(RIGHT), []);
}

/// What nobody sees is an error at its place, in a name, a title, the name of a property and a comment.
#[test]
fn hidden_characters() {
    for hidden in [
        '\u{202a}', '\u{202e}', '\u{2066}', '\u{2069}', '\u{200b}', '\u{200f}', '\u{1b}',
        '\u{ffff}',
    ] {
        for before in ["algorithm A", "shared tu", "always mutual", "turn ← 1 − i", "  critical:"]
        {
            let line = RIGHT.lines().find(|line| line.contains(before)).expect("a line");
            let inside = line.replacen(before, &format!("{before}{hidden}"), 1);
            for wrong in [inside, format!("{line}    # a {hidden} comment")] {
                let text = RIGHT.replacen(line, &wrong, 1);
                let found = &check(&text)[0];
                assert_eq!(found.kind, ErrorCode::UnknownCharacter, "{wrong:?}: {}", found.message);
                let code = format!("U+{:04X}", u32::from(hidden));
                assert!(found.message.contains(&code), "{}", found.message);
                assert!(!found.message.contains(hidden));
                assert_eq!(found.span.of(&text), hidden.to_string());
            }
        }
    }
    // letters of other scripts are seen, and so is what joins them
    let text = RIGHT.replacen("algorithm A", "algorithm A נעל می\u{200c}رود é", 1);
    assert_eq!(check(&text), []);
}

#[test]
fn a_byte_order_mark_says_nothing() {
    assert_eq!(check(&format!("\u{feff}{RIGHT}")), []);
    let text = format!("\u{feff}{}", RIGHT.replacen("turn ← 1 − i", "turn ← $i", 1));
    assert_eq!(check(&text)[0].kind, ErrorCode::UnknownCharacter);
    assert_eq!(check(&text)[0].span.of(&text), "$");
    let [again, alone] = ["\u{feff}\u{feff}algorithm A\n", "algorithm A\n\u{feff}"];
    assert_eq!(check(again)[0].message, check(alone)[0].message);
}

#[test]
fn bounds() {
    let found =
        mistake("process i of 2", "process i of 17", ErrorCode::TooManyProcesses, "at most 16");
    assert_eq!(found.line, 9);
    let deep = format!("turn ← {}1{}", "(".repeat(60), ")".repeat(60));
    mistake("turn ← 1 − i", &deep, ErrorCode::NestingTooDeep, "deep");
    let long = format!("turn ← 1{}", " + 1".repeat(100));
    mistake("turn ← 1 − i", &long, ErrorCode::NestingTooDeep, "in a row");
    let lines = format!("{RIGHT}{}", "\n".repeat(limits::LINES_MAX));
    assert_eq!(only(&lines).kind, ErrorCode::TooManyLines);
    let text = format!("{RIGHT}# {}", "x".repeat(limits::TEXT_MAX));
    assert!(check(&text).iter().any(|it| it.kind == ErrorCode::TextTooLong));
    let arrays: Vec<String> = (0..20).map(|it| format!("a{it}[0..63]")).collect();
    let wide = format!("own {}: 0..9999\n  own seen", arrays.join(", "));
    let text = RIGHT.replacen("own seen", &wide, 1);
    assert_eq!(only(&text).kind, ErrorCode::StateTooLarge);
    let choices = "choose a in 0..9; choose b in 0..9; choose c in 0..9";
    let text = RIGHT.replacen("turn ← 1 − i", choices, 1);
    assert_eq!(only(&text).kind, ErrorCode::TooManyOutcomes);
    let values: Vec<String> = (0..90).map(|it| format!("v{it}")).collect();
    let option = format!("option order: flag_first, {}", values.join(", "));
    mistake(
        "option order: flag_first, turn_first",
        &option,
        ErrorCode::DomainTooLarge,
        "at most 64",
    );
    let loops = "for each a in 0..60: for each b in 0..60: for each c in 0..60: turn ← 1";
    mistake("turn ← 1 − i", loops, ErrorCode::ProgramTooLarge, "too large");
}

#[test]
fn definitions_that_use_each_other_end_wherever_a_set_may_stand() {
    for lines in ["define s: s + {1}", "define s: t + t\ndefine t: s", "define s(k): s mod 2"] {
        let text = format!(
            "algorithm A\nshared x: set of 0..2\np i of 2:\n  a:\n    x ← s + {{}}\n{lines}\n"
        );
        assert!(!check(&text).is_empty(), "{lines}");
    }
}

#[test]
fn lines_before_the_first_step_have_to_run() {
    let first = "  own seen: none | 0..9\n  own low: 0..3\n";
    let text = RIGHT.replace("  own seen: none | 0..9\n", first);
    for line in ["low ← low + 4", "low ← 3 mod low"] {
        let text = text.replacen("    pause", &format!("    {line}\n    pause"), 1);
        let found = only(&text);
        assert_eq!(found.kind, ErrorCode::CannotBegin, "{found}");
        assert_eq!(found.line, 9);
        assert!(listing::compile(&text, &[]).is_err());
    }
}

/// Programs rely on these names.
#[test]
fn kinds_have_names_for_programs() {
    for (kind, name) in [
        (ErrorCode::Expected, "expected"),
        (ErrorCode::UnknownName, "unknown-name"),
        (ErrorCode::NotAnItem, "not-an-item"),
        (ErrorCode::NotABoolean, "not-a-boolean"),
        (ErrorCode::AssignedWithEquals, "assigned-with-equals"),
    ] {
        assert_eq!(kind.name(), name);
    }
}
