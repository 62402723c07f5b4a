//! Rows of lines without indentation, and of lines of a role beside its sections.

use super::{COLON, GUARD, IN_NO_CLAIM, OUTSIDE, Row, TAKEN_BY_AWAIT, WHOLE, row, told};
use crate::diagnostic::ErrorCode;
use crate::parse::STANDS_ONCE;

const IN_EVERY_STATE: &str = "What must be true in every state is said by `always`.";
const COMES_ABOUT: &str = "What must come about is said by `eventually`.";
const BEGINS_WITH_A_WORD: &str =
    "What is claimed begins with a word, such as `always` or `eventually`.";
const ABOUT_STATES: &str = "This stands in `always`, `never` and `reachable` only.";
const HOW_OFTEN: &str = "How often a process runs stands behind a comma.";
const NUMBER_OF_EACH: &str = "A role names the number of each process and says how many there are.";
const OF_TWO: &str = "Write `process i of 2:` for two of them, which the text numbers from 0.";
const MESSAGE_RULE: &str = "A rule for a message begins with `on`.";

/// Lines without indentation.
pub static ITEMS: &[Row] = &[
    row("«n:NAME» : REST → REST", "eventually {n}", BEGINS_WITH_A_WORD).help("Write `{here}: …`."),
    row("«n:NAME» : (|all|some|not|no REST", "always {n}", BEGINS_WITH_A_WORD)
        .help("Write `{here}: …`."),
    row("«@invariant|inv|assert|property|safety|ltl» n:TITLE : REST", "always", IN_EVERY_STATE)
        .help("Write `always {n}: …`."),
    told(
        "«@invariant|inv|assert|property|safety|ltl» TOKEN",
        IN_EVERY_STATE,
        "Write `always NAME: …`.",
    ),
    told(
        "«invariant|inv|assert|property|safety|ltl» : @WORD",
        IN_EVERY_STATE,
        "Write `always NAME: …`.",
    ),
    row("«@liveness» n:TITLE : REST", "eventually", COMES_ABOUT).help("Write `eventually {n}: …`."),
    told("«liveness» : @WORD", COMES_ABOUT, "Write `eventually NAME: …`."),
    row(
        "⟨eventually always n:TITLE? : (? «@w:always» c:CLAIM )?⟩ with|$",
        "eventually always{ n}: {c}",
        IN_NO_CLAIM,
    )
    .help(WHOLE),
    row(
        "⟨eventually n:TITLE? : (? «@w:always» c:CLAIM )?⟩ with|$",
        "eventually always{ n}: {c}",
        IN_NO_CLAIM,
    )
    .help(WHOLE),
    row(
        "⟨eventually? always n:TITLE? : (? «@w:eventually» always c:CLAIM )?⟩ with|$",
        "eventually always{ n}: {c}",
        IN_NO_CLAIM,
    )
    .help(WHOLE),
    row(
        "⟨eventually? always n:TITLE? : (? «@w:eventually» c:CLAIM )?⟩ with|$",
        "eventually{ n}: true → {c}",
        IN_NO_CLAIM,
    )
    .help(WHOLE),
    row(
        "⟨always n:TITLE? : (? p:CLAIM →|⇒ «@w:eventually» c:CLAIM )?⟩ with|$",
        "eventually{ n}: {p} → {c}",
        IN_NO_CLAIM,
    )
    .help(WHOLE),
    row("⟨always n:TITLE? : (? «@w:always» c:CLAIM )?⟩ with|$", "always{ n}: {c}", IN_NO_CLAIM)
        .help(WHOLE),
    row(
        "⟨eventually n:TITLE? : (? «@w:eventually» c:CLAIM )?⟩ with|$",
        "eventually{ n}: {c}",
        IN_NO_CLAIM,
    )
    .help(WHOLE),
    told(
        "at|eventually end|always? TITLE? : «all» @decisions",
        ABOUT_STATES,
        "Write `always NAME: all decisions equal`.",
    )
    .is(ErrorCode::OutOfPlace),
    told(
        "at|eventually end|always? TITLE? : «at» @most",
        ABOUT_STATES,
        "Write `always NAME: at most 1 in SECTION`.",
    )
    .is(ErrorCode::OutOfPlace),
    told(
        "at|eventually end|always? TITLE? : «NAME» @before",
        ABOUT_STATES,
        "Write `always NAME: SECTION before SECTION`.",
    )
    .is(ErrorCode::OutOfPlace),
    told(
        "at|eventually end|always? TITLE? : «not» NAME @before",
        ABOUT_STATES,
        "Write `always NAME: not SECTION before SECTION`.",
    )
    .is(ErrorCode::OutOfPlace),
    told(
        "eventually TITLE? : «some NAME REST? : ( REST @→ REST )» with|$",
        STANDS_ONCE,
        "Write a property for each: `eventually NAME: P → Q`, or `all` in place of `some`.",
    ),
    told(
        "eventually REST «@→»",
        STANDS_ONCE,
        "Write a property for each: `eventually NAME: P → Q`; for what is so at one moment, write `⇒`.",
    ),
    row(
        "«@noun:NAME» of",
        "{noun} i",
        "A role of several processes has a name for the number of each.",
    )
    .help("Write `{here} of`.")
    .is(ErrorCode::NotAnItem),
    told(
        "«@noun:NOUN» p:NAME :|,",
        "`{noun} {p}` needs a count.",
        "Write `{noun} {p} of 2` for two of them; a single process has no number: `{noun}`.",
    )
    .is(ErrorCode::NotAnItem),
    row("«@process» NUMBER", "process i of", NUMBER_OF_EACH).help(OF_TWO).is(ErrorCode::NotAnItem),
    told("«@process»", NUMBER_OF_EACH, OF_TWO).is(ErrorCode::NotAnItem),
    row("NAME NAME of EXPR ‹@for ever» :", ", for ever", HOW_OFTEN),
    row("NAME NAME of EXPR ‹@forever» :", ", for ever", HOW_OFTEN),
    row("NAME NAME of EXPR ‹@once» :", ", 1 times", HOW_OFTEN),
    row("NAME NAME of EXPR ‹@twice» :", ", 2 times", HOW_OFTEN),
    row("NAME NAME of EXPR ‹@n:SUM times» :", ", {n} times", HOW_OFTEN),
];

/// Lines of a role beside its sections.
pub static PARTS: &[Row] = &[
    row("«upon|when|on|await? TAKES of|a|an|the*» m:CALL :", "on", MESSAGE_RULE)
        .help("Write `on {m}:`."),
    row("«upon|when|on|await? TAKES of|a|an|the*» m:CALL", "await", TAKEN_BY_AWAIT)
        .help("Write `await {m}`."),
    row("«upon» m:EVENT :", "on", MESSAGE_RULE).help("Write `on {m}:`."),
    row("«upon» m:EVENT", "await", TAKEN_BY_AWAIT).help("Write `await {m}`."),
    row("«upon» c:QUESTION", "when", "A rule with a condition begins with `when`.")
        .help("Write `when {c}:`."),
    told("«w:DECLARES» WORD", OUTSIDE, "Move it above the process, without indentation.")
        .is(ErrorCode::OutOfPlace),
    told("«w:CLAIMS» WORD", OUTSIDE, "Move it below the process, without indentation.")
        .is(ErrorCode::OutOfPlace),
    row("OPENS PLAIN «@→» PLAIN? $", ":", COLON),
    told("c:CONDITION «→» s:REST", GUARD, "Write `when {c}: {s}`."),
    row("«@NAME WORD WORD*» :", "{marked_}", "The name of a section is one word.")
        .help("Write `{here}:`."),
];
