//! `say NAME: …`: what stands there, and what cannot.

use listing::{ErrorCode, check, format, parse};

fn text(claim: &str, said: &str) -> String {
    format!(
        "algorithm A\n\nshared x: 0..2\nshared of[process]: 0..1\n\nprocess i of 2:\n  s:\n    x ← 1\n\n{claim}\n{said}\n"
    )
}

#[test]
fn a_sentence_has_words_and_values_to_the_end_of_its_line() {
    for (claim, said) in [
        ("always t: x = 0", "say t: It’s 100 % wrong; x is “{x}”, and (x is {2 * x}."),
        ("always t: x = 0", "say t: Nothing with a value.    # nor with one"),
        ("always t: all i, j: of[i] = of[j]", "say t: {i} has {of[i]}, {j} has {{of[i], of[j]}}."),
        ("never t: some i: of[i] = 1", "say t: {i}: {max j ≠ i: of[j]}."),
        ("always t: x = 0 ⇒ all i: of[i] = 0", "say t: {i}."),
        ("at end t: all i: some j ≠ i: of[i] = of[j]", "say t: {i} and {j}."),
        ("eventually t: x = 2", "say t: x is {x if x > 0 else 5}."),
    ] {
        let text = text(claim, said);
        let found = check(&text);
        assert!(found.is_empty(), "{said}: {}", found[0]);
        assert_eq!(format(&text).unwrap(), text, "{said}");
    }
}

#[test]
fn what_a_sentence_cannot_be_is_an_error_at_its_place() {
    let claim = "always t: all i: of[i] = 0";
    for (said, kind, message) in [
        ("say t: {i} has {o[i]}.", ErrorCode::UnknownName, "Nothing is called `o`"),
        ("say t: {k} has it.", ErrorCode::UnknownName, "Nothing is called `k`"),
        ("say t: {of[7]} it is.", ErrorCode::IndexOutside, "The index 7 is outside of `of`"),
        ("say t: {i} has {of[i].", ErrorCode::Expected, "is missing before"),
        ("say t: {i} has it", ErrorCode::Expected, "This is no whole sentence."),
        ("say t:", ErrorCode::Expected, "This is no whole sentence."),
        ("say u: So it is.", ErrorCode::UnknownProperty, "No property is called `u`."),
        (
            "say no deadlock: So it is.",
            ErrorCode::UnknownProperty,
            "No property is called `no deadlock`.",
        ),
        (
            "say t: One.\nsay t: Two.",
            ErrorCode::DeclaredTwice,
            "Line 11 says already what is told of this.",
        ),
        (
            "reachable r: x = 1\nsay r: One.",
            ErrorCode::OutOfPlace,
            "Only `always`, `never`, `at end` and `eventually`",
        ),
    ] {
        let found = check(&text(claim, said));
        assert_eq!(found.len(), 1, "{said}: {found:?}");
        let message_is = found[0].message.contains(message);
        assert!(found[0].kind == kind && message_is, "{said}: {:?} {}", found[0].kind, found[0]);
        assert!(found[0].line >= 11, "{said}: {}", found[0]);
    }
    // a name that is bound deeper in the claim is not in force
    let deeper = text("always t: all i: of[i] = 0 or (some j: of[j] > 1)", "say t: {j}.");
    assert_eq!(check(&deeper)[0].kind, ErrorCode::UnknownName);
}

#[test]
fn a_sentence_is_no_part_of_the_program() {
    let said = text("always t: all i: of[i] = 0", "say t: {i} has {max j: of[j]}.");
    let silent = text("always t: all i: of[i] = 0", "");
    let program = |text: &str| format!("{:?}", listing::compile(text, &[]).unwrap().program());
    assert_eq!(program(&said), program(&silent));
    assert!(parse(&said).listing.properties().all(|property| property.sentence.is_some()));
}

#[test]
fn say_names_something_where_it_begins_no_sentence() {
    let text = "algorithm A\n\nshared x: 0..1\n\nsay:\n  s:\n    x ← 1\n";
    assert!(check(text).is_empty());
}
