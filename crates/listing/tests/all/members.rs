//! What a set has for members, and what no set can have.

use crate::meaning::{check, outcome};
use checker::Outcome;
use listing::ErrorCode;

const STAY: &str = "values stay in their domains";

/// All that the text says holds, in every state.
fn holds(text: &str) {
    let report = check(&format!("algorithm A\n{text}"));
    for verdict in &report.verdicts {
        assert_eq!(verdict.outcome, Outcome::Holds, "{}: {text}", verdict.property);
    }
}

/// A step would give a variable a member that it cannot have.
fn leaves_its_domain(text: &str) {
    let report = check(&format!("algorithm A\n{text}"));
    assert!(matches!(outcome(&report, STAY), Some(Outcome::Fails { .. })), "{text}");
}

fn refused(text: &str, kind: ErrorCode) {
    let found = listing::compile(&format!("algorithm A\n{text}"), &[]).err().unwrap_or_default();
    assert_eq!(found.iter().map(|it| it.kind).collect::<Vec<_>>(), [kind], "{text}");
}

#[test]
fn sets_and_lists_are_members_as_they_are() {
    holds(
        "domain S: set of 0..1\nrecord p(voters: S, n: 0..1)\nshared s: set of S\nprocess i of 1:\n  own t: S = {1}\n  \
         own views: list of set of process up to 2\n  own q: list of list of 0..1 up to 2 up to 2\n  own log: set of \
         p\n  going:\n    s ← s + {t}\n    views ← views + [{i}]\n    q ← q + [[1]]\n    log ← log + {p({1}, 1)}\n    \
         log ← log + {p({0}, 1)}\nat end set: s = {{1}} and size(s) = 1 and (all x in s: x = {1})\nat end list: \
         views[0] = [{0}]\nat end lists: q[0] = [[1]]\nat end records: size(log[0]) = 2\n",
    );
    let of_two = "shared x: 0..1\nprocess i of 1:\n  going:\n    for each l in reverse([[0], [1, 1]]): x ← 1\n";
    refused(of_two, ErrorCode::WrongDomain);
}

#[test]
fn sets_of_two_domains_are_joined() {
    holds(
        "shared s: set of 0..3 = {1}\nshared t: set of 0..9 = {5}\nprocess i of 1:\n  own k: 0..9 = 7\n  own u: set \
         of 0..9\n  own v: set of 0..9\n  going:\n    u ← s + {k}\n    v ← {k} + s\nalways sizes: size(s + t) = 2 and \
         size(t + s) = 2\nat end both: u[0] = {1, 7} and v[0] = {1, 7}\nalways apart: not s ⊆ t and not t ⊆ s and s ≠ \
         t and t ≠ s\nalways less: s − t = {1} and t − s = {5}\n",
    );
    holds(
        "a:\n  own x: set of process\n  w:\n    x ← {a}\nb i of 2:\n  own y: set of b\n  w:\n    y ← {i}\nat end all: \
         size(a.x + y[0]) = 2 and size(y[0] + a.x) = 2 and a.x ⊆ process and not a.x ⊆ y[0] and a.x − y[0] = a.x\n",
    );
}

#[test]
fn no_member_vanishes() {
    for text in [
        "message vote\nserver:\n  voting:\n    send vote to all client\nclient c of 2:\n  own votes: set of client\n  on \
         vote from j: votes ← votes + {j}\n",
        "shared s: set of 1..3\nshared t: set of 0..7 = {1, 5}\nprocess i of 3:\n  going:\n    pause\n    s ← t\n",
        "shared s: set of 1..3\nprocess i of 2:\n  own k: 0..3\n  going:\n    pause\n    s ← s + {k}\n",
        "domain c: red | green\nshared s: set of c\nprocess i of 1:\n  own x: none | red | green\n  going:\n    pause\n    s \
         ← s + {x}\n",
        "record r(s: set of 1..3)\nshared x: r\nshared t: set of 0..7 = {1, 5}\nprocess i of 1:\n  going:\n    x ← r(t)\n",
        "message m(s: set of 0..2)\nprocess i of 1:\n  own t: set of 0..7 = {1, 5}\n  going:\n    pause\n    send m(t) to \
         i\n  on m(x): skip\n",
    ] {
        leaves_its_domain(text);
    }
}

#[test]
fn what_no_member_can_be_is_none() {
    holds(
        "domain c: red | green\nshared s: set of c = {red}\nprocess i of 1:\n  own x: none | red | green\n  own y: set of \
         2..3 = {2}\n  own k: 0..4\n  going:\n    pause\nalways symbol: x[0] not in s and {x[0]} ≠ s and not {x[0]} ⊆ \
         s\nalways number: not {k[0], 2} ⊆ y[0] and y[0] ≠ y[0] + {k[0]} and k[0] not in y[0] and {k[0]} ≠ {}\n",
    );
}

#[test]
fn a_symbol_that_is_no_index_has_no_element() {
    for declared in ["idle | busy", "idle | 0..1"] {
        let text = format!(
            "shared n[{declared}]: 0..4\nprocess i of 2:\n  own s: idle | busy | finished | 0..2 = finished\n  \
             going:\n    pause\n    atomic n[s] ← n[s] + 1\n"
        );
        leaves_its_domain(&text);
    }
}

#[test]
fn members_of_a_list_count_once() {
    holds(
        "process i of 1:\n  own q: list of 0..3 up to 3 = [1, 1, 2]\n  own v[0..2]: 0..3 = [1, 1, 2]\n  own n: 0..3\n  \
         own m: 0..3\n  going:\n    for each e in {k in q: k = 1}: n ← n + 1\n    m ← size({e in v: e ≤ 2})\nalways \
         list: {e in q[0]: e = 1} = {1} and size({e in q[0]: e = 1}) = 1\nalways counted: (count e in {k in q[0]: k = \
         1}: true) = 1\nalways array: size({e in v[0]: e = 1}) = 1\nat end once: n[0] = 1 and m[0] = 2\n",
    );
}

#[test]
fn lists_and_pointers_do_not_begin_with_any_value() {
    refused(
        "shared q: list of 0..1 up to 2 = any\np i of 1:\n  w:\n    pause\n",
        ErrorCode::NotYetSupported,
    );
    let pool =
        "pool cell of 2: val: 0..3\nshared h: none | cell = any\np i of 1:\n  w:\n    pause\n";
    refused(pool, ErrorCode::NotYetSupported);
    let record =
        "record r(q: list of 0..1 up to 2)\nshared x: r = any\np i of 1:\n  w:\n    pause\n";
    refused(record, ErrorCode::NotYetSupported);
}

#[test]
fn no_number_is_as_far_as_symbols() {
    let text = "shared x: 0..65535 = 65535\np i of 1:\n  w:\n    pause\nalways a: x · x · x > 0\n";
    refused(text, ErrorCode::NumberTooLarge);
    holds(&text.replace("x · x · x", "x · x"));
}

#[test]
fn a_sum_of_some_can_be_small() {
    holds(
        "shared s: set of 2..9\nshared v[0..1]: 2..3\np i of 1:\n  own c: bool\n  own n: 0..9\n  going:\n    n ← sum k in \
         0..1 where c: v[k]\nalways sum: (sum k in 0..1 where c[0]: v[k]) not in s\nat end none: n[0] = 0\n",
    );
}

/// A pair is equal to another one if both parts are, whatever domains they are of.
#[test]
fn pairs_are_members() {
    let text = |claim: &str| {
        format!("shared x[process]: 0..1\np i of 3:\n  going:\n    x[i] ← 1\nalways c: {claim}\n")
    };
    holds(&text(
        "(all i, j: (i, j) in {(0, 1), (1, 2)} ⇒ i < j) and (some i, j: (i, j) in {(1, 2)})",
    ));
    holds(&text("(count i, j: (i, j) in {(0, 1), (1, 2), (2, 0)}) = 3"));
    holds(&text("all i: (x[i], i) ≠ (7, i) and (x[i], i) in {(0, i), (1, i)}"));
    refused(&text("all i: (i, x[i]) ≠ (3, 0)"), ErrorCode::IndexOutside);
    refused(&text("not some i: (x[i], i) in {(0, 0), (0, 3)}"), ErrorCode::IndexOutside);
}
