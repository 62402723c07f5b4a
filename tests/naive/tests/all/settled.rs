//! Small texts about which the two once differed, with the number of their states.

use crate::compare::{self, Held};

#[test]
fn what_differed_once_is_settled() {
    for &(states, text) in TEXTS {
        let text = format!("algorithm A\n{text}");
        assert_eq!(compare::hold(&text, &[], 1_000), Ok(Held::Same { states }), "{text}");
    }
}

const TEXTS: &[(usize, &str)] = &[
    // a limit that cannot be computed is an error
    (1, "p i of 1:\n  own s: set of 0..2\n  sections a, b\nlimit l: (min n in s[0]: n) < 1"),
    // an assumption is asked before the first lines, each process in its first section
    (
        0,
        "ghost g: bool = any\nshared x: bool\np k of 2:\n  a:\n    g ← true\n    pause\nassume b: 1 not in a",
    ),
    // a copy is sent behind what is in the channel
    (
        14,
        "message m(n: 0..3)\ndefine duplicates: 1\np i of 1:\n  a:\n    send m(1) to self\n    send m(2) to self\n    await m(j)\n    await m(k)",
    ),
    // to choose is the first step, also in the section to which the first lines lead
    (9, "p i of 2, 2 times:\n  a:\n    if true: become b\n  b:\n    choose n in p"),
    // what cannot be computed fails
    (
        1,
        "shared s: set of 0..2\np i of 1:\n  sections a, b\nalways q: (min n in s: n) < 0 ⇒ always true",
    ),
    // of a set without members nothing is read
    (
        1,
        "shared x: bool\np i of 1:\n  own s: set of 0..1\n  own n: 0..2\n  a:\n    n ← size({j in s: x})",
    ),
    (
        1,
        "shared x: 0..1\np i of 1:\n  own s: set of 0..1\n  own n: 0..2\n  a:\n    n ← size({x + j for j in s})",
    ),
    (
        2,
        "shared x: bool\np i of 1:\n  own s: set of 0..1 = {1}\n  own n: 0..2\n  a:\n    n ← size({j in s: x})",
    ),
    // a ghost costs no step, also beside what does
    (
        3,
        "shared x: 0..1\nshared y: 0..1\nghost g: bool\np i of 1:\n  a:\n    g, y ← x = x, 1\n    y ← 0",
    ),
    // what may come before the first step is no part of the beginning
    (3, "p i of 1:\n  own n: 0..1\n  a:\n    while not true: pause\n    choose n in 0..1"),
    (
        7,
        "p i of 1:\n  own b: bool = any\n  own n: 0..1\n  a:\n    if b: pause\n    choose n in 0..1",
    ),
    // a set of which there are two
    (1, "shared x: 0..2\np i of 1, for ever:\n  a:\n    await x in ({1} if x ≠ 0 else {0})"),
    // who reads a safe register that nobody writes reads what it is, for ever
    (1, "shared safe x[0..1]: bool\np i of 1:\n  a:\n    await x[1] ≠ x[0]"),
    // to begin again is no step behind the one that does
    (
        3,
        "shared x: 0..1\np i of 1, 2 times:\n  own b: bool\n  a:\n    x ← 1\n  when x = 1 and not b:\n    restart",
    ),
    // a list that is being written reads as a list
    (
        8,
        "shared safe x: list of 0..1 up to 1\np i of 2:\n  own n: 0..2\n  a:\n    if i = 0: x ← [1]\n    else: n ← length(x + x)",
    ),
    // a write ends with the value with which it began
    (
        8,
        "shared safe x: bool\np i of 1:\n  own b: bool\n  a:\n    x ← not b\n  when not b:\n    b ← true",
    ),
    // what is on its way is counted in the step that tells it
    (
        14,
        "message m\ndefine crashes: 1\nshared x: bool\np i of 2:\n  a:\n    send m to all\n  on crash:\n    x ← (1, 1) < (in_transit(m), 0)",
    ),
    // an implication reads no further than it must
    (1, "shared x: 0..1\np i of 1:\n  a:\n    if 1 = 2 ⇒ x = 0: skip"),
    (
        3,
        "shared x: 0..1\nshared y: 0..1\np i of 1:\n  own b: bool\n  a:\n    b ← x = 1 ⇒ y = 1\n    x ← 1",
    ),
    // what an `if` has read is known to its `else if`
    (2, "shared x: 0..2\np i of 1:\n  a:\n    if x = 1: skip\n    else if x = 2: skip"),
    // records are known before the program runs
    (1, "record r(n: 0..2, b: bool)\np i of 1:\n  a:\n    await r(1, false) ≠ r(1, true)"),
    // a field is read apart from the other and from the whole
    (4, "record r(n: 0..2, b: bool)\nshared s: r\np i of 1:\n  a:\n    s ← r(s.n, s.b)"),
    (
        3,
        "record r(n: 0..2, b: bool)\nshared s: r\np i of 1:\n  own x: 0..2\n  own y: bool\n  a:\n    x, y ← s.n, s = r(0, false)",
    ),
    // who could write another's element, if the line ran
    (9, "shared s[p]: bool\np i of 2:\n  a:\n    s[i] ← not s[i]\n    stop\n    s[0] ← true"),
    // a rule for a crash that never comes writes nothing
    (
        2,
        "define crashes: 1\nshared s[p]: 0..2\np i of 1:\n  own x: 0..2\n  a:\n    x ← s[self]\n    pause\nq k of 1:\n  on crash when 1 > 2:\n    s[0] ← 1",
    ),
    // the set over which a loop runs is read before what it does
    (
        9,
        "shared s: set of 0..1\np i of 1, 2 times:\n  own c: set of 0..1 = {1}\n  a:\n    for each n in s:\n      s ← c\n    choose c in set of 0..1",
    ),
    // what is on its way as a write begins
    (
        24,
        "message m\nshared safe x: 0..2\np i of 2:\n  a:\n    x ← in_transit(m)\n    send m to all others",
    ),
    // an argument is read where the definition names it
    (
        3,
        "shared x: 0..2\np i of 1:\n  a:\n    await all n in {0, 2} where d(x) > 0: x < 2\n    pause\ndefine d(a): 1",
    ),
    // nor is one of a function read where nothing asks for it
    (
        2,
        "shared x: 0..2\np i of 1:\n  own s: set of 0..1\n  a:\n    s ← {n in s: min(1, x) < 1}\n    pause",
    ),
    // a guard knows who sent
    (
        6,
        "message m\np i of 2:\n  a:\n    send m to q\nq:\n  on m from j when j in {0}:\n    decide 0",
    ),
    // a ghost is what it is as it is sent
    (
        5,
        "message m(n: 0..3)\nghost g: 0..1\np i of 1:\n  a:\n    pause\n    g ← 1\nq k of 1:\n  a:\n    send m(min({3 if 0 < g else 0})) to k",
    ),
    // nothing can be chosen behind what is waited for
    (
        15,
        "shared s: 0..1\np i of 2, 2 times:\n  own b: bool\n  a:\n    s ← s\n    await cas(s, s, s)\n    choose n in 0..1 where b",
    ),
];
