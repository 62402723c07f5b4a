//! A line of each kind that has a condition, and the text around it.
//!
//! What ends in ` on` is there with `o = on`, and what ends in ` off` with `o = off`.

/// Each text means something else with the line than without it.
pub const HEEDED: &[(&str, &str)] = &[
    (
        "domain",
        "domain d: 0..1 on\ndomain d: 0..2 off\nshared x: d = any\nprocess i of 1:\n  s:\n    x ← 0",
    ),
    (
        "record",
        "record r(a: 0..1) on\nrecord r(a: 0..2) off\nshared x: r = any\nprocess i of 1:\n  s:\n    pause",
    ),
    (
        "pool",
        "pool c of 1: n: bool on\npool c of 2: n: bool off\nprocess i of 1, 2 times:\n  own p: none | c\n  \
         s:\n    p ← new c",
    ),
    (
        "message",
        "message m(a: 0..1) on\nmessage m(a: 0..2) off\nprocess i of 1:\n  own k: 0..2\n  s:\n    pause\n    \
         choose k in 0..2\n    send m(k) to 0\n  on m(a): skip",
    ),
    (
        "shared",
        "shared x: bool = any on\nshared x: 0..2 = any off\nprocess i of 1:\n  s:\n    pause",
    ),
    ("safe", "shared safe x: bool on\nshared x: bool off\nprocess i of 1:\n  s:\n    x ← true"),
    (
        "ghost",
        "ghost g: 0..1 on\nghost g: 0..2 off\nprocess i of 1, 2 times:\n  s:\n    pause\n    g ← g + 1",
    ),
    ("role", "process i of 1: on\n  s:\n    pause\nprocess i of 2: off\n  s:\n    pause"),
    (
        "define an expression",
        "define a: 1 on\ndefine a: 2 off\nshared x: 0..2\nprocess i of 1:\n  s:\n    x ← a\nreachable t: x = 2",
    ),
    (
        "define statements",
        "define a: pause on\ndefine a: pause; pause off\nprocess i of 1:\n  s:\n    a",
    ),
    ("assume", "shared x: 0..2 = any\nassume low: x < 2 on\nprocess i of 1:\n  s:\n    pause"),
    (
        "limit of a domain",
        "shared x: 0..2\nlimit x on\nprocess i of 1, for ever:\n  s:\n    atomic x ← x + 1",
    ),
    (
        "limit of states",
        "shared x: 0..5\nlimit low: x < 2 on\nprocess i of 1, 5 times:\n  s:\n    atomic x ← x + 1",
    ),
    ("watch", "shared x: bool\nwatch x on\nprocess i of 1:\n  s:\n    pause"),
    ("always", "shared x: 0..1\nprocess i of 1:\n  s:\n    x ← 1\nalways t: x = 0 on"),
    ("never", "shared x: 0..1\nprocess i of 1:\n  s:\n    x ← 1\nnever t: x = 1 on"),
    ("reachable", "shared x: 0..1\nprocess i of 1:\n  s:\n    x ← 1\nreachable t: x = 1 on"),
    ("eventually", "shared x: 0..1\nprocess i of 1:\n  s:\n    x ← 1\neventually t: x = 1 on"),
    (
        "eventually always",
        "shared x: 0..1\nprocess i of 1:\n  s:\n    x ← 1\neventually always t: x = 1 on",
    ),
    ("at end", "shared x: 0..1\nprocess i of 1:\n  s:\n    x ← 1\nat end t: x = 1 on"),
    ("inductive", "shared x: 0..1\nprocess i of 1:\n  s:\n    x ← 1\ninductive t: on\n  x = 0"),
    ("outcomes", "shared x: 0..1\nprocess i of 1:\n  s:\n    x ← 1\noutcomes t: x on"),
    ("serializable", "shared x: 0..1\nprocess i of 1:\n  s:\n    x ← 1\nserializable t: x on"),
    ("most", "shared x: 0..1\nprocess i of 1:\n  s:\n    x ← 1\nmost t: x on"),
    ("least", "shared x: 0..1\nprocess i of 1:\n  s:\n    x ← 1\nleast t: x on"),
    (
        "wait-free",
        "shared x: 0..1\nprocess i of 1:\n  s:\n    x ← 1\n  u:\n    pause\nwait-free: s to u on",
    ),
    ("own", "process i of 1:\n  own k: bool = any on\n  own k: 0..2 = any off\n  s:\n    pause"),
    (
        "stable",
        "process i of 1:\n  stable k: bool = any on\n  stable k: 0..2 = any off\n  s:\n    pause",
    ),
    (
        "sections",
        "process i of 1:\n  own k: bool\n  sections away on\n  sections idle\n  \
         when i in idle and not k: k ← true",
    ),
    ("rests", "process i of 1:\n  rests in s on\n  s:\n    await false"),
    (
        "rests when",
        "process i of 1:\n  own k: bool\n  rests in s when not k on\n  s:\n    await false",
    ),
    (
        "history",
        "node i of 1:\n  own n: 0..2\n  ghost known[node]: 0..2\n  ghost stamp[0..1]: 0..4\n  \
         ghost past[0..1]: copy of known\n  history n: stamp after past on\n  when n < 2: n ← n + 1",
    ),
    ("section", "process i of 1:\n  s:\n    pause\n  u: on\n    pause"),
    ("when", "process i of 1:\n  own k: 0..2\n  when k < 2: k ← k + 1 on"),
    (
        "on a message",
        "message m\nsender:\n  s:\n    send m to taker\ntaker:\n  own k: bool\n  on m: k ← true on\n  \
         on m: skip off\nreachable t: taker.k",
    ),
    ("on timeout", "process i of 1:\n  own k: bool\n  on timeout when not k: k ← true on"),
    ("on crash", "define crashes: 1\nprocess i of 1:\n  s:\n    pause\n  on crash: on\n    pause"),
    ("assign", "shared x: bool\nprocess i of 1:\n  s:\n    x ← true on\n    pause"),
    (
        "read until",
        "row r on 1:\n  f: none | up\nprocess i of 1:\n  own k: none | up\n  s:\n    \
         k ← read r.f until k = up on\n    pause",
    ),
    ("await", "shared x: bool\nprocess i of 1:\n  s:\n    await x on\n    pause"),
    (
        "await from",
        "message m\nsender:\n  s:\n    send m to taker\ntaker:\n  s:\n    await m from sender on\n    pause",
    ),
    ("atomic", "shared x: 0..2\nprocess i of 2:\n  s:\n    atomic: on\n      x ← x + 1\n    pause"),
    (
        "fence",
        "define memory: tso\nshared x: 0..1\nprocess i of 1:\n  s:\n    x ← 1\n    fence on\n    x ← 0",
    ),
    (
        "fence stores",
        "define memory: pso\nshared x: 0..1\nprocess i of 1:\n  s:\n    x ← 1\n    fence stores on\n    x ← 0",
    ),
    ("pause", "process i of 1:\n  s:\n    pause on\n    pause"),
    ("skip", "shared x: bool\nprocess i of 1:\n  s:\n    x ← true; skip on\n    pause"),
    ("stop", "process i of 1:\n  s:\n    pause\n    stop on\n    pause"),
    ("restart", "process i of 1:\n  s:\n    pause\n    restart on\n    pause"),
    (
        "become",
        "process i of 1:\n  s:\n    pause\n    become v on\n  u:\n    pause\n  v:\n    pause",
    ),
    ("send", "message m\nprocess i of 1:\n  s:\n    send m to 0 on\n    pause\n  on m: skip"),
    ("if", "shared x: bool\nprocess i of 1:\n  s:\n    if x: on\n      pause\n    pause"),
    (
        "else",
        "shared x: bool\nprocess i of 1:\n  s:\n    if x:\n      pause\n    else: on\n      x ← true\n    pause",
    ),
    (
        "while",
        "shared x: bool\nprocess i of 1:\n  s:\n    while not x: on\n      x ← true\n    pause",
    ),
    (
        "repeat",
        "shared x: bool\nprocess i of 1:\n  s:\n    repeat: on\n      x ← true\n    until x on\n    pause",
    ),
    (
        "until",
        "shared x: bool\nprocess i of 1:\n  s:\n    repeat:\n      x ← true\n    until x on\n    \
         until not x off\n    pause",
    ),
    (
        "for each",
        "shared x: 0..1\nprocess i of 1:\n  s:\n    for each j in 0..1: on\n      x ← j\n    pause",
    ),
    (
        "choose",
        "process i of 1:\n  own k: bool\n  s:\n    pause\n    choose k in bool on\n    pause",
    ),
    (
        "let",
        "process i of 1:\n  own k: 0..1\n  s:\n    pause\n    k ← 1; let a = k on\n    pause\nreachable t: k[0] = 1",
    ),
    (
        "propose",
        "process i of 1:\n  s:\n    pause\n    propose 1 on\n    propose 0 off\n    decide 1\n\
         always t: all decisions are inputs",
    ),
    ("decide", "process i of 1:\n  s:\n    pause\n    decide 1 on\n    pause"),
    (
        "free",
        "pool c of 2: n: bool\nprocess i of 1:\n  own p: none | c\n  s:\n    p ← new c\n    free p on\n    pause",
    ),
    (
        "write",
        "row r on 1:\n  f: none | up\nprocess i of 1:\n  s:\n    write r.f = up on\n    pause",
    ),
    ("delete", "row r on 1:\n  f: none | up\nprocess i of 1:\n  s:\n    delete r.f on\n    pause"),
    ("a definition", "define a:\n  pause\nprocess i of 1:\n  s:\n    a on\n    pause"),
    (
        "operation",
        "shared x: 0..1\noperation a: on\n  x ← 1\noperation a: off\n  pause\nprocess i of 1:\n  s:\n    call a\nreachable t: x = 1",
    ),
    (
        "call",
        "shared x: 0..1\noperation a:\n  x ← 1\nprocess i of 1:\n  s:\n    call a on\n    pause\nreachable t: x = 1",
    ),
    (
        "return",
        "shared x: 0..1\noperation a:\n  pause\n  return on\n  x ← 1\nprocess i of 1:\n  s:\n    call a\nreachable t: x = 1",
    ),
    (
        "linearizable",
        "shared x: 0..1\noperation a → 0..1:\n  pause\n  return x\noperation b:\n  x ← 1\n  x ← 0\nprocess i of 2:\n  \
         own k: 0..1\n  s:\n    call k ← a | b\nlinearizable on",
    ),
    (
        "sequentially consistent",
        "shared x: 0..1\noperation a → 0..1:\n  pause\n  return x\noperation b:\n  x ← 1\n  x ← 0\nprocess i of 2:\n  \
         own k: 0..1\n  s:\n    call k ← a | b\nsequentially consistent on",
    ),
];

/// What is there whatever the options are.
pub const REFUSED: &[(&str, &str)] = &[
    (
        "say",
        "shared x: 0..1\nprocess i of 1:\n  s:\n    x ← 1\nalways t: x = 0\nsay t: x is {x}.    with o = on\n",
    ),
    ("option", "option p: a, b    with o = on\nprocess i of 1:\n  s:\n    pause\n"),
    ("row", "row r on 1:    with o = on\n  f: none | up\nprocess i of 1:\n  s:\n    pause\n"),
    ("row", "row r on 1 with o = on:\n  f: none | up\nprocess i of 1:\n  s:\n    pause\n"),
    ("row", "row r on 1:\n  f: none | up    with o = on\nprocess i of 1:\n  s:\n    pause\n"),
    (
        "row",
        "row r on 1:\n  f: none | up\n  reads one    with o = on\nprocess i of 1:\n  s:\n    pause\n",
    ),
];
