//! Pools: what is wrong with one, and what taking and giving back cells means.

use crate::searches::report;
use checker::{Bound, Coverage, Outcome, Report};

/// A text with this pool, and these lines in its process.
fn text(pool: &str, lines: &str) -> String {
    format!(
        "algorithm A\n\n{pool}\nprocess i of 2:\n  own n: none | node\n  own x: 0..2\n  going:\n{lines}"
    )
}

const POOL: &str = "pool node of 2: item: 0..2; next: none | node\n";

fn outcome<'r>(report: &'r Report, name: &str) -> &'r Outcome {
    &report
        .verdicts
        .iter()
        .find(|verdict| verdict.property == name)
        .expect("a claim of that name")
        .outcome
}

/// Each of `new`, a field, `free` and `is free` is one step.
#[test]
fn each_access_to_a_cell_is_a_step() {
    for (lines, steps) in [
        ("n ← new node", 1),
        ("n ← new node\n    n.item ← 1", 2),
        ("n ← new node\n    n.item ← 1\n    x ← n.item\n    free n", 4),
        ("n ← new node\n    if n is free: x ← 1", 2),
        ("atomic:\n      n ← new node\n      n.item ← 1\n      free n", 1),
    ] {
        let text = format!(
            "algorithm A\n{POOL}process:\n  own n: none | node\n  own x: 0..2\n  going:\n    {lines}\n"
        );
        assert_eq!(report(&text, &[]).depth, steps, "{text}");
    }
}

/// `new` is a step of its own also where its line accesses something shared.
#[test]
fn a_cell_is_taken_and_then_written_where_it_is_shared() {
    let head =
        "shared top: none | node\nshared t[0..1]: none | node\nmessage job(c: none | node)\n";
    for (line, steps) in [
        ("top ← new node", 2),
        ("t[i] ← new node", 2),
        ("n ← new node; n.next ← new node; top ← n.next", 5),
        ("top, n ← new node, new node", 3),
        ("if cas(top, none, new node): pause", 3),
        ("make(top)", 2),
        ("atomic top ← new node", 1),
    ] {
        let text = format!(
            "algorithm A\n{POOL}{head}process i of 1:\n  own n: none | node\n  going:\n    {line}\n\
             define make(x): x ← new node\nat end taken: top ≠ none or t[0] = 0\n"
        );
        let report = report(&text, &[]);
        assert_eq!(report.depth, steps, "{text}");
        let holds = |verdict: &checker::Verdict| matches!(verdict.outcome, Outcome::Holds);
        assert!(report.verdicts.iter().all(holds), "{text}{report:?}");
    }
    let text = format!(
        "algorithm A\n{POOL}{head}process i of 1:\n  going:\n    send job(new node) to user\nuser:\n  \
         own got: none | node\n  on job(c) from j: got ← c; stop\nat end got it: user.got = 0\n"
    );
    assert_eq!(*outcome(&report(&text, &[]), "got it"), Outcome::Holds);
}

#[test]
fn any_freed_cell_may_be_taken_or_none_ever() {
    let lines =
        "    n ← new node\n    free n\n    n ← new node\n    x ← n.item\n  done:\n    pause\n";
    let again = "\nreachable the same again: n[0] = 0 and 0 in done\n";
    let text = "option reuse: any, never\n".to_owned()
        + &POOL.replace("of 2", "of 3")
        + "process i of 1:\n  own n: none | node\n  own x: 0..2\n  going:\n"
        + lines
        + again;
    let text = format!("algorithm A\n{text}");
    assert!(matches!(outcome(&report(&text, &[]), "the same again"), Outcome::Found { .. }));
    let never = report(&text, &[("reuse", "never")]);
    assert!(!matches!(outcome(&never, "the same again"), Outcome::Found { .. }));
    // any of three: the freed one or the first fresh one, in each of the three states behind
    assert_eq!(report(&text, &[]).states, never.states + 3);
}

/// Where no cell is left, nothing is proved.
#[test]
fn an_empty_pool_is_a_bound_of_the_search() {
    let text = text(&POOL.replace("of 2", "of 1"), "    n ← new node\n")
        + "\nalways one has it: n[0] = none or n[1] = none\n";
    let report = report(&text, &[]);
    assert_eq!(report.coverage, Coverage::Bounded(vec![Bound::BeyondModel]), "{report:?}");
    assert_eq!(*outcome(&report, "one has it"), Outcome::Holds);
}

#[test]
fn who_frees_twice_or_follows_none_leaves_a_domain() {
    for lines in
        ["    n ← new node\n    free n\n    free n\n", "    x ← n.item\n", "    n.next ← n\n"]
    {
        let report = report(&text(POOL, lines), &[]);
        let claim = outcome(&report, model::IN_DOMAINS);
        assert!(matches!(claim, Outcome::Fails { .. }), "{lines}: {report:?}");
    }
}

/// The cells of initial values are in use, also in records.
#[test]
fn cells_that_initial_values_name_are_taken() {
    let text = "algorithm A\npool node of 3: next: none | node\nrecord count(at: none | node, by: 0..2)\n\
                shared head: none | node = 0\nshared tail: count = count(1, 0)\n\
                process:\n  own n: none | node\n  going:\n    n ← new node\n\
                \nat end the third: n = 2\nat end none is free: not some n in node: n is free\n";
    let report = report(text, &[]);
    assert!(
        report.verdicts.iter().all(|verdict| matches!(verdict.outcome, Outcome::Holds)),
        "{report:?}"
    );
}

/// Counted pointers: the record may stand above the pool whose cells it points to, or below.
#[test]
fn a_field_is_a_record_with_a_pointer_into_the_pool() {
    let record = "record pointer(to: none | node, count: 0..2)\n";
    let pool = "pool node of 2: next: pointer\n";
    let lines =
        "    n ← new node\n    n.next ← pointer(n, 1)\n    if n.next.to = n: x ← n.next.count\n";
    let claim = "reachable both: all i: x[i] = 1\n";
    for declared in [format!("{record}{pool}"), format!("{pool}{record}")] {
        let report = report(&(text(&declared, lines) + claim), &[]);
        assert!(matches!(outcome(&report, "both"), Outcome::Found { .. }), "{declared}");
    }
}
