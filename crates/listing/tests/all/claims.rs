//! What is claimed: of each process, of each member, and by one word only.

use crate::habits::meant;
use crate::meaning::{check as verdicts, outcome};
use crate::misread::errors;
use checker::Outcome;
use listing::{Kind, check};

const CLIENTS: &str = "shared x: 0..3\nclient c of 2, for ever:\n  own has: bool\n  resting:\n    has ← false\n    \
                       pause\n  waiting:\n    pause\n    has ← true\n    pause\n";

#[test]
fn a_claim_stands_in_no_other() {
    for (claim, place, right) in [
        ("eventually t: always x = 0", "12:15", "eventually always t: x = 0"),
        ("eventually t: eventually x = 0", "12:15", "eventually t: x = 0"),
        ("always t: always x = 0", "12:11", "always t: x = 0"),
        ("always t: eventually x = 0", "12:11", "eventually t: true → x = 0"),
        ("always t: eventually always x = 0", "12:11", "eventually always t: x = 0"),
        ("always t: x = 0 => eventually x = 1", "12:20", "eventually t: x = 0 → x = 1"),
        ("always t: (x = 0 ⇒ eventually (x = 1))", "12:20", "eventually t: x = 0 → (x = 1)"),
        ("eventually always t: eventually x = 0", "12:22", "eventually t: true → x = 0"),
    ] {
        let help = format!("Write `{right}`.");
        meant(&format!("{CLIENTS}{claim}\n"), place, Kind::OtherLanguage, &help, (claim, right));
    }
    for claim in ["eventually t: x = 0 → always x = 1", "never t: eventually x = 1"] {
        let text = format!("algorithm A\n{CLIENTS}{claim}\n");
        let found = check(&text);
        assert_eq!((found.len(), found[0].kind), (1, Kind::OtherLanguage), "{claim}: {found:?}");
        assert!(found[0].help.contains("`eventually always NAME: P`"), "{claim}: {}", found[0]);
    }
    // an option may have it for its condition
    let claim = "eventually t: always x = 0 with size = 2";
    let right = "eventually always t: x = 0 with size = 2";
    let text = format!("option size: 1, 2\n{CLIENTS}{claim}\n");
    let help = "Write `eventually always t: x = 0`.";
    meant(&text, "13:15", Kind::OtherLanguage, help, (claim, right));
}

#[test]
fn each_process_has_its_own_variable() {
    for (claim, place, right) in [
        ("always t: not has or x < 3", "12:15", "all c: not has[c] or x < 3"),
        ("at end t: has", "12:11", "all c: has[c]"),
        ("never t: has and not has", "12:10", "some c: has[c] and not has[c]"),
        ("reachable t: has", "12:14", "some c: has[c]"),
        ("eventually t: not has → has", "12:19", "all c: (not has[c] → has[c])"),
        ("eventually t: waiting → has", "12:25", "all c: (c in waiting → has[c])"),
        ("eventually t: x = 0 → has", "12:23", "all c: (x = 0 → has[c])"),
        ("eventually always t: has", "12:22", "all c: has[c]"),
        ("always t: has′ = has", "12:11", "all c: has[c]′ = has[c]"),
    ] {
        let (title, wrong) = claim.split_once(": ").expect("a claim");
        let help = format!("Each `client` has its own `has`. Write `{right}`.");
        let instead = format!("{title}: {right}");
        let text = format!("{CLIENTS}{title}: {wrong}\n");
        meant(&text, place, Kind::UnknownName, &help, (claim, &instead));
    }
    // within a quantifier, it is that of its member
    let text = format!("{CLIENTS}always t: all j: x = 3 or not has\n");
    meant(&text, "12:31", Kind::UnknownName, "Write `has[j]`.", ("not has", "not has[j]"));
    // a definition is put in anywhere
    let text = format!("{CLIENTS}define d: has\nalways t: not d\n");
    let words = "Write `has[0]` for that of one";
    meant(&text, "12:11", Kind::UnknownName, words, ("define d: has", "define d: has[0]"));
}

#[test]
fn a_line_sees_no_variable_of_another_role() {
    let server = "server:\n  own y: 0..3\n";
    let text = |lines: &str| format!("{CLIENTS}{server}{lines}");
    let out = Kind::OutOfPlace;
    let words =
        "`has` belongs to `client`, and this is a line of `server`. A rule reads it as `j.has`";
    let rule = text("  when has: y ← 1\n");
    meant(&rule, "14:8", out, words, ("when has", "when (some j in client: j.has)"));
    let section = text("  going:\n    await has\n");
    errors(&format!("algorithm A\n{section}"), &[("15:11", out, "`shared has[client]`")]);
    let shared = section.replace("  own has: bool\n", "").replace("has ←", "has[c] ←");
    let shared = shared.replace("shared x", "shared has[client]: bool\nshared x");
    let shared = shared.replace("await has", "await has[0]");
    assert_eq!(check(&format!("algorithm A\n{shared}")), []);
}

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
    let verdict = never.verdicts.iter().find(|it| it.property == "t").expect("a verdict");
    assert_eq!(verdict.notes, ["Holds vacuously: its premise is never true."]);
    let many = Kind::TooManyOutcomes;
    errors(&text("all k in 0..16: (x = k → x = 0)"), &[("12:1", many, "at most 16 members")]);
}

#[test]
fn a_never_is_called_as_it_is_claimed() {
    let text = format!("algorithm A\n{CLIENTS}never late: x = 3\nnever: x = 2\n");
    let report = verdicts(&text);
    let names: Vec<&str> = report.verdicts.iter().map(|it| it.property).collect();
    assert_eq!(names, ["never late", "never", "no deadlock"]);
    assert_eq!(listing::property_of("never late: x = 3").as_deref(), Some("never late"));
    assert_eq!(listing::property_of("always late: x = 3").as_deref(), Some("late"));
    let twice = format!("{text}always never late: x < 3\n");
    let words = "“never late” is what the property in line 12 is called.";
    errors(&twice, &[("14:8", Kind::DeclaredTwice, words)]);
    let expects = format!("{text}expect never late: holds\n");
    errors(&expects, &[("14:8", Kind::UnknownProperty, "Write `late`.")]);
    errors(&expects.replace("expect never late", "expect late"), &[]);
}
