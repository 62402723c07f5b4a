//! Rows of statements.

use super::{COLON, FIELD, GUARD, OUTSIDE, Row, TAKEN_BY_AWAIT, WHOLE, row, told};
use crate::diagnostic::ErrorCode;

const EACH: &str = "A loop over numbers or processes begins with `for each`.";
const EACH_WHOLE: &str = "Write `for {here}:`.";
const SENT: &str = "A message is sent with `send`, to a process.";
const TAKEN: &str = "A message is taken with `await`, from a process.";
const ASSIGNS: &str = "The language has no `{op}=`; `←` assigns.";

/// Statements.
pub static STATEMENTS: &[Row] = &[
    told(
        "«upon|when|on|await? TAKES of|a|an|the*» m:CALL :",
        TAKEN_BY_AWAIT,
        "Write `await {m}`, and below it what is done then.",
    ),
    row("«upon|when|on|await? TAKES of|a|an|the*» m:CALL", "await", TAKEN_BY_AWAIT)
        .help("Write `await {m}`."),
    told("«upon» m:EVENT :", TAKEN_BY_AWAIT, "Write `await {m}`, and below it what is done then."),
    row("«upon» m:EVENT", "await", TAKEN_BY_AWAIT).help("Write `await {m}`."),
    told(
        "«upon» c:QUESTION",
        "`upon` begins no statement.",
        "Write `await {c}` to wait until it is true, or `if {c}:` to go on otherwise.",
    ),
    told("«w:DECLARES» WORD", OUTSIDE, "Move it above the process, without indentation.")
        .is(ErrorCode::OutOfPlace),
    told("«w:CLAIMS» WORD", OUTSIDE, "Move it below the process, without indentation.")
        .is(ErrorCode::OutOfPlace),
    told(
        "«w:when»",
        "`{w}` begins a rule, which stands beside the sections and not in one.",
        "Write `await …` to wait until it is true, or `if …:` to go on otherwise.",
    )
    .is(ErrorCode::OutOfPlace),
    told(
        "«w:on»",
        "`{w}` begins a rule, which stands beside the sections and not in one.",
        "Write `await …` to take one message.",
    )
    .is(ErrorCode::OutOfPlace),
    row("for «all|every|any» WORD", "each", EACH),
    row("for «each? j:NAME =|← low:SUM to|.. high:SUM» do|:|$", "each {j} in {low}..{high}", EACH)
        .help(EACH_WHOLE),
    row("for «each? j:NAME in|from low:SUM to high:SUM» do|:|$", "each {j} in {low}..{high}", EACH)
        .help(EACH_WHOLE),
    row(
        "for «each? j:NAME =|←|in|from range ( high:EXPR )» do|:|$",
        "each {j} in 0..{high-1}",
        EACH,
    )
    .help(EACH_WHOLE),
    row(
        "for «each? j:NAME =|←|in|from range ( low:EXPR , high:EXPR )» do|:|$",
        "each {j} in {low}..{high-1}",
        EACH,
    )
    .help(EACH_WHOLE),
    row("for ⟨⟩«@NAME» in|:|≠", "each ", EACH).help("Write `each` before this."),
    told("for «@TOKEN»", EACH, "Write `for each j in 0..3:`, with the first and the last value."),
    row(
        "for each «set:NAME @j:NAME»",
        "{j} in {set}",
        "The name stands first, and behind `in` what it runs over.",
    )
    .help(WHOLE),
    row("«all|every|forall|foreach» WORD REST DOES", "for each", EACH),
    row("«all|every|forall|foreach» WORD REST BELOW", "for each", EACH),
    row("NAME ~«@→» MEMBER", ".", FIELD),
    row("OPENS PLAIN «@→» PLAIN? $", ":", COLON),
    told(
        "c:CONDITION «→» s:REST",
        GUARD,
        "Write `await {c}; {s}` to wait until it is true, or `if {c}: {s}` to go on otherwise.",
    ),
    told("await? «t:ROLE @!» m:CALL", SENT, "Write `send {m} to {t}`."),
    told("await? «t:ROLE @!» m:VALUE", SENT, "Write `send MESSAGE({m}) to {t}`."),
    told("await? «t:NAME @!» m:CALL", SENT, "Write `send {m} to j`, where `j` is that process."),
    told(
        "await? «t:NAME @!» m:VALUE",
        SENT,
        "Write `send MESSAGE({m}) to j`, where `j` is that process.",
    ),
    told("await? «t:ROLE @?» m:CALL", TAKEN, "Write `await {m} from {t}`."),
    told(
        "await? «t:NAME @?» m:CALL",
        TAKEN,
        "Write `await {m} from j`, where `j` is that process.",
    ),
    told(
        "«n:NAME @:» $",
        "`{n}:` begins a section, which stands beside the others and not in one.",
        "Move it out, to the level of the section above it.",
    )
    .is(ErrorCode::OutOfPlace),
    told(
        "«assert» @TOKEN",
        "What must hold is said at the end of the text.",
        "Write `always NAME: …` there.",
    ),
    told("«print» @TOKEN", "A text prints nothing.", "The page shows every variable."),
    row("t:SUM «op:+|−|·|/ ~@=»", "← {t} {op}", ASSIGNS),
    row("⟨t:SUM «+ ~@+»⟩", "{t} ← {t} + 1", "The language has no `++`; `←` assigns."),
    told(
        "await MESSAGE «@,»",
        "A line takes one kind of message.",
        "Write a rule for each beside the sections: `on a: …`, `on b: …`.",
    )
    .is(ErrorCode::OutOfPlace),
];
