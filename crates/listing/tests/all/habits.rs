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
