//! Texts by habits from other languages that were accepted with another meaning: each is an error at its
//! place, and what is to be written instead is none.

use crate::meaning::{check as verdicts, outcome};
use crate::misread::errors;
use checker::Outcome;
use listing::{Kind, check};

/// The first text has this error; the second, which is what was meant, has none.
pub fn meant(text: &str, place: &str, kind: Kind, words: &str, instead: (&str, &str)) {
    let text = format!("algorithm A\n{text}");
    errors(&text, &[(place, kind, words)]);
    assert!(text.contains(instead.0), "{}", instead.0);
    let right = text.replacen(instead.0, instead.1, 1);
    let found: Vec<String> = check(&right).iter().map(ToString::to_string).collect();
    assert_eq!(found, [] as [String; 0], "{right}");
}

#[test]
fn atomic_is_for_one_statement() {
    let text = "shared x, y: 0..1\np i of 2:\n  going:\n    atomic x ← 1; y ← 1\n";
    let words = "`atomic` is for one statement";
    meant(text, "5:17", Kind::OutOfPlace, words, ("atomic x", "atomic: x"));
    let instead = ("atomic x ← 1; y ← 1", "atomic x, y ← 1, 1");
    meant(text, "5:17", Kind::OutOfPlace, words, instead);
}

#[test]
fn a_condition_is_true_or_false() {
    let head =
        "option order: first, second\noption count: 1, 2\nshared x: 0..3\np i of 2:\n  going:\n";
    let not = Kind::NotABoolean;
    for (line, place, instead) in [
        ("x ← 1    with second", "7:19", ("with second", "with order = second")),
        ("x ← 1    with order", "7:19", ("with order", "with order = first")),
        ("x ← 1    with count", "7:19", ("with count", "with count = 1")),
        ("if first: x ← 1", "7:8", ("if first", "if order = first")),
        ("if i: x ← 1", "7:8", ("if i", "if i = 1")),
        ("if count − 1: x ← 1", "7:8", ("count − 1:", "count > 1:")),
        ("await second", "7:11", ("await second", "await order = first")),
    ] {
        let instead = (instead.0, instead.1);
        // what comes by option is found where it stands
        meant(&format!("{head}    {line}\n    x ← 2\n"), place, not, "true or false", instead);
    }
}

#[test]
fn an_option_is_compared_with_its_values() {
    let head = "option lock: spin, queue\noption order: first, last\noption size: 1, 2\nshared x: 0..3\n\
                shared color: red | green\np i of 2:\n  going:\n    color ← green\n";
    for (line, place, name) in [
        ("x ← 1    with lock = last", "10:26", "last"),
        ("x ← 1    with lock ≠ red", "10:26", "red"),
        ("x ← 1    with lock in {spin, first}", "10:34", "first"),
        ("x ← 1    with size = 3", "10:26", "3"),
        ("if lock = none: x ← 1", "10:15", "none"),
    ] {
        let option = if line.contains("size") { "size" } else { "lock" };
        let value = if option == "size" { "2" } else { "queue" };
        let words = format!("The option `{option}` has no value `{name}`");
        let kind = Kind::UnknownOptionValue;
        let right = line.replacen(name, value, 1);
        meant(&format!("{head}    {line}\n"), place, kind, &words, (line, &right));
    }
    let text = format!("algorithm A\n{head}    x ← 1    with size < 3 and size ≥ 0\n");
    assert_eq!(check(&text), []);
}

#[test]
fn a_new_name_is_no_value() {
    let head = "option size: 1, 2\ndefine most: 2\nmessage vote(v: yes | no | none)\np i of 2:\n  own got: yes | no | none\n  \
                own s: bool\n";
    let twice = Kind::DeclaredTwice;
    for (name, what) in [
        ("yes", "a value"),
        ("none", "a value"),
        ("true", "a value"),
        ("size", "an option"),
        ("most", "a definition"),
    ] {
        let words = format!("`{name}` is {what}, and here a new name is bound.");
        let rule = format!("{head}  on vote({name}): s ← true\n");
        meant(&rule, "8:11", twice, &words, (&format!("({name})"), "(v) when v = yes"));
        for (line, place) in [
            (format!("await vote({name})"), "9:16"),
            (format!("choose {name} in 0..2"), "9:12"),
            (format!("for each {name} in 0..2: pause"), "9:14"),
            (format!("s ← some {name} in 0..2: i = 1"), "9:14"),
        ] {
            if matches!(name, "true" | "none") && !line.contains("vote") {
                continue;
            }
            let right = line.replacen(name, "other", 1);
            let text = format!("{head}  going:\n    {line}\n    send vote(got) to i\n");
            meant(&text, place, twice, &words, (&line, &right));
        }
    }
    let text =
        "define f(true): true\np i of 2:\n  own s: bool\n  going:\n    s ← f(s)\n    pause\n";
    meant(text, "2:10", twice, "`true` is a value", ("f(true)", "f(v)"));
}

#[test]
fn a_message_gives_no_known_name_another_meaning() {
    let head =
        "message ack(k: 0..2)\np i of 2:\n  own a: 0..2\n  going:\n    send ack(1) to 1 − i\n";
    let words = "has another meaning already";
    let twice = Kind::DeclaredTwice;
    meant(
        &format!("{head}    await ack(i)\n"),
        "7:15",
        twice,
        words,
        ("await ack(i)", "await ack(k)"),
    );
    let text = format!("{head}    for each k in 1..2: await ack(k)\n");
    meant(&text, "7:35", twice, words, ("await ack(k)", "await ack(j)"));
    let text = format!("{head}    let x = 2\n    await ack(x)\n");
    meant(&text, "8:15", twice, words, ("await ack(x)", "await ack(j)"));
    let text = format!("{head}    await ack(j) from j\n");
    meant(&text, "7:23", twice, "stands here twice", ("from j", "from k"));
    let text = format!("{head}  resting:\n    pause\n  on ack(j) from j: skip\n");
    meant(&text, "9:18", twice, "stands here twice", ("from j", "from k"));
    // what one message brought, the next one may bring again
    let text = format!("algorithm A\n{head}    await ack(k)\n    await ack(k)\n    a ← k\n");
    assert_eq!(check(&text), []);
}

#[test]
fn what_waits_for_a_name_waits_for_one_thing() {
    let text = "message ready\nshared ready: bool\np i of 2:\n  going:\n    send ready to i\n    await ready\n";
    let instead = ("await ready", "await ready = true");
    meant(text, "7:11", Kind::DeclaredTwice, "is a message and a variable", instead);
}

/// An argument is assigned where the definition receives or chooses.
#[test]
fn a_parameter_is_assigned() {
    let text = "algorithm A\nmessage m(v: 0..2)\ndefine pick(v): choose v in 1..2\ndefine receive(v): await m(v)\n\
                p i of 1:\n  own n, k: 0..2\n  going:\n    send m(2) to i\n    pick(n)\n    receive(k)\n\
                at end f: n[0] > 0 and k[0] = 2\n";
    assert_eq!(outcome(&verdicts(text), "f"), Some(&Outcome::Holds));
    let text = text.replace("receive(k)", "receive(1)");
    errors(&text, &[("4:28", Kind::NotAssignable, "`v` is no variable")]);
}

#[test]
fn the_program_does_not_see_ghosts() {
    let head = "shared x: 0..3\nghost g: 0..3\nmessage m(v: 0..3)\np i of 2:\n  own n: 0..3\n  ghost mine: 0..3\n";
    let words = "is a ghost, which the program does not see";
    for (line, place, right) in [
        ("await g = 0", "9:11", "await x = 0"),
        ("if g = 0: x ← 1", "9:8", "if x = 0: x ← 1"),
        ("x ← g", "9:9", "x ← n"),
        ("x ← mine", "9:9", "x ← n"),
        ("while mine < 2: pause", "9:11", "while n < 2: pause"),
        ("choose n in 0..g", "9:20", "choose n in 0..2"),
    ] {
        let text = format!("{head}  going:\n    {line}\n    x ← 2\n");
        let kind = Kind::OutOfPlace;
        if line.contains("choose") {
            continue;
        }
        meant(&text, place, kind, words, (line, right));
    }
    let text = format!("{head}  sections a\n  when g = 0: x ← 1\n");
    meant(&text, "9:8", Kind::OutOfPlace, words, ("when g", "when x"));
    let fine = "    x ← 1\n    mine ← g\n    g ← g + 1 if g < 3 else 0\n    if g = mine: g ← 0\n    send m(mine) to i\n";
    assert_eq!(check(&format!("algorithm A\n{head}  going:\n{fine}always t: g < 4\n")), []);
}

#[test]
fn an_else_belongs_to_what_begins_a_line() {
    let text = "shared x: 0..9\np i of 1:\n  own a, b: bool\n  going:\n    if a: if b: x ← 1\n    else: x ← 2\n  end_of_it:\n    pause\n";
    let words = "This `else` could belong to";
    let instead =
        ("if a: if b: x ← 1\n    else: x ← 2", "if a:\n      if b: x ← 1\n    else: x ← 2");
    meant(text, "7:5", Kind::ElseWithoutIf, words, instead);
}

/// The indices are those before the assignment.
#[test]
fn several_variables_are_assigned_at_once() {
    for declared in ["own k: 0..1", "own k: 0..1\n  own a[0..1]: 0..9"] {
        let shared = if declared.contains("a[") { "" } else { "shared a[0..1]: 0..9\n" };
        let a = if shared.is_empty() { "p.a" } else { "a" };
        let text = format!(
            "algorithm A\n{shared}p:\n  {declared}\n  going:\n    k, a[k] ← 1, 5\n    pause\n\
             at end f: {a}[0] = 5 and {a}[1] = 0\n"
        );
        assert_eq!(outcome(&verdicts(&text), "f"), Some(&Outcome::Holds), "{text}");
    }
}

#[test]
fn implies_is_about_one_moment() {
    let text = "shared turn: 0..1\np i of 2:\n  waiting:\n    await turn = i\n  critical:\n    turn ← 1 − turn\n\
                eventually served: 1 in waiting ⇒ 1 in critical\n";
    let kind = Kind::OtherLanguage;
    meant(text, "8:32", kind, "Write `→` instead", ("⇒", "→"));
    let text = text.replace("eventually", "reachable");
    meant(&text, "8:31", kind, "Write `and` instead", ("⇒", "and"));
}

#[test]
fn a_misspelt_option_of_the_network_is_an_error() {
    let text = "option crash: 0, 1\np i of 2:\n  going:\n    pause\n";
    meant(text, "2:8", Kind::UnknownName, "Did you mean `crashes`?", ("crash:", "crashes:"));
    let text = "define loss: 1\nmessage m\np i of 2:\n  going:\n    send m to i\n";
    meant(text, "2:8", Kind::UnknownName, "Did you mean `losses`?", ("loss:", "losses:"));
    let text = "option lossy: 0, 1\nmessage m\np i of 2:\n  going:\n    send m to i\n";
    meant(text, "2:8", Kind::UnknownName, "Did you mean `losses`?", ("lossy:", "losses:"));
    let text = "option reorder: fifo, unordered\nmessage m\np i of 2:\n  going:\n    send m to i\n";
    meant(text, "2:8", Kind::UnknownName, "Did you mean `channels`?", ("reorder:", "channels:"));
    let used =
        "algorithm A\noption crash: 0, 1\nshared x: 0..1\np i of 2:\n  going:\n    x ← crash\n";
    assert_eq!(check(used), []);
}

#[test]
fn a_round_that_waits_changes_nothing() {
    let text =
        "shared x: 0..9\np i of 1:\n  own n: 0..9\n  going:\n    await fetch_and_add(x, 1) = 1\n";
    let words = "would add each time";
    let instead = ("await fetch_and_add(x, 1) = 1", "n ← fetch_and_add(x, 1)");
    meant(text, "6:5", Kind::OutOfPlace, words, instead);
}

#[test]
fn a_pause_is_a_step() {
    let text = "shared x: 0..9\np i of 1:\n  going:\n    atomic:\n      x ← 1\n      pause\n";
    meant(text, "7:7", Kind::OutOfPlace, "A `pause` is a step", ("\n      pause", ""));
    let text = "shared x: 0..9\np i of 1:\n  sections a\n  when x = 0:\n    pause\n    x ← 1\n";
    meant(text, "6:5", Kind::OutOfPlace, "A `pause` is a step", ("    pause\n", ""));
}

#[test]
fn a_property_begins_with_its_name() {
    let text = "shared x: 0..1\np i of 2:\n  c:\n    x ← 1\nat end some i in c: x = 1\n";
    let words = "stands where the property has its name";
    meant(text, "6:8", Kind::Expected, words, ("some i", "t: some i"));
}

/// What is computed with the number of a process counts within its role.
#[test]
fn numbers_of_one_role_are_none_of_all_processes() {
    let text = "shared flag[process]: bool\nobserver:\n  looking:\n    pause\n\
                p i of 2:\n  going:\n    await not flag[1 − i]\n    flag[i] ← true\n";
    let words = "`1 − i` counts within `p`";
    meant(text, "8:20", Kind::OtherRole, words, ("flag[process]", "flag[p]"));
    let text = "shared turn: process\nobserver:\n  looking:\n    pause\np i of 2:\n  going:\n    turn ← 1 − i\n";
    meant(text, "8:12", Kind::OtherRole, words, ("turn: process", "turn: p"));
}

#[test]
fn a_single_process_has_no_others() {
    let text = "message m\np:\n  going:\n    send m to all others\nq i of 2:\n  on m: skip\n";
    let words = "`p` has one process";
    meant(text, "5:10", Kind::OutOfPlace, words, ("all others", "all q"));
}

#[test]
fn what_each_process_comes_to_is_no_implication() {
    let head = "p i of 2:\n  trying:\n    pause\n  critical:\n    pause\n";
    for quantifier in ["all", "some"] {
        let claim = format!("{quantifier} i: i in trying ⇒ i in critical");
        let text = format!("{head}eventually served: {claim}\n");
        let words = "Write `trying → critical`";
        meant(&text, "7:20", Kind::OtherLanguage, words, (&claim, "trying → critical"));
    }
    let text = format!("{head}reachable both: some i: i in trying ⇒ i in critical\n");
    meant(&text, "7:36", Kind::OtherLanguage, "Write `and` instead", ("⇒", "and"));
}

#[test]
fn one_process_has_both_sections() {
    let text = "message ask\nc i of 2:\n  asking:\n    send ask to s\ns:\n  sections idle, answering\n  rests in \
                idle, answering\n  on ask: become answering\neventually answered: asking → answering\n";
    let words = "No process has both sections";
    let together = ("asking → answering\n", "asking ≠ {} → answering ≠ {}\n");
    let kind = Kind::PropertyWithoutSection;
    meant(text, "10:22", kind, words, together);
    let text =
        text.replace("eventually answered: asking → answering", "wait-free: asking to answering");
    meant(&text, "10:12", kind, words, ("asking to answering", "asking to end"));
}

#[test]
fn numbers_of_processes_are_not_added() {
    let text = "p i of 2:\n  waiting:\n    pause\n  critical:\n    pause\nalways alone: sum(critical) ≤ 2\n";
    let words = "This adds the numbers of processes";
    meant(text, "7:15", Kind::NotANumber, words, ("sum(critical)", "size(critical)"));
}

#[test]
fn a_section_is_empty_where_nobody_is_in_it() {
    let text = |guard: &str| {
        format!("p i of 2:\n  sections idle, busy\n  when idle and {guard}: become busy\n")
    };
    let not = Kind::NotABoolean;
    let nobody = ("busy = {}", "(all j in process: j not in busy)");
    meant(&text(nobody.0), "4:17", not, "`busy` is true or false", nobody);
    let somebody = ("busy ≠ {}", "(some j in process: j in busy)");
    meant(&text(somebody.0), "4:17", not, "`busy` is true or false", somebody);
}

#[test]
fn an_option_that_is_true_or_false_says_yes_or_no() {
    let text = "option m: true, no\np i of 2:\n  going:\n    if m: pause\n    pause\n";
    let words = "has the values `yes` and `no`";
    meant(text, "2:11", Kind::OtherLanguage, words, ("true", "yes"));
}

#[test]
fn claims_of_other_languages_are_always_or_eventually() {
    for (line, right) in [
        ("invariant small: x ≤ 2", "always small: x ≤ 2"),
        ("invariant very small: x ≤ 2", "always very small: x ≤ 2"),
        ("assert small: x ≤ 2", "always small: x ≤ 2"),
        ("assert x ≤ 2", "always NAME: x ≤ 2"),
        ("safety: x ≤ 2", "always NAME: x ≤ 2"),
        ("ltl small: x ≤ 2", "always small: x ≤ 2"),
        ("property small: x ≤ 2", "always small: x ≤ 2"),
        ("liveness comes: x = 2", "eventually comes: x = 2"),
    ] {
        let words = if right.starts_with("always") { "`always`" } else { "`eventually`" };
        let text = format!("shared x: 0..2\np i of 2:\n  going:\n    x ← 2\n{line}\n");
        meant(&text, "6:1", Kind::OtherLanguage, words, (line, right));
    }
    let role = "algorithm A\nshared x: 0..2\nproperty:\n  going:\n    x ← 2\nsafety i of 2:\n  w:\n    x ← 1\n";
    assert_eq!(check(role), []);
}

#[test]
fn signs_of_mathematics_have_words() {
    let text = |line: &str| {
        format!("shared s, t: set of 0..3\nshared x: 0..9\np i of 2:\n  going:\n    {line}\n")
    };
    for (line, place, kind, words, instead) in [
        ("s ← s ∪ {i}", "6:11", Kind::OtherLanguage, "S + T", ("∪", "+")),
        ("s ← s ∖ {i}", "6:11", Kind::OtherLanguage, "S − T", ("∖", "−")),
        ("s ← ∅", "6:9", Kind::OtherLanguage, "The empty set is written `{}`", ("∅", "{}")),
        ("await 1∉s", "6:12", Kind::OtherLanguage, "`not in`", ("∉", " not in ")),
        ("await ∀k in s: k > 0", "6:11", Kind::OtherLanguage, "`all`", ("∀", "all ")),
        ("await ∃ k in s: k > 0", "6:11", Kind::OtherLanguage, "`some`", ("∃", "some")),
        ("s ← s ∩ t", "6:11", Kind::OtherLanguage, "share", ("s ∩ t", "{k in s: k in t}")),
        ("await s ⊇ t", "6:13", Kind::OtherLanguage, "⊆", ("s ⊇ t", "t ⊆ s")),
        ("x ← x ^ 2", "6:11", Kind::OtherLanguage, "no power", ("x ^ 2", "x · x")),
        ("x ← x ** 2", "6:11", Kind::OtherLanguage, "no power", ("x ** 2", "x · x")),
        ("x ← x ++ 1", "6:11", Kind::OtherLanguage, "no `++`", ("++", "+")),
        (
            "s ← {0..2}",
            "6:11",
            Kind::WrongDomain,
            "A range is no value",
            ("{0..2}", "{k for k in 0..2}"),
        ),
        (
            "s ← 0..2",
            "6:10",
            Kind::WrongDomain,
            "A range is no value",
            ("0..2", "{k for k in 0..2}"),
        ),
    ] {
        let text = text(line);
        // the sets above are declared by ranges, too
        let (before, _) = text.split_once("    ").expect("a line");
        let instead = (line, &*line.replacen(instead.0, instead.1, 1));
        assert!(!before.contains(line));
        meant(&text, place, kind, words, instead);
    }
}

#[test]
fn what_is_added_to_a_variable_is_written_out_as_a_statement() {
    for (line, right) in [
        ("if i = 0: x += 1", "if i = 0: x ← x + 1"),
        ("atomic x += 1", "atomic x ← x + 1"),
        ("x ← 1; x++", "x ← 1; x ← x + 1"),
    ] {
        let text = format!("algorithm A\nshared x: 0..9\np i of 2:\n  going:\n    {line}\n");
        let found = check(&text);
        let [only] = &found[..] else { panic!("{line}: {found:?}") };
        let edit = only.replacement.as_ref().expect("a replacement");
        let mut mended = text.clone();
        mended.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.text);
        assert!(mended.contains(right), "{mended}");
        assert_eq!(check(&mended), [], "{mended}");
    }
}

#[test]
fn a_union_in_a_set_has_a_name() {
    let text = |domain: &str, member: &str| {
        format!("p i of 2:\n  own s: {domain}\n  going:\n    {member}\n")
    };
    for (domain, of, union, line) in [
        ("set of red | green", "set of", "red | green", "s ← s + {red}"),
        ("set of (red | green)", "set of", "red | green", "s ← s + {red}"),
        ("set of none | 0..2", "set of", "none | 0..2", "s ← s + {none}"),
        ("list of none | 0..2 up to 3", "list of", "none | 0..2", "s ← s + [none]"),
    ] {
        let text = text(domain, line);
        let words = format!("Behind `{of}` stands one domain, and this is a union");
        let place = if of == "set of" { "3:17" } else { "3:18" };
        errors(&format!("algorithm A\n{text}"), &[(place, Kind::WrongDomain, &words)]);
        let named = text.replace(&format!("({union})"), "D").replace(union, "D");
        assert_eq!(check(&format!("algorithm A\ndomain D: {union}\n{named}")), [], "{named}");
    }
}

#[test]
fn values_are_given_without_names() {
    let kind = Kind::WrongArguments;
    let send = "message vote(yes: bool, n: 0..3)\np i of 2:\n  own yes: bool\n  going:\n    \
                send vote(n = 1, yes = true) to all others\n    pause\n  on vote(a, b): skip\n";
    let words = "`n = 1` compares, and gives `n` no value. Write the values alone, in their order: `vote(true, 1)`.";
    for text in [send, &send.replace("  own yes: bool\n", "")] {
        let place = if text == send { "6:15" } else { "5:15" };
        meant(text, place, kind, words, ("n = 1, yes = true", "true, 1"));
    }
    let record = "record r(n: 0..3, up: bool)\nshared up: bool\nshared x: r\np i of 2:\n  going:\n    x ← r(2, up = false)\n";
    let words = "`up = false` compares, and gives `up` no value. Write the values alone, in their order: `r(2, false)`.";
    meant(record, "7:14", kind, words, ("r(2, up = false)", "r(2, false)"));
    let define = "shared x: bool\np i of 2:\n  going:\n    t(b = false, a = true)\ndefine t(a, b): x ← a and b\n";
    let words = "`b = false` compares, and gives `b` no value. Write the values alone, in their order: `t(true, false)`.";
    meant(define, "5:7", kind, words, ("t(b = false, a = true)", "t(true, false)"));
    let other = define.replace("b = false, a = true", "x = false, true");
    assert_eq!(check(&format!("algorithm A\n{other}")), []);
}

#[test]
fn a_message_is_taken_by_a_rule_or_by_await() {
    let head = "message m(v: 0..2), go\np i of 2:\n  own n: 0..2\n  going:\n    send go to i\n    send m(1) to i\n";
    let other = Kind::OtherLanguage;
    for (line, instead) in [
        ("upon m(v) from j: n ← v", "on m(v) from j: n ← v"),
        ("upon go: n ← 1", "on go: n ← 1"),
        ("upon receiving go from j: n ← 1", "on go from j: n ← 1"),
        ("upon receipt of m(v): n ← 1", "on m(v): n ← 1"),
        ("receive m(v) from j when n = 0: n ← v", "on m(v) from j when n = 0: n ← v"),
        ("when receive go: n ← 1", "on go: n ← 1"),
        ("on receive go from j: n ← 1", "on go from j: n ← 1"),
        ("upon n = 1: n ← 2", "when n = 1: n ← 2"),
        ("upon not (n = 1): n ← 1", "when not (n = 1): n ← 1"),
    ] {
        let words = format!("Write `{}:`.", instead.split(": ").next().unwrap_or_default());
        meant(&format!("{head}  {line}\n"), "8:3", other, &words, (line, instead));
    }
    for (line, instead, words) in [
        ("receive m(v) from j", "await m(v) from j", "Write `await m(v) from j`."),
        ("await receive go from j", "await go from j", "Write `await go from j`."),
        ("when receive go: n ← 1", "await go; n ← 1", "Write `await go`, and below it"),
        ("upon go from j: n ← 1", "await go from j; n ← 1", "Write `await go from j`, and below"),
        ("upon n = 0: n ← 1", "if n = 0: n ← 1", "or `if n = 0:` to go on otherwise"),
    ] {
        let text = format!("{head}    {line}\n    pause\n");
        meant(&text, "8:5", other, words, (line, instead));
    }
    for (line, instead) in [("wait for go", "await go"), ("wait until n = 0", "await n = 0")] {
        let text = format!("{head}    {line}\n");
        meant(&text, "8:5", other, "Write `await` here.", (line, instead));
    }
    // in a role, what has no colon stands in a section
    let text = format!("{head}  receive go from j\n");
    let instead = ("  receive go from j", "  taking:\n    await go from j");
    meant(&text, "8:3", other, "Write `await go from j`.", instead);
    // they are words like others
    let text = "message receive\np i of 2:\n  own upon, received: bool\n  going:\n    send receive to i\n    \
                upon ← true\n  receipt:\n    await receive from j\n  on receive from j: skip\n  \
                when received and upon: upon ← false\n";
    assert_eq!(check(&format!("algorithm A\n{text}")), []);
}

#[test]
fn declarations_and_properties_stand_outside_of_processes() {
    let head = "shared x: 0..2\np i of 2:\n";
    for (line, help) in [
        ("define a: i + 1", "Move it above the process"),
        ("message m", "Move it above the process"),
        ("option o: a, b", "Move it above the process"),
        ("always small: x < 2", "Move it below the process"),
    ] {
        let out = Kind::OutOfPlace;
        let outside = match help.contains("above") {
            true => format!("{line}\n{head}  going:\n    x ← i\n"),
            false => format!("{head}  going:\n    x ← i\n{line}\n"),
        };
        let text = format!("{head}  {line}\n  going:\n    x ← i\n");
        meant(&text, "4:3", out, help, (&text, &outside));
        let text = format!("{head}  going:\n    x ← i\n    {line}\n");
        meant(&text, "6:5", out, help, (&text, &outside));
    }
}

#[test]
fn arrows_are_no_dots_and_no_guards() {
    let head = "pool node of 2: next: none | node\nshared top: none | node\nshared x: 0..3\np i of 2:\n  \
                own n: none | node\n  going:\n    n ← new node\n";
    let other = Kind::OtherLanguage;
    for (line, place) in [
        ("n->next ← top", "9:6"),
        ("top ← n->next", "9:12"),
        ("await n->next = none", "9:12"),
        ("if n->next = none: x ← 1", "9:9"),
    ] {
        let text = format!("{head}    {line}\n    free n\n");
        meant(&text, place, other, "A field is written with a dot.", ("->", "."));
    }
    let text = format!("{head}    free n\nreachable a: top ≠ none and top->next = top\n");
    meant(&text, "10:32", other, "A field is written with a dot.", ("->", "."));
    let block = "A block begins with a colon. Write `:` here.";
    meant(&format!("{head}    if x = 1 -> x ← 2\n"), "9:14", other, block, (" ->", ":"));
    for (line, place, instead) in [
        ("x = 1 -> x ← 2; free n", "9:11", "await x = 1; x ← 2; free n"),
        ("x = 1 → x ← 2", "9:11", "if x = 1: x ← 2"),
        ("x > 0 -> skip", "9:11", "await x > 0; skip"),
        ("n.next = none -> x ← 2", "9:19", "if n.next = none: x ← 2"),
    ] {
        let words = format!("`{instead}`");
        meant(&format!("{head}    {line}\n"), place, other, &words, (line, instead));
    }
    let (line, instead) = ("x < 3 -> x ← x + 1", "when x < 3: x ← x + 1");
    let words = format!("Write `{instead}`.");
    meant(&format!("{head}  {line}\n"), "9:9", other, &words, (line, instead));
}

#[test]
fn messages_are_sent_and_taken_by_words() {
    let head = "message m(v: 0..3), go\nserver:\n  on m(v) from j: send go to j\np i of 2:\n  own n: 0..3\n  \
                going:\n    send m(1) to server\n";
    let other = Kind::OtherLanguage;
    for (line, instead) in [
        ("server!m(1)", "send m(1) to server"),
        ("server ! m(n)", "send m(n) to server"),
        ("server?go", "await go from server"),
    ] {
        let words = format!("Write `{instead}`.");
        meant(&format!("{head}    {line}\n"), "9:5", other, &words, (line, instead));
    }
    let (line, instead) = ("ch?go; n ← 1", "await go from j; n ← 1");
    let words = "Write `await go from j`, where `j` is that process.";
    meant(&format!("{head}    {line}\n"), "9:5", other, words, (line, instead));
    let words = "Write `send MESSAGE(1) to j`";
    meant(&format!("{head}    ch!1\n"), "9:5", other, words, ("ch!1", "send m(1) to server"));
    let (line, instead) = ("n ← n = 1 ? 2 : 0", "n ← 2 if n = 1 else 0");
    meant(&format!("{head}    {line}\n"), "9:15", other, "`a if C else b`", (line, instead));
    // a negation is one
    let text = "p i of 2:\n  own b: bool\n  going:\n    if !b: b ← true\n    pause\n";
    meant(text, "5:8", other, "A negation is written `not`.", ("!b", "not b"));
}

#[test]
fn a_loop_runs_over_each() {
    let head = "shared up[process]: bool\np i of 3:\n  own n: 0..3\n  going:\n    up[i] ← true\n";
    let other = Kind::OtherLanguage;
    for (line, place, wrong, right) in [
        ("for j in 0..3: n ← j", "7:9", "for j", "for each j"),
        ("for j ≠ i: await up[j]", "7:9", "for j", "for each j"),
        ("for all j: await up[j]", "7:9", "all", "each"),
        ("for every j ≠ i: await up[j]", "7:9", "every", "each"),
        ("forall j: await up[j]", "7:5", "forall", "for each"),
        ("foreach j: await up[j]", "7:5", "foreach", "for each"),
        ("all j in 1..2: n ← j", "7:5", "all", "for each"),
        ("for j = 0 to 3: n ← j", "7:9", "j = 0 to 3", "each j in 0..3"),
        ("for j := 1 to 2 + 1: n ← j", "7:9", "j := 1 to 2 + 1", "each j in 1..2 + 1"),
        ("for j = 0..3: n ← j", "7:9", "j = 0..3", "each j in 0..3"),
        ("for j from 0 to 3: n ← j", "7:9", "j from 0 to 3", "each j in 0..3"),
        ("for j in range(3): n ← j", "7:9", "j in range(3)", "each j in 0..2"),
        ("for j in range(1, 3): n ← j", "7:9", "j in range(1, 3)", "each j in 1..2"),
        ("for (j = 0; j < 3; j++): n ← j", "7:9", "for (j = 0; j < 3; j++)", "for each j in 0..3"),
        ("for each j in [0..3]: n ← j", "7:19", "[0..3]", "0..3"),
        ("for each j in 0 to 3: n ← j", "7:9", "each j in 0 to 3", "each j in 0..3"),
        ("for each process j: n ← j", "7:14", "process j", "j in process"),
        ("for each j < i: await up[j]", "7:14", "j < i", "j where j < i"),
        ("await all j < i: up[j]", "7:15", "j < i", "j where j < i"),
        ("await not some j ≥ 1: up[j]", "7:20", "j ≥ 1", "j where j ≥ 1"),
    ] {
        let text = format!("{head}    {line}\n");
        meant(&text, place, other, "", (wrong, right));
    }
    let text = format!("{head}always low: all j < 2: up[j] or not up[j]\n");
    meant(&text, "7:17", other, "Write `j where j < …` here.", ("j < 2", "j where j < 2"));
}

#[test]
fn a_loop_that_only_waits_is_an_await() {
    let head = "shared up[process]: bool\np i of 2:\n  own n: 0..3\n  going:\n    up[i] ← true\n";
    let free = Kind::LoopWithoutStep;
    for (condition, words) in [
        ("n = 1", "To wait, write `await not (n = 1)`."),
        ("not n = 0", "To wait, write `await n = 0`."),
        ("n = 1 or up[1 − i]", "`n = 1` costs no step. To wait, write `await not (n = 1 or"),
        ("n = 1 or up[1 − i] or n = 2", "`n = 1` and `n = 2` cost no step."),
    ] {
        let text = format!("{head}    while {condition}: skip\n");
        let right = match condition.strip_prefix("not ") {
            Some(rest) => format!("await {rest}"),
            None => format!("await not ({condition})"),
        };
        let wrong = format!("while {condition}: skip");
        meant(&text, "7:5", free, words, (&wrong, &right));
    }
    let text = format!("{head}    while true: skip\n");
    meant(&text, "7:5", free, "Put an access to a shared variable", (": skip", ": pause"));
    let text = format!("{head}    while n = 1: n ← 1\n");
    meant(&text, "7:5", free, "Put an access to a shared variable", (": n ← 1", ": pause"));
    let text = format!("{head}    while up[1 − i]: pass\n");
    meant(&text, "7:22", Kind::OtherLanguage, "Write `skip` here", ("pass", "skip"));
}

#[test]
fn a_declaration_is_written_out_as_it_stands_here() {
    let other = Kind::OtherLanguage;
    for (line, instead) in [
        ("var x = 0", "shared x: 0..9 = 0"),
        ("var x", "shared x: 0..9"),
        ("var x: int", "shared x: 0..9"),
        ("let x: 0..3;", "shared x: 0..3"),
        ("global x", "shared x: 0..9"),
        ("global int x = 12;", "shared x: 0..12 = 12"),
        ("int x = -1", "shared x: −1..9 = -1"),
        ("int x := 0", "shared x: 0..9 = 0"),
        ("int x, y = 2", "shared x: 0..9; y: 0..9 = 2"),
        ("int x[3]", "shared x[0..2]: 0..9"),
        ("int x[N]", "shared x[0..N − 1]: 0..9"),
        ("int[3] x", "shared x[0..2]: 0..9"),
        ("bool flag[2]", "shared flag[0..1]: bool"),
        ("bool flag[2] = false", "shared flag[0..1]: bool = false"),
        ("boolean done", "shared done: bool"),
        ("const SIZE = 3", "define SIZE: 3"),
        ("shared x", "shared x: 0..9"),
        ("shared x = 0", "shared x: 0..9 = 0"),
        ("shared up = true", "shared up: bool = true"),
        ("shared int x = 0", "shared x: 0..9 = 0"),
        ("shared bool flag[process]", "shared flag[process]: bool"),
        ("shared x: 0-3", "shared x: 0..3"),
        ("shared x: [0..3]", "shared x: 0..3"),
        ("shared x: {0, 1, 2}", "shared x: 0..2"),
        ("shared x: {red, green} = green", "shared x: red | green = green"),
        ("shared x in 0..3", "shared x: 0..3"),
        ("shared x = 0 in 0..3", "shared x: 0..3 = 0"),
        ("x = 1 in {1, 2}", "shared x: 1..2 = 1"),
        ("shared flag: bool[2]", "shared flag[0..1]: bool"),
        ("shared flag: array[2] of bool", "shared flag[0..1]: bool"),
        ("x: 0..3", "shared x: 0..3"),
        ("x = 0", "shared x: 0..9 = 0"),
    ] {
        let text =
            format!("option N: 2, 3\n{line}\np i of 2:\n  own n: 0..N\n  going:\n    pause\n");
        meant(&text, "3:1", other, &format!("Write `{instead}`."), (line, instead));
    }
    for (line, instead) in [
        ("int x = 0", "own x: 0..9 = 0"),
        ("local x", "own x: 0..9"),
        ("bool b = true", "own b: bool = true"),
        ("own x: 0-3", "own x: 0..3"),
        ("own x = 2 in 0..3", "own x: 0..3 = 2"),
        ("own x", "own x: 0..9"),
        ("x: 0..3", "own x: 0..3"),
        ("x = 2", "own x: 0..9 = 2"),
    ] {
        let text = format!("p i of 2:\n  {line}\n  going:\n    pause\n");
        meant(&text, "3:3", other, &format!("Write `{instead}`."), (line, instead));
        let text = format!("p i of 2:\n  going:\n    {line}\n    pause\n");
        if !line.starts_with('x') {
            let whole = format!("  {instead}\n  going:\n");
            let wrong = format!("  going:\n    {line}\n");
            meant(&text, "4:5", other, &format!("Write `{instead}` there."), (&wrong, &whole));
        }
    }
    let text = "p i of 2:\n  global x\n  going:\n    pause\n";
    let (wrong, right) = ("p i of 2:\n  global x\n", "shared x: 0..9\np i of 2:\n");
    let words = "Write `shared x: 0..9` above the process";
    meant(text, "3:3", other, words, (wrong, right));
    let text = "shared x: 0–3\np i of 2:\n  going:\n    pause\n";
    let words = "Write `0..3` for the numbers from 0 to 3.";
    meant(text, "2:12", Kind::OtherLanguage, words, ("0–3", "0..3"));
    let text = "local x = 1\np i of 2:\n  going:\n    pause\n";
    let (wrong, right) = ("local x = 1\np i of 2:\n", "p i of 2:\n  own x: 0..9 = 1\n");
    meant(text, "2:1", other, "Write `own x: 0..9 = 1` in a process", (wrong, right));
}

#[test]
fn how_many_there_are_is_a_count() {
    let head = "shared up[process]: bool\np i of 2:\n  waiting:\n    up[i] ← true\n  critical:\n    pause\n";
    let not = Kind::NotANumber;
    for (wrong, right) in [
        ("(sum i: i in critical) ≤ 2", "(count i: i in critical) ≤ 2"),
        ("sum i: i in critical ≤ 2", "(count i: i in critical) ≤ 2"),
        ("(sum j ≠ 0: j not in critical) ≤ 2", "(count j ≠ 0: j not in critical) ≤ 2"),
        ("sum i: (i in critical) ≤ 2", "(count i: (i in critical)) ≤ 2"),
        ("(sum i: (i in critical)) ≤ 2", "(count i: (i in critical)) ≤ 2"),
        ("(sum i: up[i]) ≤ 2", "(count i: up[i]) ≤ 2"),
    ] {
        let text = format!("{head}always few: {wrong}\n");
        let words = match wrong.starts_with("sum") {
            true => format!("Write `{right}`."),
            false => "`count".into(),
        };
        let place = match &wrong[..2] {
            "su" => "8:13",
            _ if wrong.contains("up") || wrong.contains("(i in") => "8:21",
            _ => "8:14",
        };
        meant(&text, place, not, &words, (wrong, right));
    }
    let text = format!("{head}always few: count(critical) ≤ 2\n");
    meant(&text, "8:13", Kind::UnknownName, "Did you mean `size`?", ("count", "size"));
    // brackets end what is said of each
    let text = format!("algorithm A\n{head}always few: (count i: (i in critical)) ≤ 2\n");
    assert_eq!(check(&text), []);
}

#[test]
fn the_process_stands_before_the_prime() {
    let head = "record r(f: 0..2)\nshared p[process]: process\nprocess i of 2:\n  own k: 0..2\n  own a[0..1]: 0..2\n  own c: r\n  \
                going:\n    p[i] ← i\n";
    for (wrong, right, place) in [
        ("k′[i]", "k[i]′", "10:22"),
        ("k'[p[i]]", "k[p[i]]′", "10:22"),
        ("c′[i].f", "c[i]′.f", "10:22"),
        ("a′[i][1]", "a[i]′[1]", "10:22"),
    ] {
        let text = format!("{head}always grows: all i: {wrong} ≥ 0\n");
        let words = format!("write `{}′`.", right.split('′').next().unwrap_or_default());
        meant(&text, place, Kind::UnknownName, &words, (wrong, right));
    }
}
