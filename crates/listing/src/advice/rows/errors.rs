//! Rows of what stands where a line could not be read any more, in any line.

use super::{COLON, FIELD, IN_NO_CLAIM, RESERVED, Row, WITHOUT, row, told};
use crate::diagnostic::ErrorCode;

const COMMENT: &str = "A comment begins with `#`.";
const NO_SEMICOLON: &str =
    "`;` stands between two statements or declarations, and a line needs none.";
const A_DOMAIN: &str = "`{low}..{high}` is a domain, and a comparison asks for a set.";
const ARRAY: &str = "A domain has the values of one element. The indices stand behind the name.";
const ARRAY_HELP: &str =
    "Write `x[0..3]: bool` for four of them, or `x[process]: bool` for one of each process.";
const NO_POWER: &str = "The language has no power: a product is written out.";
const SQUARE: &str = "Write `x · x` for the square of x.";
const WITHOUT_THOSE: &str = "The members of one set without those of another are written `S − T`.";
const PART_OF: &str = "That a set is part of another is written `⊆`.";
const LEADS: &str = "What leads to something later is written with `→`.";

/// What stands where a line could not be read any more, in any line.
pub static ERRORS: &[Row] = &[
    told("«[ ORDERING ]» @TOKEN", RESERVED, WITHOUT),
    told("«ORDERING» @WORD|NUMBER", RESERVED, WITHOUT),
    told("ACCESS REST? «@ORDERING»", RESERVED, WITHOUT),
    told("← REST? «@ORDERING»", RESERVED, WITHOUT),
    told("ACCESS REST? @[|( «ORDERING»", RESERVED, WITHOUT),
    told("← REST? @[|( «ORDERING»", RESERVED, WITHOUT),
    told(
        ": REST? «@w:always|eventually»",
        IN_NO_CLAIM,
        "What follows whenever P was true is `eventually NAME: P → Q`, and what comes and stays is \
         `eventually always NAME: P`.",
    ),
    row(
        "«forever» @TOKEN",
        "for ever",
        "A process that begins again and again is written `for ever`.",
    ),
    row("«once» @TOKEN", "1 times", "How often a process runs is a number."),
    row("«twice» @TOKEN", "2 times", "How often a process runs is a number."),
    row("«wait @for|until»", "await", "To wait is written `await`."),
    row("«wait» @TOKEN", "await", "To wait is written `await`."),
    row("«forall» @TOKEN", "all", "“For all” is written `all`."),
    row("«exists» @TOKEN", "some", "“There is” is written `some`."),
    row("«goto» @TOKEN", "become", "A jump leads to a section, and is written `become`."),
    row("«elif|elseif» @TOKEN", "else if", "Another condition is written `else if`."),
    row("«@/ ~/|·»", "#", COMMENT),
    row("«/ ~@/|·»", "#", COMMENT),
    row("«@− ~−»", "#", COMMENT),
    row("⟨«;»⟩ @$", "", NO_SEMICOLON).help("Remove it."),
    row("⟨«@;»⟩ $", "", NO_SEMICOLON).help("Remove it."),
    told("«· ~@·»", NO_POWER, SQUARE),
    row("«op:+|−|·|/ ~@=»", "{op}", "The language has no `{op}=`."),
    row("«op:+ ~@+»", "{op}", "The language has no `++`."),
    row("«@leads to»", "→", LEADS),
    row("«@~ ~>»", "→", LEADS),
    row("«@leadsto|leads_to|⇝|↝»", "→", LEADS),
    row("NAME|] ~«@→» MEMBER", ".", FIELD),
    row(
        "«@→»",
        "⇒",
        "`→` leads to something later, once in `eventually`. “Implies” is written `⇒`.",
    ),
    told(
        "«@?» REST : REST",
        "One of two values is written `a if C else b`.",
        "Write `a if C else b` for `C ? a : b`.",
    ),
    row("CONDITIONAL UNCOUNTED «@,»", " and", "A condition is one value, true or false.")
        .help("Write `and` here, or `or`."),
    row(
        "all|some|count|sum|max|min «@j:NAME» op:<|≤|>|≥",
        "{j} where {j}",
        "Which ones are meant is a condition behind `where`.",
    )
    .help("Write `{j} where {j} {op} …` here."),
    row(
        "each «j:NAME» @op:<|≤|>|≥",
        "{j} where {j}",
        "Which ones are meant is a condition behind `where`.",
    )
    .help("Write `{j} where {j} {op} …` here."),
    row("in «[ low:SUM @.. high:SUM ]»", "{low}..{high}", "A range has no brackets."),
    told("v:SUM in «low:SUM @.. high:SUM»", A_DOMAIN, "Write `{low} ≤ {v} ≤ {high}`.")
        .is(ErrorCode::WrongDomain),
    told("v:SUM not in «low:SUM @.. high:SUM»", A_DOMAIN, "Write `not ({low} ≤ {v} ≤ {high})`.")
        .is(ErrorCode::WrongDomain),
    told(
        "COMPARES «low:SUM @.. high:SUM»",
        A_DOMAIN,
        "Write `{k in {low}..{high}: true}` for the set of its values.",
    )
    .is(ErrorCode::WrongDomain),
    told(
        "low:TOKEN «@..» high:TOKEN",
        "A range is no value: it is a domain.",
        "Write `{k for k in {low}..{high}}` for the set of its numbers.",
    )
    .is(ErrorCode::WrongDomain),
    told(":|in «@[» TOKEN", ARRAY, ARRAY_HELP),
    told(":|in «array» @of", ARRAY, ARRAY_HELP),
    row("«] @[»", ", ", "All indices of an array stand between two brackets.")
        .help("Write `,` here."),
    row("«@%»", "mod", "The remainder of a division is written `mod`."),
    row("«@!»", "not", "A negation is written `not`."),
    row("«@{»", ":", "A block begins with a colon and is indented; braces enclose sets."),
    row("«@then|do»", ":", COLON),
    row("«@implies»", "⇒", "“Implies” is written `⇒`."),
    row("«@∪»", "+", "The members of two sets are written `S + T`."),
    row("«@∖|\\»", "−", WITHOUT_THOSE),
    row("«@∉»", "not in", "Not to be in a set is written `not in`."),
    row("«@∅»", "{}", "The empty set is written `{}`."),
    row("«@∀»", "all", "“For all” is written `all`."),
    row("«@∃»", "some", "“There is” is written `some`."),
    row("«@∑»", "sum", "A sum is written `sum`."),
    row("«@&»", "and", "“And” is written `and`."),
    row("«@÷»", "/", "A division is written `/`."),
    told("«@∩»", "The members that two sets share are chosen.", "Write `{k in S: k in T}`."),
    told("«@⊇»", PART_OF, "Write `T ⊆ S` for `S ⊇ T`."),
    told("«@⊂»", PART_OF, "Write `S ⊆ T and S ≠ T`."),
    told("«@^»", NO_POWER, SQUARE),
    told(
        "«@–»",
        "A minus is written `−` or `-`, and a range `..`.",
        "Write `0..3` for the numbers from 0 to 3.",
    ),
    told("«@⇔»", "That two conditions are true together is written `=`.", "Write `(P) = (Q)`."),
];
