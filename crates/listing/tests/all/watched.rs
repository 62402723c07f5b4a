//! Expressions that a text watches.

use crate::meaning::check;
use model::System;

const WATCHED: &str = "algorithm A\npool cell of 2: next: none | cell\nshared x: 0..2\n\
                       shared top: none | cell = 1\nprocess i of 2:\n  own old: 0..2\n  adding:\n    \
                       old ← x\n    x ← old + 1\n";

/// Whatever its domain: what is watched is said as the text says it, and changes no search.
#[test]
fn what_is_watched_has_its_value_at_each_moment() {
    let watched = [
        ("x + 1", "1"),
        ("x = 2", "false"),
        ("old", "0 · 0"),
        ("top", "1"),
        ("adding", "{0, 1}"),
        ("{i in process: i.old = x}", "{0, 1}"),
        ("[x, 1]", "[0, 1]"),
        ("3 mod x", "?"),
    ];
    let lines: Vec<String> = watched.iter().map(|it| format!("watch {}\n", it.0)).collect();
    let text = format!("{WATCHED}{}", lines.concat());
    let system = listing::compile(&text, &[]).unwrap_or_else(|errors| panic!("{}", errors[0]));
    let shown = system.view(&system.initial()).watched;
    let shown: Vec<_> = shown.iter().map(|watched| (watched.words, &*watched.value)).collect();
    assert_eq!(shown, watched);
    assert_eq!(check(&text).states, check(WATCHED).states);
}
