//! Declarations that options leave in or out.

use listing::conditions;

const TEXT: &str = "algorithm A

option kind: plain, safe
shared x: bool         with kind = plain
shared safe x: bool    with kind = safe

process i of 2:
  own a: bool
  own b: bool    with kind = safe
  going:
    x ← true

always never: not x    with kind = safe
";

#[test]
fn lines_with_a_condition_are_named_with_what_comes_of_it() {
    let of = |chosen: &[(&str, &str)]| conditions(TEXT, chosen).into_iter().collect::<Vec<_>>();
    assert_eq!(of(&[]), [(4, true), (5, false), (9, false), (13, false)]);
    assert_eq!(of(&[("kind", "safe")]), [(4, false), (5, true), (9, true), (13, true)]);
    assert_eq!(conditions("shared x with", &[]).len(), 0);
}
