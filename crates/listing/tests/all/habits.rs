//! What is assigned: to a parameter, and to several variables at once.

use crate::meaning::{check as verdicts, outcome};
use crate::misread::errors;
use checker::Outcome;
use listing::ErrorCode;

/// An argument is assigned where the definition receives or chooses.
#[test]
fn a_parameter_is_assigned() {
    let text = "algorithm A\nmessage m(v: 0..2)\ndefine pick(v): choose v in 1..2\ndefine receive(v): await m(v)\n\
                p i of 1:\n  own n, k: 0..2\n  going:\n    send m(2) to i\n    pick(n)\n    receive(k)\n\
                at end f: n[0] > 0 and k[0] = 2\n";
    assert_eq!(outcome(&verdicts(text), "f"), Some(&Outcome::Holds));
    let text = text.replace("receive(k)", "receive(1)");
    errors(&text, &[("4:28", ErrorCode::NotAssignable, "`v` is no variable")]);
}

/// The indices are those before the assignment.
#[test]
fn several_variables_are_assigned_at_once() {
    for declared in ["own k: 0..1", "own k: 0..1\n  own a[0..1]: 0..9"] {
        let shared = if declared.contains("a[") { "" } else { "shared a[0..1]: 0..9\n" };
        let a = if shared.is_empty() { "p.a" } else { "a" };
        let text = format!(
            "algorithm A\n{shared}p:\n  {declared}\n  going:\n    k, a[k] ← 1, 5\n    pause\n\
             at end f: {a}[0] = 5 and {a}[1] = 0\n"
        );
        assert_eq!(outcome(&verdicts(&text), "f"), Some(&Outcome::Holds), "{text}");
    }
}
