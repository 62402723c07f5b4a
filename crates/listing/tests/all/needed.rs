//! What is needed in a place, and values that were written there instead.

use crate::habits::meant;
use crate::misread::errors;
use crate::searches::report;
use listing::{Kind, check};
use model::{Action, Log, Stepped, System};
use std::fmt::Write;

/// Whether these properties hold of a text.
fn holds(text: &str, claims: &[&str]) {
    let claims = claims.iter().enumerate();
    let text = claims.fold(text.to_owned(), |mut text, (nth, claim)| {
        let _ = writeln!(text, "always claim {nth}: {claim}");
        text
    });
    assert!(report(&text, &[]).ok(), "{text}");
}

const ARRAYS: &str = "algorithm Arrays\nworker i of COUNT:\n  own a[0..2]: 0..9\n  own grid[0..1, 0..1]: 0..1\n  \
                      going:\n    a[1] ← 2\n";

#[test]
fn a_role_of_one_process_has_arrays_of_its_own() {
    for count in ["1", "2"] {
        let text = ARRAYS.replace("COUNT", count);
        holds(&text, &["all i: a[i][0] = 0 and a[i][1] ≤ 2 and i.a[0] = 0 and grid[i][0, 1] = 0"]);
        errors(
            &format!("{text}always a: worker.a[0] = 0\n"),
            &[("7:11", Kind::WrongDomain, "Write `some j in worker: j.a`")],
        );
    }
    // a single process needs no index of its own
    let single = ARRAYS.replace("worker i of COUNT:", "worker:");
    holds(&single, &["a[0] = 0 and worker.a[1] ≤ 2"]);
}

const MESSAGES: &str = "algorithm Messages\noption strict: no, yes\noption other: red, green\nmessage m\n\
                        process i of 2:\n  sending:\n    send m to 1 − i\n  taking:\n    await m\n";

#[test]
fn channels_are_defined_by_their_names() {
    for body in ["unordered", "fifo if strict else unordered", "fifo if strict else mailbox"] {
        errors(&format!("{MESSAGES}define channels: {body}\n"), &[]);
    }
    let unknown = format!("{MESSAGES}define channels: other\n");
    let words = "The values are `fifo`, `self_at_once`, `mailbox`, `unordered`.";
    errors(&unknown, &[("3:15", Kind::UnknownOptionValue, words)]);
    let misspelt = format!("{MESSAGES}define channels: unorderd\n");
    errors(&misspelt, &[("10:18", Kind::UnknownName, "Did you mean `unordered`?")]);
}

#[test]
fn sets_that_are_written_out_are_compared() {
    let text = "algorithm Sets\nshared x: 0..2 = 1\nshared up[process]: bool = true\n\
                process i of 2:\n  going:\n    x ← 1\n";
    holds(
        text,
        &[
            "{k in 0..2: k = x} = {1}",
            "{i in process: up[i]} = {0, 1}",
            "{i in process: up[i]} ≠ {0}",
            "{1, 1, x} = {x}",
            "{2, 1} = {1, 2}",
        ],
    );
}

#[test]
fn a_domain_is_no_value_and_no_set() {
    let text = |line: &str| {
        format!(
            "algorithm Domains\ndomain D: 0..5\ndomain E: none | 0..5\nrecord r(a: D, b: D)\n\
             shared x: D\nprocess i of 2:\n  going:\n    {line}\n    x ← 1\n"
        )
    };
    let unknown = Kind::UnknownName;
    for (line, place, words) in [
        ("if x in D: pause", "8:13", "`D` is a domain"),
        ("x ← D", "8:9", "`0 ≤ x ≤ 5`"),
        ("if x in E: pause", "8:13", "`some k in E: x = k`"),
        ("x ← r", "8:9", "`r` is a record, and here a value or a set is needed. Write `r(a, b)`."),
    ] {
        errors(&text(line), &[(place, unknown, words)]);
    }
    // what stands below is not known yet
    let below = text("pause").replace("domain D: 0..5\n", "domain D: none | F\ndomain F: 0..5\n");
    errors(&below, &[("2:18", unknown, "Declare it above")]);
}

#[test]
fn one_step_has_no_loop_without_bound() {
    let text = |line: &str| {
        format!(
            "algorithm Loops\nshared x: 0..9\nprocess i of 2:\n  going:\n    atomic:\n      {line}\n"
        )
    };
    let words = "`atomic` makes one step, and this loop would have to take several.";
    errors(&text("while x < 5: x ← x + 1"), &[("6:7", Kind::LoopWithoutStep, words)]);
    let repeat = text("repeat:\n        x ← x + 1\n      until x = 5");
    errors(&repeat, &[("6:7", Kind::LoopWithoutStep, words)]);
    errors(&text("for each k in 0..4: x ← k"), &[]);
}

#[test]
fn a_list_has_room_and_a_record_has_fields() {
    let text = |line: &str| {
        format!(
            "algorithm Room\nrecord r(a: 0..3, b: 0..3)\nshared x: r\nprocess i of 2:\n  \
             own l: list of 0..3 up to 2\n  going:\n    {line}\n    x ← r(1, 2)\n"
        )
    };
    let words =
        "This list has 3 elements, and there is room for 2. Declare the variable with `up to 3`.";
    errors(&text("l ← [1, 2, 3]"), &[("7:9", Kind::WrongDomain, words)]);
    let words = "`r` has 2 fields, and here is 1. Write a value for each: `r(a, b)`.";
    errors(&text("x ← r(1)"), &[("7:9", Kind::WrongArguments, words)]);
    errors(&text("x ← r(1, 2, 3)"), &[("7:9", Kind::WrongArguments, "and here are 3")]);
}

/// What a symbol is in the memory of a program is no number of a text.
#[test]
fn a_symbol_is_no_amount() {
    let none = Kind::NotANumber;
    let text = |declaration: &str, role: &str| {
        format!("algorithm Amounts\noption m: a, b\n{declaration}\n{role}:\n  going:\n    pause\n")
    };
    let words = "Here a number is needed, and this is `a`.";
    for (declaration, role) in [
        ("define crashes: m", "process i of 2"),
        ("domain d: 0..m", "process i of 2"),
        ("shared l: list of 0..1 up to m", "process i of 2"),
        ("pool cell of m: f: 0..1", "process i of 2"),
        ("message x", "process i of m"),
        ("message x", "process i of 2, m times"),
    ] {
        errors(&text(declaration, role), &[("2:11", none, words)]);
    }
    let define = |body: &str| text(&format!("define losses: {body}"), "process i of 2");
    errors(&define("true"), &[("3:16", none, "and this is true or false")]);
    errors(&define("−1"), &[("3:16", none, "`losses` is a number from 0 on, and this is −1.")]);
    errors(&define("300"), &[("3:16", Kind::NumberTooLarge, "at most 250 losses")]);
    let option = text("option losses: off, 1", "process i of 2");
    errors(&option, &[("3:16", none, "`losses` is a number, and `off` is none.")]);
}

#[test]
fn a_symbol_is_said_by_its_name() {
    let text = "algorithm Symbols\nprocess i of 2:\n  own up[0..1]: bool\n  own at: none | 0..1\n  \
                going:\n    up[at] ← true\n    pause\n";
    errors(
        text,
        &[("2:1", Kind::CannotBegin, "The index `none` is outside of `up`, which has 0..1.")],
    );
}

#[test]
fn an_index_that_is_outside_has_the_name_that_the_text_gives_it() {
    for (index, own, words) in [
        ("1..3", "0..3", "The index 0 is outside of `f`, which has 1..3."),
        ("−1..1", "2..3", "The index 2 is outside of `f`, which has −1..1."),
        ("1..3", "none | 1..3", "The index `none` is outside of `f`, which has 1..3."),
        ("A | 0..1", "none | A | 0..1", "An index is outside of `f`, which has A | 0..1."),
    ] {
        let text = format!(
            "algorithm Indices\nprocess i of 1:\n  own f[{index}]: 0..3\n  own k: {own}\n  going:\n    \
             f[k] ← 3\n    pause\n"
        );
        errors(&text, &[("2:1", Kind::CannotBegin, words)]);
    }
    let fault = |text: &str| {
        let system = listing::compile(text, &[]).unwrap_or_else(|it| panic!("{}: {text}", it[0]));
        let (mut state, mut events) = ((&system as &dyn System).initial(), Vec::new());
        let log = &mut Log::to(&mut events);
        assert_eq!(system.step(&mut state, Action::step(0), log), Stepped::Error, "{text}");
        format!("{events:?}")
    };
    let pool = "algorithm Cells\npool c of 2: next: none | c\nprocess i of 1:\n  own k: none | c\n  going:\n";
    for line in ["free k", "k.next ← k"] {
        let said = fault(&format!("{pool}    {line}\n"));
        assert!(said.contains("`none` is no cell of `c`."), "{said}");
    }
    let row = "algorithm Rows\nrow r on 1:\n  f: none | 1..3\nprocess i of 1:\n  own k: 0..3\n  going:\n    \
               write r.f = k\n";
    let said = fault(row);
    assert!(said.contains("A column is given a value that is not in 1..3."), "{said}");
}

#[test]
fn a_role_is_the_set_of_its_processes() {
    let text = |claim: &str| {
        format!(
            "algorithm Roles\nshared s: set of process\nshared t: process\nmessage m\nworker i of 2:\n  \
             going:\n    t ← i\nalways a: {claim}\n"
        )
    };
    let wrong = Kind::WrongDomain;
    for (claim, place, words) in [
        ("worker in s", "8:11", "Write `some j in worker: j in s`"),
        ("worker not in s", "8:11", "`worker` is the set of all its processes"),
        ("t = worker", "8:15", "Write `some j in worker: j = t`"),
    ] {
        errors(&text(claim), &[(place, wrong, words)]);
    }
    let text = text("worker = s or t in worker");
    errors(&text, &[]);
    let assigned = text.replace("t ← i", "t ← worker");
    errors(&assigned, &[("7:9", wrong, "Name one of them")]);
}

#[test]
fn what_holds_from_then_on_is_a_whole_property() {
    let text = "algorithm Latch\nshared x: 0..2\nprocess i of 2:\n  going:\n    x ← 1\n";
    let words = "Write `always NAME: P ⇒ always Q`";
    for claim in ["always f: all i: x = 1 ⇒ always x = 1", "at end f: x = 1 ⇒ always x = 1"] {
        let found = check(&format!("{text}{claim}\n"));
        assert_eq!((found.len(), found[0].kind), (1, Kind::OutOfPlace), "{claim}");
        assert!(found[0].to_string().contains(words), "{}", found[0]);
    }
    holds(text, &["x = 1 ⇒ always x = 1", "(x = 1 ⇒ always (all j in process: x = 1))"]);
}

#[test]
fn cells_have_symbols_in_their_fields() {
    let text = "algorithm Lamps\npool lamp of 2: light: red | green; next: none | lamp\nprocess i of 1:\n  \
                own l: none | lamp\n  going:\n    l ← new lamp\n    l.light ← green\n  resting:\n    pause\n";
    holds(text, &["all i in resting: l[i].light = green", "some k in lamp: light[k] = red"]);
}

#[test]
fn at_most_as_many_as_are_known_before() {
    let text = |count: &str| {
        format!(
            "algorithm A\noption n: 1, 2\nshared x: 0..3\nprocess i of 2:\n  c:\n    pause\n    x ← 1\n\
             always a: at most {count} in c\n"
        )
    };
    for (count, is_enough) in [("n", false), ("n + 1", true), ("2", true), ("2 · n", true)] {
        let report = report(&text(count), &[]);
        let verdict = report.verdicts.iter().find(|it| it.property == "a").expect("a property");
        assert_eq!(verdict.good(), is_enough, "{count}");
    }
    errors(&text("x"), &[("8:19", Kind::NotConstant, "")]);
}

#[test]
fn a_quotient_of_numbers_from_zero_on_is_measured() {
    let text = |what: &str| {
        format!(
            "algorithm A\nshared x: 1..5\nshared y: −5..5 = 1\np i of 1:\n  c:\n    x ← 5\nmost share: {what}\n"
        )
    };
    for what in ["5 / x", "10 / (x + 1)", "(x + 3 / x) · 2"] {
        assert_eq!(check(&text(what)), [], "{what}");
    }
    errors(&text("5 / y"), &[("7:13", Kind::WrongDomain, "This can be below zero")]);
}

#[test]
fn a_loop_over_nothing_leaves_values_out() {
    let text = |set: &str| {
        format!(
            "algorithm A\nshared s: 0..9\np i of 1:\n  c:\n    for each j in 0..2: for each {set}: s ← s + 1\n"
        )
    };
    errors(&text("k in 0..j - 1"), &[("5:39", Kind::EmptyDomain, "`0..−1` has no values")]);
    let found = check(&text("k in 0..j - 1"))[0].to_string();
    assert!(found.contains("`k in 0..9 where 0 ≤ k ≤ j - 1`"), "{found}");
    assert_eq!(check(&text("k in 0..9 where 0 ≤ k ≤ j - 1")), []);
}

#[test]
fn a_member_beside_a_set_or_a_list_stands_in_brackets() {
    let head = "shared x: 0..3\nshared s: set of 0..3\nshared q: list of 0..3 up to 3\np i of 2:\n  own got: set of p\n  \
                going:\n    x ← 1\n";
    for (line, place, right) in [
        ("s ← s + 1", "9:13", "s ← s + {1}"),
        ("s ← s − x", "9:13", "s ← s − {x}"),
        ("s ← 1 + s", "9:9", "s ← {1} + s"),
        ("got ← got + i", "9:17", "got ← got + {i}"),
        ("q ← q + x", "9:13", "q ← q + [x]"),
        ("q ← 1 + q", "9:9", "q ← [1] + q"),
        ("q ← [1] + 2", "9:15", "q ← [1] + [2]"),
        ("await s = 1", "9:15", "await s = {1}"),
        ("await 1 ⊆ s", "9:11", "await {1} ⊆ s"),
        ("await q ≠ x", "9:15", "await q ≠ [x]"),
        ("s ← 1", "9:9", "s ← {1}"),
        ("q ← x", "9:9", "q ← [x]"),
        ("await x in 1", "9:16", "await x = 1"),
        ("await x not in i", "9:20", "await x ≠ i"),
    ] {
        let text = format!("{head}    {line}\n");
        let advice = right.trim_start_matches("await ");
        let advice = advice.split_once("← ").map_or(advice, |it| it.1);
        let help = format!("Write `{advice}`.");
        meant(&text, place, Kind::WrongDomain, &help, (line, right));
    }
    let text = format!("algorithm A\n{head}    await x in 1\n");
    errors(&text, &[("9:16", Kind::WrongDomain, "and this is 1.")]);
}
