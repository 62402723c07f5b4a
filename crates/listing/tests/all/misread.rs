//! Texts that were meant otherwise: the error says what was meant, and what to write.

use listing::{Kind, check, compile};

/// The errors of a text are these: place, kind, words.
fn errors(text: &str, expected: &[(&str, Kind, &str)]) {
    let found = check(text);
    let all: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert_eq!(found.len(), expected.len(), "{all:#?}\n{text}");
    for ((it, sentence), (place, kind, words)) in found.iter().zip(&all).zip(expected) {
        assert_eq!(it.kind, *kind, "{sentence}");
        assert!(sentence.starts_with(&format!("{place}: ")), "{place}: {sentence}");
        assert!(sentence.contains(words), "{words}: {sentence}");
    }
}

/// The text with what its errors propose.
fn mended(text: &str) -> String {
    let mut mended = text.to_owned();
    for it in check(text).into_iter().rev() {
        let edit = it.replacement.expect("a proposal");
        mended.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.text);
    }
    mended
}

/// A text with such lines in a section, behind some declarations.
fn section(lines: &str) -> String {
    format!(
        "algorithm Lines\nshared x: 0..9\nshared up[process]: bool\nmessage ack\n\
         worker i of 2:\n  own b: bool\n  going:\n{lines}  resting:\n    pause\n\
         boss:\n  on ack: skip\n"
    )
}

#[test]
fn a_line_ends_without_a_sign() {
    let text = "algorithm Ends\nshared x: 0..2;\nprocess i of 2:\n  own y: 0..2;\n  going:\n    x ← 1;\n    x ← 2; y ← 2\n";
    let words = "a line needs none";
    let other = Kind::OtherLanguage;
    errors(text, &[("2:15", other, words), ("4:14", other, words), ("6:10", other, words)]);
    assert_eq!(check(&mended(text)), []);
}

#[test]
fn comments_of_other_languages() {
    let text = "algorithm Comments\n// one\nshared x: 0..2 /* two\n-- three\nprocess i of 2:\n  // four\n  going:\n    x ← 1 // five\n    // six\n";
    let places = ["2:1", "3:16", "4:1", "6:3", "8:11", "9:5"];
    let expected = places.map(|it| (it, Kind::OtherLanguage, "A comment begins with `#`."));
    errors(text, &expected);
    assert_eq!(check(&mended(text)), []);
}

#[test]
fn names_of_several_words_and_roles_without_a_count() {
    let text = "algorithm Words\nprocess i of 2:\n  critical section:\n    pause\n";
    errors(text, &[("3:3", Kind::OtherLanguage, "Write `critical_section:`.")]);
    assert_eq!(check(&mended(text)), []);
    let text = "algorithm Count\nworker p:\n  going:\n    pause\n";
    errors(text, &[("2:1", Kind::NotAnItem, "Write `worker p of 2:` for two of them")]);
    let text = "algorithm Count\noptin p: a, b\n";
    errors(text, &[("2:1", Kind::NotAnItem, "Did you mean `option`?")]);
}

#[test]
fn messages_to_a_role_and_from_anybody() {
    let text = section("    send ack to all worker\n");
    errors(&text, &[("8:21", Kind::OtherLanguage, "Write `to all in worker`")]);
    assert!(mended(&text).contains("send ack to all in worker\n"));
    // the name that nobody bound is told once, where it was to be bound
    let text = section("    await ack from j\n    up[j] ← true\n    x ← 1\n");
    errors(&text, &[("8:20", Kind::UnknownName, "a rule that binds its sender: `on ack from j:`")]);
    assert_eq!(check(&section("    await ack from 1 − i\n    await ack from boss\n")), []);
}

#[test]
fn loops_end_by_their_condition() {
    let text = section("    while x < 3:\n      if up[0]: break\n      x ← x + 1\n");
    errors(&text, &[("9:17", Kind::OtherLanguage, "Write the condition behind `while`")]);
}

#[test]
fn what_a_quantifier_says_reaches_to_the_end() {
    let text = |claim: &str| section("    up[i] ← true\n") + "never many: " + claim + "\n";
    let wrong = [
        ("count j: up[j] ≤ 2", "Write `(count j: up[j]) ≤ 2`."),
        ("2 · count j: up[j] > 2", "Write `(count j: up[j]) > 2`."),
        ("sum j in worker: x = 3", "Write `(sum j in worker: x) = 3`."),
        ("(max j in 0..2: j) = 1 and min j in 0..2: j < 1", "Write `(min j in 0..2: j) < 1`."),
    ];
    for (claim, words) in wrong {
        let found = check(&text(claim));
        assert_eq!((found.len(), found[0].kind), (1, Kind::NotANumber), "{}", found[0]);
        assert!(found[0].to_string().contains(words), "{}", found[0]);
    }
    for right in
        ["(count j: up[j] = (x = 1)) > 3", "(count j in 0..2: j < 1) > 3", "(count j: up[j]) > 3"]
    {
        assert_eq!(check(&text(right)), [], "{right}");
    }
}

#[test]
fn domains_of_truth_values_and_symbols() {
    let text = section("    pause\n    choose b in true | false\n");
    errors(&text, &[("9:17", Kind::WrongDomain, "Write `bool`.")]);
    assert_eq!(check(&text.replace("true | false", "bool")), []);
    let text = section("    pause\n").replace("boss:\n", "boss:\n  own state: none | b\n");
    errors(
        &text,
        &[("12:21", Kind::DeclaredTwice, "`b` is a variable, too, which line 6 declares.")],
    );
}

#[test]
fn what_another_role_has_and_what_is_no_set() {
    let rule = |guard: &str| section("    pause\n") + "  when " + guard + ": x ← 1\n";
    let text = rule("b[0] and x = 0");
    errors(
        &text,
        &[("13:8", Kind::OutOfPlace, "`b` belongs to `worker`, and this is a line of `boss`.")],
    );
    let text = rule("x = 0 and (all k in worker: b[k])");
    errors(&text, &[("13:36", Kind::OutOfPlace, "A rule reads it as `k.b`")]);
    assert_eq!(check(&text.replace("b[k]", "k.b")), []);
    let text = "algorithm Inside\nprocess i of 3:\n  sections outside, inside\n  own seen: bool\n  \
                when inside = process and not seen: seen ← true\n  when outside: become inside\n\
                reachable one: some i: seen[i]\n";
    let all = "(all j in process: j in inside)";
    errors(text, &[("5:8", Kind::NotABoolean, &format!("Write `{all}`"))]);
    assert_eq!(check(&text.replace("inside = process", all)), []);
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
        let system = compile(&text, &[]).unwrap_or_else(|it| panic!("{}\n{text}", it[0]));
        let report = checker::check(std::sync::Arc::new(system), checker::Limits::states(100));
        assert!(report.ok(), "{value}");
    }
}

/// An index that runs over all processes, where the array has an element for each of one role.
#[test]
fn an_array_of_one_role_has_no_element_for_another() {
    let text = section("    pause\n").replace("up[process]", "up[worker]");
    let text = text.replace("boss:", "foreman:\n  on ack: skip\nboss:")
        + "at end all: all j in process: up[j]\n";
    errors(&text, &[("15:34", Kind::IndexOutside, "`up` has an element for each `worker`")]);
}
