//! `like OPTION = VALUE`: another variant of the text says what is right.

use crate::linearizable::length_of;
use crate::meaning::check;
use listing::Document;
use listing::compile;
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

/// The option of `like` is renamed with its other places.
#[test]
fn the_option_is_a_name_as_any_other() {
    let text = copied(CLAIM);
    let at = text.find("object").unwrap_or_default();
    let changes = Document::new(&text).rename(at, "kind").expect("a name");
    assert_eq!(changes.len(), text.matches("object").count());
}
