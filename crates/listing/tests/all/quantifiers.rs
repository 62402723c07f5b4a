//! Sums, counts, maxima and minima of those that count: read step by step, in one step, and in
//! properties they come to the same.

use crate::misread::meant;
use crate::searches::{report, verdicts};
use listing::ErrorCode;

const TEXT: &str = "algorithm Members

shared x[0..2]: 0..3 = any

process i of 1:
  own of: set of 0..2 = any
  own least, least_at_once: 0..3
  own total, total_of: 0..9
  own counted: 0..3
  own is_high, has_one: bool
  reading:
    least ← min k in 0..2 where x[k] > 0: x[k]
    atomic least_at_once ← min k in 0..2 where x[k] > 0: x[k]
    total ← sum k in 0..2 where x[k] > 1: x[k]
    total_of ← sum k in of: x[k]
    counted ← count k in 0..2 where x[k] > 0: x[k] < 3
    is_high ← all k in 0..2 where x[k] > 0: x[k] > 1
    has_one ← some k in 0..2 where x[k] < 2: x[k] = 1

assume one counts: some k in 0..2: x[k] > 0
define value(k): 0 if x[k] = 0 else x[k]

at end least: all k in 0..2: x[k] = 0 or least[0] ≤ x[k]
at end it is one: some k in 0..2: x[k] = least[0] and least[0] > 0
at end at once: least_at_once[0] = least[0]
at end total: total[0] = sum k in 0..2: (x[k] if x[k] > 1 else 0)
at end total of a set: total_of[0] = sum k in 0..2: (x[k] if k in of[0] else 0)
at end counted: counted[0] = count k in 0..2: x[k] = 1 or x[k] = 2
at end all: is_high[0] = (all k in 0..2: x[k] ≠ 1)
at end some: has_one[0] = (some k in 0..2: x[k] = 1)
at end pairs: (min k in 0..2 where x[k] > 0: (x[k], k)) = (least[0], min k in 0..2 where x[k] = least[0]: k)
at end high pairs: (max k in 0..2: (x[k], 2 − k)) = (max k in 0..2: x[k], max k in 0..2 where all m in 0..2: x[m] ≤ x[k]: 2 − k)
";

#[test]
fn only_members_that_satisfy_the_condition_count() {
    let system = listing::compile(TEXT, &[]).unwrap_or_else(|errors| panic!("{}", errors[0]));
    let found = verdicts(system);
    let names = [
        "least",
        "it is one",
        "at once",
        "total",
        "total of a set",
        "counted",
        "all",
        "some",
        "pairs",
        "high pairs",
    ];
    for name in names {
        assert!(found.contains(&format!("{name}: yes")), "{name}: {found}");
    }
}

/// A pair of which the first part decides, found one read after the other.
const PAIRS: &str = "algorithm Pairs

shared x[process]: 0..2 = any

process i of 3:
  own is_least: bool
  remainder:
    pause
  reading:
    is_least ← (x[i], i) = min j where x[j] > 0: (x[j], j)
    x[i] ← x[i]

assume all count: all j: x[j] > 0
at end one: (count j: is_least[j]) = 1
at end least: all i, j: is_least[i] ⇒ x[i] ≤ x[j]
";

#[test]
fn the_least_pair_is_one_process_s() {
    let found =
        verdicts(listing::compile(PAIRS, &[]).unwrap_or_else(|errors| panic!("{}", errors[0])));
    assert!(found.contains("one: yes, least: yes"), "{found}");
}

#[test]
fn what_has_no_order_has_no_minimum() {
    let text = PAIRS.replace(": (x[j], j)", ": (x[j], x[j] = 1)");
    let errors = listing::compile(&text, &[]).err().expect("an error");
    assert_eq!(errors[0].line, 10);
    assert!(errors[0].message.starts_with("Only numbers and tuples"), "{}", errors[0].message);
    let text = PAIRS.replace("where x[j] > 0:", "where x[j] > :");
    let errors = listing::compile(&text, &[]).err().expect("an error");
    assert!(errors[0].message.contains("An expression is missing"), "{}", errors[0].message);
}

#[test]
fn the_lowest_of_nothing_is_asked_for_by_nobody_who_has_none() {
    let head = "shared up[r]: bool = true\nshared next[r]: none | r\nmessage put\nr i of 3:\n  own told: none | r\n";
    let put = "i.told ← min n in r where n > i and up[n]: n".replace("i.told", "told");
    let words = "For `r` 2, this asks for the lowest of nothing. Ask only where there is one: behind \
                 `if some n in r: n > i and up[n]:`.";
    let wrong = format!("{head}  on put:\n    {put}\n");
    let guarded = format!("if some n in r: n > i and up[n]: {put}");
    meant(&wrong, "8:46", ErrorCode::EmptyDomain, words, (&put, &guarded));
    // in a line whose reads are steps, too
    let steps = format!("{head}  going:\n    pause\n    {put}\n");
    meant(&steps, "9:46", ErrorCode::EmptyDomain, words, (&put, &guarded));
    let guarded_steps = format!("algorithm A\n{}", steps.replace(&put, &guarded));
    assert!(report(&guarded_steps, &[]).ok());
    let text = format!(
        "{head}  going:\n    if some n in r: n > i and up[n]: next[i] ← min n in r where n > i and up[n]: n\n"
    );
    let text =
        format!("algorithm A\n{text}at end n: next[0] = 1 and next[1] = 2 and next[2] = none\n");
    assert!(report(&text, &[]).ok());
    let highest = head.replace("r i of 3", "r i of 1") + "  going:\n    told ← max j ≠ i: j\n";
    let words = "`if some j ≠ i: true:`";
    let instead = ("told ← max", "if some j ≠ i: true: told ← max");
    meant(&highest, "8:23", ErrorCode::EmptyDomain, words, instead);
}
