//! `like OPTION = VALUE`: another variant of the text says what is right.

use crate::linearizable::length_of;
use crate::meaning::check;
use listing::editor::Analysis;
use listing::{Kind, compile};
use std::sync::Arc;

const CLAIM: &str = "linearizable: like object = atomic\n";

fn copied(claims: &str) -> String {
    format!(
        "algorithm A\noption object: copied, atomic\nshared x, y: 0..2\noperation write(v: 1..2):\n  x ← v\noperation read → 0..2:\n  \
         return y with object = copied\n  return x with object = atomic\np i of 2:\n  own got: 0..2\n  s:\n    \
         call write(1 + i) | got ← read\n{claims}"
    )
}

#[test]
fn what_is_right_is_said_by_another_variant() {
    let lengths = |claims: &str| {
        let text = copied(claims);
        length_of(&check(&text), claims.split([':', '\n']).next().unwrap_or_default(), &text)
    };
    assert_eq!(lengths("linearizable\n"), None);
    assert_eq!(lengths(CLAIM), Some(2));
    assert_eq!(lengths("linearizable: like object = copied\n"), None);
    // read → 0 can come before the write of the other process
    assert_eq!(lengths("sequentially consistent: like object = atomic\n"), None);
    let twice = copied("sequentially consistent: like object = atomic\n")
        .replace("of 2:", "of 2, 2 times:");
    assert_eq!(length_of(&check(&twice), "sequentially consistent", &twice), Some(2));
    // with that value, the object is its own
    let atomic = compile(&copied(CLAIM), &[("object", "atomic")])
        .unwrap_or_else(|found| panic!("{}", found[0]));
    let report = checker::check(Arc::new(atomic), checker::Limits::default());
    assert_eq!(length_of(&report, "linearizable", "atomic"), None);
}

#[test]
fn what_cannot_be_compared_is_an_error_at_its_place() {
    for (from, to, kind, column, says) in [
        (
            "like object = atomic",
            "like object",
            Kind::OutOfPlace,
            20,
            "an option with one of its values",
        ),
        ("like object = atomic", "like object = other", Kind::OutOfPlace, 20, "one of its values"),
        (
            "like object = atomic",
            "like 1 = 1",
            Kind::OutOfPlace,
            20,
            "an option with one of its values",
        ),
        ("like object = atomic", "object = atomic", Kind::Expected, 15, "like"),
        (
            "read → 0..2:\n",
            "read → 0..2: with object = copied\n",
            Kind::CannotBegin,
            20,
            "No operation is called `read`",
        ),
        (
            "like object = atomic\n",
            "like object = atomic    with object = copied\n",
            Kind::OutOfPlace,
            20,
            "nothing is claimed",
        ),
        (
            "  x ← v\n",
            "  x ← v\noperation read → 0..1: with object = atomic\n  return 0\n",
            Kind::DeclaredTwice,
            11,
            "declared",
        ),
        (
            "like object = atomic\n",
            "like object = atomic\nsequentially consistent\n",
            Kind::OutOfPlace,
            1,
            "one object",
        ),
    ] {
        let text = copied(CLAIM).replace(from, to);
        let found = listing::check(&text);
        let first = found.first().unwrap_or_else(|| panic!("nothing is wrong in\n{text}"));
        assert_eq!((first.kind, first.columns.0), (kind, column), "{first}\n{text}");
        assert!(first.to_string().contains(says), "{first}\n{text}");
    }
    // one of the same name with another domain
    let other = copied(CLAIM)
        .replace("operation read → 0..2:\n  return y with object = copied\n", "operation read → 0..2: with object = copied\n  return y\noperation read → 0..1: with object = atomic\n  return 0\noperation other → 0..2:\n")
        .replace("  return x with object = atomic\n", "  return x\n");
    let found = listing::check(&other);
    assert!(found[0].message.contains("`read` has other results"), "{}", found[0]);
    assert_eq!(found[0].columns.0, 20);
}

/// The option of `like` is renamed with its other places.
#[test]
fn the_option_is_a_name_as_any_other() {
    let text = copied(CLAIM);
    let at = text.find("object").unwrap_or_default();
    let changes = Analysis::new(&text).rename(at, "kind").expect("a name");
    assert_eq!(changes.len(), text.matches("object").count());
}
