//! `never a freed cell is touched`.

use super::searches::{listing, verdicts};
use listing::ErrorCode;

fn found(text: &str, chosen: &[(&str, &str)]) -> String {
    verdicts(listing::compile(text, chosen).unwrap_or_else(|found| panic!("{}: {text}", found[0])))
}

/// A process that frees its cell and then does this to it.
fn behind(line: &str) -> String {
    format!(
        "algorithm A\noption memory: sequential, tso\nrecord pair(to: none | node, n: 0..2)\npool node of 2: next: none | \
         node; both: pair\nshared top: none | node\nprocess i of 1:\n  own n: none | node\n  own p: pair\n  own s: set of \
         node\n  ghost g: bool\n  run:\n    n ← new node\n    n.next ← none\n    n.both.n ← 1\n    top ← n\n    free \
         n\n    {line}\nnever a freed cell is touched\n"
    )
}

#[test]
fn each_access_to_a_field_of_a_freed_cell_counts() {
    for line in [
        "n.next ← none",
        "p.to ← n.next",
        "top ← top.next",
        "p ← n.both",
        "n.both.to ← n",
        "atomic n.both ← pair(none, 2)",
        "if cas(n.next, none, n): skip",
        "if cas(n.next, n, n): skip",
        "await n.next = none",
        "if n.both.n = 1: skip",
        "atomic: p.n ← n.both.n",
        "for each k in node: if k = n: p.to ← k.next",
    ] {
        for memory in ["sequential", "tso"] {
            let found = found(&behind(line), &[("memory", memory)]);
            assert!(
                found.contains("never a freed cell is touched: NO in"),
                "{line}, {memory}: {found}"
            );
        }
    }
}

#[test]
fn what_accesses_no_field_of_a_freed_cell_does_not_count() {
    for line in [
        "skip",
        "p.to ← n",
        "top ← none",
        "if n is free: skip",
        "atomic s ← reach(n, next)",
        "g ← n.next = none",
        "n ← new node; n.next ← none",
    ] {
        let found = found(&behind(line), &[]);
        assert!(found.contains("never a freed cell is touched: yes"), "{line}: {found}");
    }
}

/// With store buffers a read comes from the process's own queue, and the cell is touched all the same.
#[test]
fn an_access_counts_in_the_step_that_makes_it() {
    let text = "algorithm A\npool node of 1: value: 0..1\nshared top: none | node\nowner:\n  own n: none | node\n  run:\n    n \
                ← new node\n    top ← n\n    free n\nuser:\n  own m: none | node\n  run:\n    await top ≠ none\n    m ← \
                top\n    m.value ← 1\n    m.value ← 0\nnever a freed cell is touched\nnever early: user in run and top = \
                none\n";
    let found = found(text, &[]);
    // new, top ← n, await, m ← top, free, and the write
    assert!(found.contains("never a freed cell is touched: NO in 6"), "{found}");
}

/// Treiber's stack reads the cell below the top of what another one has popped and freed; so does Michael and Scott's
/// queue, with a count or without. Both need memory that is never given back to anybody else.
#[test]
fn the_stack_and_the_queue_read_what_was_freed() {
    for (name, setting) in [
        ("treiber_stack", [("operations", "2"), ("top_has", "a_count")]),
        ("treiber_stack", [("operations", "2"), ("reuse", "never")]),
        ("michael_scott_queue", [("items", "1"), ("reuse", "never")]),
    ] {
        let text = listing(name) + "\nnever a freed cell is touched\n";
        let found = found(&text, &setting);
        assert!(found.contains("never a freed cell is touched: NO in"), "{name}: {found}");
        // what is noted changes no other verdict
        assert!(found.contains("in use: yes"), "{name}: {found}");
    }
}

#[test]
fn it_is_a_whole_line_and_needs_a_pool() {
    let text = |claim: &str, pool: &str| {
        format!("algorithm A\n{pool}shared x: 0..1\nprocess i of 1:\n  run:\n    x ← 1\n{claim}\n")
    };
    let pool = "pool node of 1: v: 0..1\n";
    let claim = "never a freed cell is touched";
    let [only] = &listing::check(&text(claim, ""))[..] else { panic!("one error") };
    assert_eq!((only.kind, only.line, only.columns), (ErrorCode::OutOfPlace, 6, (7, 30)));
    assert!(only.help.contains("pool node of 3"), "{only}");
    assert_eq!(listing::check(&text(claim, pool)), []);
    // a name like others, with a claim of its own
    let named = text("never a freed cell is touched: x = 1", "");
    assert!(found(&named, &[]).contains("never a freed cell is touched: NO in 1"));
    for wrong in ["always a freed cell is touched", "never a freed cell is read"] {
        let found = listing::check(&text(wrong, pool));
        assert!(found.iter().any(|it| it.message.contains("a name and a colon")), "{found:?}");
    }
    let formatted = listing::format(&text(claim, pool)).expect("a text without errors");
    assert!(formatted.contains("\nnever a freed cell is touched\n"), "{formatted}");
    assert_eq!(listing::property_of(claim).as_deref(), Some(claim));
    for behind in ["    # whoever frees it", "    with asked"] {
        assert_eq!(listing::property_of(&format!("{claim}{behind}")).as_deref(), Some(claim));
    }
    assert_eq!(listing::property_of("never a freed cell"), None);
    let another = listing::property_of("never a freed cell is touched twice: x = 1");
    assert_eq!(another.as_deref(), Some("never a freed cell is touched twice"));
}

/// Its words have the colour of a name, and a condition behind it is one.
#[test]
fn it_has_colours_and_a_condition() {
    let text = "algorithm A\n\noption asked: no, yes\n\npool node of 1: v: 0..1\n\nprocess i of 1:\n  own n: none | node\n  run:\n    \
                n ← new node\n    free n\n    n.v ← 1\n\nnever a freed cell is touched    with asked\n";
    assert_eq!(listing::format(text).as_deref(), Ok(text));
    let named: Vec<&str> = listing::highlight(text, &[])
        .into_iter()
        .filter(|piece| piece.shade == listing::Shade::Property)
        .map(|piece| &text[piece.bytes])
        .collect();
    assert_eq!(named, ["a freed cell is touched"]);
    assert!(!found(text, &[]).contains("touched"));
    assert!(found(text, &[("asked", "yes")]).contains("never a freed cell is touched: NO in 3"));
}

/// Without the claim, nothing is noted: as many states as ever.
#[test]
fn only_the_claim_makes_states_larger() {
    let text = behind("n.next ← none");
    let width = |text: &str| listing::compile(text, &[]).unwrap().program().slots.len();
    assert_eq!(width(&text), 1 + width(&text.replace("never a freed cell is touched\n", "")));
}
