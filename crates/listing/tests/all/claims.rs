//! What is claimed: of each process, of each member, and by one word only.

use crate::meaning::{check as verdicts, outcome};
use crate::misread::errors;
use checker::Outcome;
use listing::ErrorCode;

const CLIENTS: &str = "shared x: 0..3\nclient c of 2, for ever:\n  own has: bool\n  resting:\n    has ← false\n    \
                       pause\n  waiting:\n    pause\n    has ← true\n    pause\n";

#[test]
fn what_leads_to_what_is_said_of_each_member() {
    let text = |claim: &str| format!("algorithm A\n{CLIENTS}eventually t: {claim}\n");
    let holds = |claim: &str| match outcome(&verdicts(&text(claim)), "t") {
        Some(Outcome::Holds) => true,
        Some(Outcome::Loops { .. }) => false,
        other => panic!("{claim}: {other:?}"),
    };
    assert!(holds("all i: (not has[i] → has[i])"));
    assert!(holds("all i, j where i ≠ j: (has[i] → not has[i])"));
    assert!(holds("all i in waiting: (true → has[i])"));
    assert!(holds("all k in 0..1: (has[k] → not has[k])"));
    // one may have it without an end while the other has it never
    assert!(!holds("all i: (has[i] → has[0] and has[1])"));
    // of all at once, which is never so
    let all = verdicts(&text("all i: has[i] and x = 3 → some i: not has[i]"));
    assert_eq!(outcome(&all, "t"), Some(&Outcome::Holds));
    // a premise that is never true says nothing
    let never = verdicts(&text("all i: (x = 3 and has[i] → x = 0)"));
    let verdict = never.verdicts.iter().find(|verdict| verdict.property == "t").expect("a verdict");
    assert_eq!(verdict.notes, ["Holds vacuously: its premise is never true."]);
    let many = ErrorCode::TooManyOutcomes;
    errors(&text("all k in 0..16: (x = k → x = 0)"), &[("12:1", many, "at most 16 members")]);
}

#[test]
fn a_never_is_called_as_it_is_claimed() {
    let text = format!("algorithm A\n{CLIENTS}never late: x = 3\nnever: x = 2\n");
    let report = verdicts(&text);
    let names: Vec<&str> = report.verdicts.iter().map(|verdict| verdict.property).collect();
    assert_eq!(names, ["never late", "never", "no deadlock"]);
    assert_eq!(listing::property_of("never late: x = 3").as_deref(), Some("never late"));
    assert_eq!(listing::property_of("always late: x = 3").as_deref(), Some("late"));
    let twice = format!("{text}always never late: x < 3\n");
    let words = "“never late” is what the property in line 12 is called.";
    errors(&twice, &[("14:8", ErrorCode::DeclaredTwice, words)]);
    let expects = format!("{text}expect never late: holds\n");
    errors(&expects, &[("14:8", ErrorCode::UnknownProperty, "Write `late`.")]);
    errors(&expects.replace("expect never late", "expect late"), &[]);
}
