//! Texts that are easily misread, and mean what they say.

use listing::{ErrorCode, check, compile};

/// The errors of a text are these: place, kind, words.
pub fn errors(text: &str, expected: &[(&str, ErrorCode, &str)]) {
    let found = check(text);
    let all: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert_eq!(found.len(), expected.len(), "{all:#?}\n{text}");
    for ((it, sentence), (place, kind, words)) in found.iter().zip(&all).zip(expected) {
        assert_eq!(it.kind, *kind, "{sentence}");
        assert!(sentence.starts_with(&format!("{place}: ")), "{place}: {sentence}");
        assert!(sentence.contains(words), "{words}: {sentence}");
    }
}

/// The first text has this error; the second, which is what was meant, has none.
pub fn meant(text: &str, place: &str, kind: ErrorCode, words: &str, instead: (&str, &str)) {
    let text = format!("algorithm A\n{text}");
    errors(&text, &[(place, kind, words)]);
    assert!(text.contains(instead.0), "{}", instead.0);
    errors(&text.replacen(instead.0, instead.1, 1), &[]);
}

/// A text with such lines in a section, behind some declarations.
fn section(lines: &str) -> String {
    format!(
        "algorithm Lines\nshared x: 0..9\nshared up[process]: bool\nmessage ack\n\
         worker i of 2:\n  own b: bool\n  going:\n{lines}  resting:\n    pause\n\
         boss:\n  on ack: skip\n"
    )
}

/// A list that holds no list is what every element of an array of lists begins with.
#[test]
fn the_first_value_of_lists_in_an_array() {
    for (value, expected) in [
        ("[0, 2]", "length(m[1]) = 2 and head(m[1]) = 0"),
        ("[]", "m[1] = []"),
        ("[[2], []]", "m[1] = [] and head(m[0]) = 2"),
    ] {
        let text = format!(
            "algorithm Lists\nshared m[process]: list of 0..2 up to 2 = {value}\nprocess i of 2:\n  \
             going:\n    pause\nalways so: {expected}\n"
        );
        let system = compile(&text, &[]).unwrap_or_else(|errors| panic!("{}\n{text}", errors[0]));
        let report = checker::check(std::sync::Arc::new(system), checker::Limits::states(100));
        assert!(report.ok(), "{value}");
    }
}

/// Behind `≠`, also beside one name.
#[test]
fn a_role_of_one_process_is_that_process() {
    let text = section("    x ← 1\n") + "reachable a: some j ≠ boss in process: j = boss\n";
    let system = compile(&text, &[]).expect("a text without errors");
    let report = crate::searches::search(system);
    assert!(report.verdicts.iter().any(|verdict| verdict.outcome == checker::Outcome::NotFound));
}

#[test]
fn a_definition_can_be_one_word() {
    for word in ["skip", "pause", "stop", "restart"] {
        let text = section("    x ← 1\n    tell(1)\n") + "define tell(y): " + word + "\n";
        errors(&text, &[]);
    }
}
