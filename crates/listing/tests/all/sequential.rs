//! `sequentially consistent`: an order that keeps that of each process.

use crate::linearizable::{length_of, object_of};
use crate::meaning::check;
use listing::compile;

fn lengths(text: &str) -> [Option<usize>; 2] {
    let both = format!("{text}sequentially consistent\n");
    let report = check(&both);
    ["linearizable", "sequentially consistent"].map(|claim| length_of(&report, claim, &both))
}

/// A register whose writes are buffered for a while is read late, and by each process in one order; two are not.
#[test]
fn a_register_with_a_buffer_is_sequentially_consistent_and_two_are_not() {
    let text = |memory: &str| {
        format!(
            "algorithm A\ndefine memory: {memory}\nshared x: 0..1\noperation write:\n  x ← 1\noperation read → 0..1:\n  return x\n\
             one:\n  own g: 0..1\n  s:\n    call write\n    call g ← read\nother:\n  own h: 0..1\n  s:\n    call h ← read\n    \
             call h ← read\nlinearizable\n"
        )
    };
    assert_eq!(lengths(&text("sequential")), [None, None]);
    let [in_time, of_each] = lengths(&text("tso"));
    assert!(in_time.is_some() && of_each.is_none(), "{in_time:?}, {of_each:?}");
    let two = "algorithm A\ndefine memory: tso\nshared x[0..1]: 0..1\noperation write(k: 0..1):\n  x[k] ← 1\n\
               operation read(k: 0..1) → 0..1:\n  return x[k]\np i of 2:\n  own g: 0..1\n  s:\n    call write(i)\n    \
               call g ← read(1 − i)\nlinearizable\n";
    assert!(lengths(two)[1].is_some());
    assert_eq!(lengths(&two.replace("tso", "sequential")), [None, None]);
}

/// Of both claims, that about time can be broken long before the other.
#[test]
fn both_claims_have_their_own_shortest_run() {
    let copies = "shared x, y: 0..2\noperation write(v: 1..2):\n  x ← v\n  y ← v\noperation read → 0..2:\n  return y\n\
                  operation early → 0..2:\n  return x\n";
    let text = object_of(copies, 2, 1, "write(1 + i) | got ← read | got ← early");
    assert_eq!(lengths(&text), [None, None]);
    let text = object_of(copies, 2, 2, "write(1 + i) | got ← read | got ← early");
    let [in_time, of_each] = lengths(&text);
    assert!(
        in_time.is_some() && of_each.is_some() && in_time <= of_each,
        "{in_time:?}, {of_each:?}"
    );
    let alone = text.replace("linearizable", "sequentially consistent");
    assert_eq!(length_of(&check(&alone), "sequentially consistent", &alone), of_each);
}

/// A claim that options leave out is not remembered.
#[test]
fn each_claim_may_have_its_own_condition() {
    let text = "algorithm A\noption asks: one, other\nshared x: 0..1\noperation get → 0..1:\n  return x\np i of 1:\n  own g: 0..1\n  \
                s:\n    call g ← get\nlinearizable with asks = one\nsequentially consistent with asks = other\n";
    for (asks, claim) in [("one", "linearizable"), ("other", "sequentially consistent")] {
        let compiled =
            compile(text, &[("asks", asks)]).unwrap_or_else(|found| panic!("{}", found[0]));
        let claims: Vec<&str> = compiled.program().properties.iter().map(|one| one.name).collect();
        assert!(claims.contains(&claim) && claims.len() == 1, "{claims:?}");
    }
}
