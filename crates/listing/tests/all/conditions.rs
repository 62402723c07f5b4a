//! Lines that options leave in or out.

use listing::Document;

const TEXT: &str = "algorithm A

option kind: plain, safe
shared x: bool         with kind = plain
shared safe x: bool    with kind = safe

process i of 2:
  own a: bool
  own b: bool    with kind = safe
  going:
    x ← true

server:
  own c: 0..2
  when c < 2:
    c ← c + 1    with kind = plain
    if c = 1: c ← 2    with kind = safe

always never: not x    with kind = safe
";

#[test]
fn lines_with_a_condition_are_named_with_what_comes_of_it() {
    let of = |chosen: &[(&str, &str)]| {
        Document::new(TEXT).conditions(chosen).into_iter().collect::<Vec<_>>()
    };
    assert_eq!(of(&[]), [(4, true), (5, false), (9, false), (16, true), (17, false), (19, false)]);
    assert_eq!(
        of(&[("kind", "safe")]),
        [(4, false), (5, true), (9, true), (16, false), (17, true), (19, true)]
    );
    assert_eq!(Document::new("shared x with").conditions(&[]).len(), 0);
}

#[test]
fn lines_of_definitions_are_left_out_too() {
    let text = format!(
        "{TEXT}\ndefine both:\n  x ← true     with kind = plain\n  x ← false    with kind = safe\n"
    );
    let last = |chosen: &[(&str, &str)]| Document::new(&text).conditions(chosen).split_off(&20);
    assert_eq!(last(&[]).into_iter().collect::<Vec<_>>(), [(22, true), (23, false)]);
    assert!(!last(&[("kind", "safe")])[&22]);
}

#[test]
fn a_block_is_left_out_with_its_first_line() {
    let text = TEXT.replace("  when c < 2:\n", "  when c < 2:    with kind = safe\n");
    let left_out = |chosen: &[(&str, &str)]| {
        Document::new(&text)
            .conditions(chosen)
            .into_iter()
            .filter(|condition| !condition.1)
            .map(|condition| condition.0)
            .collect::<Vec<_>>()
    };
    assert_eq!(left_out(&[]), [5, 9, 15, 16, 17, 19]);
    assert_eq!(left_out(&[("kind", "safe")]), [4, 16]);
}

/// What a condition keeps from being computed is never impossible.
#[test]
fn what_is_not_asked_for_is_not_computed() {
    let text = "algorithm Guarded

shared x[0..2]: 0..2

process i of 1:
  own k: 0..3
  own q: list of 0..2 up to 3
  own seen: bool
  own first: 0..2
  when k < 3:
    k ← k + 1
    seen ← k < 3 and x[k] = 0 and (k = 0 or x[k − 1] = 0)
    first ← head(q) if q ≠ [] else 0
    if q ≠ [] and (some a in tail(q): a = 1): seen ← false
    if k > 0 and 2 / (k − 1 if k > 1 else 1) > 5: seen ← false

always never more: all p: k[p] ≤ 3 and (k[p] = 3 or x[k[p]] = 0)
";
    let system = listing::compile(text, &[]).unwrap_or_else(|errors| panic!("{}", errors[0]));
    let found = crate::searches::verdicts(system);
    assert!(found.contains("never more: yes"), "{found}");
    assert!(!found.contains("NO"), "{found}");
}

/// Its condition is one of all branches.
#[test]
fn an_else_is_left_out_with_its_if() {
    let branches = "    if c = 1:    with kind = safe\n      c ← 2\n    else: c ← 0\n";
    let text = TEXT.replace("    if c = 1: c ← 2    with kind = safe\n", branches);
    let left_out = Document::new(&text).conditions(&[]);
    assert_eq!([17, 18, 19].map(|line| left_out.get(&line)), [Some(&false); 3]);
    let left_in = Document::new(&text).conditions(&[("kind", "safe")]);
    assert_eq!(left_in.get(&19), None);
}
