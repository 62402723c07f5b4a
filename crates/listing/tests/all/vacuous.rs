//! What a verdict says where a claim is about nothing.

use crate::meaning::{check, outcome};
use checker::Outcome;

#[test]
fn without_an_initial_state_nothing_holds() {
    let text = "algorithm A\nshared x: 0..3 = any\nprocess i of 2:\n  w:\n    pause\nassume high: x > 5\n\
                assume low: x < 2\nalways f: false\nreachable r: true\nat end e: false\nmost m: x\n\
                eventually v: false\nwait-free: w to end\noutcomes o: x\n";
    let report = check(text);
    assert!(!report.ok() && report.states == 0);
    for verdict in &report.verdicts {
        assert_eq!(verdict.outcome, Outcome::NoInitialState(vec!["high", "low"]), "{verdict:?}");
        let says = "fails: no initial state satisfies `high` and `low`, so nothing is checked";
        assert_eq!(verdict.sentence(&report), says);
    }
    let satisfied = check(&text.replace("x > 5", "x > 0"));
    assert!(matches!(outcome(&satisfied, "f"), Some(Outcome::Fails { .. })));
    assert_eq!(outcome(&satisfied, "no deadlock"), Some(&Outcome::Holds));
}
