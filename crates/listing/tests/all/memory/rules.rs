//! What a step does with a queue of writes, and what a text may not say.

use super::super::searches::{report, verdicts};
use checker::Outcome;
use listing::ErrorCode;

/// Store buffering with these lines between the write and the read, and what comes of it under tso.
fn outcomes(write: &str, between: &str) -> Vec<String> {
    let line = |cell: &str| write.replace('@', cell);
    let text = format!(
        "algorithm A\noption memory: tso\nshared x, y, z, v[0..1]: 0..2\none:\n  own a: 0..2\n  run:\n    \
         {}\n    {between}\n    a ← y\ntwo:\n  own b: 0..2\n  run:\n    {}\n    {between}\n    b ← x\noutcomes \
         r: a, b\n",
        line("x"),
        line("y")
    );
    let report = report(&text, &[]);
    let found = report
        .verdicts
        .iter()
        .find(|verdict| verdict.property == "r")
        .map(|verdict| &verdict.outcome);
    let Some(Outcome::Ends(ends)) = found else { panic!("{report:?}") };
    let mut all: Vec<String> = ends.iter().map(|end| end.value.clone()).collect();
    all.sort();
    all
}

#[test]
fn what_reads_and_writes_at_once_waits_until_nothing_is_pending() {
    assert_eq!(outcomes("@ ← 1", "skip").first().map(String::as_str), Some("0 and 0"));
    assert_eq!(outcomes("@ ← 1", "pause").first().map(String::as_str), Some("0 and 0"));
    for drains in [
        "fence",
        "if cas(z, 2, 1): skip",
        "await cas(z, z, 1)",
        "if fetch_and_add(v[0], 0) = 2: skip",
        "atomic: z ← 1",
        "atomic: if z = 2: skip",
    ] {
        assert_eq!(outcomes("@ ← 1", drains), ["0 and 1", "1 and 0", "1 and 1"], "{drains}");
    }
    for writes in ["atomic: @ ← 1", "atomic @ ← @ + 1"] {
        assert_eq!(outcomes(writes, "skip"), ["0 and 1", "1 and 0", "1 and 1"], "{writes}");
    }
    // without an access, a step as a whole waits for nothing
    assert_eq!(outcomes("@ ← 1", "atomic: skip").first().map(String::as_str), Some("0 and 0"));
}

/// A process sees its own writes, whatever else is pending, also in an array by a computed index.
#[test]
fn a_process_sees_its_youngest_write() {
    for memory in ["tso", "pso"] {
        let text = "algorithm A\noption memory: tso, pso\noption buffer: 3\nrecord pair(l: 0..2, r: 0..2)\nshared v[0..2]: \
                    0..3\nshared g[0..1, 0..1]: 0..3\nshared p[0..1]: pair\none:\n  own k, a, b, c, d, e: 0..3\n  run:\n    \
                    k ← 1\n    v[k] ← 1\n    v[k + 1] ← 2\n    v[1] ← 3\n    a, b ← v[k], v[2]\n    fence\n    \
                    g[k, 0] ← 2\n    p[k].r ← 2\n    c, d, e ← g[1, 0], p[1].r, p[1].l\nat end seen: a = 3 and b = 2 and \
                    c = 2 and d = 2 and e = 0\nat end there: v[1] = 3 and v[2] = 2 and v[0] = 0 and g[1, 0] = 2 and \
                    g[0, 1] = 0 and p[1].r = 2 and p[1].l = 0 and p[0].r = 0\n";
        let found = verdicts(listing::compile(text, &[("memory", memory)]).unwrap());
        assert!(found.contains("seen: yes") && found.contains("there: yes"), "{memory}: {found}");
    }
}

#[test]
fn a_rule_that_accesses_something_waits_until_nothing_is_pending() {
    let text = |guard: &str| {
        format!(
            "algorithm A\noption memory: tso\nshared x, y: 0..2\none:\n  own done: bool\n  run:\n    x ← 1\n  \
             behind:\n    await x = 2\n  when behind and {guard} and not done: done ← true\nreachable early: done \
             and x = 0\n"
        )
    };
    for (guard, is_early) in [("y = 0", false), ("true", true)] {
        let report = report(&text(guard), &[]);
        let early = report.verdicts.iter().find(|verdict| verdict.property == "early").unwrap();
        assert_eq!(matches!(early.outcome, Outcome::Found { .. }), is_early, "{guard}");
    }
}

#[test]
fn a_value_outside_of_its_domain_is_found_where_it_is_written() {
    let text = "algorithm A\noption memory: sequential, tso, pso\nshared x: 0..1\none:\n  own n: 0..3\n  run:\n    \
                n ← 3\n    x ← n\n";
    for memory in ["sequential", "tso", "pso"] {
        let found = verdicts(listing::compile(text, &[("memory", memory)]).unwrap());
        assert!(found.contains("values stay in their domains: NO in 0"), "{memory}: {found}");
    }
}

#[test]
fn a_write_that_reaches_a_freed_cell_is_a_mistake() {
    let text = "algorithm A\noption memory: sequential, tso\npool node of 1: value: 0..1\nshared head: none | node\n\
                one:\n  own n: none | node\n  run:\n    n ← new node\n    head ← n\n    n.value ← 1\ntwo:\n  own m: \
                none | node\n  run:\n    await head ≠ none\n    m ← head\n    free m\n";
    let found = verdicts(listing::compile(text, &[("memory", "tso")]).unwrap());
    assert!(found.contains("values stay in their domains: NO"), "{found}");
}

fn errors(text: &str) -> Vec<(ErrorCode, String)> {
    match listing::compile(text, &[]) {
        Ok(_) => Vec::new(),
        Err(found) => found.into_iter().map(|error| (error.kind, error.to_string())).collect(),
    }
}

#[test]
fn what_a_text_may_not_say() {
    let text = |head: &str, lines: &str| {
        format!("algorithm A\n{head}shared x: 0..1\nprocess i of 2:\n  run:\n{lines}")
    };
    let tso = "option memory: tso, sequential\n";
    for (text, kind, says) in [
        (
            text("option memory: sequential, tzo\n", "    x ← 1\n"),
            ErrorCode::UnknownOptionValue,
            "`tzo`",
        ),
        (text("option memory: tzo\n", "    x ← 1\n"), ErrorCode::UnknownOptionValue, "`tzo`"),
        (
            text("option memory: release_acquire\n", "    x ← 1\n"),
            ErrorCode::UnknownOptionValue,
            "`release_acquire` is reserved",
        ),
        (text("option buffer: 2\n", "    x ← 1\n"), ErrorCode::OutOfPlace, "needs `option memory`"),
        (
            text(&format!("{tso}option buffer: 0\n"), "    x ← 1\n"),
            ErrorCode::NumberTooLarge,
            "1 to 8",
        ),
        (
            text(&format!("{tso}option buffer: 9\n"), "    x ← 1\n"),
            ErrorCode::NumberTooLarge,
            "1 to 8",
        ),
        (
            text("", "    atomic:\n      fence\n"),
            ErrorCode::OutOfPlace,
            "begins with nothing pending",
        ),
        (
            text("", "    x ← 1\n  when x = 1: fence\n"),
            ErrorCode::OutOfPlace,
            "begins with nothing",
        ),
        (
            "option memory: tso\nshared safe y: bool\n".replacen("", "algorithm A\n", 1)
                + "process i of 2:\n  run:\n    y ← true\n",
            ErrorCode::SafeAndBuffered,
            "not buffered",
        ),
        (
            text(&format!("{tso}record r(a: 0..1, b: 0..1)\nshared p: r\n"), "    p ← r(1, 1)\n"),
            ErrorCode::OutOfPlace,
            "more than one number",
        ),
    ] {
        let found = errors(&text);
        let is_it = |it: &(ErrorCode, String)| it.0 == kind && it.1.contains(says);
        assert!(found.iter().any(is_it), "{found:?}: {text}");
    }
    for text in [
        text("", "    x ← 1\n    fence\n"),
        text("define memory: pso\ndefine buffer: 3\n", "    x ← 1\n    fence\n"),
        // a name that the text itself uses
        text("option memory: kept, lost\n", "    x ← 1    with memory = kept\n"),
    ] {
        assert_eq!(errors(&text), []);
    }
}

/// A safe register is refused where buffers are chosen with it, and nowhere else.
#[test]
fn a_safe_register_and_a_buffer_exclude_each_other_in_a_setting() {
    let text = "algorithm A\noption memory: sequential, tso\noption registers: safe, atomic\nshared safe x: bool    with \
                registers = safe\nshared x: bool    with registers = atomic\nprocess i of 2:\n  run:\n    x ← true\n";
    let plain = text
        .replace("    with registers = safe\n", "\n")
        .replace("shared x: bool    with registers = atomic\n", "");
    assert_eq!(listing::check(text), []);
    assert_eq!(listing::check(&plain), []);
    for (text, memory, registers, fits) in [
        (text, "sequential", "safe", true),
        (text, "sequential", "atomic", true),
        (text, "tso", "atomic", true),
        (text, "tso", "safe", false),
        (&*plain, "sequential", "safe", true),
        (&*plain, "tso", "safe", false),
    ] {
        let found = listing::compile(text, &[("memory", memory), ("registers", registers)]);
        let kinds = found.err().unwrap_or_default().into_iter().map(|error| error.kind);
        let expected: &[ErrorCode] = if fits { &[] } else { &[ErrorCode::SafeAndBuffered] };
        assert_eq!(kinds.collect::<Vec<_>>(), expected, "{memory}, {registers}");
    }
}

/// Where each write is seen at once, a fence is nothing.
#[test]
fn a_fence_is_no_step_of_sequential_memory() {
    let text = "algorithm A\noption memory: sequential, tso\nshared x: 0..1\nprocess i of 2:\n  run:\n    x ← 1\n    \
                fence\n    x ← 0\n";
    let found = |text: &str| verdicts(listing::compile(text, &[]).unwrap());
    assert_eq!(found(text), found(&text.replace("    fence\n", "")));
}

/// The places of an ordering are kept for later; a name that the text itself uses is a name.
#[test]
fn an_ordering_at_an_access_is_reserved() {
    let text = |head: &str, line: &str| {
        format!("algorithm A\n{head}shared x, y: 0..1\nprocess i of 2:\n  run:\n    {line}\n")
    };
    for (line, place) in [
        ("x ←[release] 1", "[release]"),
        ("x ← [acquire] y", "[acquire]"),
        ("await [acquire] y = 1", "[acquire]"),
        ("if [acquire] y = 1: x ← 1", "[acquire]"),
        ("await y[acquire] = 1", "acquire"),
        ("x[release] ← 1", "release"),
        ("x ← y [acquire]", "acquire"),
        ("release x ← 1", "release"),
        ("x ←release 1", "release"),
        ("await acquire y = 1", "acquire"),
        ("x ← 1 release", "release"),
        ("x ←[seq_cst] 1", "[seq_cst]"),
        ("fence release", "release"),
        ("fence [acq_rel]", "acq_rel"),
        ("fence(acquire)", "acquire"),
        ("y ← 1; release x ← 1", "release"),
    ] {
        let text = text("", line);
        let found = listing::check(&text);
        let [only] = &found[..] else { panic!("{line}: {found:?}") };
        assert_eq!(only.span.of(&text), place, "{line}");
        assert!(only.message.starts_with("An ordering at an access is reserved"), "{only}");
        assert!(only.help.contains("`sequential`, `tso` or `pso`, and a line `fence`"), "{only}");
    }
    let message = "message release, acquire(n: 0..1)\n";
    let symbol = "shared s: none | acquire\n";
    for (head, line) in [
        (message, "send release x"),
        (message, "await release y"),
        ("define release(v): v + 1\n", "x ← release 1"),
        (symbol, "s ← [acquire] 1"),
        ("", "release"),
        ("", "release: x ← 1"),
        ("", "x ← release"),
    ] {
        let found = listing::check(&text(head, line));
        let is_reserved = |error: &listing::Diagnostic| error.message.contains("is reserved");
        assert!(!found.is_empty() && !found.iter().any(is_reserved), "{line}: {found:?}");
    }
}
