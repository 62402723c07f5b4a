//! Names that mean something else where they stand, and sets that were to be lists.

use crate::misread::errors;
use crate::searches::report;
use listing::{Kind, check};

/// Sections `waiting` and `critical` behind these declarations.
fn text(declarations: &str, own: &str, line: &str) -> String {
    format!(
        "algorithm Meant\n{declarations}worker i of 2:\n  own k: 0..3\n{own}  waiting:\n    {line}\n  \
         critical:\n    pause\n"
    )
}

#[test]
fn a_symbol_is_no_section() {
    let twice = Kind::DeclaredTwice;
    let shared = text("shared light: red | waiting\n", "", "light ← waiting");
    errors(&shared, &[("2:21", twice, "`waiting` is a section, too, which line 5 begins.")]);
    for word in ["end", "decided", "crashed"] {
        let own = format!("  own c: none | {word}\n");
        let words = format!("`{word}` is a section, too, which every process has.");
        errors(&text("", &own, &format!("c ← {word}")), &[("4:17", twice, &words)]);
    }
    // a section that is listed, of another role
    let other = text("shared light: red | idle\n", "", "light ← idle")
        + "lamp:\n  sections idle, lit\n  when idle: become lit\n";
    errors(&other, &[("2:21", twice, "`idle` is a section, too, which line 10 begins.")]);
    let field = text("message m(v: none | waiting)\n", "", "send m(none) to 0");
    errors(&field, &[("2:21", twice, "Give one of the two another name.")]);
}

#[test]
fn an_option_is_no_domain() {
    let wrong = Kind::WrongDomain;
    let option = "option mode: fast, slow\n";
    let symbols = "Write its values: `fast | slow`.";
    for (line, place) in [
        ("shared c: mode = any", "3:11"),
        ("shared c: none | mode", "3:18"),
        ("shared c[mode]: bool", "3:10"),
        ("shared c: set of mode", "3:18"),
        ("message m(v: mode)", "3:14"),
        ("domain d: mode", "3:11"),
        ("record r(v: mode)", "3:13"),
        ("pool cell of 2: v: mode", "3:20"),
        ("always a: all v in mode: v = v", "3:20"),
    ] {
        errors(&text(&format!("{option}{line}\n"), "", "pause"), &[(place, wrong, symbols)]);
    }
    errors(&text(option, "", "choose c in mode"), &[("6:17", wrong, symbols)]);
    let truth = text("option m: no, yes\nshared x: m\n", "", "pause");
    errors(&truth, &[("3:11", wrong, "Write `bool`.")]);
    let number = text("option n: 2, 3\nshared x: n\n", "", "pause");
    errors(&number, &[("3:11", wrong, "Write a range: `0..n − 1` for so many, or `0..n`.")]);
}

#[test]
fn one_await_takes_one_kind_of_message() {
    let words = "write a rule for each beside the sections: `on a: …`";
    let text = |line| text("message a, b(v: 0..1)\n", "", line);
    errors(&text("await a or b(k)"), &[("6:11", Kind::OutOfPlace, words)]);
    errors(&text("await k = 1 or a"), &[("6:11", Kind::OutOfPlace, words)]);
}

#[test]
fn an_initial_value_is_of_no_process() {
    let words = "Write `c[i in process]`: then `i` is the index.";
    let wrong = text("shared c[process]: set of process = {i}\n", "", "pause");
    errors(&wrong, &[("2:38", Kind::UnknownName, words)]);
    errors(&wrong.replace("[process]", "[i in process]"), &[]);
    let plain = text("shared c: process = i\n", "", "pause");
    errors(&plain, &[("2:21", Kind::UnknownName, "the same for all processes")]);
}

#[test]
fn an_arrow_ends_what_a_quantifier_says() {
    let property = |claim: &str| format!("{}eventually a: {claim}\n", text("", "", "pause"));
    let words = "Write `waiting → critical`, which is said of each process.";
    let wrong = property("all i: i in waiting → i in critical");
    errors(&wrong, &[("8:37", Kind::UnknownName, words)]);
    let wrong = property("all j: k[j] = 0 → k[j] = 1");
    let words = "Write `all j: (k[j] = 0 → k[j] = 1)`, which is said of each.";
    errors(&wrong, &[("8:35", Kind::UnknownName, words)]);
    errors(&property("all j: (k[j] = 0 → k[j] = 1)"), &[]);
    // what follows binds its own
    errors(&property("all j: k[j] = 0 → some j: k[j] = 1"), &[]);
}

#[test]
fn what_is_asked_anyway_has_its_name() {
    let text = text("shared a[0..2]: 0..9\n", "", "a[0] ← 1");
    let text = text + "most high: a[0]\nalways high can be computed: true\n";
    let words = "“high can be computed” is a property of the number in line 9 already.";
    errors(&text, &[("10:8", Kind::DeclaredTwice, words)]);
}

#[test]
fn braces_are_a_set_and_brackets_a_list() {
    let wrong = Kind::WrongDomain;
    let (list, set) = ("  own l: list of 0..3 up to 3\n", "  own s: set of 0..3\n");
    for (own, line, words) in [
        (list, "l ← {2, 2, 1}", "Braces are a set, and here a list is needed. Write `[2, 2, 1]`."),
        (list, "l ← l + {1}", "Write `[1]`."),
        (list, "if l = {1, 2}: skip", "Write `[1, 2]`."),
        (list, "if {1, 2} = l: skip", "Write `[1, 2]`."),
        (list, "l ← {1} if k = 1 else [2]", "Write `[1]`."),
        (list, "l ← few", "Write the definition in brackets"),
        (list, "l ← {j in 0..3: j > k}", "Braces are a set"),
        (set, "s ← s + [1, 1]", "Brackets are a list, and here a set is needed. Write `{1, 1}`."),
        (set, "if [1] ⊆ s: skip", "Write `{1}`."),
    ] {
        let text = text("", own, line) + "define few: {1, 2}\n";
        let found = check(&text);
        assert_eq!((found.len(), found[0].kind), (1, wrong), "{line}: {found:?}");
        assert!(found[0].to_string().contains(words), "{line}: {}", found[0]);
    }
    // definitions that use each other many times
    let mut many = text("", set, "s ← d0");
    for nth in 0..20 {
        let next = vec![format!("d{}", nth + 1); 20].join(" + ");
        many = format!("{many}define d{nth}: {next}\n");
    }
    assert!(!check(&(many + "define d20: [1]\n")).is_empty());
    let initial = text("", "  own l: list of 0..3 up to 3 = {2, 2, 1}\n", "pause");
    errors(&initial, &[("4:33", wrong, "Write `[2, 2, 1]`.")]);
    let array = text("shared a[0..1]: set of 0..3 = [{1}, [2]]\n", "", "pause");
    errors(&array, &[("2:37", wrong, "Write `{2}`.")]);
    let field = text("message m(l: list of 0..3 up to 2)\n", "", "send m({1}) to 0");
    errors(&field, &[("6:12", wrong, "Write `[1]`.")]);
    // nothing in them can be either
    for line in ["l ← {}", "l ← l + {}", "if l = {}: skip"] {
        errors(&text("", list, line), &[]);
    }
    errors(&text("", set, "s ← []"), &[]);
    // each element of an array has its own set
    let array = text("shared a[0..1]: set of 0..3 = [{1}, {2}]\n", "", "pause");
    assert!(report(&(array + "always a: 1 in a[0] and 2 in a[1]\n"), &[]).ok());
}

#[test]
fn what_leads_to_what_may_stand_in_brackets() {
    let property = |claim: &str| format!("{}eventually a: {claim}\n", text("", "", "pause"));
    let other = Kind::OtherLanguage;
    for claim in ["(waiting → critical)", "(k[0] = 0 → k[0] = 1)", "((k[0] = 0) -> (k[0] = 1))"]
    {
        errors(&property(claim), &[]);
    }
    let words = "Write `waiting → critical`, which is said of each process.";
    for claim in ["all i: (i in waiting → i in critical)", "all i: (i in waiting -> i in critical)"]
    {
        errors(&property(claim), &[("8:15", other, words)]);
    }
    let unknown = Kind::UnknownName;
    let inner = property("(all i: i in waiting → i in critical)");
    errors(&inner, &[("8:38", unknown, words)]);
    for claim in ["all i: (k[i] = 0 → k[i] = 1)", "all i: (i in waiting → k[0] = 1)"] {
        errors(&property(claim), &[]);
    }
    let each = "Write a property for each: `eventually NAME: P → Q`, or `all` in place of `some`.";
    errors(&property("some i: (i in waiting → i in critical)"), &[("8:15", other, each)]);
    let each = "Write a property for each: `a[0] → b[0]`.";
    errors(&property("some i: i in waiting → i in critical"), &[("8:38", unknown, each)]);
    let two = property("(waiting → critical) and (critical → waiting)");
    errors(&two, &[("8:24", other, "Write a property for each")]);
    for (sign, place) in [("leads to", "8:23"), ("~>", "8:23"), ("leadsto", "8:23")] {
        let claim = property(&format!("waiting {sign} critical"));
        errors(&claim, &[(place, other, "Write `→` here.")]);
        errors(&claim.replace(sign, "→"), &[]);
    }
}

#[test]
fn a_claim_begins_with_a_word_and_a_name() {
    let head = text("", "", "pause");
    let other = Kind::OtherLanguage;
    for (line, word) in [
        ("a: all i: (i in waiting -> i in critical)", "Write `eventually a: …`."),
        ("a: waiting → critical", "Write `eventually a: …`."),
        ("a: all i: k[i] < 3", "Write `always a: …`."),
        ("a: not k[0] = 3", "Write `always a: …`."),
    ] {
        errors(&format!("{head}{line}\n"), &[("8:1", other, word)]);
    }
    errors(&format!("{head}eventually a: waiting → critical\nalways b: all i: k[i] < 3\n"), &[]);
    let words = "Give it a name first: `eventually NAME: all i: …`.";
    let unnamed = format!("{head}eventually all i: i in critical\n");
    errors(&unnamed, &[("8:12", Kind::Expected, words)]);
    errors(&unnamed.replace("all i:", "a: all i:"), &[]);
}
